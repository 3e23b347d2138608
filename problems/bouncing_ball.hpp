// A point mass that falls on a table (Studer, Leine & Glocker 2008, sec. 10.1), with its motion in closed form.
//
//   q = z >= 0 [m], u = zdot [m/s];  m zddot = -m g,  one unilateral contact without friction, g_N = z.
#pragma once

#include <array>
#include <vector>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

// Units and meanings stand in fields().
struct BouncingBallParameters {
  double m = 0, g = 0, epsilon_N = 0, z_0 = 0, v_0 = 0;

  static constexpr auto fields();
};

// The mechanism that bouncing_ball.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicBouncingBall : public ConstantDirections<1, Number>,
                          public FrictionOfLaws<BasicBouncingBall<Number>, Number> {
 public:
  using Scalar = Number;
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Coordinates = Vector<1, Scalar>;
  // The same problem in another number type.
  template <class Other>
  using WithScalar = BasicBouncingBall<Other>;

  // The gap is the height itself [m].
  struct Configuration {
    Scalar z;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BasicBouncingBall(const BouncingBallParameters& parameters) : p_(parameters) {
    check_parameters(p_);
    weight_ = Scalar(p_.m) * p_.g;
  }

  const BouncingBallParameters& parameters() const { return p_; }
  State<1, Scalar> initial_state() const {
    State<1, Scalar> state;
    state.q(0) = p_.z_0;
    state.u(0) = p_.v_0;
    return state;
  }

  Configuration configuration(const Coordinates& q, const Scalar& /*t*/) const { return {q(0)}; }
  Matrix<1, 1, Scalar> mass_matrix(const Configuration& /*configuration*/) const {
    return Matrix<1, 1, Scalar>(Scalar(p_.m));
  }
  Coordinates forces(const Configuration& /*configuration*/, const Coordinates& /*u*/) const {
    return Coordinates(Scalar(-weight_));
  }
  Coordinates gaps(const Configuration& configuration) const { return Coordinates(configuration.z); }
  ForceDirections<1, 1, Scalar> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<1, 1, Scalar> w;
    w.normal(0) = 1.0;
    return w;
  }
  // |d^3 g_N / dt^3|: the gap is the coordinate, but for a constant and the sign.
  Scalar gap_jerk_bound(int /*i*/, const MotionBounds<1, Scalar>& motion) const { return motion.jerk(0); }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, p_.epsilon_N, 0.0, 0.0, 0.0}; }

  Scalar kinetic_energy(const Coordinates& /*q*/, const Coordinates& u, const Scalar& /*t*/) const {
    return 0.5 * p_.m * u(0) * u(0);
  }
  Scalar potential_energy(const Coordinates& q, const Scalar& /*t*/) const { return weight_ * q(0); }

 private:
  BouncingBallParameters p_;
  Scalar weight_;  // m g [N]
};

// In double, as experiments integrate it.
using BouncingBall = BasicBouncingBall<double>;

// The exact motion. With t_1 the first impact and v_1 the speed there, impact k comes
//   t_k = t_1 + (2 v_1 / g) sum_{j=1}^{k-1} eps^j,   accumulation (eps < 1) at  t_1 + (2 v_1 / g) eps / (1 - eps).
class ExactBouncingBall {
 public:
  // Needs g > 0 and z_0 > 0 or v_0 != 0 (else std::invalid_argument).
  explicit ExactBouncingBall(const BouncingBallParameters& parameters);

  double impact_time(int k) const;   // k = 1, 2, ... [s]
  double impact_speed(int k) const;  // before impact k [m/s]
  double accumulation_time() const;  // [s]; +infinity for eps = 1
  double position(double t) const;   // [m], t >= 0; 0 after the accumulation point
  double velocity(double t) const;   // [m/s], the right limit at an impact

 private:
  // Number of impacts up to and including time t; -1 beyond the accumulation point.
  int impacts_until(double t) const;

  BouncingBallParameters p_;
  double first_time_;
  double first_speed_;
};

constexpr auto BouncingBallParameters::fields() {
  using P = BouncingBallParameters;
  using enum ParameterRange;
  return std::array{ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
                    ParameterField<P>{"g", &P::g, positive, "m/s^2", "gravity"},
                    ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution"},
                    ParameterField<P>{"z_0", &P::z_0, positive, "m", "initial height"},
                    ParameterField<P>{"v_0", &P::v_0, any, "m/s", "initial velocity"}};
}

}  // namespace nsdbench::problems
