# Case 2: velocities along y of the centre and of both ends in the first 5 ms (a) (Fig. 8), and of the ends while they
# rock (b).
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]

do for [t=1:3] {
  eval open_figure('chaturvedi_fig8', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'dy/dt / (mm/s)'
  set xrange [0:5]
  set key bottom right
  eval panel('(a)')
  plot for [k=2:3] 'fine_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with points pointtype 7 pointsize 0.2 linecolor rgb '#7F7F7F' title k == 2 ? 'newton, fine steps' : '', \
       for [k=1:3] 'midpoint_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with points ls k pointsize 0.4 notitle, \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set xrange [1.3:2.5]
  unset key
  plot for [k=2:3] 'fine_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with points pointtype 7 pointsize 0.2 linecolor rgb '#7F7F7F' title k == 2 ? 'newton, fine steps' : '', \
       for [k=2:3] 'midpoint_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with lines ls k title label[k], \
       for [k=2:3] 'program_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) with points ls k pointsize 0.4 notitle, \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(1e3*column('ydot'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval close_figure
}
