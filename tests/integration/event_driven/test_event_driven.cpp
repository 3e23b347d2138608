// Event-driven integration: motions with closed forms, and the field cases of impact laws, friction and paradoxes.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/prismatic_joint.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/contact/lcp/contact_solutions.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_run.hpp"
#include "tests/integration/test_block.hpp"

using namespace nsdbench;
using testing::on_incline;
using testing::run_events;
using testing::TestBlock;
using testing::WithTerms;

namespace {

constexpr double g = 9.81;

// Positions of some metres, times and velocities of some seconds and m/s, after a few events: each leaves some epsilon.
constexpr double rounding = 1e-13;
// Where slip slows down to rest, times are those of a velocity that is known to its rounding.
constexpr double stop_tolerance = 1e-12;

using Ball = WithTerms<testing::LinearSystem<1, 1>>;

Ball ball(double restitution) {
  Ball ball;
  ball.force(0) = -g;
  ball.contact[0].normal(0) = 1.0;
  ball.laws = {testing::unilateral(restitution)};
  return ball;
}

State<1> at_height(double z, double u = 0.0) {
  State<1> state;
  state.q(0) = z;
  state.u(0) = u;
  return state;
}

// Painleve's rod with the quadratic terms of its kinematics.
struct Rod : testing::PainleveRod {
  AccelerationTerms<1> acceleration_terms(const Configuration& k, const Vector<3>& u, int /*i*/) const {
    AccelerationTerms<1> terms;
    terms.normal = k.sine * u(2) * u(2);
    terms.tangential(0) = -k.cosine * u(2) * u(2);
    return terms;
  }
  double friction_coefficient(int i, double /*speed*/) const { return law(i).friction; }
  double static_friction(int i) const { return law(i).friction; }
};

// The rod at the inclination with the smallest critical friction; its end slides ahead with 1 m/s.
State<3> sliding_rod(double rate) {
  const double phi = std::atan(2.0);
  State<3> state;
  state.q << 0.0, std::sin(phi), phi;
  state.u << 1.0 + std::sin(phi) * rate, std::cos(phi) * rate, rate;
  return state;
}

// x = cos t above a stop at depth - 1: for a small depth the stop is touched between two roots close to each other.
struct NearMiss : WithTerms<testing::Oscillator> {
  double depth = 0.0;
  Vector<1> gaps(const Configuration& at) const { return Vector<1>(at.x + 1.0 - depth); }
  ForceDirections<1, 1> directions(const Configuration& /*at*/, int /*i*/) const {
    ForceDirections<1, 1> w;
    w.normal(0) = 1.0;
    return w;
  }
  ContactLaw law(int /*i*/) const { return testing::unilateral(1.0); }
};

State<3> block_at(double u_x, double u_y = 0.0) {
  State<3> state;
  state.u << u_x, u_y, 0.0;
  return state;
}

}  // namespace

TEST_CASE("B1: the apex ratio is the square of the restitution, found by a section", "[event]") {
  for (const double height : {2.0, 10.0}) {
    for (const double e : {0.3, 0.5, 0.8, 0.95}) {
      const Ball system = ball(e);
      const auto solver = make_contact_solver("portfolio");
      EventDriven<Ball> integrator(system, *solver);
      State<1> state = at_height(height);
      std::vector<double> impacts;
      const auto apex = [](const State<1>& at) { return -at.u(0); };
      const auto observe = [&](const Event<Ball>& event) { impacts.push_back(event.t); };
      auto result = integrator.integrate(
          state, {10.0, {}, apex}, [](const Step<Ball>&) {}, observe);
      REQUIRE(result.reason == StopReason::section);
      CHECK(std::abs(state.q(0) / height - e * e) <= rounding);
      CHECK(std::abs(state.u(0)) <= rounding);
      REQUIRE(impacts.size() == 1);
      CHECK(std::abs(impacts[0] - std::sqrt(2.0 * height / g)) <= rounding);
      // Taken up again it is the next apex that is found.
      result = integrator.resume(
          state, {10.0, {}, apex}, [](const Step<Ball>&) {}, observe);
      REQUIRE(result.reason == StopReason::section);
      CHECK(std::abs(state.q(0) / height - std::pow(e, 4)) <= rounding);
    }
  }
}

