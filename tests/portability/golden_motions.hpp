// Short motions of the papers' mechanisms, and contact problems, as hashes of all their states and answers: what every
// compiler, optimisation, processor and number of threads must agree about.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "solvers/integration/integrator.hpp"

namespace nsdbench::portability {

// Prints a line: the name, what there was, and its hash.
void print(std::string_view name, std::uint64_t steps, std::uint64_t events, std::uint64_t hash);

// All motions that `compute` makes.
void print_motions(std::string_view name, const std::function<void()>& compute);

template <class S>
void print_motion(std::string_view name, const S& system, Integrator<S>& integrator, double t_end) {
  print_motions(name, [&] {
    StateOf<S> state = system.initial_state();
    integrator.integrate(state, {t_end, {}, {}});
  });
}

void print_time_stepping();
void print_events();
void print_acceleration_level();
void print_programs();
void print_many_bodies();
void print_contact_problems();
void print_extended();

}  // namespace nsdbench::portability
