# Case 3: contact forces in the first 5 ms (a) and in all (b) (Fig. 12): the left end is pushed up, the right one down.
# The force of a step with a hit is its impulse over h: it means nothing, and is cut off.
needs = 'rows_motion_c3'
load 'style.gp'
c = 'c3'
load 'chaturvedi_case.gp'
run_caption = run_caption . '; hits are cut off'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig12', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 5
  set xlabel 't / ms'
  set ylabel 'force on the slider along y / N'
  set yrange [-50:60]
  eval key_above
  eval panel('(a)')
  set xrange [0:5]
  eval curves(forces(2, 3, 1) . steps . exact('force', 1.0, 2, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [0:*]
  unset key
  eval curves(forces(2, 3, 5) . exact('force', 1.0, 2, 3))
  eval close_figure
}