TEST_CASE("B2: without dissipation the energy stays for 20 s", "[event]") {
  const Ball system = ball(1.0);
  const auto made = run_events(system, at_height(2.0), 20.0);
  REQUIRE(made.result.completed());
  CHECK(made.events.size() == 16);
  CHECK(made.result.counts.accumulations == 0);
  const double energy = 2.0 * g;
  for (const auto& event : made.events) {
    CHECK(std::abs(total_energy(system, event.after) - energy) <= 1e-12 * energy);
  }
  CHECK(std::abs(total_energy(system, made.state) - energy) <= 1e-12 * energy);
}

TEST_CASE("B3: rest stays rest", "[event]") {
  for (const double gap : {0.0, -1e-12}) {
    const auto made = run_events(ball(1.0), at_height(gap), 5.0);
    REQUIRE(made.result.completed());
    CHECK(made.events.empty());
    CHECK(made.state.q(0) == gap);
    CHECK(made.state.u(0) == 0.0);
    CHECK(made.state.t == 5.0);
    CHECK(made.held.contacts[0] == ContactState::sliding);
  }
}

TEST_CASE("B4: impacts of the ball, their accumulation, and rest after it", "[event]") {
  const auto parameters = testing::bouncing_ball_parameters();
  const problems::BouncingBall system(parameters);
  const problems::ExactBouncingBall exact(parameters);
  CHECK(std::abs(exact.accumulation_time() - 0.676950916898304) <= 1e-15);
  const auto made = run_events(system, system.initial_state(), 2.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() > 40);
  for (std::size_t k = 0; k < made.events.size(); ++k) {
    const auto number = static_cast<int>(k) + 1;
    CHECK(std::abs(made.events[k].t - exact.impact_time(number)) <= rounding);
    CHECK(std::abs(made.events[k].before.u(0) + exact.impact_speed(number)) <= rounding);
    const std::string what = incidents_of(made.events[k]).back();
    CHECK(what == (k + 1 < made.events.size() ? "U1 opens" : "U1 closes"));
  }
  const auto& last = made.events.back();
  CHECK(last.settled[0]);
  // The speeds of the last rebounds, some 1e-7 m/s, are known to 1e-16 m/s or so.
  CHECK(std::abs(last.settled_at - exact.accumulation_time()) <= 1e-12);
  CHECK(made.result.counts.accumulations == 1);
  CHECK(made.state.q(0) == 0.0);
  CHECK(made.state.u(0) == 0.0);
  CHECK(made.state.t == 2.0);

  EventDrivenOptions options;
  options.accumulation = Accumulation::stop;
  const auto stopped = run_events(system, system.initial_state(), 2.0, options);
  CHECK(stopped.result.reason == StopReason::accumulation);
  CHECK(stopped.state.t == last.t);
}

TEST_CASE("friction goes with the percussions of impacts that accumulate", "[event]") {
  // Whatever the impacts: in the end the ground has taken the momentum of the fall and the weight since the start.
  WithTerms<testing::LinearSystem<2, 1>> block(testing::block_on_incline(0.0, 0.2, g));
  block.laws[0].normal_restitution = 0.6;
  State<2> state;
  state.q << 0.0, 0.1;
  state.u << 6.0, 0.0;
  const auto made = run_events(block, state, 2.0);
  REQUIRE(made.result.completed());
  CHECK(made.result.counts.accumulations == 1);
  CHECK(std::abs(made.state.u(0) - (6.0 - 0.2 * g * 2.0)) <= rounding);
  CHECK(made.state.q(1) == 0.0);
}

