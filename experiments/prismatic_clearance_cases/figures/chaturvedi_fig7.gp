# Case 2: y of the centre and of both ends (Fig. 7): the first 5 ms (a), the ends' last hits (b) and all (c).
# The midpoint rule closes a contact up to a step too late and keeps what it has entered; implicit Euler falls ahead
# by half a step and ends on the contact.
needs = 'rows_motion_c2'
load 'style.gp'
c = 'c2'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig7', t, 18, 8)
  set multiplot layout 1,3
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:12]
  set key at graph 1.02, graph 1 right top samplen 1.5
  eval panel('(a)')
  set xrange [0:5]
  eval curves(fine('y', 1e6, 2, 3, 'with lines ls 8 dashtype solid linewidth 2.5') \
    . midpoint('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 'with points ls k pointsize 0.4') \
    . exact('y', 1e6, 2, 3) . events('y', 1e6, 2, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [1.7:2.4]
  set xtics 0.2
  set yrange [-10.2:-9.4]
  unset key
  eval curves(fine('y', 1e6, 2, 3, 'with lines ls 8 dashtype solid linewidth 2.5') \
    . midpoint('y', 1e6, 2, 3) . motion('y', 1e6, 2, 3, 'with points ls k pointsize size[k]') \
    . exact('y', 1e6, 2, 3) . events('y', 1e6, 2, 3))
  eval panel('(c)')
  set xtics 20
  set xrange [0:*]
  set yrange [-12:12]
  eval curves(midpoint('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 'with points ls k pointsize 0.4') \
    . exact('y', 1e6, 2, 3) . events('y', 1e6, 2, 3))
  eval close_figure
}
