# Error over CPU time (after Studer, Leine & Glocker 2008, Fig. 12 f).
load 'style.gp'

figure = 'work_precision_cpu_time'
cost = 'cpu_time'
cost_label = 'CPU time / s'
do for [t=1:3] { load 'work_precision_panels.gp' }
