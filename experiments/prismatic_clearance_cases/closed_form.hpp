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
// with Legendre's integral F, up to sin(theta) = 2 c/l_s, where both ends hit at once.
#pragma once

#include <algorithm>
#include <array>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <cstddef>
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
inline double sliding_acceleration(const problems::PrismaticJointParameters& p, double mu) {
  const double force = std::abs(p.f_x);
  const double normal = p.g > 0.0 ? p.m * p.g : 2.0 * p.s * force / p.l_s;
  return std::copysign(std::max(force - mu * normal, 0.0) / p.m, p.f_x);
}

inline std::optional<ClosedForm> ClosedForm::of(const problems::PrismaticJointParameters& p) {
  const bool at_rest = p.x_0 == 0.0 && p.y_0 == 0.0 && p.theta_0 == 0.0 && p.v_x_0 == 0.0 && p.v_y_0 == 0.0 &&
                       p.omega_0 == 0.0 && p.y_j_0 == 0.0 && p.theta_j_0 == 0.0;
  if (!at_rest || p.mu != 0.0 || p.epsilon_N != 0.0 || p.f_y != 0.0 || p.tau != 0.0 || p.f_x < 0.0) return std::nullopt;
  ClosedForm motion(p);
  const bool known = p.g > 0.0 ? motion.fall() : motion.tilt();
  return known ? std::optional(motion) : std::nullopt;
}

inline bool ClosedForm::fall() {
  const double a = 0.5 * p_.l_s;
  const double r = (1.0 / p_.m - a * a / p_.J) / (1.0 / p_.m + a * a / p_.J);
  const double tilting = p_.s * p_.f_x * a / p_.J;
  const Ends free = {-p_.g - tilting, -p_.g + tilting};
  const Ends pressed = {free[0] - r * free[1], free[1] - r * free[0]};  // of an end while the other is down
  if (p_.s * p_.f_x >= p_.m * p_.g * a || !(r > 0.0)) return false;

  phases_.push_back({0.0, {}, {}, free});
  first_contact_ = std::sqrt(-2.0 * p_.c / free[0]);
  contact_velocity_ = -free[0] * first_contact_;
  double t = first_contact_;
  Ends velocity = {-contact_velocity_, free[1] * t};
  std::size_t down = 0;
  double height = p_.c + 0.5 * free[1] * t * t;  // of the other end
  // One hit of `down` after the other, until what is left is rounding of the time.
  constexpr int most_hits = 10000;
  for (int hit = 0; hit < most_hits; ++hit) {
    const std::size_t up = 1 - down;
    const double v = velocity[up] - r * velocity[down];
    const double fall = -pressed[up];
    if (!(fall > 0.0)) return false;
    Phase phase;
    phase.t = t;
    phase.distance[down] = -p_.c;
    phase.distance[up] = height - p_.c;
    phase.velocity[up] = v;
    phase.acceleration[up] = -fall;
    phases_.push_back(phase);
    const double speed = std::sqrt(v * v + 2.0 * fall * height);
    const double duration = (v + speed) / fall;
    if (!(t + duration > t)) break;
    t += duration;
    velocity[down] = 0.0;
    velocity[up] = -speed;
    height = 0.0;
    down = up;
  }
  settled_ = t;
  phases_.push_back({t, {-p_.c, -p_.c}, {}, {}});
  y_ = -p_.c;
  const double unequal = p_.s * p_.f_x / p_.l_s;
  steady_forces_ = {0.5 * p_.m * p_.g + unequal, 0.5 * p_.m * p_.g - unequal};
  return true;
}

inline bool ClosedForm::tilt() {
  const double sine = 2.0 * p_.c / p_.l_s;
  if (!(p_.s * p_.f_x > 0.0) || sine >= 1.0) return false;
  const double alpha = p_.s * p_.f_x / p_.J;
  rate_ = std::sqrt(alpha);
  angle_ = std::asin(sine);
  const double chi = std::atan(std::sqrt(2.0 * sine / (1.0 - sine)));
  first_contact_ = settled_ = boost::math::ellint_1(std::sqrt(0.5), chi) / rate_;
  contact_velocity_ = 0.5 * p_.l_s * std::cos(angle_) * std::sqrt(2.0 * alpha * sine);
  steady_forces_ = {p_.s * p_.f_x / p_.l_s, p_.s * p_.f_x / p_.l_s};
  return true;
}

inline ClosedForm::Ends ClosedForm::distances(double t) const {
  if (phases_.empty()) {
    if (t >= settled_) return {-p_.c, p_.c};
    double cosine = 1.0;
    double delta = 1.0;
    const double sine = boost::math::jacobi_elliptic(std::sqrt(0.5), rate_ * t, &cosine, &delta);
    const double square = (sine / cosine) * (sine / cosine);
    const double d = 0.5 * p_.l_s * square / (2.0 + square);
    return {-d, d};
  }
  const auto after =
      std::upper_bound(phases_.begin(), phases_.end(), t, [](double at, const Phase& phase) { return at < phase.t; });
  const Phase& phase = *(after - 1);
  const double since = t - phase.t;
  Ends d{};
  for (const std::size_t end : {0U, 1U}) {
    d[end] = phase.distance[end] + since * (phase.velocity[end] + 0.5 * since * phase.acceleration[end]);
  }
  return d;
}

}  // namespace nsdbench::experiments::prismatic
