// Where harvested/problems.jsonl comes from: the runs are repeated and their contact problems gathered.
#pragma once

#include <vector>

#include "benchmarks/problem_sets/harvested.hpp"

namespace nsdbench::problem_sets {

// Runs the mechanisms with Moreau's midpoint rule and Lemke's method from the parameters of the papers and a few
// variants, and keeps of every run the first problem of each sort: two are of one sort if they have the same closed
// contacts, the same modes, and the same numbers once G is divided by its largest entry, c by its largest, and both are
// rounded to steps of 1/100. Throws std::runtime_error if a run ends on an unsolved problem.
std::vector<HarvestedProblem> harvest();

}  // namespace nsdbench::problem_sets
