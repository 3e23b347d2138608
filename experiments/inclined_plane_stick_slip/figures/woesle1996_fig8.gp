# Acceleration over velocity for x, y and gamma (Fig. 8), over 1 s, for the printed setting (top) and the two with
# stick-slip. Lines upright are jumps where the body comes to rest.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'
run_caption = run_name . run_control . ', t = 0 to 1 s'

# The next larger of 1, 2, 5 times a power of ten.
power(x) = 10.0**floor(log10(x))
nice(x) = power(x)*(x/power(x) <= 2 ? 2 : x/power(x) <= 5 ? 5 : 10)
array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_fig8', t, 16, 16)
  set multiplot layout 3,3
  set tmargin 2
  set offsets graph 0.05, graph 0.05, graph 0.05, graph 0.05
  do for [k=1:3] {
    do for [panel=1:3] {
      q = panel == 1 ? 'x' : panel == 2 ? 'y' : 'gamma'
      factor = panel == 3 ? 1 : 1e3
      set xlabel panel == 1 ? 'dx/dt / (mm/s)' : panel == 2 ? 'dy/dt / (mm/s)' : 'dγ/dt / (rad/s)'
      set ylabel panel == 1 ? 'd^2x/dt^2 / (m/s^2)' : panel == 2 ? 'd^2y/dt^2 / (m/s^2)' : 'd^2γ/dt^2 / (rad/s^2)'
      set title panel == 2 ? label[k] : ''
      set autoscale
      stats sprintf('motion_%s.csv', setting[k]) using (factor*column(q . 'dot')) nooutput
      set xtics nice((STATS_max - STATS_min)/3)
      stats sprintf('motion_%s.csv', setting[k]) using (column(q . 'ddot')) nooutput
      set ytics nice((STATS_max - STATS_min)/5)
      plot sprintf('motion_%s.csv', setting[k]) using (factor*column(q . 'dot')):(column(q . 'ddot')) with lines ls 1 linewidth 1 notitle
      eval caption_drawn
    }
  }
  eval close_figure
}
