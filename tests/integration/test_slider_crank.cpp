// The slider-crank with clearance: symmetry, first impact, energy, and two methods that agree.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "problems/slider_crank.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using problems::SliderCrank;

namespace {

const double full_turn = 2.0 * std::acos(-1.0);

SliderCrank mechanism(double restitution) {
  auto parameters = testing::slider_crank_parameters();
  parameters.epsilon_N = restitution;
  return SliderCrank(parameters);
}

// Integrates until the crank has made two revolutions (0.2 s are plenty).
template <class Observer>
State<3> two_revolutions(const SliderCrank& crank, double dt, Observer&& observe) {
  const auto solver = make_contact_solver("lemke");
  State<3> state = crank.initial_state();
  const Outcome result = testing::run_midpoint(crank, *solver, state, 0.2, dt,
                                               [&](const auto& before, const auto& after, const auto& report) {
                                                 observe(before, after, report);
                                                 return after.q(0) < 2.0 * full_turn;
                                               });
  REQUIRE(result.reason == StopReason::stopped);
  REQUIRE(state.q(0) >= 2.0 * full_turn);
  return state;
}

struct Impact {
  double t = 0.0;
  double approach = 0.0;
};

Impact first_impact(const SliderCrank& crank, double dt) {
  const auto solver = make_contact_solver("lemke");
  State<3> state = crank.initial_state();
  Impact impact;
  testing::run_midpoint(crank, *solver, state, 0.1, dt, [&](const auto& before, const auto&, const auto& report) {
    if (report.active_contacts == 0) return true;
    impact.t = before.t + 0.5 * report.dt;
    impact.approach = report.normal_approach.minCoeff();
    return false;
  });
  return impact;
}

// Energy a step without contact adds: h is quadratic in u and taken at u_A, so that u_E is off by
// -dt^2/2 dh/du M^-1 h in M u, and the energy by u^T times that.
double predicted_growth(const SliderCrank& crank, const State<3>& state, double dt) {
  const auto k = crank.configuration(state.q, state.t);
  const Vector<3> acceleration = crank.mass_matrix(k).inverse() * crank.forces(k, state.u);
  // A central difference is exact for a quadratic function.
  const Vector<3> dh = 0.5 * (crank.forces(k, state.u + acceleration) - crank.forces(k, state.u - acceleration));
  return -0.5 * dt * dt * state.u.dot(dh);
}

std::vector<double> trajectory(double dt) {
  std::vector<double> numbers;
  two_revolutions(mechanism(0.4), dt, [&](const auto&, const auto& after, const auto& report) {
    for (int i = 0; i < 3; ++i) {
      numbers.push_back(after.q(i));
      numbers.push_back(after.u(i));
    }
    for (int i = 0; i < 4; ++i) numbers.push_back(report.normal_percussions(i));
  });
  return numbers;
}

}  // namespace

TEST_CASE("slider-crank: from the symmetric start the slider never tilts", "[slider_crank]") {
  // theta_3 = 0 is invariant: both corners of a face touch at once with the same percussion. Noise of the
  // solver above 1e-8 rad/s in omega_3 breaks this by itself.
  const double restitution = GENERATE(0.1, 0.4, 0.6, 0.9);
  CAPTURE(restitution);
  double tilt = 0.0;
  double penetration = 0.0;
  int impacts = 0;
  int single_corners = 0;
  two_revolutions(mechanism(restitution), 1e-5, [&](const auto&, const auto& after, const auto& report) {
    tilt = std::max(tilt, std::abs(after.q(2)));
    penetration = std::max(penetration, -report.gaps.minCoeff());
    if (report.active_contacts > 0 && report.normal_approach.minCoeff() < -0.1) ++impacts;
    single_corners += report.active_contacts % 2;
  });
  CHECK(tilt < 1e-9);
  CHECK(single_corners == 0);
  CHECK(impacts > 5);
  // A step moves the slider by 6 m/s times 1e-5 s at most across the guide; that deep a midpoint may lie.
  CHECK(penetration < 6e-5);
}

