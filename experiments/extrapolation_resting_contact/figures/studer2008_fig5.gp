# Extrapolated velocity of a resting contact over the restitution coefficient (Fig. 5): (a) substeps 1, 2, 3, 4,
# (b) substeps 1, 3, 5, 7. Between the grey lines the velocity does not grow.
needs = 'rows_ratios'
load 'style.gp'
run_caption = 'nsdbench extrapolation_resting_contact: eqs 42, 45; no contact problem is solved for these lines'

do for [t=1:3] {
  eval open_figure('studer2008_fig5', t, 16, 8)
  set multiplot layout 1,2
  set xlabel 'ε'
  set ylabel 'T_{ii} / γ_B'
  set xrange [0:1]
  set key bottom left
  do for [panel=1:2] {
    suffix = panel == 1 ? '' : '_odd'
    set title panel == 1 ? '(a) substeps 1, 2, 3, 4' : '(b) substeps 1, 3, 5, 7'
    if (panel == 1) { set yrange [-4:4] } else { set yrange [-1.1:1.1] }
    plot 1 with lines ls 9 notitle, -1 with lines ls 9 notitle, \
         for [i=1:4] 'ratios.csv' using 'epsilon':(column(sprintf('T%d%d%s', i, i, suffix))) with lines ls i title sprintf('T_{%d%d}', i, i)
    if (panel == 1) { eval caption_drawn }
  }
  eval close_figure
}
