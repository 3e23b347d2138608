# Case 2: contact forces in the first 5 ms (a) and in all (b) (Fig. 9).
# The force of a step with a hit is its impulse over h: it means nothing, and is cut off.
needs = 'rows_motion_c2'
load 'style.gp'
c = 'c2'
load 'chaturvedi_case.gp'
run_caption = run_caption . '; hits are cut off'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig9', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'force on the slider along y / N'
  set yrange [-5:60]
  set key at graph 1.02, graph 0.41 right top samplen 1.5
  eval panel('(a)')
  set xrange [0:5]
  eval curves(fine('force', 1.0, 2, 3, 'with points pointtype 7 pointsize 0.2 linecolor rgb "#7F7F7F"') \
    . midpoint('force', 1.0, 2, 3) . motion('force', 1.0, 2, 3, 'with points ls k pointsize 1.1-0.2*k') \
    . exact('force', 1.0, 2, 3) . events('force', 1.0, 2, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [0:*]
  unset key
  eval curves(midpoint('force', 1.0, 2, 3) . motion('force', 1.0, 2, 3, 'every 2 with points ls k pointsize 1.1-0.2*k') \
    . exact('force', 1.0, 2, 3) . events('force', 1.0, 2, 3))
  eval close_figure
}
