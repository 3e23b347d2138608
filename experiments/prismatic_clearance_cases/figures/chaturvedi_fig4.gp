# Case 1: y (a) and x (b) of the centre and of both ends (Fig. 4). y in the first 5 ms, after which it rests.
# Implicit Euler falls ahead by half a step and ends on the contact.
needs = 'rows_motion_c1'
load 'style.gp'
c = 'c1'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig4', t, 16, 9)
  set multiplot layout 1,2
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
  unset key
  set ylabel 'x / mm'
  set autoscale y
  set xrange [0:*]
  eval curves(fine('x', 1e3, 1, 3) . motion('x', 1e3, 1, 3, 5) . exact('x', 1e3, 1, 1))
  eval close_figure
}
