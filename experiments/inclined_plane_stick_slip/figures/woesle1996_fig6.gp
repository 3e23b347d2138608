# x, y and gamma over 1 s (Fig. 6) for the printed setting (top) and the two with stick-slip: on the acceleration level
# (lines) and by Moreau's midpoint rule (dots). Grey: the whole body sticks.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'
# Time stepping is laid over the method of the paper only.
beside = strstrt(run_name, 'acceleration_level') > 0
run_caption = run_name . (beside ? ', dots: midpoint rule with dt = ' . run_dt . ' s' : run_control)

# The next larger of 1, 2, 5 times a power of ten.
power(x) = 10.0**floor(log10(x))
nice(x) = power(x)*(x/power(x) <= 2 ? 2 : x/power(x) <= 5 ? 5 : 10)
array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_fig6', t, 16, 16)
  set multiplot
  set xrange [0:1]
  set xtics 0.5
  set style fill solid 1 noborder
  do for [k=1:3] {
    bars = exists(sprintf('q_stick_start_1_%s', setting[k]))
    sticks = bars ? sprintf("'stick_%s.csv' using (0.5*(column('t_begin') + column('t_end'))):(0):'t_begin':'t_end':(-1e3):(1e3) with boxxyerror linecolor rgb '#E4E4E4' notitle, ", setting[k]) : ''
    do for [panel=1:3] {
      column_name = panel == 1 ? 'x' : panel == 2 ? 'y' : 'gamma'
      factor = panel == 3 ? 1 : 1e3
      set lmargin at screen 0.14 + 0.31*(panel - 1)
      set rmargin at screen 0.335 + 0.31*(panel - 1)
      set tmargin at screen 0.92 - 0.29*(k - 1)
      set bmargin at screen 0.71 - 0.29*(k - 1)
      # At one place, whatever the width of the tick labels.
      set label 2 (panel == 1 ? 'x / mm' : panel == 2 ? 'y / mm' : 'γ / rad') at screen (panel == 1 ? 0.065 : panel == 2 ? 0.352 : 0.66), screen 0.815 - 0.29*(k - 1) center rotate
      set xlabel k == 3 ? 't / s' : ''
      if (panel == 1) { set label 1 label[k] at screen 0.02, screen 0.815 - 0.29*(k - 1) center rotate } else { unset label 1 }
      # The key stands once, over all panels.
      if (k == 1 && panel == 2) { set key at screen 0.55, screen 0.985 center top maxrows 1 samplen 2 width (t == 1 ? -3 : 0) } else { unset key }
      set autoscale
      set ytics autofreq
      stats sprintf('motion_%s.csv', setting[k]) using (factor*column(column_name)) nooutput
      margin = 0.08*(STATS_max - STATS_min)
      set yrange [STATS_min - margin:STATS_max + margin]
      set ytics nice((STATS_max - STATS_min)/4)
      set xrange [0:1]
      stepped = beside ? sprintf("'stepped_%s.csv' using 't':(factor*column('%s')) every 20 with points ls 2 pointsize 0.5 title 'midpoint rule', ", setting[k], column_name) : ''
      eval 'plot ' . sticks . stepped . sprintf("'motion_%s.csv' using 't':(factor*column('%s')) with lines ls 1 title run_integrator noenhanced, ", setting[k], column_name) . "1/0 with boxes linecolor rgb '#E4E4E4' title 'the whole body sticks'"
      eval caption_drawn
    }
  }
  eval close_figure
}
