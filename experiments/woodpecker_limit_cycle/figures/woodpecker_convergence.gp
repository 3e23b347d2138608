# Period of the limit cycle against the step size, and its deviation from the limit. Not a figure of the paper.
needs = 'rows_convergence q_period q_period_deviation_at_dt_1e5'
load 'style.gp'
run_caption = run_name . ', dt as on the axis'

do for [t=1:3] {
  eval open_figure('woodpecker_convergence', t, 16, 8)
  set multiplot layout 1,2
  set logscale x
  set format x '10^{%T}'
  eval decades('x')
  set xlabel 'Δt / s'
  set ylabel 'period / s'
  set key top left
  plot 'convergence.csv' using 'dt':'period' with points ls 1 title 'mean of 40 cycles', \
       q_period with lines ls 10 title 'limit for Δt → 0'
  eval caption_drawn
  set logscale y
  set format y '10^{%T}'
  set ylabel 'error of the period / s'
  plot 'convergence.csv' using 'dt':'period_deviation' with points ls 1 notitle, \
       q_period_deviation_at_dt_1e5*(x/1e-5) with lines ls 9 dashtype (9,3) title 'slope 1'
  eval close_figure
}
