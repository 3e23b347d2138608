// Section crossings and the energy balance of steps.
#include <cmath>

#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/energy.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/section.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;

namespace {

State<1> at(double t, double q) {
  State<1> state;
  state.t = t;
  state.q(0) = q;
  state.u(0) = 2.0 * q;
  return state;
}

double height(const State<1>& state) { return state.q(0); }

}  // namespace

TEST_CASE("a rising section is crossed where the linear interpolant vanishes") {
  const auto crossing = upward_crossing(at(1.0, -0.25), at(2.0, 0.75), height);
  REQUIRE(crossing.has_value());
  // Exact in binary: a quarter of the step.
  CHECK(crossing->t == 1.25);
  CHECK(crossing->q(0) == 0.0);
  CHECK(crossing->u(0) == 0.0);
}

TEST_CASE("a section is crossed once, and only when rising") {
  CHECK_FALSE(upward_crossing(at(0.0, 0.5), at(1.0, -0.5), height).has_value());
  CHECK_FALSE(upward_crossing(at(0.0, 0.25), at(1.0, 0.5), height).has_value());
  // A node exactly on the section belongs to the step that ends there.
  CHECK(upward_crossing(at(0.0, -0.5), at(1.0, 0.0), height).has_value());
  CHECK_FALSE(upward_crossing(at(1.0, 0.0), at(2.0, 0.5), height).has_value());
}

namespace {

// The contacts' work by the other formula: what the motion's kinetic energy cannot owe to the forces h,
//   ubar^T (M (u_E - u_A) - h dt),   M and h where the scheme takes them.
template <class System>
double work_from_motion(const System& system, const State<3>& before, const State<3>& after, double dt) {
  const auto configuration = system.configuration(before.q + 0.5 * dt * before.u, before.t + 0.5 * dt);
  const Vector<3> forces = system.forces(configuration, before.u);
  const Vector<3> impulse = system.mass_matrix(configuration) * (after.u - before.u) - dt * forces;
  return 0.5 * (before.u + after.u).dot(impulse);
}

template <class System>
void check_contact_work(const System& system, double t_end, double dt, double energy_scale) {
  const auto solver = make_contact_solver("lemke");
  State<3> state = system.initial_state();
  double largest_difference = 0.0;
  double total = 0.0;
  nsdbench::testing::run_midpoint(
      system, *solver, state, t_end, dt, [&](const State<3>& before, const State<3>& after, const auto& report) {
        const double work =
            step_work(system, before, after, report.dt, {report.normal_percussions, report.tangential_percussions})
                .total();
        largest_difference =
            std::max(largest_difference, std::abs(work - work_from_motion(system, before, after, report.dt)));
        total += work;
        return true;
      });
  // Both formulas are the same sum in another order: rounding of terms as large as the energy.
  CHECK(largest_difference < 1e-13 * energy_scale);
  // Contacts with friction and impacts dissipate over any stretch with contact.
  CHECK(total < -1e-3 * energy_scale);
}

}  // namespace

TEST_CASE("the work of the contacts is that of their percussions") {
  // Energies of the size of one cycle's fall (9e-4 J) and of the crank's motion (9 J).
  check_contact_work(problems::Woodpecker(nsdbench::testing::woodpecker_parameters()), 0.3, 1e-4, 1e-3);
  check_contact_work(problems::SliderCrank(nsdbench::testing::slider_crank_parameters()), 0.1, 1e-5, 10.0);
}
