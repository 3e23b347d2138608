// Extrapolation of Moreau's midpoint rule (Studer, Leine & Glocker 2008, secs 7, 8, 9.2): one step of higher order, as
// long as no set-valued law switches within it.
//
//   T_i,1: the step by n_i equal substeps of the base scheme, n_i = 1, 3, 5, ...
//   T_i,j+1 = T_i,j + (T_i,j - T_i-1,j) / (n_i / n_i-j - 1)                                   (Aitken-Neville, eq. 42)
//
// for positions and velocities alike. T_i,i is of order i.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "solvers/integration/time_stepping/adjusted_step.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "solvers/integration/time_stepping/time_stepping_options.hpp"

namespace nsdbench {

// The number of substeps n_i of row i = `row` + 1.
inline int substep_count(Substeps substeps, int row) {
  switch (substeps) {
    case Substeps::odd:
      return 2 * row + 1;
    case Substeps::all:
      return row + 1;
    case Substeps::doubled:
      return 1 << row;
  }
  return 0;
}

// One Aitken-Neville tableau: only the last entries of each row are kept. `Value` is a vector space over Scalar.
template <class Value, class Scalar = double>
class ExtrapolationTableau {
 public:
  ExtrapolationTableau(Substeps substeps, ErrorPowers powers) : substeps_(substeps), powers_(powers) {}

  void clear() { rows_ = 0; }

  // Adds T_i,1 and computes T_i,2 ... T_i,i.
  void add(const Value& first) {
    const auto row = static_cast<std::size_t>(rows_);
    Value next = first;  // T_i,j of the new row while `last_[j - 1]` is still T_i-1,j
    for (std::size_t j = 0; j < row; ++j) {
      const Scalar ratio = static_cast<Scalar>(substep_count(substeps_, rows_)) /
                           substep_count(substeps_, rows_ - static_cast<int>(j) - 1);
      const Scalar divisor = (powers_ == ErrorPowers::even ? ratio * ratio : ratio) - 1.0;
      const Value better = next + (next - last_[j]) * (1.0 / divisor);
      last_[j] = next;
      next = better;
    }
    last_[row] = next;
    ++rows_;
  }

  int rows() const { return rows_; }
  // T_i,j of the last row i, j = 1 .. i.
  const Value& entry(int j) const { return last_[static_cast<std::size_t>(j - 1)]; }
  // T_i,i.
  const Value& best() const { return entry(rows_); }

 private:
  Substeps substeps_;
  ErrorPowers powers_;
  int rows_ = 0;
  std::array<Value, ExtrapolationOptions::most_rows> last_{};
};

// The system says by S::forces_depend_on_velocity whether its forces h depend on u.
template <MechanicalSystem S>
class Extrapolation {
 public:
  using Scalar = ScalarOf<S>;
  // Rounding changes modes where smallest steps come near it, as in double precision. Wider numbers, in which reference
  // solutions are computed with steps far above their rounding, keep the papers' rule: every other mode is a switching
  // point. By the equations of modes a switching point of forces would be late by the root of a velocity tolerance
  // (MoreauMidpoint::satisfies), which the 1e-34 of quadruple precision leave at 1e-18 s: a thousand smallest steps of
  // 1e-21 s.
  static constexpr bool modes_flicker = std::is_same_v<Scalar, double>;

  // Keeps references to both. Throws std::invalid_argument for options outside their range, and for even powers if the
  // forces depend on the velocity.
  Extrapolation(const S& system, ContactSolver& solver, const ExtrapolationOptions& options)
      : time_stepping_(system, solver, options.activation_gap),
        options_(options),
        tableau_(options.substeps, options.powers) {
    check(options);
    if (options.powers == ErrorPowers::even && S::forces_depend_on_velocity) {
      throw std::invalid_argument("extrapolation in even powers is not allowed: the forces depend on the velocity");
    }
  }

  // Order in smooth parts; the largest one if it follows the error.
  int order() const { return options_.order > 0 ? options_.order : options_.max_order; }
  const ExtrapolationOptions& options() const { return options_; }

  // Steps of this size are single substeps: three of them would be smaller than dt_min.
  static bool is_minimal(const Scalar& dt, const Scalar& dt_min) { return dt < 3.0 * dt_min * (1.0 - size_tolerance); }

  // Steps from now on are of another motion.
  void begin_run() { time_stepping_.begin_run(); }

