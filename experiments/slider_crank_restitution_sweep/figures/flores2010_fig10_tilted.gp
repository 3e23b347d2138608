# Dimensionless motion of the four corners over two crank revolutions at restitution 0.4 (Fig. 10), with a slider that
# is tilted a little before its impacts: omega_3 = -0.01 rad/s at the start and whenever it passes the middle of the
# guide. By events, whatever the step of the printed start.
# The coordinate of eq. (115) that spans [-1, 1]: +1, an upper corner touches; -1, a lower corner touches.
needs = 'rows_tilted_e04'
load 'style.gp'
run_caption = 'nsdbench slider_crank_restitution_sweep: event_driven, ε = 0.4; ours: ω_3 = -0.01 rad/s set at the start and in the middle of the guide'

do for [t=1:3] {
  eval open_figure('flores2010_fig10_tilted', t, 16, 11)
  set multiplot layout 2,2 margins screen 0.105,0.97,0.155,0.93 spacing screen 0.13,0.21
  set xrange [0:run_cycles]
  set yrange [-1.1:1.1]
  set ytics 0.5
  set xlabel 'crank revolutions'
  do for [k=1:4] {
    set title sprintf('corner %d (%s, %s)', k, k < 3 ? 'upper' : 'lower', k % 2 == 1 ? 'rear' : 'front')
    set ylabel 'position / clearance'
    column = sprintf('corner_%d', k)
    plot 'tilted_e04.csv' using 'revolutions':column with lines ls 1 notitle, \
         1 with lines ls 9 notitle, -1 with lines ls 9 notitle
    if (k == 1) { eval caption_drawn }
  }
  eval close_figure
}
