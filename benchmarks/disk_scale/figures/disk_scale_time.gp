# Time of the parts of a step per disk, and of a sweep per contact beside loops over the same bytes, against the number of
# disks. What grows in proportion to the number of disks is level.
load 'style.gp'

figure_height = 10.2
parts = 'detection assembly integration'
array open_point[3] = [6, 4, 8]
row_of(scene, threads, name) = strcol('scene') eq scene && column('threads') == threads ? column(name) : NaN
do for [t=1:3] {
  eval open_figure('disk_scale_time', t, 17, figure_height)
  set multiplot
  set logscale x
  set format x '10^{%T}'
  set xrange [70:140000]
  # Threads that wait for each other on a busy processor take a hundred times as long.
  set logscale y
  set yrange [4:*]
  set xlabel 'disks n' offset 0,0.4
  set tmargin at screen 1.0 - 0.9 / figure_height
  set bmargin at screen 3.9 / figure_height
  set key at graph -0.3, screen 1.6 / figure_height left center vertical maxrows 3 Left reverse samplen 2.5
  set ylabel 'time / (ns per disk)' offset 0.8
  do for [i=1:2] {
    scene = i == 1 ? 'at rest' : 'settling'
    set lmargin at screen 0.1 + 0.315 * (i - 1)
    set rmargin at screen 0.1 + 0.315 * (i - 1) + 0.235
    set title 'heap, ' . scene offset 0,-0.7
    if (i == 2) { unset key; unset ylabel }
    plot for [k=1:3] 'parts.csv' using (row_of(scene, 1, 'disks')):word(parts, k) with linespoints ls k title word(parts, k), \
         for [k=1:(scale_threads > 1 ? 3 : 0)] '' using (row_of(scene, 2, 'disks')):word(parts, k) with points ls k pointtype open_point[k] pointsize 0.6 title 'on two threads'
    eval caption_drawn
  }
  unset logscale y
  set yrange [0:*]
  set lmargin at screen 0.755
  set rmargin at screen 0.985
  set title 'sweep; its bytes' offset 0,-0.7
  set ylabel 'time / (ns per contact)' offset 0.8
  set key at graph -0.1, screen 1.6 / figure_height left center vertical maxrows 3 Left reverse samplen 2.5
  plot 'parts.csv' using (row_of('settling', 1, 'disks')):'sweep_a_contact' with linespoints ls 4 title 'sweep, settling', \
       '' using (row_of('settling', 1, 'disks')):'read_and_write_a_contact' with linespoints ls 5 title 'read and write', \
       '' using (row_of('settling', 1, 'disks')):'read_a_contact' with linespoints ls 8 title 'read'
  eval close_figure
}
