set datafile separator ','
set datafile columnheaders
set terminal svg size 600,400
set output 'beaks.svg'
set xlabel 'φ_S / rad'
set ylabel 'ω_S / (rad/s)'
set key center
plot 'results/quick/woodpecker_limit_cycle/limit_cycle.csv' using 'phi_S':'omega_S' with lines title 'ε_{N1} = 0.5', \
     'results/softer-beak/limit_cycle.csv' using 'phi_S':'omega_S' with lines title 'ε_{N1} = 0.3'
