# Friction characteristic that falls with the sliding velocity (Fig. 1, eq. 23). The paper draws it without a formula or
# numbers: mu + (mu_0 - mu) exp(-v/v_s) is what the suite takes; without effect in the example, where mu_0 = mu.
load 'style.gp'

run_caption = 'Definition (eq. 23), drawn for μ = 0.6 μ_0; thick: sliding; upright: what stiction may take. Nothing is computed'
do for [t=1:3] {
  eval open_figure('woesle1996_fig1', t, 10, 7)
  set xrange [0:5]
  set yrange [0:1.3]
  set xtics ('0' 0, 'v_s' 1)
  set ytics ('0' 0, 'μ' 0.6, 'μ_0' 1)
  set xlabel 'v = |dg_T/dt|'
  set ylabel '|λ_T| / λ_N'
  set arrow 1 from 0,0 to 0,1 nohead front linecolor rgb '#D55E00' linewidth 3
  set key top right
  plot [0:4.9] 0.6 + 0.4*exp(-x) with lines ls 1 linewidth 3 title 'sliding', \
       1/0 with lines linecolor rgb '#D55E00' linewidth 3 dashtype solid title 'stiction', \
       0.6 with lines ls 9 notitle
  eval close_figure
}
