# Iterations against coupling, for the relaxation methods with their r-factors: eight contacts whose Jacobi iteration
# matrix E - diag(G)^{-1} G has the spectral radius of the axis. Beyond 1 plain Jacobi with r from the diagonal diverges.
load 'style.gp'
load 'arena_style.gp'

do for [t=1:3] {
  eval open_figure('arena_r_factors', t, 17, 10.5)
  key_font = arena_key_font(t)
  eval arena_note('Eight contacts. Colour and dash tell the family, shade and marker the member. No point where the problem is not solved.', \
    'Answers without an iteration are drawn at one.', t, 10.5)
  set multiplot
  set logscale xy
  set format y '10^{%T}'
  set xtics (0.1, 0.2, 0.5, 1, 2, 5)
  set xlabel 'spectral radius of E - diag(G)^{-1} G' offset 0,0.4
  do for [i=1:words(r_factors_kinds)] {
    kind = word(r_factors_kinds, i)
    set lmargin at screen (i - 1) * 0.485 + 0.09
    set rmargin at screen (i - 1) * 0.485 + 0.49
    set tmargin at screen 0.93
    set bmargin at screen 0.37
    set title sprintf('%s, tolerance %s', kind eq 'lcp' ? 'no friction' : 'planar friction', word(tolerances, words(tolerances))) offset 0,-0.7
    if (i == 1) { set ylabel 'iterations' offset 1 } else { unset ylabel }
    if (i == words(r_factors_kinds)) { set key at screen 0.53, screen 0.24 center top vertical maxrows 2 Left reverse samplen 3 spacing 1.1 font key_font } else { unset key }
    plot for [k=1:words(names_of('r_factors'))] sprintf('r_factors_%s.csv', kind) using 1:(column(k + 1)) with linespoints ls style_of('r_factors', k) title word(names_of('r_factors'), k)
    eval caption_drawn
    eval arena_note_drawn
  }
  eval close_figure
}
