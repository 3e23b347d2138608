# Error of phi_S against dt_max for orders 1 to 6 (Fig. 14), to 0.146 s: with the paper's dt_min = 1e-10 s, and with one
# that does not count. The keys show measured slopes. The paper prints neither end time, norm nor dt_max: one
# period, the maximum over accepted nodes and many jittered dt_max are taken.
needs = 'rows_orders rows_smooth_orders q_slope_p1'
load 'style.gp'
run_caption = run_name . ', dt_max as on the axis, to t = 0.146 s'
slope(prefix, p) = exists(sprintf('q_%sslope_p%d', prefix, p)) ? sprintf('p = %d: %.2f', p, value(sprintf('q_%sslope_p%d', prefix, p))) : sprintf('p = %d', p)

do for [t=1:3] {
  eval open_figure('studer2008_fig14', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 2
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'Δt_{max} / s'
  set ylabel 'e_G of φ_S / rad'
  set xrange [5e-5:5e-3]
  set yrange [1e-16:1e-1]
  set title 'Δt_{min} = 10^{-10} s'
  set key bottom right Left reverse samplen 0.5
  plot for [p=1:6] 'orders.csv' using 'dt_max':'error' every :::(p-1)::(p-1) with points ls p pointsize 0.25 notitle, \
       for [p=1:6] 1/0 with points ls p pointsize 0.6 title slope('', p)
  eval caption_drawn
  set title 'Δt_{min} = 10^{-17} s'
  set key top right Left reverse samplen 0.5
  plot for [p=1:6] 'smooth_orders.csv' using 'dt_max':'error' every :::(p-1)::(p-1) with points ls p pointsize 0.25 notitle, \
       for [p=1:6] 1/0 with points ls p pointsize 0.6 title slope('smooth_', p)
  eval close_figure
}
