# Configuration of the joint (the scenarios of Fig. 8) over two crank revolutions, for the four restitution
# coefficients, for the printed start and for the tilted slider. Both by events, where a contact is either closed or
# open. Not a figure of the paper.
needs = 'rows_by_events_e01 rows_by_events_e04 rows_by_events_e06 rows_by_events_e09 rows_tilted_e01 rows_tilted_e04 rows_tilted_e06 rows_tilted_e09'
load 'style.gp'
run_caption = 'nsdbench slider_crank_restitution_sweep: event_driven, a contact is either closed or open; tilted slider: ω_3 = -0.01 rad/s set at the start and in the middle'

array key[4] = ['e01', 'e04', 'e06', 'e09']
array value[4] = ['0.1', '0.4', '0.6', '0.9']
do for [t=1:3] {
  eval open_figure('flores2010_joint_configuration', t, 16, 13)
  set multiplot layout 4,2 margins screen 0.155,0.98,0.125,0.955 spacing screen 0.03,0.055
  set xrange [0:run_cycles]
  set yrange [-0.6:3.6]
  set ytics ('none' 0, 'one corner' 1, 'two adjacent' 2, 'two opposite' 3) font ',8'
  do for [k=1:4] {
    do for [start in 'by_events tilted'] {
      set title sprintf(start eq 'by_events' ? 'ε = %s, printed start' : 'ε = %s, tilted slider', value[k]) font ',8' offset 0,-0.8
      if (k == 4) { set xlabel 'crank revolutions'; set format x '%g' } else { set format x '' }
      if (start eq 'by_events') { set format y '%s' } else { set format y '' }
      table = sprintf('%s_%s.csv', start, key[k])
      if (start eq 'tilted') { set ytics ('' 0, '' 1, '' 2, '' 3) } else { set ytics ('none' 0, 'one corner' 1, 'two adjacent' 2, 'two opposite' 3) font ',8' }
      plot table using 'revolutions':(column('joint') - 0.3):(0):(0.6) with vectors nohead linecolor rgb style_colour[1] linewidth 0.6 notitle
      eval caption_drawn
    }
  }
  eval close_figure
}
