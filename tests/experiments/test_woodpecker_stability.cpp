// The woodpecker's limit cycle: statics of the jammed sleeve, sections, multipliers and attractors.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/cycle.hpp"
#include "experiments/woodpecker_stability/diagrams.hpp"
#include "experiments/woodpecker_stability/stability_changes.hpp"
#include "experiments/woodpecker_stability/swept_basins.hpp"
#include "experiments/woodpecker_stability/swept_orbits.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/event_driven/held_modes.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/computation_failed.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::Woodpecker;

namespace {

// Digits on which double and Extended, each with two tolerances, agree.
constexpr double period = 0.14597606514375;
constexpr double multiplier = -0.83915565305;
constexpr double section_omega = 17.574666205576;

// Rounding of nine events, and the multiplier's differences of them over steps of 1e-2.
constexpr double period_tolerance = 1e-13;
constexpr double omega_tolerance = 1e-11;
constexpr double multiplier_tolerance = 1e-9;

}  // namespace

TEST_CASE("jammed sleeve: stick limit and statics are those of the equations of motion", "[cycles]") {
  auto parameters = testing::woodpecker_parameters();
  const JammedSleeve<double> jammed(parameters);
  const Woodpecker bird(parameters);
  HeldModes<Woodpecker> modes(bird);
  HeldAnswer<Woodpecker> answer;
  DiscreteState<Woodpecker> held;
  held.contacts[1] = ContactState::sticking;
  constexpr double rounding = 1e-15;  // forces of some 0.05 N
  modes.evaluate(jammed.state(jammed.slip_delta, 3.0), held, answer);
  CHECK(std::abs(0.3 * answer.normal_forces[1] - answer.tangential_forces[1](0)) <= rounding);
  modes.evaluate(jammed.state(0.9 * jammed.slip_delta, 3.0), held, answer);
  CHECK(0.3 * answer.normal_forces[1] > answer.tangential_forces[1](0) + 1e-5);
  modes.evaluate(jammed.state(0.0, 0.0), held, answer);
  // Rounding of the terms that the accelerations are the sums of.
  const double of_terms = 64 * std::numeric_limits<double>::epsilon() * answer.magnitude.maxCoeff();
  CHECK(answer.acceleration.norm() <= of_terms);
  CHECK(std::abs(answer.tangential_forces[1](0) / answer.normal_forces[1] - jammed.friction_at_rest) <= 1e-14);
  const double delta = 1e-3;
  modes.evaluate(jammed.state(delta, 0.0), held, answer);
  const double square = jammed.swing_frequency * jammed.swing_frequency;
  CHECK(square * delta > 3.0);
  CHECK(std::abs(answer.acceleration(2) + square * delta) <= of_terms);
  CHECK(jammed.can_rest(0.2852));
  CHECK_FALSE(jammed.can_rest(0.2851));
}

TEST_CASE("the integrator keeps the sleeve jammed as long as statics says", "[cycles]") {
  auto parameters = testing::woodpecker_parameters();
  const double threshold = JammedSleeve<double>(parameters).friction_at_rest;
  const auto moves = [&](double mu, double part_of_limit) {
    auto here = parameters;
    here.mu_2 = mu;
    WoodpeckerMap<double> map(here, "portfolio", {});
    State<3> state = map.jammed.state(part_of_limit * map.jammed.slip_delta, 0.0);
    const auto integrator = make_event_driven(map.bird, *map.solver);
    const auto result = integrator->integrate(state, {0.2});
    return result.counts.events > 0 || state.u.head<2>().norm() > 1e-12;  // rounding leaves some 1e-30
  };
  CHECK_FALSE(moves(threshold * (1 + 1e-6), 0.0));
  CHECK(moves(threshold * (1 - 1e-6), 0.0));
  CHECK_FALSE(moves(0.3, 1 - 1e-6));
  CHECK(moves(0.3, 1 + 1e-6));
}