TEST_CASE("B6: a chain of balls in touch obeys Newton's law for all contacts at once", "[event]") {
  for (const auto& [e, u] :
       {std::pair{1.0, Vector<3>(-1.0 / 3, 2.0 / 3, 2.0 / 3)}, std::pair{0.5, Vector<3>(0.0, 0.5, 0.5)},
        std::pair{0.0, Vector<3>(1.0 / 3, 1.0 / 3, 1.0 / 3)}}) {
    const WithTerms<testing::LinearSystem<3, 2>> chain(testing::three_ball_chain(e));
    State<3> state;
    state.u << 1.0, 0.0, 0.0;
    const auto made = run_events(chain, state, 1.0);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    CHECK((made.state.u - u).norm() <= rounding);
    CHECK(std::abs(made.events[0].percussions.normal.sum() - (e == 1.0 ? 2.0 : e == 0.5 ? 1.5 : 1.0)) <= rounding);
    // A nanometre between the second and the third ball makes it two impacts, one after the other.
    auto apart = chain;
    apart.gap_0(1) = 1e-9;
    const auto sequence = run_events(apart, state, 1.0);
    REQUIRE(sequence.result.completed());
    if (e == 1.0) {
      REQUIRE(sequence.events.size() == 2);
      CHECK((sequence.state.u - Vector<3>(0.0, 0.0, 1.0)).norm() <= rounding);
    }
    CHECK(std::abs(sequence.state.u.sum() - 1.0) <= rounding);
  }
}

TEMPLATE_TEST_CASE_SIG("C1: a block on an incline sticks, slides and stops where it should", "[event]", ((int T), T), 1,
                       2) {
  const double delta = 20.0 * std::numbers::pi / 180.0;
  SECTION("it sticks") {
    const auto made = run_events(on_incline<T>(delta, 0.40), block_at(0.0), 10.0);
    REQUIRE(made.result.completed());
    CHECK(made.events.empty());
    CHECK(made.state.q == Vector<3>::Zero());
    CHECK(made.state.u == Vector<3>::Zero());
    CHECK(made.held.contacts[0] == ContactState::sticking);
  }
  SECTION("it slides") {
    const auto made = run_events(on_incline<T>(delta, 0.36), block_at(0.0), 10.0);
    REQUIRE(made.result.completed());
    CHECK(std::abs(made.state.q(0) - 1.829957322864812) <= stop_tolerance);
    CHECK(made.state.q(2) == 0.0);
  }
  SECTION("it stops") {
    const auto made = run_events(on_incline<T>(delta, 0.40), block_at(1.0), 10.0);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"F1 sticks"});
    CHECK(std::abs(made.events[0].t - 3.010812690012384) <= stop_tolerance);
    CHECK(std::abs(made.state.q(0) - 1.505406345006192) <= stop_tolerance);
    CHECK(made.state.u.norm() == 0.0);
  }
  SECTION("pushed up a steep incline, it turns round") {
    const double mu = 0.2, steep = 0.5, v = 2.0;
    const auto made = run_events(on_incline<T>(steep, mu), block_at(-v), 1.0);
    REQUIRE(made.result.completed());
    const double up = g * (std::sin(steep) + mu * std::cos(steep));
    const double down = g * (std::sin(steep) - mu * std::cos(steep));
    const double rest = 1.0 - v / up;
    REQUIRE(!made.events.empty());
    CHECK(std::abs(made.events[0].t - v / up) <= stop_tolerance);
    CHECK(std::abs(made.state.q(0) - (0.5 * down * rest * rest - 0.5 * v * v / up)) <= stop_tolerance);
    CHECK(std::abs(made.state.u(0) - down * rest) <= stop_tolerance);
  }
}

