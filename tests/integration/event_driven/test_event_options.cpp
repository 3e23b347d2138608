// Every tolerance of the event-driven integration has the effect that event_options.hpp says, and follows from the
// accuracy and the scales.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "solvers/integration/event_driven/event_driven_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/integration/event_driven/event_systems.hpp"

using namespace nsdbench;

namespace {

// A body on two feet, 1 m apart, one of them higher by `offset` [m], from a height of 0.1 m.
using OnTwoFeet = testing::WithTerms<testing::LinearSystem<3, 2>>;

OnTwoFeet uneven(double offset) {
  OnTwoFeet body;
  body.mass << 1.0, 1.0, 0.1;
  body.force(1) = -testing::gravity;
  for (std::size_t i = 0; i < 2; ++i) {
    body.contact[i].normal << 0.0, 1.0, i == 0 ? 0.5 : -0.5;
    body.laws[i] = testing::unilateral(0.5);
  }
  body.gap_0 << 0.1, 0.1 + offset;
  return body;
}

// The number of feet that the first impact hits, and the velocity of rotation after it.
struct FirstImpact {
  long feet = 0;
  double spin = 0.0;
};
FirstImpact first_impact(double offset, EventDrivenOptions options) {
  options.max_events = 1;
  const auto run = testing::run_events(uneven(offset), State<3>(), 1.0, options);
  REQUIRE(run.events.size() == 1);
  const auto& event = run.events.front();
  return {std::count(event.hit.begin(), event.hit.end(), true), std::abs(event.after.u(2))};
}

long landings(const EventDrivenOptions& options) {
  const auto run = testing::run_events(testing::ball(0.5), testing::at_height(0.1), 1.0, options);
  REQUIRE(run.result.completed());
  return static_cast<long>(run.events.size());
}

}  // namespace

TEST_CASE("F2: contacts that close within the gap tolerance have one impact, others do not", "[event]") {
  constexpr double offset = 1e-9;
  constexpr double rounding = 1e-14;  // of a percussion over the inertia
  EventDrivenOptions wide;
  wide.gap_tolerance = 1e-8;
  EventDrivenOptions narrow;
  narrow.gap_tolerance = 1e-10;
  CHECK(first_impact(offset, wide).feet == 2);
  CHECK(first_impact(offset, wide).spin < rounding);
  CHECK(first_impact(offset, narrow).feet == 1);
  CHECK(first_impact(offset, narrow).spin > 1.0);
  CHECK(first_impact(offset, {}).feet == 1);
}

TEST_CASE("F2: one accuracy decides the tolerances that are not given", "[event]") {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  EventDrivenOptions options;
  const EventTolerances<double> least(options);
  CHECK(least.accuracy == epsilon);
  CHECK(least.rtol == 32.0 * epsilon);
  CHECK(least.atol == 32.0 * epsilon);
  CHECK(least.gap == 1e4 * epsilon);
  CHECK(least.velocity == 1e4 * epsilon);
  CHECK(least.instant(0.5) == 64.0 * epsilon);
  CHECK(least.instant(8.0) == 512.0 * epsilon);
  CHECK(least.accumulation_height == epsilon);
  options.accuracy = 1e-12;
  options.length_scale = 0.25;
  options.time_scale = 0.5;
  const EventTolerances<double> scaled(in_si_units(options));
  CHECK(scaled.rtol == 32.0 * 1e-12);
  CHECK(scaled.atol == 16.0 * 1e-12);
  CHECK(scaled.gap == Catch::Approx(0.25e-8).epsilon(4.0 * epsilon));
  CHECK(scaled.velocity == Catch::Approx(0.5e-8).epsilon(4.0 * epsilon));
  CHECK(scaled.slip == 1.5e-8);
  CHECK(scaled.instant(0.25) == 32.0 * 1e-12);
  CHECK(scaled.accumulation_height == 0.25e-12);
  CHECK(in_si_units(options).largest_step == 0.025);
  CHECK(in_si_units(options).largest_penetration == 0.25 * 1e-5);
  // Feet that differ by less than 1e4 times the accuracy land together.
  EventDrivenOptions coarse;
  coarse.accuracy = 1e-12;
  CHECK(first_impact(1e-9, coarse).feet == 2);
  CHECK(first_impact(2e-8, coarse).feet == 1);
  // Smooth steps become longer.
  const auto steps = [](const EventDrivenOptions& with) {
    testing::NearMiss far;
    far.depth = -1.0;
    State<1> start;
    start.q(0) = 1.0;
    return testing::run_events(far, start, 20.0, with).result.counts.accepted_steps;
  };
  coarse.accuracy = 1e-9;
  coarse.largest_step = 5.0;
  EventDrivenOptions fine;
  fine.largest_step = 5.0;
  CHECK(steps(coarse) < steps(fine));
}

TEST_CASE("F2: velocity tolerance, accumulation height and largest penetration have their effects", "[event]") {
  EventDrivenOptions options;
  const auto impacts = [&](double speed) {
    return testing::run_events(testing::ball(0.5), testing::at_height(0.0, -speed), 1e-9, options)
        .result.counts.impacts;
  };
  CHECK(impacts(1e-6) == 1);
  CHECK(impacts(1e-12) == 0);
  options.velocity_tolerance = 1e-5;
  CHECK(impacts(1e-6) == 0);
  CHECK(impacts(2e-5) == 1);

  // The rebound n reaches 0.1 * 4^-n: below 1e-6 for n = 9.
  EventDrivenOptions settling;
  settling.accumulation_height = 1e-6;
  CHECK(landings(settling) == 9);
  settling.accumulation_height = 1e-8;
  CHECK(landings(settling) == 12);

  const auto from_below = [](const EventDrivenOptions& with) {
    return testing::complaint_of(
        [&] { testing::run_events(testing::ball(0.5), testing::at_height(-1e-4), 0.1, with); });
  };
  EventDrivenOptions deep;
  deep.largest_penetration = 1e-3;
  CHECK(from_below(deep).empty());
  CHECK(from_below({}).starts_with("initial gap -0.0001 m of contact 0 is not allowed"));
}

TEST_CASE("F2: accuracies and scales that make no sense are refused by name", "[event]") {
  const auto complaint = [](auto change) {
    EventDrivenOptions options;
    change(options);
    return testing::complaint_of([&] { check(options); });
  };
  CHECK(complaint([](auto& o) { o.accuracy = -1.0; }).starts_with("accuracy -1 "));
  CHECK(complaint([](auto& o) { o.accuracy = 1e-3; }).starts_with("accuracy 0.001 "));
  CHECK(complaint([](auto& o) { o.length_scale = 0.0; }).starts_with("length scale 0 "));
  CHECK(complaint([](auto& o) { o.time_scale = std::nan(""); }).starts_with("time scale nan "));
}
