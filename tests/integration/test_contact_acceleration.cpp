// Integration on the acceleration level: one block whose motions are known, and the three dependent contacts of the
// oblique plane.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "problems/inclined_plane_oscillator.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/contact/registry.hpp"
#include "solvers/integration/contact_acceleration.hpp"
#include "tests/integration/test_block.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/complaint.hpp"
#include "tests/support/paper_parameters.hpp"
#include "tests/support/random.hpp"

using namespace nsdbench;
using problems::InclinedPlaneOscillator;
using testing::TestBlock;

namespace {

constexpr double g = 9.81;

// Positions and velocities of some metres and seconds that are known in closed form: atol of the steps, and polynomials
// that the steps integrate exactly.
constexpr double position_tolerance = 1e-9;
// Transitions are located to 1e-12 s, from velocities with errors of 1e-10 m/s and decelerations of some m/s^2.
constexpr double time_tolerance = 1e-9;
// Break-away is seen 1e-6 m/s^2 late, at rates of some m/s^3.
constexpr double break_away_tolerance = 1e-6;

template <class S>
struct Run {
  State<S::dof> state;
  AccelerationResult result;
  std::vector<Transition<S>> transitions;
  std::vector<AccelerationStep<S>> steps;
};

template <class S>
Run<S> run(const S& system, const State<S::dof>& start, double t_end, const std::string& solver_name = "newton",
           const AccelerationOptions& options = {}) {
  SolverOptions solver_options;
  solver_options.tolerance = 1e-12;
  const auto solver = make_contact_solver(solver_name, solver_options);
  ContactAcceleration<S> integrator(system, *solver, options);
  Run<S> made;
  made.state = start;
  made.result = integrator.integrate(
      made.state, t_end,
      [&](const AccelerationStep<S>& step) {
        made.steps.push_back(step);
        return true;
      },
      [&](const Transition<S>& transition) {
        made.transitions.push_back(transition);
        return true;
      });
  return made;
}

State<3> start_of(double u_x, double u_y = 0.0, double z = 0.0, double u_z = 0.0) {
  State<3> state;
  state.q(2) = z;
  state.u << u_x, u_y, u_z;
  return state;
}

template <int Tangents>
TestBlock<Tangents> on_incline(double delta, double mu) {
  TestBlock<Tangents> block;
  block.mass = 0.7;
  block.force << block.mass * g * std::sin(delta), 0.0, -block.mass * g * std::cos(delta);
  block.friction = {mu, mu, 1.0};
  return block;
}

InclinedPlaneOscillator oscillator(int setting) {
  auto parameters = testing::inclined_plane_oscillator_parameters();
  if (setting == 1) parameters.mu = parameters.mu_0 = 0.13;
  if (setting == 2) parameters.delta = 0.085;
  return InclinedPlaneOscillator(parameters);
}

std::vector<double> break_aways(const Run<InclinedPlaneOscillator>& made) {
  std::vector<double> times;
  for (const auto& transition : made.transitions) {
    if (transition.kind == TransitionKind::break_away) times.push_back(transition.t);
  }
  return times;
}

}  // namespace

TEMPLATE_TEST_CASE_SIG("a block on an incline comes to rest and stays", "[acceleration]", ((int T), T), 1, 2) {
  const double delta = 0.2;
  const double mu = 0.3;
  const auto block = on_incline<T>(delta, mu);
  const double deceleration = g * (mu * std::cos(delta) - std::sin(delta));
  const double v = 1.5;
  const auto made = run(block, start_of(v), 3.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.transitions.size() == 1);
  CHECK(made.transitions[0].kind == TransitionKind::stick);
  CHECK(std::abs(made.transitions[0].t - v / deceleration) <= time_tolerance);
  CHECK(std::abs(made.state.q(0) - 0.5 * v * v / deceleration) <= position_tolerance);
  CHECK(made.state.u == Vector<3>::Zero());
  CHECK(made.state.q(2) == 0.0);
  CHECK(made.state.t == 3.0);
  // The friction jumps from its bound to what is needed.
  for (const auto& step : made.steps) {
    const bool rests = step.begin.state.t >= made.transitions[0].t;
    const double expected = -block.mass * g * (rests ? std::sin(delta) : mu * std::cos(delta));
    CHECK(std::abs(step.end.answer.friction(0) - expected) <= 1e-9);  // residual 1e-12 of some 10 N
    CHECK(std::abs(step.begin.answer.friction(0) - expected) <= 1e-9);
    CHECK(std::abs(step.end.answer.normal_forces(0) - block.mass * g * std::cos(delta)) <= 1e-9);
    CHECK(step.states[0] == (rests ? ContactState::sticking : ContactState::sliding));
  }
}

