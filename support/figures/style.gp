# The one style of all figures. A figure script needs nothing but this file, its tables and gnuplot 5.4 or newer:
#
#   # Angle and angular velocity of the body over time (Fig. 4).
#   needs = 'rows_trajectory'
#   load 'style.gp'
#
#   do for [t=1:3] {                                       # SVG, PDF, PNG from one description
#     eval open_figure('glocker2005_fig4', t, 16, 9)       # name, t, width and height in cm
#     set multiplot layout 1,2
#     set xlabel 't / s'
#     set ylabel 'φ_S / rad'
#     plot 'trajectory.csv' using 't':'phi_S' with lines ls 1 notitle
#     eval caption_drawn                                   # in a multiplot, after its first plot
#     set ylabel 'ω_S / (rad/s)'
#     plot 'trajectory.csv' using 't':'omega_S' with lines ls 1 notitle
#     eval close_figure
#   }
#
# needs lists the variables of run.gp without which there is nothing to draw: rows_<table> for a table with rows, q_<key>
# for a quantity. A run that lacks one of them, since it ended early or by another method, does not list the figure.
#
# Tables are CSV with one header line; columns are addressed by name. An empty field is no point, and interrupts the
# line as a blank line does. Text is gnuplot's enhanced text: x_1, x^2, {/Symbol a}; 'noenhanced' where that is unwanted.
#
# Line styles 1 to 8 (and the line types, for plots that name no style) differ in colour, dash pattern and point, so
# that they survive colour blindness and grey print. Use them in this order. Further: ls 9, thin and grey, for reference
# lines and limits; ls 10, black and thin, for exact solutions.
#
# The line at the foot says which run is shown: run_caption, from run.gp, which the run wrote beside its tables,
# together with its quantities as q_<key>, the experiment with its integrator, solver and changed parameters as run_name,
# the integrator alone as run_integrator, the fixed time step as run_dt and the adjusted one's limits as run_dt_min and
# run_dt_max. A script that shows more or other than that run as a whole adds to the caption or sets its own.

run_caption = ''
if (GPVAL_VERSION < 5.4) { print 'these figures need gnuplot 5.4 or newer'; exit status 1 }
set encoding utf8
set datafile separator ','
set datafile columnheaders
set datafile missing NaN
# After the separator is known, since run.gp is gnuplot and not data.
load 'run.gp'
if (!exists('needs')) { needs = '' }
do for [style_need in needs] {
  if (!exists(style_need)) { print 'nothing to draw: the run has no ' . style_need; exit gnuplot }
}

# Okabe and Ito's palette, darkest first; its yellow, too pale for lines on white, gives way to grey.
array style_colour[8] = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#000000', '#E69F00', '#56B4E9', '#7F7F7F']
array style_point[8] = [7, 5, 9, 13, 11, 6, 4, 8]
set for [k=1:8] linetype k linecolor rgb style_colour[k] linewidth 1.4 pointtype style_point[k] pointsize 0.4
set linetype 1 dashtype solid
set linetype 2 dashtype (8,5)
set linetype 3 dashtype (1,4)
set linetype 4 dashtype (8,4,1,4)
set linetype 5 dashtype (15,6)
set linetype 6 dashtype (1,7)
set linetype 7 dashtype (8,4,1,4,1,4)
set linetype 8 dashtype (4,5)
set linetype cycle 8
set for [k=1:8] style line k linetype k linecolor rgb style_colour[k] linewidth 1.4 pointtype style_point[k] pointsize 0.4
set style line 1 dashtype solid
set style line 2 dashtype (8,5)
set style line 3 dashtype (1,4)
set style line 4 dashtype (8,4,1,4)
set style line 5 dashtype (15,6)
set style line 6 dashtype (1,7)
set style line 7 dashtype (8,4,1,4,1,4)
set style line 8 dashtype (4,5)
set style line 9 linecolor rgb '#9A9A9A' linewidth 0.8 dashtype solid
set style line 10 linecolor rgb '#000000' linewidth 0.7 dashtype solid

