// What a mechanical system must offer, as a concept: integrators are templates over it and see fixed sizes.
//
//   M(q,t) du - h(q,u,t) dt - sum_i (w_Ni dP_Ni + W_Ti dP_Ti) = 0       (Glocker & Studer 2005, eqs 6, 9)
//   gamma_Ni = w_Ni^T u + what_Ni,   gamma_Ti = W_Ti^T u + what_Ti      (eq. 10; what != 0: rheonomic)
#pragma once

#include <concepts>

#include "solvers/mechanics/contact_law.hpp"
#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// Force directions of one contact element at a configuration. `TangentialDimension` is 1 for planar contacts and 2
// for spatial ones.
template <int Dof, int TangentialDimension, class Scalar = double>
struct ForceDirections {
  using Tangential = Matrix<Dof, TangentialDimension, Scalar>;
  using TangentialVector = Vector<TangentialDimension, Scalar>;

  Vector<Dof, Scalar> normal = Vector<Dof, Scalar>::Zero();          // w_N = (dg_N/dq)^T
  Tangential tangential = Tangential::Zero();                        // W_T
  Scalar normal_rheonomic = 0.0;                                     // what_N = dg_N/dt [m/s]
  TangentialVector tangential_rheonomic = TangentialVector::Zero();  // what_T [m/s]
};

// The type of real numbers in which the system S is computed, together with everything that integrates it: S::Scalar,
// or double if S says nothing. It must work in Eigen's matrices and with doubles beside it: Extended, or a
// boost::multiprecision number without expression templates.
template <class S>
struct ScalarOfSystem {
  using type = double;
};
template <class S>
requires requires { typename S::Scalar; }
struct ScalarOfSystem<S> {
  using type = typename S::Scalar;
};
template <class S>
using ScalarOf = typename ScalarOfSystem<S>::type;

// The type of the states of the system S: of fixed size, unless many_body_system.hpp says otherwise.
template <class S>
struct StateOfSystem {
  using type = State<S::dof, ScalarOf<S>>;
};
template <class S>
using StateOf = typename StateOfSystem<S>::type;

// What integrators ask of a mechanical system S. It has
//   S::dof, S::contact_count, S::tangential_dimension   compile-time sizes (dof f, contact elements n, 1 or 2)
//   S::constant_mass_matrix                             true if M depends neither on q nor on t: factored once
//   S::Scalar                                           type of real numbers; may be absent, which means double
//   S::Configuration                                    (q, t) and what M, h, gaps and directions share (sines, ...)
// and the functions below. None of them allocates or throws.
template <class S>
concept MechanicalSystem = requires(const S system, const Vector<S::dof, ScalarOf<S>> q,
                                    const Vector<S::dof, ScalarOf<S>> u, const ScalarOf<S> t, const int i,
                                    const typename S::Configuration configuration) {
  { S::constant_mass_matrix } -> std::convertible_to<bool>;
  // The configuration at (q, t).
  { system.configuration(q, t) } -> std::same_as<typename S::Configuration>;
  // M(q,t), symmetric and positive definite, f x f.
  { system.mass_matrix(configuration) } -> std::convertible_to<Matrix<S::dof, S::dof, ScalarOf<S>>>;
  // h(q,u,t): gyroscopic and all finite-valued generalized forces, f.
  { system.forces(configuration, u) } -> std::convertible_to<Vector<S::dof, ScalarOf<S>>>;
  // g_N(q,t) [m], n; the entry of a friction element without a gap is not read.
  { system.gaps(configuration) } -> std::convertible_to<Vector<S::contact_count, ScalarOf<S>>>;
  // Directions of contact element i in 0 .. n-1.
  {
    system.directions(configuration, i)
    } -> std::convertible_to<ForceDirections<S::dof, S::tangential_dimension, ScalarOf<S>>>;
  // Laws of contact element i.
  { system.law(i) } -> std::convertible_to<ContactLaw>;
  // Kinetic and potential energy [J]; the sum is the total mechanical energy.
  { system.kinetic_energy(q, u, t) } -> std::convertible_to<ScalarOf<S>>;
  { system.potential_energy(q, t) } -> std::convertible_to<ScalarOf<S>>;
};

// Kinetic and potential energy together [J].
template <MechanicalSystem S>
ScalarOf<S> total_energy(const S& system, const StateOf<S>& state) {
  return system.kinetic_energy(state.q, state.u, state.t) + system.potential_energy(state.q, state.t);
}

}  // namespace nsdbench
