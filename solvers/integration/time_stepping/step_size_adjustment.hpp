// Step size adjustment (Studer, Leine & Glocker 2008, secs 5, 9.3, Tables III to VI): switching points are searched by
// halving the step until it is dt_min, and smooth parts are run with steps of up to dt_max and by extrapolation.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/integration/time_stepping/extrapolation.hpp"

namespace nsdbench {

// How an integration with step size adjustment ended.
enum class AdjustmentStatus : std::uint8_t {
  completed,   // the end time is reached
  stopped,     // by the observer
  step_limit,  // max_base_steps
  time_limit,  // time_limit
  unsolved     // a contact problem stayed unsolved in a step of dt_min; `solver` says why
};
std::string_view to_string(AdjustmentStatus status);

// What it took. In all cases the state is the end of the last accepted step.
struct AdjustmentResult {
  AdjustmentStatus status = AdjustmentStatus::completed;
  SolverStatus solver = SolverStatus::solved;
  long accepted_steps = 0;
  long switching_points = 0;        // accepted steps of dt_min with other modes than the step before
  long rejected_for_switching = 0;  // steps in which a switching point was detected
  long rejected_for_accuracy = 0;
  long base_steps = 0;  // steps of the base scheme, of use or not
  long solver_iterations = 0;
  bool completed() const { return status == AdjustmentStatus::completed; }
};

// A step that cannot be rejected any more.
template <MechanicalSystem S>
struct AcceptedStep {
  ExtrapolatedStep<S> step;
  bool switching = false;  // it resolved a switching point: its modes are others than those of the step before
};

template <MechanicalSystem S>
class StepSizeAdjustment {
 public:
  using Scalar = ScalarOf<S>;

  // System and solver are referred to. Throws std::invalid_argument for options outside their range.
  StepSizeAdjustment(const S& system, ContactSolver& solver, const StepSizeOptions& options,
                     const ExtrapolationOptions& extrapolation)
      : extrapolation_(system, solver, extrapolation), options_(options) {
    check(options, 0.0, epsilon());
  }

  // Order in dt_max of positions and velocities at the accepted nodes if dt_min = dt_max^order (eq. 50).
  int order() const { return extrapolation_.order(); }

  // Integrates from state.t to t_end. `boundaries` are times at which a step must end, since forces jump there that no
  // mode shows: sorted, between the start and the end, and dt_min or more apart from both and from each other. After
  // every accepted step calls `observe(const AcceptedStep<S>&)`, which returns false to stop. No step is smaller than
  // dt_min, and none that is larger contains a switching point that its modes show; only at boundaries steps between
  // dt_min and 3 dt_min occur, which are single substeps, too. No step is larger than dt_max or 2 dt_min.
  // Throws std::invalid_argument for an end or boundaries that do not fit.
  template <class Observer>
  AdjustmentResult integrate(StateOf<S>& state, Scalar t_end, std::span<const Scalar> boundaries, Observer&& observe) {
    check_interval(state.t, t_end, boundaries);
    begin(state);
    const auto start = std::chrono::steady_clock::now();
    const auto emit = [&](const AcceptedStep<S>& accepted) {
      ++result_.accepted_steps;
      if (accepted.switching) ++result_.switching_points;
      state = accepted.step.end;
      return static_cast<bool>(observe(accepted));
    };
    while (frontier().t < t_end) {
      if (options_.max_base_steps > 0 && result_.base_steps >= options_.max_base_steps) {
        return end(AdjustmentStatus::step_limit);
      }
      if (options_.time_limit > 0.0 && std::chrono::steady_clock::now() - start > seconds(options_.time_limit)) {
        return end(AdjustmentStatus::time_limit);
      }
      const Scalar boundary = next_boundary(t_end, boundaries);
      const Scalar dt = fitted(dt_, boundary - frontier().t);
      ExtrapolatedStep<S> actual =
          extrapolation_.step(frontier(), dt, options_.dt_min, modes_, last_percussions_, last_dt_);
      if (frontier().t + dt >= boundary - 0.5 * options_.dt_min) actual.end.t = boundary;
      result_.base_steps += actual.base_steps;
      result_.solver_iterations += actual.solver_iterations;
      const bool minimal = Extrapolation<S>::is_minimal(dt, options_.dt_min);

      if (actual.flag == ExtrapolationFlag::unsolved) {
        if (minimal) {
          result_.solver = actual.solver;
          return end(AdjustmentStatus::unsolved);
        }
        drop_back(dt);
      } else if (actual.flag == ExtrapolationFlag::switching_detected) {
        ++result_.rejected_for_switching;
        drop_back(dt);
      } else if (actual.flag == ExtrapolationFlag::inaccurate && !minimal && options_.reject_inaccurate) {
        ++result_.rejected_for_accuracy;
        dt_ = halved(dt);
      } else {
        const bool resolved = actual.flag == ExtrapolationFlag::switching_resolved;
        const bool switching = resolved && modes_.has_value();
        last_percussions_ = actual.percussions;
        last_dt_ = dt;
        if (previous_ && !accept_previous(emit)) return end(AdjustmentStatus::stopped);
        const bool full = dt >= dt_;
        if (resolved || minimal || actual.end.t >= t_end) {
          // What is of minimal size cannot be rejected, and what ends the run has no successor to be judged by.
          modes_ = actual.modes;
          accepted_begin_ = actual.begin.t;
          accepted_end_ = actual.end;
          if (!emit({actual, switching})) return end(AdjustmentStatus::stopped);
        } else {
          previous_ = actual;
        }
        if (resolved) no_increase_before_ = actual.end.t;
        if (full && (resolved || accepted_begin_ > no_increase_before_)) {
          dt_ = std::min<Scalar>(std::max<Scalar>(2.0 * dt_, 3.0 * options_.dt_min), options_.dt_max);
        }
      }
    }
    return end(AdjustmentStatus::completed);
  }

