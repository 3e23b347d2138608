# Angle and angular velocity of the sleeve over time (Fig. 5), from Table I's start. The paper prints neither time step
# nor duration: several cycles at the dt of the caption line are taken.
needs = 'rows_time_history'
load 'style.gp'
run_caption = run_caption . " from Table I's start"

do for [t=1:3] {
  eval open_figure('glocker2005_fig5', t, 16, 7.5)
  set multiplot layout 1,2
  set xlabel 't / s'
  set ylabel 'φ_M / rad'
  plot 'time_history.csv' using 't':'phi_M' with lines ls 1 notitle
  eval caption_drawn
  set ylabel 'ω_M / (rad/s)'
  plot 'time_history.csv' using 't':'omega_M' with lines ls 1 notitle
  eval close_figure
}
