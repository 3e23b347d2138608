# Paths of two points fixed on the body in the plane of the slope (Fig. 7): over the whole run (left, y stretched), and point
# 1 over the first second with one scale for x and y in the two settings with stick-slip (right), where its wave can be
# seen. Where the paper's light-emitting diodes are is not printed: a point above foot 1 and one above the middle of feet 2
# and 3 are taken, without the motion of the centre of mass within the body, as in gdot_T. The measured points of the paper
# are not printed as numbers.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'
run_caption = run_caption . '; right: point 1, to 1 s. Measured points are not printed'

array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_fig7', t, 16, 15)
  set multiplot layout 3,2
  set tmargin 2
  set rmargin 2
  do for [k=1:3] {
    set xlabel 'x / mm'
    set ylabel 'y / mm'
    set title label[k]
    set autoscale
    if (k == 1) { set xtics 2000 } else { set xtics 40 }
    set ytics k == 1 ? 10 : 5
    set offsets graph 0.05, graph 0.05, graph 0.1, graph 0.1
    set key bottom left Left reverse
    plot for [point=1:2] sprintf('path_%s.csv', setting[k]) using (1e3*column(sprintf('x_%d', point))):(1e3*column(sprintf('y_%d', point))) with lines ls point linewidth 1 title (k == 1 ? sprintf('point %d', point) : '')
    eval caption_drawn
    unset key
    path = sprintf('path_%s.csv', setting[k])
    stats path using (column('t') <= 1 ? 1e3*column('x_1') : NaN) name 'x' nooutput
    stats path using (column('t') <= 1 ? 1e3*column('y_1') : NaN) name 'y' nooutput
    set offsets 0, 0, 0, 0
    middle = 0.5*(y_min + y_max)
    half = k == 1 ? 1.2*(y_max - y_min) : 0.2*(x_max - x_min)
    set xrange [x_min:x_max]
    if (k == 1) { set xtics 20 } else { set xtics 1 }
    set ytics 1
    set yrange [middle - half:middle + half]
    set title label[k] . (k == 1 ? ', to 1 s' : ', to 1 s, one scale')
    if (k > 1) { set size ratio -1 } else { set size noratio }
    plot path using (column('t') <= 1 ? 1e3*column('x_1') : NaN):(1e3*column('y_1')) with lines ls 1 linewidth 1 notitle
    set size noratio
  }
  eval close_figure
}
