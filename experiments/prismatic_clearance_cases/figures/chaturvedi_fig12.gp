# Case 3: contact forces in the first 5 ms and in all (Fig. 12): the left end is pushed up, the right one down.
# The force of a step with a hit is its impulse over h: it means nothing, and is cut off.
load 'style.gp'
run_caption = run_name . '; points: program, lines: midpoint rule, dt = ' . run_dt . ' s, black: closed form; hits are cut off'
# An empty curve where there is no closed form.
exact_c3 = exists('q_x_end_error_c3') ? 'exact_c3.csv' : 'midpoint_c3.csv'

do for [t=1:3] {
  eval open_figure('chaturvedi_fig12', t, 16, 8)
  set multiplot layout 1,2
  set tmargin 2
  set xlabel 't / ms'
  set ylabel 'force on the slider along y / N'
  set yrange [-50:60]
  set key top right
  set xrange [0:5]
  plot 'midpoint_c3.csv' using (1e3*column('t')):'force_left' with lines ls 2 title 'left end', \
       'program_c3.csv' using (1e3*column('t')):'force_left' with points ls 2 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):'force_left' with lines ls 10 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):'force_right' with lines ls 3 title 'right end', \
       'program_c3.csv' using (1e3*column('t')):'force_right' with points ls 3 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):'force_right' with lines ls 10 notitle
  eval caption_drawn
  set xrange [0:*]
  unset key
  plot 'midpoint_c3.csv' using (1e3*column('t')):'force_left' with lines ls 2 title 'left end', \
       'program_c3.csv' using (1e3*column('t')):'force_left' every 2 with points ls 2 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):'force_left' with lines ls 10 notitle, \
       'midpoint_c3.csv' using (1e3*column('t')):'force_right' with lines ls 3 title 'right end', \
       'program_c3.csv' using (1e3*column('t')):'force_right' every 2 with points ls 3 pointsize 0.5 notitle, \
       exact_c3 using (1e3*column('t')):'force_right' with lines ls 10 notitle
  eval close_figure
}
