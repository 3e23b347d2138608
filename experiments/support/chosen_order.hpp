// The order of convergence of whatever integrator --integrator names.
#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "experiments/support/order_record.hpp"
#include "solvers/analysis/order_study.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments {

// The largest steps for a method of order p on an oscillation of some 0.4 s to 1 s: from where it is resolved down to
// where errors are rounding.
inline StudyRange range_of_order(int p) {
  if (p <= 1) return {8e-3, 6};
  if (p <= 3) return {2e-2, 5};
  if (p <= 6) return {5e-2, 4};
  return {2e-1, 4};
}

// Runs from the system's initial state with many sizes (IntegratorSettings::of_size), in table and quantities as those
// of the order that the method declares. `rounding`: errors [unit of error_at] below it do not count; `error_at(state)`
// is the error at the end of a step.
template <MechanicalSystem S, class ErrorAt>
void record_chosen_order(Experiment& experiment, OrderRecord& record, const S& system, ContactSolver& solver,
                         const Destination<S>& destination, double rounding, const ErrorAt& error_at) {
  const std::string& name = experiment.options().integrator;
  const int p = make_integrator(name, system, solver, IntegratorSettings::of_size(1e-3, 1))->order();
  StudyRange range = range_of_order(p);
  range.per_octave = experiment.options().quick ? 8 : 32;
  const double smallest_dt_min = 128.0 * std::numeric_limits<double>::epsilon() * destination.t_end;
  const OrderStudy study = study_order<S>(
      [&](double size, double /*dt_min*/) {
        return make_integrator(name, system, solver, IntegratorSettings::of_size(size, p));
      },
      system.initial_state(), destination, range, {smallest_dt_min, rounding},
      [&](double size) { return elementary::pow(size, p); }, error_at,
      [&](std::size_t k) {
        experiment.progress().update("order", static_cast<double>(k) / (range.octaves * range.per_octave));
      });
  record.add(p, study, range, "order in the size of the largest steps of the position, by " + name);
}

}  // namespace nsdbench::experiments
