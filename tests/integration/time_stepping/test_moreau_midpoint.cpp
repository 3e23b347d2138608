// One step of Moreau's midpoint rule by hand, its promises to callers, and runs with a fixed step.
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;

namespace {

// A few operations on numbers of order one.
constexpr double step_rounding = 1e-14;

template <int Dof>
State<Dof> state(const Vector<Dof>& q, const Vector<Dof>& u) {
  State<Dof> s;
  s.q = q;
  s.u = u;
  return s;
}

template <class System>
State<System::dof> run(const System& system, State<System::dof> start, double t_end, double dt) {
  const auto solver = make_contact_solver("lemke");
  FixedStep<System> integrator(system, *solver, dt);
  REQUIRE(integrator.integrate(start, {t_end}).completed());
  return start;
}

}  // namespace

TEST_CASE("free flight under constant force is exact", "[moreau]") {
  auto parameters = testing::bouncing_ball_parameters();
  parameters.v_0 = 3.0;
  const problems::BouncingBall ball(parameters);
  const double dt = GENERATE(1e-2, 1e-3, 0.3);
  const double t = 0.6;
  const State<1> end = run(ball, ball.initial_state(), t, dt);
  // z = z_0 + v_0 t - g t^2 / 2: both the midpoint and the mean velocity enter; 600 steps round.
  CHECK(end.q(0) == Catch::Approx(0.07 + 3.0 * t - 0.5 * 9.81 * t * t).epsilon(1e-13));
  CHECK(end.u(0) == Catch::Approx(3.0 - 9.81 * t).epsilon(1e-13));
}

TEST_CASE("one step by hand, forces taken at the midpoint", "[moreau]") {
  const testing::Oscillator oscillator{2.0};
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(oscillator, *solver);
  State<1> s = state<1>(Vector<1>(1.0), Vector<1>(0.5));
  s.t = 3.0;
  const double dt = 0.1;
  integrator.step(s, dt);
  const double q_M = 1.0 + 0.5 * dt * 0.5;
  const double u_E = 0.5 - 4.0 * q_M * dt;
  CHECK(s.u(0) == Catch::Approx(u_E).epsilon(step_rounding));
  CHECK(s.q(0) == Catch::Approx(q_M + 0.5 * dt * u_E).epsilon(step_rounding));
  CHECK(s.t == Catch::Approx(3.1).epsilon(step_rounding));
}

TEST_CASE("without impacts and with forces of position only it is of second order and keeps energy", "[moreau]") {
  // The symmetric leapfrog: the error has even powers of dt, the energy oscillates without drift. Forces at
  // q_A, or q_E = q_A + dt u_A, would both make it of first order with growing energy.
  const testing::Oscillator oscillator{1.0};
  const State<1> start = state<1>(Vector<1>(1.0), Vector<1>(0.0));
  const auto error = [&](double dt) {
    const State<1> end = run(oscillator, start, 10.0, dt);
    return std::hypot(end.q(0) - std::cos(10.0), end.u(0) + std::sin(10.0));
  };
  const double slope = std::log2(error(0.02) / error(0.01));
  CHECK(slope == Catch::Approx(2.0).margin(0.01));  // the next power is dt^4
  const State<1> late = run(oscillator, start, 1000.0, 0.1);
  CHECK(total_energy(oscillator, late) == Catch::Approx(0.5).epsilon(0.1 * 0.1));  // oscillation of size dt^2/4
}

