// What every integrator of the table promises by the contract (solvers/integration/integrator.hpp).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/helpers/allocation_counter.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/integration/suitable_motion.hpp"

using namespace nsdbench;
using testing::complaint_of;

namespace {

const IntegratorSettings settings = IntegratorSettings::of_size(1e-2, 2);

// One run of a new integrator, and what it showed.
template <class System>
struct Run {
  StateOf<System> state;
  Outcome outcome;
  std::vector<StateOf<System>> begins;
  std::vector<StateOf<System>> ends;
  long events = 0;
};

template <class System>
Run<System> run(std::string_view name, const System& system, const Destination<System>& destination) {
  const auto solver = make_contact_solver("lemke");
  const auto integrator = make_integrator(name, system, *solver, settings);
  Run<System> made;
  made.state = system.initial_state();
  made.outcome = integrator->integrate(
      made.state, destination,
      [&](const Step<System>& step) {
        made.begins.push_back(step.begin());
        made.ends.push_back(step.end());
        CHECK(std::abs(step.end().t - step.begin().t - step.size()) <= 1e-15);
      },
      [&](const Event<System>& event) {
        ++made.events;
        CHECK((event.impact || event.modes_before != event.modes_after));  // a rebound leaves the modes as they are
      });
  return made;
}

template <class StateType>
bool same_bytes(const StateType& a, const StateType& b) {
  return std::memcmp(&a, &b, sizeof(StateType)) == 0;
}

}  // namespace

TEST_CASE("integrators: steps follow each other to the end, and counts are those of what was shown", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto& exact, double t_end) {
    const auto made = run(name, system, {t_end});
    CHECK(made.outcome.completed());
    CHECK(made.outcome.solver == SolverStatus::solved);
    CHECK(made.state.t == t_end);
    CHECK(made.outcome.time == t_end);
    REQUIRE_FALSE(made.ends.empty());
    CHECK(made.begins.front().t == 0.0);
    for (std::size_t k = 1; k < made.begins.size(); ++k) CHECK(made.begins[k].t == made.ends[k - 1].t);
    CHECK(same_bytes(made.ends.back(), made.state));
    CHECK(made.outcome.counts.accepted_steps == static_cast<long>(made.ends.size()));
    CHECK(made.outcome.counts.events == made.events);
    CHECK(made.outcome.counts.evaluations >= made.outcome.counts.accepted_steps);
    // First order in steps of 10 ms with velocities of up to 6 m/s, on a way of 0.6 m.
    CHECK(std::abs(made.state.q(0) - exact.position(t_end)) <= 0.1);
  });
}

TEST_CASE("integrators: an observer stops a run at the step that it saw last", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double t_end) {
    const auto solver = make_contact_solver("lemke");
    const auto integrator = make_integrator(name, system, *solver, settings);
    auto state = system.initial_state();
    auto last = state;
    int seen = 0;
    const Outcome outcome = integrator->integrate(state, {t_end}, [&](const auto& step) {
      last = step.end();
      return ++seen < 3;
    });
    CHECK(outcome.reason == StopReason::stopped);
    CHECK(seen == 3);
    CHECK(outcome.counts.accepted_steps == 3);
    CHECK(outcome.time == state.t);
    CHECK(same_bytes(last, state));
  });
}

TEST_CASE("integrators: ends and boundaries that make no sense are refused in a sentence", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double t_end) {
    const auto complaint = [&](double end, const std::vector<double>& boundaries) {
      const auto solver = make_contact_solver("lemke");
      const auto integrator = make_integrator(name, system, *solver, settings);
      auto state = system.initial_state();
      return complaint_of([&] { integrator->integrate(state, {end, boundaries}); });
    };
    CHECK(complaint(-1.0, {}) == "end time -1 s is not allowed: it must be finite and not before the start");
    CHECK(complaint(std::numeric_limits<double>::quiet_NaN(), {}).find("end time nan s") == 0);
    CHECK(complaint(std::numeric_limits<double>::infinity(), {}).find("end time inf s") == 0);
    CHECK(complaint(t_end, {0.3, 0.2}).find("step boundary 0.2 s is not allowed") == 0);
    CHECK(complaint(t_end, {t_end}).find("step boundary") == 0);
    CHECK(complaint(0.0, {}).empty());
  });
}

TEST_CASE("integrators: a step ends at each boundary", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double t_end) {
    const std::vector<double> boundaries{0.1234, 0.2, 0.51};
    const auto made = run(name, system, {t_end, boundaries});
    CHECK(made.outcome.completed());
    for (const double boundary : boundaries) {
      CAPTURE(boundary);
      long steps = 0;
      for (const auto& end : made.ends) steps += end.t == boundary ? 1 : 0;
      CHECK(steps == 1);
    }
  });
}

