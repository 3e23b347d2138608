# Dimensionless motion of the four corners over two crank revolutions at restitution 0.4 (Fig. 10), printed start: the slider never
# tilts, so corners 1, 2 and 3, 4 move as pairs.
# The coordinate of eq. (115) that spans [-1, 1]: +1, an upper corner touches; -1, a lower corner touches.
needs = 'rows_printed_e04'
load 'style.gp'
run_caption = run_caption . ', ε = 0.4, printed start: θ_3 = 0, so that corners 1 = 2 and 3 = 4'

do for [t=1:3] {
  eval open_figure('flores2010_fig10', t, 16, 11)
  set multiplot layout 2,2 margins screen 0.105,0.97,0.155,0.93 spacing screen 0.13,0.21
  set xrange [0:run_cycles]
  set yrange [-1.1:1.1]
  set ytics 0.5
  set xlabel 'crank revolutions'
  do for [k=1:4] {
    set title sprintf('corner %d (%s, %s)', k, k < 3 ? 'upper' : 'lower', k % 2 == 1 ? 'rear' : 'front')
    set ylabel 'position / clearance'
    column = sprintf('corner_%d', k)
    plot 'printed_e04.csv' using 'revolutions':column with lines ls 1 notitle, \
         1 with lines ls 9 notitle, -1 with lines ls 9 notitle
    if (k == 1) { eval caption_drawn }
  }
  eval close_figure
}
