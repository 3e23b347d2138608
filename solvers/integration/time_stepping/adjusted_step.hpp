// The steps of extrapolation and of step size adjustment, for callers of single steps and for observers of a run.
#pragma once

#include <cstdint>
#include <optional>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// How one step of the extrapolation module ended (Studer et al. 2008, sec. 9.2).
enum class ExtrapolationFlag : std::uint8_t {
  successful,          // smooth, and as accurate as asked for
  inaccurate,          // smooth, but the accuracy would take more rows than max_order or dt_min allow
  switching_detected,  // a substep had other modes than the accepted ones, and dt > dt_min: nothing was computed
  switching_resolved,  // the same, and dt = dt_min: one substep, whose modes are the new ones
  unsolved             // a substep was not computed; `failure` and `solver` say why
};

// One step with what it has found and what it has cost.
template <MechanicalSystem S>
struct ExtrapolatedStep {
  StateOf<S> begin;
  StateOf<S> end;
  ScalarOf<S> dt = 0.0;
  ModeVector<S> modes;             // of all substeps; the accepted ones where the motion is one of those, too
  Percussions<S> percussions;      // sums over the substeps of the last row: of order 1, as the paper leaves them
  ScalarOf<S> contact_work = 0.0;  // likewise, as Step::contact_work() [J]
  int order = 0;                   // of `end`; 1 for a single substep
  int base_steps = 0;              // steps of the base scheme, whether they were of use or not
  int contact_problems = 0;        // of them
  long solver_iterations = 0;
  ExtrapolationFlag flag = ExtrapolationFlag::unsolved;
  StopReason failure = StopReason::unsolved;  // as in StepReport
  SolverStatus solver = SolverStatus::solved;

  // The time of an impact, where the step has one.
  ScalarOf<S> middle() const { return begin.t + 0.5 * dt; }
};

// A step that cannot be rejected any more.
template <MechanicalSystem S>
class AdjustedStep final : public Step<S> {
 public:
  ModeVector<S> modes() const override { return details_->modes; }
  bool has_modes(const ModeVector<S>& modes) const { return details_->modes == modes; }
  Percussions<S> percussions() const override { return details_->percussions; }
  std::optional<ScalarOf<S>> contact_work() const override { return details_->contact_work; }
  int order() const override { return details_->order; }
  long solver_iterations() const override { return details_->solver_iterations; }

  const ExtrapolatedStep<S>& details() const { return *details_; }
  // It resolved a switching point: its modes are others than those of the step before.
  bool switching() const { return switching_; }

  // Keeps a reference to the details.
  void show(const ExtrapolatedStep<S>& details, bool switching) {
    Step<S>::show(details.begin, details.end, details.dt);
    details_ = &details;
    switching_ = switching;
  }

 private:
  const ExtrapolatedStep<S>* details_ = nullptr;
  bool switching_ = false;
};

// A step that a run with `moreau_adjusted` shows. Throws std::bad_cast for any other method's step.
template <MechanicalSystem S>
const AdjustedStep<S>& adjusted_step(const Step<S>& step) {
  return dynamic_cast<const AdjustedStep<S>&>(step);
}

}  // namespace nsdbench
