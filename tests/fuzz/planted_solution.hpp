// Contact problems with a solution that is known beforehand, of all laws.
#pragma once

#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "tests/fuzz/small_problem.hpp"

namespace nsdbench::fuzz {

// Chooses modes, percussions and velocities xi of all laws from the bytes, sets c = xi - G P and returns P. That P
// solves the problem exactly (solves_exactly) wherever G is finite: laws whose part of c would be rounded get zeros.
// Friction has other bounds afterwards.
std::vector<double> plant_solution(ContactProblem& problem, Bytes& bytes);

}  // namespace nsdbench::fuzz
