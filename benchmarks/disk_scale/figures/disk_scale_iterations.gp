# Iterations of the methods for the contact problem of one step against the number of disks. Colour and dash pattern tell
# the method, markers the residual. Only answers within the tolerance.
load 'style.gp'

array tolerance_of[3] = [1e-4, 1e-6, 1e-8]
array marker[3] = [6, 4, 8]
figure_height = 15.2
solved(scene, start, method, tolerance) = strcol('scene') eq scene && strcol('start') eq start && strcol('method') eq method && abs(log10(column('tolerance') / tolerance)) < 0.1 && column('solved') == 1 ? column('disks') : NaN
# Answers that were there at once have no place in a logarithm.
positive(count) = count > 0 ? count : NaN
do for [t=1:3] {
  eval open_figure('disk_scale_iterations', t, 17, figure_height)
  set multiplot
  set logscale xy
  set format x '10^{%T}'
  set format y '10^{%T}'
  set xrange [70:140000]
  set yrange [0.7:1e6]
  do for [i=1:4] {
    scene = i % 2 == 1 ? 'at rest' : 'settling'
    start = i <= 2 ? 'cold' : 'warm'
    left = 0.09 + 0.5 * ((i - 1) % 2)
    top = 1.0 - (0.9 + 6.0 * ((i - 1) / 2)) / figure_height
    set lmargin at screen left
    set rmargin at screen left + 0.4
    set tmargin at screen top
    set bmargin at screen top - 4.6 / figure_height
    set title sprintf('heap, %s, %s', scene, start eq 'cold' ? 'from zero' : 'from the step before') offset 0,-0.7
    if (i % 2 == 1) { set ylabel 'iterations' offset 0.5 } else { unset ylabel }
    if (i > 2) { set xlabel 'disks n' offset 0,0.4 } else { unset xlabel }
    if (i == 4) { set key at screen 0.5, screen 1.75 / figure_height center center vertical maxrows 3 Left reverse samplen 3 } else { unset key }
    plot for [k=1:words(scale_methods)] for [j=1:3] 'methods.csv' using (solved(scene, start, word(scale_methods, k), tolerance_of[j])):(positive(column('iterations'))) with linespoints ls k pointtype marker[j] pointsize 0.6 notitle, \
         for [k=1:words(scale_methods)] keyentry with lines ls k title word(scale_methods, k) noenhanced, \
         for [j=1:3] keyentry with points ls 8 pointtype marker[j] linecolor rgb 'black' title sprintf('residual 10^{%d}', -2 - 2 * j), \
         10 * sqrt(x) with lines ls 9 title 'n^{1/2}'
    eval caption_drawn
  }
  eval close_figure
}
