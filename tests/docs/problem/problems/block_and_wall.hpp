// A block that slides on a rough floor into a wall and back until friction stops it, with its motion in closed form.
//
//   q = (x, y) [m], u = (xdot, ydot) [m/s];  m xddot = 0, m yddot = -m g
//   contact 0: the floor, g_N = y >= 0, Coulomb friction along x, no rebound
//   contact 1: the wall, g_N = l - x >= 0, without friction, restitution epsilon_N
#pragma once

#include <array>
#include <cmath>

#include "problems/parameter_table.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"

namespace nsdbench::problems {

struct BlockAndWallParameters {
  double m = 0, g = 0, mu = 0, epsilon_N = 0, l = 0, v_0 = 0;

  static constexpr auto fields() {
    using P = BlockAndWallParameters;
    using enum ParameterRange;
    return std::array{ParameterField<P>{"m", &P::m, positive, "kg", "mass"},
                      ParameterField<P>{"g", &P::g, positive, "m/s^2", "gravity"},
                      ParameterField<P>{"mu", &P::mu, positive, "1", "friction coefficient of the floor"},
                      ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "restitution of the wall"},
                      ParameterField<P>{"l", &P::l, positive, "m", "distance to the wall"},
                      ParameterField<P>{"v_0", &P::v_0, non_negative, "m/s", "initial velocity towards the wall"}};
  }
};

// Directions are constant and friction has one coefficient: the two bases say so on the acceleration level.
class BlockAndWall : public ConstantDirections<1>, public FrictionOfLaws<BlockAndWall> {
 public:
  static constexpr int dof = 2;
  static constexpr int contact_count = 2;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;

  // All that the functions below need of (q, t). Angles would come with their sines and cosines.
  struct Configuration {
    Vector<2> q;
  };

  // Throws std::invalid_argument for a parameter outside its range.
  explicit BlockAndWall(const BlockAndWallParameters& parameters) : p_(parameters) { check_parameters(p_); }

  const BlockAndWallParameters& parameters() const { return p_; }
  State<2> initial_state() const {
    State<2> state;  // q = u = 0, t = 0
    state.u(0) = p_.v_0;
    return state;
  }

  Configuration configuration(const Vector<2>& q, double /*t*/) const { return {q}; }
  Matrix<2, 2> mass_matrix(const Configuration& /*configuration*/) const { return p_.m * Matrix<2, 2>::Identity(); }
  Vector<2> forces(const Configuration& /*configuration*/, const Vector<2>& /*u*/) const { return {0.0, -p_.m * p_.g}; }
  Vector<2> gaps(const Configuration& configuration) const { return {configuration.q(1), p_.l - configuration.q(0)}; }
  ForceDirections<2, 1> directions(const Configuration& /*configuration*/, int i) const {
    ForceDirections<2, 1> w;
    if (i == 0) {
      w.normal << 0.0, 1.0;
      w.tangential << 1.0, 0.0;
    } else {
      w.normal << -1.0, 0.0;
    }
    return w;
  }
  ContactLaw law(int i) const {
    if (i == 0) return {ContactKind::frictional, 0.0, 0.0, p_.mu, 0.0};
    return {ContactKind::unilateral, p_.epsilon_N, 0.0, 0.0, 0.0};
  }

  double kinetic_energy(const Vector<2>& /*q*/, const Vector<2>& u, double /*t*/) const {
    return 0.5 * p_.m * u.squaredNorm();
  }
  double potential_energy(const Vector<2>& q, double /*t*/) const { return p_.m * p_.g * q(1); }

  // Where the block comes to rest [m]. Friction takes 2 mu g from v^2 per metre, the wall leaves epsilon_N v.
  double stop_position() const {
    const double loss = 2.0 * p_.mu * p_.g;
    const double square_at_wall = p_.v_0 * p_.v_0 - loss * p_.l;
    if (square_at_wall <= 0.0) return p_.v_0 * p_.v_0 / loss;
    return p_.l - p_.epsilon_N * p_.epsilon_N * square_at_wall / loss;
  }

 private:
  BlockAndWallParameters p_;
};

}  // namespace nsdbench::problems
