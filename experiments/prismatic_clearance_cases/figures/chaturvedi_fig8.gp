# Case 2: velocities along y of the centre and of both ends in the first 5 ms (a) (Fig. 8), and while the ends rock (b).
needs = 'rows_motion_c2'
load 'style.gp'
c = 'c2'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig8', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 5
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  eval key_above
  eval panel('(a)')
  eval curves(fine('ydot', 1e3, 1, 3) . motion('ydot', 1e3, 1, 3, 1) . steps . events('ydot', 1e3, 1, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [1.3:2.5]
  unset key
  eval curves(fine('ydot', 1e3, 1, 3) . motion('ydot', 1e3, 1, 3, 1) . events('ydot', 1e3, 1, 3))
  eval close_figure
}
