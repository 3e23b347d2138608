# The limit cycle in the phase space, sleeve and woodpecker, with the modes of its contacts. Jumps are impacts. The
# circle is Table I's start, the diamond the section: contact 2 goes from stick to slip.
needs = 'rows_cycle rows_start q_section_phi_s q_section_omega_s'
load 'style.gp'
run_caption = run_name . ', limit cycle by Newton''s method'

array name[5] = ['flight', 'contact 2 slips', 'contact 2 sticks', 'contact 3 closed', 'contact 1 closed']
array style[5] = [9, 2, 1, 3, 4]
of_mode(x, m, k) = m == k - 1 ? x : NaN
do for [t=1:3] {
  eval open_figure('woodpecker_cycle', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 4.5
  set key at graph 0, graph 1.02 left bottom maxrows 3 Left reverse width 1
  set xrange [-0.12:0.12]
  set xtics 0.05
  set xlabel 'φ_M / rad'
  set ylabel 'ω_M / (rad/s)'
  plot 'cycle.csv' using 'phi_M':'omega_M' with lines ls 9 title name[1], \
       for [k=2:4] 'cycle.csv' using 'phi_M':(of_mode(column('omega_M'), column('mode'), k)) with lines ls style[k] linewidth 2 title name[k], \
       1/0 with points pointtype 6 pointsize 1 linewidth 1.5 linecolor rgb '#000000' title "Table I's start", \
       1/0 with points pointtype 12 pointsize 1.2 linewidth 1.5 linecolor rgb '#000000' title 'section: stick to slip'
  eval caption_drawn
  unset key
  set autoscale x
  set xrange [-0.6:0.2]
  set xtics 0.2
  set xlabel 'φ_S / rad'
  set ylabel 'ω_S / (rad/s)'
  plot 'cycle.csv' using 'phi_S':'omega_S' with lines ls 9 notitle, \
       for [k=2:4] 'cycle.csv' using 'phi_S':(of_mode(column('omega_S'), column('mode'), k)) with lines ls style[k] linewidth 2 notitle, \
       'start.csv' using 'phi_S':'omega_S' with points pointtype 6 pointsize 1 linewidth 1.5 linecolor rgb '#000000' notitle, \
       '+' using (q_section_phi_s):(q_section_omega_s) every ::0::0 with points pointtype 12 pointsize 1.2 linewidth 1.5 linecolor rgb '#000000' notitle
  eval close_figure
}
