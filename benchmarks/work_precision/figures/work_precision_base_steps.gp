# Error over evaluated base steps, of use or not (after Studer, Leine & Glocker 2008, Fig. 12 f).
load 'style.gp'

figure = 'work_precision_base_steps'
cost = 'base_steps'
cost_label = 'base steps'
do for [t=1:3] { load 'work_precision_panels.gp' }
