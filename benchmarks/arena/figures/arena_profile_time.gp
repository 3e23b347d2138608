# Performance profiles (Dolan & More 2002): how often a solver is within a factor of the fastest on the same problem. Of
# each family the member that solves most problems of the kind is drawn; all are in summary.md.
load 'style.gp'
load 'arena_style.gp'

do for [t=1:3] {
  measure = 'time'
  load 'arena_profile_panels.gp'
}
