# The set-valued maps x -> Upr(x) and x -> Sgn(x) (Fig. 1; eqs 1 and 3). Definitions: nothing is computed.
load 'style.gp'

run_caption = 'Definitions (eqs 1, 3); thick: the graph of the map, filled at x = 0'
do for [t=1:3] {
  eval open_figure('glocker2005_fig1', t, 16, 7)
  set multiplot layout 1,2
  set xrange [-1.5:1.5]
  set yrange [-1.5:1.5]
  set xtics ('0' 0)
  set xlabel 'x'
  set ylabel 'Upr(x)'
  set ytics ('0' 0)
  set arrow 1 from 0,-1.45 to 0,0 nohead linecolor rgb '#0072B2' linewidth 3
  set arrow 2 from 0,0 to 1.45,0 nohead linecolor rgb '#0072B2' linewidth 3
  set label 1 '(-∞, 0] at x = 0' at 0.1,-0.9
  plot NaN notitle
  eval caption_drawn
  unset label 1
  set ylabel 'Sgn(x)'
  set ytics ('-1' -1, '0' 0, '+1' 1)
  set arrow 1 from -1.45,-1 to 0,-1 nohead linecolor rgb '#0072B2' linewidth 3
  set arrow 2 from 0,-1 to 0,1 nohead linecolor rgb '#0072B2' linewidth 3
  set arrow 3 from 0,1 to 1.45,1 nohead linecolor rgb '#0072B2' linewidth 3
  set label 1 '[-1, +1] at x = 0' at 0.1,-0.5
  plot NaN notitle
  eval close_figure
}
