# Energy of the bouncing ball over time. run.gp has the settings of the run as variables, style.gp the line styles.
needs = 'rows_energy'
load 'style.gp'

do for [t=1:3] {
  eval open_figure('bouncing_ball_energy', t, 12, 8)
  set xlabel 't / s'
  set ylabel 'energy / J'
  plot 'energy.csv' using 't':'total' with lines ls 1 title 'total', \
       'energy.csv' using 't':'potential' with lines ls 2 title 'potential'
  eval close_figure
}
