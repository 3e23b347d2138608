// What is read from a motion of the slider, step by step, whichever integrator made it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "problems/prismatic_joint.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench::experiments::prismatic {

using SliderStep = Step<problems::PrismaticJoint>;
using Forces = std::array<double, 4>;  // [N] left below, left above, right below, right above

inline Forces forces_of(const Vector<4>& normal) { return {normal(0), normal(1), normal(2), normal(3)}; }
// Mean forces over a step.
inline Forces forces_of(const SliderStep& step) { return forces_of(step.mean_forces().normal); }

// Which contacts carry a force, as a number: none, one end, both ends on one side, both ends on opposite sides.
enum class Configuration { none = 0, one_end = 1, line = 2, two_point = 3 };

// [N] What a contact solver may leave of a force that is none.
inline constexpr double no_force = 1e-6;

inline bool pressed(const Forces& forces, std::size_t contact) { return forces[contact] > no_force; }

inline Configuration configuration_of(const Forces& forces) {
  const bool left = pressed(forces, 0) || pressed(forces, 1);
  const bool right = pressed(forces, 2) || pressed(forces, 3);
  if (!left && !right) return Configuration::none;
  if (left != right) return Configuration::one_end;
  return pressed(forces, 0) == pressed(forces, 2) ? Configuration::line : Configuration::two_point;
}

// [N] Force of the guide on the left (0) or right (1) end along y: from below positive.
inline double end_force(const Forces& forces, std::size_t end) { return forces[2 * end] - forces[2 * end + 1]; }

class SliderStatistics {
 public:
  explicit SliderStatistics(const problems::PrismaticJoint& joint) : joint_(joint) {}

  // A step from `before` to `after`, and the mean forces in it.
  void observe(const SliderStep& step) { observe(step.begin(), step.end(), forces_of(step)); }

  void observe(const State<3>& before, const State<3>& after, const Forces& forces) {
    const double h = after.t - before.t;
    const std::array<bool, 4> closed = {pressed(forces, 0), pressed(forces, 1), pressed(forces, 2), pressed(forces, 3)};
    if (closed != closed_ || !at_rest(before, closed)) {
      closed_ = closed;
      settled_ = after.t;
      impulse_ = {};
    } else {
      // From settled_ on, over the first 4 ms.
      const double part = std::clamp(settled_ + impulse_window - before.t, 0.0, h);
      for (const std::size_t end : {0U, 1U}) impulse_[end] += part * std::abs(end_force(forces, end));
    }
    for (const std::size_t end : {0U, 1U}) {
      const bool was_closed = pressed(forces_, 2 * end) || pressed(forces_, 2 * end + 1);
      if (was_closed && !pressed(forces, 2 * end) && !pressed(forces, 2 * end + 1)) ++openings_;
    }
    const Configuration now = configuration_of(forces);
    if (now != Configuration::none && !(first_contact_ <= after.t)) {
      first_contact_ = after.t;
      const std::size_t end = pressed(forces, 0) || pressed(forces, 1) ? 0 : 1;
      const auto at = joint_.configuration(before.q, before.t);
      const auto w = joint_.directions(at, static_cast<int>(2 * end));
      contact_velocity_ = std::abs(w.normal.dot(before.u));
    }
    if (first_contact_ < after.t) {
      for (const std::size_t end : {0U, 1U}) {
        if (std::abs(end_force(forces, end)) > no_force) contact_time_[end] += h;
      }
      watched_ += h;
      one_end_time_ += now == Configuration::one_end ? h : 0.0;
    }
    forces_ = forces;
    largest_angle_ = std::max(largest_angle_, std::abs(after.q(2)));
    acceleration_ = (after.u(0) - before.u(0)) / h;
  }

  double first_contact_time() const { return first_contact_; }   // [s] end of the first step with a force
  double contact_velocity() const { return contact_velocity_; }  // [m/s] of its end, approaching, before that step
  // [s] End of the first step from which on the contacts are those of the last one and their ends rest.
  double settled_time() const { return settled_; }
  // [N s] Of the left or right end, over the 4 ms after settled_time().
  double impulse(std::size_t end) const { return impulse_[end]; }
  double force(std::size_t end) const { return std::abs(end_force(forces_, end)); }  // [N] in the last step
  double signed_force(std::size_t end) const { return end_force(forces_, end); }  // [N] likewise, from below positive
  Configuration configuration() const { return configuration_of(forces_); }       // in the last step
  // Shares of the time after the first contact.
  double contact_share(std::size_t end) const { return contact_time_[end] / watched_; }
  double one_end_share() const { return one_end_time_ / watched_; }
  double left_alone_share() const { return 0.5 * (one_end_share() + contact_share(0) - contact_share(1)); }
  long openings() const { return openings_; }              // steps without a force on an end that had one before
  double largest_angle() const { return largest_angle_; }  // [rad]
  double acceleration() const { return acceleration_; }    // [m/s^2] along x, of the last step

  static constexpr double impulse_window = 4e-3;  // s

 private:
  // Whether the ends that are pressed do not move across the guide. In implicit Euler a hit takes two steps: one that
  // ends with the gap closed, and one that ends with the velocity zero.
  bool at_rest(const State<3>& state, const std::array<bool, 4>& closed) const {
    constexpr double rounding = 1e-9;  // m/s, of gaps of 1e-20 m over steps of 1e-6 s, and far below any hit
    const auto at = joint_.configuration(state.q, state.t);
    for (int i = 0; i < 4; ++i) {
      if (!closed[static_cast<std::size_t>(i)]) continue;
      if (std::abs(joint_.directions(at, i).normal.dot(state.u)) > rounding) return false;
    }
    return true;
  }

  const problems::PrismaticJoint& joint_;
  std::array<bool, 4> closed_{};
  Forces forces_{};
  std::array<double, 2> impulse_{}, contact_time_{};
  long openings_ = 0;
  double first_contact_ = std::numeric_limits<double>::quiet_NaN();
  double contact_velocity_ = std::numeric_limits<double>::quiet_NaN();
  double settled_ = 0.0, watched_ = 0.0, one_end_time_ = 0.0, largest_angle_ = 0.0, acceleration_ = 0.0;
};

}  // namespace nsdbench::experiments::prismatic
