# (a) Closed contacts in each step. (b) Sweeps and steps of Newton's method of the contact
# solver in each step.
needs = 'rows_steps q_sweeps_max q_newton_steps_max q_active_contacts_max'
load 'style.gp'

do for [t=1:3] {
  eval open_figure('disk_mixing_contacts', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / s'
  set ylabel 'contacts'
  set yrange [0:1.45 * q_active_contacts_max]
  set xtics run_end_time > 3 ? 1 : run_end_time > 1.2 ? 0.5 : 0.2
  set key right top
  eval panel('(a)')
  plot 'steps.csv' using 't':'contacts' with lines ls 1 title 'closed', \
       'steps.csv' using 't':'loaded' with lines ls 2 title 'loaded, between disks', \
       'steps.csv' using 't':'sliding' with lines ls 3 title 'sliding, of these'
  eval caption_drawn
  set ylabel 'sweeps, Newton steps'
  set yrange [0:1.3 * (q_sweeps_max > q_newton_steps_max ? q_sweeps_max : q_newton_steps_max)]
  set key right top
  eval panel('(b)')
  plot 'steps.csv' using 't':(column('sweeps') > 0 ? column('sweeps') : NaN) with points pointtype 7 pointsize 0.2 linecolor rgb style_colour[1] title 'sweeps', \
       'steps.csv' using 't':(column('newton_steps') > 0 ? column('newton_steps') : NaN) with points pointtype 4 pointsize 0.2 linecolor rgb style_colour[2] title 'Newton steps'
  eval close_figure
}
