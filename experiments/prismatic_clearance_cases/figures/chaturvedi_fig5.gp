# Case 1: velocities along y (a), in the first 5 ms, and x (b) (Fig. 5).
needs = 'rows_motion_c1'
load 'style.gp'
c = 'c1'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig5', t, 16, 9)
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
  set ylabel 'dx/dt / (m/s)'
  set xrange [0:*]
  unset key
  eval curves(fine('xdot', 1.0, 1, 1) . motion('xdot', 1.0, 1, 1, 5) . events('xdot', 1.0, 1, 1))
  eval close_figure
}