TEST_CASE("the limit cycle in double: digits, energies, multiplier", "[cycles]") {
  WoodpeckerMap<double> here(testing::woodpecker_parameters(), "portfolio", {});
  const auto first = here.map.reach(here.bird.initial_state());
  REQUIRE(first.returned());
  const auto cycle = find_cycle(here, first.point(0));
  REQUIRE(cycle.found());
  CHECK(cycle.fixed.iterations <= 6);
  CHECK(std::abs(cycle.period - period) <= period_tolerance);
  CHECK(std::abs(cycle.fixed.x(0) - section_omega) <= omega_tolerance);
  CHECK(std::abs(cycle.fixed.multipliers[0].real - multiplier) <= multiplier_tolerance);
  CHECK(cycle.fixed.multipliers[0].error <= multiplier_tolerance);
  CHECK(std::abs(cycle.phi_s - here.jammed.slip_phi_s()) <= period_tolerance);
  CHECK(std::abs(cycle.loss - cycle.gravity_work) <= 1e-13 * cycle.gravity_work);
  double parts = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(cycle.impact_loss[i] > 0.0);
    parts += cycle.impact_loss[i] + cycle.friction_loss[i];
  }
  CHECK(std::abs(parts - cycle.loss) <= 1e-13 * cycle.loss);
  CHECK(cycle.friction_loss[0] == 0.0);  // the beak rebounds at once
  // The beak touches at 0.12 rad; Table I is six roundings of its digits (2.4e-4) off the cycle.
  CHECK(std::abs(cycle.phi_s_max - 0.12) <= period_tolerance);
  CHECK(cycle.phi_s_min < -0.5);
  CHECK(std::abs(cycle.start_distance - 1.527e-3) <= 2e-4);  // sampled: to 1e-4
  // Iterates near the cycle: an independent road to the multiplier, to first order in the deviation.
  const double deviation = 1e-4;
  const auto next = here.map(Vector<1>(cycle.fixed.x(0) + deviation));
  const auto last = here.map(Vector<1>(cycle.fixed.x(0) - deviation));
  REQUIRE((next && last));
  CHECK(std::abs(((*next)(0) - (*last)(0)) / (2 * deviation) - multiplier) <= 1e-7);
}

TEST_CASE("the limit cycle in extended precision agrees with that in double", "[cycles]") {
  WoodpeckerMap<Extended> here(testing::woodpecker_parameters(), "portfolio", {});
  const auto cycle = find_cycle<Extended>(here, section_omega);
  REQUIRE(cycle.found());
  CHECK(std::abs(static_cast<double>(cycle.period) - period) <= period_tolerance);
  CHECK(std::abs(static_cast<double>(cycle.fixed.x(0)) - section_omega) <= omega_tolerance);
  CHECK(std::abs(static_cast<double>(cycle.fixed.multipliers[0].real) - multiplier) <= multiplier_tolerance);
  CHECK(abs(cycle.loss / cycle.gravity_work - 1) <= 1e-16);
}

TEST_CASE("on another section the cycle has the same multiplier, and three more that are zero", "[cycles]") {
  // After the impact of the beak nothing is closed: phi_M, v, omega_M, omega_S remain.
  const auto parameters = testing::woodpecker_parameters();
  const Woodpecker bird(parameters);
  const auto solver = make_contact_solver("portfolio");
  const double phi_s = (parameters.l_M + parameters.l_G - parameters.l_S - parameters.r_O) / parameters.h_S;
  PoincareSection<Woodpecker, 4> section;
  section.at_event = [](const Event<Woodpecker>& event) { return closes(event, 0); };
  section.embed = [&](const Vector<4>& x) {
    State<3> state;
    state.q << 0.0, x(0), phi_s;
    state.u << x(1), x(2), x(3);
    return state;
  };
  section.coordinates = [](const State<3>& state) { return Vector<4>(state.q(1), state.u(0), state.u(1), state.u(2)); };
  ReturnMap<Woodpecker, 4> map(make_event_driven(bird, *solver, {}), section, 1.0);
  const auto start = map.reach(bird.initial_state());
  REQUIRE(start.returned());
  const auto settled = map.go(start.point);
  REQUIRE(settled.returned());
  FixedPointOptions options;
  options.derivative.step = 0.004;  // large ones change the order of events
  const auto found = find_fixed_point<4, double>(map, settled.point, Vector<4>(0.1, 0.1, 10.0, 10.0), options);
  CAPTURE(to_string(found.status), found.residual, found.iterations);
  REQUIRE(found.converged());
  CHECK(std::abs(map.go(found.x).time() - period) <= 1e-11);
  CHECK(std::abs(found.multipliers[0].real - multiplier) <= 1e-7);
  CHECK(found.multipliers[0].imaginary == 0.0);
  // Zero three times over: rounding of 1e-11 moves it by the cube root of that.
  for (std::size_t k = 1; k < 4; ++k) CHECK(found.multipliers[k].magnitude() <= 1e-3);
}

