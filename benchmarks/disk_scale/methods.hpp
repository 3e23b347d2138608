// The methods of the solver for round bodies that are compared, and how it is told to use one.
#pragma once

#include <string>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"

namespace nsdbench::disk_scale {

// How many iterations a method may take.
struct Budget {
  int sweeps = 1;
  int newton_steps = 1;
};
// As many as fit into `seconds` each, at 20 ns n a sweep and 20 ns n^1.6 a Newton step of n disks, which were measured
// up to 3000 disks.
Budget budget_of(double seconds, int disks);

struct SolveSetting {
  std::string method;
  double tolerance = 1e-6;
  Budget budget;
  int threads = 1;
};

// Projected relaxation first.
const std::vector<std::string>& method_names();
// Whether the budget has as many Newton steps as the method usually needs, if it makes any.
bool affordable(const std::string& method, const Budget& budget);
// Which method makes the motion that problems are taken from.
std::string reference_method(const Budget& budget);
// The portfolio begins with its own number of sweeps, and a fifth of the Newton steps at most.
RoundSolverOptions options_of(const SolveSetting& setting);

}  // namespace nsdbench::disk_scale
