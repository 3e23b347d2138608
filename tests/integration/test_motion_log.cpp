// Hashes of motions: every state counts, to the last bit, and the order of the runs does not.
#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/motion_log.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;

namespace {

Outcome fall(double height, double t_end) {
  auto parameters = testing::bouncing_ball_parameters();
  parameters.z_0 = height;
  const problems::BouncingBall ball(parameters);
  const auto solver = make_contact_solver("lemke");
  State<1> state = ball.initial_state();
  return make_event_driven(ball, *solver)->integrate(state, {t_end, {}, {}});
}

MotionLog::Totals totals_of(const std::vector<double>& heights, bool in_threads) {
  const MotionLog log;
  if (in_threads) {
    std::vector<std::jthread> threads;
    for (const double height : heights) threads.emplace_back([height] { fall(height, 1.0); });
  } else {
    for (const double height : heights) fall(height, 1.0);
  }
  return log.totals();
}

}  // namespace

TEST_CASE("numbers are hashed with their order and their last bit", "[motion_log]") {
  const auto hash_of = [](const std::vector<double>& numbers) {
    NumberHash hash;
    for (const double number : numbers) hash.add(number);
    return hash.value();
  };
  const std::uint64_t hash = hash_of({1.0, 2.0});
  CHECK(hash == hash_of({1.0, 2.0}));
  CHECK(hash != hash_of({2.0, 1.0}));
  CHECK(hash != hash_of({1.0, std::nextafter(2.0, 3.0)}));
  CHECK(hash != hash_of({1.0, 2.0, 0.0}));
  CHECK(hash_of({0.0}) != hash_of({-0.0}));
}

TEST_CASE("a log counts what observers see, and its hash depends on every motion", "[motion_log]") {
  long steps = 0;
  long events = 0;
  const MotionLog log;
  auto parameters = testing::bouncing_ball_parameters();
  const problems::BouncingBall ball(parameters);
  const auto solver = make_contact_solver("lemke");
  State<1> state = ball.initial_state();
  const auto integrator = make_event_driven(ball, *solver);
  integrator->integrate(
      state, {1.0, {}, {}}, [&](const auto&) { ++steps; }, [&](const auto&) { ++events; });
  const MotionLog::Totals once = log.totals();
  CHECK(once.motions == 1);
  CHECK(once.steps == static_cast<std::uint64_t>(steps));
  CHECK(once.events == static_cast<std::uint64_t>(events));
  CHECK(steps > 0);
  CHECK(events > 0);
}

TEST_CASE("the hash is that of the motions, whatever the order and the threads", "[motion_log]") {
  const std::vector<double> heights{0.5, 1.0, 1.5, 2.0};
  const std::vector<double> other_order{2.0, 0.5, 1.5, 1.0};
  const std::vector<double> last_bit{0.5, 1.0, 1.5, std::nextafter(2.0, 3.0)};
  const MotionLog::Totals totals = totals_of(heights, false);
  CHECK(totals.motions == heights.size());
  CHECK(totals_of(other_order, false).hash == totals.hash);
  CHECK(totals_of(heights, true).hash == totals.hash);
  CHECK(totals_of(last_bit, false).hash != totals.hash);
}

TEST_CASE("a run that its listener ends is not counted, and nothing is logged without a log", "[motion_log]") {
  {
    const MotionLog log({[](long, long step) { return step == 3; },
                         [](const MotionPoint& point) {
                           if (point.step == 3) throw std::runtime_error("enough");
                         }});
    CHECK_THROWS_AS(fall(1.0, 1.0), std::runtime_error);
    CHECK(log.totals().motions == 0);
    CHECK_THROWS_AS(MotionLog(), std::logic_error);
  }
  CHECK(MotionLog::current() == nullptr);
  CHECK(fall(1.0, 1.0).completed());
}
