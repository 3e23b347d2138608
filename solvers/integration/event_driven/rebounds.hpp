// Impacts of one contact that become weaker: whether they accumulate, and when.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace nsdbench {

// What is known of the impacts of every contact since it was last at rest. Near the accumulation point speeds and
// flights are geometric series, as those of a bouncing ball are from the first impact on; the criterion is that of
// EventDrivenOptions::accumulation_height.
template <int Contacts, class Scalar>
class Rebounds {
 public:
  void forget() { memory_.fill({}); }
  void forget(int contact) { of(contact) = {}; }

  // The contact leaves at time t with the speed `rebound` [m/s]; `deceleration()` is the acceleration [m/s^2] that
  // presses it back. True if its impacts accumulate: `end` is then the accumulation point [s], and `error` what the
  // change of the ratio of speeds since the rebound before makes of it, with gaps that are known to `resolution` [m] at
  // each of these impacts.
  template <class Deceleration>
  bool accumulate(int contact, const Scalar& t, const Scalar& rebound, const Scalar& height, const Scalar& resolution,
                  Deceleration deceleration, Scalar& end, Scalar& error) {
    using std::abs;
    Memory& memory = of(contact);
    const bool slower = memory.count > 0 && rebound < memory.speed;
    bool over = false;
    if (memory.count >= 2 && slower && rebound > 0.0) {
      const Scalar g = deceleration();
      over = rebound * rebound <= 2 * g * height;
      if (over) {
        const Scalar ratio = rebound / memory.speed;
        const Scalar left = 2 * rebound / (g * (1 - ratio));
        end = t + left;
        error = (left * abs(ratio - memory.ratio) + resolution / rebound) / (1 - ratio);
      }
    }
    memory.count = slower ? memory.count + 1 : 1;
    memory.ratio = slower ? Scalar(rebound / memory.speed) : Scalar(1.0);
    memory.speed = rebound;
    memory.t = t;
    return over;
  }

  // An impact has opened the contact at time t.
  bool has_left(int contact, const Scalar& t) const {
    const Memory& memory = memory_[static_cast<std::size_t>(contact)];
    return memory.count > 0 && memory.t == t;
  }

 private:
  struct Memory {
    int count = 0;       // impacts whose rebounds become slower and slower
    Scalar speed = 0.0;  // of the last rebound [m/s]
    Scalar ratio = 1.0;  // to the speed of the one before
    Scalar t = 0.0;      // of the last impact [s]
  };
  Memory& of(int contact) { return memory_[static_cast<std::size_t>(contact)]; }

  std::array<Memory, Contacts> memory_{};
};

}  // namespace nsdbench
