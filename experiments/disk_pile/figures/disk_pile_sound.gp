# Waves in a chain of 64 rigid grains with a fixed number of sweeps of PSOR a step. (a): the speed of sound of the longest
# wave against the number of sweeps; the formula for long waves is the grey line, for this wave the black one. (b): what a
# step adds to the phase of a wave, and what it takes of the logarithm of its amplitude, against the wave number, for 1, 10
# and 100 sweeps; solid lines are the closed form of the phase, acos(cos^N), dashed ones
# that of the decay, -N ln cos.
needs = 'rows_chain_waves q_sound_speed_exponent'
load 'style.gp'
longest = pi/64
of(n, value) = column('sweeps') == n ? value : NaN
style_of(n) = n == 1 ? 1 : n == 10 ? 2 : 3
curve(n, x) = cos(x)**n

do for [t=1:3] {
  eval open_figure('disk_pile_sound', t, 16, 7.5)
  set multiplot layout 1,2
  set tmargin 2
  set logscale xy
  eval panel('(a)')
  set xrange [0.8:1000]
  set yrange [0.8:40]
  set ytics (1, 2, 5, 10, 20, 40)
  set xlabel 'sweeps N a step'
  set ylabel 'speed of sound / (d/Δt)'
  set key bottom right
  plot sqrt(x) with lines ls 9 linewidth 1.4 title '√N', acos(curve(x, longest))/longest with lines ls 10 title 'closed form, longest wave', \
       'chain_waves.csv' using 'sweeps':(column('mode') == 1 ? column('sound_speed') : NaN) with points ls 1 pointsize 0.8 title 'measured'
  eval caption_drawn
  eval panel('(b)')
  set format y '10^{%T}'
  set xtics (0.05, 0.1, 0.2, 0.5, 1)
  set ytics 10
  set xrange [0.04:1]
  set yrange [8e-4:30]
  set xlabel 'wave number × d'
  set ylabel 'phase ●, decay ○ a step'
  set key bottom right
  plot for [n in '1 10 100'] acos(curve(n, x)) with lines ls 10 notitle, \
       for [n in '1 10 100'] -log(curve(n, x)) with lines ls 10 dashtype (6,6) notitle, \
       for [n in '1 10 100'] 'chain_waves.csv' using 'kappa':(of(n, column('phase'))) with points ls style_of(n) pointsize 0.8 title n . ' sweep' . (n == 1 ? '' : 's'), \
       for [n in '1 10 100'] 'chain_waves.csv' using 'kappa':(of(n, column('decay'))) with points ls style_of(n) pointtype (n == 1 ? 6 : n == 10 ? 4 : 8) pointsize 0.8 notitle
  eval close_figure
}
