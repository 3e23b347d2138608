# Case 3: velocities along y of the centre and of both ends (a) (Fig. 11), and the slider's angle (b), in the first 5 ms.
needs = 'rows_motion_c3'
load 'style.gp'
c = 'c3'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig11', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 5
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  set yrange [-15:15]
  eval key_above
  eval panel('(a)')
  eval curves(fine('ydot', 1e3, 1, 3) . motion('ydot', 1e3, 1, 3, 1) . steps . events('ydot', 1e3, 1, 3))
  eval caption_drawn
  eval panel('(b)')
  set ylabel 'θ / mrad'
  set yrange [0:1.2]
  unset key
  eval curves(fine('theta', 1e3, 1, 1) . motion('theta', 1e3, 1, 1, 1) . events('theta', 1e3, 1, 1))
  eval close_figure
}
