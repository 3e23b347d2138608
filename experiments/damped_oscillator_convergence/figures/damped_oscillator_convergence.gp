# Order of the augmented scheme on a smooth problem, measured slopes in the keys: with damping orders 1 to 6, without the
# even ones that the symmetry of the midpoint rule gives; of another integrator, the order that it declares. Not a figure
# of the paper.
needs = 'rows_orders rows_orders_undamped'
load 'style.gp'
run_caption = sprintf('nsdbench damped_oscillator_convergence: %s, to t = %g s, dt_max as on the axis', run_integrator, run_end_time)
slope(variant, p) = exists(sprintf('q_order_p%d%s', p, variant)) ? sprintf('p = %d: %.2f', p, value(sprintf('q_order_p%d%s', p, variant))) : sprintf('p = %d', p)
stats 'orders.csv' using (column('p')) nooutput
first = int(STATS_min)
last = int(STATS_max)

do for [t=1:3] {
  eval open_figure('damped_oscillator_convergence', t, 16, 11)
  set multiplot layout 1,2
  set tmargin 2
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'Δt_{max} / s'
  set ylabel 'largest position error / m'
  set bmargin 9.5
  set key at graph 0.5, graph -0.29 center top horizontal maxcols 2 Left reverse samplen 0.5
  do for [panel=1:2] {
    variant = panel == 1 ? '' : '_undamped'
    set title panel == 1 ? 'damped' : 'd = 0'
    if (first < last) { set xrange [5e-5:2e-1]; set yrange [1e-14:1e-1] }
    plot for [p=first:last] 'orders' . variant . '.csv' using 'dt_max':'error' every :::(p-first)::(p-first) with points ls (first < last ? p : 1) pointsize 0.3 notitle, \
         for [p=first:last] 1/0 with points ls (first < last ? p : 1) pointsize 0.6 title slope(variant, p)
    if (panel == 1) { eval caption_drawn }
  }
  eval close_figure
}
