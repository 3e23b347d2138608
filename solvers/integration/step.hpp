// One accepted step of any integrator, as observers see it.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solvers/mechanics/many_body_system.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// Discrete state of all set-valued laws in one step (Studer et al. 2008, sec. 4: sigma hat), one entry per contact.
// Laws that do not exist, or belong to open contacts, are `impressed`. On the acceleration level a closed contact is
// `constraint` in normal direction, and one that sticks in tangential direction.
template <IntegrableSystem S>
struct ModeVector {
  std::array<Mode, static_cast<std::size_t>(S::contact_count)> normal{};
  std::array<Mode, static_cast<std::size_t>(S::contact_count)> tangential{};
  friend bool operator==(const ModeVector&, const ModeVector&) = default;
};

// Of many bodies: one entry per closed contact, in the order of the contacts of the step.
template <ManyBodySystem S>
struct ModeVector<S> {
  std::vector<Mode> normal;
  std::vector<Mode> tangential;
  friend bool operator==(const ModeVector&, const ModeVector&) = default;
};

// One number per set-valued law: percussions over some interval of time [N s], or forces [N].
template <IntegrableSystem S>
struct ContactEfforts {
  using Normal = Vector<S::contact_count, ScalarOf<S>>;
  using Tangential = Matrix<S::contact_count, S::tangential_dimension, ScalarOf<S>>;
  Normal normal = Normal::Zero();
  Tangential tangential = Tangential::Zero();  // one row per contact
};
template <ManyBodySystem S>
struct ContactEfforts<S> {
  Eigen::VectorXd normal;
  Eigen::VectorXd tangential;
};
template <IntegrableSystem S>
using Percussions = ContactEfforts<S>;  // [N s]
template <IntegrableSystem S>
using ContactForces = ContactEfforts<S>;  // [N]

// Steps follow each other without a gap in time; velocities may jump between two (an event lies there then) or within
// one (time stepping). Valid only during the call of the observer. A method derives its own step from this and may
// offer more.
template <IntegrableSystem S>
class Step {
 public:
  using Scalar = ScalarOf<S>;

  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  const StateOf<S>& begin() const { return *begin_; }
  const StateOf<S>& end() const { return *end_; }
  // Step size dt [s], as the method used it: the difference of the two times but for rounding.
  const Scalar& size() const { return *size_; }
  Scalar middle() const { return begin().t + size() / 2; }

  // Discrete state of the contacts: at the end of the step for time stepping, through the step otherwise.
  virtual ModeVector<S> modes() const = 0;

  // Percussions over the step [N s]: the integral of the contact forces, impacts within the step included.
  virtual Percussions<S> percussions() const = 0;

  // percussions() / size() [N]: the contact forces where no impact lies in the step.
  ContactForces<S> mean_forces() const {
    ContactForces<S> forces = percussions();
    forces.normal /= size();
    forces.tangential /= size();
    return forces;
  }

  // Work of the percussions on the relative motion of the contacts [J], where the method says it: the sum of
  // P^T (gamma_A + gamma_E) / 2, which is what they change the kinetic energy by, without what moving surfaces do. It
  // is negative where impacts and friction dissipate, and positive where the laws put energy in: Newton's impact law
  // may, if contacts with unequal restitution coefficients are closed together.
  virtual std::optional<Scalar> contact_work() const { return std::nullopt; }

  // Order of the result at end(); 0 where a tolerance decides.
  virtual int order() const = 0;

  // The state at `t` within the step to the accuracy of the method; nothing if it has no dense output.
  virtual std::optional<StateOf<S>> at_time(const Scalar& /*t*/) const { return std::nullopt; }

  // Iterations of the contact solver in this step.
  virtual long solver_iterations() const { return 0; }

 protected:
  Step() = default;
  ~Step() = default;

  // Keeps references to all three.
  void show(const StateOf<S>& begin, const StateOf<S>& end, const Scalar& size) {
    begin_ = &begin;
    end_ = &end;
    size_ = &size;
  }

 private:
  const StateOf<S>* begin_ = nullptr;
  const StateOf<S>* end_ = nullptr;
  const Scalar* size_ = nullptr;
};

}  // namespace nsdbench
