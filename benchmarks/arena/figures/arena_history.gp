# Residual against time for a few problems: every point is a solve of its own that was allowed 1, 2, 4, ... iterations. Of
# each family of solvers the member is drawn that solves most problems of the kind.
load 'style.gp'

rows_of_panels = (words(history_problems) + 1) / 2
panel_height = 7.8
figure_height = panel_height * rows_of_panels + 0.5
do for [t=1:3] {
  eval open_figure('arena_history', t, 17, figure_height)
  key_font = sprintf(',%g', t == 1 ? 8.4 : 6.3)  # points in the terminal's unit, as in style.gp
  set multiplot
  set logscale xy
  set format x '10^{%T}'
  set format y '10^{%T}'
  set yrange [1e-17:10]
  set ytics 1e4
  set xlabel 'time of the solve / s' offset 0,0.4
  do for [i=1:words(history_problems)] {
    row = (i - 1) / 2
    column = (i - 1) % 2
    top = 1.0 - row * panel_height / figure_height
    set lmargin at screen column * 0.5 + 0.085
    set rmargin at screen column * 0.5 + 0.485
    set tmargin at screen top - 0.75 / figure_height
    set bmargin at screen top - 5.0 / figure_height
    set title word(history_problems, i) noenhanced offset 0,-0.7
    if (column == 0) { set ylabel 'residual' offset 2.5 } else { unset ylabel }
    names = value('history_names_' . i)
    set key at screen column * 0.5 + 0.28, screen top - 6.2 / figure_height center top vertical maxrows 3 Left reverse samplen 2 spacing 1.0 font key_font
    plot for [k=1:words(names)] sprintf('history_%d.csv', i) using (column(2 * k - 1)):(column(2 * k)) with linespoints ls k title word(names, k)
    eval caption_drawn
  }
  eval close_figure
}
