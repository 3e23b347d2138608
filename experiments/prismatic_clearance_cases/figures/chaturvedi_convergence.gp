# Largest error of an end's y in the first 3 ms (interior point: 2.5 ms, in case 2 alone unless the run is at full
# resolution) against the step size, of the three cases. Of newton every eighth point is shown, as a ring about that of the
# relaxation, whose solution is the same. Not a figure of the paper.
needs = 'q_unfinished_newton'
load 'style.gp'
run_caption = run_name . '; newton, relaxation, interior point and the midpoint rule with equal steps h'

# The letters stand in the titles: the corner is the tick label's.
array label[4] = ['newton', 'relaxation', 'interior point', 'midpoint rule']
if (!exists('q_order_interior_point_c1')) { label[3] = 'interior point, case 2' }
# Of a case: points of the method m in its table, where there are any.
array point[4] = [6, 5, 8, 12]
array order[4] = [4, 2, 1, 3]  # in which they are drawn
array size[4] = [1.2, 0.3, 0.7, 0.4]
points_of(k, m) = sprintf("'convergence_c%d.csv' using (column('method') == %d%s ? column('h') : NaN):'error' with points ls %d pointtype %d pointsize %g notitle, ", k, m-1, m == 1 ? ' && int(column(0)) % 8 == 0' : '', m, point[m], size[m])
do for [t=1:3] {
  eval open_figure('chaturvedi_convergence', t, 16, 9)
  set multiplot layout 1,3
  set tmargin 6
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'h / s'
  set ylabel 'error of y / m'
  do for [k=1:3] {
    set title sprintf('(%s) case %d', 'abc'[k:k], k)
    if (k == 1) { set key at screen 0.5, screen 0.99 center top maxrows 2 Left reverse samplen 2 } else { unset key }
    if (exists(sprintf('rows_convergence_c%d', k))) {
      points = ''
      do for [j=1:4] {
        m = order[j]
        stats sprintf('convergence_c%d.csv', k) using (column('method') == m-1 && column('error') > 0 ? 1 : 0) nooutput
        if (STATS_sum > 0) { points = points . points_of(k, m) }
      }
      eval 'plot [5e-7:3e-4] [1e-10:1e-5] ' . points . 'for [m=1:4] 1/0 with points ls m pointtype point[m] pointsize 1.4*size[m] title label[m], 0.03*x with lines ls 9 dashtype (9,3) title ''slope 1'''
    } else {
      set label 1 'no closed form' at graph 0.5, graph 0.5 center
      plot [5e-7:3e-4] [1e-10:1e-5] 1/0 notitle
      unset label 1
    }
    eval caption_drawn
  }
  eval close_figure
}
