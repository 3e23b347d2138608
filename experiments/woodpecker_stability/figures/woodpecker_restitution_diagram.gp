# Angular velocity of the bird on the section (contact 2 goes from stick to slip) after transients, over the beak's normal restitution coefficient
# with three starts: Table I, stiction that is hardly lost, a strong blow. Black: the branch of the cycle at epsilon_N1 = 0.5,
# dashed where it is unstable. Below: what becomes of motions that do not return; outside the model, |phi_S| > 1 rad, the linearised gaps do not hold. Dotted: Table I's value.
needs = 'rows_restitution_diagram rows_restitution_diagram_branch rows_restitution_diagram_outcomes'
load 'style.gp'
set datafile missing  # what is left out breaks lines
run_caption = run_name . ', after transients'

array of[3] = ['of_table', 'of_gentle', 'of_hard']
array from[3] = ['from_table', 'from_gentle', 'from_hard']
array start[3] = ["from Table I's start", 'from ω_S = 1 rad/s', 'from ω_S = 60 rad/s']
array point[3] = [7, 6, 2]
array size[3] = [0.2, 0.35, 0.2]
do for [t=1:3] {
  eval open_figure('woodpecker_restitution_diagram', t, 16, 12)
  set multiplot
  set xrange [0:1]
  set lmargin at screen 0.23
  set rmargin at screen 0.97
  set tmargin at screen 0.9
  set bmargin at screen 0.34
  set format x ''
  set ylabel 'ω_S / (rad/s)'
  set logscale y
  set yrange [8:60]
  set ytics (10, 20, 30, 40, 50)
  set arrow 1 from 0.5, graph 0 to 0.5, graph 1 nohead linecolor rgb '#606060' linewidth 0.8 dashtype (2,3)
  set key at graph -0.02, graph 1.02 left bottom maxrows 2 Left reverse samplen 1 width -3
  plot for [k=1:3] 'restitution_diagram.csv' using 'epsilon_N1':from[k] with points pointtype point[k] pointsize size[k] linewidth 0.6 linecolor rgb style_colour[k] notitle, \
       'restitution_diagram_branch.csv' using 'epsilon_N1':(abs(column('multiplier')) < 1 ? column('stable') : 1/0) with lines linecolor rgb '#000000' linewidth 0.8 dashtype solid notitle, \
       'restitution_diagram_branch.csv' using 'epsilon_N1':(abs(column('multiplier')) >= 1 ? column('unstable') : 1/0) with lines linecolor rgb '#000000' linewidth 0.8 dashtype (6,4) notitle, \
       for [k=1:3] 1/0 with points pointtype 7 pointsize 0.7 linecolor rgb style_colour[k] title start[k], \
       1/0 with lines linecolor rgb '#000000' linewidth 0.8 dashtype solid title 'branch of the cycle at ε_{N1} = 0.5'
  eval caption_drawn
  unset key
  unset logscale y
  set tmargin at screen 0.31
  set bmargin at screen 0.15
  set format x '%h'
  set xlabel 'ε_{N1}'
  unset ylabel
  set yrange [0.5:5.5]
  set ytics ('pecks' 5, 'jams' 4, 'outside the model' 3, 'not back within 2 s' 2, 'no forces' 1)
  plot for [k=1:3] 'restitution_diagram_outcomes.csv' using 'epsilon_N1':(6 - column(of[k]) + 0.22 * (2 - k)) with points pointtype 5 pointsize 0.2 linecolor rgb style_colour[k] notitle
  eval close_figure
}
