# Residual against time for a few problems: every point is a solve of its own that was allowed 1, 2, 4, ... iterations,
# drawn with the least residual of all that took no longer. Of each family of solvers the member is drawn that solves
# most problems of the kind.
load 'style.gp'
load 'arena_style.gp'

rows_of_panels = (words(history_problems) + 1) / 2
panel_height = 7.9
foot = 1.3
figure_height = panel_height * rows_of_panels + foot
do for [t=1:3] {
  eval open_figure('arena_history', t, 17, figure_height)
  key_font = arena_key_font(t)
  eval arena_note('Each point is a solve of its own from zero percussions, allowed 1, 2, 4, ... iterations; drawn is the least residual so far.', \
    'One solver of each family is drawn, at most eight. Time of a solve: the fastest batch.', t, figure_height)
  set multiplot
  set logscale xy
  set format x '10^{%T}'
  set format y '10^{%T}'
  set yrange [1e-17:10]
  set ytics 1e-16, 1e4
  set xlabel 'time of the solve / s' offset 0,0.4
  do for [i=1:words(history_problems)] {
    panel = 'history_' . i
    row = (i - 1) / 2
    column = (i - 1) % 2
    top = 1.0 - row * panel_height / figure_height
    set lmargin at screen column * 0.49 + 0.105
    set rmargin at screen column * 0.49 + 0.49
    set tmargin at screen top - 0.75 / figure_height
    set bmargin at screen top - 5.4 / figure_height
    set title word(history_problems, i) noenhanced offset 0,-0.7
    if (column == 0) { set ylabel 'least residual so far' offset 0.8 } else { unset ylabel }
    set key at screen column * 0.49 + 0.06, screen top - 6.6 / figure_height left top vertical maxrows 5 Left reverse samplen 3 spacing 1.0 font key_font
    plot for [k=1:words(names_of(panel))] sprintf('history_%d.csv', i) using (column(2 * k - 1)):(column(2 * k)) with linespoints ls style_of(panel, k) title word(names_of(panel), k)
    eval caption_drawn
    eval arena_note_drawn
  }
  eval close_figure
}
