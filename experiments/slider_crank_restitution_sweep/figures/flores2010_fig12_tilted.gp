# Dimensionless motion of corner 1 for restitution 0.1, 0.4, 0.6, 0.9 (Fig. 12 a-d), with a slider that is tilted
# a little before its impacts: omega_3 = -0.01 rad/s at the start and whenever it passes the middle of the guide. By
# events, whatever the step of the printed start. For 0.1, 0.4 and 0.6 the motion is the same.
needs = 'rows_tilted_e01 rows_tilted_e04 rows_tilted_e06 rows_tilted_e09'
load 'style.gp'
run_caption = 'nsdbench slider_crank_restitution_sweep: event_driven; ours: ω_3 = -0.01 rad/s set at the start and in the middle; (a) to (c) are the same motion for a vanishing tilt'

array key[4] = ['e01', 'e04', 'e06', 'e09']
array value[4] = ['0.1', '0.4', '0.6', '0.9']
do for [t=1:3] {
  eval open_figure('flores2010_fig12_tilted', t, 16, 11)
  set multiplot layout 2,2 margins screen 0.105,0.97,0.155,0.93 spacing screen 0.13,0.21
  set xrange [0:run_cycles]
  set yrange [-1.1:1.1]
  set ytics 0.5
  set xlabel 'crank revolutions'
  set ylabel 'corner 1 / clearance'
  do for [k=1:4] {
    set title sprintf('(%s) ε = %s', substr('abcd', k, k), value[k])
    table = sprintf('tilted_%s.csv', key[k])
    plot table using 'revolutions':'corner_1' with lines ls 1 notitle, \
         1 with lines ls 9 notitle, -1 with lines ls 9 notitle
    if (k == 1) { eval caption_drawn }
  }
  eval close_figure
}
