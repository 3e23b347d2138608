# Substeps 1, 3, 5, ... (Fig. 10): step size, order, height and velocity. Dots are the ends of accepted steps, thin lines
# the closed form. The paper prints neither g nor tolerances nor the end time: 9.81 m/s^2 and those of the caption line
# are taken.
needs = 'rows_odd_substeps rows_motion q_position_error_max_fixed_step'
load 'style.gp'
run_caption = run_name . run_control . ', odd substeps'

do for [t=1:3] {
  eval open_figure('studer2008_fig10', t, 16, 12)
  set multiplot layout 2,2
  set tmargin 2
  eval panel('(a)')
  set xlabel 't / s'
  set xrange [0:run_end_time]
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set yrange [0.5*run_dt_min:2*run_dt_max]
  plot 'odd_substeps.csv' using 't':'dt' with fsteps ls 1 notitle
  eval caption_drawn
  unset logscale y
  set format y '%h'
  eval panel('(b)')
  set ylabel 'order'
  set yrange [0.5:3.5]
  set ytics 1
  plot 'odd_substeps.csv' using 't':'order' with fsteps ls 1 notitle
  set ytics autofreq
  eval panel('(c)')
  set ylabel 'z / m'
  set yrange [-0.002:*]
  plot 'motion.csv' using 't':'z_exact' with lines ls 10 title 'closed form', \
       'odd_substeps.csv' using 't':'z' with points ls 1 pointsize 0.3 title 'accepted steps'
  eval panel('(d)')
  set ylabel 'dz/dt / (m/s)'
  set yrange [*:*]
  plot 'motion.csv' using 't':'zdot_exact' with lines ls 10 notitle, \
       'odd_substeps.csv' using 't':'zdot' with points ls 1 pointsize 0.3 notitle
  eval close_figure
}
