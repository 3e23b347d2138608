# Iterations against coupling, for the relaxation methods with their r-factors: eight contacts whose Jacobi iteration
# matrix E - diag(G)^{-1} G has the spectral radius of the axis. Beyond 1 plain Jacobi with r from the diagonal diverges.
load 'style.gp'
load 'arena_style.gp'

foot = axis_room + 2.5 * key_line + note_room
figure_height = foot + 6.5
do for [t=1:3] {
  eval open_figure('arena_r_factors', t, 17, figure_height)
  key_font = arena_key_font(t)
  eval arena_note('Eight contacts. Colour and dash tell the family, shade and marker the member.', \
    'No point where the problem is not solved; answers without an iteration are drawn at one.', t, figure_height)
  set multiplot
  set logscale xy
  set format y '10^{%T}'
  set xtics (0.1, 0.2, 0.5, 1, 2, 5)
  set xlabel 'spectral radius of E - diag(G)^{-1} G' offset 0,0.4
  do for [i=1:words(r_factors_kinds)] {
    kind = word(r_factors_kinds, i)
    left = 0.11 + 0.485 * (i - 1)
    set lmargin at screen left
    set rmargin at screen left + 0.375
    set tmargin at screen 1.0 - 0.9 / figure_height
    set bmargin at screen foot / figure_height
    set title sprintf('%s, tolerance %s', kind eq 'lcp' ? 'no friction' : 'planar friction', word(tolerances, words(tolerances))) offset 0,-0.7
    if (i == 1) { set ylabel 'iterations' offset 0.8 } else { unset ylabel }
    if (i == words(r_factors_kinds)) { set key at screen 0.53, screen (foot - axis_room) / figure_height center top vertical maxrows 2 Left reverse samplen 3 spacing 1.0 font key_font } else { unset key }
    plot for [k=1:words(names_of('r_factors'))] sprintf('r_factors_%s.csv', kind) using 1:(column(k + 1)) with linespoints ls style_of('r_factors', k) title word(names_of('r_factors'), k)
    eval caption_drawn
    eval arena_note_drawn
  }
  eval close_figure
}
