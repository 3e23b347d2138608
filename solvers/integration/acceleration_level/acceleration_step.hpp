// A step of the integration on the acceleration level, as observers see it.
#pragma once

#include "solvers/contact/solver.hpp"
#include "solvers/integration/contact_state.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// Contact forces and accelerations at one state. Entries of open contacts are zero.
template <MechanicalSystem S>
struct AccelerationAnswer {
  using Scalar = ScalarOf<S>;
  using Contacts = Vector<S::contact_count, Scalar>;
  using TangentialContacts = Matrix<S::tangential_dimension, S::contact_count, Scalar>;  // one column per contact
  SolverResult solver{SolverStatus::solved, 0.0, 0};                     // solved, 0, 0 without closed contacts
  Vector<S::dof, Scalar> acceleration = Vector<S::dof, Scalar>::Zero();  // udot
  Contacts normal_forces = Contacts::Zero();                             // lambda_N [N]
  Contacts normal_accelerations = Contacts::Zero();                      // gddot_N [m/s^2]
  // lambda_T [N]; not unique where constraints depend on each other
  TangentialContacts tangential_forces = TangentialContacts::Zero();
  TangentialContacts tangential_accelerations = TangentialContacts::Zero();  // gddot_T [m/s^2]
  Vector<S::dof, Scalar> friction =
      Vector<S::dof, Scalar>::Zero();  // resultant of all friction forces, W_T lambda_T: unique
};

// The motion at one time.
template <MechanicalSystem S>
struct AccelerationSample {
  StateOf<S> state;
  AccelerationAnswer<S> answer;
};

// A step with constant index sets: values at its ends are those from within it.
template <MechanicalSystem S>
struct AccelerationSamples {
  AccelerationSample<S> begin;
  AccelerationSample<S> end;
  ContactStates<S> states{};
  ScalarOf<S> size = 0.0;      // [s]
  Percussions<S> percussions;  // integral of the contact forces, by the weights of the Runge-Kutta method [N s]
  long solver_iterations = 0;
};

// A step that cannot be rejected any more.
template <MechanicalSystem S>
class AccelerationStep final : public Step<S> {
 public:
  // Keeps a reference to the system.
  explicit AccelerationStep(const S& system) : system_(system) {}

  ModeVector<S> modes() const override { return modes_of(system_, samples_->states); }
  Percussions<S> percussions() const override { return samples_->percussions; }
  int order() const override { return 0; }
  long solver_iterations() const override { return samples_->solver_iterations; }

  const AccelerationSamples<S>& samples() const { return *samples_; }

  // Keeps references to the samples.
  void show(const AccelerationSamples<S>& samples) {
    samples_ = &samples;
    Step<S>::show(samples.begin.state, samples.end.state, samples.size);
  }

 private:
  const S& system_;
  const AccelerationSamples<S>* samples_ = nullptr;
};

// A step that a run with `acceleration_level` shows. Throws std::bad_cast for any other method's step.
template <MechanicalSystem S>
const AccelerationSamples<S>& acceleration_samples(const Step<S>& step) {
  return dynamic_cast<const AccelerationStep<S>&>(step).samples();
}

}  // namespace nsdbench
