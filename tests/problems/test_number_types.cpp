// Every problem in long double and quadruple precision: the same mechanism to more digits, also where constants follow
// from several parameters.
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "solvers/linear_algebra/quadruple.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/every_problem.hpp"
#include "tests/problems/kinematics_check.hpp"

using namespace nsdbench;

namespace {

constexpr int states = 10;

// As in double, with smaller steps: step^2/6 of third derivatives, of (19.6/s)^2 in time at most. For quadruple
// precision the bound lies below the rounding of doubles, 1e-16.
template <class Number>
testing::DifferenceAccuracy<Number> accuracy() {
  if (std::is_same_v<Number, Quadruple>) return {Number(1e-11), Number(1e-19)};
  return {Number(1e-6), Number(1e-9)};
}

// Rounding of a few operations on values of one size.
template <class Number>
Number rounding() {
  return 20.0 * std::numeric_limits<Number>::epsilon();
}

template <class Problem>
struct InDouble;
template <template <class> class Problem, class Number>
struct InDouble<Problem<Number>> {
  using type = Problem<double>;
};
template <class Number, problems::Guide guide>
struct InDouble<problems::BasicPrismaticJoint<Number, guide>> {
  using type = problems::BasicPrismaticJoint<double, guide>;
};

// What a double's 1e-16 makes of sums of some ten terms.
constexpr double double_rounding = 1e-14;

template <class Wide, class Narrow>
void check_agreement(const char* quantity, const Wide& wide, const Narrow& narrow) {
  CAPTURE(quantity);
  const auto rounded = wide.template cast<double>();
  CHECK((rounded - narrow).norm() <= double_rounding * narrow.norm());
}

// T is quadratic in u: M from its second differences, exact up to rounding.
template <class Problem, class Coordinates>
void check_mass_matrix(const Problem& problem, const Coordinates& q) {
  using Number = ScalarOf<Problem>;
  const Matrix<Problem::dof, Problem::dof, Number> m = problem.mass_matrix(problem.configuration(q, 0.0));
  for (int i = 0; i < Problem::dof; ++i) {
    for (int j = 0; j < Problem::dof; ++j) {
      const Coordinates sum = Coordinates::Unit(i) + Coordinates::Unit(j);
      const Coordinates difference = Coordinates::Unit(i) - Coordinates::Unit(j);
      const Number second = 0.5 * (problem.kinetic_energy(q, sum, 0.0) - problem.kinetic_energy(q, difference, 0.0));
      using std::abs;
      CHECK(abs(Number(m(i, j) - second)) <= rounding<Number>() * m.norm());
    }
  }
}

// h at rest is -dV/dq.
template <class Problem, class Coordinates>
void check_potential(const Problem& problem, const Coordinates& q) {
  using Number = ScalarOf<Problem>;
  const auto [step, relative] = accuracy<Number>();
  const Coordinates h = problem.forces(problem.configuration(q, 0.0), Coordinates::Zero());
  Coordinates gradient;
  for (int k = 0; k < Problem::dof; ++k) {
    const Coordinates change = step * Coordinates::Unit(k);
    gradient(k) =
        (problem.potential_energy(q + change, 0.0) - problem.potential_energy(q - change, 0.0)) / (2.0 * step);
  }
  CHECK((h + gradient).norm() <= relative * h.norm());
}

}  // namespace

TEMPLATE_TEST_CASE("kinematics of every problem agree with central differences in more digits", "[kinematics]",
                   long double, Quadruple) {
  testing::for_every_problem<TestType>(
      [](const char* name, const auto& problem, const auto& q_range, const auto& u_range, const auto& displacement) {
        testing::KinematicsCheck check(problem, accuracy<TestType>());
        check.run(name, q_range, u_range, displacement);
      });
}

TEMPLATE_TEST_CASE("every problem is the same in any number type", "[kinematics]", long double, Quadruple) {
  testing::for_every_problem<TestType>([](const char* name, const auto& problem, const auto& q_range,
                                          const auto& u_range, const auto& /*displacement*/) {
    using Problem = std::remove_cvref_t<decltype(problem)>;
    constexpr int dof = Problem::dof;
    const typename InDouble<Problem>::type narrow(problem.parameters());
    CAPTURE(name);
    check_agreement("q_0", problem.initial_state().q, narrow.initial_state().q);
    check_agreement("u_0", problem.initial_state().u, narrow.initial_state().u);
    testing::Random random(32);
    for (int state = 0; state < states; ++state) {
      const Vector<dof> q = q_range.cwiseProduct(Vector<dof>(random.vector(dof)));
      const Vector<dof> u = u_range.cwiseProduct(Vector<dof>(random.vector(dof)));
      const double t = random.uniform(0.0, 0.1);  // sin(Omega t) of a larger argument has lost digits
      const Vector<dof, TestType> wide_q = q.template cast<TestType>();
      const Vector<dof, TestType> wide_u = u.template cast<TestType>();
      const auto wide_k = problem.configuration(wide_q, t);
      const auto k = narrow.configuration(q, t);
      check_agreement("M", problem.mass_matrix(wide_k), narrow.mass_matrix(k));
      check_agreement("h", problem.forces(wide_k, wide_u), narrow.forces(k, u));
      check_agreement("g_N", problem.gaps(wide_k), narrow.gaps(k));
      const double energy = narrow.kinetic_energy(q, u, t) + narrow.potential_energy(q, t);
      const auto wide_energy =
          static_cast<double>(problem.kinetic_energy(wide_q, wide_u, t) + problem.potential_energy(wide_q, t));
      CHECK(std::abs(wide_energy - energy) <= double_rounding * (1.0 + narrow.kinetic_energy(q, u, t)));
      for (int i = 0; i < Problem::contact_count; ++i) {
        check_agreement("w_N", problem.directions(wide_k, i).normal, narrow.directions(k, i).normal);
        check_agreement("W_T", problem.directions(wide_k, i).tangential, narrow.directions(k, i).tangential);
        const double speed = u.norm();
        CHECK(static_cast<double>(problem.friction_coefficient(i, speed)) ==
              Catch::Approx(narrow.friction_coefficient(i, speed)).epsilon(double_rounding));
        CHECK(static_cast<double>(problem.static_friction(i)) == narrow.static_friction(i));
      }
    }
  });
}