# open_figure(name, t, width, height): commands for `eval`. Sizes on paper are in cm; the text has 9 pt in all three.
# SVG counts 96 px an inch; PNG is drawn with 200 px an inch. Joins of lines are rounded: mitred ones reach beyond the data
# where a curve turns sharply. Ends of dashes are then round, too, and longer by the width of the line: the gaps of the
# dash patterns have room for that.
style_font = 'Helvetica,Arial,sans'
style_svg(name, w, h) = sprintf("set terminal svg enhanced rounded size %d,%d font '%s,12' linewidth 1.2 background '#ffffff'; set output '%s.svg'; ", w * 96 / 2.54, h * 96 / 2.54, style_font, name)
style_pdf(name, w, h) = sprintf("set terminal pdfcairo enhanced color rounded size %gcm,%gcm font 'Sans,9' fontscale 1 linewidth 1; set output '%s.pdf'; ", w, h, name)
style_png(name, w, h) = sprintf("set terminal pngcairo enhanced truecolor rounded size %d,%d font 'Sans,9' fontscale 2.083 linewidth 2.083 pointscale 2.083; set output '%s.png'; ", w * 200 / 2.54, h * 200 / 2.54, name)
style_terminal(name, t, w, h) = t == 1 ? style_svg(name, w, h) : t == 2 ? style_pdf(name, w, h) : style_png(name, w, h)

# What a figure starts from. The label is the caption; the bottom margin leaves room for it. `scale` turns points into
# the terminal's unit. A caption that is too long for the figure's width has smaller letters.
style_caption(w) = strlen(run_caption) > 8.5 * w ? 6.5 * 8.5 * w / strlen(run_caption) : 6.5
style_start(scale, w) = "unset label; unset arrow; unset object; unset logscale; unset title; unset xlabel; unset ylabel; unset y2label; set autoscale; set autoscale xfix; set format '%h'; set tics autofreq font ''; unset lmargin; unset rmargin; unset tmargin; set border 3 linecolor rgb '#606060' linewidth 0.6; set tics nomirror out scale 0.6 textcolor rgb '#202020'; set grid linetype 1 linecolor rgb '#D4D4D4' linewidth 0.6 dashtype solid; set style fill solid 0.25 noborder; set bmargin 5; " \
  . sprintf("set key default; set key samplen 3 spacing 1.15 font ',%g'; set label 9999 run_caption at screen 0.01, screen 0.02 left noenhanced font ',%g' textcolor rgb '#606060'", 8 * scale, style_caption(w) * scale)
# For gnuplot's SVG a line of text is 1.5 times its letters high, and 1.16 times in the other two: what it places by lines
# is brought to the same places.
style_lines = "set bmargin 3.9; set xtics offset 0,0.25; set xlabel offset 0,0.6; set ylabel offset 0.7,0; set title offset 0,-0.3; set key spacing 0.9; "
open_figure(name, t, w, h) = style_terminal(name, t, w, h) . style_start(t == 1 ? 4 / 3. : 1, w) . (t == 1 ? '; ' . style_lines : '')
caption_drawn = 'unset label 9999'
# The paper's letter of a panel, above its upper left corner, where no tick label is: eval panel('(b)') before its plot,
# eval panel('(ours)') for a panel that the paper does not have.
panel(letter) = sprintf("set label 9998 '%s' at graph 0, graph 1 left offset 0.4, 0.8", letter)
# Powers of ten at a logarithmic axis of less than two decades: eval decades('x'), from 1e-7 to 1e-2. What gnuplot chooses by itself there
# differs between its versions; gnuplot 6 labels parts of a decade with the power of the whole.
decades(axis) = sprintf("set %stics ('' 1e-30); set for [k=-7:-2] %stics add (sprintf('10^{%%d}', k) 10.0**k); set for [k=-7:-2] for [m=2:9] %stics add ('' m*10.0**k 1)", axis, axis, axis)
close_figure = 'unset multiplot; unset output'
