// Contact solvers by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contact/solver.hpp"

namespace nsdbench {

// A line of the table: a solver's name, what it does in one line, and how it is made.
struct ContactSolverEntry {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<ContactSolver> (*make)(std::string_view name, const SolverOptions& options);
};

// Every contact solver of the suite, in the order of the table in registry.cpp.
const std::vector<ContactSolverEntry>& contact_solvers();

// The solver to use where nothing else is asked for: the first of the table, the portfolio.
std::string_view default_contact_solver();

// The names of all solvers, in the order of the table.
std::vector<std::string> contact_solver_names();

// Throws std::invalid_argument, naming the known solvers, if there is no solver of that name.
std::unique_ptr<ContactSolver> make_contact_solver(std::string_view name, const SolverOptions& options = {});

}  // namespace nsdbench
