// Counts the allocations of time steps. Replaces malloc for the whole program: for executables of one test.
#pragma once

#include <string>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/allocation_counter.hpp"
#include "tests/helpers/catch.hpp"

namespace nsdbench::testing {

struct Count {
  long allocations = 0;
  long contact_steps = 0;
  long steps = 0;
};

// Runs until the first contact problems have been solved, then counts over 10 000 steps.
template <class System>
Count count(const System& system, double dt, const std::string& solver_name) {
  const auto solver = make_contact_solver(solver_name);
  MoreauMidpoint integrator(system, *solver);
  StateOf<System> state = system.initial_state();
  for (int k = 0; k < 20000; ++k) integrator.step(state, dt);
  Count result;
  state = system.initial_state();
  const long before = allocations;
  for (; result.steps < 10000; ++result.steps) {
    const auto& report = integrator.step(state, dt);
    if (!report.advanced()) break;
    if (report.active_contacts > 0) ++result.contact_steps;
  }
  result.allocations = allocations - before;
  return result;
}

template <class System>
void check_no_allocation(const System& system, double dt) {
  // Those that solve every step of these motions; the others are counted problem by problem, elsewhere.
  for (const std::string solver : {"portfolio", "lemke", "enumeration", "psor_block", "newton"}) {
    INFO(solver);
    const Count result = count(system, dt, solver);
    CHECK(result.allocations == 0);
    CHECK(result.steps == 10000);
    CHECK(result.contact_steps > 10);
  }
}

}  // namespace nsdbench::testing
