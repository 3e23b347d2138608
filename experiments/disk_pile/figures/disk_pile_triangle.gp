# Forces in a triangular pile of 10 rows of equal disks without friction on a fixed row (filled): the width of a line is
# proportional to the force. Beside it load and thrust of the disks of the base, for 10, 20 and 30 rows, with the closed
# form as lines.
needs = 'rows_pile_contacts rows_base q_base_load_error_max_30_rows'
load 'style.gp'
run_caption = run_caption . ', (a): width of lines by force, (b): thrust to the right'
style_of(n) = n == 10 ? 1 : n == 20 ? 2 : 3
size_of(n) = n == 10 ? 0.9 : n == 20 ? 0.6 : 0.4
# Every force is close to a multiple of w/(2 cos(alpha)), where sin(alpha) is half the distance of disks in a row, 1.02.
unit = 0.5/sqrt(1 - 0.51**2)
of(n, value) = column('rows') == n ? value : NaN

do for [t=1:3] {
  eval open_figure('disk_pile_triangle', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  eval panel('(a)')
  set size ratio -1
  set xlabel 'x / diameter'
  set ylabel 'y / diameter'
  set xrange [-6.2:6.2]
  set yrange [-0.8:9.6]
  plot 'pile_disks.csv' using 'x':'y':(0.5):(column('fixed') > 0 ? 0xDDDDDD : 0xFFFFFF) with circles fillcolor rgb variable fillstyle solid border linecolor rgb '#9A9A9A' notitle, \
       for [k=1:10] 'pile_contacts.csv' using (int(column('force')/unit + 0.5) == k ? column('x_1') : NaN):'y_1':(column('x_2') - column('x_1')):(column('y_2') - column('y_1')) \
         with vectors nohead ls 1 linewidth 0.45*k notitle
  eval caption_drawn
  set size noratio
  eval panel('(b)')
  set xlabel 'place in the base, from left to right'
  set ylabel 'load, thrust / mean load'
  set xrange [-0.05:1.05]
  set yrange [-1.05:1.35]
  set key bottom right
  set label 1 'load' at 0.5, 1.14 center
  set label 2 'thrust' at 0.42, 0.08 right
  plot 1 with lines ls 10 title 'closed form', 'base.csv' using 'place':'thrust_exact' with lines ls 10 notitle, \
       for [n in '10 20 30'] 'base.csv' using 'place':(of(n, column('load'))) with points ls style_of(n) pointsize size_of(n) title n . ' rows', \
       for [n in '10 20 30'] 'base.csv' using 'place':(of(n, column('thrust'))) with points ls style_of(n) pointsize size_of(n) notitle
  unset label
  eval close_figure
}
