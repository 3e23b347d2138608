#include "experiments/prismatic_clearance_cases/closed_form.hpp"

#include <algorithm>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <cstddef>

namespace nsdbench::experiments::prismatic {

std::optional<ClosedForm> ClosedForm::of(const problems::PrismaticJointParameters& p) {
  const bool at_rest = p.x_0 == 0.0 && p.y_0 == 0.0 && p.theta_0 == 0.0 && p.v_x_0 == 0.0 && p.v_y_0 == 0.0 &&
                       p.omega_0 == 0.0 && p.y_j_0 == 0.0 && p.theta_j_0 == 0.0;
  if (!at_rest || p.mu != 0.0 || p.epsilon_N != 0.0 || p.f_y != 0.0 || p.tau != 0.0 || p.f_x < 0.0) return std::nullopt;
  ClosedForm motion(p);
  const bool known = p.g > 0.0 ? motion.fall() : motion.tilt();
  return known ? std::optional(motion) : std::nullopt;
}

bool ClosedForm::fall() {
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
  // Level: both hit at once. Rounding of the height would leave hits that there are none of.
  const bool level = free[0] == free[1];
  // One hit of `down` after the other, until what is left is rounding of the time.
  constexpr int most_hits = 10000;
  for (int hit = 0; hit < most_hits && !level; ++hit) {
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

bool ClosedForm::tilt() {
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

ClosedForm::Ends ClosedForm::distances(double t) const {
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

double sliding_acceleration(const problems::PrismaticJointParameters& p, double mu) {
  const double force = std::abs(p.f_x);
  const double normal = p.g > 0.0 ? p.m * p.g : 2.0 * p.s * force / p.l_s;
  return std::copysign(std::max(force - mu * normal, 0.0) / p.m, p.f_x);
}

}  // namespace nsdbench::experiments::prismatic
