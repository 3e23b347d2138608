# Case 3: y of the centre and of both ends (Fig. 10): the first 5 ms (a) and all (b).
# The midpoint rule closes a contact up to a step too late and keeps what it has entered; implicit Euler falls ahead
# by half a step and ends on the contact.
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]
# An empty curve where there is no closed form.
exact = exists('q_x_end_error_c3') ? 'exact_c3.csv' : 'midpoint_c3.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig10', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:12]
  set key at graph 0.98, graph 0.78 right top
  eval panel('(a)')
  set xrange [0:5]
  plot for [k=1:3] 'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize 0.5 notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set xrange [0:*]
  unset key
  plot for [k=1:3] 'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize 0.5 notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c3.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval close_figure
}
