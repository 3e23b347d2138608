# Disks that leave a hopper with a flat bottom through outlets of different width D, in the middle, and the rate (mean over
# three places of the outlet) to the power 2/3, which Beverloo's law in the plane makes a straight line in D. Bars: intervals
# of 95 % of the mean.
needs = 'rows_discharge rows_discharge_rates q_outlet_offset'
load 'style.gp'
run_caption = run_caption . ' (of the hopper: 1000 times as large)'
stats 'discharge_rates.csv' using 'width':(column('rate')**(2./3)) nooutput
slope = STATS_slope
widths = ''
stats 'discharge_rates.csv' using (widths = sprintf('%g ', column('width')) . widths, column('width')) nooutput

do for [t=1:3] {
  eval open_figure('disk_pile_hopper', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  eval panel('(a)')
  set xlabel 't / √(d/g)'
  set ylabel 'disks that have left'
  set xrange [0:*]
  set yrange [0:*]
  set key bottom right
  plot for [k=1:words(widths)] 'discharge.csv' using (column('width') == word(widths, k) ? column('t') : NaN):'out' with lines ls k title 'D = ' . word(widths, k) . ' d'
  eval caption_drawn
  eval panel('(b)')
  set xlabel 'D / d'
  set ylabel '(rate √(d/g))^{2/3}'
  set xrange [0:10]
  set key top left
  plot slope*(x - q_outlet_offset) with lines ls 10 title 'fit through all runs', \
       'discharge_rates.csv' using 'width':(column('rate')**(2./3)):((column('rate') - column('half_width'))**(2./3)):((column('rate') + column('half_width'))**(2./3)) with yerrorbars ls 1 pointsize 0.7 title 'mean rate'
  eval close_figure
}
