# Substeps 1, 2, 3, ... (Fig. 9): step size, and the velocity after the accumulation point. The paper prints neither g nor
# tolerances nor the end time: 9.81 m/s^2 and those of the caption line are taken. Dotted in (a): the accumulation point.
# (b) shows the first millisecond and a half of what goes on like this to the end: steps of 3 dt_min and order 2 multiply
# the velocity by 1.68 (eq. 47), those of dt_min by -0.7, and the error estimate keeps the product below the tolerance.
# The paper has it on a linear axis, which shows the growth no better than the decay before it.
needs = 'rows_all_substeps q_accepted_steps_all_substeps'
load 'style.gp'
run_caption = run_name . run_control . ', all substeps'
accumulation = exists('q_accumulation_time') ? q_accumulation_time : run_end_time
at = strstrt(run_control, 'atol = ')
eval 'atol = ' . (at > 0 ? word(run_control[at + 7:*], 1) : 'NaN')

do for [t=1:3] {
  eval open_figure('studer2008_fig9', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  eval panel('(a)')
  set xlabel 't / s'
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set xrange [0:run_end_time]
  set yrange [0.5*run_dt_min:2*run_dt_max]
  set arrow from accumulation, graph 0 to accumulation, graph 1 nohead ls 9 dashtype (2,2)
  plot 'all_substeps.csv' using 't':'dt' with fsteps ls 1 linewidth 1 notitle
  eval caption_drawn
  unset arrow
  unset logscale y
  set format y '%h'
  eval panel('(b)')
  set xlabel '(t - accumulation) / ms'
  set ylabel '|dz/dt| / (m/s)'
  set xrange [0:1.5]
  set yrange [1e-10:1e-3]
  set logscale y
  set format y '10^{%T}'
  set key top right
  plot atol with lines ls 9 dashtype (9,3) title 'tolerance', \
       'all_substeps.csv' using (1e3*(column('t') - accumulation)):(abs(column('zdot'))) with linespoints ls 1 linewidth 0.8 pointsize 0.3 title 'accepted steps'
  eval close_figure
}
