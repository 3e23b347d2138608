# Disks being mixed (Fig. 2 of the paper, which has no data: drum and disks are ours): the start and three later times.
# The colour of a disk is that of its layer at the start.
#
#   gnuplot -e "animation = 1" studer2008_fig2.gp      frame_000.png, frame_001.png, ...: a picture for each time
needs = 'rows_frames rows_walls q_drum_radius'
load 'style.gp'

last = rows_walls / 4 - 1  # frames from 0; each has a row of walls.csv for each of four baffles
array shown[4] = [0, last / 4, last / 2, last]
array letter[4] = ['(a)', '(b)', '(c)', '(d)']
array layer_colour[5] = [0x0072B2, 0xE69F00, 0x009E73, 0xCC79A7, 0x56B4E9]
R = 1.03 * q_drum_radius

bare_axes = "set size ratio -1; set border 0; unset tics; unset grid; unset key; set style fill solid 1 noborder; set xrange [-R:R]; set yrange [-R:R]; set object 1 circle at 0, 0 size q_drum_radius fillstyle empty border linecolor rgb '#404040' linewidth 2"
title_of(frame) = "set autoscale; " . sprintf("stats 'frames.csv' every :::%d::%d using 't' nooutput; set title sprintf('t = %%.2f s', STATS_min)", frame, frame)
draw(frame) = sprintf("plot 'frames.csv' every :::%d::%d using 'x':'y':'radius':(layer_colour[int(column('layer')) + 1]) with circles linecolor rgb variable, ", frame, frame) \
  . sprintf("'walls.csv' every :::%d::%d using 'x_drum':'y_drum':(column('x_free') - column('x_drum')):(column('y_free') - column('y_drum')) with vectors nohead dashtype solid linewidth 3 linecolor rgb '#404040'", frame, frame)

if (exists('animation')) {
  do for [k=0:last] {
    eval open_figure(sprintf('frame_%03d', k), 3, 10, 11)
    eval title_of(k)
    eval bare_axes
    eval draw(k)
  }
  exit gnuplot
}
do for [t=1:3] {
  eval open_figure('studer2008_fig2', t, 16, 17.5)
  set multiplot layout 2,2
  set bmargin 2.5
  set tmargin 2
  set lmargin 1
  set rmargin 1
  do for [k=1:4] {
    eval title_of(shown[k])
    eval bare_axes
    eval panel(letter[k])
    eval draw(shown[k])
    if (k == 1) { eval caption_drawn }
  }
  eval close_figure
}
