# Paths of two points fixed on the body in the plane of the slope (Fig. 7), over the whole run. Where the paper's
# light-emitting diodes are is not printed: a point above foot 1 and one above the middle of feet 2 and 3 are taken,
# without the motion of the centre of mass within the body, as in gdot_T. The measured points of the paper are not available.
needs = 'q_normal_force_min_as_printed q_normal_force_min_friction_013 q_normal_force_min_inclination_0085'
load 'style.gp'

array setting[3] = ['as_printed', 'friction_013', 'inclination_0085']
array label[3] = ['as printed', 'μ = 0.13', 'δ = 0.085 rad']
do for [t=1:3] {
  eval open_figure('woesle1996_fig7', t, 16, 14)
  set multiplot layout 3,1
  set tmargin 2
  set xlabel 'x / mm'
  set ylabel 'y / mm'
  set offsets graph 0.03, graph 0.03, graph 0.1, graph 0.1
  set key outside right top
  do for [k=1:3] {
    set title label[k]
    plot for [point=1:2] sprintf('path_%s.csv', setting[k]) using (1e3*column(sprintf('x_%d', point))):(1e3*column(sprintf('y_%d', point))) with lines ls point linewidth 1 title (k == 1 ? sprintf('point %d', point) : '')
    eval caption_drawn
  }
  eval close_figure
}
