# What the tolerance costs and brings. Below some 1e-9 the smallest step is too large for the tolerance at the turn: the
# scheme makes steps of dt_min and order 1 there, at great cost and with larger errors. Not a figure of the paper.
needs = 'rows_tolerances'
load 'style.gp'
run_caption = run_name . sprintf(', dt = %g to %g s, atol as on the axis', run_dt_min, run_dt_max)

do for [t=1:3] {
  eval open_figure('sliding_point_mass_tolerance', t, 16, 7.5)
  set multiplot layout 1,2
  set logscale xy
  set format xy '10^{%T}'
  set xrange [1e-4:1e-11] reverse
  set xtics ('10^{-4}' 1e-4, '10^{-6}' 1e-6, '10^{-8}' 1e-8, '10^{-10}' 1e-10)
  set xlabel 'atol (m, m/s), tighter to the right →'
  set ylabel 'steps'
  set key top left
  plot 'tolerances.csv' using 'atol':'base_steps' with linespoints ls 1 title 'base steps', \
       'tolerances.csv' using 'atol':'accepted_steps' with linespoints ls 2 title 'accepted steps'
  eval caption_drawn
  set ylabel 'largest position error / m'
  plot 'tolerances.csv' using 'atol':'position_error_max' with linespoints ls 1 notitle, \
       x with lines ls 9 dashtype (9,3) title 'error = atol'
  eval close_figure
}
