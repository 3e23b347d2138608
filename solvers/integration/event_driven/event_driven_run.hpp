// The present state of an event-driven run, and the bounds within which numbers count as zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/integration/event.hpp"
#include "solvers/integration/event_driven/event_options.hpp"
#include "solvers/integration/event_driven/held_modes.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/linear_algebra/compensated.hpp"

namespace nsdbench {

// The present state of a run.
template <AccelerationLevelSystem S>
struct EventDrivenRun {
  StateOf<S> now;
  DiscreteState<S> held;
  Event<S> event;  // the last one
  Outcome outcome;
  // The time is now.t + t_rest [s]: what times cannot show, whose rounding is 1e-10 s after some days, would add up
  // over the steps. Instants are told apart by the time since the start, which is known better.
  ScalarOf<S> t_start = 0.0;
  ScalarOf<S> t_rest = 0.0;

  ScalarOf<S> elapsed() const { return (now.t - t_start) + t_rest; }
  // now.t is what `begin` was, and the time goes on by h >= 0 [s].
  void advance_time(const ScalarOf<S>& begin, const ScalarOf<S>& h) {
    const ScalarOf<S> sum = begin + h;
    const ScalarOf<S> rest = t_rest + compensated::sum_error<ScalarOf<S>>(begin, h, sum);
    now.t = sum + rest;
    t_rest = rest - (now.t - sum);
  }

  // The contact problems of impacts and accelerations count as evaluations of the equations of motion, too.
  void count_contact_problem() {
    ++outcome.counts.contact_problems;
    ++outcome.counts.evaluations;
  }
};

// The tolerances of EventDrivenOptions, given in_si_units(), in the scalar of the motion, with defaults filled in.
template <class Scalar>
struct EventTolerances {
  Scalar accuracy;
  Scalar length, time;         // the scales [m], [s]
  Scalar rtol, atol;           // of smooth steps
  Scalar gap;                  // [m]
  Scalar velocity;             // [m/s]
  Scalar slip;                 // [m/s]
  Scalar accumulation_height;  // [m]

  explicit EventTolerances(const EventDrivenOptions& options)
      : accuracy(std::max<Scalar>(options.accuracy, epsilon())),
        length(options.length_scale),
        time(options.time_scale),
        rtol(or_default(options.rtol, 32.0)),
        // Angles have no length: a scale above 1 m must not loosen their tolerance, and rtol does the rest.
        atol(or_default(options.atol, 32.0 * std::min<Scalar>(length, 1.0) / time)),
        gap(or_default(options.gap_tolerance, 1e4 * length)),
        velocity(or_default(options.velocity_tolerance, 1e4 * length / time)),
        slip(options.slip_tolerance),
        accumulation_height(or_default(options.accumulation_height, length)) {}

  // [s] Events within this distance belong to one instant, a time `elapsed` after the start: it is some roundings of
  // that time, from sums of steps and of roots within them.
  Scalar instant(const Scalar& elapsed) const { return 64 * accuracy * std::max<Scalar>(elapsed, time); }
  static Scalar epsilon() { return std::numeric_limits<Scalar>::epsilon(); }

 private:
  Scalar or_default(double given, const Scalar& times) const { return given > 0.0 ? Scalar(given) : times * accuracy; }
};

}  // namespace nsdbench
