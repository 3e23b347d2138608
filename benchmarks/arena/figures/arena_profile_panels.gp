# A panel for every kind of problem (across) and tolerance (down); the key of each column stands under it. Loaded by the
# profile figures, which set `measure`, `figure_height` in cm, and the terminal t.
columns_of_panels = words(kinds)
rows_of_panels = words(tolerances)
key_height = 3.3 / figure_height
panel_height = (1.0 - key_height) / rows_of_panels
panel_width = 1.0 / columns_of_panels
key_font = sprintf(',%g', t == 1 ? 8.4 : 6.3)  # points in the terminal's unit, as in style.gp
set multiplot
set logscale x
set xrange [1:1e4]
set yrange [0:1.02]
set ytics 0, 0.5, 1
do for [row=1:rows_of_panels] {
  do for [column=1:columns_of_panels] {
    kind = word(kinds, column)
    last_row = (row == rows_of_panels)
    set lmargin at screen (column - 1) * panel_width + 0.07
    set rmargin at screen column * panel_width - 0.018
    set tmargin at screen 1.0 - (row - 1) * panel_height - 0.8 / figure_height
    set bmargin at screen 1.0 - row * panel_height + 0.1 / figure_height
    set title sprintf('%s, tolerance %s', kind, word(tolerances, row)) offset 0,-0.7
    if (column == 1) { set ylabel 'share of solvable problems' offset 1.6 } else { unset ylabel }
    if (last_row) { set xlabel (measure eq 'time' ? 'time / least time' : 'iterations / fewest iterations') offset 0,0.4 } else { unset xlabel }
    set format x (last_row ? '10^{%T}' : '')
    if (last_row) {
      set key at screen (column - 0.5) * panel_width + 0.02, screen key_height - 1.25 / figure_height center top vertical maxrows 4 Left reverse samplen 1.8 spacing 1.0 font key_font
    } else { unset key }
    names = value('names_' . kind)
    file = sprintf('profile_%s_%s_%d.csv', measure, kind, row)
    plot for [k=1:words(names)] file using 1:(column(k + 1)) with lines ls k title word(names, k)
    eval caption_drawn
  }
}
