// Whether a contact problem has a solution, beyond doubt. Shares no code with solvers/.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::fuzz {

// A solution of a problem of laws of dimension one, rounded from rational numbers that fulfil every law exactly; no
// percussion of a unilateral law is larger than `largest_normal`. Candidates come from an enumeration of all modes in
// long double. Nothing where there is none, where none was found among at most 4096 combinations, or where the modes of
// a solution leave its percussions undetermined in another way than by zeros.
std::optional<std::vector<long double>> exact_solution(const ContactProblemView& problem, long double largest_normal);

// Whether these finite percussions fulfil every law exactly, in rational numbers; of laws of any kind and dimension.
// Those of unilateral laws are not larger than `largest_normal` then.
bool solves_exactly(const ContactProblemView& problem, std::span<const double> percussions, long double largest_normal);

}  // namespace nsdbench::fuzz