TEST_CASE("integrators: a run ends on the section", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto& exact, double t_end) {
    using System = std::remove_cvref_t<decltype(system)>;
    // Half the distance from the origin, on the way there.
    Destination<System> destination{t_end};
    const double start = system.initial_state().q(0);
    const double sign = start < 0.0 ? 1.0 : -1.0;
    destination.section = [=](const StateOf<System>& state) { return sign * (state.q(0) - 0.5 * start); };
    const auto made = run(name, system, destination);
    CHECK(made.outcome.reason == StopReason::section);
    CHECK(made.outcome.time == made.state.t);
    CHECK(made.state.t < t_end);
    CHECK(std::abs(made.state.q(0) - 0.5 * start) <= 1e-12);
    CHECK(std::abs(exact.position(made.state.t) - 0.5 * start) <= 0.02);
  });
}

TEST_CASE("integrators: a limit of evaluations ends a run at its next step", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double t_end) {
    const auto solver = make_contact_solver("lemke");
    const auto evaluations = [&](long limit) {
      IntegratorSettings limited = settings;
      limited.max_evaluations = limit;
      auto state = system.initial_state();
      const Outcome outcome = make_integrator(name, system, *solver, limited)->integrate(state, {t_end});
      CHECK(outcome.completed() == (limit == 0));
      CHECK((limit == 0 || outcome.reason == StopReason::step_limit));
      CHECK(outcome.time == state.t);
      return outcome.counts.evaluations;
    };
    const long all = evaluations(0);
    const long half = evaluations(all / 2);
    CHECK(half >= all / 2);
    CHECK(half < all);
  });
}

TEST_CASE("integrators: a method says the settings that it uses", "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double) {
    const auto solver = make_contact_solver("lemke");
    IntegratorSettings given;
    given.dt = 3e-3;
    given.dt_min = 2e-4;
    given.dt_max = name == "implicit_euler" ? 0.0 : 4e-3;  // its largest step is dt
    given.atol = 5e-7;
    given.rtol = 6e-7;
    const IntegratorSettingList said = make_integrator(name, system, *solver, given)->settings();
    REQUIRE_FALSE(said.empty());
    const auto is_or_absent = [&](std::string_view key, double value) {
      for (const IntegratorSetting& setting : said) {
        if (setting.name == key) CHECK(std::get<double>(setting.value) == value);
      }
    };
    is_or_absent("dt", given.dt);
    is_or_absent("dt_min", given.dt_min);
    is_or_absent("dt_max", name == "implicit_euler" ? given.dt : given.dt_max);
    is_or_absent("atol", given.atol);
    is_or_absent("rtol", given.rtol);
    const auto says = [&](std::string_view key) {
      return std::any_of(said.begin(), said.end(),
                         [&](const IntegratorSetting& setting) { return setting.name == key; });
    };
    const IntegratorInfo& info = integrator_named(name);
    CHECK(says("atol") == info.has_tolerances);
    CHECK(says("rtol") == info.has_tolerances);
    CHECK((says("dt") || says("dt_min")) == info.has_smallest_step);
    CHECK(says("max_order") == info.has_order);  // without an order that is given, the largest
  });
}

TEST_CASE("integrators: runs with the same input give the same bytes, and do not allocate once they are sized",
          "[integrators]") {
  const std::string name = GENERATE(from_range(testing::integrator_names()));
  CAPTURE(name);
  testing::with_suitable_motion(name, [&](const auto& system, const auto&, double t_end) {
    const auto solver = make_contact_solver("lemke");
    const auto integrator = make_integrator(name, system, *solver, settings);
    auto first = system.initial_state();
    const Outcome sized = integrator->integrate(first, {t_end});
    CHECK(sized.completed());
    auto second = system.initial_state();
    const long before = testing::allocations;
    const Outcome again = integrator->integrate(second, {t_end});
    CHECK(testing::allocations == before);
    CHECK(same_bytes(first, second));
    CHECK(again.counts.evaluations == sized.counts.evaluations);
    CHECK(same_bytes(first, run(name, system, {t_end}).state));
  });
}

TEST_CASE("integrators: names, and why a method does not apply", "[integrators]") {
  const auto solver = make_contact_solver("lemke");
  const problems::ImpactOscillator oscillator(testing::impact_oscillator_parameters());
  for (const IntegratorInfo& info : integrator_table()) {
    CAPTURE(info.name);
    CHECK_FALSE(info.description.empty());
    CHECK_FALSE(info.source.empty());
    testing::with_suitable_motion(info.name, [&](const auto& system, const auto&, double) {
      const auto integrator = make_integrator(info.name, system, *solver, settings);
      CHECK(integrator->name() == info.name);
      CHECK(integrator->order() >= 1);
    });
  }
  const auto make = [&](std::string_view name) { make_integrator(name, oscillator, *solver, settings); };
  CHECK(complaint_of([&] { make("euler"); }).find("unknown integrator 'euler'; known are moreau, ") == 0);
  CHECK(why_not_applicable("moreau", oscillator).empty());
  CHECK(complaint_of([&] { make("implicit_euler"); }) ==
        "implicit_euler is not allowed: the complementarity program has no form for the restitution of contact 0");
}
