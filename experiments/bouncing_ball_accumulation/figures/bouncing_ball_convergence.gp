# Errors of height (max norm over accepted nodes) and velocity (L1 norm) against the step size. Not a figure of the
# paper.
needs = 'rows_convergence q_position_error_max_fixed_step'
load 'style.gp'
run_caption = 'nsdbench bouncing_ball_accumulation: moreau with fixed steps, dt as on the axis'

do for [t=1:3] {
  eval open_figure('bouncing_ball_convergence', t, 12, 9)
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'Δt / s'
  set ylabel 'error'
  set key top left
  plot 'convergence.csv' using 'dt':'position_error_max' with points ls 1 title 'max |z - z_{exact}| / m', \
       'convergence.csv' using 'dt':'velocity_error_l1' with points ls 2 title '∫|dz/dt - exact| dt / m', \
       x with lines ls 9 dashtype (9,3) title 'slope 1'
  eval close_figure
}
