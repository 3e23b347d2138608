# x, y and gamma over 1 s (Fig. 6) for the printed setting (top) and the two with stick-slip: on the acceleration level
# (lines) and by Moreau's midpoint rule (dots). Grey: the whole body sticks.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'
# Time stepping is laid over the method of the paper only.
beside = strstrt(run_name, 'acceleration_level') > 0
run_caption = run_name . (beside ? ', dots: midpoint rule with dt = ' . run_dt . ' s' : run_control)

array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_fig6', t, 16, 16)
  set multiplot layout 3,3
  set tmargin 2
  set xlabel 't / s'
  set xrange [0:1]
  set xtics 0.5
  set style fill solid 1 noborder
  do for [k=1:3] {
    bars = exists(sprintf('q_stick_start_1_%s', setting[k]))
    sticks = bars ? sprintf("'stick_%s.csv' using (0.5*(column('t_begin') + column('t_end'))):(0):'t_begin':'t_end':(-1e3):(1e3) with boxxyerror linecolor rgb '#E4E4E4' notitle, ", setting[k]) : ''
    do for [panel=1:3] {
      column_name = panel == 1 ? 'x' : panel == 2 ? 'y' : 'gamma'
      factor = panel == 3 ? 1 : 1e3
      set ylabel panel == 1 ? 'x / mm' : panel == 2 ? 'y / mm' : 'γ / rad'
      set title panel == 2 ? label[k] : ''
      set autoscale
      stats sprintf('motion_%s.csv', setting[k]) using (factor*column(column_name)) nooutput
      margin = 0.08*(STATS_max - STATS_min)
      set yrange [STATS_min - margin:STATS_max + margin]
      set xrange [0:1]
      stepped = beside ? sprintf("'stepped_%s.csv' using 't':(factor*column('%s')) every 20 with points ls 2 pointsize 0.5 notitle, ", setting[k], column_name) : ''
      eval 'plot ' . sticks . stepped . sprintf("'motion_%s.csv' using 't':(factor*column('%s')) with lines ls 1 notitle", setting[k], column_name)
      eval caption_drawn
    }
  }
  eval close_figure
}