TEST_CASE("constants of every problem have the digits of its number type", "[kinematics]") {
  testing::for_every_problem<Quadruple>([](const char* name, const auto& problem, const auto& q_range,
                                           const auto& /*u_range*/, const auto& /*displacement*/) {
    using Problem = std::remove_cvref_t<decltype(problem)>;
    constexpr int dof = Problem::dof;
    CAPTURE(name);
    // Forces in time have no potential; without the unbalanced mass the inclined plane has one.
    auto parameters = problem.parameters();
    if constexpr (requires { parameters.m_E; }) parameters.m_E = 0.0;
    const Problem at_rest(parameters);
    constexpr bool potential = !std::is_same_v<Problem, problems::BasicSlidingPointMass<Quadruple>>;
    testing::Random random(33);
    for (int state = 0; state < states; ++state) {
      const Vector<dof, Quadruple> q = q_range.cwiseProduct(Vector<dof>(random.vector(dof))).template cast<Quadruple>();
      check_mass_matrix(problem, q);
      if (potential) check_potential(at_rest, q);
    }
  });
}

TEST_CASE("the centred slider has the clearance as gap, to all digits", "[kinematics][slider_crank]") {
  const auto p = testing::slider_crank_parameters();
  const problems::BasicSliderCrank<Quadruple> crank(p);
  const Vector<4, Quadruple> gaps = crank.gaps(crank.configuration(Vector<3, Quadruple>::Zero(), 0.0));
  for (int i = 0; i < 4; ++i) CHECK(abs(Quadruple(gaps(i) - p.c)) <= rounding<Quadruple>() * p.b);
}

TEST_CASE("the weight of the ball has the digits of its number type", "[kinematics]") {
  auto p = testing::bouncing_ball_parameters();
  p.m = 0.3;  // times g is no double
  const problems::BasicBouncingBall<Quadruple> ball(p);
  const Vector<1, Quadruple> height(Quadruple(2.0));
  const Quadruple weight = Quadruple(p.m) * p.g;
  CHECK(ball.forces(ball.configuration(height, 0.0), height)(0) == -weight);
  CHECK(ball.potential_energy(height, 0.0) == 2.0 * weight);
}

TEST_CASE("the inclined plane to all digits: unbalance, inertias, characteristic", "[kinematics][inclined_plane]") {
  auto p = testing::inclined_plane_oscillator_parameters();
  // Differences of these are no doubles, those of the paper's values are.
  p.A = 0.31e-3;
  p.mu_0 = 0.35;
  const problems::BasicInclinedPlaneOscillator<Quadruple> system(p);
  using Coordinates = Vector<6, Quadruple>;
  Coordinates q = Coordinates::Zero();
  // At t = 0 the unbalance pulls along the body and turns it by its lever: h_6 = l_2 F_0.
  const Quadruple force = Quadruple(p.m_E) * p.r_E * p.Omega * p.Omega;
  const Coordinates h = system.forces(system.configuration(q, 0.0), Coordinates::Zero());
  CHECK(abs(Quadruple(h(5) - p.l_2 * force)) <= rounding<Quadruple>() * h(5));
  const Quadruple downhill = Quadruple(p.m) * p.g * sin(Quadruple(p.delta));
  CHECK(abs(Quadruple(h(0) - downhill - force)) <= rounding<Quadruple>() * h(0));

  // Whatever gamma is, the inertias about the lying axes are those of a turned ellipse: A B and A + B do not change.
  q(5) = 0.7;
  const auto turned = system.configuration(q, 0.0);
  const Matrix<6, 6, Quadruple> m = system.mass_matrix(turned);
  const Quadruple product = Quadruple(p.A) * p.B;
  CHECK(abs(Quadruple(m(3, 3) * m(4, 4) - m(3, 4) * m(4, 3) - product)) <= rounding<Quadruple>() * product);
  // Turning about gamma they change by d M_44 / d gamma = 2 (B - A) sin cos = -2 M_45: the moment is -gammadot times
  // it.
  Coordinates u = Coordinates::Zero();
  u(3) = 1.0;
  u(5) = 1.0;
  const Quadruple moment = system.forces(turned, u)(3) - system.forces(turned, Coordinates::Zero())(3);
  CHECK(abs(Quadruple(moment - 2.0 * m(3, 4))) <= rounding<Quadruple>() * p.B);

  // mu(v_s) = mu + (mu_0 - mu)/e.
  const Quadruple expected = p.mu + (Quadruple(p.mu_0) - p.mu) * exp(Quadruple(-1.0));
  CHECK(abs(Quadruple(system.friction_coefficient(0, p.v_s) - expected)) <= rounding<Quadruple>());
}
