// What goes wrong in contact simulators in practice, with answers known in closed form.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;
using problems::BouncingBall;
using problems::BouncingBallParameters;

namespace {

// A few operations on numbers of order one.
constexpr double field_rounding = 1e-14;

BouncingBall dropped_from(double height, double restitution) {
  BouncingBallParameters parameters;
  parameters.m = 1.0;
  parameters.g = testing::gravity;
  parameters.z_0 = height;
  parameters.epsilon_N = restitution;
  return BouncingBall(parameters);
}

// Height of the apex after the first impact over the height of the drop.
double first_apex_ratio(double height, double restitution, double dt) {
  const BouncingBall ball = dropped_from(height, restitution);
  const auto solver = make_contact_solver("lemke");
  State<1> s = ball.initial_state();
  bool hit = false;
  bool separated = false;
  double apex = 0.0;
  testing::run_midpoint(ball, *solver, s, 10.0, dt, [&](const auto&, const auto& after, const auto& report) {
    const bool contact = report.active_contacts > 0;
    hit = hit || contact;
    separated = separated || (hit && !contact);
    if (separated) apex = std::max(apex, after.q(0));
    return !(separated && contact);  // until the second impact
  });
  return apex / height;
}

template <class System>
struct Run {
  const System& system;
  std::unique_ptr<ContactSolver> solver = make_contact_solver("lemke");
  State<System::dof> state;

  explicit Run(const System& s) : system(s) {}
  template <class Observer>
  void until(double t_end, double dt, Observer&& observe) {
    const Outcome outcome = testing::run_midpoint(system, *solver, state, t_end, dt, observe);
    REQUIRE(outcome.completed());
  }
  void until(double t_end, double dt) {
    until(t_end, dt, [](const auto&, const auto&, const auto&) { return true; });
  }
};

}  // namespace

TEST_CASE("B1: the rebound ratio is e^2 at every height", "[field]") {
  SECTION("no cut-off speed: a drop of 10 m, 2 m or 0.1 mm gives the same ratio") {
    const double e = GENERATE(0.3, 0.5, 0.8, 0.95);
    const double height = GENERATE(10.0, 2.0, 1e-4);
    CAPTURE(e, height);
    const double fall = std::sqrt(2.0 * height / testing::gravity);
    const double dt = fall * 1e-5;
    // The impact lies up to half a step off in time: a relative error of the apex of some dt / fall.
    CHECK(first_apex_ratio(height, e, dt) == Catch::Approx(e * e).margin(2e-5));
  }
  SECTION("the discretization error itself, with e = 0.5") {
    const auto [dt, ratio] = GENERATE(table<double, double>({{1e-2, 0.238744}, {1e-3, 0.248160}, {1e-4, 0.249806}}));
    CAPTURE(dt);
    // Apexes are taken at grid points: within g dt^2 / 8 of the parabola's. Six digits are given.
    CHECK(first_apex_ratio(2.0, 0.5, dt) == Catch::Approx(ratio).margin(6e-7));
  }
}

TEST_CASE("B2: a perfectly elastic ball does not gain energy", "[field]") {
  const BouncingBall ball = dropped_from(2.0, 1.0);
  const double dt = GENERATE(1e-2, 1e-3, 1e-4);
  CAPTURE(dt);
  Run run(ball);
  run.state = ball.initial_state();
  const double start = total_energy(ball, run.state);
  double drift = 0.0;
  int impacts = 0;
  run.until(20.0, dt, [&](const auto&, const auto& after, const auto& report) {
    drift = std::max(drift, std::abs(total_energy(ball, after) / start - 1.0));
    impacts += report.active_contacts;
    return true;
  });
  CHECK(impacts >= 15);
  // The impact step returns q and flips u, flights conserve m u^2/2 + m g q: only rounding of 2e5 steps
  // remains.
  CHECK(drift < 1e-12);
}

TEST_CASE("B3: rest stays rest, e = 1 included", "[field]") {
  const double e = GENERATE(0.0, 0.5, 1.0);
  const double z = GENERATE(0.0, -1e-12);
  CAPTURE(e, z);
  const BouncingBall ball = dropped_from(1.0, e);
  Run run(ball);
  run.state.q(0) = z;
  bool moved = false;
  run.until(5.0, 1e-3, [&](const auto&, const auto& after, const auto&) {
    moved = moved || after.q(0) != z || after.u(0) != 0.0;
    return true;
  });
  CHECK_FALSE(moved);
}

