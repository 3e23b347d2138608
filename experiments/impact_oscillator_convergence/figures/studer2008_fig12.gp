# The impact oscillator (Fig. 12): impulses, position, velocity; error against dt_max, and against the number of base
# steps (the paper: CPU time), for orders 1 to 6 with dt_min = dt_max^p, to 0.75 s. The paper prints neither the stop's
# position nor end time, norm or step sizes: x = 0, 0.75 s, the maximum over accepted nodes and many jittered dt_max are
# taken. The numbers in (e) are the measured slopes. Beside (d), not in the paper, the step sizes of that motion, with a step
# boundary at 0.75 s, where the study ends. Thin
# lines in (b) to (d): closed form. The motion is drawn to 1 s. By another integrator, (e) and (f) have the order that it
# declares.
needs = 'rows_motion rows_exact rows_orders q_position_error_max'
load 'style.gp'
run_caption = run_name . run_control . ' in (b-d); dt_min = dt_max^p in (e, f)'
stats 'orders.csv' using (column('p')) nooutput
first = int(STATS_min)
final = int(STATS_max)
last = run_end_time < 1 ? run_end_time : 1
slope(p) = exists(sprintf('q_order_p%d', p)) ? sprintf('p = %d: %.2f', p, value(sprintf('q_order_p%d', p))) : sprintf('p = %d', p)

do for [t=1:3] {
  eval open_figure('studer2008_fig12', t, 16, 18)
  set multiplot layout 3,2
  set tmargin 2
  set xlabel 't / s'
  set xrange [0:last]
  eval panel('(b)')
  set ylabel 'Λ / (N s)'
  set yrange [0:*]
  if (exists('q_impact_time_1')) {
    plot 'impacts.csv' using 't_exact':'impulse_exact' with points pointtype 6 pointsize 1.1 linecolor rgb '#000000' title 'closed form', \
         'impacts.csv' using 't':'impulse' with impulses ls 1 notitle, 'impacts.csv' using 't':'impulse' with points ls 1 pointsize 0.5 title 'impacts'
  }
  eval caption_drawn
  eval panel('(c)')
  set ylabel 'x / m'
  set yrange [*:*]
  plot 'exact.csv' using 't':'x' with lines ls 10 notitle, 'motion.csv' using 't':'x' with points ls 1 pointsize 0.3 notitle
  eval panel('(d)')
  set ylabel 'dx/dt / (m/s)'
  plot 'exact.csv' using 't':'xdot' with lines ls 10 notitle, 'motion.csv' using 't':'xdot' with points ls 1 pointsize 0.3 notitle
  eval panel('(ours)')
  small = t == 1 ? ',9.3' : ',7'
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set yrange [0.5*run_dt_min:2*run_dt_max]
  set label 1 '0.75 s' at 0.74, 1e-3 right font small
  plot 'motion.csv' using 't':'dt' with fsteps ls 1 notitle
  unset label 1
  eval panel('(e)')
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'Δt_{max} / s'
  set ylabel 'e_G / m'
  if (first < final) { set xrange [3e-5:1e-1]; set yrange [1e-16:1] } else { set autoscale xy }
  set key bottom left Left reverse samplen 0.5 font small
  if (first < final) { set xrange [3e-6:1e-1] }
  plot for [p=first:final] 'orders.csv' using 'dt_max':'error' every :::(p-first)::(p-first) with points ls (first < final ? p : 1) pointsize 0.25 notitle, \
       for [p=first:final] 1/0 with points ls (first < final ? p : 1) pointsize 0.6 title slope(p)
  eval panel('(f)')
  set xlabel 'base steps'
  set xrange [*:*]
  plot for [p=final:first:-1] 'orders.csv' using 'base_steps':'error' every :::(p-first)::(p-first) with points ls (first < final ? p : 1) pointsize 0.25 notitle
  eval close_figure
}