TEST_CASE("impact equations alone: the three-ball chain follows the simultaneous Newton law", "[moreau][impact]") {
  const auto [e, u1, u2, u3] = GENERATE(table<double, double, double, double>(
      {{1.0, -1.0 / 3, 2.0 / 3, 2.0 / 3}, {0.5, 0.0, 0.5, 0.5}, {0.0, 1.0 / 3, 1.0 / 3, 1.0 / 3}}));
  CAPTURE(e);
  const auto chain = testing::three_ball_chain(e);
  const std::string name = GENERATE("portfolio", "lemke", "enumeration");  // exact to rounding
  const auto solver = make_contact_solver(name);
  MoreauMidpoint integrator(chain, *solver);
  State<3> s = state<3>(Vector<3>::Zero(), Vector<3>(1.0, 0.0, 0.0));
  const auto& report = integrator.impact(s);
  REQUIRE(report.advanced());
  CHECK(report.active_contacts == 2);
  CHECK((s.u - Vector<3>(u1, u2, u3)).norm() <= step_rounding);
  CHECK(s.u.sum() == Catch::Approx(1.0).epsilon(step_rounding));  // momentum
  CHECK(report.normal_percussions(0) == Catch::Approx((1.0 + e) * 2.0 / 3).epsilon(step_rounding));
  CHECK(report.normal_percussions(1) == Catch::Approx((1.0 + e) / 3).epsilon(step_rounding));
  CHECK(report.normal_approach(0) == -1.0);
  CHECK(s.q == Vector<3>::Zero());  // dt = 0: nothing moves
  CHECK(s.t == 0.0);
  if (e == 1.0) CHECK(chain.kinetic_energy(s.q, s.u, 0.0) == Catch::Approx(0.5).epsilon(step_rounding));

  SECTION("a second application changes nothing: the velocities are consistent") {
    const Vector<3> once = s.u;
    integrator.impact(s);
    CHECK((s.u - once).norm() <= step_rounding);
  }
}

TEST_CASE("open contacts are left alone", "[moreau]") {
  auto chain = testing::three_ball_chain(1.0);
  chain.gap_0(1) = 0.5;
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(chain, *solver);
  State<3> s = state<3>(Vector<3>::Zero(), Vector<3>(1.0, 0.0, 0.0));
  const auto& report = integrator.impact(s);
  CHECK(report.active_contacts == 1);
  CHECK(report.active[0]);
  CHECK_FALSE(report.active[1]);
  CHECK(report.gaps(1) == 0.5);
  CHECK(report.normal_percussions(1) == 0.0);
  CHECK(report.normal_modes[1] == Mode::impressed);
  CHECK((s.u - Vector<3>(0.0, 1.0, 0.0)).norm() <= step_rounding);

  SECTION("the report forgets the contacts of the step before") {
    s.q << 0.0, 1.0, 2.0;
    integrator.step(s, 1e-3);
    CHECK(report.active_contacts == 0);
    CHECK_FALSE(report.active[0]);
    CHECK(report.normal_percussions.norm() == 0.0);
    CHECK(report.normal_approach.norm() == 0.0);
    CHECK(report.solver.solved());
  }
}

TEST_CASE("a ball on a moving table feels the table's velocity", "[moreau][rheonomic]") {
  const testing::BallOnShaker shaker{{0.01, 100.0}, 9.81, 0.5};
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(shaker, *solver);
  SECTION("impact with the rising table: gamma_E = -eps gamma_A with gamma = u - z_t'") {
    State<1> s = state<1>(Vector<1>(0.0), Vector<1>(-2.0));
    const auto& report = integrator.impact(s);
    CHECK(report.normal_approach(0) == Catch::Approx(-3.0).epsilon(step_rounding));
    CHECK(s.u(0) == Catch::Approx(1.0 + 0.5 * 3.0).epsilon(step_rounding));
  }
  SECTION("the sinking table is left by a ball that sinks more slowly") {
    State<1> s = state<1>(Vector<1>(shaker.table(0.03)), Vector<1>(-0.5));
    s.t = 0.03;
    REQUIRE(shaker.table_velocity(0.03) < -0.5);
    integrator.impact(s);
    CHECK(s.u(0) == -0.5);
  }
  SECTION("the midpoint's time counts") {
    State<1> s = state<1>(Vector<1>(-1.0), Vector<1>(0.0));  // closed
    integrator.step(s, 0.01);
    const double table = shaker.table_velocity(0.005);
    CHECK(s.u(0) == Catch::Approx(table * 1.5).epsilon(step_rounding));  // gamma_E = -0.5 gamma_A, gamma_A = -table
  }
}