TEST_CASE("B4: infinitely many impacts in finite time, and no fall through the table", "[field]") {
  const BouncingBallParameters parameters = testing::bouncing_ball_parameters();
  const BouncingBall ball(parameters);
  const problems::ExactBouncingBall exact(parameters);
  const double dt = GENERATE(1e-3, 1e-4, 1e-5);
  CAPTURE(dt);
  Run run(ball);
  run.state = ball.initial_state();
  double deepest = 0.0;
  double late_speed = 0.0;
  std::vector<double> impacts;
  bool touched = false;
  run.until(1.0, dt, [&](const auto& before, const auto& after, const auto& report) {
    deepest = std::min(deepest, after.q(0));
    const bool contact = report.active_contacts > 0;
    if (contact && !touched && impacts.size() < 3) impacts.push_back(0.5 * (before.t + after.t));
    touched = contact;
    // Persistent contact multiplies the velocity by -eps in each step: 0.7^100 = 3e-16. Another hundred steps
    // for the delay of the scheme's own accumulation point.
    if (after.t > 0.676950916898304 + 200 * dt) late_speed = std::max(late_speed, std::abs(after.u(0)));
    return true;
  });
  // The first impact is found within a step; each later one inherits the shifts of the ones before.
  REQUIRE(impacts.size() == 3);
  for (int k = 1; k <= 3; ++k) {
    CHECK(std::abs(impacts[static_cast<std::size_t>(k - 1)] - exact.impact_time(k)) <= (2.0 * k) * dt);
  }
  const double v = exact.impact_speed(1);
  CHECK(-deepest <= (1.0 - 0.5 * 0.7) * v * dt + testing::gravity * dt * dt);
  // At rest the percussion balances g dt, which leaves rounding.
  CHECK(late_speed <= 1e-15);
}

TEST_CASE("B9: tangential restitution reverses the slip of a sphere if friction suffices", "[field]") {
  // m = 1, R = 0.1, J = 0.004: q = (x, z, phi), slip at the contact point vx + R omega.
  testing::LinearSystem<3, 1> sphere;
  sphere.mass << 1.0, 1.0, 0.004;
  sphere.contact[0].normal << 0.0, 1.0, 0.0;
  sphere.contact[0].tangential << 1.0, 0.0, 0.1;
  const auto [mu, P_T, vx, omega, energy] =
      GENERATE(table<double, double, double, double, double>({{1.0, -4.0 / 7, 3.0 / 7, -100.0 / 7, 1.0},
                                                              {2.0 / 7, -4.0 / 7, 3.0 / 7, -100.0 / 7, 1.0},
                                                              {0.2, -0.4, 0.6, -10.0, 0.88}}));
  CAPTURE(mu);
  sphere.laws = {testing::frictional(1.0, mu, 1.0)};
  Run run(sphere);
  run.state.u << 1.0, -1.0, 0.0;
  MoreauMidpoint integrator(sphere, *run.solver);
  const auto& report = integrator.impact(run.state);
  REQUIRE(report.advanced());
  CHECK(report.normal_percussions(0) == Catch::Approx(2.0).epsilon(field_rounding));
  CHECK(report.tangential_percussions(0, 0) == Catch::Approx(P_T).epsilon(field_rounding));
  CHECK((run.state.u - Vector<3>(vx, 1.0, omega)).norm() <= 1e-13);  // omega of order 10
  CHECK(sphere.kinetic_energy(run.state.q, run.state.u, 0.0) == Catch::Approx(energy).epsilon(1e-13));
}

TEST_CASE("C1: a block sticks on an incline, or slides as it should", "[field]") {
  const double angle = 20.0 * std::acos(-1.0) / 180.0;
  const double dt = GENERATE(1e-2, 1e-3);
  CAPTURE(dt);
  SECTION("mu = 0.40 > tan: it stays where it is, without creep") {
    const auto block = testing::block_on_incline(angle, 0.40, testing::gravity);
    Run run(block);
    double drift = 0.0;
    run.until(10.0, dt, [&](const auto&, const auto& after, const auto&) {
      drift = std::max({drift, after.q.cwiseAbs().maxCoeff(), after.u.cwiseAbs().maxCoeff()});
      return true;
    });
    // A regularized law creeps at some 1e-5 m/s. Here friction balances the weight up to the rounding of P
    // dt.
    CHECK(drift <= 1e-15);
  }
  SECTION("mu = 0.36 < tan: uniform acceleration, which the midpoint rule integrates exactly") {
    const auto block = testing::block_on_incline(angle, 0.36, testing::gravity);
    Run run(block);
    run.until(10.0, dt);
    CHECK(run.state.q(0) == Catch::Approx(1.829957322864812).epsilon(1e-11));  // 1e4 roundings
  }
  SECTION("mu = 0.40 from 1 m/s: it stops, and never turns back") {
    const auto block = testing::block_on_incline(angle, 0.40, testing::gravity);
    Run run(block);
    run.state.u(0) = 1.0;
    double lowest = 1.0;
    double stop = 0.0;
    run.until(5.0, dt, [&](const auto&, const auto& after, const auto&) {
      lowest = std::min(lowest, after.u(0));
      if (after.u(0) > 1e-15) stop = after.t;
      return true;
    });
    CHECK(std::abs(run.state.u(0)) <= 1e-15);
    CHECK(lowest >= -1e-15);
    // It stops within the step after the last one with speed; the speed then is at most deceleration times
    // dt.
    const double deceleration = 1.0 / 3.010812690012384;
    CHECK(stop <= 3.010812690012384 + 1e-9);
    CHECK(stop >= 3.010812690012384 - dt - 1e-9);
    CHECK(std::abs(run.state.q(0) - 1.505406345006192) <= deceleration * dt * dt);
  }
}

