// Moreau's midpoint rule with a fixed step for many round bodies (Glocker & Studer 2005, sec. 5; Studer, Leine &
// Glocker 2008, eqs 15, 17), whose number of contacts changes from step to step.
#pragma once

#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/integration/time_stepping/many_body_assembly.hpp"
#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench {

// What a step has done.
struct ManyBodyStep {
  StopReason reason = StopReason::completed;  // unsolved: its contact problem; singular: a position is not finite
  SolverResult solver;
  int newton_steps = 0;          // among the solver's iterations
  bool fell_back = false;        // the contact problem was given to the fallback
  double max_penetration = 0.0;  // largest -g_N at the midpoint [m]
  double wall_work = 0.0;        // of moving walls on the bodies [J]
  double dissipated = 0.0;  // by friction and impacts [J]; E_end - E_begin = wall_work - dissipated, but for rounding
};

// Wall time of the parts of steps [s].
struct ManyBodyTimes {
  double detection = 0.0;
  double assembly = 0.0;
  double solve = 0.0;
  double integration = 0.0;
};

// A step from (q, u, t) over dt:
//   q_M = q + u dt/2; the contacts with g_N(q_M) <= 0 are closed; M (u' - u) = h dt + W P with the laws of the contacts
//   on xi = gamma' + eps gamma; q' = q_M + u' dt/2.
// The percussions of the step before are the guess, contact by contact. Same bytes for any number of threads.
//
// Steps of one size only: of a thousand contacts some close or open in nearly every step, so that step size adjustment,
// which makes steps small at switching points, would end at its smallest step throughout.
template <ManyBodySystem S>
class ManyBodyMidpoint {
 public:
  static constexpr int order = 1;

  // Keeps references to the system and to the fallback of the contact solver, if there is one. Threads: as many as the
  // options of the solver say, for all parts of a step. Throws std::invalid_argument if dt [s] is not positive and
  // finite, or for wrong options of the solver.
  ManyBodyMidpoint(const S& system, double dt, const RoundSolverOptions& options, ContactSolver* fallback = nullptr)
      : system_(system), dt_(dt), solver_(options, fallback), assembly_(data_of(system), dt, options.threads) {
    if (dt > 0.0 && std::isfinite(dt)) return;
    std::ostringstream sentence;
    sentence << "time step " << dt << " s is not allowed: it must be positive and finite";
    throw std::invalid_argument(sentence.str());
  }

  // One step; the caller looks at its reason, and sets the time. If it is not `completed`, the state is still that at
  // the beginning.
  ManyBodyStep step(ManyBodyState& state) { return step(state, dt_); }
  // The same with another size [s], positive and finite.
  ManyBodyStep step(ManyBodyState& state, double dt) {
    ManyBodyStep report;
    assembly_.set_step_size(dt);
    Clock clock(times_);
    const std::vector<double>& middle = assembly_.begin(state);
    clock.lap(&ManyBodyTimes::integration);
    if (!system_.detect(middle, state.t + 0.5 * dt, assembly_.detection(), solver_.options().threads)) {
      assembly_.forget();
      report.reason = StopReason::singular;
      return report;
    }
    clock.lap(&ManyBodyTimes::detection);
    assembly_.set_up(state);
    clock.lap(&ManyBodyTimes::assembly);
    report.solver = solver_.solve(assembly_.problem());
    clock.lap(&ManyBodyTimes::solve);
    report.newton_steps = solver_.newton_steps();
    report.fell_back = solver_.fell_back();
    const ManyBodyBalance balance = assembly_.take_answer(solver_.bodies());
    if (!report.solver.solved()) {
      report.reason = StopReason::unsolved;
      return report;
    }
    report.max_penetration = assembly_.max_penetration();
    report.wall_work = balance.wall_work;
    report.dissipated = balance.dissipated;
    assembly_.advance(solver_.bodies(), state);
    clock.lap(&ManyBodyTimes::integration);
    return report;
  }

  double dt() const { return dt_; }
  // Of the last step: its contacts at the midpoint, its problem with the answer (sorted by colours; problem().order()
  // leads back to the contacts).
  const std::vector<ClosedContact>& contacts() const { return assembly_.detection().contacts; }
  const RoundContactProblem& problem() const { return assembly_.problem(); }
  // P_N and P_T [N s] of contact k of contacts().
  const std::array<double, 2>& percussion(std::size_t k) const { return assembly_.percussion(k); }

  // mu of contact k of contacts().
  double friction_of(std::size_t k) const {
    return contacts()[k].second < system_.body_count() ? system_.law().friction : system_.wall_law().friction;
  }

  // What the next step depends on beside the state: kept together with that, a run goes on from it later.
  ManyBodyMemory memory() const { return assembly_.memory(); }
  void go_on_from(const ManyBodyMemory& memory) { assembly_.go_on_from(memory); }

  // Adds the times of the parts of each step from now on to `times`, unless it is null.
  void measure(ManyBodyTimes* times) { times_ = times; }
  const ManyBodyAssembly& assembly() const { return assembly_; }

 private:
  class Clock {
   public:
    explicit Clock(ManyBodyTimes* times) : times_(times) {
      if (times_ != nullptr) last_ = std::chrono::steady_clock::now();
    }
    void lap(double ManyBodyTimes::*part) {
      if (times_ == nullptr) return;
      const auto now = std::chrono::steady_clock::now();
      times_->*part += std::chrono::duration<double>(now - last_).count();
      last_ = now;
    }

   private:
    ManyBodyTimes* times_;
    std::chrono::steady_clock::time_point last_;
  };

  static ManyBodyData data_of(const S& system) {
    ManyBodyData data;
    for (int body = 0; body < system.body_count(); ++body) {
      data.bodies.push_back({system.inverse_mass(body), system.radius(body)});
    }
    data.kappa = system.kappa();
    data.gravity = system.gravity();
    data.law = system.law();
    data.wall_law = system.wall_law();
    return data;
  }

  const S& system_;
  double dt_;
  RoundContactSolver solver_;
  ManyBodyAssembly assembly_;
  ManyBodyTimes* times_ = nullptr;
};

}  // namespace nsdbench
