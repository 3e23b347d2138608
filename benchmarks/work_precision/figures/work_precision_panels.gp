# Error over cost, a panel for every problem: single runs as dots, medians of octaves as lines. Loaded by the figures,
# which set `figure`, `cost` (a column of the tables), `cost_label` and the terminal t.
#
# A method has the same line in all panels, by its place in the program's table: moreau black, then the orders of moreau_adjusted,
# those in even powers with open markers, then its error-controlled variant, event_driven, acceleration_level and
# implicit_euler. The last two are free.
array wp_colour[16] = ['#000000', '#7F7F7F', '#E69F00', '#009E73', '#0072B2', '#CC79A7', '#D55E00', '#8C6D1F', '#56B4E9', '#882255', '#5E3C99', '#999933', '#44AA99', '#AA4499', '#117733', '#DDCC77']
array wp_size[16] = [0.45, 0.4, 0.5, 0.5, 0.5, 0.4, 0.45, 0.75, 0.75, 0.65, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6]
array wp_point[16] = [7, 5, 9, 13, 11, 15, 7, 8, 10, 6, 2, 1, 3, 4, 12, 14]
set dashtype 11 solid
set dashtype 12 (9,3)
set dashtype 13 (16,4)
set dashtype 14 (2,2)
set dashtype 15 solid
set dashtype 16 (9,3,2,3)
set dashtype 17 (4,3)
set dashtype 18 (16,3,2,3)
set dashtype 19 (6,2,2,2,2,2)
set dashtype 20 (3,2)
set dashtype 21 (9,3,2,3,2,3)
set dashtype 22 (2,4)
set dashtype 23 (6,2,6,6)
set dashtype 24 (12,4)
set dashtype 25 (6,3)
set dashtype 26 (2,6)
do for [k=1:16] {
  line = 100 + k
  set style line line linecolor rgb wp_colour[k] dashtype 10 + k linewidth (k >= 8 && k <= 10 ? 0.9 : 1.3) pointtype wp_point[k] pointsize wp_size[k]
  # A quarter as dark.
  dot = 200 + k
  set style line dot linecolor rgb '#C0' . substr(wp_colour[k], 2, 7) pointtype 7 pointsize 0.16
}

panels = |wp_problem|
rows_of_panels = (panels + 1) / 2
# Lengths on paper [cm]; the PDF's text is the largest, and has room for 110 characters in a note.
panel_height = 7.2
axis_room = 1.6  # below an axis for tics and label, the most that any terminal takes
foot = 4.0       # key and notes
figure_height = foot + panel_height * rows_of_panels
eval open_figure(figure, t, 17, figure_height)
small = t == 1 ? 4 / 3. : 1
key_font = sprintf(',%g', 7 * small)
wp_line(label, text, y) = sprintf("set label %d '%s' at screen 0.01, screen %g left noenhanced font ',%g' textcolor rgb '#606060'; ", label, text, y / figure_height, 6.5 * small)
eval wp_line(9995, 'Error: the largest over the nodes, relative to the largest distance of the reference solution from its start.', 0.34 + 1.36)
eval wp_line(9996, 'dt_min = T (dt_max / T)^p, but at least 1e-13 s; T is a unit of time of each problem: work-precision --help.', 0.34 + 1.02)
eval wp_line(9997, 'Dots: single runs. Lines: medians of an octave of step sizes, or of a factor 8 of tolerances.', 0.34 + 0.68)
eval wp_line(9998, wp_run, 0.34 + 0.34)
eval sprintf("set label 9999 run_caption at screen 0.01, screen %g", 0.34 / figure_height)

method_in(i, j) = int(word(wp_drawn[i], j))
cost_in(p, m) = strcol('problem') eq p && strcol('method') eq m ? column(cost) : NaN
set multiplot
set logscale xy
set format x '10^{%T}'
set format y '10^{%T}'
set yrange [3e-13:2]
set ytics 1e-12, 100, 1
set xrange [*:*]
do for [i=1:panels] {
  across = (i - 1) % 2
  down = (i - 1) / 2
  left = 0.13 + 0.49 * across
  set lmargin at screen left
  set rmargin at screen left + 0.355
  set tmargin at screen 1.0 - (down * panel_height + 0.8) / figure_height
  set bmargin at screen 1.0 - ((down + 1) * panel_height - axis_room) / figure_height
  set title wp_problem_label[i] offset 0,-0.7
  set xlabel cost_label offset 0,0.4
  if (across == 0) { set ylabel 'relative error' offset 1.4 } else { unset ylabel }
  if (i == panels) {
    set key at screen 0.5, screen foot / figure_height center top vertical maxrows 5 Left reverse samplen 3.5 spacing 1.05 font key_font
  } else { unset key }
  plot for [j=1:words(wp_drawn[i])] 'work_precision.csv' using (cost_in(wp_problem[i], wp_method[method_in(i, j)])):'relative_error' with points ls 200 + method_in(i, j) notitle, \
       for [j=1:words(wp_drawn[i])] 'medians.csv' using (cost_in(wp_problem[i], wp_method[method_in(i, j)])):'relative_error' with linespoints ls 100 + method_in(i, j) notitle, \
       for [k=1:|wp_method|] keyentry with linespoints ls 100 + k title wp_method[k] noenhanced
  eval caption_drawn
  unset label 9995
  unset label 9996
  unset label 9997
  unset label 9998
}
eval close_figure
