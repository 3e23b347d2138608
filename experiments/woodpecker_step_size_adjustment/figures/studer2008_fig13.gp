# The woodpecker's first period (Fig. 13): portrait of the bird with its switching points, angular velocities with the
# modes of the six laws (black: constraint, grey: impressed), step size, order. The sleeve's portrait is not in the paper.
# The paper prints neither tolerance nor end time: those of the caption line are taken. Lines are drawn from a run with
# smaller dt_max. Dots belong to the paper's method.
needs = 'rows_motion rows_modes rows_curve q_switching_instants'
load 'style.gp'

# End of a bar: impacts, which last for dt_min, are drawn 0.4 ms long.
visible(mode) = mode == 1 && column('t_end') - column('t_begin') < 4e-4 ? column('t_begin') + 4e-4 : column('t_end')
dots(x, y) = !exists('q_largest_switching_order') ? '' : sprintf(", 'motion.csv' using '%s':(column('switching') == 1 ? column('%s') : NaN) with points pointtype 7 pointsize 0.5 linecolor rgb '#000000' notitle", x, y)

do for [t=1:3] {
  eval open_figure('studer2008_fig13', t, 16, 22)
  set multiplot layout 4,2
  set tmargin 2
  set lmargin 11
  set rmargin 2
  eval panel('(b)')
  set xlabel 'φ_S / rad'
  set ylabel 'ω_S / (rad/s)'
  eval "plot 'curve.csv' using 'phi_S':'omega_S' with lines ls 1 linewidth 1 notitle" . dots('phi_S', 'omega_S')
  eval caption_drawn
  unset label 9998
  set xlabel 'φ_M / rad'
  set ylabel 'ω_M / (rad/s)'
  set ytics 10
  eval "plot 'curve.csv' using 'phi_M':'omega_M' with lines ls 1 linewidth 1 notitle" . dots('phi_M', 'omega_M')
  set xlabel 't / s'
  set xrange [0:run_end_time]
  set xtics 0.05
  eval panel('(c)')
  eval "plot 'curve.csv' using 't':'omega_M' with lines ls 1 linewidth 1 notitle" . dots('t', 'omega_M')
  set ytics autofreq
  eval panel('(d)')
  set ylabel 'ω_S / (rad/s)'
  eval "plot 'curve.csv' using 't':'omega_S' with lines ls 1 linewidth 1 notitle" . dots('t', 'omega_S')
  unset label 9998
  set ylabel 'law'
  set yrange [6.6:0.4]
  set ytics ('U 1' 1, 'F 1' 2, 'U 2' 3, 'F 2' 4, 'U 3' 5, 'F 3' 6)
  set style fill solid 1 noborder
  do for [panel=1:2] {
    plot for [mode=0:1] 'modes.csv' using (0.5*(column('t_begin') + column('t_end'))):(column('constraint') == mode ? column('law') : NaN):'t_begin':(visible(mode)):(column('law') - 0.35):(column('law') + 0.35) with boxxyerror linecolor rgb (mode == 1 ? '#000000' : '#C0C0C0') notitle
  }
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
