// The sliding point mass: its exact motion against the closed form in the angle between velocity and force.
#include <cmath>
#include <limits>
#include <stdexcept>

#include "problems/sliding_point_mass.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::ExactSlidingMass;
using problems::SlidingPointMass;

static_assert(MechanicalSystem<SlidingPointMass>);

namespace {

// Sliding under a constant force for m = 1. With psi the angle from F to u, w = tan(psi/2) and mu = a/|F|
//   d|u|/dt = |F| (cos psi - mu),  |u| dpsi/dt = -|F| sin psi
// give |u| = (C/2) w^{mu-1} (1 + w^2), dt = -(C/(2 |F|)) w^{mu-2} (1 + w^2) dw, and the way by one more integral.
class ClosedForm {
 public:
  explicit ClosedForm(const problems::SlidingPointMassParameters& p) {
    const Vector<2> force_vector(p.F_x, p.F_y);
    const Vector<2> u(p.u_x_0, p.u_y_0);
    force_ = force_vector.norm();
    along_ = force_vector / force_;
    across_ = Vector<2>(-along_(1), along_(0));
    if (across_.dot(u) < 0.0) across_ = -across_;
    mu_ = p.a / force_;
    w_0_ = std::tan(0.5 * std::atan2(across_.dot(u), along_.dot(u)));
    c_ = 2.0 * u.norm() / (std::pow(w_0_, mu_ - 1.0) * (1.0 + w_0_ * w_0_));
  }
  double mu() const { return mu_; }
  double time(double w) const { return c_ / (2.0 * force_) * (time_term(w_0_) - time_term(w)); }
  double speed(double w) const { return 0.5 * c_ * std::pow(w, mu_ - 1.0) * (1.0 + w * w); }
  Vector<2> velocity(double w) const {
    const double scale = speed(w) / (1.0 + w * w);
    return scale * ((1.0 - w * w) * along_ + 2.0 * w * across_);
  }
  // From the start.
  Vector<2> way(double w) const {
    const double scale = c_ * c_ / (4.0 * force_);
    return scale * ((along_term(w_0_) - along_term(w)) * along_ + (across_term(w_0_) - across_term(w)) * across_);
  }
  double parameter_at(double t) const {
    double low = 1e-60;  // |u| grows like w^{mu-1}: next to a turn at rest w becomes as small as 1e-25
    double high = w_0_;
    for (int i = 0; i < 200; ++i) {
      const double middle = std::sqrt(low * high);
      (time(middle) > t ? low : high) = middle;
    }
    return high;
  }
  // w where the velocity points along `direction`.
  double parameter_of(const Vector<2>& direction) const {
    return std::tan(0.5 * std::atan2(across_.dot(direction), along_.dot(direction)));
  }

 private:
  double time_term(double w) const {
    return std::pow(w, mu_ - 1.0) / (mu_ - 1.0) + std::pow(w, mu_ + 1.0) / (mu_ + 1.0);
  }
  double along_term(double w) const {
    return std::pow(w, 2.0 * mu_ - 2.0) / (2.0 * mu_ - 2.0) - std::pow(w, 2.0 * mu_ + 2.0) / (2.0 * mu_ + 2.0);
  }
  double across_term(double w) const {
    return 2.0 * (std::pow(w, 2.0 * mu_ - 1.0) / (2.0 * mu_ - 1.0) + std::pow(w, 2.0 * mu_ + 1.0) / (2.0 * mu_ + 1.0));
  }

  double force_, mu_, w_0_, c_;
  Vector<2> along_, across_;
};

// The powers of the closed form cancel two or three digits where w_0 is 20.
constexpr double closed_form_tolerance = 1e-12;

}  // namespace

