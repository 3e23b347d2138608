#include "experiments/prismatic_clearance_cases/closed_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::prismatic {

namespace {

// F(chi, 1/sqrt 2) for sin(theta) = s, by duplication (DLMF 19.36(i)): sqrt(2 s) R_F(1 - s, 1, 1 + s).
double elliptic_integral(double s) {
  double x = 1.0 - s;
  double y = 1.0;
  double z = 1.0 + s;
  // The terms left out of the series are of the sixth power of the deviations from the mean.
  constexpr double near = 1e-3;
  while (true) {
    const double mean = (x + y + z) / 3.0;
    const double a = 1.0 - x / mean;
    const double b = 1.0 - y / mean;
    const double c = -(a + b);
    if (std::max({std::abs(a), std::abs(b), std::abs(c)}) < near) {
      const double e2 = a * b - c * c;
      const double e3 = a * b * c;
      const double root = std::sqrt(2.0 * s / mean);
      return root + root * (e3 / 14.0 - e2 / 10.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0);
    }
    const double lambda = std::sqrt(x * y) + std::sqrt(x * z) + std::sqrt(y * z);
    x = (x + lambda) / 4.0;
    y = (y + lambda) / 4.0;
    z = (z + lambda) / 4.0;
  }
}

// sn(u, 1/sqrt 2) by Landen's descending transformation (DLMF 22.7(i)). With the last of the moduli, sn is a sine but
// for its square.
double jacobi_sn(double u) {
  constexpr std::array moduli = {0.1715728752538099, 0.007469666729509582, 1.3949369424157398e-05,
                                 4.864622683763723e-11};
  constexpr double quarter_ratio = 0.8472130847939791;  // pi / (2 K), the product of all 1 / (1 + k)
  double sn = elementary::sin(quarter_ratio * u);
  // (1 + k) sn / (1 + k sn^2)
  std::for_each(moduli.rbegin(), moduli.rend(),
                [&](double k) { sn += k * sn * (1.0 - sn) * (1.0 + sn) / (1.0 + k * sn * sn); });
  return sn;
}

}  // namespace

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
  angle_ = elementary::asin(sine);
  first_contact_ = settled_ = elliptic_integral(sine) / rate_;
  contact_velocity_ = 0.5 * p_.l_s * elementary::cos(angle_) * std::sqrt(2.0 * alpha * sine);
  steady_forces_ = {p_.s * p_.f_x / p_.l_s, p_.s * p_.f_x / p_.l_s};
  return true;
}

ClosedForm::Ends ClosedForm::distances(double t) const {
  if (phases_.empty()) {
    if (t >= settled_) return {-p_.c, p_.c};
    const double sn = jacobi_sn(rate_ * t);
    const double d = 0.5 * p_.l_s * (sn * sn) / (2.0 - sn * sn);
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