// All solutions of the acceleration-level contact problem at the start, one force each.
std::vector<double> forces_of(const Rod& rod, const State<3>& state) {
  const auto solver = make_contact_solver("portfolio");
  AccelerationProblem<Rod> problem(rod, *solver);
  AccelerationAnswer<Rod> answer;
  problem.solve(state, {ContactState::sliding}, {Vector<1>(1.0)}, answer);
  std::vector<double> forces;
  for (const auto& percussions : all_contact_solutions(problem.problem())) forces.push_back(percussions[0]);
  std::ranges::sort(forces);
  return forces;
}

TEST_CASE("C4: Painleve's rod ends in a status", "[event]") {
  Rod rod;
  SECTION("no solution") {
    rod.mu = 1.5;
    CHECK(forces_of(rod, sliding_rod(0.0)).empty());
    for (const std::string solver : {"portfolio", "lemke", "enumeration", "psor", "newton"}) {
      const auto made = run_events(rod, sliding_rod(0.0), 0.1, {}, solver);
      CAPTURE(solver);
      CHECK(made.result.reason == StopReason::inconsistent);
      CHECK(made.state.t == 0.0);
      CHECK(made.result.counts.events == 0);
      CHECK(brief_report(made.result).starts_with("inconsistent"));
    }
  }
  SECTION("two solutions") {
    rod.mu = 1.5;
    const std::vector<double> forces = forces_of(rod, sliding_rod(4.0));
    REQUIRE(forces.size() == 2);
    CHECK(forces[0] == 0.0);
    CHECK(std::abs(forces[1] - 21.554175279993) <= 1e-12);  // the digits given, and the rounding of A = -0.2
    for (const std::string solver : {"portfolio", "lemke", "psor"}) {
      const auto made = run_events(rod, sliding_rod(4.0), 0.1, {}, solver);
      CHECK(made.result.reason == StopReason::indeterminate);
      CHECK(made.state.t == 0.0);
    }
  }
  SECTION("below the critical friction there is one") {
    rod.mu = 1.2;
    CHECK(forces_of(rod, sliding_rod(0.0)).size() == 1);
    const auto made = run_events(rod, sliding_rod(0.0), 0.01);
    CHECK(made.result.completed());
    CHECK(made.state.t == 0.01);
  }
  SECTION("forces that grow beyond bounds on the way") {
    // A = 1 + 3 cos phi (cos phi - mu sin phi) vanishes while the end is still pressed by g - sin phi phidot^2, which
    // vanishes at the same place (Genot & Brogliato 1999): the force is their ratio and has no bound.
    rod.mu = 2.0;
    const double phi = 0.5, rate = 1.0;
    State<3> state;
    state.q << 0.0, std::sin(phi), phi;
    state.u << 10.0 + std::sin(phi) * rate, std::cos(phi) * rate, rate;
    const auto made = run_events(rod, state, 2.0);
    CAPTURE(brief_report(made.result), made.state.t);
    CHECK(made.result.reason == StopReason::inconsistent);
    CHECK(made.result.counts.accepted_steps < 1000);
    const double sine = std::sin(made.state.q(2));
    const double cosine = std::cos(made.state.q(2));
    const double stiffness = 1.0 + 3.0 * cosine * (cosine - rod.mu * sine);
    const double press = rod.g - sine * made.state.u(2) * made.state.u(2);
    // Half of the digits, times w_N^T M^-1 w_N = 2.9.
    CHECK(stiffness > 0.0);
    CHECK(stiffness < 1e-7);
    CHECK(press > 0.0);
    CHECK(press / stiffness > 1e5);                         // the weight is 10 N
    CHECK(made.state.u(0) - sine * made.state.u(2) > 1.0);  // it still slides
  }
  SECTION("away from the singular point friction of more than 4/3 does no harm") {
    rod.mu = 1.4;
    State<3> state;
    const double phi = 0.9;
    state.q << 0.0, std::sin(phi), phi;
    state.u << 10.0, 0.0, 0.0;
    CHECK(run_events(rod, state, 1.0).result.completed());
  }
}

