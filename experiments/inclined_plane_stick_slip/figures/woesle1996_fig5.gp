# Friction characteristic of the example (Fig. 5): the coefficient of sliding friction does not depend on the velocity
# and is that of stiction. Appendix C prints 0.098.
load 'style.gp'

run_caption = 'As printed (appendix C): μ = μ_0 = 0.098; thick: sliding; upright: what stiction may take. Nothing is computed'
do for [t=1:3] {
  eval open_figure('woesle1996_fig5', t, 10, 7)
  set xrange [0:5]
  set yrange [0:0.13]
  set xtics ('0' 0)
  set ytics ('0' 0, 'μ = μ_0' 0.098)
  set xlabel 'v = |dg_T/dt|'
  set ylabel '|λ_T| / λ_N'
  set arrow 1 from 0,0 to 0,0.098 nohead front linecolor rgb '#D55E00' linewidth 3
  set key top right
  plot [0:4.9] 0.098 with lines ls 1 linewidth 3 title 'sliding', \
       1/0 with lines linecolor rgb '#D55E00' linewidth 3 dashtype solid title 'stiction'
  eval close_figure
}
