# Error of phi_S against dt_max for orders 1 to 6 (Fig. 14), at 0.146 s, by the paper's protocol: dt_min = 1e-10 s, and a
# reference of the same scheme with dt_min = 1e-10 s, dt_max = 9e-4 s and atol = 1e-10. Not in the paper: the same runs
# against a finer reference, over all nodes, and runs with a dt_min that does not count. The table has the measured
# slopes. The paper prints neither end time, norm nor dt_max: one period and many jittered dt_max are taken.
needs = 'rows_orders rows_slopes rows_orders_finer_reference'
load 'style.gp'
run_caption = run_name . ', dt_max as on the axis, one period of 0.146 s'
array variant[3] = ['', '_finer_reference', '_smooth']
array name[3] = ['Fig. 14: Δt_{min} = 10^{-10} s, paper''s reference', '(ours) Δt_{min} = 10^{-10} s, finer reference', '(ours) Δt_{min} = 10^{-17} s, finer reference']
array place[3] = [0.32, 0.6, 0.88]
array heading[3] = ["paper's\nreference", "finer\nreference", "Δt_{min}\nnegligible"]

do for [t=1:3] {
  eval open_figure('studer2008_fig14', t, 16, 16)
  set multiplot layout 2,2
  set tmargin 2.5
  set lmargin 10
  set rmargin 2
  unset key
  do for [k=1:3] {
    set logscale xy
    set format xy '10^{%T}'
    eval decades('x')
    set xlabel 'Δt_{max} / s'
    set ylabel 'e_G of φ_S / rad'
    set xrange [5e-5:5e-3]
    set yrange [1e-16:1e-1]
    set title name[k] font sprintf(',%g', t == 1 ? 11.4 : 8.6)
    if (exists('rows_orders' . variant[k])) {
      plot for [p=1:6] 'orders' . variant[k] . '.csv' using 'dt_max':'error' every :::(p-1)::(p-1) with points ls p
    }
    eval caption_drawn
  }
  unset logscale
  unset border
  unset tics
  unset grid
  unset xlabel
  unset ylabel
  set lmargin 2
  small = sprintf(',%g', t == 1 ? 10.6 : 8)
  set title 'measured slopes' font ''
  set xrange [0:1.02]
  set yrange [-6.6:1]
  do for [k=1:3] { set label k heading[k] at place[k], 0.5 center font small }
  plot for [p=1:6] '+' using (0.02):(-p) every ::0::0 with points ls p, \
       for [p=1:6] '+' using (0.07):(-p):(sprintf('p = %d', p)) every ::0::0 with labels left font small, \
       for [k=1:3] (exists('rows_slopes' . variant[k]) ? 'slopes' . variant[k] . '.csv' : '/dev/null') using (place[k]):(-column('p')):(column('uncertainty') > 1 ? sprintf('%.1f, no line', column('slope')) : sprintf('%.2f ± %.2f', column('slope'), column('uncertainty'))) with labels center font small
  eval close_figure
}
