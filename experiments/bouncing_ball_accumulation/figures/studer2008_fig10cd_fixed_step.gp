# Height and velocity of the ball (the motion of Fig. 10 c, d) by the fixed-step midpoint rule, with the closed form.
load 'style.gp'
if (!exists('q_max_position_error_fixed_step')) { print 'nothing to draw: the run ended early'; exit }

do for [t=1:3] {
  eval open_figure('studer2008_fig10cd_fixed_step', t, 16, 7.5)
  set multiplot layout 1,2
  set xrange [0:run_end_time]
  set xlabel 't / s'
  set ylabel 'z / m'
  plot 'motion.csv' using 't':'z' with lines ls 1 linewidth 2.5 title 'midpoint rule', \
       'motion.csv' using 't':'z_exact' with lines ls 10 dashtype (4,4) title 'closed form'
  eval caption_drawn
  set ylabel 'dz/dt / (m/s)'
  plot 'motion.csv' using 't':'zdot' with lines ls 1 linewidth 2.5 notitle, \
       'motion.csv' using 't':'zdot_exact' with lines ls 10 dashtype (4,4) notitle
  eval close_figure
}