TEST_CASE("attractors: the limit cycle, a motion of two returns, and jamming", "[cycles]") {
  WoodpeckerMap<double> here(testing::woodpecker_parameters(), "portfolio", diagram_options());
  const auto from_table = settle(here, here.map.reach(here.bird.initial_state()), {});
  CHECK(from_table.end == MotionEnd::pecks);
  REQUIRE(from_table.period == 1);
  CHECK(std::abs(from_table.omegas[0] - section_omega) <= 1e-6);  // settled to 1e-8, with tolerances of 1e-9
  const auto gentle = settle(here, here.map.go(Vector<1>(gentle_omega)), {});
  REQUIRE(gentle.period == 2);
  REQUIRE(gentle.omegas.size() == 2);
  CHECK(std::abs(gentle.omegas[0] + gentle.omegas[1] - (15.510408826 + 20.380526303)) <= 1e-5);
  const auto swinging =
      here.map.reach(here.jammed.state(0.0, 0.99 * here.jammed.slip_delta * here.jammed.swing_frequency));
  CHECK(end_of(swinging) == MotionEnd::jams);
  const auto leaving =
      here.map.reach(here.jammed.state(0.0, 1.01 * here.jammed.slip_delta * here.jammed.swing_frequency));
  CHECK(end_of(leaving) == MotionEnd::pecks);
  auto slippery = testing::woodpecker_parameters();
  slippery.mu_1 = slippery.mu_2 = slippery.mu_3 = 0.2;
  WoodpeckerMap<double> away(slippery, "portfolio", diagram_options());
  CHECK(settle(away, away.map.reach(away.bird.initial_state()), {20, 4, 1e-9, 1e-5, 3000}).end == MotionEnd::late);
}

TEST_CASE("a motion that leaves an unstable orbit slowly is followed until it is periodic", "[cycles]") {
  // Just past the flip at mu = 0.3186 the multiplier is -1.01: some 300 returns pass.
  auto parameters = testing::woodpecker_parameters();
  parameters.mu_1 = parameters.mu_2 = parameters.mu_3 = 0.32;
  WoodpeckerMap<double> here(parameters, "portfolio", diagram_options());
  const auto orbit = settle(here, here.map.reach(here.bird.initial_state()), {});
  CHECK(orbit.decided);
  REQUIRE(orbit.period == 2);
  // Tolerance: what the integration's own of 1e-9 leaves.
  CHECK(std::abs(orbit.omegas[0] + orbit.omegas[1] - (14.684967 + 22.833229)) <= 1e-5);
}

TEST_CASE("a motion that leaves the linearised gaps is not followed", "[cycles]") {
  WoodpeckerMap<double> here(testing::woodpecker_parameters(), "portfolio", diagram_options());
  // Released 1.1 rad off the rest, beyond the limit, and 0.3 rad.
  const auto far = here.map.reach(here.jammed.state(-1.1, 0.0));
  CHECK(end_of(far) == MotionEnd::outside_model);
  const auto near = here.map.reach(here.jammed.state(-0.3, 0.0));
  CHECK(end_of(near) == MotionEnd::pecks);
}

TEST_CASE("the limit cycle's branch over the beak's restitution loses stability at a corner", "[cycles]") {
  const Sweep plan{"restitution",
                   "epsilon_N1",
                   0.5,
                   0.66,
                   17,
                   [](problems::WoodpeckerParameters& p, double e) { p.epsilon_N1 = e; },
                   0.5};
  SweptMap map(plan, testing::woodpecker_parameters(), "portfolio");
  const auto changes = stability_changes(follow_fixed_point(plan, map, section_omega)[1], map);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].kind == StabilityChangeKind::corner);
  CHECK_FALSE(changes[0].stable_above);
  CHECK(std::abs(changes[0].at - 0.64855) <= 1e-4);
  CHECK(changes[0].multiplier_below > -0.95);
  CHECK(changes[0].multiplier_above < -1.15);
}

