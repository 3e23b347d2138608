# Case 2: y of the centre and of both ends (Fig. 7): the first 5 ms (a), the ends' last hits (b) and all (c).
# The midpoint rule closes a contact up to a step too late and keeps what it has entered; implicit Euler falls ahead
# by half a step and ends on the contact.
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]
# An empty curve where there is no closed form.
exact = exists('q_x_end_error_c2') ? 'exact_c2.csv' : 'midpoint_c2.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig7', t, 18, 8)
  set multiplot layout 1,3
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:12]
  set key top right
  eval panel('(a)')
  set xrange [0:5]
  plot for [k=2:3] 'fine_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 8 dashtype solid linewidth 2.5 title k == 2 ? 'newton, fine steps' : '', \
       for [k=1:3] 'midpoint_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize 0.4 notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set xrange [1.7:2.4]
  set xtics 0.2
  set yrange [-10.2:-9.4]
  unset key
  plot for [k=2:3] 'fine_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 8 dashtype solid linewidth 2.5 title k == 2 ? 'newton, fine steps' : '', \
       for [k=2:3] 'midpoint_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=2:3] 'program_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize size[k] notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval panel('(c)')
  set xtics autofreq
  set xrange [0:*]
  set yrange [-12:12]
  plot for [k=1:3] 'midpoint_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls k title label[k], \
       for [k=1:3] 'program_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) with points ls k pointsize 0.4 notitle, \
       for [k=2:3] exact using (1e3*column('t')):(1e6*column('y'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(1e6*column('y'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval close_figure
}