TEST_CASE("a block at rest on an incline starts to slide if and only if tan(delta) > mu", "[acceleration]") {
  const double delta = 0.3;
  for (const double excess : {-1e-5, 1e-5}) {
    const auto block = on_incline<2>(delta, std::tan(delta) - excess);
    const auto made = run(block, start_of(0.0), 1.0);
    REQUIRE(made.result.completed());
    if (excess < 0.0) {
      CHECK(made.transitions.empty());
      CHECK(made.state.q == Vector<3>::Zero());
    } else {
      REQUIRE(made.transitions.size() == 1);
      CHECK(made.transitions[0].kind == TransitionKind::break_away);
      CHECK(made.transitions[0].t == 0.0);
      CHECK(std::abs(made.state.q(0) - 0.5 * excess * g * std::cos(delta)) <= position_tolerance);
    }
  }
}

TEST_CASE("a block pushed up a steep incline turns round", "[acceleration]") {
  const double delta = 0.5;
  const double mu = 0.2;
  const auto block = on_incline<2>(delta, mu);
  const double up = g * (std::sin(delta) + mu * std::cos(delta));
  const double down = g * (std::sin(delta) - mu * std::cos(delta));
  const double v = 2.0;
  const auto made = run(block, start_of(-v), 1.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.transitions.size() == 1);
  CHECK(made.transitions[0].kind == TransitionKind::reversal);
  CHECK(std::abs(made.transitions[0].t - v / up) <= time_tolerance);
  const double rest = 1.0 - v / up;
  CHECK(std::abs(made.state.q(0) - (0.5 * down * rest * rest - 0.5 * v * v / up)) <= position_tolerance);
  CHECK(std::abs(made.state.u(0) - down * rest) <= position_tolerance);
}

TEST_CASE("a force that grows breaks the block away at its bound", "[acceleration]") {
  TestBlock<2> block;
  block.mass = 2.0;
  block.force << 0.0, 0.0, -block.mass * g;
  block.rate << 1.8, 2.4, 0.0;  // 3 N/s
  block.friction = {0.25, 0.25, 1.0};
  const double break_away = 0.25 * block.mass * g / 3.0;
  const double t_end = 3.0;
  const auto made = run(block, start_of(0.0), t_end);
  REQUIRE(made.result.completed());
  REQUIRE(made.transitions.size() == 1);
  CHECK(made.transitions[0].kind == TransitionKind::break_away);
  CHECK(std::abs(made.transitions[0].t - break_away) <= break_away_tolerance);
  const double distance = std::pow(t_end - break_away, 3) / (6.0 * block.mass);
  CHECK(std::abs(made.state.q(0) - 1.8 * distance) <= position_tolerance);
  CHECK(std::abs(made.state.q(1) - 2.4 * distance) <= position_tolerance);
}

TEST_CASE("spatial sliding is that of the exact sliding mass, to its rest", "[acceleration]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  TestBlock<2> block;
  block.mass = parameters.m;
  block.friction.sliding = block.friction.at_rest = parameters.a / (parameters.m * g);
  block.force << parameters.F_x, parameters.F_y, -parameters.m * g;
  AccelerationOptions options;
  options.atol = options.rtol = 1e-11;  // for some ten times that over some ten steps
  const auto pushed = run(block, start_of(parameters.u_x_0, parameters.u_y_0), parameters.force_end, "newton", options);
  REQUIRE(pushed.result.completed());
  CHECK(pushed.transitions.empty());
  CHECK((pushed.state.q.head<2>() - exact.position(parameters.force_end)).norm() <= position_tolerance);
  block.force << 0.0, 0.0, -parameters.m * g;
  const auto left = run(block, pushed.state, exact.stop_time() + 0.5, "newton", options);
  REQUIRE(left.result.completed());
  REQUIRE(left.transitions.size() == 1);
  CHECK(left.transitions[0].kind == TransitionKind::stick);
  CHECK(std::abs(left.transitions[0].t - exact.stop_time()) <= time_tolerance);
  CHECK((left.state.q.head<2>() - exact.position(exact.stop_time())).norm() <= position_tolerance);
}

