// The tables behind the arena's figures, and run.gp, which tells the scripts what there is.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

struct TextFile {
  std::string name;
  std::string content;
};

// A performance profile (Dolan & More 2002): the share of problems, of those that some contender solves, that
// `solver` solves within `factor` times the least time (or iterations) of any contender.
enum class Cost { time, iterations };
std::vector<double> profile(const std::vector<Row>& rows, const std::string& solver, Cost cost,
                            const std::vector<double>& factors);

//   profile_time_<kind>_<k>.csv, profile_iterations_<kind>_<k>.csv   k-th tolerance, from 1
//   scaling_planar.csv, scaling_spatial.csv                         time against contacts, towers at rest
//   r_factors_lcp.csv, r_factors_planar.csv                         iterations against the Jacobi spectral radius
//   history_<i>.csv                                                 residual against time, i-th problem, from 1
//   run.gp
std::vector<TextFile> figure_tables(const Results& results);

}  // namespace nsdbench::arena