TEST_CASE("a solver that gives up is not taken for a paradox", "[event]") {
  // Three sliding contacts in line, and a solver that may not iterate. The sledge has a solution.
  WithTerms<testing::LinearSystem<3, 3>> sledge;
  sledge.mass << 2.0, 2.0, 1.0;
  sledge.force << 0.0, -20.0, 1.0;
  for (std::size_t i = 0; i < 3; ++i) {
    sledge.contact[i].normal << 0.0, 1.0, static_cast<double>(i) - 1.0;
    sledge.contact[i].tangential << 1.0, 0.0, 0.0;
    sledge.laws[i] = testing::frictional(0.0, 0.5);
  }
  SolverOptions few;
  few.max_iterations = 1;
  const auto solver = make_contact_solver("pjor", few);
  EventDriven<decltype(sledge)> integrator(sledge, *solver);
  State<3> state;
  state.u(0) = 1.0;
  const Outcome result = integrator.integrate(state, {1.0});
  CHECK(result.reason == StopReason::unsolved);
  CHECK(result.solver == SolverStatus::iteration_limit);
  CHECK(run_events(sledge, State<3>(), 1.0).result.completed());
}

TEST_CASE("a slider that rocks on its ends without restitution comes to rest", "[event]") {
  // Each hit closes one end and throws the other off, more slowly each time: speeds and flights are geometric series.
  using problems::PrismaticJoint;
  const PrismaticJoint joint(testing::prismatic_joint_parameters());
  const auto made = run_events(joint, joint.initial_state(), 4e-3);
  CAPTURE(brief_report(made.result));
  REQUIRE(made.result.completed());
  CHECK(made.result.counts.accumulations == 1);
  const std::size_t count = made.events.size();
  REQUIRE(count > 6);
  CHECK(count < 20);  // speeds fall by 0.23 from hit to hit
  for (std::size_t k = 1; k + 1 < count; ++k) {
    const auto left_closes = std::vector<std::string>{"U1 closes", "U3 opens"};
    const auto right_closes = std::vector<std::string>{"U3 closes", "U1 opens"};
    CHECK(incidents_of(made.events[k]) == (k % 2 == 0 ? left_closes : right_closes));
  }
  // Aitken's limit of the hits of one end, whose flights are the series.
  const auto limit = [&](std::size_t last) {
    const double d = made.events[last].t - made.events[last - 2].t;
    const double before = made.events[last - 2].t - made.events[last - 4].t;
    return made.events[last].t + d * d / (before - d);
  };
  const Event<PrismaticJoint>& settles = made.events.back();
  CHECK(incidents_of(settles) == std::vector<std::string>{"U3 closes"});
  CHECK(std::abs(limit(count - 2) - limit(count - 3)) <= 1e-11);  // angles of 1e-3, squared, of 1e-5 s
  CHECK(std::abs(settles.t - limit(count - 2)) <= 2e-8);          // flights of speeds below 1e-7 m/s are left out
  CHECK(made.held.contacts[0] == ContactState::sliding);
  CHECK(made.held.contacts[2] == ContactState::sliding);
  CHECK(std::abs(made.state.q(1) + joint.parameters().c) <= 1e-18);
  CHECK(std::abs(made.state.q(2)) <= 1e-16);
  CHECK(made.state.u.tail<2>().norm() <= 1e-30);
}

TEST_CASE("a ball leaves a table that falls away faster than it does", "[event]") {
  testing::BallOnShaker shaker;
  shaker.amplitude = 0.05;
  shaker.omega = 20.0;
  shaker.g = g;
  shaker.restitution = 0.4;
  State<1> state;
  state.u(0) = shaker.table_velocity(0.0);
  const double leaves = std::asin(g / (shaker.amplitude * shaker.omega * shaker.omega)) / shaker.omega;
  const auto made = run_events(shaker, state, 1.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.events.size() > 3);
  CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"U1 opens"});
  CHECK(std::abs(made.events[0].t - leaves) <= rounding);
  const auto& impact = made.events[1];
  REQUIRE(impact.impact);
  // The flight meets the table.
  const double flight = impact.t - leaves;
  const double z = shaker.table(leaves) + shaker.table_velocity(leaves) * flight - 0.5 * g * flight * flight;
  CHECK(std::abs(z - shaker.table(impact.t)) <= rounding);
  const double approach = impact.before.u(0) - shaker.table_velocity(impact.t);
  const double rebound = impact.after.u(0) - shaker.table_velocity(impact.t);
  CHECK(std::abs(rebound + 0.4 * approach) <= rounding);
}