TEST_CASE("the integrated sliding motion is that of the closed form", "[sliding_point_mass]") {
  auto parameters = testing::sliding_point_mass_parameters();
  SECTION("as printed") {}
  SECTION("less friction, from elsewhere") {
    parameters.a = 0.7;
    parameters.x_0 = 0.3;
    parameters.y_0 = -0.4;
    parameters.u_y_0 = 1.0;
  }
  SECTION("next to no speed at the turn") { parameters.u_y_0 = 0.19; }
  const ExactSlidingMass exact(parameters);
  const ClosedForm closed(parameters);
  const Vector<2> start(parameters.x_0, parameters.y_0);
  CHECK(exact.velocity(0.0) == Vector<2>(parameters.u_x_0, parameters.u_y_0));
  CHECK(exact.position(0.0) == start);
  for (const double t : {1e-6, 0.1, 0.3, 0.4, 0.45, 0.5, 1.0, 2.0, 3.0}) {
    CAPTURE(t);
    const double w = closed.parameter_at(t);
    CHECK((exact.velocity(t) - closed.velocity(w)).norm() <= closed_form_tolerance);
    CHECK((exact.position(t) - start - closed.way(w)).norm() <= closed_form_tolerance);
    CHECK(exact.friction(t).norm() == Catch::Approx(parameters.a).epsilon(1e-15));
    CHECK(exact.friction(t).dot(exact.velocity(t)) ==
          Catch::Approx(-parameters.a * exact.velocity(t).norm()).epsilon(1e-14));
  }
  // The speed is least where the force along the path equals the friction: cos psi = mu.
  const double slowest = std::tan(0.5 * std::acos(closed.mu()));
  CHECK(exact.minimum_speed() == Catch::Approx(closed.speed(slowest)).margin(closed_form_tolerance));
  CHECK(exact.minimum_speed_time() == Catch::Approx(closed.time(slowest)).margin(closed_form_tolerance));
  // |lambda_y| = a where the mass moves along y.
  const double peak = exact.lateral_friction_peak_time();
  CHECK(std::abs(exact.friction(peak)(1)) == Catch::Approx(parameters.a).epsilon(1e-14));
  const double side = exact.velocity(peak)(1) > 0.0 ? 1.0 : -1.0;
  CHECK(peak == Catch::Approx(closed.time(closed.parameter_of(Vector<2>(0.0, side)))).margin(closed_form_tolerance));
}

// The velocity across the force tends to zero, or grows far more slowly than that along it. It is as exact.
TEST_CASE("a force that lasts long, and a start almost from rest", "[sliding_point_mass]") {
  problems::SlidingPointMassParameters parameters{};
  parameters.m = 1.0;
  parameters.a = 1.2;
  parameters.F_x = 2.0;
  SECTION("up to 1e6 s") {
    parameters.u_y_0 = 1.0;
    parameters.force_end = 1e6;
    const ExactSlidingMass exact(parameters);
    const ClosedForm closed(parameters);
    for (const double t : {1.0, 1e2, 1e4, 1e6}) {
      CAPTURE(t);
      const double w = closed.parameter_at(t);
      for (const int k : {0, 1}) {
        CHECK(exact.velocity(t)(k) == Catch::Approx(closed.velocity(w)(k)).epsilon(closed_form_tolerance));
        CHECK(exact.position(t)(k) == Catch::Approx(closed.way(w)(k)).epsilon(closed_form_tolerance));
      }
    }
  }
  SECTION("1e-300 m/s: in the units of such a motion it is the same one") {
    constexpr double scale = 0x1p-1000;
    parameters.force_end = 1.0;
    parameters.u_x_0 = parameters.u_y_0 = 0.5;
    const ExactSlidingMass exact(parameters);
    parameters.u_x_0 = parameters.u_y_0 = 0.5 * scale;
    const ExactSlidingMass small(parameters);
    for (const double t : {0.1, 0.5, 1.0}) {
      CHECK((small.velocity(t * scale) / scale - exact.velocity(t)).norm() <= 1e-15);
    }
    // After 1 s, 1e300 times as long as the turn takes, it moves along the force.
    CHECK(small.velocity(1.0)(0) == Catch::Approx(0.8).epsilon(1e-15));
  }
}

