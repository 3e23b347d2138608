// Performance profiles (Dolan & More 2002).
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// Iterations count as at least one: the answer may be ready before the first. Those that a library does not tell
// (negative) are no cost: such a solver has no profile by iterations, nor is it the best of any problem.
enum class Cost { time, iterations };

// For each factor the share of problems that `solver` solves within `factor` times the least cost of any contender in
// `rows`, which are of one kind and tolerance. The share is of the problems that are known to have a solution or that
// some contender solves; one that is known to have none never counts. A problem that the method cannot represent is one
// that it does not solve. Zeros if there is no problem to count.
std::vector<double> profile(const std::vector<Row>& rows, const std::string& solver, Cost cost,
                            const std::vector<double>& factors);

}  // namespace nsdbench::arena
