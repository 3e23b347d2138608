// Moreau's midpoint rule with a fixed step for many round bodies (Glocker & Studer 2005, sec. 5; Studer, Leine &
// Glocker 2008, eqs 15, 17), whose number of contacts changes from step to step.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench {

// What a step has done.
struct ManyBodyStep {
  StopReason reason = StopReason::completed;  // unsolved: its contact problem; singular: a position is not finite
  SolverResult solver;
  bool fell_back = false;        // the contact problem was given to the fallback
  double max_penetration = 0.0;  // largest -g_N at the midpoint [m]
  double wall_work = 0.0;        // of moving walls on the bodies [J]
  double dissipated = 0.0;  // by friction and impacts [J]; E_end - E_begin = wall_work - dissipated, but for rounding
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

  // Keeps references to the system and to the fallback of the contact solver, if there is one. Throws
  // std::invalid_argument if dt [s] is not positive and finite, or for wrong options of the solver.
  ManyBodyMidpoint(const S& system, double dt, const RoundSolverOptions& options, ContactSolver* fallback = nullptr)
      : system_(system), dt_(dt), solver_(options, fallback) {
    if (dt > 0.0 && std::isfinite(dt)) return;
    std::ostringstream sentence;
    sentence << "time step " << dt << " s is not allowed: it must be positive and finite";
    throw std::invalid_argument(sentence.str());
  }

