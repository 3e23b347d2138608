// Whether a planar contact problem has a solution, beyond doubt.
#pragma once

#include <optional>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::fuzz {

// A solution of a problem of laws of dimension one, rounded from rational numbers that fulfil every law exactly; no
// percussion of a unilateral law is larger than `largest_normal`. Candidates come from an enumeration of all modes in
// long double. Nothing where there is none, where none was found among at most 4096 combinations, or where the modes of
// a solution leave its percussions undetermined in another way than by zeros.
std::optional<std::vector<long double>> exact_solution(const ContactProblemView& problem, long double largest_normal);

}  // namespace nsdbench::fuzz
