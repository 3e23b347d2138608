# Time of the second crank revolution against the step size, printed start: difference from the motion by
# events.
# Not a figure of the paper.
needs = 'rows_convergence q_order_revolution_2_time_e01'
load 'style.gp'
run_caption = run_name . ', dt as on the axis, printed start'

array value[4] = ['0.1', '0.4', '0.6', '0.9']
do for [t=1:3] {
  eval open_figure('slider_crank_convergence', t, 12, 9)
  set logscale xy
  set format xy '10^{%T}'
  eval decades('x')
  set xlabel 'Δt / s'
  set ylabel '|t(2 revolutions) - t by events| / s'
  set key bottom right
  plot for [k=1:4] 'convergence.csv' using 'dt':'deviation_revolution_2_time' every :::(k-1)::(k-1) with points ls k pointsize 0.5 title sprintf('ε = %s', value[k]), \
       30*x with lines ls 9 dashtype (9,3) title 'slope 1'
  eval close_figure
}