TEST_CASE("two zeros of a gap within a step are found", "[event]") {
  for (const double depth : {1e-3, 1e-6, 1e-9}) {
    NearMiss system;
    system.depth = depth;
    State<1> state;
    state.q(0) = 1.0;
    EventDrivenOptions options;
    options.largest_step = 1.5;
    const auto made = run_events(system, state, 4.0, options);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == 1);
    // The root is as sharp as the square root of the depth.
    CHECK(std::abs(made.events[0].t - std::acos(depth - 1.0)) <= 1e-15 / std::sqrt(depth) + rounding);
  }
  NearMiss passes;
  passes.depth = -1e-9;
  State<1> state;
  state.q(0) = 1.0;
  CHECK(run_events(passes, state, 4.0).events.empty());
}

TEST_CASE("stick-slip on a belt: break-away where the spring exceeds the bound", "[event]") {
  TestBlock<1> block;
  block.mass = 2.0;
  block.force << 0.0, 0.0, -block.mass * g;
  block.stiffness = 50.0;
  block.belt = 0.5;
  block.friction = {0.3, 0.3, 1.0};
  State<3> state = block_at(block.belt);
  const auto made = run_events(block, state, 3.0);
  REQUIRE(made.result.completed());
  const double omega = std::sqrt(block.stiffness / block.mass);
  const double bound = 0.3 * block.mass * g / block.stiffness;  // [m]
  const double breaks = bound / block.belt;
  REQUIRE(!made.events.empty());
  CHECK(incidents_of(made.events[0]) == std::vector<std::string>{"F1 slips"});
  CHECK(std::abs(made.events[0].t - breaks) <= rounding);
  // With equal coefficients the block swings about the bound with the belt's speed as its largest: it does not slip
  // back to rest but for the instant after a whole period.
  const double swing = 2.0 * std::numbers::pi / omega;
  const double t = breaks + 0.25 * swing;
  const auto quarter = run_events(block, state, t);
  CHECK(std::abs(quarter.state.q(0) - (bound + block.belt / omega)) <= rounding);
  CHECK(std::abs(quarter.state.u(0)) <= rounding);
}

TEST_CASE("events of spatial sliding are those of the exact sliding mass, to its rest", "[event]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  const problems::SlidingPointMass system(parameters);
  const auto pushed = run_events(system, system.initial_state(), parameters.force_end);
  REQUIRE(pushed.result.completed());
  CHECK(pushed.events.empty());
  CHECK((pushed.state.q - exact.position(parameters.force_end)).norm() <= stop_tolerance);
  const auto left = run_events(system, pushed.state, exact.stop_time() + 0.5);
  REQUIRE(left.result.completed());
  REQUIRE(left.events.size() == 1);
  CHECK(std::abs(left.events[0].t - exact.stop_time()) <= stop_tolerance);
  CHECK((left.state.q - exact.position(exact.stop_time())).norm() <= stop_tolerance);
  CHECK(left.state.u.norm() == 0.0);
  CHECK(left.held.contacts[0] == ContactState::sticking);
}

