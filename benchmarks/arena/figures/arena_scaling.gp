# Time against size: towers of boxes at rest. The key gives the exponent of the time's growth with the number of contacts
# n, by least squares in logarithms through all points, and its standard error; none with less than five points.
load 'style.gp'
load 'arena_style.gp'

foot = axis_room + 8 * key_line + note_room
figure_height = foot + 6.8
do for [t=1:3] {
  eval open_figure('arena_scaling', t, 17, figure_height)
  key_font = arena_key_font(t)
  eval arena_note('Towers at rest. One solver of each family, at most eight, where it solves the problem. Time: the fastest batch.', \
    'n^p: p by least squares in logarithms, ± its standard error from the scatter; of five points or more.', t, figure_height)
  set multiplot
  set logscale xy
  set offsets graph 0.03, graph 0.03, 0, 0
  set format y '10^{%T}'
  set xtics (5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560)
  set xlabel 'contacts n' offset 0,0.4
  do for [i=1:words(scaling_kinds)] {
    kind = word(scaling_kinds, i)
    panel = 'scaling_' . kind
    exponents = value(panel . '_exponents')
    growth(k) = word(exponents, k) eq '-' ? '' : sprintf(', n^{%s}', word(exponents, k))
    left = 0.12 + 0.485 * (i - 1)
    set lmargin at screen left
    set rmargin at screen left + 0.365
    set tmargin at screen 1.0 - 0.9 / figure_height
    set bmargin at screen foot / figure_height
    set title sprintf('%s towers, tolerance %s', kind, word(tolerances, words(tolerances))) offset 0,-0.7
    if (i == 1) { set ylabel 'time of a solve / s' offset 0.8 } else { unset ylabel }
    set key at screen left - 0.01, screen (foot - axis_room) / figure_height left top vertical maxrows 8 Left reverse samplen 3 spacing 1.0 font key_font
    plot for [k=1:words(names_of(panel))] sprintf('scaling_%s.csv', kind) using 1:(column(k + 1)) with linespoints ls style_of(panel, k) title word(names_of(panel), k) . growth(k)
    eval caption_drawn
    eval arena_note_drawn
  }
  eval close_figure
}