 private:
  // Of Scalar.
  static double epsilon() { return std::ldexp(1.0, 1 - std::numeric_limits<Scalar>::digits); }

  static std::chrono::duration<double> seconds(double s) { return std::chrono::duration<double>(s); }

  void check_interval(const Scalar& t_start, const Scalar& t_end, std::span<const Scalar> boundaries) const {
    using std::isfinite;
    const auto latest = std::max(std::abs(static_cast<double>(t_start)), std::abs(static_cast<double>(t_end)));
    if (!(t_end > t_start) || !isfinite(t_end)) {
      std::ostringstream sentence;
      sentence << "end time " << static_cast<double>(t_end)
               << " s is not allowed: it must be finite and after the start";
      throw std::invalid_argument(sentence.str());
    }
    check(options_, latest, epsilon());
    Scalar before = t_start;
    for (std::size_t k = 0; k <= boundaries.size(); ++k) {
      const Scalar here = k < boundaries.size() ? boundaries[k] : t_end;
      if (!(here - before >= options_.dt_min)) {
        std::ostringstream sentence;
        sentence << "step boundary at " << static_cast<double>(here)
                 << " s is not allowed: it must be dt_min or more after the one before, or the start";
        throw std::invalid_argument(sentence.str());
      }
      before = here;
    }
  }

  // The first step has the size dt_min and is accepted with whatever modes it has.
  void begin(const StateOf<S>& state) {
    result_ = {};
    previous_.reset();
    modes_.reset();
    accepted_end_ = state;
    accepted_begin_ = state.t;
    no_increase_before_ = -std::numeric_limits<Scalar>::infinity();
    dt_ = options_.dt_min;
    last_percussions_ = {};
    last_dt_ = 0.0;
  }

  AdjustmentResult end(AdjustmentStatus status) {
    result_.status = status;
    return result_;
  }

  // Where the actual step begins.
  const StateOf<S>& frontier() const { return previous_ ? previous_->end : accepted_end_; }

  Scalar next_boundary(const Scalar& t_end, std::span<const Scalar> boundaries) const {
    for (const Scalar& boundary : boundaries) {
      if (boundary > frontier().t) return boundary;
    }
    return t_end;
  }

  // A step of about dt that reaches the boundary at `distance`, or leaves dt_min or more to it. What is left and too
  // short for two steps is one, even if that is larger than dt_max (by less than dt_min).
  Scalar fitted(const Scalar& dt, const Scalar& distance) const {
    if (dt >= distance) return distance;
    if (distance - dt >= options_.dt_min) return dt;
    return distance >= 2.0 * options_.dt_min ? Scalar(distance - options_.dt_min) : distance;
  }

  // Half the size; what cannot hold three substeps is one (sec. 9.3, Table V).
  Scalar halved(const Scalar& dt) const {
    const Scalar half = 0.5 * dt;
    return Extrapolation<S>::is_minimal(half, options_.dt_min) ? Scalar(options_.dt_min) : half;
  }

  // Rejects actual and previous step, since a change of modes may lie in either (eq. 36). The step does not grow again
  // before the end of the actual step is passed.
  void drop_back(const Scalar& dt) {
    no_increase_before_ = frontier().t + dt;
    previous_.reset();
    dt_ = halved(dt);
  }

  // The previous step has a successor with the same modes.
  template <class Emit>
  bool accept_previous(const Emit& emit) {
    accepted_begin_ = previous_->begin.t;
    accepted_end_ = previous_->end;
    const AcceptedStep<S> accepted{*previous_, false};
    previous_.reset();
    return emit(accepted);
  }

  Extrapolation<S> extrapolation_;
  StepSizeOptions options_;
  AdjustmentResult result_;
  Scalar dt_ = 0.0;                              // of the next actual step
  StateOf<S> accepted_end_;                      // of the last step that cannot be rejected
  Scalar accepted_begin_ = 0.0;                  // its t_B
  std::optional<ModeVector<S>> modes_;           // sigma_acc
  std::optional<ExtrapolatedStep<S>> previous_;  // not there if it is the accepted one
  Scalar no_increase_before_ = 0.0;              // t_noInc
  Percussions<S> last_percussions_;
  Scalar last_dt_ = 0.0;
};

}  // namespace nsdbench
