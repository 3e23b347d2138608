# Iterations against coupling, for the relaxation methods with their r-factors: eight contacts whose Jacobi iteration
# matrix E - diag(G)^{-1} G has the spectral radius of the axis. Beyond 1 plain Jacobi with r from the diagonal diverges.
load 'style.gp'

do for [t=1:3] {
  eval open_figure('arena_r_factors', t, 17, 9.5)
  set multiplot
  set logscale xy
  set format y '10^{%T}'
  set xtics (0.1, 0.2, 0.5, 1, 2, 5)
  set xlabel 'spectral radius of E - diag(G)^{-1} G' offset 0,0.4
  do for [i=1:words(r_factor_kinds)] {
    kind = word(r_factor_kinds, i)
    set lmargin at screen (i - 1) * 0.5 + 0.085
    set rmargin at screen i * 0.5 - 0.015
    set tmargin at screen 0.92
    set bmargin at screen 0.32
    set title sprintf('%s, tolerance %s', kind eq 'lcp' ? 'no friction' : 'planar friction', word(tolerances, words(tolerances))) offset 0,-0.7
    if (i == 1) { set ylabel 'iterations' } else { unset ylabel }
    if (i == words(r_factor_kinds)) { set key at screen 0.53, screen 0.17 center top vertical maxrows 2 Left reverse samplen 3 spacing 1.1 } else { unset key }
    plot for [k=1:words(r_factor_names)] sprintf('r_factors_%s.csv', kind) using 1:(column(k + 1)) with linespoints ls k title word(r_factor_names, k)
    eval caption_drawn
  }
  eval close_figure
}
