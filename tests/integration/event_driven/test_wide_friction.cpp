// Event-driven integration with coefficients of friction without bound.
#include "tests/helpers/catch.hpp"
#include "tests/integration/event_driven/event_run.hpp"
#include "tests/integration/event_driven/tumbling_block.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;

TEST_CASE("F13: a block at rest stays at rest whatever the coefficient of friction", "[event]") {
  // Percussions are known to the solver's tolerance, 1e-10 of g; a second of that.
  constexpr double drift = 1e-9;
  BoundedTumblingBlock block;
  block.restitution = 0.0;
  State<3> start;
  start.q(1) = block.h;
  for (const double mu : {0.5, 1e6, 1e8, 1e16, 1e50, 1e150, 1e300}) {
    for (const char* solver : {"portfolio", "lemke"}) {
      CAPTURE(mu, solver);
      block.mu = mu;
      const auto made = run_events(block, start, 1.0, {}, solver);
      CAPTURE(to_string(made.result.reason), made.events.size());
      CHECK(made.result.completed());
      CHECK(made.events.empty());
      CHECK((made.state.q - start.q).norm() <= drift);
      CHECK(made.state.u.norm() <= drift);
    }
  }
}

TEST_CASE("F16: a block at rest stays at rest, or slides on, where the coefficient of friction is zero", "[event]") {
  constexpr double drift = 1e-9;  // as above
  BoundedTumblingBlock block;
  block.restitution = 0.0;
  block.mu = 0.0;
  for (const double speed : {0.0, 0.5}) {
    State<3> start;
    start.q(1) = block.h;
    start.u(0) = speed;
    const auto made = run_events(block, start, 1.0);
    CAPTURE(speed, to_string(made.result.reason), made.events.size());
    CHECK(made.result.completed());
    CHECK(made.events.empty());
    CHECK((made.state.q - start.q - Vector<3>(speed, 0.0, 0.0)).norm() <= drift);
    CHECK((made.state.u - start.u).norm() <= drift);
  }
}