TEST_CASE("C4: Painleve's rod jams with a finite percussion", "[field]") {
  // Slope tan phi = 2, mu = 1.5: sliding friction pushes the contact closed, A = 1 + 3 cos (cos - mu sin) =
  // -0.2. On acceleration level there is no solution; on velocity level the slip stops at once.
  testing::PainleveRod rod;
  rod.mu = 1.5;
  const double phi = std::atan(2.0);
  const auto [dt, P_N, P_T] =
      GENERATE(table<double, double, double>({{1e-3, 0.3085, -0.403}, {1e-4, 0.30085, -0.4003}, {1e-6, 0.3, -0.4}}));
  CAPTURE(dt);
  const std::string name = GENERATE("portfolio", "lemke", "enumeration");  // exact to rounding
  const auto solver = make_contact_solver(name);
  MoreauMidpoint integrator(rod, *solver);
  State<3> s;
  s.q << 0.0, std::sin(phi), phi;
  s.u << 1.0, 0.0, 0.0;
  {
    const auto k = rod.configuration(s.q, 0.0);
    const auto w = rod.directions(k, 0);
    const double A = w.normal.dot(Vector<3>(1.0, 1.0, 3.0).cwiseProduct(w.normal - rod.mu * w.tangential));
    REQUIRE(A == Catch::Approx(-0.2).epsilon(field_rounding));
  }
  const auto& report = integrator.step(s, dt);
  REQUIRE(report.advanced());
  REQUIRE(report.active_contacts == 1);
  // L = (0.3 + 8.5 dt, -0.4 - 3 dt): affine in dt with a finite limit; four to five digits are given.
  CHECK(report.normal_percussions(0) == Catch::Approx(0.3 + 8.5 * dt).epsilon(1e-12));
  CHECK(report.tangential_percussions(0, 0) == Catch::Approx(-0.4 - 3.0 * dt).epsilon(1e-12));
  CHECK(report.normal_percussions(0) == Catch::Approx(P_N).margin(1e-5));
  CHECK(report.tangential_percussions(0, 0) == Catch::Approx(P_T).margin(1e-5));
  CHECK((s.u - Vector<3>(0.6, 0.3, 0.6708203932499369)).norm() <= 30.0 * dt);
  // The end neither slips nor moves along the normal.
  const auto w = rod.directions(rod.configuration(s.q, 0.0), 0);
  CHECK(std::abs(w.normal.dot(s.u)) <= dt);
  CHECK(std::abs(w.tangential.dot(s.u)) <= dt);
}

TEST_CASE("A10: a hyperstatic block at rest neither moves nor stalls", "[field]") {
  // m = 2, J = 1, g = 10, three frictional contacts at x = -1, 0, 1 in the height of the centre: rank 2 of 3
  // normals.
  testing::LinearSystem<3, 3> block;
  block.mass << 2.0, 2.0, 1.0;
  block.force << 0.0, -20.0, 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    block.contact[i].normal << 0.0, 1.0, static_cast<double>(i) - 1.0;
    block.contact[i].tangential << 1.0, 0.0, 0.0;
    block.laws[i] = testing::frictional(0.0, 0.5);
  }
  constexpr double dt = 5e-4;
  Run run(block);
  Vector<3> first = Vector<3>::Zero();
  double change = 0.0;
  double motion = 0.0;
  int pivots = 0;
  run.until(1000 * dt, dt, [&](const auto& before, const auto& after, const auto& report) {
    if (before.t == 0.0) first = report.normal_percussions;
    change = std::max(change, (report.normal_percussions - first).norm());
    motion = std::max(motion, after.u.norm());
    pivots = std::max(pivots, report.solver.iterations);
    return true;
  });
  CHECK(first.sum() == Catch::Approx(20.0 * dt).epsilon(field_rounding));
  CHECK(change <= 1e-12 * 20.0 * dt);  // the same percussions in every step
  CHECK(motion <= 1e-16);              // rounding of g dt = 5e-3 m/s in a few operations
  CHECK(pivots <= 2 * 9);              // a pivot in and one out for each row at most, in all 1000 steps
}
