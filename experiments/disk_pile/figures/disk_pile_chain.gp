# A chain of 64 rigid grains under a force at each end; from t = 0 on the left one is larger by a half. Displacements of
# five grains, in those that the additional force gives a single grain in a step: with one and with ten sweeps of PSOR a
# step, and with every contact problem solved to 1e-6, where the five lines are one. (b) and (c) show the first
# third of the time of (a): the front is faster.
needs = 'rows_chain_push q_chain_shortening_max_1e_6'
load 'style.gp'
cases = '1 10 0'

do for [t=1:3] {
  eval open_figure('disk_pile_chain', t, 16, 7)
  set multiplot layout 1,3
  set tmargin 2
  set xlabel 'step'
  set ylabel 'displacement / (ΔF Δt^2/m)'
  do for [k=1:3] {
    eval panel(k == 1 ? '(a) 1 sweep a step' : k == 2 ? '(b) 10 sweeps a step' : '(c) solved')
    set xrange [0:k == 1 ? 130 : 41]
    set yrange [0:k == 1 ? 150 : 15]
    set xtics k == 1 ? 50 : 10
    set key top left
    plot for [i=1:5] 'chain_push.csv' using (column('sweeps') == word(cases, k) ? column('step') : NaN):word('x_1 x_16 x_32 x_48 x_64', i) \
      with lines ls i title k == 3 ? 'grain ' . word('1 16 32 48 64', i) : ''
    if (k == 1) { eval caption_drawn }
    set ylabel ''
  }
  eval close_figure
}