TEST_CASE("the error falls with the tolerance", "[acceleration]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const problems::ExactSlidingMass exact(parameters);
  TestBlock<2> block;
  block.mass = parameters.m;
  block.friction.sliding = block.friction.at_rest = parameters.a / (parameters.m * g);
  block.force << parameters.F_x, parameters.F_y, -parameters.m * g;
  for (const RungeKuttaPair pair : {RungeKuttaPair::fehlberg45, RungeKuttaPair::dormand_prince54}) {
    for (double tolerance = 1e-5; tolerance > 0.9e-11; tolerance *= 0.1) {
      AccelerationOptions options;
      options.pair = pair;
      options.atol = options.rtol = tolerance;
      options.velocity_tolerance = 1000.0 * tolerance;
      options.largest_step = 0.5;
      const auto made =
          run(block, start_of(parameters.u_x_0, parameters.u_y_0), parameters.force_end, "newton", options);
      REQUIRE(made.result.completed());
      const double error = (made.state.q.head<2>() - exact.position(parameters.force_end)).norm();
      CAPTURE(tolerance, error);
      // The motion turns round at a speed of some 0.1 m/s: errors of steps grow by some ten, over some ten steps.
      CHECK(error <= 20.0 * tolerance);
      CHECK(error >= 1e-5 * tolerance);
    }
  }
}

TEST_CASE("stick-slip on a belt with friction that falls with speed", "[acceleration]") {
  TestBlock<1> block;
  block.mass = 1.0;
  block.force << 0.0, 0.0, -g;
  block.stiffness = 20.0;
  block.belt = 0.1;
  block.friction = {0.2, 0.4, 0.05};
  const double normal = block.mass * g;
  // The block rides on the belt until the spring holds mu_0 m g.
  const double break_away = block.friction.at_rest * normal / (block.stiffness * block.belt);
  // The slip phase by the classical Runge-Kutta method in small steps, until the slip speed is zero again.
  double x = block.friction.at_rest * normal / block.stiffness;
  double v = block.belt;
  double slip_time = 0.0;
  const auto acceleration = [&](double at, double speed) {
    return (block.friction(std::abs(block.belt - speed)) * normal - block.stiffness * at) / block.mass;
  };
  const double h = 1e-5;
  // Begins with the exact tangent: slip speed s with s' = alpha s + beta t, of which rounding knows nothing at s = 0.
  do {
    const double k1 = acceleration(x, v);
    const double k2 = acceleration(x + 0.5 * h * v, v + 0.5 * h * k1);
    const double k3 = acceleration(x + 0.5 * h * v + 0.25 * h * h * k1, v + 0.5 * h * k2);
    const double k4 = acceleration(x + h * v + 0.5 * h * h * k2, v + h * k3);
    x += h * v + h * h / 6.0 * (k1 + k2 + k3);
    v += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    slip_time += h;
  } while (v < block.belt);
  const double last = acceleration(x, v);
  slip_time -= (v - block.belt) / last;
  x -= (v - block.belt) / last * block.belt;

  const auto made = run(block, start_of(block.belt), 12.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.transitions.size() >= 6);
  CHECK(std::abs(made.transitions[0].t - break_away) <= break_away_tolerance);
  const double period = slip_time + (block.friction.at_rest * normal / block.stiffness - x) / block.belt;
  for (std::size_t k = 0; k < made.transitions.size(); ++k) {
    const auto& transition = made.transitions[k];
    CAPTURE(k, transition.t);
    CHECK(transition.kind == (k % 2 == 0 ? TransitionKind::break_away : TransitionKind::stick));
    const double expected = break_away + static_cast<double>(k / 2) * period + (k % 2 == 0 ? 0.0 : slip_time);
    // The slip begins with 1e-6 m/s of creep at mu_0; it takes a logarithm of that to leave. A cycle after another.
    CHECK(std::abs(transition.t - expected) <= 3e-5 * static_cast<double>(1 + k / 2));
  }
}

