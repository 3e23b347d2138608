# The switching incidents of the first period in the words of Table VII, with the instants and modes that the paper does
# not list.
needs = 'rows_incidents'
load 'style.gp'
array place[7] = [0.2, 1.5, 3.4, 6.5, 9.6, 11.0, 12.5]
array heading[7] = ['Instant', 't / s', 'Law', 'Contact', 'From', 'To', 'Mode from then on']
array where[3] = ['beak', 'sleeve below', 'sleeve above']

do for [t=1:3] {
  eval open_figure('studer2008_table7', t, 16, 1.8 + 0.5 * rows_incidents)
  unset border
  unset tics
  unset grid
  unset key
  set bmargin 2
  set tmargin 0.5
  set lmargin 1
  set rmargin 1
  set xrange [0:16]
  set yrange [-rows_incidents - 0.6:0.6]
  do for [k=1:7] { set label k heading[k] at place[k], 0 left }
  set arrow 1 from 0.2, -0.5 to 15.8, -0.5 nohead ls 9
  plot 'incidents.csv' using (place[1]):(-column(0) - 1):(sprintf('%d', column('instant'))) with labels left, \
       'incidents.csv' using (place[2]):(-column(0) - 1):(sprintf('%.7f', column('t'))) with labels left, \
       'incidents.csv' using (place[3]):(-column(0) - 1):(strcol('law')) with labels left, \
       'incidents.csv' using (place[4]):(-column(0) - 1):(sprintf('%d (%s)', column('contact'), where[int(column('contact'))])) with labels left, \
       for [k=5:7] 'incidents.csv' using (place[k]):(-column(0) - 1):(strcol(k == 5 ? 'from' : k == 6 ? 'to' : 'mode')) with labels left
  eval close_figure
}
