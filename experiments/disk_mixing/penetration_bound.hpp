// How far a disk can be in another one, or in a wall, from the step and the velocities alone.
//
// From one midpoint to the next a disk moves along a straight line by dt u', u' its velocity after the step between
// them. The distance of two disks is a convex function of their relative position. So
//   - a contact that closes has at most the penetration dt v, v the velocity at which the two approached along their
//   line
//     of centres at the midpoint before;
//   - a closed contact has gamma' >= -eps gamma - r, r the residual of the step [m/s]. It approaches with no more than
//     eps times what it parted with at the end of the step before. While two disks part, the rate of their distance is
//     a concave function of time, so that a contact that parted all through that step moved away by dt gamma / 2 at
//     least: for eps <= 1/2, without which there is no bound here, it gets no deeper, but for dt r.
//   - A contact that first approached and then parted within the step, with the relative velocity v, has parted for a
//     time s < dt only, to gamma = v^2 s / d, d the distance of the centres. It gets deeper by
//     eps dt gamma - s gamma / 2 <= (eps dt v)^2 / (2 d) at most.
// A wall that turns with omega, seen from within, is not convex. Relative to it the straight line bends in a step by
//   (dt v_t)^2 / (2 |c|) towards the drum, v_t the velocity of the centre c across its radius;
//   dt^2 (omega v_r + omega^2 |n.c| / 2) towards a baffle, n its normal, v_r the relative velocity across n,
// but for terms with one more factor dt (omega + |v| / |c|), and restitution may add 2 eps of that in the next step.
// When a contact with a wall closes, v is the relative velocity in any direction.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "experiments/disk_mixing/drum.hpp"
#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench::experiments::mixing {

struct BoundedContact {
  std::int32_t first = 0;  // as in ClosedContact
  std::int32_t second = 0;
  double bound = 0.0;  // of the penetration [m]

  friend bool operator<(const BoundedContact& a, const BoundedContact& b) {
    return std::pair(a.first, a.second) < std::pair(b.first, b.second);
  }
};

// Follows the contacts of a run from step to step.
class PenetrationBound {
 public:
  PenetrationBound(const Drum& drum, double dt) : drum_(drum), dt_(dt) {}

  // The closed contacts of a step, the state at its beginning, and the residual of the step before [m/s].
  void step(const std::vector<ClosedContact>& contacts, const ManyBodyState& begin, double residual);

  double largest_approach() const { return largest_approach_; }  // v of contacts that closed in the last step [m/s]
  double largest_share() const { return largest_share_; }        // of penetrations in their bounds, in the last step

  const std::vector<BoundedContact>& contacts() const { return contacts_; }  // of the last step, sorted
  void go_on_from(std::vector<BoundedContact> contacts) { contacts_ = std::move(contacts); }

 private:
  double approach(const ClosedContact& contact, const ManyBodyState& begin) const;
  double bending(const ClosedContact& contact, const ManyBodyState& begin) const;
  double turning_back(const ClosedContact& contact, const ManyBodyState& begin) const;

  const Drum& drum_;
  double dt_;
  std::vector<BoundedContact> contacts_;
  std::vector<BoundedContact> last_;
  double largest_approach_ = 0.0;
  double largest_share_ = 0.0;
};

}  // namespace nsdbench::experiments::mixing
