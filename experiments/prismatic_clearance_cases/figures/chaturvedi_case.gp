# What Figures 4 to 12 have in common. Loaded after style.gp, with the case in c, 'c1' to 'c3'.
#
# The paper's method is shown twice, in the colours of the centre and of the ends: with fine equal steps (lines), and
# with the paper's steps (points, joined by thin lines). Thin black lines are the closed form, or for velocities the
# event-driven integration. A run by another integrator has neither: its motion is shown by points alone.
# Both ends often have one curve: gaps that round ends of thick dashes do not fill let the one below be seen.
set style line 2 dashtype (9,7)
set style line 3 dashtype (1,7)
array end[3] = ['', '_left', '_right']
array label[3] = ['centre', 'left end', 'right end']
has(table) = exists('rows_' . table . '_' . c)
if (has('fine')) {
  stats 'fine_' . c . '.csv' using (column('h')) name 'fine' nooutput
  run_caption = sprintf('nsdbench prismatic_clearance_cases: %s, newton; lines: h = %g s; joined points: h = %g to %g s', run_integrator, fine_max, run_dt_min, run_dt_max)
}

# Curves of factor times the column y of the ends k = first ... last (1: the centre), as strings for curves().
of(table, y, factor, first, last) = sprintf("for [k=%d:%d] '%s_%s.csv' using (1e3*column('t')):(%g*column('%s'.end[k]))", first, last, table, c, factor, y)
fine(y, factor, first, last) = has('fine') ? of('fine', y, factor, first, last) . ' with lines ls k linewidth 3.2-0.6*k title label[k], ' : ''
motion(y, factor, first, last, every) = of('motion', y, factor, first, last) . sprintf(' with linespoints ls k pointsize 0.7-0.1*k pointinterval %d ', every) . (has('fine') ? 'dashtype solid linewidth 0.6 notitle, ' : 'linewidth 0 title label[k], ')
# A force is the mean of its step: it holds from the end of the step before on.
mean(table, first, last, how) = of(table, 'force', 1.0, first, last) . ' with fsteps ls k ' . how . ', '
forces(first, last, every) = has('fine') ? mean('fine', first, last, 'linewidth 3.2-0.6*k title label[k]') . mean('motion', first, last, 'dashtype solid linewidth 0.6 notitle') . of('motion', 'force', 1.0, first, last) . sprintf(' every %d with points ls k pointsize 0.9-0.15*k notitle, ', every) : mean('motion', first, last, 'title label[k]')
thin(table, y, factor, first, last, name) = has(table) ? of(table, y, factor, first, last) . sprintf(" with lines ls 10 title k == %d ? '%s' : '', ", first, name) : ''
exact(y, factor, first, last) = thin('exact', y, factor, first, last, 'closed form')
events(y, factor, first, last) = thin('events', y, factor, first, last, 'event-driven')
steps = has('fine') ? "1/0 with linespoints linecolor rgb '#606060' dashtype solid linewidth 0.6 pointtype 7 pointsize 0.6 title 'with the paper''s steps', " : ''
curves(list) = 'plot ' . list[1:strlen(list)-2]
# Above all panels, since curves reach into every corner. In SVG gnuplot takes letters for wider than they are.
key_above = "set key at screen 0.5, screen 0.99 center top maxrows 2 Left reverse samplen 2.5 width (t == 1 ? -3 : 1)"
