// Implicit Euler with complementarity constraints on positions, every step a program (Chaturvedi, Sandu & Sandu,
// sec. 2.2 to 2.4).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/implicit_euler/complementarity_step.hpp"
#include "solvers/integration/implicit_euler/program_step.hpp"
#include "solvers/integration/implicit_euler/program_verification.hpp"
#include "solvers/integration/implicit_euler/step_program_solver.hpp"
#include "solvers/integration/step_recorder.hpp"

namespace nsdbench {

// The step size: eq. (14) leaves h free, but where nothing touches the objective is zero whatever h is, and the program
// has no unique solution. Here h is the largest one, from h_max down to h_min, in whose step no open contact closes but
// at its end, within the landing tolerance, and that leaves h_min to the next contact's closing; h_min where there is
// none. The contact then closes in the step of size h_min after it, or within that one: its gap is zero at the end in
// either case, its velocity jumps without rebound. With
// h_min = h_max steps are equal. If a program is not solved its step is halved, down to h_min.
//
// A step is accepted after the equations of motion and the laws of all contacts have been computed anew from the state
// it ends with. Does not allocate after the first step, except within Ipopt.
template <DifferentiableSystem S>
class ComplementarityProgram final : public Integrator<S> {
 public:
  static constexpr int contacts = S::contact_count;
  using Report = ProgramStepReport<S>;
  using Contacts = typename ComplementarityStep<S>::Contacts;

  // Keeps a reference to the system. Throws std::invalid_argument for options outside their range, a formulation that
  // cannot be used here, or laws that the program does not have (ComplementarityStep).
  ComplementarityProgram(const S& system, const ComplementarityProgramOptions& options)
      : system_(system),
        options_(checked(options)),
        program_(system),
        verification_(system, program_, options_),
        solver_(make_step_program_solver(options.formulation, options.program)) {}
  ComplementarityProgram(const ComplementarityProgram&) = delete;
  ComplementarityProgram& operator=(const ComplementarityProgram&) = delete;

  // One step of size h > 0. If it is not solved, the state is left as it was. The report is valid until the next call.
  // Throws std::invalid_argument if h is not positive and finite.
  const Report& step(State<S::dof>& state, double h) {
    if (!(h > 0.0) || !std::isfinite(h)) {
      throw std::invalid_argument("step size " + std::to_string(h) +
                                  " s is not allowed: it must be positive and finite");
    }
    report_ = {};
    try_step(state, h, Contacts{});
    if (report_.advanced()) accept(state);
    return report_;
  }

  std::string_view name() const override { return "implicit_euler"; }
  int order() const override { return 1; }
  // Ipopt's last digits are those of its linear algebra.
  bool has_own_bits() const override { return options_.formulation != ComplementarityFormulation::interior_point; }
  IntegratorSettingList settings() const override {
    return {{"dt_min", options_.h_min, "s"},
            {"dt_max", options_.h_max, "s"},
            {"formulation", to_string(options_.formulation)}};
  }

  const ComplementarityProgramOptions& options() const { return options_; }

 protected:
  // The last step of each leg ends at its end, and may be shorter than h_min. Throws std::invalid_argument for an h_min
  // that the times' rounding does not resolve.
  Outcome run(State<S::dof>& state, const Destination<S>& destination, Observer<S>& observer) override {
    check_interval(state.t, destination.t_end);
    last_h_ = 0.0;
    report_.landed = false;
    Outcome outcome;
    StepRecorder<S> recorder(destination, observer, outcome.counts);
    // A remainder smaller than this is no step of its own: its forces would be rounding divided by its size.
    constexpr double negligible = 1e-6;
    const double sliver = std::max(negligible * options_.h_min, rounding(state.t, destination.t_end));
    for (const double boundary : destination.boundaries) {
      outcome.reason = run_leg(state, boundary, sliver, recorder, outcome);
      if (!outcome.completed()) return outcome;
    }
    outcome.reason = run_leg(state, destination.t_end, sliver, recorder, outcome);
    return outcome;
  }

 private:
  StopReason run_leg(State<S::dof>& state, double t_end, double sliver, StepRecorder<S>& recorder, Outcome& outcome) {
    double lost = 0.0;  // of the sum of the steps, by rounding (Kahan)
    while (t_end - state.t > sliver) {
      if (too_much_work(outcome.counts)) return StopReason::step_limit;
      const double left = t_end - state.t;
      choose_step(state, longest_step(left, sliver));
      count_programs(outcome.counts);
      if (!report_.advanced()) {
        outcome.solver = report_.status;
        return StopReason::unsolved;
      }
      const double step = report_.h - lost;
      end_.t = state.t + step;
      lost = (end_.t - state.t) - step;
      if (report_.h == left) end_.t = t_end;
      report_.unlanded = report_.landed ? 0 : unlanded();
      begin_ = state;
      accept(state);
      shown_.show(begin_, state, report_);
      if (const std::optional<StopReason> reason = recorder.accept(shown_, state)) return *reason;
    }
    return StopReason::completed;
  }

