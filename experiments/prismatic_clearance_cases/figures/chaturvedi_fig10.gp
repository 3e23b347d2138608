# Case 3: y of the centre and of both ends (Fig. 10): the first 5 ms and all.
# The midpoint rule closes a contact up to a step too late and keeps what it has entered; implicit Euler falls ahead
# by half a step and ends on the contact.
load 'style.gp'
run_caption = run_name . '; points: program, lines: midpoint rule, dt = ' . run_dt . ' s, black: closed form'
# An empty curve where there is no closed form.
exact_c3 = exists('q_x_end_error_c3') ? 'exact_c3.csv' : 'midpoint_c3.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig10', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'y / µm'
  set yrange [-12:12]
  set key at graph 0.98, graph 0.78 right top
  set xrange [0:5]
  plot 'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y')) with lines ls 1 title 'centre', \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y')) with points ls 1 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y_left')) with lines ls 2 title 'left end', \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y_left')) with points ls 2 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y_right')) with lines ls 3 title 'right end', \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y_right')) with points ls 3 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):(1e6*column('y_left')) with lines ls 10 notitle, \
       exact_c3 using (1e3*column('t')):(1e6*column('y_right')) with lines ls 10 notitle, \
       'events_c3.csv' using (1e3*column('t')):(1e6*column('y_left')) with points pointtype 6 pointsize 0.7 linecolor rgb '#000000' title 'event-driven', \
       'events_c3.csv' using (1e3*column('t')):(1e6*column('y_right')) with points pointtype 6 pointsize 0.7 linecolor rgb '#000000' notitle
  eval caption_drawn
  set xrange [0:*]
  plot 'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y')) with lines ls 1 notitle, \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y')) with points ls 1 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y_left')) with lines ls 2 notitle, \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y_left')) with points ls 2 pointsize 0.5 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):(1e6*column('y_right')) with lines ls 3 notitle, \
       'program_c3.csv' using (1e3*column('t')):(1e6*column('y_right')) with points ls 3 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):(1e6*column('y_left')) with lines ls 10 notitle, \
       exact_c3 using (1e3*column('t')):(1e6*column('y_right')) with lines ls 10 notitle
  eval close_figure
}