TEST_CASE("a block is lifted when its normal force is zero", "[acceleration]") {
  TestBlock<2> block;
  block.force << 0.0, 0.0, -block.mass * g;
  block.rate << 0.0, 0.0, 5.0;
  const double lift = block.mass * g / 5.0;
  const auto made = run(block, start_of(0.0), 3.0);
  REQUIRE(made.result.completed());
  REQUIRE(made.transitions.size() == 1);
  CHECK(made.transitions[0].kind == TransitionKind::detachment);
  CHECK(std::abs(made.transitions[0].t - lift) <= break_away_tolerance);
  CHECK(std::abs(made.state.q(2) - 5.0 * std::pow(3.0 - lift, 3) / 6.0) <= position_tolerance);
  for (const auto& step : made.steps) {
    const double expected = std::max(block.mass * g - 5.0 * step.end.state.t, 0.0);
    CHECK(std::abs(step.end.answer.normal_forces(0) - expected) <= 2e-6);  // the acceleration tolerance and its noise
  }
}

TEST_CASE("an impact ends the run and leaves the motion before it", "[acceleration]") {
  TestBlock<2> block;
  block.force << 0.0, 0.0, -block.mass * g;
  SECTION("of a falling block") {
    const auto made = run(block, start_of(0.3, 0.0, 0.2), 1.0);
    CHECK(made.result.status == AccelerationStatus::impact);
    const double t = std::sqrt(0.4 / g);
    CHECK(std::abs(made.state.t - t) <= time_tolerance);
    CHECK(std::abs(made.state.q(2)) <= position_tolerance);
    CHECK(std::abs(made.state.u(2) + g * t) <= 1e-8);
    CHECK(std::abs(made.state.q(0) - 0.3 * t) <= position_tolerance);
    CHECK(made.steps.back().end.state.t == made.state.t);
  }
  SECTION("of a block that was lifted") {
    block.rate << 0.0, 0.0, 3.0 * g;
    block.curvature << 0.0, 0.0, -3.0 * g;  // up between 0.42 s and 1.58 s
    const auto made = run(block, start_of(0.0), 5.0);
    CHECK(made.result.status == AccelerationStatus::impact);
    REQUIRE(made.transitions.size() == 1);
    CHECK(made.transitions[0].kind == TransitionKind::detachment);
    CHECK(made.state.t > 1.58);
    CHECK(made.state.u(2) < -1.0);
    CHECK(std::abs(made.state.q(2)) <= position_tolerance);
  }
  SECTION("at the start") {
    const auto made = run(block, start_of(0.3, 0.0, 0.0, -0.1), 1.0);
    CHECK(made.result.status == AccelerationStatus::impact);
    CHECK(made.steps.empty());
    CHECK(made.state.t == 0.0);
    CHECK(made.state.u == Vector<3>(0.3, 0.0, -0.1));
  }
}

TEST_CASE("the run ends where the kinematics do not hold any longer", "[acceleration]") {
  auto block = on_incline<2>(0.1, 0.01);
  block.largest_x = 0.5;
  const auto made = run(block, start_of(1.0), 5.0);
  CHECK(made.result.status == AccelerationStatus::out_of_range);
  CHECK(made.state.q(0) <= 0.5);
  CHECK(made.state.q(0) > 0.45);  // a step at 1 m/s

  InclinedPlaneOscillator plane = oscillator(0);
  State<6> tipped = plane.initial_state();
  tipped.q(2) = 1.0;
  tipped.q(3) = 0.11;
  const auto refused = run(plane, tipped, 0.1);
  CHECK(refused.result.status == AccelerationStatus::out_of_range);
  CHECK(refused.steps.empty());
}

TEST_CASE("limits, observers and solvers that fail end the run with what was accepted", "[acceleration]") {
  const auto block = on_incline<2>(0.2, 0.1);
  const auto solver = make_contact_solver("newton");
  AccelerationOptions options;
  SECTION("step limit") {
    options.max_steps = 7;
    const auto made = run(block, start_of(1.0), 5.0, "newton", options);
    CHECK(made.result.status == AccelerationStatus::step_limit);
    CHECK(made.result.trial_steps == 7);
    CHECK(made.steps.back().end.state.t == made.state.t);
  }
  SECTION("observer") {
    ContactAcceleration<TestBlock<2>> integrator(block, *solver, options);
    State<3> state = start_of(1.0);
    int steps = 0;
    const auto result = integrator.integrate(state, 5.0, [&](const auto&) { return ++steps < 3; });
    CHECK(result.status == AccelerationStatus::stopped);
    CHECK(result.accepted_steps == 3);
  }
  SECTION("unsolved") {
    // A method for LCPs cannot represent a disc.
    const auto made = run(block, start_of(0.0), 5.0, "lcp_newton", options);
    CHECK(made.result.status == AccelerationStatus::unsolved);
    CHECK(made.result.solver == SolverStatus::not_applicable);
    CHECK(made.steps.empty());
    CHECK(made.state.q == Vector<3>::Zero());
  }
}

