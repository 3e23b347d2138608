# Error of the bouncing ball over the time step, for three restitution coefficients: the order study of the experiment's
# fixed step, made by whole runs of it.
needs = 'rows_merged'
load 'style.gp'
run_caption = run_caption . '; the midpoint rule with a fixed step'

array restitution[3] = [0.3, 0.5, 0.7]
do for [t=1:3] {
  eval open_figure('ball_step_sizes', t, 12, 9)
  set logscale xy
  set format xy '10^{%L}'
  set xlabel 'Δt / s'
  set ylabel 'largest error of the height / m'
  set key bottom right
  set xrange [1e-5:1e-2]
  plot for [k=1:3] 'merged.csv' \
         using 'dt':(column('epsilon_N') == restitution[k] ? column('position_error_max_fixed_step') : NaN) \
         with points ls k title sprintf('ε_N = %g', restitution[k]), \
       x with lines ls 9 title 'order 1'
  eval close_figure
}
