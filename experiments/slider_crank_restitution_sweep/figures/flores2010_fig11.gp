# Crank speed, connecting-rod speed, portrait of the rod and portrait of the slider at restitution 0.4 (Fig. 11 a-d).
# The paper does not say which coordinates its portraits use: angle and angular velocity of the rod, position and
# velocity of the slider across the guide are taken.
needs = 'rows_printed_e04'
load 'style.gp'
run_caption = run_caption . ', ε = 0.4, printed start'

do for [t=1:3] {
  eval open_figure('flores2010_fig11', t, 16, 12)
  set multiplot layout 2,2 margins screen 0.105,0.97,0.155,0.93 spacing screen 0.13,0.21
  set xrange [0:run_cycles]
  set xlabel 'crank revolutions'
  set ylabel 'ω_1 / (rad/s)'
  set title '(a) crank speed'
  plot 'printed_e04.csv' using 'revolutions':'omega_1' with lines ls 1 notitle
  eval caption_drawn
  set ylabel 'ω_2 / (rad/s)'
  set title '(b) connecting-rod speed'
  plot 'printed_e04.csv' using 'revolutions':'omega_2' with lines ls 1 notitle
  set autoscale x
  set xlabel 'θ_2 / rad'
  set ylabel 'ω_2 / (rad/s)'
  set title '(c) connecting-rod portrait'
  plot 'printed_e04.csv' using 'theta_2':'omega_2' with lines ls 1 notitle
  set xlabel 'y of the slider / mm'
  set ylabel 'dy/dt / (m/s)'
  set title '(d) slider portrait'
  set xrange [-1.1:1.1]
  plot 'printed_e04.csv' using (1e3*column('slider_y')):'slider_vy' with lines ls 1 notitle
  eval close_figure
}
