// Event-driven integration with constraints that depend on each other: feet that stick on a plane, edges that jam.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "problems/inclined_plane_oscillator.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/incidents.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_run.hpp"

using namespace nsdbench;
using problems::InclinedPlaneOscillator;
using testing::run_events;
using testing::WithTerms;

TEST_CASE("the inclined plane is where independent integrations have it after a second", "[event]") {
  struct Setting {
    double mu, delta, x;
    std::size_t stops;
  };
  // reference-data/woesle1996/notes.md.
  for (const Setting& setting : {Setting{0.098, 0.115, 0.09222180670797, 0}, Setting{0.13, 0.115, 0.0056762748140, 3},
                                 Setting{0.098, 0.085, 0.006636460132, 3}}) {
    auto parameters = testing::inclined_plane_oscillator_parameters();
    parameters.mu = parameters.mu_0 = setting.mu;
    parameters.delta = setting.delta;
    const InclinedPlaneOscillator system(parameters);
    const auto made = run_events(system, system.initial_state(), 1.0);
    CAPTURE(setting.mu, setting.delta, brief_report(made.result));
    REQUIRE(made.result.completed());
    // Slip of 3e-8 m/s that has no direction, for 1e-4 s: some 1e-12 m.
    CHECK(std::abs(made.state.q(0) - setting.x) <= 1e-11);
    std::size_t stops = 0;
    for (const auto& event : made.events) {
      const auto incidents = incidents_of(event);
      if (incidents == std::vector<std::string>{"F1 sticks", "F2 sticks", "F3 sticks"}) ++stops;
    }
    CHECK(stops == setting.stops);
  }
}

TEST_CASE("two feet in line break away where their friction together is exceeded", "[event]") {
  // A sledge on two runners: how they share the friction is not determined, when it is exceeded is. The load is not
  // shared equally.
  WithTerms<testing::PulledSledge> sledge;
  sledge.mass << 2.0, 2.0, 0.3;
  sledge.force << 0.0, -2.0 * 9.81, 1.0;
  sledge.rate = 4.0;
  const double mu = 0.25;
  const std::array<double, 2> lever{-0.4, 0.6};
  for (std::size_t i = 0; i < 2; ++i) {
    sledge.contact[i].normal << 0.0, 1.0, lever[i];
    sledge.contact[i].tangential << 1.0, 0.0, 0.0;
    sledge.laws[i] = testing::frictional(0.0, mu);
  }
  const auto made = run_events(sledge, State<3>(), 3.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() == 1);
  const double breaks = mu * 2.0 * 9.81 / sledge.rate;
  CHECK(std::abs(made.events[0].t - breaks) <= 1e-12);
  CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"F1 slips", "F2 slips"});
  CHECK(std::abs(made.state.q(0) - sledge.rate * std::pow(3.0 - breaks, 3) / (6.0 * 2.0)) <= 1e-12);
  CHECK(made.state.q.tail<2>().norm() <= 1e-15);
}

TEST_CASE("a hyperstatic block stays at rest on three contacts", "[event]") {
  WithTerms<testing::LinearSystem<3, 3>> block;
  block.mass << 2.0, 2.0, 1.0;
  block.force << 0.0, -20.0, 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    block.contact[i].normal << 0.0, 1.0, static_cast<double>(i) - 1.0;
    block.contact[i].tangential << 1.0, 0.0, 0.0;
    block.laws[i] = testing::frictional(0.0, 0.5);
  }
  const auto made = run_events(block, State<3>(), 2.0);
  REQUIRE(made.result.completed());
  CHECK(made.events.empty());
  CHECK(made.state.q.norm() <= 1e-15);
  CHECK(made.state.u.norm() <= 1e-15);
  // Pushed, it stops where it should.
  State<3> pushed;
  pushed.u(0) = 1.0;
  const auto slid = run_events(block, pushed, 2.0);
  REQUIRE(slid.result.completed());
  REQUIRE(slid.events.size() == 1);
  CHECK(std::abs(slid.events[0].t - 0.2) <= 1e-13);
  CHECK(std::abs(slid.state.q(0) - 0.1) <= 1e-13);
}

TEST_CASE("the woodpecker that is hardly pushed swings, and the sleeve sticks for good", "[event]") {
  auto parameters = testing::woodpecker_parameters();
  // The spring carries the woodpecker.
  parameters.phi_S_0 = parameters.phi_M_0 - parameters.m_S * parameters.l_G * parameters.g / parameters.c_phi;
  parameters.omega_S_0 = 0.5;
  parameters.v_0 = 0.0;
  const problems::Woodpecker toy(parameters);
  const State<3> start = toy.initial_state();
  const auto made = run_events(toy, start, 5.0);
  CAPTURE(brief_report(made.result));
  REQUIRE(made.result.completed());
  CHECK(made.events.empty());
  CHECK(made.held.contacts[1] == ContactState::sticking);
  CHECK((made.state.q - start.q).head<2>().norm() <= 1e-14);
  CHECK(made.state.u.head<2>().norm() <= 1e-15);
  // Nothing is lost over some fifty swings but what the rounding of the sleeve's height, bounded above, is worth.
  const double weight = (parameters.m_M + parameters.m_S) * parameters.g;
  CHECK(std::abs(total_energy(toy, made.state) - total_energy(toy, start)) <= 1e-14 * weight);
}
