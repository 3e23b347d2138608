# Largest error of an end's y in the first 3 ms (interior point: 2.5 ms, in case 2 alone unless the run is at full
# resolution) against the step size, of the three cases; grey: slope 1. Not a figure of the paper.
needs = 'q_unfinished_newton'
load 'style.gp'
run_caption = run_name . '; newton, relaxation, interior point and the midpoint rule with equal steps h'
array letter[3] = ['(a)', '(b)', '(c)']

array label[4] = ['newton', 'relaxation', 'interior point', 'midpoint rule']
if (!exists('q_order_interior_point_c1')) { label[3] = 'interior point, case 2' }
# Of a case: points of the method m in its table, where there are any.
points_of(k, m) = sprintf("'convergence_c%d.csv' using (column('method') == %d ? column('h') : NaN):'error' with points ls %d pointsize %g notitle, ", k, m-1, m, m == 1 ? 0.6 : 0.35)
do for [t=1:3] {
  eval open_figure('chaturvedi_convergence', t, 16, 8)
  set multiplot layout 1,3
  set tmargin 5
  set logscale xy
  set format xy '10^{%T}'
  set xlabel 'h / s'
  set ylabel 'error of y / m'
  do for [k=1:3] {
    eval panel(letter[k])
    set title sprintf('case %d', k)
    if (k == 1) { set key at graph -0.2, graph 1.2 left bottom maxrows 1 Left reverse samplen 0.5 width -5 } else { unset key }
    if (exists(sprintf('rows_convergence_c%d', k))) {
      points = ''
      do for [m=1:4] {
        stats sprintf('convergence_c%d.csv', k) using (column('method') == m-1 && column('error') > 0 ? 1 : 0) nooutput
        if (STATS_sum > 0) { points = points . points_of(k, m) }
      }
      eval 'plot ' . points . 'for [m=1:4] 1/0 with points ls m pointsize 0.6 title label[m], 0.01*x with lines ls 9 dashtype (9,3) notitle'
    } else {
      set label 1 'no closed form' at graph 0.5, graph 0.5 center
      plot [1e-6:1e-4] [1e-9:1e-6] 1/0 notitle
      unset label 1
    }
    eval caption_drawn
  }
  eval close_figure
}