TEST_CASE("a table that moves steadily is a table at rest, seen from a train", "[moreau][rheonomic]") {
  // Drop on a rough table; and the same with table and ball moved by (0.7, 0.4) m/s.
  const Vector<2> frame(0.7, 0.4);
  auto block = testing::block_on_incline(0.3, 0.2, 9.81);
  block.laws = {testing::frictional(0.6, 0.2)};
  auto moving = block;
  moving.contact[0].normal_rheonomic = -frame(1);
  moving.contact[0].tangential_rheonomic(0) = -frame(0);
  const Vector<2> q(0.0, 0.05);
  const Vector<2> u(0.5, -0.3);
  const State<2> at_rest = run(block, state<2>(q, u), 1.0, 1e-3);
  const State<2> seen = run(moving, state<2>(q, u + frame), 1.0, 1e-3);
  // 1000 steps of rounding, and several impacts that pass it on.
  CHECK((seen.u - frame - at_rest.u).norm() <= 1e-11);
  CHECK((seen.q - frame * 1.0 - at_rest.q).norm() <= 1e-11);
}

TEST_CASE("Tresca friction stops a sliding mass and holds it", "[moreau][friction]") {
  // m = 2 kg, a = 3 N, u_0 = 1 m/s: stops after m u_0 / a = 2/3 s and m u_0^2 / (2 a) = 1/3 m.
  auto slider = testing::sliding_mass(2.0, 3.0);
  const State<1> start = state<1>(Vector<1>(0.0), Vector<1>(1.0));
  constexpr double dt = 1e-3;
  SECTION("it slides with a constant deceleration") {
    const State<1> half = run(slider, start, 0.5, dt);
    CHECK(half.u(0) == Catch::Approx(1.0 - 1.5 * 0.5).epsilon(1e-12));  // 500 roundings
    CHECK(half.q(0) == Catch::Approx(0.5 - 0.75 * 0.25).epsilon(1e-12));
  }
  SECTION("it comes to rest exactly") {
    const State<1> end = run(slider, start, 1.0, dt);
    CHECK(std::abs(end.u(0)) <= 1e-16);
    // In the step of the stop the velocity falls to zero linearly in the scheme: an error of at most u dt / 2
    // with u <= a dt / m.
    CHECK(std::abs(end.q(0) - 1.0 / 3) <= 1.5 * dt * dt);
  }
  SECTION("a force below the bound does not move it, one above does") {
    slider.force(0) = 2.9;
    const State<1> held = run(slider, state<1>(Vector<1>(0.0), Vector<1>(0.0)), 1.0, dt);
    CHECK(held.q(0) == 0.0);
    CHECK(held.u(0) == 0.0);
    slider.force(0) = 3.5;
    const State<1> moved = run(slider, state<1>(Vector<1>(0.0), Vector<1>(0.0)), 1.0, dt);
    CHECK(moved.u(0) == Catch::Approx(0.25).epsilon(1e-12));
  }
  SECTION("its report: active without a gap, the percussion is a dt") {
    const auto solver = make_contact_solver("lemke");
    MoreauMidpoint integrator(slider, *solver);
    State<1> s = start;
    const auto& report = integrator.step(s, dt);
    CHECK(report.active_contacts == 1);
    CHECK(report.tangential_percussions(0, 0) == Catch::Approx(-3.0 * dt).epsilon(step_rounding));
    CHECK(report.tangential_modes[0] == Mode::impressed);
    CHECK(report.normal_percussions(0) == 0.0);
  }
}

