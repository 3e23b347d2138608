// Event-driven integration where the contact problem has no solution, several, or a solver that gives up.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "solvers/contact/lcp/contact_solutions.hpp"
#include "solvers/integration/acceleration_level/acceleration_problem.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/test_systems.hpp"
#include "tests/integration/event_driven/event_run.hpp"

using namespace nsdbench;
using Rod = testing::PainleveRod;
using testing::run_events;
using testing::WithTerms;

namespace {

// The rod at the inclination with the smallest critical friction; its end slides ahead with 1 m/s.
State<3> sliding_rod(double rate) {
  const double phi = std::atan(2.0);
  State<3> state;
  state.q << 0.0, std::sin(phi), phi;
  state.u << 1.0 + std::sin(phi) * rate, std::cos(phi) * rate, rate;
  return state;
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

}  // namespace

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
  const auto integrator = make_event_driven(sledge, *solver);
  State<3> state;
  state.u(0) = 1.0;
  const Outcome result = integrator->integrate(state, {1.0});
  CHECK(result.reason == StopReason::unsolved);
  CHECK(result.solver == SolverStatus::iteration_limit);
  CHECK(run_events(sledge, State<3>(), 1.0).result.completed());
}