TEST_CASE("slider-crank: before the first impact restitution does not matter", "[slider_crank]") {
  const double dt = GENERATE(1e-4, 1e-5);
  CAPTURE(dt);
  const Impact reference = first_impact(mechanism(0.4), dt);
  REQUIRE(reference.approach < -0.1);
  for (const double restitution : {0.1, 0.6, 0.9}) {
    const Impact impact = first_impact(mechanism(restitution), dt);
    CHECK(impact.t == reference.t);  // the same arithmetic up to there
    CHECK(impact.approach == reference.approach);
  }
  // And it converges: within a step of the impact of a ten times finer run.
  const Impact finer = first_impact(mechanism(0.4), 0.1 * dt);
  CHECK(std::abs(finer.t - reference.t) <= 2.0 * dt);
  // The slider's speed across the guide grew from zero by about 0.84 m/s in 2.7 ms.
  CHECK(finer.approach == Catch::Approx(reference.approach).margin(2.0 * dt * 0.84 / 2.7e-3));
}

TEST_CASE("slider-crank: a step adds no more energy than its discretization", "[slider_crank]") {
  const double restitution = GENERATE(0.1, 0.4, 0.6, 0.9);
  const double dt = GENERATE(4e-5, 1e-5);
  CAPTURE(restitution, dt);
  const SliderCrank crank = mechanism(restitution);
  double predicted = 0.0;      // largest, over steps without contact
  double misprediction = 0.0;  // largest, over the same
  double free_growth = 0.0;
  double contact_growth = 0.0;  // largest over steps with contact
  two_revolutions(crank, dt, [&](const auto& before, const auto& after, const auto& report) {
    const double growth = total_energy(crank, after) - total_energy(crank, before);
    if (report.active_contacts > 0) {
      contact_growth = std::max(contact_growth, growth);
      return;
    }
    const double expected = predicted_growth(crank, before, dt);
    predicted = std::max(predicted, std::abs(expected));
    misprediction = std::max(misprediction, std::abs(growth - expected));
    free_growth = std::max(free_growth, growth);
  });
  CAPTURE(predicted, misprediction, free_growth, contact_growth);
  CHECK(misprediction <= 0.1 * predicted);  // the next power of dt
  // Nearly everywhere the term takes energy: the largest gain of a step is 4e-8 J to 7e-8 J at 1e-5 s, of 12
  // J.
  const double largest_gain = 1e-7 * (dt / 1e-5) * (dt / 1e-5);
  CHECK(free_growth <= largest_gain);
  CHECK(contact_growth <= largest_gain);
}

TEST_CASE("slider-crank: Lemke and enumeration agree at every step of a revolution", "[slider_crank][oracle]") {
  const SliderCrank crank = mechanism(0.4);
  const auto lemke = make_contact_solver("lemke");
  const auto enumeration = make_contact_solver("enumeration");
  MoreauMidpoint by_lemke(crank, *lemke);
  MoreauMidpoint by_enumeration(crank, *enumeration);
  State<3> state = crank.initial_state();
  // Both corners of a face: W has rank 2 for 2 normals and rank 2 for 2 nearly parallel tangents; u_E is
  // unique. Relative to 150 rad/s; the slider's tiny inertia amplifies rounding of the percussions by the
  // ratio 1e3 of inertias.
  constexpr double tolerance = 1e-12 * 150.0;
  double difference = 0.0;
  int contacts = 0;
  while (state.q(0) < full_turn) {
    State<3> other = state;
    REQUIRE(by_lemke.step(state, 2e-5).advanced());
    REQUIRE(by_enumeration.step(other, 2e-5).advanced());
    difference = std::max(difference, (state.u - other.u).cwiseAbs().maxCoeff());
    contacts += by_lemke.report().active_contacts;
  }
  CAPTURE(difference);
  CHECK(contacts > 100);
  CHECK(difference <= tolerance);
}

TEST_CASE("slider-crank: two runs give the same bytes, also side by side in two threads",
          "[slider_crank][determinism]") {
  const std::vector<double> first = trajectory(1e-5);
  CHECK(testing::same_bytes(first, trajectory(1e-5)));
  std::vector<double> left;
  std::thread thread([&] { left = trajectory(1e-5); });
  const std::vector<double> right = trajectory(1e-5);
  thread.join();
  CHECK(testing::same_bytes(first, left));
  CHECK(testing::same_bytes(first, right));
}
