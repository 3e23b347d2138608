# Limit cycle in the phase space, sleeve and woodpecker (Fig. 6). Two settled cycles on top of each other; the dot is
# Table I's start.
needs = 'rows_limit_cycle rows_time_history'
load 'style.gp'
run_caption = run_name . run_control . ', two cycles after 100 others'

do for [t=1:3] {
  eval open_figure('glocker2005_fig6', t, 16, 8)
  set multiplot layout 1,2
  set key at graph 0.78,0.5 right center Left reverse
  set xrange [-0.12:0.12]
  set xlabel 'φ_M / rad'
  set ylabel 'ω_M / (rad/s)'
  plot 'limit_cycle.csv' using 'phi_M':'omega_M' with lines ls 1 title 'settled cycle', \
       'time_history.csv' using 'phi_M':'omega_M' every ::0::0 with points ls 2 pointsize 0.8 title "Table I's start"
  eval caption_drawn
  set key off
  set autoscale x
  set xrange [-0.6:0.2]
  set xtics 0.2
  set xlabel 'φ_S / rad'
  set ylabel 'ω_S / (rad/s)'
  plot 'limit_cycle.csv' using 'phi_S':'omega_S' with lines ls 1 notitle, \
       'time_history.csv' using 'phi_S':'omega_S' every ::0::0 with points ls 2 pointsize 0.8 notitle
  eval close_figure
}
