# What Figures 4 to 12 have in common. Loaded after style.gp, with the case in c, 'c1' to 'c3'.
#
# Points are the motion by the run's integrator. A run by the paper's own method has other methods beside it: the
# midpoint rule (lines) and the event-driven integration (circles); what a run does not have is left out.
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
array size[3] = [0.7, 0.5, 0.3]
has(table) = exists('rows_' . table . '_' . c)
if (has('midpoint')) {
  run_caption = run_name . sprintf('; points: newton, h = %g to %g s; lines: midpoint rule, dt = %s s', run_dt_min, run_dt_max, run_dt)
}

# Curves of factor times the column y of the ends k = first ... last (1: the centre), as strings for curves().
of(table, y, factor, first, last) = sprintf("for [k=%d:%d] '%s_%s.csv' using (1e3*column('t')):(%g*column('%s'.end[k]))", first, last, table, c, factor, y)
motion(y, factor, first, last, how) = of('motion', y, factor, first, last) . ' ' . how . (has('midpoint') ? ' notitle, ' : ' title label[k], ')
midpoint(y, factor, first, last) = has('midpoint') ? of('midpoint', y, factor, first, last) . ' with lines ls k title label[k], ' : ''
exact(y, factor, first, last) = has('exact') ? of('exact', y, factor, first, last) . sprintf(" with lines ls 10 title k == %d ? 'closed form' : '', ", first) : ''
events(y, factor, first, last) = has('events') ? of('events', y, factor, first, last) . sprintf(" every 3 with points pointtype 6 pointsize 0.45 linecolor rgb '#000000' title k == %d ? 'event-driven' : '', ", first) : ''
fine(y, factor, first, last, how) = has('fine') ? of('fine', y, factor, first, last) . ' ' . how . sprintf(" title k == %d ? 'newton, fine steps' : '', ", first) : ''
curves(list) = 'plot ' . list[1:strlen(list)-2]
