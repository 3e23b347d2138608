# Performance profiles in iterations: how often a solver is within a factor of the fewest iterations on the same problem.
# Pivots, sweeps and Newton steps are different amounts of work; compare within a family.
load 'style.gp'
load 'arena_style.gp'

do for [t=1:3] {
  measure = 'iterations'
  load 'arena_profile_panels.gp'
}
