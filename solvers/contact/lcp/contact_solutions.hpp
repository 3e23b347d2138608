// How many solutions a small planar contact problem has, by enumeration.
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// What enumeration says of the number of solutions.
enum class Solvability : std::uint8_t {
  unknown,  // a disc among the laws, more unknowns than are enumerated, or nothing that is proven or found
  none,     // proven (SolverStatus::infeasible of Enumeration)
  one,      // all that were found have the same velocities: percussions of dependent contacts may differ
  several   // at least two with different velocities G P + c
};

// Largest number of unknowns of the standard form that is enumerated: four contacts with friction.
constexpr int largest_enumerated = 12;

// Percussions of all solutions that belong to complementary bases of the standard form (all_lcp_solutions), each with a
// residual of at most `tolerance`; empty if there is none, or if the problem is not enumerated. Allocates.
std::vector<std::vector<double>> all_contact_solutions(const ContactProblemView& problem, double tolerance = 1e-10);

// Allocates: to be asked when a solver has failed, or when uniqueness is in doubt. `tolerance` as above.
Solvability solvability(const ContactProblemView& problem, double tolerance = 1e-10);

}  // namespace nsdbench
