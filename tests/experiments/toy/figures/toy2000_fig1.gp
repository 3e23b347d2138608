# Height and speed of the toy over time.
load 'style.gp'

do for [t=1:3] {
  eval open_figure('toy2000_fig1', t, 12, 8)
  set xlabel 't / s'
  set ylabel 'z / m, -v / (m/s)'
  plot 'toy_motion.csv' using 't':'z' with lines ls 1 title 'height', \
       'toy_motion.csv' using 't':'v_down' with linespoints ls 2 title 'speed, x_1'
  eval close_figure
}
