# Motions from rest of the oscillator on an inclined plane over inclination and friction. Line: tan(delta) = mu, above
# which the body runs away.
needs = 'rows_merged q_motion_stick_slip'
load 'style.gp'

array name[7] = ['at rest', 'stick-slip', 'sliding', 'runaway', 'lift-off', 'undecided', 'unsolved']
array colour[7] = ['#009E73', '#0072B2', '#56B4E9', '#E69F00', '#CC79A7', '#7F7F7F', '#000000']
set palette maxcolors 7 defined (1 colour[1], 2 colour[2], 3 colour[3], 4 colour[4], 5 colour[5], 6 colour[6], 7 colour[7])
do for [t=1:3] {
  eval open_figure('inclined_plane_motions', t, 16, 13)
  set tmargin 4
  set cbrange [0.5:7.5]
  unset colorbox
  unset grid
  set xlabel 'δ / rad'
  set ylabel 'μ'
  set key at graph 0, graph 1.03 left bottom maxrows 2 Left reverse samplen 0.5 width 1
  set autoscale xfix
  set autoscale yfix
  plot 'merged.csv' using 'delta':'friction':'motion' with image notitle, \
       tan(x) with lines ls 10 notitle, \
       for [k=1:7] 1/0 with points pointtype 5 pointsize 1 linecolor rgb colour[k] title name[k]
  eval close_figure
}
