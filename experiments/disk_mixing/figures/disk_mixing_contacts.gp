# (a) Closed contacts in each step. (b) Iterations of the contact solver, and their median over the steps.
needs = 'rows_steps q_median_iterations q_active_contacts_max'
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
  set ylabel 'iterations'
  set logscale y
  set yrange [0.8:*]
  set key right bottom
  eval panel('(b)')
  plot 'steps.csv' using 't':(column('iterations') > 0 ? column('iterations') : NaN) with points pointtype 7 pointsize 0.15 linecolor rgb style_colour[7] notitle, \
       q_median_iterations with lines ls 1 title 'median'
  eval close_figure
}
