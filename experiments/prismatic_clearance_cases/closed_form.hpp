// The motion of a slider that starts centred, aligned and at rest on a fixed guide along x, in closed form: without
// friction and restitution, under gravity and a force along x at (0, -s) in the slider's axes.
//
// With a = l_s/2, alpha = s f_x / J, the ends' distances d = y -+ a sin(theta) (left -, right +), and the mobilities
// G_pp = 1/m + a^2/J of one end, G_pr = 1/m - a^2/J from one end to the other:
//
// Gravity and s f_x < m g a: line contact. In small angles (theta <= 2 c/l_s: accelerations are off by theta^2/2) the
// ends fall with g + alpha a and g - alpha a. An inelastic hit of one end with the speed v lifts the other by r v,
// r = G_pr/G_pp; the end that stays down then needs a force which slows the other's fall, to A_other - r A_own. So an
// end that is up with v comes down with v again and lifts the other with r v: times are a geometric series from the
// second hit on.
// No gravity and s > 0: two-point contact. theta'' = alpha cos(theta) from rest, theta'^2 = 2 alpha sin(theta), so that
//   sqrt(alpha) t = F(chi, 1/sqrt 2),   tan(chi)^2 = 2 sin(theta) / (1 - sin(theta))
// with Legendre's integral F, up to sin(theta) = 2 c/l_s, where both ends hit at once. That is sqrt(2 sin(theta)) times
// Carlson's R_F(1 - sin(theta), 1, 1 + sin(theta)); sin(theta) = sn^2 / (2 - sn^2), sn = sn(sqrt(alpha) t, 1/sqrt 2).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "problems/prismatic_joint.hpp"

namespace nsdbench::experiments::prismatic {

class ClosedForm {
 public:
  using Ends = std::array<double, 2>;  // left, right

  // Nothing if `parameters` have another start, friction, restitution, other forces, a guide that is not along x, an
  // end that a hit of the other does not lift (r <= 0), or neither of the two outcomes above.
  static std::optional<ClosedForm> of(const problems::PrismaticJointParameters& parameters);

  double first_contact_time() const { return first_contact_; }   // [s]
  double contact_velocity() const { return contact_velocity_; }  // [m/s] of the end that closes first, approaching
  double settled_time() const { return settled_; }               // [s] from which on all contacts stay closed
  // [N] Magnitudes of the normal forces, from then on.
  Ends steady_forces() const { return steady_forces_; }
  double steady_angle() const { return angle_; }  // [rad]
  double steady_y() const { return y_; }          // [m]
  // [m] d of both ends at t >= 0.
  Ends distances(double t) const;
  // [m] f_x t^2 / (2 m).
  double x(double t) const { return 0.5 * p_.f_x / p_.m * t * t; }

 private:
  // Constant accelerations of both ends from t on.
  struct Phase {
    double t = 0.0;
    Ends distance{}, velocity{}, acceleration{};
  };

  explicit ClosedForm(const problems::PrismaticJointParameters& parameters) : p_(parameters) {}
  bool fall();
  bool tilt();

  problems::PrismaticJointParameters p_;
  std::vector<Phase> phases_;  // of the fall
  double rate_ = 0.0;          // sqrt(alpha) of the tilting [1/s]
  double first_contact_ = 0.0, contact_velocity_ = 0.0, settled_ = 0.0, angle_ = 0.0, y_ = 0.0;
  Ends steady_forces_{};
};

// With friction, once settled: xddot [m/s^2] of a slider that moves in the direction of f_x. Line contact: the forces
// of both ends add up to m g. Two-point contact: to 2 s |f_x| / l_s, whatever friction does, since the friction forces
// of both ends have no moment about the centre between them.
double sliding_acceleration(const problems::PrismaticJointParameters& p, double mu);

}  // namespace nsdbench::experiments::prismatic
