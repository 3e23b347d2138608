# Which motion follows from rest, over inclination and friction (left, Omega as printed) and over the speed of the
# unbalance and friction (right, delta as printed). Black line: tan(delta) = mu. Circle: the printed parameters; diamonds:
# the two settings with stick-slip, mu = 0.13 and delta = 0.085 rad; motions.hpp defines the kinds. Not a figure of the
# paper.
needs = 'rows_inclination_map rows_speed_map q_delta_as_printed q_mu_as_printed q_Omega_as_printed'
load 'style.gp'
run_caption = run_name . ', from rest. Stick-slip: rest in 3 revolutions in a row; sliding: the same velocity after 2; runaway: downhill, ever faster'

array name[6] = ['at rest', 'stick-slip', 'sliding', 'runaway', 'lift-off', 'undecided']
set palette maxcolors 6 defined (1 '#56B4E9', 2 '#009E73', 3 '#E69F00', 4 '#D55E00', 5 '#CC79A7', 6 '#7F7F7F')
array colour[6] = ['#56B4E9', '#009E73', '#E69F00', '#D55E00', '#CC79A7', '#7F7F7F']

do for [t=1:3] {
  eval open_figure('woesle1996_motion_map', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 5
  set cbrange [0.5:6.5]
  unset colorbox
  unset grid
  set ylabel 'μ'
  set yrange [0.02:0.2]
  set xlabel 'δ / rad'
  set xrange [0.02:0.2]
  set xtics 0.04
  set key at graph -0.05, graph 1.03 left bottom maxrows 3 Left reverse samplen 0.5 width 1
  plot 'inclination_map.csv' using 'delta':'mu':'motion' with image notitle, \
       tan(x) with lines ls 10 title 'tan δ = μ', \
       '+' using (q_delta_as_printed):(q_mu_as_printed) every ::0::0 with points pointtype 6 pointsize 1.2 linewidth 2 linecolor rgb '#000000' notitle, \
       '+' using (0.115):(0.13) every ::0::0 with points pointtype 12 pointsize 1.2 linewidth 2 linecolor rgb '#000000' notitle, \
       '+' using (0.085):(0.098) every ::0::0 with points pointtype 12 pointsize 1.2 linewidth 2 linecolor rgb '#000000' notitle, \
       for [k=1:6] 1/0 with points pointtype 5 pointsize 1 linecolor rgb colour[k] title name[k], \
       1/0 with points pointtype 6 pointsize 1.2 linewidth 2 linecolor rgb '#000000' title 'as printed', \
       1/0 with points pointtype 12 pointsize 1.2 linewidth 2 linecolor rgb '#000000' title 'variants'
  eval caption_drawn
  set xlabel 'Ω / (rad/s)'
  set xrange [2:70]
  set xtics 20
  unset key
  plot 'speed_map.csv' using 'Omega':'mu':'motion' with image notitle, \
       tan(q_delta_as_printed) with lines ls 10 notitle, \
       '+' using (q_Omega_as_printed):(q_mu_as_printed) every ::0::0 with points pointtype 6 pointsize 1.2 linewidth 2 linecolor rgb '#000000' notitle
  eval close_figure
}
