// Energy balance of motions with contacts, for all integrators.
#pragma once

#include <array>
#include <cstddef>

#include "solvers/integration/event.hpp"
#include "solvers/integration/event_driven/event_driven_step.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// One number per contact [J].
template <MechanicalSystem S>
using EnergyPerContact = std::array<ScalarOf<S>, static_cast<std::size_t>(S::contact_count)>;

// Work [J] of the forces of contacts, negative where they dissipate.
template <MechanicalSystem S>
struct ContactWork {
  EnergyPerContact<S> normal{};
  EnergyPerContact<S> tangential{};

  ScalarOf<S> total() const {
    ScalarOf<S> sum = 0.0;
    for (std::size_t k = 0; k < normal.size(); ++k) {
      sum += normal[k];
      sum += tangential[k];
    }
    return sum;
  }
};

// Kelvin's formula: work of percussions [N s] that take the velocities from u_A to u_E, mean_velocity = (u_A + u_E)/2,
//   W = sum_i ( P_Ni (gamma_NA + gamma_NE)/2 + P_Ti^T (gamma_TA + gamma_TE)/2 )
// for contacts without rheonomic terms. The kinetic energy changes by this amount, if M (u_E - u_A) = W P.
template <MechanicalSystem S>
ContactWork<S> percussion_work(const S& system, const typename S::Configuration& configuration,
                               const Vector<S::dof, ScalarOf<S>>& mean_velocity, const Percussions<S>& percussions) {
  ContactWork<S> work;
  for (int i = 0; i < S::contact_count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const auto& w = system.directions(configuration, i);  // by value or by reference, as the system has it
    work.normal[k] = percussions.normal(i) * w.normal.dot(mean_velocity);
    for (int p = 0; p < S::tangential_dimension; ++p) {
      work.tangential[k] += percussions.tangential(i, p) * w.tangential.col(p).dot(mean_velocity);
    }
  }
  return work;
}

// The same for a step of time stepping, with the force directions at its midpoint. For a constant mass matrix and
// constant forces the total energy changes by exactly this in a step of the midpoint rule.
template <MechanicalSystem S>
ContactWork<S> step_work(const S& system, const StateOf<S>& begin, const StateOf<S>& end, const ScalarOf<S>& dt,
                         const Percussions<S>& percussions) {
  const auto configuration = system.configuration(begin.q + 0.5 * dt * begin.u, begin.t + 0.5 * dt);
  return percussion_work(system, configuration, Vector<S::dof, ScalarOf<S>>(0.5 * (begin.u + end.u)), percussions);
}
template <MechanicalSystem S>
ContactWork<S> step_work(const S& system, const Step<S>& step) {
  return step_work(system, step.begin(), step.end(), step.size(), step.percussions());
}

// Sums up, over the steps and events shown to it, the energies [J] that contacts take, positive where they dissipate:
//   impacts    by Kelvin's formula, exact for a mass matrix that is the same on both sides of the impact
//   friction   -integral of lambda_T^T gdot_T dt while the contact slides: of steps of the event-driven integration as
//              exact as the step, of others by Kelvin's formula. Time stepping cannot tell the friction of impacts from
//              that of sliding: all of it is counted here.
// For contacts without rheonomic terms the total energy changes by minus the sum. The integration has no percussions of
// the impacts that an accumulation point skips. The kinetic energy that is lost there is counted as tangential impacts
// of the contact that settles, since friction takes nearly all of it: its share is proportional to the rebound speed,
// that of the normal impacts to the square of it.
template <MechanicalSystem S>
class ContactDissipation {
 public:
  using Scalar = ScalarOf<S>;
  using PerContact = EnergyPerContact<S>;

  // Keeps a reference to the system.
  explicit ContactDissipation(const S& system) : system_(system) {
    normal_impacts_.fill(Scalar(0.0));
    tangential_impacts_.fill(Scalar(0.0));
    friction_.fill(Scalar(0.0));
  }

  void observe(const Event<S>& event) {
    const bool is_step = event.before.t < event.after.t;  // of time stepping, whose work is counted with the step
    if (!event.impact || is_step) return;
    const Vector<S::dof, Scalar> mean = (event.before.u + event.after.u) / 2;
    const Scalar total_before = total();
    const auto configuration = system_.configuration(event.after.q, event.after.t);
    const ContactWork<S> work = percussion_work(system_, configuration, mean, event.percussions);
    for (std::size_t k = 0; k < normal_impacts_.size(); ++k) {
      normal_impacts_[k] -= work.normal[k];
      tangential_impacts_[k] -= work.tangential[k];
    }
    for (std::size_t k = 0; k < event.settled.size(); ++k) {
      if (!event.settled[k]) continue;
      const Scalar lost = system_.kinetic_energy(event.before.q, event.before.u, event.before.t) -
                          system_.kinetic_energy(event.after.q, event.after.u, event.after.t);
      tangential_impacts_[k] += lost - (total() - total_before);
      break;
    }
  }

  void observe(const Step<S>& step) {
    if (const auto* smooth = dynamic_cast<const EventDrivenStep<S>*>(&step)) {
      integrate_friction(*smooth);
      return;
    }
    const ContactWork<S> work = step_work(system_, step);
    for (std::size_t k = 0; k < friction_.size(); ++k) {
      normal_impacts_[k] -= work.normal[k];
      friction_[k] -= work.tangential[k];
    }
  }

  const PerContact& normal_impacts() const { return normal_impacts_; }
  const PerContact& tangential_impacts() const { return tangential_impacts_; }
  const PerContact& friction() const { return friction_; }
  Scalar of_contact(int i) const {
    const auto k = static_cast<std::size_t>(i);
    return normal_impacts_[k] + tangential_impacts_[k] + friction_[k];
  }
  Scalar total() const {
    Scalar sum = 0.0;
    for (int i = 0; i < S::contact_count; ++i) sum += of_contact(i);
    return sum;
  }

 private:
  static bool slips(ContactState contact) {
    return contact == ContactState::sliding || contact == ContactState::creeping;
  }

  // The power of friction is as smooth as the step: its integral by Clenshaw and Curtis' rule is as exact.
  void integrate_friction(const EventDrivenStep<S>& step) {
    const auto& contacts = step.held().contacts;
    bool slides = false;
    for (const ContactState contact : contacts) slides = slides || slips(contact);
    if (!slides) return;
    for (int k = 0; k < step.nodes; ++k) {
      const StateOf<S> state = step.at(step.node_theta(k));
      const ContactForces<S> forces = step.forces(state);
      const auto configuration = system_.configuration(state.q, state.t);
      const Scalar weight = step.node_weight(k);
      for (int i = 0; i < S::contact_count; ++i) {
        const auto c = static_cast<std::size_t>(i);
        if (!slips(contacts[c])) continue;
        const auto& w = system_.directions(configuration, i);
        for (int p = 0; p < S::tangential_dimension; ++p) {
          friction_[c] -= weight * forces.tangential(i, p) * w.tangential.col(p).dot(state.u);
        }
      }
    }
  }

  const S& system_;
  PerContact normal_impacts_{}, tangential_impacts_{}, friction_{};
};

}  // namespace nsdbench
