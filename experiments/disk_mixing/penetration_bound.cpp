#include "experiments/disk_mixing/penetration_bound.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace nsdbench::experiments::mixing {

namespace {

using problems::Point;

Point velocity(const ManyBodyState& state, std::int32_t body) {
  const auto i = 3 * static_cast<std::size_t>(body);
  return {state.u[i], state.u[i + 1]};
}

double length(const Point& p) { return std::sqrt(p.x * p.x + p.y * p.y); }

// Centre of a disk at the midpoint of the step.
Point middle(const ManyBodyState& begin, std::int32_t body, double dt) {
  const auto i = 3 * static_cast<std::size_t>(body);
  return {begin.q[i] + 0.5 * dt * begin.u[i], begin.q[i + 1] + 0.5 * dt * begin.u[i + 1]};
}

}  // namespace

double PenetrationBound::approach(const ClosedContact& contact, const ManyBodyState& begin) const {
  const Point v = velocity(begin, contact.first);
  const int disks = drum_.assembly().body_count();
  if (contact.second >= disks) {
    const double omega = drum_.parameters().omega;
    const Point c = middle(begin, contact.first, dt_);
    return length({v.x + omega * c.y, v.y - omega * c.x});
  }
  const Point other = velocity(begin, contact.second);
  const Point relative = {other.x - v.x, other.y - v.y};
  const double distance =
      contact.gap + drum_.assembly().radius(contact.first) + drum_.assembly().radius(contact.second);
  const Point before = {contact.nx * distance - dt_ * relative.x, contact.ny * distance - dt_ * relative.y};
  return std::max(0.0, -(relative.x * before.x + relative.y * before.y) / length(before));
}

double PenetrationBound::bending(const ClosedContact& contact, const ManyBodyState& begin) const {
  const int disks = drum_.assembly().body_count();
  if (contact.second < disks) return 0.0;
  const double omega = std::abs(drum_.parameters().omega);
  const Point c = middle(begin, contact.first, dt_);
  const Point v = velocity(begin, contact.first);
  const double higher_terms = 1.0 + dt_ * (omega + length(v) / length(c));
  const bool with_drum = contact.second >= disks + baffles;
  if (with_drum) {
    const double across = (c.x * v.y - c.y * v.x) / length(c);
    return higher_terms * dt_ * dt_ * across * across / (2.0 * length(c));
  }
  const double turning = drum_.parameters().omega;
  const Point relative = {v.x + turning * c.y, v.y - turning * c.x};
  const double along = std::abs(contact.nx * relative.y - contact.ny * relative.x);
  const double arm = std::abs(contact.nx * c.x + contact.ny * c.y);
  return higher_terms * dt_ * dt_ * (omega * along + 0.5 * omega * omega * arm);
}

// What restitution may add for two disks that first approached and then parted on the way to this midpoint.
double PenetrationBound::turning_back(const ClosedContact& contact, const ManyBodyState& begin) const {
  if (contact.second >= drum_.assembly().body_count()) return 0.0;
  const Point v = velocity(begin, contact.first);
  const Point other = velocity(begin, contact.second);
  const Point relative = {other.x - v.x, other.y - v.y};
  const double distance =
      contact.gap + drum_.assembly().radius(contact.first) + drum_.assembly().radius(contact.second);
  const double squared = relative.x * relative.x + relative.y * relative.y;
  const double at_end = distance * (relative.x * contact.nx + relative.y * contact.ny);
  if (!(at_end > 0.0 && at_end - dt_ * squared < 0.0)) return 0.0;
  const double eps = drum_.parameters().epsilon_N;
  return eps * eps * dt_ * dt_ * squared / (2.0 * distance);
}

void PenetrationBound::step(const std::vector<ClosedContact>& contacts, const ManyBodyState& begin, double residual) {
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * drum_.parameters().R;
  last_.swap(contacts_);
  contacts_.clear();
  largest_approach_ = 0.0;
  largest_share_ = 0.0;
  for (const ClosedContact& contact : contacts) {
    BoundedContact bounded{contact.first, contact.second, 0.0};
    const double bend =
        (1.0 + 2.0 * drum_.parameters().epsilon_N) * bending(contact, begin) + turning_back(contact, begin);
    const auto earlier = std::lower_bound(last_.begin(), last_.end(), bounded);
    if (earlier != last_.end() && !(bounded < *earlier)) {
      bounded.bound = earlier->bound + dt_ * residual + bend + rounding;
    } else {
      const double v = approach(contact, begin);
      largest_approach_ = std::max(largest_approach_, v);
      bounded.bound = dt_ * v + bend + rounding;
    }
    largest_share_ = std::max(largest_share_, -contact.gap / bounded.bound);
    contacts_.push_back(bounded);
  }
  std::sort(contacts_.begin(), contacts_.end());
}

}  // namespace nsdbench::experiments::mixing
