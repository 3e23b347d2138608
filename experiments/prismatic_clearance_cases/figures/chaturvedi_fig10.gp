# Case 3: y of the centre and of both ends (Fig. 10): the first 5 ms (a) and all (b).
# Implicit Euler falls ahead by half a step and ends on the contact.
needs = 'rows_motion_c3'
load 'style.gp'
c = 'c3'
load 'chaturvedi_case.gp'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig10', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 5
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:12]
  eval key_above
  eval panel('(a)')
  set xrange [0:5]
  eval curves(fine('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 1) . steps . exact('y', 1e6, 2, 3))
  eval caption_drawn
  eval panel('(b)')
  set xrange [0:*]
  unset key
  eval curves(fine('y', 1e6, 1, 3) . motion('y', 1e6, 1, 3, 5) . exact('y', 1e6, 2, 3))
  eval close_figure
}
