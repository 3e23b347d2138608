# Percussions of the step before the last frame over its length: a line between the centres of two disks, or to the wall,
# as wide as the normal force is large. The key has the middle of some of the widths.
needs = 'rows_forces rows_wall_forces rows_frames rows_walls q_drum_radius q_normal_force_mean'
load 'style.gp'
last = rows_walls / 4 - 1
stats 'frames.csv' using 't' nooutput
x_of_last(t, x) = t == STATS_max ? x : NaN
R = 1.03 * q_drum_radius

# Widths in steps of a factor of two: style k has forces from 2^(k - 4) to 2^(k - 3) of the mean, 1 all below, 7 all above.
octave(force) = int(floor(log(force / q_normal_force_mean) / log(2))) + 4
style_of(force) = octave(force) < 1 ? 1 : octave(force) > 7 ? 7 : octave(force)
width(k) = 0.09 * 2**k

do for [t=1:3] {
  eval open_figure('disk_mixing_forces', t, 14, 15)
  set size ratio -1
  set border 0
  unset tics
  unset grid
  set style fill solid 1 noborder
  set xrange [-R:R]
  set yrange [-R:R]
  set object 1 circle at 0, 0 size q_drum_radius fillstyle empty border linecolor rgb '#404040' linewidth 2
  set tmargin 2.5
  do for [k=1:7] { set style arrow k nohead dashtype solid linewidth width(k) linecolor rgb style_colour[1] }
  set key at graph 0, graph 1.02 left bottom maxrows 1 samplen 2 width 1
  plot 'frames.csv' every :::last::last using 'x':'y':'radius' with circles linecolor rgb '#DDDDDD' notitle, \
       'walls.csv' every :::last::last using 'x_drum':'y_drum':(column('x_free') - column('x_drum')):(column('y_free') - column('y_drum')) with vectors nohead dashtype solid linewidth 3 linecolor rgb '#404040' notitle, \
       for [file in 'forces.csv wall_forces.csv'] file using (x_of_last(column('t'), column('x_1'))):'y_1':(column('x_2') - column('x_1')):(column('y_2') - column('y_1')):(style_of(column('normal'))) with vectors arrowstyle variable notitle, \
       for [k=2:6:2] keyentry with lines dashtype solid linewidth width(k) linecolor rgb style_colour[1] title sprintf('%.2g N', q_normal_force_mean * 2**(k - 3.5))
  eval close_figure
}
