# Angle of the rocking block over time, and its phase portrait. run.gp has the settings of the run as variables.
needs = 'rows_motion'
load 'style.gp'

do for [t=1:3] {
  eval open_figure('rocking_block_motion', t, 16, 8)
  set multiplot layout 1,2
  set xlabel 't / s'
  set ylabel 'φ / rad'
  plot 'motion.csv' using 't':'phi' with lines ls 1 notitle
  eval caption_drawn
  set xlabel 'φ / rad'
  set ylabel 'ω / (rad/s)'
  plot 'motion.csv' using 'phi':'omega' with lines ls 2 notitle
  eval close_figure
}
