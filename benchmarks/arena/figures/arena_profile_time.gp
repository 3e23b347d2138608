# Performance profiles (Dolan & More 2002): how often a solver is within a factor of the fastest on the same problem. Of
# each family the member that solves most problems of the kind is drawn; all are in summary.md.
load 'style.gp'

figure_height = 3.3 + 5.2 * words(tolerances)
do for [t=1:3] {
  eval open_figure('arena_profile_time', t, 17, figure_height)
  measure = 'time'
  load 'arena_profile_panels.gp'
  eval close_figure
}
