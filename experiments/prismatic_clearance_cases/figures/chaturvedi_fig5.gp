# Case 1: velocities along y (a), in the first 5 ms, and x (b) (Fig. 5).
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]

do for [t=1:3] {
  eval open_figure('chaturvedi_fig5', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  eval panel('(a)')
  set key bottom right
  plot for [k=1:3] 'midpoint_c1.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c1.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with points ls k pointsize size[k] notitle, \
       for [k=2:3] 'events_c1.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set ylabel 'dx/dt / (m/s)'
  set xrange [0:*]
  unset key
  plot for [k=1:1] 'midpoint_c1.csv' using (1e3*column('t')):(column('xdot'.end[k])) with lines ls k title label[k], \
       for [k=1:1] 'program_c1.csv' using (1e3*column('t')):(column('xdot'.end[k])) every 2 with points ls k pointsize 0.5 notitle, \
       for [k=1:1] 'events_c1.csv' using (1e3*column('t')):(column('xdot'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 1 ? 'event-driven' : ''
  eval close_figure
}