TEST_CASE("options that make no sense are refused by name", "[acceleration]") {
  const auto complaint = [](auto change) {
    AccelerationOptions options;
    change(options);
    return testing::complaint_of([&] { check(options, 10.0); });
  };
  CHECK(complaint([](auto&) {}).empty());
  CHECK(complaint([](auto& o) { o.atol = 0.0; }).starts_with("absolute tolerance 0 "));
  CHECK(complaint([](auto& o) { o.rtol = -1.0; }).starts_with("relative tolerance -1 "));
  CHECK(complaint([](auto& o) { o.smallest_step = 0.0; }).starts_with("smallest step 0 "));
  CHECK(complaint([](auto& o) { o.smallest_step = 1e-15; }).find("rounding of times up to 10 s") != std::string::npos);
  CHECK(complaint([](auto& o) { o.largest_step = 1e-13; }).starts_with("largest step 1e-13 "));
  CHECK(complaint([](auto& o) { o.velocity_tolerance = 1e-9; }).starts_with("velocity tolerance 1e-09 "));
  CHECK(complaint([](auto& o) { o.acceleration_tolerance = 0.0; }).starts_with("acceleration tolerance 0 "));
  CHECK(complaint([](auto& o) { o.gap_tolerance = -1.0; }).starts_with("gap tolerance -1 "));
  CHECK(complaint([](auto& o) { o.max_steps = -3; }).starts_with("step limit -3 "));

  const auto solver = make_contact_solver("newton");
  TestBlock<2> block;
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0), 0.0); }).starts_with("end time 0"));
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0, 0.0, -1e-3), 1.0); }).starts_with("initial gap -0.001"));
  block.kind = ContactKind::friction_of_bound;
  CHECK(testing::complaint_of([&] { run(block, start_of(0.0), 1.0); }).starts_with("contact 0 is not allowed"));
}

TEST_CASE("forces and accelerations satisfy the equations of motion, sliding and sticking", "[acceleration]") {
  const InclinedPlaneOscillator system = oscillator(1);
  testing::Random random(701);
  for (const std::string name : {"alternation", "newton", "psor_block", "portfolio"}) {
    const auto solver = make_contact_solver(name);
    AccelerationProblem<InclinedPlaneOscillator> problem(system, *solver);
    for (int trial = 0; trial < 40; ++trial) {
      State<6> state;
      state.t = random.uniform(0.0, 1.0);
      state.q(5) = random.uniform(-3.0, 3.0);
      const bool slides = trial % 2 == 0;
      if (slides) {
        state.u(0) = random.uniform(-0.1, 0.1);
        state.u(1) = random.uniform(-0.1, 0.1);
        state.u(5) = random.uniform(-1.0, 1.0);
      }
      ContactStates<InclinedPlaneOscillator> states;
      states.fill(slides ? ContactState::sliding : ContactState::sticking);
      ContactKinematics<InclinedPlaneOscillator> kinematics;
      problem.kinematics(state, kinematics);
      AccelerationProblem<InclinedPlaneOscillator>::SlipDirections directions;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector<2>& velocity = kinematics.tangential_velocities[i];
        directions[i] = slides ? Vector<2>(velocity.normalized()) : Vector<2>::Zero();
      }
      AccelerationAnswer<InclinedPlaneOscillator> answer;
      problem.solve(state, states, directions, answer);
      CAPTURE(name, trial);
      REQUIRE(answer.solver.solved());
      const auto configuration = system.configuration(state.q, state.t);
      Vector<6> left = system.mass_matrix(configuration) * answer.acceleration;
      left -= system.forces(configuration, state.u);
      for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        const auto w = system.directions(configuration, i);
        const auto terms = system.acceleration_terms(configuration, state.u, i);
        const double normal = answer.normal_forces(i);
        left -= w.normal * normal + w.tangential * answer.tangential_forces.col(i);
        // Residuals of 1e-10 times accelerations of some 10 m/s^2 and, for gddot at the feet, levers and inertias.
        constexpr double tolerance = 1e-7;
        CHECK(std::abs(w.normal.dot(answer.acceleration) + terms.normal) <= tolerance);
        CHECK(normal > 0.0);
        const Vector<2> relative = w.tangential.transpose() * answer.acceleration + terms.tangential;
        if (slides) {
          const double mu = system.friction_coefficient(i, 1.0);
          CHECK((answer.tangential_forces.col(i) + mu * normal * directions[k]).norm() <= 1e-12);
        } else {
          CHECK(answer.tangential_forces.col(i).norm() <= system.static_friction(i) * normal + 1e-8);
          // Maximal dissipation: at the bound if it is accelerated, against the acceleration.
          CHECK((relative * answer.tangential_forces.col(i).norm() + relative.norm() * answer.tangential_forces.col(i))
                    .norm() <= tolerance);
        }
      }
      CHECK(left.norm() <= 1e-12);  // rounding of forces of some N
    }
  }
}

