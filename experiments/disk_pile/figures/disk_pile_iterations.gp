# Iterations of the contact solver (sweeps, Newton steps) for columns and triangular piles at rest, from percussions of zero,
# against the number of disks: each method alone, and the portfolio, which begins with 200 sweeps of conjugate gradients.
needs = 'rows_iterations q_column_iterations_100_disks'
load 'style.gp'
methods = 'psor conjugate_gradient newton portfolio'
names = "PSOR 'conjugate gradients' Newton portfolio"
of(where, k) = strcol('arrangement') eq where && strcol('method') eq word(methods, k) ? column('iterations') : NaN

do for [t=1:3] {
  eval open_figure('disk_pile_iterations', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  set logscale xy
  set format y '10^{%T}'
  set xrange [8:130]
  set yrange [1:1e6]
  set xtics (10, 30, 100)
  set xlabel 'disks'
  set ylabel 'iterations'
  set key top right
  eval panel('(a) columns')
  plot for [k=1:4] 'iterations.csv' using 'disks':(of('column', k)) with linespoints ls k pointsize 0.8 notitle
  eval caption_drawn
  eval panel('(b) piles')
  set ylabel ''
  set xrange [40:600]
  set xtics (50, 100, 200, 500)
  plot for [k=1:4] 'iterations.csv' using 'disks':(of('pile', k)) with linespoints ls k pointsize 0.8 title word(names, k)
  eval close_figure
}
