# Distance of the positions at 1 s by Moreau's midpoint rule from those on the acceleration level, against the time step.
# Not a figure of the paper.
needs = 'q_time_stepping_order_as_printed q_time_stepping_order_friction_013 q_time_stepping_order_inclination_0085'
load 'style.gp'
run_caption = run_name . ', dt as on the axis'

array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_convergence', t, 12, 9)
  set logscale xy
  set format xy '10^{%T}'
  eval decades('x')
  set xlabel 'Δt / s'
  set ylabel 'distance at 1 s / m'
  set key top left
  plot for [k=1:3] sprintf('convergence_%s.csv', setting[k]) using 'dt':'difference' with points ls k pointsize 0.4 title label[k], \
       0.03*x with lines ls 9 dashtype (9,3) title 'slope 1'
  eval close_figure
}
