# Sweeps and Newton steps of the contact solver for columns and triangular piles at rest, from percussions of zero, against
# the number of disks: each method alone, and the portfolio, which begins with 200 sweeps of conjugate gradients and goes on
# with Newton steps if these do not suffice. A Newton step costs much more than a sweep.
needs = 'rows_iterations q_column_iterations_100_disks'
load 'style.gp'
methods = 'psor conjugate_gradient newton portfolio portfolio'
counts = 'sweeps sweeps newton_steps sweeps newton_steps'
names = "'PSOR: sweeps' 'conjugate gradients: sweeps' 'Newton: Newton steps' 'portfolio: sweeps' 'portfolio: Newton steps'"
of(where, k) = strcol('arrangement') eq where && strcol('method') eq word(methods, k) && column(word(counts, k)) > 0 ? \
    column(word(counts, k)) : NaN
title_if(k, count) = word(counts, k) eq count ? word(names, k) : ''

do for [t=1:3] {
  eval open_figure('disk_pile_iterations', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  set logscale xy
  set format y '10^{%T}'
  set xrange [8:130]
  set yrange [1:1e7]
  set xtics (10, 30, 100)
  set xlabel 'disks'
  set ylabel 'sweeps or Newton steps'
  set key top left Left reverse  # half of it in each panel, where it hides nothing
  eval panel('(a) columns')
  plot for [k=1:5] 'iterations.csv' using 'disks':(of('column', k)) with linespoints ls k pointsize 0.8 title title_if(k, 'sweeps')
  eval caption_drawn
  eval panel('(b) piles')
  set ylabel ''
  set xrange [40:600]
  set xtics (50, 100, 200, 500)
  plot for [k=1:5] 'iterations.csv' using 'disks':(of('pile', k)) with linespoints ls k pointsize 0.8 title title_if(k, 'newton_steps')
  eval close_figure
}