  // One step from `begin`. `accepted` are the modes every substep must have, or whose equations its motion must satisfy
  // (MoreauMidpoint::satisfies); without, those of the single substep are taken as they come. The guess of the
  // percussions are those of a step of size `guess_dt`. The answer is valid until the next call; state and guess may be
  // parts of the last one.
  const ExtrapolatedStep<S>& step(StateOf<S> begin, Scalar dt, Scalar dt_min,
                                  const std::optional<ModeVector<S>>& accepted, Percussions<S> guess, Scalar guess_dt) {
    result_ = {};
    result_.begin = begin;
    result_.dt = dt;
    tableau_.clear();
    const bool minimal = is_minimal(dt, dt_min);
    const int most_rows = minimal || !accepted ? 1 : rows_of(order());
    for (int row = 0; row < most_rows; ++row) {
      const int substeps = substep_count(options_.substeps, row);
      if (row > 0 && dt < substeps * dt_min * (1.0 - size_tolerance)) {
        return finish(options_.order > 0 ? ExtrapolationFlag::successful : ExtrapolationFlag::inaccurate);
      }
      const ExtrapolationFlag flag = run_substeps(substeps, dt_min, accepted, guess, guess_dt, minimal);
      if (flag != ExtrapolationFlag::successful) return leave(flag);
      const Value before = row > 0 ? tableau_.best() : Value::Zero();
      tableau_.add(value_);
      if (options_.order > 0 || row == 0) continue;
      const Scalar error = (tableau_.best() - before).template lpNorm<Eigen::Infinity>();
      const Scalar magnitude = tableau_.best().template lpNorm<Eigen::Infinity>();
      if (error <= options_.atol + options_.rtol * magnitude) return finish(ExtrapolationFlag::successful);
    }
    return finish(options_.order > 0 ? ExtrapolationFlag::successful : ExtrapolationFlag::inaccurate);
  }

 private:
  static constexpr double size_tolerance = 1e-9;  // dt / n is dt_min up to rounding
  static constexpr int size = 2 * S::dof;
  using Value = Vector<size, Scalar>;  // q, then u

  int rows_of(int order) const { return options_.powers == ErrorPowers::even ? (order + 1) / 2 : order; }
  int order_of(int rows) const { return options_.powers == ErrorPowers::even ? 2 * rows : rows; }

  // T_i,1 by `substeps` substeps, in value_.
  ExtrapolationFlag run_substeps(int substeps, const Scalar& dt_min, const std::optional<ModeVector<S>>& accepted,
                                 const Percussions<S>& guess, const Scalar& guess_dt, bool minimal) {
    const Scalar h = result_.dt / substeps;
    const Scalar share = guess_dt > 0.0 ? Scalar(h / guess_dt) : Scalar(1.0);
    time_stepping_.set_guess({share * guess.normal, share * guess.tangential});
    if (options_.modified_restitution) time_stepping_.set_restitution_exponent(std::max<Scalar>(h / dt_min, 1.0));
    StateOf<S> state = result_.begin;
    Percussions<S> sum;
    Scalar contact_work = 0.0;
    for (int k = 0; k < substeps; ++k) {
      state.t = result_.begin.t + k * h;
      before_ = state;
      const StepReport<S>& report = time_stepping_.step(state, h);
      ++result_.base_steps;
      if (report.active_contacts > 0) ++result_.contact_problems;
      result_.solver_iterations += report.solver.iterations;
      if (!report.advanced()) {
        result_.solver = report.solver.status;
        result_.failure = report.failure;
        return ExtrapolationFlag::unsolved;
      }
      sum.normal += report.normal_percussions;
      sum.tangential += report.tangential_percussions;
      contact_work += report.contact_work;
      result_.modes = report.modes();
      if (accepted && *accepted == result_.modes) continue;
      if (accepted && modes_flicker && time_stepping_.satisfies(*accepted, before_, state)) {
        result_.modes = *accepted;
        continue;
      }
      if (accepted && !minimal) return ExtrapolationFlag::switching_detected;
      result_.percussions = sum;
      result_.contact_work = contact_work;
      result_.end = state;
      return ExtrapolationFlag::switching_resolved;
    }
    result_.percussions = sum;
    result_.contact_work = contact_work;
    value_ << state.q, state.u;
    return ExtrapolationFlag::successful;
  }

  // The state with the values of the tableau.
  const ExtrapolatedStep<S>& finish(ExtrapolationFlag flag) {
    result_.end.q = tableau_.best().template head<S::dof>();
    result_.end.u = tableau_.best().template tail<S::dof>();
    result_.order = order_of(tableau_.rows());
    return leave(flag);
  }

  const ExtrapolatedStep<S>& leave(ExtrapolationFlag flag) {
    result_.flag = flag;
    if (flag == ExtrapolationFlag::switching_resolved) result_.order = 1;
    result_.end.t = result_.begin.t + result_.dt;
    return result_;
  }

  MoreauMidpoint<S> time_stepping_;
  ExtrapolationOptions options_;
  ExtrapolationTableau<Value, Scalar> tableau_;
  Value value_ = Value::Zero();
  ExtrapolatedStep<S> result_;
  StateOf<S> before_;  // at the begin of the substep
};

}  // namespace nsdbench
