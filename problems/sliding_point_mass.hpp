// A point mass that slides on a table (Studer, Leine & Glocker 2008, sec. 10.2), with its motion to the precision of a
// double.
//
//   q = (x, y) [m], u = (xdot, ydot) [m/s];  m udot = F(t) + lambda,  one friction element of bound a,
//   -lambda in a Sgn(u): |lambda| <= a, and lambda = -a u/|u| while it slides.
//   F is constant until `force_end` and zero from then on; no mode of a law shows the switch-off.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "problems/parameter_table.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

// Units and meanings stand in fields().
struct SlidingPointMassParameters {
  double m = 0, a = 0, epsilon_T = 0;
  double F_x = 0, F_y = 0, force_end = 0;
  double x_0 = 0, y_0 = 0, u_x_0 = 0, u_y_0 = 0;

  static constexpr auto fields();
};

// The mechanism that sliding_point_mass.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, or a boost::multiprecision number without expression
// templates. The parameters are doubles; everything that follows from them is computed in `Number`.
template <class Number>
class BasicSlidingPointMass : public ConstantDirections<2, Number>,
                              public FrictionOfLaws<BasicSlidingPointMass<Number>, Number> {
 public:
  using Scalar = Number;
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 2;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Coordinates = Vector<2, Scalar>;

  // The force depends on the time alone [s].
  struct Configuration {
    Scalar t;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BasicSlidingPointMass(const SlidingPointMassParameters& parameters) : p_(parameters) {
    check_parameters(p_);
  }

  const SlidingPointMassParameters& parameters() const { return p_; }
  State<2, Scalar> initial_state() const {
    State<2, Scalar> state;
    state.q << p_.x_0, p_.y_0;
    state.u << p_.u_x_0, p_.u_y_0;
    return state;
  }

  Configuration configuration(const Coordinates& /*q*/, const Scalar& t) const { return {t}; }
  Matrix<2, 2, Scalar> mass_matrix(const Configuration& /*configuration*/) const {
    return Scalar(p_.m) * Matrix<2, 2, Scalar>::Identity();
  }
  Coordinates forces(const Configuration& configuration, const Coordinates& /*u*/) const {
    if (configuration.t >= p_.force_end) return Coordinates::Zero();
    return {Scalar(p_.F_x), Scalar(p_.F_y)};
  }
  Vector<1, Scalar> gaps(const Configuration& /*configuration*/) const { return Vector<1, Scalar>::Zero(); }
  ForceDirections<2, 2, Scalar> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<2, 2, Scalar> w;
    w.tangential = Matrix<2, 2, Scalar>::Identity();
    return w;
  }
  ContactLaw law(int /*i*/) const { return {ContactKind::tresca, 0.0, p_.epsilon_T, 0.0, p_.a}; }

  Scalar kinetic_energy(const Coordinates& /*q*/, const Coordinates& u, const Scalar& /*t*/) const {
    return 0.5 * p_.m * u.squaredNorm();
  }
  // A force that is switched off has no potential.
  Scalar potential_energy(const Coordinates& /*q*/, const Scalar& /*t*/) const { return 0.0; }

 private:
  SlidingPointMassParameters p_;
};

// In double, as experiments integrate it.
using SlidingPointMass = BasicSlidingPointMass<double>;

// The exact motion: m udot = F - a u/|u| is integrated in extended precision until the force is switched off, by
// Taylor's series over steps that are so short that what is left out is rounding. Then the mass decelerates on a
// straight line, in closed form, until it sticks for good.
class ExactSlidingMass {
 public:
  // Needs a mass that slides until the force is switched off (else std::invalid_argument). That is so if it starts with
  // a velocity that does not point against F, and |F| >= a or force_end < m (a |u| + F u) / (a^2 - |F|^2).
  explicit ExactSlidingMass(const SlidingPointMassParameters& parameters);

  Vector<2> position(double t) const;  // [m], t >= 0
  Vector<2> velocity(double t) const;  // [m/s]
  // Force of the table on the mass [N]; zero from stop_time() on.
  Vector<2> friction(double t) const;
  double stop_time() const;           // [s]; +infinity without friction (a = 0)
  double minimum_speed() const;       // least |u| for 0 <= t <= force_end [m/s]
  double minimum_speed_time() const;  // [s]
  // Where |lambda_y| is largest for 0 <= t <= force_end [s]: the zero of xdot if there is one.
  double lateral_friction_peak_time() const;

 private:
  using State = std::array<Extended, 4>;  // x, y, xdot, ydot
  static constexpr std::size_t degree = 24;
  struct Node {
    Extended t;
    int unit = 0;                          // of the series' time: 2^unit s
    std::array<State, degree + 1> series;  // coefficients in the time since t
    const State& state() const { return series[0]; }
    Extended after(const Extended& time, std::size_t k) const;  // entry k of the state
    State after(const Extended& time) const;
    bool reaches(const Extended& time) const;
  };
  // With the series of the mass that slides on from `state`.
  Node node_at(const Extended& t, const State& state) const;
  void integrate_until_switch_off();
  // For t in [0, force_end].
  const Node& node_before(const Extended& t) const;
  State state_at(const Extended& t) const;
  State state_after_switch_off(double t) const;
  // Entries `first` and first + 1 of the state at any time.
  Vector<2> two_of_state(double t, std::size_t first) const;
  // Zero of `function`(state) between the nodes where it changes sign; a negative number if it does not.
  template <class Function>
  Extended zero_of(Function function) const;

  SlidingPointMassParameters p_;
  std::vector<Node> nodes_;  // from t = 0 to force_end
  double stop_time_, minimum_speed_, minimum_speed_time_, peak_time_;
};

constexpr auto SlidingPointMassParameters::fields() {
  using P = SlidingPointMassParameters;
  using enum ParameterRange;
  return std::array{
      ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
      ParameterField<P>{"a", &P::a, non_negative, "N", "largest friction force"},
      ParameterField<P>{"epsilon_T", &P::epsilon_T, unit_interval, "1", "tangential restitution"},
      ParameterField<P>{"F_x", &P::F_x, any, "N", "applied force along x"},
      ParameterField<P>{"F_y", &P::F_y, any, "N", "applied force along y"},
      ParameterField<P>{"force_end", &P::force_end, non_negative, "s", "time when the force is switched off"},
      ParameterField<P>{"x_0", &P::x_0, any, "m", "initial position along x"},
      ParameterField<P>{"y_0", &P::y_0, any, "m", "initial position along y"},
      ParameterField<P>{"u_x_0", &P::u_x_0, any, "m/s", "initial velocity along x"},
      ParameterField<P>{"u_y_0", &P::u_y_0, any, "m/s", "initial velocity along y"}};
}

}  // namespace nsdbench::problems
