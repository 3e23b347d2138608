# Return map of the section where contact 2 goes from stick to slip: one return (left), one and two returns near the
# limit cycle (right). Circle: the limit cycle; squares: the stable motion of two returns beside it.
needs = 'rows_return_map q_section_omega_s'
load 'style.gp'
run_caption = run_name
two_low = exists('q_two_cycle_low') ? q_two_cycle_low : NaN
two_high = exists('q_two_cycle_high') ? q_two_cycle_high : NaN

do for [t=1:3] {
  eval open_figure('woodpecker_return_map', t, 16, 8.5)
  set multiplot layout 1,2
  set tmargin 4
  set xlabel 'ω_S / (rad/s)'
  set ylabel 'ω_S at the next return / (rad/s)'
  set xrange [0:40]
  set yrange [0:60]
  set key at graph -0.05, graph 1.02 left bottom maxrows 2 Left reverse samplen 1.2 width -2
  plot x with lines ls 10 title 'unchanged', \
       'return_map.csv' using 'omega':'next' with points ls 1 pointsize 0.15 notitle, \
       '+' using (q_section_omega_s):(q_section_omega_s) every ::0::0 with points pointtype 6 pointsize 1 linewidth 1.5 linecolor rgb '#000000' title 'limit cycle', \
       1/0 with points pointtype 4 pointsize 1 linewidth 1.5 linecolor rgb '#000000' title 'two returns, stable'
  eval caption_drawn
  set xrange [14:22]
  set yrange [13:23]
  set ylabel 'ω_S later / (rad/s)'
  plot x with lines ls 10 notitle, \
       'return_map.csv' using 'omega':'next' with points ls 1 pointsize 0.25 title 'one return', \
       'return_map.csv' using 'omega':'after_next' with points ls 2 pointsize 0.25 title 'two returns', \
       '+' using (q_section_omega_s):(q_section_omega_s) every ::0::0 with points pointtype 6 pointsize 1 linewidth 1.5 linecolor rgb '#000000' notitle, \
       '+' using (two_low):(two_low) every ::0::0 with points pointtype 4 pointsize 1 linewidth 1.5 linecolor rgb '#000000' notitle, \
       '+' using (two_high):(two_high) every ::0::0 with points pointtype 4 pointsize 1 linewidth 1.5 linecolor rgb '#000000' notitle
  eval close_figure
}