TEST_CASE("a mass that halts while a force weaker than friction lasts", "[sliding_point_mass]") {
  problems::SlidingPointMassParameters parameters{};
  parameters.m = 1.0;
  parameters.a = 1.0;
  double halt = 0.0;  // m (a |u| + F u) / (a^2 - |F|^2)
  SECTION("no force") {
    parameters.u_x_0 = 2.0;
    halt = 2.0;
  }
  SECTION("along the force") {
    parameters.F_x = 0.5;
    parameters.u_x_0 = 2.0;
    halt = 4.0;
  }
  SECTION("against the force") {
    parameters.F_x = -0.5;
    parameters.u_x_0 = 2.0;
    halt = 4.0 / 3.0;
  }
  SECTION("aslant") {
    parameters.F_x = 0.5;
    parameters.u_x_0 = parameters.u_y_0 = 1.0;
    halt = (std::sqrt(2.0) + 0.5) / 0.75;
  }
  for (const double late : {1.0, 1.5, 20.0}) {
    parameters.force_end = late * halt * (1.0 + 1e-15);
    CHECK_THROWS_AS(ExactSlidingMass(parameters), std::invalid_argument);
  }
  // Shortly before, a |u| + F u is what is left of the time times (a^2 - |F|^2) / m.
  parameters.force_end = 0.999 * halt;
  const ExactSlidingMass exact(parameters);
  const Vector<2> u = exact.velocity(parameters.force_end);
  const double excess = 1.0 - parameters.F_x * parameters.F_x;
  CHECK(u.norm() + parameters.F_x * u(0) == Catch::Approx(excess * (halt - parameters.force_end)).epsilon(1e-11));
}

TEST_CASE("after the switch-off the mass comes to rest on a straight line", "[sliding_point_mass]") {
  const ExactSlidingMass exact(testing::sliding_point_mass_parameters());
  const Vector<2> u = exact.velocity(3.0);
  const double speed = u.norm();
  const double stop = exact.stop_time();
  constexpr double rounding = 1e-14;
  CHECK(stop == Catch::Approx(3.0 + 0.5 * speed).epsilon(rounding));
  const Vector<2> end = exact.position(3.0) + u * speed / 4.0;  // m |u|^2 / (2 a) along u/|u|
  CHECK((exact.position(stop) - end).norm() <= rounding);
  CHECK(exact.velocity(stop) == Vector<2>::Zero());
  CHECK(exact.position(stop + 5.0) == exact.position(stop));
  CHECK(exact.friction(stop) == Vector<2>::Zero());
  const double halfway = 3.0 + 0.25 * speed;
  CHECK((exact.velocity(halfway) - 0.5 * u).norm() <= rounding);
  CHECK((exact.position(halfway) - exact.position(3.0) - 0.75 * (end - exact.position(3.0))).norm() <= rounding);
  // Continuous across the switch-off.
  CHECK((exact.velocity(std::nextafter(3.0, 4.0)) - u).norm() <= 1e-14);
}

