// The damped oscillator: forces, energy, closed form, and the order of Moreau's midpoint rule on it.
#include <cmath>
#include <complex>
#include <stdexcept>

#include "problems/damped_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using problems::DampedOscillator;
using problems::ExactDampedOscillator;

static_assert(MechanicalSystem<DampedOscillator>);

TEST_CASE("h of the damped oscillator is -dV/dx - d u", "[damped_oscillator]") {
  auto parameters = testing::damped_oscillator_parameters();
  parameters.k_3 = 30.0;
  parameters.m = 1.5;
  const DampedOscillator system(parameters);
  testing::Random random(31);
  for (int state = 0; state < 25; ++state) {
    const double x = random.uniform(-1.0, 1.0);
    const double u = random.uniform(-2.0, 2.0);
    constexpr double step = 1e-5;
    const double slope =
        (system.potential_energy(Vector<1>(x + step), 0.0) - system.potential_energy(Vector<1>(x - step), 0.0)) /
        (2.0 * step);
    const auto configuration = system.configuration(Vector<1>(x), 0.0);
    // h^2 k_3 of truncation, 1e-16 times 30 J over 1e-5 m of rounding.
    CHECK(system.forces(configuration, Vector<1>(u))(0) == Catch::Approx(-slope - 0.8 * u).margin(2e-8));
    CHECK(system.kinetic_energy(Vector<1>(x), Vector<1>(u), 0.0) == Catch::Approx(0.75 * u * u).epsilon(1e-15));
    CHECK(system.mass_matrix(configuration)(0, 0) == 1.5);
  }
  const State<1> start = system.initial_state();
  CHECK(start.q(0) == 0.1);
  CHECK(start.u(0) == 0.5);
}

TEST_CASE("the exact damped motion, from the complex roots", "[damped_oscillator]") {
  auto parameters = testing::damped_oscillator_parameters();
  // Weak damping, strong damping (d > 2 sqrt(c m) = 12.65), none at all, a damper alone.
  const auto [c, d] = GENERATE(table<double, double>({{40.0, 0.8}, {40.0, 50.0}, {40.0, 0.0}, {0.0, 2.0}}));
  parameters.c = c;
  parameters.d = d;
  const ExactDampedOscillator exact(parameters);
  // lambda^2 + d lambda + c = 0 (m = 1); x = A e^{lambda_1 t} + B e^{lambda_2 t}.
  const std::complex<double> root = std::sqrt(std::complex<double>(0.25 * d * d - c));
  const std::complex<double> first = -0.5 * d + root;
  const std::complex<double> second = -0.5 * d - root;
  const std::complex<double> a = (0.5 - second * 0.1) / (first - second);
  const std::complex<double> b = 0.1 - a;
  CHECK(exact.position(0.0) == Catch::Approx(0.1).epsilon(1e-15));
  CHECK(exact.velocity(0.0) == Catch::Approx(0.5).epsilon(1e-15));
  for (const double t : {0.01, 0.2, 1.0, 3.7}) {
    // Rounding of phases of up to 25 and of the cancelling roots.
    constexpr double tolerance = 1e-13;
    const std::complex<double> x = a * std::exp(first * t) + b * std::exp(second * t);
    const std::complex<double> v = a * first * std::exp(first * t) + b * second * std::exp(second * t);
    CHECK(exact.position(t) == Catch::Approx(x.real()).margin(tolerance));
    CHECK(exact.velocity(t) == Catch::Approx(v.real()).margin(10.0 * tolerance));
  }
}

TEST_CASE("critical damping is the limit from both sides", "[damped_oscillator]") {
  auto parameters = testing::damped_oscillator_parameters();
  parameters.c = 4.0;
  parameters.d = 4.0;  // delta = 2: x = (x_0 + (v_0 + 2 x_0) t) e^{-2 t}
  const ExactDampedOscillator critical(parameters);
  CHECK(critical.position(0.7) == Catch::Approx((0.1 + 0.7 * 0.7) * std::exp(-1.4)).epsilon(1e-14));
  CHECK(critical.velocity(0.7) == Catch::Approx((0.5 - 1.4 * 0.7) * std::exp(-1.4)).epsilon(1e-13));
  for (const double change : {-1e-9, 1e-9}) {
    parameters.d = 4.0 + change;
    const ExactDampedOscillator near(parameters);
    CHECK(near.position(0.7) == Catch::Approx(critical.position(0.7)).margin(1e-9));
    CHECK(near.velocity(0.7) == Catch::Approx(critical.velocity(0.7)).margin(1e-9));
  }
  parameters.k_3 = 1.0;
  CHECK_THROWS_AS(ExactDampedOscillator(parameters), std::invalid_argument);
}

TEST_CASE("Moreau's midpoint rule is of first order with damping, and no contact closes", "[damped_oscillator]") {
  const auto parameters = testing::damped_oscillator_parameters();
  const DampedOscillator system(parameters);
  const ExactDampedOscillator exact(parameters);
  const auto solver = make_contact_solver("psor");
  const auto error = [&](double dt) {
    State<1> state = system.initial_state();
    const auto result =
        testing::run_midpoint(system, *solver, state, 1.0, dt,
                              [](const auto&, const auto&, const auto& report) { return report.active_contacts == 0; });
    REQUIRE(result.completed());
    REQUIRE(state.t == 1.0);
    return std::hypot(state.q(0) - exact.position(1.0), (state.u(0) - exact.velocity(1.0)) / std::sqrt(40.0));
  };
  // Half the step, half the error, up to terms of second order: 40 dt^2 relative to 0.4 dt.
  CHECK(error(1e-4) / error(5e-5) == Catch::Approx(2.0).epsilon(0.02));
  CHECK(error(5e-5) <= 1e-5);
}
