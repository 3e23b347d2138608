// Contact problems with a solution that is known beforehand, of all laws.
#pragma once

#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "tests/fuzz/small_problem.hpp"

namespace nsdbench::fuzz {

// Chooses modes, percussions and velocities xi of all laws from the bytes, sets c = xi - G P and returns P. That P
// solves the problem exactly if nothing had to be rounded (solves_exactly). Friction bounds may become five times as
// large, so that discs are met in other directions than those of the axes, too.
std::vector<double> plant_solution(ContactProblem& problem, Bytes& bytes);

}  // namespace nsdbench::fuzz
