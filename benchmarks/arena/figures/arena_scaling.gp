# Time against size: towers of boxes at rest. The key gives the exponent of the time's growth with the number of contacts
# n, by least squares through all points.
load 'style.gp'

do for [t=1:3] {
  eval open_figure('arena_scaling', t, 17, 10)
  set multiplot
  set logscale xy
  set format y '10^{%T}'
  set xtics (10, 20, 50, 100, 200, 500, 1000)
  set xlabel 'contacts n' offset 0,0.4
  do for [i=1:words(scaling_kinds)] {
    kind = word(scaling_kinds, i)
    names = value('scaling_names_' . kind)
    exponents = value('scaling_exponents_' . kind)
    growth(k) = word(exponents, k) eq '-' ? '' : sprintf(', n^{%s}', word(exponents, k))
    set lmargin at screen (i - 1) * 0.5 + 0.085
    set rmargin at screen i * 0.5 - 0.015
    set tmargin at screen 0.92
    set bmargin at screen 0.36
    set title sprintf('%s towers at rest, tolerance %s', kind, word(tolerances, words(tolerances))) offset 0,-0.7
    if (i == 1) { set ylabel 'time of a solve / s' offset 1.8 } else { unset ylabel }
    set key at screen i * 0.5 - 0.22, screen 0.235 center top vertical maxrows 4 Left reverse samplen 2.4 spacing 1.1
    plot for [k=1:words(names)] sprintf('scaling_%s.csv', kind) using 1:(column(k + 1)) with linespoints ls k title word(names, k) . growth(k)
    eval caption_drawn
  }
  eval close_figure
}
