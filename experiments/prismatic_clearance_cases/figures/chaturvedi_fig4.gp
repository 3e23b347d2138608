# Case 1: y (a) and x (b) of the centre and of both ends (Fig. 4). y in the first 5 ms, after which it rests.
# The midpoint rule closes a contact up to a step too late and keeps what it has entered; implicit Euler falls ahead
# by half a step and ends on the contact.
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]
# An empty curve where there is no closed form.
exact = exists('q_x_end_error_c1') ? 'exact_c1.csv' : 'midpoint_c1.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig4', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:2]
  set key top right
  eval panel('(a)')
  set xrange [0:5]
  plot for [k=1:3] 'midpoint_c1.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c1.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize size[k] notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c1.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set key top left
  set ylabel 'x / mm'
  set autoscale y
  set xrange [0:*]
  plot for [k=1:3] 'midpoint_c1.csv' using (1e3*column('t')):(1e3*column('x'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c1.csv' using (1e3*column('t')):(1e3*column('x'.end[k])) every 4 with points ls k pointsize 0.5 notitle, \
       exact using (1e3*column('t')):(1e3*column('x')) with lines ls 10 title 'closed form', \
       'events_c1.csv' using (1e3*column('t')):(1e3*column('x')) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title 'event-driven'
  eval close_figure
}
