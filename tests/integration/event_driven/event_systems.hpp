// What the tests of event-driven integration share: tolerances, and a ball above the ground.
#pragma once

#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_run.hpp"

namespace nsdbench::testing {

// Positions of some metres, times and velocities of some seconds and m/s, after a few events: each leaves some epsilon.
constexpr double rounding = 1e-13;
// Where slip slows down to rest, times are those of a velocity that is known to its rounding.
constexpr double stop_tolerance = 1e-12;

using Ball = WithTerms<LinearSystem<1, 1>>;

inline Ball ball(double restitution) {
  Ball ball;
  ball.force(0) = -gravity;
  ball.contact[0].normal(0) = 1.0;
  ball.laws = {unilateral(restitution)};
  return ball;
}

inline State<1> at_height(double z, double u = 0.0) {
  State<1> state;
  state.q(0) = z;
  state.u(0) = u;
  return state;
}

}  // namespace nsdbench::testing