TEST_CASE("a step that is not solved leaves the state as it was", "[moreau][failure]") {
  const auto block = testing::block_on_incline(0.3, 0.2, 9.81);
  const State<2> start = state<2>(Vector<2>(0.25, 0.0), Vector<2>(1.0, -2.0));
  State<2> s = start;
  s.t = 5.0;
  const auto unchanged = [&] { return s.q == start.q && s.u == start.u && s.t == 5.0; };
  SECTION("the solver lies") {
    testing::ScriptedSolver liar(SolverStatus::solved, 0.0);
    MoreauMidpoint integrator(block, liar);
    const auto& report = integrator.step(s, 1e-3);
    CHECK_FALSE(report.advanced());
    CHECK(report.solver.status == SolverStatus::iteration_limit);
    CHECK(unchanged());
  }
  SECTION("the solver gives up, and a run stops with its status") {
    testing::ScriptedSolver failing(SolverStatus::ray, 0.0);
    FixedStep integrator(block, failing, 1e-3);
    int observed = 0;
    const Outcome outcome = integrator.integrate(s, {6.0}, [&](const auto&) { ++observed; });
    CHECK_FALSE(outcome.completed());
    CHECK(outcome.reason == StopReason::unsolved);
    CHECK(outcome.solver == SolverStatus::ray);
    CHECK(outcome.counts.accepted_steps == 0);
    CHECK(observed == 0);
    CHECK(unchanged());
  }
  SECTION("the mass matrix is singular") {
    auto massless = block;
    massless.mass(0) = 0.0;
    const auto solver = make_contact_solver("lemke");
    MoreauMidpoint integrator(massless, *solver);
    CHECK(integrator.step(s, 1e-3).solver.status == SolverStatus::singular);
    CHECK(integrator.report().failure == StopReason::singular);
    CHECK(unchanged());
    CHECK(FixedStep(massless, *solver, 1e-3).integrate(s, {6.0}).reason == StopReason::singular);
    CHECK(unchanged());
  }
  SECTION("the velocity is not finite") {
    const auto solver = make_contact_solver("lemke");
    MoreauMidpoint integrator(block, *solver);
    s.u(1) = -std::numeric_limits<double>::infinity();
    const Vector<2> u = s.u;
    const auto& report = integrator.step(s, 1e-3);
    CHECK(report.solver.status == SolverStatus::invalid_input);
    CHECK(s.u == u);
  }
}

TEST_CASE("spatial friction: an LCP is not applicable, and the state stays", "[moreau][failure]") {
  testing::LinearSystem<3, 1, 2> mass;
  mass.force << 0.0, 0.0, -9.81;
  mass.contact[0].normal << 0.0, 0.0, 1.0;
  mass.contact[0].tangential << 1.0, 0.0, 0.0, 1.0, 0.0, 0.0;
  mass.laws = {testing::frictional(0.0, 0.3)};
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(mass, *solver);
  State<3> s = state<3>(Vector<3>::Zero(), Vector<3>(1.0, 1.0, 0.0));
  const auto& report = integrator.step(s, 1e-3);
  CHECK(report.solver.status == SolverStatus::not_applicable);
  CHECK(s.u == Vector<3>(1.0, 1.0, 0.0));
  CHECK(integrator.contact_problem().size() == 3);
  CHECK(integrator.contact_problem().law(1).dimension == 2);
}

