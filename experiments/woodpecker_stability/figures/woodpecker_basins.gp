# Where motions end that start with the sleeve at rest, contact 2 closed, over angle and angular velocity of the bird:
# all of it (left), near the jammed rest (right). Of 241 and 161 points a side, those between equal ones were not computed.
# The limit cycle is that of Fig. 6. Black line: the swing up to which the sleeve stays jammed, closed form.
# Outside the model: |phi_S| > 1 rad, where the linearised gaps do not hold.
needs = 'rows_basins rows_basins_near_rest q_jammed_phi_s q_jammed_swing_frequency'
load 'style.gp'
run_caption = run_name . ', starts with the sleeve at rest; right: near the jammed rest, which stays within the black line'

array name[6] = ['limit cycle', 'motion of two returns', 'jammed', 'outside the model', 'not back within 2 s', 'undecided']
array colour[6] = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#000000', '#7F7F7F']
set palette maxcolors 6 defined (1 colour[1], 2 colour[2], 3 colour[3], 4 colour[4], 5 colour[5], 6 colour[6])
limit = exists('q_jammed_swing_limit') ? q_jammed_swing_limit : NaN
do for [t=1:3] {
  eval open_figure('woodpecker_basins', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 4
  set cbrange [0.5:6.5]
  unset colorbox
  unset grid
  set xlabel 'φ_S / rad'
  set ylabel 'ω_S / (rad/s)'
  set key at graph -0.05, graph 1.03 left bottom maxrows 2 Left reverse samplen 0.5 width 1
  set autoscale yfix
  plot 'basins.csv' using 'phi_S':'omega_S':'basin' with image notitle, \
       for [k=1:6] 1/0 with points pointtype 5 pointsize 1 linecolor rgb colour[k] title name[k]
  eval caption_drawn
  unset key
  set xtics 0.02
  set parametric
  set trange [0:2*pi]
  plot 'basins_near_rest.csv' using 'phi_S':'omega_S':'basin' with image notitle, \
       q_jammed_phi_s + limit * cos(t), limit * q_jammed_swing_frequency * sin(t) with lines ls 10 linewidth 1.5 notitle
  unset parametric
  eval close_figure
}
