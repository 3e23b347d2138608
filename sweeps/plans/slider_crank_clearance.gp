# How long the slider is in contact with its guide (left), and how often it hits it (right), in two revolutions of the
# crank, over restitution and clearance. The slider is tilted a little before every impact (the experiment's motion
# `tilted`).
needs = 'rows_merged'
load 'style.gp'
run_caption = run_caption . '; two revolutions, slider tilted a little before every impact'

do for [t=1:3] {
  eval open_figure('slider_crank_clearance', t, 16, 9)
  set multiplot layout 1,2
  set tmargin 2.5
  unset grid
  set style fill solid 1
  set xlabel 'ε_N'
  set ylabel 'clearance / mm'
  set ytics ('0.01' -5, '0.03' log10(3e-5), '0.1' -4, '0.3' log10(3e-4), '1' -3)
  set xtics 0.3
  set autoscale xfix
  set autoscale yfix
  set palette defined (0 '#FFFFFF', 0.35 '#9ECAE1', 0.7 '#3182BD', 1 '#08306B')
  set title 'share of the time in contact'
  set cbrange [0:1]
  plot 'merged.csv' using 'epsilon_N':(log10(column('c'))):'contact_fraction' with image notitle
  eval caption_drawn
  set title 'impacts above 0.1 m/s'
  set autoscale cb
  plot 'merged.csv' using 'epsilon_N':(log10(column('c'))):'impacts' with image notitle
  eval close_figure
}
