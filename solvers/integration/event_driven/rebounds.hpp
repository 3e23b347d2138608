// Impacts that become weaker, or follow each other faster and faster: whether they accumulate, and when.
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

// Contacts of one body that hit in turns, as two corners of a face do: the impact of one throws the other against its
// wall. Their flights are too short for forces to matter, and times between impacts fall by a factor while speeds fall
// by another, which may be close to one: gaps and times are too small for the scalar long before the speeds are. With
// coefficients of restitution for which the times go on to fall, all speeds tend to zero at the accumulation point.
template <int Contacts, class Scalar>
class ImpactsInTurns {
 public:
  using Hit = std::array<bool, Contacts>;

  void forget() { *this = {}; }

  // The contacts `hit` are hit at time t. True if times between impacts have fallen for a while and are now below
  // `resolution` [s]: `end` is then the accumulation point [s].
  bool accumulate(const Hit& hit, const Scalar& t, const Scalar& resolution, Scalar& end) {
    const Scalar interval = t - t_;
    const bool faster = count_ > 0 && interval < interval_;
    const bool over = faster && count_ >= least_count && interval <= resolution;
    if (over) end = t + interval * interval / (interval_ - interval);
    if (!faster) took_part_ = last_hit_;
    for (std::size_t k = 0; k < hit.size(); ++k) took_part_[k] = took_part_[k] || hit[k];
    count_ = faster ? count_ + 1 : 1;
    interval_ = interval;
    t_ = t;
    last_hit_ = hit;
    return over;
  }

  // Whether the contact was hit since the times began to fall.
  bool took_part(int contact) const { return took_part_[static_cast<std::size_t>(contact)]; }

 private:
  // A motion that leaves the wall in the end has times that fall, too, before they grow again. Where that happens below
  // the resolution, it is not seen.
  static constexpr int least_count = 4;

  int count_ = 0;          // times between impacts, each shorter than the one before it
  Scalar interval_ = 0.0;  // the last of them [s]
  Scalar t_ = 0.0;         // of the last impact [s]
  Hit took_part_{};
  Hit last_hit_{};
};

}  // namespace nsdbench
