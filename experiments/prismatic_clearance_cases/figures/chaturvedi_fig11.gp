# Case 3: velocities along y in the first 5 ms, of the centre and of both ends, and of the centre in all (Fig. 11).
load 'style.gp'
run_caption = run_name . '; points: program, lines: midpoint rule, dt = ' . run_dt . ' s'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig11', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  set yrange [-15:15]
  set key top right
  plot 'midpoint_c3.csv' using (1e3*column('t')):(1e3*column('ydot')) with lines ls 1 title 'centre', \
       'program_c3.csv' using (1e3*column('t')):(1e3*column('ydot')) with points ls 1 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e3*column('ydot_left')) with lines ls 2 title 'left end', \
       'program_c3.csv' using (1e3*column('t')):(1e3*column('ydot_left')) with points ls 2 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e3*column('ydot_right')) with lines ls 3 title 'right end', \
       'program_c3.csv' using (1e3*column('t')):(1e3*column('ydot_right')) with points ls 3 pointsize 0.5 notitle
  eval caption_drawn
  set xrange [0:*]
  unset key
  plot 'midpoint_c3.csv' using (1e3*column('t')):(1e3*column('ydot')) with lines ls 1, \
       'program_c3.csv' using (1e3*column('t')):(1e3*column('ydot')) with points ls 1 pointsize 0.5
  eval close_figure
}
