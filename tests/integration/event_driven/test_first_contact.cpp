// No closing of a contact is missed, however fast gaps change within a step: instants of first contacts against closed
// forms and scans of the gaps in small steps.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "solvers/integration/event_driven/closing_search.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/samples.hpp"
#include "tests/helpers/test_motions.hpp"
#include "tests/integration/event_driven/event_systems.hpp"

using namespace nsdbench;
using testing::BallOnShaker;
using testing::BoundedTumblingBlock;
using testing::BriefStop;
using testing::run_events;
using testing::TumblingBlock;

namespace {

// The first zero of `gap`, by a scan in steps of `resolution` [s]; infinity if it has none up to t_end.
template <class Gap>
double first_zero(Gap gap, double t_end, double resolution) {
  for (double t = 0.0; t < t_end; t += resolution) {
    if (gap(t + resolution) > 0.0) continue;
    double low = t;
    double high = t + resolution;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (gap(middle) > 0.0 ? low : high) = middle;
    }
    return low;
  }
  return std::numeric_limits<double>::infinity();
}

// Of a block in free flight, over its corners.
auto least_corner_gap(const TumblingBlock& block, const State<3>& start) {
  return [block, start](double t) {
    const double z = start.q(1) + start.u(1) * t - 0.5 * testing::gravity * t * t;
    return block.gaps(block.configuration({0.0, z, start.q(2) + start.u(2) * t}, t)).minCoeff();
  };
}

// A first contact found at `found`, the scan's at `scanned`, which cannot see dips that are shorter than its
// resolution: it is right if it is not later, by more than `tolerance`, and if the gap is zero there and falls.
template <class Gap>
bool right(double found, double scanned, double tolerance, Gap gap) {
  if (found > scanned + tolerance) return false;
  if (std::abs(found - scanned) <= tolerance) return true;
  return std::abs(gap(found)) <= 1e-12 && gap(found + tolerance) < 0.0;
}

// Instants of an angle that is known to 1e-15 of some hundred radians, and of roots that are as sharp as the gap's rate
// allows: the corner passes the floor with its speed of rotation or falls with some m/s.
constexpr double instant_tolerance = 1e-11;

template <class Block>
void spin(double omega) {
  Block block;
  State<3> start;
  start.q << 0.0, 1.3, 0.1;
  start.u << 0.0, 0.0, omega;
  const double want = first_zero(least_corner_gap(block, start), 0.6, 1e-3 / omega);
  EventDrivenOptions options;
  options.max_events = 1;
  const auto made = run_events(block, start, 0.6, options);
  CAPTURE(omega, want);
  REQUIRE(made.events.size() == 1);
  CHECK(std::abs(made.events[0].t - want) <= instant_tolerance);
  CHECK(made.result.counts.unresolved_gaps == 0);
}

}  // namespace

TEST_CASE("F3: a block that spins fast meets the floor at its first contact", "[event]") {
  for (const double omega : {5.0, 20.0, 50.0, 100.0, 200.0, 300.0, 500.0, 1000.0, 3000.0}) {
    spin<TumblingBlock>(omega);
    spin<BoundedTumblingBlock>(omega);
  }
}

TEST_CASE("F3: a table that shakes fast hits the ball in the first of its strokes that reaches it", "[event]") {
  for (const double omega : {30.0, 300.0, 3000.0, 30000.0}) {
    BallOnShaker system;
    system.amplitude = 1e-3;
    system.omega = omega;
    system.g = testing::gravity;
    system.restitution = 0.5;
    const auto gap = [&](double t) { return 0.3 - 0.5 * system.g * t * t - system.table(t); };
    const double want = first_zero(gap, 0.5, 1e-3 / omega);
    EventDrivenOptions options;
    options.max_events = 1;
    const auto made = run_events(system, testing::at_height(0.3), 0.5, options);
    CAPTURE(omega, want);
    REQUIRE(made.events.size() == 1);
    CHECK(std::abs(made.events[0].t - want) <= instant_tolerance);
  }
}

TEST_CASE("F3: a stop that comes up for two milliseconds is seen where its motion is bounded", "[event]") {
  // From before a long step to its end, the places of the points of the steps among them.
  for (int k = 0; k < 60; ++k) {
    BriefStop stop;
    stop.middle = 0.25 + 0.011 * k;
    EventDrivenOptions options;
    options.max_events = 1;
    const auto made = run_events(stop, testing::at_height(0.05), 1.0, options);
    CAPTURE(stop.middle);
    REQUIRE(made.events.size() == 1);
    const double s = -std::sqrt(1.0 - std::pow(0.5, 0.25));
    CHECK(std::abs(made.events[0].t - (stop.middle + s / stop.scale())) <= 1e-15);
    CHECK(made.result.counts.unresolved_gaps == 0);
  }
}

