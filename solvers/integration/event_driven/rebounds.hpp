// Impacts that become weaker and weaker: whether they accumulate, and when.
#pragma once

#include <array>
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
  // presses it back. True if its impacts accumulate: `end` is then the accumulation point [s].
  template <class Deceleration>
  bool accumulate(int contact, const Scalar& t, const Scalar& rebound, const Scalar& height, Deceleration deceleration,
                  Scalar& end) {
    Memory& memory = of(contact);
    const bool slower = memory.count > 0 && rebound < memory.speed;
    bool over = false;
    if (memory.count >= 2 && slower && rebound > 0.0) {
      const Scalar g = deceleration();
      over = rebound * rebound <= 2 * g * height;
      if (over) {
        const Scalar ratio = rebound / memory.speed;
        end = t + 2 * rebound / (g * (1 - ratio));
      }
    }
    memory.count = slower ? memory.count + 1 : 1;
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
    Scalar t = 0.0;      // of the last impact [s]
  };
  Memory& of(int contact) { return memory_[static_cast<std::size_t>(contact)]; }

  std::array<Memory, Contacts> memory_{};
};

}  // namespace nsdbench