  // One step; the caller looks at its reason. If it is not `completed`, the state is still that at the beginning.
  ManyBodyStep step(ManyBodyState& state) {
    ManyBodyStep report;
    middle_ = state.q;
    for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] += 0.5 * dt_ * state.u[i];
    last_contacts_.swap(detection_.contacts);
    if (!system_.detect(middle_, state.t + 0.5 * dt_, detection_)) {
      detection_.contacts.clear();
      percussions_.clear();
      report.reason = StopReason::singular;
      return report;
    }
    set_up(state);
    report.solver = solver_.solve(problem_);
    report.fell_back = solver_.fell_back();
    remember_percussions();
    if (!report.solver.solved()) {
      report.reason = StopReason::unsolved;
      return report;
    }
    for (const ClosedContact& contact : detection_.contacts) {
      report.max_penetration = std::max(report.max_penetration, -contact.gap);
    }
    account(state, report);
    advance(state);
    return report;
  }

  // Steps from the state to t_end, of which the last ends within half a step of it; step k ends at t_0 + k dt. Calls
  // observe(state, step) after each; it returns false to stop the run.
  template <class Observe>
  Outcome integrate(ManyBodyState& state, double t_end, Observe&& observe) {
    Outcome outcome;
    const double t_start = state.t;
    const long steps = std::lround((t_end - t_start) / dt_);
    for (long k = 1; k <= steps && outcome.completed(); ++k) {
      const ManyBodyStep report = step(state);
      ++outcome.counts.evaluations;
      outcome.counts.contact_problems += problem_.contacts.empty() ? 0 : 1;
      outcome.counts.solver_iterations += report.solver.iterations;
      outcome.reason = report.reason;
      if (!outcome.completed()) {
        outcome.solver = report.solver.status;
        break;
      }
      state.t = t_start + static_cast<double>(k) * dt_;
      ++outcome.counts.accepted_steps;
      if (!observe(std::as_const(state), report)) outcome.reason = StopReason::stopped;
    }
    outcome.time = state.t;
    return outcome;
  }

  double dt() const { return dt_; }
  // Of the last step: its contacts at the midpoint, its problem with the answer (sorted by colours; problem().order()
  // leads back to the contacts).
  const std::vector<ClosedContact>& contacts() const { return detection_.contacts; }
  const RoundContactProblem& problem() const { return problem_; }
  // P_N and P_T [N s] of contact k of contacts().
  const std::array<double, 2>& percussion(std::size_t k) const { return percussions_[k]; }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void set_up(const ManyBodyState& state) {
    const int n = system_.body_count();
    problem_.kappa = system_.kappa();
    problem_.friction = system_.law().friction;
    problem_.wall_friction = system_.wall_law().friction;
    problem_.moving_bodies = n;
    problem_.free_bodies.resize(at(n) + 1);
    place_.resize(at(n));
    for (int k = 0; k < n; ++k) {
      const int body = detection_.order[at(k)];
      place_[at(body)] = k;
      problem_.free_bodies[at(k)] = velocity(state, body);
      problem_.free_bodies[at(k)].vy -= system_.gravity() * dt_;
    }
    problem_.free_bodies[at(n)] = {};  // the walls: their motion is in the constants of the contacts
    sort_guess(n);
    problem_.contacts.clear();
    for (const ClosedContact& contact : detection_.contacts) problem_.contacts.push_back(round_contact(state, contact));
    problem_.seal();
  }

  RoundBody velocity(const ManyBodyState& state, int body) const {
    const double* u = state.u.data() + 3 * static_cast<std::ptrdiff_t>(body);
    return {u[0], u[1], u[2] * system_.radius(body), system_.inverse_mass(body)};
  }
  bool with_wall(const ClosedContact& contact) const { return contact.second >= system_.body_count(); }

  // The contact between the places of its bodies, with the velocity of a wall as constants: xi is gamma then.
  RoundContact without_restitution(const ClosedContact& contact) const {
    RoundContact c;
    c.first = place_[at(contact.first)];
    c.second = with_wall(contact) ? system_.body_count() : place_[at(contact.second)];
    c.nx = contact.nx;
    c.ny = contact.ny;
    c.constant_n = c.nx * contact.wall_velocity_x + c.ny * contact.wall_velocity_y;
    c.constant_t = c.nx * contact.wall_velocity_y - c.ny * contact.wall_velocity_x;
    return c;
  }

  RoundContact round_contact(const ManyBodyState& state, const ClosedContact& contact) const {
    RoundContact c = without_restitution(contact);
    const double restitution = with_wall(contact) ? system_.wall_law().restitution : system_.law().restitution;
    if (restitution != 0.0) c.constant_n += restitution * relative_velocity(state, contact, c)[0];
    const std::array<double, 2> guess = guess_of(contact);
    c.percussion_n = guess[0];
    c.percussion_t = guess[1];
    return c;
  }

  // gamma_N, gamma_T at the beginning of the step, of the contact without restitution.
  std::array<double, 2> relative_velocity(const ManyBodyState& state, const ClosedContact& contact,
                                          const RoundContact& c) const {
    const RoundBody second = with_wall(contact) ? RoundBody{} : velocity(state, contact.second);
    return contact_velocity(c, velocity(state, contact.first), second);
  }

  // The contacts of the step before, by their first body. percussions_ are still theirs while the problem is set up.
  void sort_guess(int n) {
    guess_start_.assign(at(n) + 2, 0);
    for (const ClosedContact& contact : last_contacts_) ++guess_start_[at(contact.first) + 2];
    for (std::size_t i = 1; i < guess_start_.size(); ++i) guess_start_[i] += guess_start_[i - 1];
    guess_of_body_.resize(last_contacts_.size());
    for (std::size_t k = 0; k < last_contacts_.size(); ++k) {
      guess_of_body_[at(guess_start_[at(last_contacts_[k].first) + 1]++)] = static_cast<int>(k);
    }
  }
  std::array<double, 2> guess_of(const ClosedContact& contact) const {
    for (int i = guess_start_[at(contact.first)]; i < guess_start_[at(contact.first) + 1]; ++i) {
      const auto k = at(guess_of_body_[at(i)]);
      if (last_contacts_[k].second == contact.second) return percussions_[k];
    }
    return {0.0, 0.0};
  }

  void remember_percussions() {
    percussions_.resize(problem_.contacts.size());
    for (std::size_t k = 0; k < percussions_.size(); ++k) {
      const RoundContact& c = problem_.contacts[k];
      percussions_[at(problem_.order()[k])] = {c.percussion_n, c.percussion_t};
    }
  }

  // Of the mean of the velocities before and after, with which M, constant in time, gives the change of energy exactly.
  void account(const ManyBodyState& state, ManyBodyStep& report) const {
    const std::vector<RoundBody>& after = solver_.bodies();
    for (std::size_t k = 0; k < detection_.contacts.size(); ++k) {
      const ClosedContact& contact = detection_.contacts[k];
      const RoundContact c = without_restitution(contact);
      const std::array<double, 2> before = relative_velocity(state, contact, c);
      const std::array<double, 2> now = contact_velocity(c, after[at(c.first)], after[at(c.second)]);
      const std::array<double, 2>& p = percussions_[k];
      report.wall_work -= p[0] * c.constant_n + p[1] * c.constant_t;
      report.dissipated -= 0.5 * (p[0] * (before[0] + now[0]) + p[1] * (before[1] + now[1]));
    }
  }

  void advance(ManyBodyState& state) const {
    for (int body = 0; body < system_.body_count(); ++body) {
      const RoundBody& after = solver_.bodies()[at(place_[at(body)])];
      double* u = state.u.data() + 3 * static_cast<std::ptrdiff_t>(body);
      u[0] = after.vx;
      u[1] = after.vy;
      u[2] = after.surface / system_.radius(body);
    }
    for (std::size_t i = 0; i < state.q.size(); ++i) state.q[i] = middle_[i] + 0.5 * dt_ * state.u[i];
  }

  const S& system_;
  double dt_;
  RoundContactSolver solver_;
  ContactDetection detection_;
  RoundContactProblem problem_;
  std::vector<double> middle_;
  std::vector<std::int32_t> place_;  // of a body in detection_.order
  std::vector<std::array<double, 2>> percussions_;
  std::vector<ClosedContact> last_contacts_;
  std::vector<int> guess_start_;
  std::vector<int> guess_of_body_;
};

}  // namespace nsdbench