namespace {

double log_uniform(testing::Random& random, double low, double high) {
  return low * std::pow(high / low, random.uniform(0.0, 1.0));
}

struct FirstContacts {
  int contacts = 0;
  int late = 0;
  int unresolved = 0;

  // Of a ball that starts from `height` above a floor with oscillations of up to omega [rad/s].
  template <class System>
  void count(const System& system, double height, double omega) {
    const auto gap = [&](double t) { return height - 0.5 * system.g * t * t - system.height(t).z; };
    constexpr double t_end = 2.0;
    const double want = first_zero(gap, t_end, 1e-3 / omega);
    EventDrivenOptions options;
    options.max_events = 1;
    const auto made = run_events(system, testing::at_height(height), t_end, options);
    unresolved += made.result.counts.unresolved_gaps > 0;
    if (made.events.empty()) {
      late += want < t_end;
      return;
    }
    ++contacts;
    late += !right(made.events[0].t, want, instant_tolerance, gap);
  }
};

// Of random blocks that tumble to the floor, with a bound of their gaps' third derivatives or with its estimate.
template <class Block>
FirstContacts tumble(int blocks, std::uint64_t seed) {
  testing::Random random(seed);
  FirstContacts found;
  for (int k = 0; k < blocks; ++k) {
    Block block;
    block.b = random.uniform(0.05, 0.5);
    block.h = random.uniform(0.02, 0.5);
    State<3> start;
    const double size = std::hypot(block.b, block.h);
    start.q << 0.0, size + log_uniform(random, 1e-4, 2.0), random.uniform(-3.0, 3.0);
    start.u << 0.0, random.uniform(-3.0, 3.0), log_uniform(random, 1.0, 3000.0);
    const auto gap = least_corner_gap(block, start);
    const double want = first_zero(gap, 2.0, 2e-3 / start.u(2));
    EventDrivenOptions options;
    options.max_events = 1;
    const auto made = run_events(block, start, 2.0, options);
    REQUIRE(made.events.size() == 1);
    ++found.contacts;
    found.unresolved += made.result.counts.unresolved_gaps > 0;
    found.late += !right(made.events[0].t, want, instant_tolerance * std::max(1.0, want), gap);
  }
  return found;
}

// Of a ball that falls on a table that shakes.
FirstContacts fall_on_tables(int tables, std::uint64_t seed) {
  testing::Random random(seed);
  FirstContacts found;
  for (int k = 0; k < tables; ++k) {
    BallOnShaker system;
    system.omega = log_uniform(random, 1.0, 2e4);
    system.amplitude = log_uniform(random, 1e-2, 10.0) / system.omega;
    system.g = testing::gravity;
    found.count(system, random.uniform(0.05, 1.0), system.omega);
  }
  return found;
}

// Of a ball without weight above a sum of three oscillations: it hits in the first of the highest crests only, which
// may come after many beats, or never.
template <class System>
FirstContacts meet_waves(int samples, std::uint64_t seed) {
  testing::Random random(seed);
  FirstContacts found;
  for (int k = 0; k < samples; ++k) {
    System system;
    const double fastest = log_uniform(random, 10.0, 1e3);
    double height = 0.0;
    // Again, if the floor begins above the ball.
    for (bool below = false; !below; below = system.height(0.0).z < 0.9 * height) {
      double sum = 0.0;
      for (std::size_t n = 0; n < system.amplitude.size(); ++n) {
        system.omega[n] = fastest * random.uniform(0.2, 1.0);
        system.amplitude[n] = random.uniform(1e-3, 1e-2);
        system.phase[n] = random.uniform(-3.0, 3.0);
        sum += system.amplitude[n];
      }
      height = sum * random.uniform(0.8, 1.01);
    }
    found.count(system, height, fastest);
  }
  return found;
}

}  // namespace

TEST_CASE("F3: of random tumbling blocks, shaken tables and waves no first contact is late", "[event]") {
  const int count = testing::samples(30);
  for (const FirstContacts& found :
       {tumble<TumblingBlock>(count, 17), tumble<BoundedTumblingBlock>(count, 19), fall_on_tables(count, 20),
        meet_waves<testing::BallOverWaves>(count, 21), meet_waves<testing::BoundedBallOverWaves>(count, 22)}) {
    CHECK(found.contacts > count / 2);
    CHECK(found.late == 0);
    CHECK(found.unresolved == 0);
  }
}

