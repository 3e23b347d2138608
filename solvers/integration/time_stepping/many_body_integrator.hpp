// Integration of many round bodies by Moreau's midpoint rule with a fixed step, under the contract of all integrators.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "solvers/integration/integrator.hpp"
#include "solvers/integration/section.hpp"
#include "solvers/integration/time_stepping/many_body_midpoint.hpp"

namespace nsdbench {

// A step of many bodies, with what the midpoint rule says of it.
template <ManyBodySystem S>
class ManyBodyStepView final : public Step<S> {
 public:
  explicit ManyBodyStepView(const ManyBodyMidpoint<S>& midpoint) : midpoint_(midpoint) {}

  // What the step has done beside moving the bodies: solver, penetration, work.
  const ManyBodyStep& report() const { return report_; }
  // The contacts that were closed at the middle, in the order of modes() and percussions().
  const std::vector<ClosedContact>& contacts() const { return midpoint_.contacts(); }
  const ManyBodyMidpoint<S>& midpoint() const { return midpoint_; }

  // A contact whose percussion is zero is impressed; one that presses sticks if its P_T is within its bounds.
  ModeVector<S> modes() const override {
    ModeVector<S> modes;
    const std::size_t n = contacts().size();
    modes.normal.resize(n);
    modes.tangential.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::array<double, 2>& p = midpoint_.percussion(k);
      const double bound = midpoint_.friction_of(k) * p[0];
      modes.normal[k] = p[0] > 0.0 ? Mode::constraint : Mode::impressed;
      modes.tangential[k] = std::abs(p[1]) < bound ? Mode::constraint : Mode::impressed;
    }
    return modes;
  }
  Percussions<S> percussions() const override {
    Percussions<S> percussions;
    const auto n = static_cast<Eigen::Index>(contacts().size());
    percussions.normal.resize(n);
    percussions.tangential.resize(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      percussions.normal[k] = midpoint_.percussion(static_cast<std::size_t>(k))[0];
      percussions.tangential[k] = midpoint_.percussion(static_cast<std::size_t>(k))[1];
    }
    return percussions;
  }
  std::optional<double> contact_work() const override { return -report_.dissipated; }
  int order() const override { return ManyBodyMidpoint<S>::order; }
  long solver_iterations() const override { return report_.solver.iterations; }

  void show(const ManyBodyState& begin, const ManyBodyState& end, const double& size, const ManyBodyStep& report) {
    Step<S>::show(begin, end, size);
    report_ = report;
  }

 private:
  const ManyBodyMidpoint<S>& midpoint_;
  ManyBodyStep report_;
};

// Step k ends at t_0 + k dt; the last one is shortened to end at the end exactly if that is no multiple of dt, and so
// is the last one before each boundary. A step whose contact problem stays unsolved ends the run. Observers are shown
// ManyBodyStepView, and no events: among thousands of contacts some close, open, stick or slide in nearly every step,
// and the modes of two steps, whose contacts differ, are compared by those who know what they look for. Unlike other
// integrators it allocates where more contacts are closed than ever before, and where Newton's method is used, whose
// matrix has a new pattern then.
template <ManyBodySystem S>
class ManyBodyIntegrator final : public Integrator<S> {
 public:
  // Arguments and exceptions are those of ManyBodyMidpoint.
  ManyBodyIntegrator(const S& system, double dt, const RoundSolverOptions& options, ContactSolver* fallback = nullptr)
      : midpoint_(system, dt, options, fallback), step_(midpoint_), options_(options) {}

  std::string_view name() const override { return "moreau"; }
  int order() const override { return ManyBodyMidpoint<S>::order; }
  IntegratorSettingList settings() const override {
    return {{"dt", midpoint_.dt(), "s"},
            {"contact_method", to_string(options_.method)},
            {"contact_tolerance", options_.tolerance}};
  }
  ManyBodyMidpoint<S>& midpoint() { return midpoint_; }

  // A step that this integrator shows, with all that it says.
  static const ManyBodyStepView<S>& view(const Step<S>& step) { return static_cast<const ManyBodyStepView<S>&>(step); }

 protected:
  Outcome run(ManyBodyState& state, const Destination<S>& destination, Observer<S>& observer) override {
    check_interval(state.t, destination.t_end);
    Outcome outcome;
    for (const double boundary : destination.boundaries) {
      outcome.reason = run_leg(state, boundary, destination, observer, outcome);
      if (!outcome.completed()) return outcome;
    }
    outcome.reason = run_leg(state, destination.t_end, destination, observer, outcome);
    return outcome;
  }

 private:
  StopReason run_leg(ManyBodyState& state, double t_end, const Destination<S>& destination, Observer<S>& observer,
                     Outcome& outcome) {
    const double t_start = state.t;
    const double dt = midpoint_.dt();
    // A remainder below 1e-9 steps is rounding of t_end - t_start, not a step.
    const auto full_steps = static_cast<long>(std::floor((t_end - t_start) / dt + 1e-9));
    const double remainder = t_end - (t_start + static_cast<double>(full_steps) * dt);
    const long total = full_steps + (remainder > 1e-9 * dt ? 1 : 0);
    for (long k = 0; k < total; ++k) {
      const double size = k < full_steps ? dt : remainder;
      begin_ = state;
      const ManyBodyStep report = midpoint_.step(state, size);
      ++outcome.counts.evaluations;
      outcome.counts.contact_problems += midpoint_.contacts().empty() ? 0 : 1;
      outcome.counts.solver_iterations += report.solver.iterations;
      if (report.reason != StopReason::completed) {
        if (report.reason == StopReason::unsolved) outcome.solver = report.solver.status;
        return report.reason;
      }
      state.t = k < full_steps ? t_start + static_cast<double>(k + 1) * dt : t_end;
      ++outcome.counts.accepted_steps;
      step_.show(begin_, state, size, report);
      if (!observer.on_step(step_)) return StopReason::stopped;
      if (!destination.section) continue;
      if (const auto crossing = upward_crossing(begin_, state, destination.section)) {
        state = *crossing;
        return StopReason::section;
      }
    }
    return StopReason::completed;
  }

  void check_interval(double t_start, double t_end) const {
    const double dt = midpoint_.dt();
    const double latest = std::max(std::abs(t_start), std::abs(t_end));
    if ((t_end - t_start) / dt < 0x1p52 && latest + dt > latest) return;
    std::ostringstream sentence;
    sentence << "time step " << dt << " s is not allowed: it is too small for an integration to " << t_end << " s";
    throw std::invalid_argument(sentence.str());
  }

  ManyBodyMidpoint<S> midpoint_;
  ManyBodyStepView<S> step_;
  RoundSolverOptions options_;
  ManyBodyState begin_;
};

}  // namespace nsdbench
