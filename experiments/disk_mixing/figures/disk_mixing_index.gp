# Mixing index over time: the share of unlike pairs among neighbours, over what a random order leads one to expect. The
# band is that order, with twice its standard deviation.
needs = 'rows_mixing q_mixing_index_scatter q_drum_angular_velocity'
load 'style.gp'

do for [t=1:3] {
  eval open_figure('disk_mixing_index', t, 12, 8.5)
  set xlabel 't / s'
  set x2label 'turns of the drum'
  set link x2 via x * q_drum_angular_velocity / (2 * pi) inverse x * 2 * pi / q_drum_angular_velocity
  set x2tics run_end_time * q_drum_angular_velocity > 10 ? 0.5 : 0.2 out scale 0.6 textcolor rgb '#202020'
  set border 7
  set ylabel 'mixing index'
  set yrange [0:1.15]
  set key right bottom
  plot 'mixing.csv' using 't':(1 - 2 * q_mixing_index_scatter):(1 + 2 * q_mixing_index_scatter) with filledcurves linecolor rgb '#9A9A9A' title 'random order', \
       'mixing.csv' using 't':'mixing_index' with lines ls 1 title 'the five layers'
  eval close_figure
  unset link x2
  unset x2tics
  unset x2label
}