TEST_CASE("limits of the sliding mass", "[sliding_point_mass]") {
  auto parameters = testing::sliding_point_mass_parameters();
  SECTION("no friction: uniformly accelerated, never at rest") {
    parameters.a = 0.0;
    const ExactSlidingMass exact(parameters);
    CHECK(exact.stop_time() == std::numeric_limits<double>::infinity());
    CHECK((exact.position(2.0) - Vector<2>(4.0 - 5.0, -0.4 - 0.5)).norm() <= 1e-14);
    CHECK((exact.velocity(4.0) - Vector<2>(2.0 - 7.5, -0.2 - 0.75)).norm() <= 1e-14);
  }
  SECTION("no force at all") {
    parameters.force_end = 0.0;
    const ExactSlidingMass exact(parameters);
    CHECK(exact.stop_time() == Catch::Approx(0.5 * std::hypot(2.0, 0.2)).epsilon(1e-15));
    CHECK(exact.minimum_speed_time() == 0.0);
    CHECK(exact.lateral_friction_peak_time() == 0.0);
  }
  SECTION("along the force: a straight line") {
    parameters.u_x_0 = -2.0;
    const ExactSlidingMass exact(parameters);
    const double acceleration = std::hypot(2.5, 0.25) - 2.0;
    CHECK(exact.velocity(3.0).norm() == Catch::Approx(std::hypot(2.0, 0.2) + 3.0 * acceleration).epsilon(1e-14));
    CHECK(exact.minimum_speed_time() == 0.0);
  }
  SECTION("a mass that sticks before the force ends is refused") {
    parameters.F_x = 0.5;
    CHECK_THROWS_AS(ExactSlidingMass(parameters), std::invalid_argument);
  }
  SECTION("a start against the force is refused") {
    parameters.u_y_0 = 0.2;
    CHECK_THROWS_AS(ExactSlidingMass(parameters), std::invalid_argument);
  }
  SECTION("against a force that ends before the halt") {
    parameters.u_y_0 = 0.2;
    parameters.force_end = 0.25;
    const ExactSlidingMass exact(parameters);
    const double speed = std::hypot(2.0, 0.2) - 0.25 * (std::hypot(2.5, 0.25) + 2.0);
    CHECK(exact.minimum_speed() == Catch::Approx(speed).epsilon(1e-14));
    CHECK(exact.minimum_speed_time() == 0.25);
    CHECK(exact.stop_time() == Catch::Approx(0.25 + 0.5 * speed).epsilon(1e-14));
  }
  SECTION("a start at rest is refused") {
    parameters.u_x_0 = parameters.u_y_0 = 0.0;
    CHECK_THROWS_AS(ExactSlidingMass(parameters), std::invalid_argument);
  }
}

TEST_CASE("the sliding mass as a mechanical system", "[sliding_point_mass]") {
  const SlidingPointMass system(testing::sliding_point_mass_parameters());
  const Vector<2> q(1.0, 2.0);
  const Vector<2> u(3.0, 4.0);
  CHECK(Vector<2>(system.forces(system.configuration(q, 2.999), u)) == Vector<2>(-2.5, -0.25));
  CHECK(Vector<2>(system.forces(system.configuration(q, 3.0), u)) == Vector<2>::Zero());
  CHECK(system.kinetic_energy(q, u, 0.0) == 12.5);
  const auto w = system.directions(system.configuration(q, 0.0), 0);
  CHECK(Vector<2>(w.tangential.transpose() * u) == u);  // gamma_T is the velocity
  CHECK(w.normal == Vector<2>::Zero());
  CHECK(system.law(0).kind == ContactKind::tresca);
  CHECK(system.law(0).force_bound == 2.0);
}

TEST_CASE("Moreau's midpoint rule with the friction disc tends to the exact motion", "[sliding_point_mass]") {
  const auto parameters = testing::sliding_point_mass_parameters();
  const SlidingPointMass system(parameters);
  const ExactSlidingMass exact(parameters);
  const auto solver = make_contact_solver("psor_block");
  const auto error = [&](double dt) {
    State<2> state = system.initial_state();
    double largest = 0.0;
    const auto result =
        testing::run_midpoint(system, *solver, state, 4.0, dt, [&](const auto&, const State<2>& after, const auto&) {
          largest = std::max(largest, (after.q - exact.position(after.t)).norm());
          return true;
        });
    REQUIRE(result.completed());
    CHECK(state.u.norm() <= 1e-12);  // sticks by then
    return largest;
  };
  // First order: the friction acts along the velocity at the end of the step.
  const double coarse = error(2e-3);
  const double fine = error(1e-3);
  CHECK(coarse / fine == Catch::Approx(2.0).epsilon(0.1));
  CHECK(fine <= 5e-3);
}
