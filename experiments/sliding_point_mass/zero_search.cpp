#include "experiments/sliding_point_mass/zero_search.hpp"

#include <algorithm>

#include "solvers/integration/time_stepping/adjusted_step.hpp"
#include "solvers/integration/time_stepping/extrapolation.hpp"

namespace nsdbench::experiments::sliding_mass {

// Steps of extrapolation from the same beginning with other sizes.
class ZeroSearch::Repetition {
 public:
  Repetition(const SlidingPointMass& mass, ContactSolver& solver, double dt_min)
      : extrapolation_(mass, solver, of_order_6()), dt_min_(dt_min) {}

  std::optional<MassState> state(const ExtrapolatedStep<SlidingPointMass>& step, double size) {
    const ExtrapolatedStep<SlidingPointMass>& part =
        extrapolation_.step(step.begin, size, std::min(dt_min_, 0.01 * size), step.modes, step.percussions, step.dt);
    if (part.flag != ExtrapolationFlag::successful && part.flag != ExtrapolationFlag::inaccurate) return std::nullopt;
    return part.end;
  }

 private:
  static ExtrapolationOptions of_order_6() {
    ExtrapolationOptions options;
    options.order = 6;
    return options;
  }

  Extrapolation<SlidingPointMass> extrapolation_;
  double dt_min_;
};

ZeroSearch::ZeroSearch(const SlidingPointMass& mass, ContactSolver& solver, double dt_min)
    : repetition_(std::make_unique<Repetition>(mass, solver, dt_min)) {}
ZeroSearch::~ZeroSearch() = default;

std::optional<MassState> ZeroSearch::zero_within(const MassStep& step,
                                                 const std::function<double(const MassState&)>& function) {
  const double start = function(step.begin());
  if (step.begin().t == step.end().t || !(start * function(step.end()) < 0.0)) return std::nullopt;
  const auto* adjusted = dynamic_cast<const AdjustedStep<SlidingPointMass>*>(&step);
  const auto state_after = [&](double size) -> std::optional<MassState> {
    if (adjusted != nullptr) return repetition_->state(adjusted->details(), size);
    const double t = step.begin().t + size;
    if (const auto dense = step.at_time(t)) return dense;
    const double fraction = size / step.size();
    MassState state;
    state.t = t;
    state.q = step.begin().q + fraction * (step.end().q - step.begin().q);
    state.u = step.begin().u + fraction * (step.end().u - step.begin().u);
    return state;
  };
  double below = 0.0;
  double above = step.size();
  MassState state = step.end();
  while (above - below > 1e-15 * std::max(step.end().t, 1.0)) {
    const double middle = 0.5 * (below + above);
    if (middle <= below || middle >= above) break;
    const std::optional<MassState> part = state_after(middle);
    if (!part) return std::nullopt;
    state = *part;
    (start * function(state) > 0.0 ? below : above) = middle;
  }
  return state;
}

}  // namespace nsdbench::experiments::sliding_mass
