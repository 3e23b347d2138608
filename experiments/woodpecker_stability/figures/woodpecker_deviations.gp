# Deviation of omega_S on the section from its value on the limit cycle, return by return from Table I's start: signed
# (left) and its size (right) with the multiplier's power.
needs = 'rows_deviations q_multiplier_largest'
load 'style.gp'
run_caption = run_name

do for [t=1:3] {
  eval open_figure('woodpecker_deviations', t, 16, 8)
  set multiplot layout 1,2
  set xlabel 'returns'
  set ylabel '(ω_S - ω*_S) / (rad/s)'
  set xrange [0:20]
  plot 'deviations.csv' using 'cycle':'deviation' with linespoints ls 1 notitle
  eval caption_drawn
  set xrange [0:60]
  set logscale y
  set format y '10^{%T}'
  set ylabel '|ω_S - ω*_S| / (rad/s)'
  set key top right
  first = NaN
  stats 'deviations.csv' using (first = first == first ? first : column('size')) nooutput
  plot 'deviations.csv' using 'cycle':(column('deviation') > 0 ? column('size') : NaN) with points ls 1 title 'above', \
       'deviations.csv' using 'cycle':(column('deviation') < 0 ? column('size') : NaN) with points ls 2 title 'below', \
       first * abs(q_multiplier_largest)**x with lines ls 10 title sprintf('%.4f^n', abs(q_multiplier_largest))
  eval close_figure
}
