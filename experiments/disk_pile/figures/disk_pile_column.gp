# Forces in columns of disks at rest, in weights of a disk, after one step from percussions of zero; the line is the closed
# form. Beside it the relative difference from that; thin lines are what the tolerance of the contact solver allows. Forces
# that agree to the last digit stand at 1e-16.
needs = 'rows_column q_column_force_error_max_100_disks'
load 'style.gp'
style_of(n) = n == 10 ? 1 : n == 30 ? 2 : 3
size_of(n) = n == 10 ? 1.2 : n == 30 ? 0.8 : 0.4
of(n, value) = column('disks') == n ? value : NaN

do for [t=1:3] {
  eval open_figure('disk_pile_column', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  eval panel('(a)')
  set logscale xy
  set xrange [0.9:120]
  set yrange [0.9:120]
  set xlabel 'contact, counted from the top'
  set ylabel 'force / weight of a disk'
  set key top left
  plot x with lines ls 10 title 'closed form', for [n in '10 30 100'] 'column.csv' using 'contact':(of(n, column('force'))) \
    with points ls style_of(n) pointsize size_of(n) title n . ' disks'
  eval caption_drawn
  eval panel('(b)')
  set ylabel '|force / closed form - 1|'
  set format y '10^{%T}'
  set yrange [1e-17:1e-2]
  set key bottom right
  plot for [n in '10 30 100'] 'column.csv' using 'contact':(of(n, column('bound'))) with lines ls 9 title n == 10 ? 'what the tolerance allows' : '', \
    for [n in '10 30 100'] 'column.csv' using 'contact':(of(n, abs(column('force')/column('contact') - 1) + 1e-16)) \
      with points ls style_of(n) pointsize size_of(n) notitle
  eval close_figure
}
