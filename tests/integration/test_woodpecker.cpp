// The woodpecker toy over cycles: every LCP is solved, with the paper's dimensions, by two methods that
// agree.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

#include "problems/woodpecker.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using problems::Woodpecker;

namespace {

constexpr double cycle = 0.146;  // period of the limit cycle, to three digits [s]

std::vector<double> trajectory(const char* solver_name, double t_end, double dt) {
  const Woodpecker woodpecker(testing::woodpecker_parameters());
  const auto solver = make_contact_solver(solver_name);
  State<3> state = woodpecker.initial_state();
  std::vector<double> numbers;
  testing::run_midpoint(woodpecker, *solver, state, t_end, dt, [&](const auto&, const auto& after, const auto& report) {
    for (int i = 0; i < 3; ++i) {
      numbers.push_back(after.q(i));
      numbers.push_back(after.u(i));
      numbers.push_back(report.normal_percussions(i));
      numbers.push_back(report.tangential_percussions(i, 0));
    }
    return true;
  });
  return numbers;
}

}  // namespace

TEST_CASE("woodpecker: every LCP is solved", "[woodpecker]") {
  const auto [dt, t_end] = GENERATE(table<double, double>({{1e-4, 2 * cycle}, {1e-5, 2 * cycle}, {1e-6, 0.5 * cycle}}));
  CAPTURE(dt);
  const Woodpecker woodpecker(testing::woodpecker_parameters());
  const auto solver = make_contact_solver("lemke");
  State<3> state = woodpecker.initial_state();
  std::array<int, 3> touches{};
  double largest_residual = 0.0;
  const Outcome result =
      testing::run_midpoint(woodpecker, *solver, state, t_end, dt, [&](const auto&, const auto&, const auto& report) {
        for (std::size_t i = 0; i < 3; ++i) touches[i] += report.active[i];
        largest_residual = std::max(largest_residual, report.solver.residual);
        return true;
      });
  CHECK(result.completed());
  CHECK(state.t == Catch::Approx(t_end).epsilon(1e-15));
  CHECK(largest_residual <= 1e-12);  // rounding, not the solver's tolerance of 1e-10
  // Beak, lower and upper edge of the sleeve all take part in a cycle.
  if (t_end >= cycle) {
    for (const int count : touches) CHECK(count > 0);
  }
}

TEST_CASE("woodpecker: LCPs have dimension 6 at most", "[woodpecker]") {
  // Sec. 4 of the paper: two contacts at most can be closed at once. From Table I one at a time is, for good;
  // a bird that starts faster closes beak and sleeve in the same step.
  const auto [omega, dimension] = GENERATE(table<double, int>({{-7.4583, 3}, {-16.0, 6}}));
  CAPTURE(omega);
  auto parameters = testing::woodpecker_parameters();
  parameters.omega_S_0 = omega;
  const Woodpecker woodpecker(parameters);
  const auto solver = make_contact_solver("lemke");
  State<3> state = woodpecker.initial_state();
  int largest = 0;
  bool both_edges = false;
  const Outcome result = testing::run_midpoint(woodpecker, *solver, state, 2 * cycle, 1e-5,
                                               [&](const auto&, const auto&, const auto& report) {
                                                 largest = std::max(largest, 3 * report.active_contacts);
                                                 both_edges = both_edges || (report.active[1] && report.active[2]);
                                                 return true;
                                               });
  CHECK(result.completed());
  CHECK(largest == dimension);
  CHECK_FALSE(both_edges);  // the sleeve cannot touch with its lower and upper edge
}

TEST_CASE("woodpecker: Lemke and enumeration agree at every step of two cycles", "[woodpecker][oracle]") {
  const double omega = GENERATE(-7.4583, -16.0);  // LCPs of dimension 3, and of dimension 6 as well
  auto parameters = testing::woodpecker_parameters();
  parameters.omega_S_0 = omega;
  const Woodpecker woodpecker(parameters);
  const auto lemke = make_contact_solver("lemke");
  const auto enumeration = make_contact_solver("enumeration");
  MoreauMidpoint by_lemke(woodpecker, *lemke);
  MoreauMidpoint by_enumeration(woodpecker, *enumeration);
  State<3> state = woodpecker.initial_state();
  // Largest velocities of the cycle. Both methods solve the same regular equations of up to four unknowns: a
  // few hundred roundings, amplified by the ratio of the sleeve's inertia to the bird's.
  const Vector<3> scale(0.4, 32.0, 18.0);
  constexpr double tolerance = 1e-12;
  double difference = 0.0;
  int contacts = 0;
  constexpr double dt = 2e-5;
  const long steps = std::lround(2 * cycle / dt);
  for (long k = 0; k < steps; ++k) {
    State<3> other = state;
    REQUIRE(by_lemke.step(state, dt).advanced());
    REQUIRE(by_enumeration.step(other, dt).advanced());
    difference = std::max(difference, (state.u - other.u).cwiseQuotient(scale).cwiseAbs().maxCoeff());
    contacts += by_lemke.report().active_contacts;
  }
  CAPTURE(difference);
  CHECK(contacts > steps / 3);
  CHECK(difference <= tolerance);
}

TEST_CASE("woodpecker: friction and impacts take energy, the scheme adds none", "[woodpecker]") {
  const auto parameters = testing::woodpecker_parameters();
  const Woodpecker woodpecker(parameters);
  const auto growth_over_two_cycles = [&](double dt) {
    const auto solver = make_contact_solver("lemke");
    State<3> state = woodpecker.initial_state();
    double lowest = total_energy(woodpecker, state);
    double growth = 0.0;
    testing::run_midpoint(woodpecker, *solver, state, 2 * cycle, dt, [&](const auto&, const auto& after, const auto&) {
      const double energy = total_energy(woodpecker, after);
      growth = std::max(growth, energy - lowest);
      lowest = std::min(lowest, energy);
      return true;
    });
    CHECK(-state.q(0) == Catch::Approx(2 * 0.0194).epsilon(0.05));  // Table I lies near the cycle, not on it
    return growth;
  };
  // In free flight the midpoint rule is the leapfrog: the energy of a vibration E oscillates by (omega dt)^2
  // E / 8. omega^2 <= c_phi (1/J_M + 1/J_S), E <= c_phi (0.4 rad)^2 / 2 in this motion.
  const double omega2 = parameters.c_phi * (1.0 / parameters.J_M + 1.0 / parameters.J_S);
  const double vibration = 0.5 * parameters.c_phi * 0.4 * 0.4;
  const double coarse = growth_over_two_cycles(1e-4);
  const double fine = growth_over_two_cycles(1e-5);
  CAPTURE(coarse, fine);
  CHECK(coarse <= omega2 * 1e-8 / 8.0 * vibration);
  CHECK(fine <= omega2 * 1e-10 / 8.0 * vibration);
  CHECK(coarse / fine == Catch::Approx(100.0).epsilon(0.1));  // dt^2; the next power is dt^3
}

TEST_CASE("woodpecker: two runs give the same bytes, also side by side in two threads", "[woodpecker][determinism]") {
  const std::vector<double> first = trajectory("lemke", cycle, 1e-5);
  CHECK(testing::same_bytes(first, trajectory("lemke", cycle, 1e-5)));
  std::vector<double> left;
  std::vector<double> right;
  std::thread thread([&] { left = trajectory("lemke", cycle, 1e-5); });
  right = trajectory("lemke", cycle, 1e-5);
  thread.join();
  CHECK(testing::same_bytes(first, left));
  CHECK(testing::same_bytes(first, right));
}