TEST_CASE("a run with a fixed step ends where it should", "[moreau][integrate]") {
  const problems::BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  State<1> s = ball.initial_state();
  std::vector<double> ends;
  std::vector<double> steps;
  const auto run = [&](double t_end, double dt, const std::vector<double>& boundaries = {}) {
    FixedStep integrator(ball, *solver, dt);
    return integrator.integrate(s, {t_end, boundaries}, [&](const auto& step) {
      CHECK(step.begin().t < step.end().t);
      ends.push_back(step.end().t);
      steps.push_back(step.size());
    });
  };
  SECTION("a whole number of steps: no remainder, no accumulated rounding") {
    const Outcome outcome = run(0.7, 1e-3);
    CHECK(outcome.completed());
    CHECK(outcome.counts.accepted_steps == 700);
    CHECK(outcome.counts.evaluations == 700);
    for (std::size_t k = 0; k < ends.size(); ++k) CHECK(ends[k] == static_cast<double>(k + 1) * 1e-3);
  }
  SECTION("a remainder is a shorter last step") {
    const Outcome outcome = run(0.1, 0.03);
    CHECK(outcome.counts.accepted_steps == 4);
    CHECK(s.t == 0.1);
    CHECK(steps[2] == 0.03);
    CHECK(steps[3] == Catch::Approx(0.01).epsilon(1e-13));
  }
  SECTION("a step longer than the interval is cut to it") {
    const Outcome outcome = run(0.01, 1.0);
    CHECK(outcome.counts.accepted_steps == 1);
    CHECK(s.t == 0.01);
    CHECK(s.u(0) == Catch::Approx(-9.81 * 0.01).epsilon(step_rounding));
  }
  SECTION("boundaries begin a new sequence of steps") {
    CHECK(run(0.1, 0.03, {0.05, 0.08}).completed());
    CHECK(ends == std::vector<double>{0.03, 0.05, 0.08, 0.1});
  }
  SECTION("no time, no steps") {
    const Outcome outcome = run(0.0, 1e-3);
    CHECK(outcome.completed());
    CHECK(outcome.counts.accepted_steps == 0);
  }
  SECTION("it starts where the state is") {
    s.t = 2.0;
    CHECK(run(2.01, 1e-3).counts.accepted_steps == 10);
    CHECK(ends.front() == Catch::Approx(2.001).epsilon(step_rounding));
    CHECK(s.t == Catch::Approx(2.01).epsilon(step_rounding));
  }
  SECTION("observers may stop") {
    FixedStep integrator(ball, *solver, 1e-3);
    const Outcome outcome = integrator.integrate(s, {1.0}, [](const auto& step) { return step.end().t < 0.0495; });
    CHECK(outcome.reason == StopReason::stopped);
    CHECK(outcome.counts.accepted_steps == 50);
    CHECK(s.t == Catch::Approx(0.05).epsilon(step_rounding));
  }
}

TEST_CASE("a fixed step and an end time that make no sense are refused in a sentence", "[moreau][integrate]") {
  const problems::BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const auto refusal = [&](double t_end, double dt) {
    State<1> s = ball.initial_state();
    s.t = 1.0;
    return testing::complaint_of([&] { FixedStep(ball, *solver, dt).integrate(s, {t_end}); });
  };
  for (const double dt : {0.0, -1e-3, not_a_number, infinity}) {
    CAPTURE(dt);
    CHECK(refusal(2.0, dt).find("time step") == 0);
    CHECK(refusal(2.0, dt).find("must be positive and finite") != std::string::npos);
  }
  for (const double t_end : {0.5, -1.0, not_a_number, infinity}) {
    CAPTURE(t_end);
    CHECK(refusal(t_end, 1e-3).find("end time") == 0);
    CHECK(refusal(t_end, 1e-3).find("not before the start") != std::string::npos);
  }
  CHECK(refusal(1.0, 1e-3).empty());
  // Steps that cannot be counted, or that do not move the time.
  for (const double dt : {1e-300, 1e-19, 1e-16}) {
    CAPTURE(dt);
    CHECK(refusal(2.0, dt).find("too small") != std::string::npos);
  }
}

TEST_CASE("a step refuses negative time and leaves a state that is not finite alone", "[moreau][failure]") {
  const problems::BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  MoreauMidpoint integrator(ball, *solver);
  State<1> state = ball.initial_state();
  CHECK_THROWS_AS(integrator.step(state, -1e-3), std::invalid_argument);
  CHECK_THROWS_AS(integrator.step(state, std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  CHECK(state.t == 0.0);
  CHECK(state.q(0) == ball.parameters().z_0);

  SECTION("not a number") {
    state.u(0) = std::numeric_limits<double>::quiet_NaN();
    const auto& report = integrator.step(state, 1e-3);
    CHECK_FALSE(report.advanced());
    CHECK(report.solver.status == SolverStatus::invalid_input);
    CHECK(state.q(0) == ball.parameters().z_0);
  }
  SECTION("a result beyond the range of numbers") {
    state.u(0) = 1.7e308;
    const auto& report = integrator.step(state, 10.0);
    CHECK_FALSE(report.advanced());
    CHECK(std::isinf(report.solver.residual));
    CHECK(state.q(0) == ball.parameters().z_0);
    CHECK(state.u(0) == 1.7e308);
  }
}
