# Substeps 1, 2, 3, ... (Fig. 9): step size, and the velocity after the accumulation point. The paper prints neither g nor
# tolerances nor the end time: 9.81 m/s^2 and those of the caption line are taken. Dotted in (a): the accumulation point.
load 'style.gp'
run_caption = run_name . run_control . ', all substeps'
accumulation = exists('q_accumulation_time') ? q_accumulation_time : run_end_time

do for [t=1:3] {
  eval open_figure('studer2008_fig9', t, 16, 7.5)
  set multiplot layout 1,2
  set xlabel 't / s'
  set ylabel 'Δt / s'
  set logscale y
  set format y '10^{%T}'
  set xrange [0:run_end_time]
  set yrange [0.5*run_dt_min:2*run_dt_max]
  set arrow from accumulation, graph 0 to accumulation, graph 1 nohead ls 9 dashtype (2,2)
  plot 'all_substeps.csv' using 't_begin':'dt' with steps ls 1 linewidth 1 notitle
  eval caption_drawn
  unset arrow
  unset logscale y
  set format y '%h'
  set ylabel 'dz/dt / (μm/s)'
  set xrange [accumulation:run_end_time]
  set yrange [*:*]
  plot 'all_substeps.csv' using 't':(column('t') > accumulation ? 1e6*column('zdot') : NaN) with lines ls 1 linewidth 0.6 notitle
  eval close_figure
}
