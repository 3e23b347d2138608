// A mass on a spring with a damper, without contacts: a smooth problem whose forces depend on velocity. Numerical
// orders show on it without the even powers that undamped systems owe to the symmetry of the midpoint rule.
//
//   q = x [m], u = xdot [m/s];  m xddot = -c x - d xdot - k_3 x^3
#pragma once

#include <array>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

// Units and meanings stand in fields().
struct DampedOscillatorParameters {
  double m = 0, c = 0, d = 0, k_3 = 0, x_0 = 0, v_0 = 0;

  static constexpr auto fields();
};

// The mechanism that damped_oscillator.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicDampedOscillator : public ConstantDirections<1, Number>,
                              public FrictionOfLaws<BasicDampedOscillator<Number>, Number> {
 public:
  using Scalar = Number;
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = true;
  using Coordinates = Vector<1, Scalar>;
  // The same problem in another number type.
  template <class Other>
  using WithScalar = BasicDampedOscillator<Other>;

  // The spring's deflection [m].
  struct Configuration {
    Scalar x;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BasicDampedOscillator(const DampedOscillatorParameters& parameters) : p_(parameters) {
    check_parameters(p_);
  }

  const DampedOscillatorParameters& parameters() const { return p_; }
  State<1, Scalar> initial_state() const {
    State<1, Scalar> state;
    state.q(0) = p_.x_0;
    state.u(0) = p_.v_0;
    return state;
  }

  Configuration configuration(const Coordinates& q, const Scalar& /*t*/) const { return {q(0)}; }
  Matrix<1, 1, Scalar> mass_matrix(const Configuration& /*configuration*/) const {
    return Matrix<1, 1, Scalar>(Scalar(p_.m));
  }
  Coordinates forces(const Configuration& configuration, const Coordinates& u) const {
    const Scalar x = configuration.x;
    return Coordinates(Scalar(-(p_.c + p_.k_3 * x * x) * x - p_.d * u(0)));
  }
  Coordinates gaps(const Configuration& configuration) const { return Coordinates(Scalar(stop - configuration.x)); }
  ForceDirections<1, 1, Scalar> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<1, 1, Scalar> w;
    w.normal(0) = -1.0;
    return w;
  }
  // |d^3 g_N / dt^3|: the gap is the coordinate, but for a constant and the sign.
  Scalar gap_jerk_bound(int /*i*/, const MotionBounds<1, Scalar>& motion) const { return motion.jerk(0); }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, 0.0, 0.0, 0.0, 0.0}; }

  Scalar kinetic_energy(const Coordinates& /*q*/, const Coordinates& u, const Scalar& /*t*/) const {
    return 0.5 * p_.m * u(0) * u(0);
  }
  // Energy of both springs.
  Scalar potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
    const Scalar square = q(0) * q(0);
    return (0.5 * p_.c + 0.25 * p_.k_3 * square) * square;
  }

 private:
  static constexpr double stop = 1e9;  // [m]

  DampedOscillatorParameters p_;
};

// In double, as experiments integrate it.
using DampedOscillator = BasicDampedOscillator<double>;

// The exact motion of the linear oscillator, with weak, critical or strong damping.
class ExactDampedOscillator {
 public:
  // Needs k_3 = 0 (else std::invalid_argument).
  explicit ExactDampedOscillator(const DampedOscillatorParameters& parameters);

  double position(double t) const;  // [m], t >= 0
  double velocity(double t) const;  // [m/s]

 private:
  // Solutions of the homogeneous equation for (C, S) = (cos, sin / w_d) and their hyperbolic counterparts, both times
  // e^{-delta t}.
  struct Basis {
    double cosine, sine;
  };
  Basis basis(double t) const;

  DampedOscillatorParameters p_;
  double delta_;         // d / (2 m) [1/s]
  double stiffness_;     // c / m [1/s^2]
  double discriminant_;  // c / m - delta^2 [1/s^2]: > 0 weak, < 0 strong damping
};

constexpr auto DampedOscillatorParameters::fields() {
  using P = DampedOscillatorParameters;
  using enum ParameterRange;
  return std::array{ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
                    ParameterField<P>{"c", &P::c, non_negative, "N/m", "stiffness of the linear spring"},
                    ParameterField<P>{"d", &P::d, non_negative, "N s/m", "constant of the damper"},
                    ParameterField<P>{"k_3", &P::k_3, non_negative, "N/m^3", "stiffness of the cubic spring"},
                    ParameterField<P>{"x_0", &P::x_0, any, "m", "initial position"},
                    ParameterField<P>{"v_0", &P::v_0, any, "m/s", "initial velocity"}};
}

}  // namespace nsdbench::problems
