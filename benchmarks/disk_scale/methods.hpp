// The methods of the solver for round bodies that are compared, and how it is told to use one.
#pragma once

#include <string>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"

namespace nsdbench::disk_scale {

struct SolveSetting {
  std::string method;
  double tolerance = 1e-6;
  int iterations = 1000;  // at most
  int threads = 1;
};

// Projected relaxation first.
const std::vector<std::string>& method_names();
// Which one makes the motion that problems are taken from.
const std::string& reference_method();
RoundSolverOptions options_of(const SolveSetting& setting);

}  // namespace nsdbench::disk_scale
