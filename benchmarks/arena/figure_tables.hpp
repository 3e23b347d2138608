// The tables behind the arena's figures, and run.gp, which tells the scripts what there is.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"
#include "support/output_files.hpp"

namespace nsdbench::arena {

//   profile_time_<kind>_<k>.csv, profile_iterations_<kind>_<k>.csv   k-th tolerance, from 1
//   scaling_planar.csv, scaling_spatial.csv                         time against contacts, towers at rest
//   r_factors_lcp.csv, r_factors_planar.csv                         iterations against the Jacobi spectral radius
//   history_<i>.csv                                                 least residual so far against time, i-th problem
//   run.gp
//
// drawn_solvers(rows, wanted) chooses what is drawn, and throws what it documents; the figure of the r-factors shows
// the relaxation methods of that choice only.
std::vector<support::TextFile> figure_tables(const Results& results, const std::vector<std::string>& wanted = {});

// The points of a history by time, each with the least residual of all that took no longer.
struct Descent {
  std::vector<double> seconds;
  std::vector<double> residual;
};
Descent descent_of(const History& history);

}  // namespace nsdbench::arena