  bool too_much_work(const RunCounts& counts) const {
    return options_.max_evaluations > 0 && counts.evaluations >= options_.max_evaluations;
  }

  void count_programs(RunCounts& counts) const {
    counts.contact_problems += report_.programs;
    counts.unsolved_problems += report_.failures;
    counts.solver_iterations += report_.iterations;
    counts.evaluations += report_.evaluations;
  }

  // [s] Of the time, within a step.
  static double rounding(double t_start, double t_end) {
    constexpr double fewest_roundings = 64.0;
    return fewest_roundings * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_start), std::abs(t_end));
  }

  void check_interval(double t_start, double t_end) const {
    if (options_.h_min >= rounding(t_start, t_end) || t_end == t_start) return;
    std::ostringstream sentence;
    sentence << "h_min = " << options_.h_min << " s is not allowed: it is too small for an integration to " << t_end
             << " s";
    throw std::invalid_argument(sentence.str());
  }

  static const ComplementarityProgramOptions& checked(const ComplementarityProgramOptions& options) {
    check(options);
    return options;
  }

  void accept(State<S::dof>& state) {
    state = end_;
    last_ = z_;
    last_h_ = report_.h;
  }

  // Size of the next step, with `left` to go. After a landing the velocity jumps, in a step of the smallest size.
  double longest_step(double left, double sliver) const {
    const double longest = left <= options_.h_max + sliver ? left : next_but_last(left);
    return report_.landed ? std::min(longest, options_.h_min) : longest;
  }

  // A step that leaves at least h_min for the last one, if there is room for it between the bounds.
  double next_but_last(double left) const {
    const bool leaves_too_little = left - options_.h_max < options_.h_min;
    return leaves_too_little ? std::max(options_.h_min, std::min(options_.h_max, left - options_.h_min))
                             : options_.h_max;
  }

  // Contacts that closed within the last step, further than the landing tolerance from its beginning.
  int unlanded() const {
    const Contacts closing = closing_contacts(Contacts{});
    return static_cast<int>(std::count(closing.begin(), closing.end(), true));
  }

  // Whether a contact that is open at the end of the last program would close within h_min after it, by its velocities
  // at both ends of the step.
  bool closes_soon(const State<S::dof>& state, double h) const {
    const auto at_end = system_.configuration(end_.q, end_.t);
    const auto at_begin = system_.configuration(state.q, state.t);
    for (int i = 0; i < contacts; ++i) {
      if (report_.percussions.normal(i) > 0.0 || report_.gaps(i) <= options_.landing_tolerance) continue;
      const auto w_end = system_.directions(at_end, i);
      const auto w_begin = system_.directions(at_begin, i);
      const double velocity = w_end.normal.dot(end_.u) + w_end.normal_rheonomic;
      const double change = velocity - w_begin.normal.dot(state.u) - w_begin.normal_rheonomic;
      const double next = velocity + change * (options_.h_min / h);
      if (report_.gaps(i) + options_.h_min * next < 0.0) return true;
    }
    return false;
  }

  // The step from `state` of at most h by the rule above, to report_ and end_.
  void choose_step(const State<S::dof>& state, double h) {
    report_ = {};
    begin_gaps_ = system_.gaps(system_.configuration(state.q, state.t));
    try_step(state, h, Contacts{});
    while (!report_.advanced() && 0.5 * h >= options_.h_min) {
      h *= 0.5;
      try_step(state, h, Contacts{});
    }
    if (!report_.advanced() || h <= options_.h_min) return;
    if (const Contacts closing = closing_contacts(Contacts{}); any(closing)) {
      land(state, h, closing);
    } else if (h >= 2.0 * options_.h_min && closes_soon(state, h)) {
      // The step that lands it would be too short: it gets h_min more.
      try_step(state, h - options_.h_min, Contacts{});
    }
  }

  static bool any(const Contacts& which) {
    return std::any_of(which.begin(), which.end(), [](bool b) { return b; });
  }

  // Contacts that were open at the beginning of the step and have a force at its end, or are in `known`.
  Contacts closing_contacts(const Contacts& known) const {
    Contacts closing = known;
    for (int i = 0; i < contacts; ++i) {
      const bool closes = begin_gaps_(i) > options_.landing_tolerance && report_.percussions.normal(i) > 0.0;
      closing[static_cast<std::size_t>(i)] = closing[static_cast<std::size_t>(i)] || closes;
    }
    return closing;
  }

  // Least gap at the end of the last program among `which`.
  double least_gap(const Contacts& which, const typename Report::Contacts& gaps) const {
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < contacts; ++i) {
      if (which[static_cast<std::size_t>(i)]) least = std::min(least, gaps(i));
    }
    return least;
  }

  // Shortens the step from size h, in which `closing` contacts close, until without them it ends with their least gap
  // within the landing tolerance: regula falsi (Illinois) in h, since gaps are smooth functions of it.
  void land(const State<S::dof>& state, double h, Contacts closing) {
    const double target = 0.5 * options_.landing_tolerance;
    double low = 0.0;
    double high = h;
    try_step(state, h, closing);
    if (!report_.advanced()) return fall_back(state);
    double gap_low = least_gap(closing, begin_gaps_) - target;
    double gap_high = least_gap(closing, report_.gaps) - target;
    int side = 0;
    constexpr int most = 100;
    for (int k = 0; k < most && gap_high < 0.0 && high >= options_.h_min; ++k) {
      double middle = high - gap_high * (high - low) / (gap_high - gap_low);
      if (!(middle > low && middle < high)) middle = 0.5 * (low + high);
      if (high == h && middle < options_.h_min) middle = std::min(options_.h_min, 0.5 * (low + high));
      try_step(state, middle, closing);
      if (!report_.advanced()) return fall_back(state);
      const Contacts more = closing_contacts(closing);
      if (more != closing) {
        // Another contact closes even earlier.
        closing = more;
        try_step(state, middle, closing);
        if (!report_.advanced()) return fall_back(state);
        gap_low = least_gap(closing, begin_gaps_) - target;
        low = 0.0;
      }
      const double gap = least_gap(closing, report_.gaps) - target;
      if (std::abs(gap) <= target && middle >= options_.h_min) {
        report_.landed = true;
        return;
      }
      if (gap < 0.0) {
        high = middle;
        gap_high = gap;
        if (side == 1) gap_low *= 0.5;
        side = 1;
      } else {
        low = middle;
        gap_low = gap;
        if (side == -1) gap_high *= 0.5;
        side = -1;
      }
    }
    fall_back(state);
  }

  // The program itself closes contacts within a step of the smallest size.
  void fall_back(const State<S::dof>& state) { try_step(state, options_.h_min, Contacts{}); }

  // Solves the program of a step of size h without the contacts in `absent`; counts add up in report_.
  void try_step(const State<S::dof>& state, double h, const Contacts& absent) {
    program_.begin(state, h, absent);
    guess(h);
    const StepProgramSolver::Result result = solver_->solve(program_, z_);
    report_.h = h;
    report_.landed = false;
    ++report_.programs;
    report_.iterations += result.iterations;
    report_.evaluations += result.evaluations;
    report_.status = result.status;
    if (result.solved()) verification_.verify(z_, state, h, absent, end_, report_);
    if (!report_.advanced()) ++report_.failures;
  }

  // The last answer, which in lasting contact and in free flight is nearly the next one, or the unconstrained step if
  // that leaves less.
  void guess(double h) {
    program_.free_step(z_);
    if (!(last_h_ > 0.0)) return;
    guess_ = last_ * (h / last_h_);
    guess_values_.resize(program_);
    ++report_.evaluations;
    if (!program_.evaluate(guess_, guess_values_)) return;
    const double residual = guess_values_.residual();
    constexpr double close = 1e-3;  // of its size, which is all that counts here
    if (residual <= close * guess_.template lpNorm<Eigen::Infinity>()) {
      z_.swap(guess_);
      return;
    }
    ++report_.evaluations;
    if (!program_.evaluate(z_, guess_values_) || residual < guess_values_.residual()) z_.swap(guess_);
  }

  const S& system_;
  ComplementarityProgramOptions options_;
  ComplementarityStep<S> program_;
  ProgramVerification<S> verification_;
  std::unique_ptr<StepProgramSolver> solver_;
  Eigen::VectorXd z_, guess_;
  ProgramValues guess_values_;
  Eigen::VectorXd last_;  // of the last accepted step, of size last_h_
  double last_h_ = 0.0;
  State<S::dof> begin_;
  State<S::dof> end_;
  Report report_;
  ProgramStep<S> shown_;
  typename Report::Contacts begin_gaps_ = Report::Contacts::Zero();
};

}  // namespace nsdbench
