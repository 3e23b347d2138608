// The integrators in long double and quadruple precision.
#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>
#include <vector>

#include "problems/impact_oscillator.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/energy.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "solvers/linear_algebra/quadruple.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::BasicImpactOscillator;
using problems::BasicWoodpecker;

namespace {

static_assert(std::is_same_v<ScalarOf<BasicWoodpecker<Quadruple>>, Quadruple>);
static_assert(std::is_same_v<ScalarOf<problems::Woodpecker>, double>);
static_assert(MechanicalSystem<BasicWoodpecker<long double>>);
static_assert(MechanicalSystem<BasicImpactOscillator<Quadruple>>);
// The double path keeps the contact problem that solvers take as it is.
static_assert(std::is_same_v<MoreauMidpoint<problems::Woodpecker>::Problem, FixedContactProblem<6, 6>>);

template <class Scalar>
void check_ldl_factorization() {
  Matrix<3, 3, Scalar> m;
  m << Scalar(4), Scalar(1), Scalar(0), Scalar(1), Scalar(3), Scalar(-1), Scalar(0), Scalar(-1), Scalar(2);
  LdlFactorization<3, Scalar> factorization;
  factorization.compute(m);
  REQUIRE(factorization.positive_definite());
  const Vector<3, Scalar> x(Scalar(1) / 3, Scalar(1) / 7, Scalar(1) / 11);
  Vector<3, Scalar> y = m * x;
  factorization.solve_in_place(y);
  const auto error = static_cast<double>((y - x).cwiseAbs().maxCoeff());
  CHECK(error <= 10.0 * static_cast<double>(std::numeric_limits<Scalar>::epsilon()));
  m(2, 2) = std::numeric_limits<Scalar>::quiet_NaN();
  factorization.compute(m);
  CHECK_FALSE(factorization.positive_definite());
}

// The first impact and the motion after it, against the closed form in Scalar.
template <class Scalar>
double impact_oscillator_error(double dt_min) {
  using std::atan2;
  using std::cos;
  using std::sin;
  using std::sqrt;
  const auto p = testing::impact_oscillator_parameters();
  const BasicImpactOscillator<Scalar> oscillator(p);
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions extrapolation;
  extrapolation.order = 12;
  extrapolation.powers = ErrorPowers::even;
  StepSizeAdjustment<BasicImpactOscillator<Scalar>> integrator(oscillator, *solver, {dt_min, 2e-3}, extrapolation);
  auto state = oscillator.initial_state();
  const Scalar end = 0.2;
  const auto result = integrator.integrate(state, {end});
  REQUIRE(result.completed());
  REQUIRE(result.counts.events == 2);  // closes, opens

  const Scalar omega = sqrt(Scalar(p.c) / p.m);
  const Scalar x = Scalar(p.x_0) - p.x_s;  // from where the spring is unstressed
  const Scalar amplitude = sqrt(x * x + p.v_0 * p.v_0 / (omega * omega));
  const Scalar speed = sqrt(omega * omega * (amplitude * amplitude - Scalar(p.x_s) * p.x_s));  // at the stop
  const Scalar impact = (atan2(Scalar(-omega * p.x_s), speed) - atan2(Scalar(omega * x), Scalar(p.v_0))) / omega;
  const Scalar rest = end - impact;
  const Scalar exact =
      p.x_s - p.x_s * cos(Scalar(omega * rest)) - p.epsilon_N * speed / omega * sin(Scalar(omega * rest));
  CHECK(static_cast<double>(impact) > 0.0);
  return std::abs(static_cast<double>(state.q(0) - exact));
}

}  // namespace

TEST_CASE("extended precision: mass matrices", "[extended]") {
  check_ldl_factorization<long double>();
  check_ldl_factorization<Quadruple>();
}

TEST_CASE("extended precision: the impact oscillator is as exact as dt_min lets it be", "[extended]") {
  // An impact that comes up to dt_min late moves the mass by (1 + eps) 6 m/s dt_min at most.
  CHECK(impact_oscillator_error<double>(1e-10) <= 10.0 * 1e-10);
  CHECK(impact_oscillator_error<long double>(1e-13) <= 10.0 * 1e-13);
  CHECK(impact_oscillator_error<Quadruple>(1e-18) <= 10.0 * 1e-18);
}

TEST_CASE("extended precision: dt_min is held against the digits of the scalar", "[extended]") {
  const auto complaint = [](auto scalar, double dt_min) {
    using System = BasicImpactOscillator<decltype(scalar)>;
    const System oscillator(testing::impact_oscillator_parameters());
    const auto solver = make_contact_solver("lemke");
    StepSizeAdjustment<System> integrator(oscillator, *solver, {dt_min, 1e-3}, {});
    auto state = oscillator.initial_state();
    return testing::complaint_of(
        [&] { integrator.integrate(state, {decltype(scalar)(1.0)}, [](const auto&) { return false; }); });
  };
  CHECK(complaint(1.0, 1e-14).find("lost in the rounding") != std::string::npos);
  CHECK(complaint(Quadruple(1), 1e-14).empty());
  CHECK(complaint(Quadruple(1), 1e-31).empty());
  CHECK(complaint(Quadruple(1), 1e-33).find("lost in the rounding") != std::string::npos);
  if constexpr (std::numeric_limits<long double>::digits == 64) {
    CHECK(complaint(1.0L, 1e-14).empty());
    CHECK(complaint(1.0L, 1e-18).find("lost in the rounding") != std::string::npos);
  }
}

TEST_CASE("extended precision: a fixed step gives the double trajectory to double's digits", "[extended]") {
  const auto solver = make_contact_solver("lemke");
  const auto run = [&](auto scalar) {
    using Scalar = decltype(scalar);
    using System = BasicWoodpecker<Scalar>;
    const System woodpecker(testing::woodpecker_parameters());
    auto state = woodpecker.initial_state();
    Scalar work = 0.0;
    const Scalar start = total_energy(woodpecker, state);
    const auto result =
        testing::run_midpoint(woodpecker, *solver, state, Scalar(0.05), Scalar(1e-4),
                              [&](const auto& before, const auto& after, const StepReport<System>& report) {
                                work += step_work(woodpecker, before, after, report.dt,
                                                  {report.normal_percussions, report.tangential_percussions})
                                            .total();
                                return true;
                              });
    REQUIRE(result.completed());
    CHECK(result.counts.accepted_steps == 500);
    CHECK(work < 0.0);
    Vector<8> numbers;
    numbers << state.q.template cast<double>() * 10.0, state.u.template cast<double>(), static_cast<double>(work) * 1e3,
        static_cast<double>(total_energy(woodpecker, state) - start) * 1e3;
    return numbers;
  };
  const Vector<8> in_double = run(1.0);
  CHECK(in_double(6) < -1e-2);
  CHECK((run(1.0L) - in_double).norm() <= 1e-9 * in_double.norm());  // rounding grows over 500 steps
  CHECK((run(Quadruple(1)) - in_double).norm() <= 1e-9 * in_double.norm());
}

TEST_CASE("extended precision: trajectories are looked up in their own scalar", "[extended]") {
  ReferenceTrajectory<1, Quadruple> trajectory;  // q = t^3: the cubic is exact
  for (const int k : {0, 1, 3}) {
    State<1, Quadruple> node;
    node.t = Quadruple(k) / 7;
    node.q(0) = node.t * node.t * node.t;
    node.u(0) = 3 * node.t * node.t;
    trajectory.add(node);
  }
  const Quadruple t = Quadruple(2) / 11;
  CHECK(static_cast<double>(abs(trajectory.position(t)(0) - t * t * t)) <= 1e-33);
}
