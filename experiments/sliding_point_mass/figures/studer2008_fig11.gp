# The sliding mass (Fig. 11): path, order, step size, friction force, speed; and, not in the paper, the error. Dots are
# accepted steps, thin lines the equation of motion by Runge-Kutta 7(8) with a tolerance of 1e-17. Dotted: least speed, switch-off, stop (the paper's t_A, t_B,
# t_C). The paper prints neither step sizes nor tolerances nor the end time: those of the caption line are taken.
needs = 'rows_motion q_accepted_steps'
load 'style.gp'

truth = exists('q_position_error_max')
exact(x, y, style) = truth ? sprintf("'exact.csv' using '%s':'%s' with lines ls 10 %s, ", x, y, style) : ''
mark(k, name, x, y) = sprintf("set arrow %d from %.9g, graph 0 to %.9g, graph 1 nohead ls 9 dashtype (2,2); set label %d '%s' at %.9g, graph %g left offset 0.3, 0; ", k, x, x, k, name, x, y)
# With their names at the height y of the panel, where no data are.
marks(y) = (exists('q_minimum_speed_time') ? mark(101, 't_A', q_minimum_speed_time, y) : '') \
  . (exists('q_force_switch_time') ? mark(102, 't_B', q_force_switch_time, y) : '') . (exists('q_stop_time') ? mark(103, 't_C', q_stop_time, y) : '')

do for [t=1:3] {
  eval open_figure('studer2008_fig11', t, 16, 18)
  set multiplot layout 3,2
  set tmargin 2
  eval panel('(b)')
  set xlabel 'x / m'
  set offsets graph 0.05, graph 0.05, graph 0.15, graph 0.15
  set ylabel 'y / m'
  set size ratio -1
  set ytics 0.2
  set key bmargin center horizontal
  eval 'plot ' . exact('x', 'y', "title 'Runge-Kutta 7(8)'") . "'motion.csv' using 'x':'y' with points ls 1 pointsize 0.3 title 'accepted steps'"
  eval caption_drawn
  unset offsets
  set size noratio
  set ytics autofreq
  eval marks(0.06)
  set xtics 1
  set xlabel 't / s'
  eval panel('(c)')
  set ylabel 'order'
  set xrange [0:run_end_time]
  set yrange [0.5:6.5]
  set ytics 1
  if (run_integrator eq 'moreau_adjusted') {
    plot 'motion.csv' using 't':'order' with fsteps ls 1 notitle
  } else {
    set label 50 'all steps have one order' at graph 0.5, graph 0.5 center
    plot NaN notitle
    unset label 50
  }
  set ytics autofreq
  eval panel('(d)')
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set yrange [0.5*run_dt_min:2*run_dt_max]
  plot 'motion.csv' using 't':'dt' with fsteps ls 1 notitle
  unset logscale y
  set format y '%h'
  eval panel('(e)')
  set ylabel 'λ / N'
  set yrange [-2.2:2.2]
  set key at graph 0.7, graph 0.4 right top
  eval 'plot ' . exact('t', 'lambda_x', 'notitle') . exact('t', 'lambda_y', 'dashtype (4,2) notitle') \
    . "for [k=1:2] 'motion.csv' using (0.5*(column('t_begin') + column('t'))):(column(k == 1 ? 'lambda_x' : 'lambda_y')) with points ls k pointsize 0.3 title k == 1 ? 'λ_x' : 'λ_y'"
  eval panel('(f)')
  set ylabel '|u| / (m/s)'
  eval marks(0.93)
  set yrange [0:*]
  eval 'plot ' . exact('t', 'speed', 'notitle') . "'motion.csv' using 't':'speed' with points ls 1 pointsize 0.3 notitle"
  eval panel('(ours)')
  set ylabel 'position error / m'
  eval marks(0.06)
  set logscale y
  set format y '10^{%T}'
  set yrange [*:*]
  if (truth) { plot 'motion.csv' using 't':'position_error' with lines ls 1 notitle }
  eval close_figure
}
