# Performance profiles in iterations: how often a solver is within a factor of the fewest iterations on the same problem.
# Pivots, sweeps and Newton steps are different amounts of work; compare within a family.
load 'style.gp'

figure_height = 3.3 + 5.2 * words(tolerances)
do for [t=1:3] {
  eval open_figure('arena_profile_iterations', t, 17, figure_height)
  measure = 'iterations'
  load 'arena_profile_panels.gp'
  eval close_figure
}
