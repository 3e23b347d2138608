# Where motions of the woodpecker end that start with the sleeve at rest, contact 2 closed, over angle and angular
# velocity of the bird. Outside the model: |phi_S| > 1 rad, where the linearised gaps do not hold.
needs = 'rows_merged q_basin_cycle'
load 'style.gp'

array name[6] = ['limit cycle', 'motion of two returns', 'jammed', 'outside the model', 'not back within 2 s', 'undecided']
array colour[6] = ['#0072B2', '#E69F00', '#009E73', '#CC79A7', '#000000', '#7F7F7F']
set palette maxcolors 6 defined (1 colour[1], 2 colour[2], 3 colour[3], 4 colour[4], 5 colour[5], 6 colour[6])
do for [t=1:3] {
  eval open_figure('woodpecker_basins', t, 16, 13)
  set tmargin 4
  set cbrange [0.5:6.5]
  unset colorbox
  unset grid
  set xlabel 'φ_S - φ_{S,0} / rad'
  set ylabel 'ω_S / (rad/s)'
  set key at graph 0, graph 1.03 left bottom maxrows 2 Left reverse samplen 0.5 width 1
  set autoscale xfix
  set autoscale yfix
  plot 'merged.csv' using 'delta':'omega_S':'basin' with image notitle, \
       for [k=1:6] 1/0 with points pointtype 5 pointsize 1 linecolor rgb colour[k] title name[k]
  eval close_figure
}
