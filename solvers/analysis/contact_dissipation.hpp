// Energy that a motion of the event-driven integration loses in its contacts, contact by contact.
#pragma once

#include <array>
#include <cstddef>

#include "solvers/integration/event_driven/event_driven.hpp"

namespace nsdbench {

// Sums up, over the steps and events shown to it, the energies [J] that contacts take, positive where they dissipate:
//   impacts    -(Lambda_N (gdot_N- + gdot_N+)/2 + Lambda_T^T (gdot_T- + gdot_T+)/2), which is exact for a mass matrix
//              that is the same on both sides of the impact: M (u+ - u-) = W Lambda (Kelvin's formula)
//   friction   -integral of lambda_T^T gdot_T dt while the contact slides
// For contacts without rheonomic terms the total energy changes by exactly minus the sum. Of the impacts that an
// accumulation point leaves out the integration has no percussions: what the kinetic energy loses there beyond those it
// has goes to the tangential impacts of the contact that settles, since friction takes nearly all of it (it goes with
// the rebound speed, what the normal impacts take with its square).
template <AccelerationLevelSystem S>
class ContactDissipation {
 public:
  using Scalar = ScalarOf<S>;
  using PerContact = std::array<Scalar, static_cast<std::size_t>(S::contact_count)>;

  explicit ContactDissipation(const S& system) : system_(system), modes_(system) {
    normal_impacts_.fill(Scalar(0.0));
    tangential_impacts_.fill(Scalar(0.0));
    friction_.fill(Scalar(0.0));
  }

  void see(const EventDrivenEvent<S>& event) {
    if (!event.impact) return;
    const auto configuration = system_.configuration(event.after.q, event.after.t);
    const Vector<S::dof, Scalar> mean = (event.before.u + event.after.u) / 2;
    const Scalar seen_before = total();
    for (int i = 0; i < S::contact_count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const auto w = system_.directions(configuration, i);
      normal_impacts_[k] -= event.percussions.normal(i) * w.normal.dot(mean);
      for (int p = 0; p < S::tangential_dimension; ++p) {
        tangential_impacts_[k] -= event.percussions.tangential(i, p) * w.tangential.col(p).dot(mean);
      }
    }
    for (std::size_t k = 0; k < event.settled.size(); ++k) {
      if (!event.settled[k]) continue;
      const Scalar lost = system_.kinetic_energy(event.before.q, event.before.u, event.before.t) -
                          system_.kinetic_energy(event.after.q, event.after.u, event.after.t);
      tangential_impacts_[k] += lost - (total() - seen_before);
      break;
    }
  }

  // The power of friction is as smooth as the step and, at its points, polynomial interpolation as exact: Clenshaw and
  // Curtis' rule, on the part of the step that belongs to the motion.
  void see(const SmoothStep<S>& step) {
    bool slides = false;
    for (const ContactState contact : step.held().contacts) slides = slides || slips(contact);
    if (!slides) return;
    const auto& basis = CollocationBasis<Scalar>::get();
    for (int k = 0; k < basis.nodes; ++k) {
      const StateOf<S> state = step.at(Scalar(step.used() * basis.theta(k)));
      modes_.evaluate(state, step.held(), answer_);
      const auto configuration = system_.configuration(state.q, state.t);
      const Scalar weight = basis.integral(k, basis.nodes - 1) * step.used() * step.size();
      for (int i = 0; i < S::contact_count; ++i) {
        const auto c = static_cast<std::size_t>(i);
        if (!slips(step.held().contacts[c])) continue;
        const auto w = system_.directions(configuration, i);
        const auto& force = answer_.tangential_forces[c];
        for (int p = 0; p < S::tangential_dimension; ++p) {
          friction_[c] -= weight * force(p) * w.tangential.col(p).dot(state.u);
        }
      }
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

  const S& system_;
  HeldModes<S> modes_;
  HeldAnswer<S> answer_;
  PerContact normal_impacts_{}, tangential_impacts_{}, friction_{};
};

}  // namespace nsdbench
