# Which contacts are closed over the clearance c and the place s of the force: after 2 ms by the event-driven integrator
# (left), and at the end by the program (right), with gravity (top) and without (bottom). White dashes: the limit
# m g l_s / (2 f_x) of line contact. Not a figure of the paper.
needs = 'rows_contact_map'
load 'style.gp'
run_caption = sprintf('nsdbench prismatic_clearance_cases: (a), (c) event-driven; (b), (d) %s, newton, h = %g to %g s, to t = %g s; white dashes: limit of line contact', run_integrator, run_dt_min, run_dt_max, run_end_time)
array letter[4] = ['(a)', '(b)', '(c)', '(d)']

array name[4] = ['none', 'one end', 'line', 'two points']
array colour[4] = ['#E4E4E4', '#E69F00', '#56B4E9', '#303030']
set palette maxcolors 4 defined (1 '#E4E4E4', 2 '#E69F00', 3 '#56B4E9', 4 '#303030')
# Cells: columns at equal ratios of c, rows at equal steps of s, for two values of gravity.
stats 'contact_map.csv' using (1e6*column('c')) every ::0::1 name 'two' nooutput
stats 'contact_map.csv' using (1e6*column('c')) name 'c' nooutput
stats 'contact_map.csv' using (1e3*column('s')) name 's' nooutput
ratio = two_max / two_min
columns = int(log(c_max / c_min) / log(ratio) + 1.5)
rows = s_records / (2 * columns)
half_row = 0.5 * (s_max - s_min) / (rows - 1)
do for [t=1:3] {
  eval open_figure('chaturvedi_contact_map', t, 16, 15)
  set multiplot layout 2,2
  set tmargin 4
  set cbrange [0.5:4.5]
  unset colorbox
  unset grid
  set logscale x
  set xrange [c_min/sqrt(ratio):c_max*sqrt(ratio)]
  set yrange [s_min-half_row:s_max+half_row]
  set xlabel 'c / µm'
  set ylabel 's / mm'
  do for [gravity=1:0:-1] {
    do for [panel=1:2] {
      if (gravity == 1 && panel == 1) {
        set key at graph 0, graph (t == 1 ? 1.24 : 1.2) left bottom maxrows 1 Left reverse samplen 0.5 width 1
      } else {
        unset key
      }
      eval panel(letter[2*(1-gravity)+panel])
      set title (panel == 1 ? 'after 2 ms' : 'at the end') . (gravity == 1 ? ', with gravity' : ', without gravity')
      plot 'contact_map.csv' using (column('gravity') == gravity ? 1e6*column('c') : NaN):(1e3*column('s')):(1e6*column('c')/sqrt(ratio)):(1e6*column('c')*sqrt(ratio)):(1e3*column('s')-half_row):(1e3*column('s')+half_row):(panel == 1 ? column('early') : column('late')) with boxxyerror fillstyle solid noborder linecolor palette notitle, \
           (gravity == 1 && exists('q_line_contact_limit_s_closed_form') ? 1e3*q_line_contact_limit_s_closed_form : NaN) with lines linecolor rgb '#FFFFFF' linewidth 1.5 notitle, \
           for [k=1:4] 1/0 with points pointtype 5 pointsize 1 linecolor rgb colour[k] title name[k]
      eval caption_drawn
    }
  }
  eval close_figure
}
