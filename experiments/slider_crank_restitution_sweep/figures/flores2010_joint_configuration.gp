# Configuration of the joint (the scenarios of Fig. 8) over two crank revolutions, for the four restitution
# coefficients: none, one corner, two adjacent corners, two opposite corners, three or four. Not a figure of the paper.
load 'style.gp'

array key[4] = ['e01', 'e04', 'e06', 'e09']
array value[4] = ['0.1', '0.4', '0.6', '0.9']
do for [t=1:3] {
  eval open_figure('flores2010_joint_configuration', t, 16, 12)
  set multiplot layout 4,2
  set bmargin 3
  set lmargin 13
  set xrange [0:2]
  set yrange [-0.5:4.5]
  set ytics ('none' 0, 'one corner' 1, 'two adjacent' 2, 'two opposite' 3, 'three or four' 4) font ',7'
  set xtics font ',7'
  do for [k=1:4] {
    do for [start in 'printed tilted'] {
      set title sprintf('ε = %s, %s start', value[k], start) font ',8'
      if (k == 4) { set xlabel 'crank revolutions' font ',8' }
      table = sprintf('%s_%s.csv', start, key[k])
      plot table using 'revolutions':'joint' with steps ls 1 notitle
      eval caption_drawn
    }
  }
  eval close_figure
}
