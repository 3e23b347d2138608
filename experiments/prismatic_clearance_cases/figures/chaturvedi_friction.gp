# What friction changes: speed along x in the three cases for three friction coefficients (left), and the acceleration
# at the end over the friction coefficient (right; lines: closed form). Not a figure of the paper.
needs = 'rows_friction_motion rows_friction'
load 'style.gp'
run_caption = run_name . sprintf(', newton, h = %g to %g s', run_dt_min, run_dt_max)

array mu[3] = [0, 0.1, 0.3]
do for [t=1:3] {
  eval open_figure('chaturvedi_friction', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'dx/dt / (m/s)'
  set key top left
  eval panel('(a)')
  set rmargin 7
  set label 1 'μ = 0' at graph 1.01, first 0.8 left font ',8'
  set label 2 '0.1' at graph 1.01, first 0.72 left font ',8'
  set label 3 '0.3' at graph 1.01, first 0.56 left font ',8'
  set xrange [0:*]
  plot for [k=1:3] for [m=1:3] 'friction_motion.csv' using (column('case') == k && column('mu') == mu[m] ? 1e3*column('t') : NaN):'xdot' with lines ls k linewidth 0.6+0.7*(3-m) title m == 1 ? sprintf('case %d', k) : ''
  eval caption_drawn
  eval panel('(b)')
  set xlabel 'μ'
  set ylabel 'd^{2}x/dt^{2} at the end / (m/s^{2})'
  unset rmargin
  unset label 1
  unset label 2
  unset label 3
  set key bottom left
  set yrange [-0.3:*]
  if (exists('q_jamming_friction_c3')) {
    set arrow 1 from q_jamming_friction_c3, graph 0 to q_jamming_friction_c3, graph 1 nohead ls 9
    set label 2 'l_s/(2s): case 3 jams' at q_jamming_friction_c3, graph 0.95 right offset -0.5, 0 font ',8'
  }
  plot for [k=1:3] 'friction.csv' using (column('case') == k ? column('mu') : NaN):'closed_form' with lines ls k notitle, \
       for [k=1:3] 'friction.csv' using (column('case') == k ? column('mu') : NaN):'acceleration' with points ls k pointsize 0.9-0.2*k title sprintf('case %d', k)
  unset label 2
  unset arrow 1
  eval close_figure
}
