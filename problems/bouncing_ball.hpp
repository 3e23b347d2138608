// A point mass that falls on a table (Studer, Leine & Glocker 2008, sec. 10.1), with its motion in closed form.
//
//   q = z >= 0 [m], u = zdot [m/s];  m zddot = -m g,  one unilateral contact without friction, g_N = z.
#pragma once

#include <array>
#include <vector>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench::problems {

struct BouncingBallParameters {
  double m = 0, g = 0, epsilon_N = 0, z_0 = 0, v_0 = 0;

  static constexpr auto fields();
};

class BouncingBall {
 public:
  static constexpr int dof = 1;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;

  struct Configuration {
    double z;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BouncingBall(const BouncingBallParameters& parameters);

  const BouncingBallParameters& parameters() const { return p_; }
  State<1> initial_state() const;

  Configuration configuration(const Vector<1>& q, double /*t*/) const { return {q(0)}; }
  Matrix<1> mass_matrix(const Configuration& /*configuration*/) const { return Matrix<1>(p_.m); }
  Vector<1> forces(const Configuration& /*configuration*/, const Vector<1>& /*u*/) const {
    return Vector<1>(-p_.m * p_.g);
  }
  Vector<1> gaps(const Configuration& configuration) const { return Vector<1>(configuration.z); }
  ForceDirections<1, 1> directions(const Configuration& /*configuration*/, int /*i*/) const {
    ForceDirections<1, 1> w;
    w.normal(0) = 1.0;
    return w;
  }
  ContactLaw law(int /*i*/) const { return {ContactKind::unilateral, p_.epsilon_N, 0.0, 0.0, 0.0}; }

  double kinetic_energy(const Vector<1>& /*q*/, const Vector<1>& u, double /*t*/) const {
    return 0.5 * p_.m * u(0) * u(0);
  }
  double potential_energy(const Vector<1>& q, double /*t*/) const { return p_.m * p_.g * q(0); }

 private:
  BouncingBallParameters p_;
};

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
