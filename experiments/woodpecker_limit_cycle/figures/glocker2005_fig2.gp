# Decomposition of Sgn into two Upr (Fig. 2; eq. 4): -y in +Upr(x_R) + 1, -y in -Upr(x_L) - 1, x = x_R - x_L.
load 'style.gp'

run_caption = 'Eq. 4: -y ∈ Sgn(x) means -y ∈ Upr(x_R) + 1 and -y ∈ -Upr(x_L) - 1 for two numbers with x = x_R - x_L'
do for [t=1:3] {
  eval open_figure('glocker2005_fig2', t, 16, 6.5)
  set multiplot layout 1,3
  set yrange [-1.8:1.8]
  set ytics ('-1' -1, '0' 0, '+1' 1)
  set xrange [-1.5:1.5]
  set xtics ('0' 0)
  set xlabel 'x_R'
  set ylabel '+Upr(x_R) + 1'
  set arrow 1 from 0,-1.75 to 0,1 nohead linecolor rgb '#0072B2' linewidth 3
  set arrow 2 from 0,1 to 1.45,1 nohead linecolor rgb '#0072B2' linewidth 3
  plot NaN notitle
  eval caption_drawn
  set xlabel 'x_L'
  set ylabel '-Upr(x_L) - 1'
  set arrow 1 from 0,1.75 to 0,-1 nohead linecolor rgb '#D55E00' linewidth 3
  set arrow 2 from 0,-1 to 1.45,-1 nohead linecolor rgb '#D55E00' linewidth 3
  plot NaN notitle
  set xlabel 'x = x_R - x_L'
  set ylabel 'Sgn(x)'
  set arrow 1 from -1.45,-1 to 0,-1 nohead linecolor rgb '#D55E00' linewidth 3
  set arrow 2 from 0,-1 to 0,1 nohead linecolor rgb '#000000' linewidth 3
  set arrow 3 from 0,1 to 1.45,1 nohead linecolor rgb '#0072B2' linewidth 3
  plot NaN notitle
  eval close_figure
}