TEST_CASE("F3: long after the start, gaps of prescribed motions have the rounding of the time", "[event]") {
  // The same table and ball at t_0: the first contact is right to some roundings of the time, and no rounding of the
  // table's height is taken for a closing.
  for (const double t_0 : {0.0, 1e6, 1.7e9}) {
    CAPTURE(t_0);
    BallOnShaker system;
    system.amplitude = 1e-3;
    system.omega = 300.0;
    system.g = testing::gravity;
    system.restitution = 0.5;
    State<1> start = testing::at_height(0.3);
    start.t = t_0;
    const auto gap = [&](double t) { return 0.3 - 0.5 * system.g * t * t - system.table(t_0 + t); };
    const double want = first_zero(gap, 0.5, 1e-3 / system.omega);
    EventDrivenOptions options;
    options.max_events = 1;
    const auto made = run_events(system, start, t_0 + 0.5, options);
    REQUIRE(made.events.size() == 1);
    const double rounding = std::numeric_limits<double>::epsilon() * t_0;
    CHECK(std::abs((made.events[0].t - t_0) - want) <= instant_tolerance + 4.0 * rounding);
    CHECK(made.result.counts.unresolved_gaps == 0);
  }
}

TEST_CASE("F3: tumbling blocks never go into the floor, through all their impacts", "[event]") {
  testing::Random random(18);
  // Gaps are known to the rounding of some thousand radians times half a metre, over some hundred events.
  constexpr double depth_tolerance = 1e-11;
  int impacts = 0;
  for (int k = 0; k < 30; ++k) {
    TumblingBlock block;
    block.b = random.uniform(0.05, 0.5);
    block.h = random.uniform(0.02, 0.5);
    block.mu = random.uniform(0.0, 1.0);
    block.restitution = random.uniform(0.0, 1.0);
    State<3> state;
    state.q << 0.0, std::hypot(block.b, block.h) + random.uniform(0.0, 0.5), random.uniform(-3.0, 3.0);
    state.u << random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), random.uniform(1.0, 500.0);
    const auto solver = make_contact_solver("portfolio");
    EventDrivenOptions options;
    options.max_events = 300;
    const auto integrator = make_event_driven(block, *solver, options);
    double deepest = 0.0;
    const Outcome outcome = integrator->integrate(state, {30.0}, [&](const Step<TumblingBlock>& any) {
      const EventDrivenStep<TumblingBlock>& step = event_driven_step(any);
      const double turn = std::abs(step.begin().u(2)) * step.motion().whole_size();
      const int points = 20 + static_cast<int>(50.0 * turn);
      for (int n = 0; n <= points; ++n) {
        const State<3> at = step.at(step.end_theta() * n / points);
        deepest = std::min(deepest, block.gaps(block.configuration(at.q, at.t)).minCoeff());
      }
    });
    CAPTURE(k, std::string(to_string(outcome.reason)));
    CHECK(deepest >= -depth_tolerance);
    CHECK(outcome.counts.unresolved_gaps == 0);
    impacts += static_cast<int>(outcome.counts.impacts);
  }
  CHECK(impacts > 1000);
}

TEST_CASE("the first of two zeros that lie between two points is found, as deep as rounding", "[event]") {
  // g = (theta - c)^2 - depth, read at the ends only: a dip between them.
  for (const double depth : {1e-2, 1e-6, 1e-10, 1e-13}) {
    const double c = 0.37;
    const auto read = [&](double theta) {
      return GapPoint<double>{theta, (theta - c) * (theta - c) - depth, 2.0 * (theta - c), 2.0};
    };
    const std::vector<GapPoint<double>> points{read(0.0), read(1.0)};
    ClosingSearch<double> search;
    for (const double jerk : {0.0, 100.0}) {
      REQUIRE(search.first(points, 2, jerk, 0.0, 0.0, read) == ClosingSearch<double>::Verdict::closes);
      const double root = c - std::sqrt(depth);
      CHECK(search.bracket().begin <= root);
      CHECK(search.bracket().end >= root);
      CHECK(search.bracket().end <= c);  // the second zero lies beyond
    }
    const auto above = [&](double theta) {
      GapPoint<double> point = read(theta);
      point.gap += 2.0 * depth;
      return point;
    };
    const std::vector<GapPoint<double>> free{above(0.0), above(1.0)};
    CHECK(search.first(free, 2, 100.0, 0.0, 0.0, above) == ClosingSearch<double>::Verdict::open);
  }
}

TEST_CASE("a gap that would need too many points is not said to stay open", "[event]") {
  // A gap of 1e-12 with a third derivative that may be 1e12: no bound of practical length keeps it open.
  const auto read = [](double theta) { return GapPoint<double>{theta, 1e-12, 0.0, 0.0}; };
  const std::vector<GapPoint<double>> points{read(0.0), read(1.0)};
  ClosingSearch<double> search;
  CHECK(search.first(points, 2, 1e12, 0.0, 0.0, read) == ClosingSearch<double>::Verdict::unresolved);
  CHECK(search.read_points() == ClosingSearch<double>::most_points);
  CHECK(search.first(points, 2, 0.0, 0.0, 0.0, read) == ClosingSearch<double>::Verdict::open);
}
