# Normal forces of the three feet over 1 s, on the acceleration level. Not a figure of the paper.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'
run_caption = run_name . run_control . ', t = 0 to 1 s'

array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_normal_forces', t, 16, 7.5)
  set multiplot layout 1,3
  set tmargin 2
  set xlabel 't / s'
  set ylabel 'λ_N / N'
  set xrange [0:1]
  set xtics 0.5
  set yrange [0:5]
  do for [k=1:3] {
    set title label[k]
    plot for [i=1:3] sprintf('motion_%s.csv', setting[k]) using 't':(column(sprintf('lambda_%d', i))) with lines ls i linewidth 1 title (k == 1 ? sprintf('foot %d', i) : '')
    eval caption_drawn
  }
  eval close_figure
}
