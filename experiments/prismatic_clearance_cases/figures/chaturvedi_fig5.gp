# Case 1: velocities along y (a), in the first 5 ms, and x (b) (Fig. 5).
load 'style.gp'
run_caption = run_name . '; points: program, lines: midpoint rule, dt = ' . run_dt . ' s'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig5', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  eval panel('(a)')
  set key bottom right
  plot 'midpoint_c1.csv' using (1e3*column('t')):(1e3*column('ydot')) with lines ls 1 title 'centre', \
       'program_c1.csv' using (1e3*column('t')):(1e3*column('ydot')) with points ls 1 pointsize 0.7 notitle, \
       'midpoint_c1.csv' using (1e3*column('t')):(1e3*column('ydot_left')) with lines ls 2 title 'left end', \
       'program_c1.csv' using (1e3*column('t')):(1e3*column('ydot_left')) with points ls 2 pointsize 0.5 notitle, \
       'midpoint_c1.csv' using (1e3*column('t')):(1e3*column('ydot_right')) with lines ls 3 title 'right end', \
       'program_c1.csv' using (1e3*column('t')):(1e3*column('ydot_right')) with points ls 3 pointsize 0.29999999999999993 notitle
  eval caption_drawn
  eval panel('(b)')
  set ylabel 'dx/dt / (m/s)'
  set xrange [0:*]
  unset key
  plot 'midpoint_c1.csv' using (1e3*column('t')):'xdot' with lines ls 1, \
       'program_c1.csv' using (1e3*column('t')):'xdot' every 2 with points ls 1 pointsize 0.5
  eval close_figure
}
