# (a) Largest penetration of a step. (b) Work of the drum, and what friction and impacts dissipate, since the start. (c)
# Energies, the potential one from the start on. (d) What is missing in the balance of energy.
needs = 'rows_steps q_energy_at_start q_max_penetration q_wall_work'
load 'style.gp'

do for [t=1:3] {
  eval open_figure('disk_mixing_energy', t, 16, 14)
  set multiplot layout 2,2
  set tmargin 2
  set bmargin 4.5
  set xlabel 't / s'
  set xtics run_end_time > 3 ? 1 : run_end_time > 1.2 ? 0.5 : 0.2
  set ylabel 'penetration / mm'
  set yrange [0:1.35e3 * q_max_penetration]
  set key left top
  eval panel('(a)')
  plot 'steps.csv' using 't':(1e3 * column('penetration_walls')) with lines ls 2 title 'drum and baffles', \
       'steps.csv' using 't':(1e3 * column('penetration_disks')) with lines ls 1 title 'between disks'
  eval caption_drawn
  set ylabel 'energy / J'
  set yrange [*:*]
  eval panel('(b)')
  plot 'steps.csv' using 't':'wall_work' with lines ls 1 title 'work of the drum', \
       'steps.csv' using 't':'dissipated' with lines ls 2 title 'dissipated'
  eval panel('(c)')
  set key right bottom
  plot 'steps.csv' using 't':(column('potential') - q_energy_at_start) with lines ls 2 title 'potential', \
       'steps.csv' using 't':'kinetic' with lines ls 1 title 'kinetic'
  set ylabel 'error of the balance / 10^{-12} J'
  eval panel('(d)')
  plot 'steps.csv' using 't':(1e12 * (column('kinetic') + column('potential') - q_energy_at_start - column('wall_work') + column('dissipated'))) with lines ls 1 notitle
  eval close_figure
}
