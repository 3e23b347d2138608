// Finds where a function of the state is zero within a step.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "problems/sliding_point_mass.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench::experiments::sliding_mass {

using problems::SlidingPointMass;
using MassState = State<2>;
using MassStep = Step<SlidingPointMass>;

// Steps of extrapolation are repeated with other sizes, by rows up to order 6; where a step has dense output, that is
// used; in other steps velocities are interpolated linearly.
class ZeroSearch {
 public:
  // Keeps references to system and solver. `dt_min` [s] of the steps of extrapolation.
  ZeroSearch(const SlidingPointMass& mass, ContactSolver& solver, double dt_min);
  ~ZeroSearch();
  ZeroSearch(const ZeroSearch&) = delete;
  ZeroSearch& operator=(const ZeroSearch&) = delete;

  // The state within the smooth step `step` at which `function(state)` is zero, if it changes sign there.
  std::optional<MassState> zero_within(const MassStep& step, const std::function<double(const MassState&)>& function);

 private:
  class Repetition;
  std::unique_ptr<Repetition> repetition_;
};

}  // namespace nsdbench::experiments::sliding_mass