TEST_CASE("the limit cycle's branch over the friction passes its flip", "[cycles]") {
  const Sweep plan{"friction", "mu",
                   0.29,       0.33,
                   5,          [](problems::WoodpeckerParameters& p, double mu) { p.mu_1 = p.mu_2 = p.mu_3 = mu; },
                   0.3};
  SweptMap map(plan, testing::woodpecker_parameters(), "portfolio");
  const auto branches = follow_fixed_point(plan, map, section_omega);
  CHECK(branches[0].points.size() == 2);
  REQUIRE(branches[1].points.size() == 4);
  CHECK(branches[1].complete);
  const auto below = stability_changes(branches[0], map);
  REQUIRE(below.size() == 1);
  CHECK(below[0].kind == StabilityChangeKind::flip);
  CHECK(below[0].stable_above);
  CHECK(std::abs(below[0].at - 0.290129) <= 1e-5);
  const auto above = stability_changes(branches[1], map);
  REQUIRE(above.size() == 1);
  CHECK(above[0].kind == StabilityChangeKind::flip);
  CHECK_FALSE(above[0].stable_above);
  CHECK(std::abs(above[0].at - 0.318608) <= 1e-5);
  FixedPointOptions options;
  options.derivative.step = 0.002;
  const auto there = find_fixed_point<1, double>([&](const Vector<1>& x) { return map(above[0].at, x); },
                                                 branches[1].points[2].fixed.x, Vector<1>(omega_scale), options);
  REQUIRE(there.converged());
  CHECK(std::abs(there.multipliers[0].real + 1) <= 1e-6);
}

namespace {

// Values of the map's quantities at its own inputs, some of which are changed.
std::vector<double> evaluated(sweeps::Evaluator& evaluator, const sweeps::SweptMap& map,
                              const std::vector<std::pair<std::string, double>>& changed) {
  std::vector<double> inputs;
  for (const sweeps::Input& input : map.inputs()) {
    const auto given = std::ranges::find(changed, input.name, &std::pair<std::string, double>::first);
    inputs.push_back(given != changed.end() ? given->second : input.value);
  }
  std::vector<double> found(map.quantities().size());
  evaluator.evaluate(inputs, found);
  return found;
}

}  // namespace

TEST_CASE("swept orbits are those that are settled from the three starts", "[cycles]") {
  const Settling settling;
  const auto map = make_swept_orbits(testing::woodpecker_parameters(), settling, "portfolio");
  const auto evaluator = map->evaluator({});
  const Orbits nominal = orbits_of(evaluated(*evaluator, *map, {}), settling);
  WoodpeckerMap<double> here(testing::woodpecker_parameters(), "portfolio", diagram_options());
  const auto from_table = settle(here, here.map.reach(here.bird.initial_state()), settling);
  CHECK(nominal[0].end == from_table.end);
  CHECK(nominal[0].period == from_table.period);
  CHECK(nominal[0].omegas == from_table.omegas);
  CHECK(nominal[1].period == 2);
  // Without a section there is nothing to be followed from it.
  const Orbits slippery = orbits_of(evaluated(*evaluator, *map, {{"mu", 0.2}}), settling);
  CHECK(slippery[0].end == MotionEnd::late);
  CHECK(slippery[0].omegas.empty());
  // A case does not depend on the one before.
  CHECK(orbits_of(evaluated(*evaluator, *map, {}), settling)[0].omegas == nominal[0].omegas);
}

TEST_CASE("swept basins find the attractors of other parameters anew", "[cycles]") {
  const auto map = make_swept_basins();
  const auto evaluator = map->evaluator({});
  const auto basin = [&](double delta, double omega, double mu_2) {
    const double found = evaluated(*evaluator, *map, {{"delta", delta}, {"omega_S", omega}, {"mu_2", mu_2}})[0];
    return static_cast<Basin>(static_cast<int>(found));
  };
  const double mu_2 = testing::woodpecker_parameters().mu_2;
  CHECK(basin(0.0, 0.0, mu_2) == Basin::jams);
  CHECK(basin(-0.31, 0.0, mu_2) == Basin::cycle);
  CHECK(basin(-0.2, 0.0, mu_2) == Basin::two_cycle);
  // With less friction the sleeve does not stay: it must come back to the section, on the way to an attractor.
  CHECK_THROWS_AS(basin(-0.31, 0.0, 0.2), support::ComputationFailed);
  CHECK(basin(-0.31, 0.0, mu_2) == Basin::cycle);
}

TEST_CASE("swept basins say of each case that there is no limit cycle", "[cycles]") {
  const auto map = make_swept_basins();
  const auto evaluator = map->evaluator({});
  const auto failure = [&](double delta, double mu_2) -> std::string {
    try {
      evaluated(*evaluator, *map, {{"delta", delta}, {"omega_S", 0.0}, {"mu_2", mu_2}});
    } catch (const support::ComputationFailed& failed) {
      return failed.what();
    }
    return {};
  };
  const std::string first = failure(0.0, 0.25);
  CHECK_FALSE(first.empty());
  CHECK(failure(1e-4, 0.25) == first);
  const double mu_2 = testing::woodpecker_parameters().mu_2;
  CHECK(failure(0.0, mu_2).empty());
}
