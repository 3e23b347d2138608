// Where motions of the woodpecker end: whether they return to the section, and with which period.
#pragma once

#include <span>
#include <vector>

#include "experiments/woodpecker_stability/woodpecker_map.hpp"

namespace nsdbench::experiments {

enum class MotionEnd {
  pecks = 1,      // returns to the section again and again
  jams,           // the sleeve sticks for good: the bird swings without loss
  outside_model,  // |phi_S| > 1 rad, where the linearised gaps do not hold
  late,           // not back on the section within the longest time
  inconsistent,   // the contact laws have no solution (Painleve), or several
  other           // another discrete state on the section, or limits of the integration
};

// A motion followed from return to return.
struct Orbit {
  MotionEnd end = MotionEnd::other;
  std::vector<double> omegas;  // omega_S on the section [rad/s], with `pecks`: a period, or a number of values
  int period = 0;              // in returns; 0: none found
  bool decided = true;         // false: neither periodic nor settled at the cap on returns
};

// How a motion is followed until its kind is known.
struct Settling {
  int transient = 200;            // returns that pass before a motion counts as without period
  int kept = 40;                  // further returns that are kept of such a motion
  double repeats = 1e-9;          // largest relative change over a period of what is periodic
  double distinct = 1e-5;         // values that differ by less, relatively, are not told apart
  int most_returns = 3000;        // cap: what is undecided then stays so
  double nearly_periodic = 0.02;  // a motion without period is at least so far, relatively, from repeating itself
  double same_orbit = 0.0;  // eight returns that are so close, relatively, to a known periodic orbit's make it that one
};

MotionEnd end_of(const Return<problems::Woodpecker, 1>& made);

// The last returns repeat themselves with a period of up to 8: that is what is kept. Otherwise, after `transient` and
// `kept` returns, a motion counts as without period only if it has settled: how far the last 24 returns are from
// repeating themselves (least, of all periods) is more than `nearly_periodic` and has changed by less than a factor of
// two since half of the returns. Others, near a slow multiplier or leaving an unstable orbit, go on until
// they are periodic, or settled by that measure after 2, 4, ... times as many, or undecided at the cap. Deviations that
// alternate and decay slowly look like a period of two before they are gone: hence `distinct`, which must be larger
// than `repeats` over one minus the square of their multiplier. `known`: orbits of the same map. One that is periodic
// is what the motion goes to as soon as it has stayed close to it.
Orbit settle(WoodpeckerMap<double>& here, Return<problems::Woodpecker, 1> made, const Settling& settling,
             std::span<const Orbit> known = {});

}  // namespace nsdbench::experiments
