# The woodpecker's first period (Fig. 13): portrait of the bird with its switching points, angular velocities with the
# modes of the six laws, step size, order. The sleeve's portrait is not in the paper. The paper prints neither tolerance
# nor end time: those of the caption line are taken. Lines are drawn from a run with smaller dt_max. Dots belong to the
# paper's method.
needs = 'rows_motion rows_modes rows_curve q_switching_instants'
load 'style.gp'

# Rows of bars, from above: unilateral and friction law of contacts 1, 2, 3.
row(law) = 2 * int(word(law, 2)) - (word(law, 1) eq 'unilateral' ? 1 : 0)
# End of a bar: impacts, which last for dt_min, are drawn 0.4 ms long.
visible(mode) = mode eq 'constraint' && column('t_end') - column('t_begin') < 4e-4 ? column('t_begin') + 4e-4 : column('t_end')
dots(x, y, key) = !exists('q_used_order_max_at_switching') ? '' : sprintf(", 'motion.csv' using '%s':(strcol('switching') eq 'yes' ? column('%s') : NaN) with points pointtype 7 pointsize 0.5 linecolor rgb '#000000' %s", x, y, key)

do for [t=1:3] {
  eval open_figure('studer2008_fig13', t, 16, 22)
  set multiplot layout 4,2
  set tmargin 2.5
  set lmargin 11
  set rmargin 2
  set offsets graph 0.04, graph 0.04, graph 0.04, graph 0.04
  eval panel('(b)')
  set xlabel 'φ_S / rad'
  set ylabel 'ω_S / (rad/s)'
  set xtics 0.2
  set key at graph 1, graph 1.17 right top horizontal
  eval "plot 'curve.csv' using 'phi_S':'omega_S' with lines ls 1 linewidth 1 notitle" . dots('phi_S', 'omega_S', "title 'switching points'")
  eval caption_drawn
  eval panel('(ours)')
  set xlabel 'φ_M / rad'
  set ylabel 'ω_M / (rad/s)'
  set xtics 0.05
  set ytics 10
  eval "plot 'curve.csv' using 'phi_M':'omega_M' with lines ls 1 linewidth 1 notitle" . dots('phi_M', 'omega_M', 'notitle')
  unset offsets
  set xlabel 't / s'
  set xrange [0:run_end_time]
  set xtics 0.05
  eval panel('(c)')
  eval "plot 'curve.csv' using 't':'omega_M' with lines ls 1 linewidth 1 notitle" . dots('t', 'omega_M', 'notitle')
  set ytics autofreq
  eval panel('(d)')
  set ylabel 'ω_S / (rad/s)'
  eval "plot 'curve.csv' using 't':'omega_S' with lines ls 1 linewidth 1 notitle" . dots('t', 'omega_S', 'notitle')
  set ylabel 'law of contact'
  set yrange [6.6:0.4]
  set ytics ('U 1' 1, 'F 1' 2, 'U 2' 3, 'F 2' 4, 'U 3' 5, 'F 3' 6)
  set style fill solid 1 noborder
  set key at graph 1, graph 1.25 right top horizontal
  array modes[2] = ['impressed', 'constraint']
  array colours[2] = ['#C0C0C0', '#000000']
  do for [panel=1:2] {
    if (panel == 2) { set label 1 "U unilateral law, F friction law\n1 beak, 2 sleeve below, 3 sleeve above" at graph 1, graph 1.2 right font sprintf(',%g', t == 1 ? 8.6 : 6.5) }
    eval panel(panel == 1 ? '(c)' : '(d)')
    plot for [k=1:2] 'modes.csv' using (0.5*(column('t_begin') + column('t_end'))):(strcol('mode') eq modes[k] ? row(strcol('law')) : NaN):'t_begin':(visible(strcol('mode'))):(row(strcol('law')) - 0.35):(row(strcol('law')) + 0.35) with boxxyerror linecolor rgb colours[k] notitle, \
         for [k=1:2] NaN with boxes linecolor rgb colours[k] title (panel == 1 ? modes[k] : '')
  }
  unset label 1
  set ytics autofreq
  eval panel('(e)')
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set yrange [0.5*run_dt_min:2*run_dt_max]
  plot 'motion.csv' using 't':'dt' with fsteps ls 1 linewidth 1 notitle
  unset logscale y
  set format y '%h'
  eval panel('(f)')
  set ylabel 'order'
  set yrange [0.5:6.5]
  set ytics 1
  if (run_integrator eq 'moreau_adjusted') {
    plot 'motion.csv' using 't':'order' with fsteps ls 1 linewidth 1 notitle
  } else {
    set label 50 'all steps have one order' at graph 0.5, graph 0.5 center
    plot NaN notitle
    unset label 50
  }
  eval close_figure
}