TEST_CASE("the oblique plane: every solver gives the same motion", "[acceleration][inclined_plane]") {
  // x(1 s), as Moreau's midpoint rule gives them in the limit of small steps.
  constexpr double by_time_stepping[] = {0.0922218, 0.00567627, 0.00663646};
  const int setting = GENERATE(0, 1, 2);
  const InclinedPlaneOscillator system = oscillator(setting);
  const auto reference = run(system, system.initial_state(), 1.0, "newton");
  CAPTURE(setting);
  REQUIRE(reference.result.completed());
  CHECK(std::abs(reference.state.q(0) / by_time_stepping[setting] - 1.0) <= 1e-6);  // their digits
  AccelerationOptions tight;
  tight.atol = tight.rtol = 1e-13;
  for (const std::string name : {"alternation", "portfolio", "anderson"}) {
    const auto made =
        run(system, system.initial_state(), 1.0, name, name == "portfolio" ? tight : AccelerationOptions{});
    CAPTURE(name);
    REQUIRE(made.result.completed());
    CHECK((made.state.q - reference.state.q).norm() <= 1e-9);
    CHECK(made.result.forced_steps == 0);
    // All feet break away at once. They come to rest at once or a few microseconds apart, as the tolerance has it.
    const std::vector<double> expected = break_aways(reference);
    const std::vector<double> times = break_aways(made);
    REQUIRE(times.size() == expected.size());
    for (std::size_t k = 0; k < times.size(); ++k) CHECK(std::abs(times[k] - expected[k]) <= break_away_tolerance);
  }
  double least = 1e9;
  for (const auto& step : reference.steps) {
    least = std::min(least, step.end.answer.normal_forces.minCoeff());
    CHECK(std::abs(step.end.state.q(2)) <= 1e-15);  // gaps are projected
  }
  CHECK(least > 1.1);
  CHECK(least < 1.3);
  // Rests once a revolution, all feet at once or one a little after the others; never as printed.
  int rests = 0;
  for (const auto& transition : reference.transitions) rests += transition.kind == TransitionKind::stick ? 1 : 0;
  CHECK((setting == 0 ? rests == 0 : rests >= 3));
}

TEST_CASE("the split of friction between dependent contacts does not matter", "[acceleration][inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator(1);
  const auto solver = make_contact_solver("psor_block");
  AccelerationProblem<InclinedPlaneOscillator> problem(system, *solver);
  ContactStates<InclinedPlaneOscillator> states;
  states.fill(ContactState::sticking);
  AccelerationProblem<InclinedPlaneOscillator>::SlipDirections directions;
  directions.fill(Vector<2>::Zero());
  const auto at = [&](double t, AccelerationAnswer<InclinedPlaneOscillator>& answer) {
    State<6> state;
    state.t = t;
    problem.solve(state, states, directions, answer);
    REQUIRE(answer.solver.solved());
  };
  AccelerationAnswer<InclinedPlaneOscillator> first;
  AccelerationAnswer<InclinedPlaneOscillator> other;
  at(0.2, first);
  at(0.0, other);  // slides, and leaves another split behind
  at(0.2, other);
  const double split = (first.tangential_forces - other.tangential_forces).norm();
  CHECK(split > 1e-3);  // of some 0.2 N
  CHECK((first.friction - other.friction).norm() <= 1e-9);
  CHECK((first.normal_forces - other.normal_forces).norm() <= 1e-8);
  CHECK((first.acceleration - other.acceleration).norm() <= 1e-7);
}
