# Case 2: contact forces in the first 5 ms (a) and in all (b) (Fig. 9).
# The force of a step with a hit is its impulse over h: it means nothing, and is cut off.
load 'style.gp'
run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt) . '; hits are cut off'
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]
# An empty curve where there is no closed form.
exact = exists('q_x_end_error_c2') ? 'exact_c2.csv' : 'midpoint_c2.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig9', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'force on the slider along y / N'
  set yrange [-5:60]
  set key top right
  eval panel('(a)')
  set xrange [0:5]
  plot for [k=2:3] 'fine_c2.csv' using (1e3*column('t')):(column('force'.end[k])) with points pointtype 7 pointsize 0.2 linecolor rgb '#7F7F7F' title k == 2 ? 'newton, fine steps' : '', \
       for [k=2:3] 'midpoint_c2.csv' using (1e3*column('t')):(column('force'.end[k])) with lines ls k title label[k], \
       for [k=2:3] 'program_c2.csv' using (1e3*column('t')):(column('force'.end[k])) with points ls k pointsize 1.1-0.2*k notitle, \
       for [k=2:3] exact using (1e3*column('t')):(column('force'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(column('force'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval caption_drawn
  eval panel('(b)')
  set xrange [0:*]
  unset key
  plot for [k=2:3] 'midpoint_c2.csv' using (1e3*column('t')):(column('force'.end[k])) with lines ls k title label[k], \
       for [k=2:3] 'program_c2.csv' using (1e3*column('t')):(column('force'.end[k])) every 2 with points ls k pointsize 1.1-0.2*k notitle, \
       for [k=2:3] exact using (1e3*column('t')):(column('force'.end[k])) with lines ls 10 title k == 2 ? 'closed form' : '', \
       for [k=2:3] 'events_c2.csv' using (1e3*column('t')):(column('force'.end[k])) every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == 2 ? 'event-driven' : ''
  eval close_figure
}
