# Case 2: y of the centre and of both ends (Fig. 7): the first 5 ms (a), the ends' last hits (b) and all (c).
# Implicit Euler falls ahead by half a step and ends on the contact.
needs = 'rows_motion_c2'
load 'style.gp'
c = 'c2'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig7', t, 18, 9)
  set multiplot layout 1,3
  set tmargin 5
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:2]
  eval key_above
  eval panel('(a)')
  set xrange [0:5]
  eval curves(fine('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 1) . steps . exact('y', 1e6, 2, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [1.3:2.5]
  set xtics 0.4
  set yrange [-10.2:-9.3]
  unset key
  eval curves(fine('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 1) . exact('y', 1e6, 2, 3))
  eval panel('(c)')
  set xtics 20
  set xrange [0:*]
  set yrange [-12:2]
  eval curves(fine('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 5) . exact('y', 1e6, 2, 3))
  eval close_figure
}
