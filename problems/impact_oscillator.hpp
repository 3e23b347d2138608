// A mass on a spring that strikes a stop (Studer, Leine & Glocker 2008, sec. 10.3), with its motion in closed form.
//
//   q = x <= 0 [m], u = xdot [m/s];  m xddot = -c (x - x_s),  one unilateral contact without friction, g_N = -x.
#pragma once

#include <array>
#include <vector>

#include "problems/parameter_table.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

// Units and meanings stand in fields().
struct ImpactOscillatorParameters {
  double m = 0, c = 0, x_s = 0, epsilon_N = 0, x_0 = 0, v_0 = 0;

  static constexpr auto fields();
};

// The mechanism that impact_oscillator.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles.
template <class Number>
class BasicImpactOscillator : public ConstantDirections<1, Number>,
                              public FrictionOfLaws<BasicImpactOscillator<Number>, Number> {
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
  using WithScalar = BasicImpactOscillator<Other>;

  // The gap is -x [m].
  struct Configuration {
    Scalar x;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BasicImpactOscillator(const ImpactOscillatorParameters& parameters) : p_(parameters) {
    check_parameters(p_);
  }

  const ImpactOscillatorParameters& parameters() const { return p_; }
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
  Coordinates forces(const Configuration& configuration, const Coordinates& /*u*/) const {
    return Coordinates(Scalar(-p_.c * (configuration.x - p_.x_s)));
  }
  Coordinates gaps(const Configuration& configuration) const { return Coordinates(Scalar(-configuration.x)); }
  ForceDirections<1, 1, Scalar> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<1, 1, Scalar> w;
    w.normal(0) = -1.0;
    return w;
  }
  // |d^3 g_N / dt^3|: the gap is the coordinate, but for a constant and the sign.
  Scalar gap_jerk_bound(int /*i*/, const MotionBounds<1, Scalar>& motion) const { return motion.jerk(0); }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, p_.epsilon_N, 0.0, 0.0, 0.0}; }

  Scalar kinetic_energy(const Coordinates& /*q*/, const Coordinates& u, const Scalar& /*t*/) const {
    return 0.5 * p_.m * u(0) * u(0);
  }
  Scalar potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
    return 0.5 * p_.c * (q(0) - p_.x_s) * (q(0) - p_.x_s);
  }

 private:
  ImpactOscillatorParameters p_;
};

// In double, as experiments integrate it.
using ImpactOscillator = BasicImpactOscillator<double>;

// The exact motion. The spring returns the mass to the stop with the speed it left with, so that with v_1 the speed at
// the first impact and w = sqrt(c/m)
//   v_k = eps^{k-1} v_1,   t_{k+1} - t_k = (2/w) atan2(eps v_k, w x_s).
// With x_s < 0 the spring pulls away from the stop and the flights tend to the period 2 pi/w; with x_s > 0 it pushes
// against it and the impacts accumulate (eps < 1) as those of a bouncing ball do.
class ExactImpactOscillator {
 public:
  // Needs x_0 <= 0 (else std::invalid_argument).
  explicit ExactImpactOscillator(const ImpactOscillatorParameters& parameters);

  double impact_time(int k) const;   // k = 1, 2, ... [s]; +infinity if there are fewer impacts
  double impact_speed(int k) const;  // towards the stop, before impact k [m/s]; 0 if there are fewer impacts
  double impulse(int k) const;       // of impact k [N s], m (1 + eps) v_k; 0 if there are fewer impacts
  double rest_time() const;          // from when on the mass stays at the stop [s]; +infinity if it never does
  double position(double t) const;   // [m], t >= 0
  double velocity(double t) const;   // [m/s], the right limit at an impact

 private:
  // Start of the flight that contains a time: the state there, after the impact if there is one.
  struct Flight {
    Extended start;
    double position, velocity;
  };
  Flight flight_at(double t) const;
  // Time from impact k to impact k + 1 [s].
  Extended flight_time(int k) const;
  Extended tabulated_or_summed_time(int k) const;
  bool impact_exists(int k) const { return impact_speed(k) > 0.0; }

  ImpactOscillatorParameters p_;
  double omega_;        // w [1/s]
  double first_speed_;  // v_1 [m/s]; 0: the stop is never struck
  double rest_time_;
  std::vector<Extended> times_;  // of the first impacts; later ones are summed up from the last of these
};

constexpr auto ImpactOscillatorParameters::fields() {
  using P = ImpactOscillatorParameters;
  using enum ParameterRange;
  return std::array{ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
                    ParameterField<P>{"c", &P::c, positive, "N/m", "stiffness of the spring"},
                    ParameterField<P>{"x_s", &P::x_s, any, "m", "position where the spring is unstressed"},
                    ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution of the stop"},
                    ParameterField<P>{"x_0", &P::x_0, any, "m", "initial position"},
                    ParameterField<P>{"v_0", &P::v_0, any, "m/s", "initial velocity"}};
}

}  // namespace nsdbench::problems
