# Height and velocity of the ball (the motion of Fig. 10 c, d) by the midpoint rule with fixed steps, or by another
# integrator of the run, with the closed form.
needs = 'rows_motion'
load 'style.gp'
midpoint_rule = exists('q_position_error_max_fixed_step')
if (midpoint_rule) { run_caption = sprintf('nsdbench bouncing_ball_accumulation: moreau with fixed steps, dt = %s s, to t = %g s', run_dt, run_end_time) }

do for [t=1:3] {
  eval open_figure('studer2008_fig10cd_fixed_step', t, 16, 7.5)
  set multiplot layout 1,2
  set xrange [0:run_end_time]
  set xlabel 't / s'
  set ylabel 'z / m'
  plot 'motion.csv' using 't':'z' with lines ls 1 linewidth 2.5 title (midpoint_rule ? 'midpoint rule' : run_integrator) noenhanced, \
       'motion.csv' using 't':'z_exact' with lines ls 10 dashtype (4,4) title 'closed form'
  eval caption_drawn
  set ylabel 'dz/dt / (m/s)'
  plot 'motion.csv' using 't':'zdot' with lines ls 1 linewidth 2.5 notitle, \
       'motion.csv' using 't':'zdot_exact' with lines ls 10 dashtype (4,4) notitle
  eval close_figure
}