TEST_CASE("a motion is left and taken up again with its discrete state", "[event]") {
  const problems::BouncingBall system(testing::bouncing_ball_parameters());
  const auto whole = run_events(system, system.initial_state(), 0.5);
  const auto solver = make_contact_solver("portfolio");
  EventDriven<problems::BouncingBall> first(system, *solver);
  EventDriven<problems::BouncingBall> second(system, *solver);
  State<1> state = system.initial_state();
  const auto result = first.integrate(
      state, {0.5}, [](const auto&) {}, [](const Event<problems::BouncingBall>& event) { return event.t < 0.2; });
  CHECK(result.reason == StopReason::stopped);
  CHECK(result.counts.events == 2);
  second.set_discrete_state(first.discrete_state());
  CHECK(second.resume(state, {0.5}).completed());
  CHECK(std::abs(state.q(0) - whole.state.q(0)) <= rounding);
  CHECK(std::abs(state.u(0) - whole.state.u(0)) <= rounding);
}

TEST_CASE("steps show the motion within them", "[event]") {
  const Ball system = ball(0.5);
  const auto solver = make_contact_solver("portfolio");
  EventDriven<Ball> integrator(system, *solver);
  State<1> state = at_height(2.0);
  double last = 0.0;
  integrator.integrate(state, {0.6}, [&](const Step<Ball>& any) {
    const EventDrivenStep<Ball>& step = event_driven_step(any);
    CHECK(step.begin().t == last);
    last = step.end().t;
    for (const double theta : {0.1, 0.35, 0.9}) {
      const State<1> within = step.at(theta);
      CHECK(std::abs(within.q(0) - (2.0 - 0.5 * g * within.t * within.t)) <= rounding);
      CHECK(std::abs(within.u(0) + g * within.t) <= rounding);
      CHECK(std::abs(step.at_time(within.t)->q(0) - within.q(0)) <= rounding);
    }
  });
  CHECK(std::abs(last - 0.6) <= 1e-15);
}

TEST_CASE("limits and observers end a run with the last state of the motion", "[event]") {
  const Ball system = ball(0.9);
  EventDrivenOptions options;
  options.max_events = 3;
  const auto events = run_events(system, at_height(2.0), 100.0, options);
  CHECK(events.result.reason == StopReason::event_limit);
  CHECK(events.events.size() == 3);
  CHECK(events.state.t == events.events.back().t);
  options = {};
  options.max_steps = 5;
  const auto steps = run_events(system, at_height(2.0), 100.0, options);
  CHECK(steps.result.reason == StopReason::step_limit);
  CHECK(steps.result.counts.accepted_steps <= 5);
}

TEST_CASE("event-driven options and intervals that make no sense are refused by name", "[event]") {
  const auto complaint = [](auto change) {
    EventDrivenOptions options;
    change(options);
    return testing::complaint_of([&] { check(options); });
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& o) { o.rtol = -1.0; }).starts_with("relative tolerance -1 "));
  CHECK(complaint([](auto& o) { o.atol = std::nan(""); }).starts_with("absolute tolerance nan "));
  CHECK(complaint([](auto& o) { o.largest_step = 0.0; }).starts_with("largest step 0 "));
  CHECK(complaint([](auto& o) { o.gap_tolerance = -1.0; }).starts_with("gap tolerance -1 "));
  CHECK(complaint([](auto& o) { o.velocity_tolerance = -1.0; }).starts_with("velocity tolerance -1 "));
  CHECK(complaint([](auto& o) { o.slip_tolerance = 0.0; }).starts_with("slip tolerance 0 "));
  CHECK(complaint([](auto& o) { o.largest_penetration = -1.0; }).starts_with("largest penetration -1 "));
  CHECK(complaint([](auto& o) { o.accumulation_height = -1.0; }).starts_with("accumulation height -1 "));
  CHECK(complaint([](auto& o) { o.max_events = -1; }).starts_with("event limit -1 "));
  CHECK(complaint([](auto& o) { o.max_steps = -1; }).starts_with("step limit -1 "));
  const Ball system = ball(0.5);
  CHECK(testing::complaint_of([&] { run_events(system, at_height(1.0), -1.0); }).starts_with("end time -1 s"));
  CHECK(testing::complaint_of([&] { run_events(system, at_height(-1e-3), 1.0); }).starts_with("initial gap -0.001 m"));
}
