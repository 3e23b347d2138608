# Residual against time for a few problems: every point is a solve of its own that was allowed 1, 2, 4, ... iterations,
# drawn with the least residual of all that took no longer. Of each family of solvers the member is drawn that solves
# most problems of the kind.
load 'style.gp'
load 'arena_style.gp'

rows_of_panels = (words(history_problems) + 1) / 2
plot_height = 4.3
panel_height = 0.9 + plot_height + axis_room + 4 * key_line + 0.3
figure_height = panel_height * rows_of_panels + note_room
do for [t=1:3] {
  eval open_figure('arena_history', t, 17, figure_height)
  key_font = arena_key_font(t)
  eval arena_note('Each point is a solve of its own from zero percussions, allowed 1, 2, 4, ... iterations;', \
    'drawn is the least residual so far. One solver of each family, at most eight. Time: the fastest batch.', t, figure_height)
  set multiplot
  set logscale xy
  set autoscale x
  set format x '10^{%T}'
  set format y '10^{%T}'
  set yrange [1e-17:10]
  set ytics 1e-16, 1e4
  set xlabel 'time of the solve / s' offset 0,0.4
  do for [i=1:words(history_problems)] {
    panel = 'history_' . i
    row = (i - 1) / 2
    column = (i - 1) % 2
    left = 0.14 + 0.475 * column
    top = 1.0 - (row * panel_height + 0.9) / figure_height
    bottom = top - plot_height / figure_height
    set lmargin at screen left
    set rmargin at screen left + 0.355
    set tmargin at screen top
    set bmargin at screen bottom
    set title word(history_problems, i) noenhanced offset 0,-0.7
    if (column == 0) { set ylabel 'least residual' offset 0.8 } else { unset ylabel }
    set key at screen left - 0.115, screen bottom - axis_room / figure_height left top vertical maxrows 4 Left reverse samplen 2.5 spacing 1.0 font key_font
    plot for [k=1:words(names_of(panel))] sprintf('history_%d.csv', i) using (column(2 * k - 1)):(column(2 * k)) with linespoints ls style_of(panel, k) title word(names_of(panel), k)
    eval caption_drawn
    eval arena_note_drawn
  }
  eval close_figure
}
