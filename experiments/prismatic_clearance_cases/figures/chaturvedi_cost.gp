# Iterations per step in case 2, with the paper's steps: all programs that led to the step's size are counted. Not a figure
# of the paper.
needs = 'rows_cost'
load 'style.gp'
run_caption = run_name . sprintf(', h = %g to %g s, case 2', run_dt_min, run_dt_max)

array label[3] = ['newton', 'relaxation', 'interior point']
do for [t=1:3] {
  eval open_figure('chaturvedi_cost', t, 12, 8)
  set logscale y
  set xlabel 't / ms'
  set ylabel 'iterations per step'
  set key top right
  plot for [m=1:3] 'cost.csv' using (column('formulation') == m-1 && column('case') == 2 ? 1e3*column('t') : NaN):'iterations' with linespoints ls m pointsize 0.5 title label[m]
  eval close_figure
}
