# A panel for every kind of problem (across) and tolerance (down); the key of each column stands under it. Loaded by the
# profile figures, which set `measure` and the terminal t.
columns_of_panels = words(kinds)
rows_of_panels = words(tolerances)
foot = axis_room + 8 * key_line + note_room  # cm
figure_height = foot + 5.0 * rows_of_panels
eval open_figure('arena_profile_' . measure, t, 17, figure_height)
key_font = arena_key_font(t)
panel_height = (1.0 - foot / figure_height) / rows_of_panels
panel_width = 0.91 / columns_of_panels
if (measure eq 'time') {
  note = 'One solver of each family is drawn, at most eight; the least time is of the best of all. Time: the fastest batch.'
} else {
  note = 'One solver of each family is drawn, at most eight, if it tells its iterations; the fewest: of all that tell them.'
}
eval arena_note(note, 'Share of the problems with a solution, known or found by a solver; not representable counts as not solved.', t, figure_height)
set multiplot
set logscale x
set xrange [1:1e4]
set yrange [0:1.02]
set ytics 0, 0.25, 1
set xtics 1, 100
set mxtics 10
do for [row=1:rows_of_panels] {
  do for [column=1:columns_of_panels] {
    kind = word(kinds, column)
    panel = 'profile_' . measure . '_' . kind
    last_row = (row == rows_of_panels)
    left = 0.115 + (column - 1) * panel_width
    set lmargin at screen left
    set rmargin at screen left + panel_width - 0.05
    set tmargin at screen 1.0 - (row - 1) * panel_height - 0.8 / figure_height
    set bmargin at screen 1.0 - row * panel_height + 0.1 / figure_height
    set title sprintf('%s, tolerance %s', kind, word(tolerances, row)) offset 0,-0.7
    if (column == 1) { set ylabel 'share of problems' offset 0.6 } else { unset ylabel }
    set format y (column == 1 ? '%h' : '')
    if (last_row) { set xlabel (measure eq 'time' ? 'time / least time' : 'iterations / fewest') offset 0,0.4 } else { unset xlabel }
    set format x (last_row ? '10^{%T}' : '')
    if (last_row) {
      set key at screen left - 0.02, screen (foot - axis_room) / figure_height left top vertical maxrows 8 Left reverse samplen 3 spacing 1.0 font key_font
    } else { unset key }
    file = sprintf('profile_%s_%s_%d.csv', measure, kind, row)
    plot for [k=1:words(names_of(panel))] file using 1:(column(k + 1)) with linespoints ls style_of(panel, k) pointinterval 20 title word(names_of(panel), k)
    eval caption_drawn
    eval arena_note_drawn
  }
}
eval close_figure
