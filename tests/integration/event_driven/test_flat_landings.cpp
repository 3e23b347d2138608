// Bodies that land flat on several points: they rebound without spin, however many points there are.
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/event_driven/event_driven.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/samples.hpp"
#include "tests/helpers/test_systems.hpp"

using namespace nsdbench;

namespace {

constexpr int most_points = 8;
// q = (x, z, phi) in the plane, (x, y, z, rotations about x, y, z) in space. The rotations are linear, the tangential
// forces have no lever, and points that a body does not have are out of reach.
using PlanarBody = testing::WithTerms<testing::LinearSystem<3, most_points>>;
using SpatialBody = testing::WithTerms<testing::LinearSystem<6, most_points, 2>>;

struct Landing {
  int points = 2;
  double mass = 1.0, inertia = 0.1, restitution = 0.5, mu = 0.0, height = 0.1, sideways = 0.0;
  std::array<Vector<2>, most_points> at{};  // of the points, from the centre of mass

  double speed() const { return std::sqrt(2.0 * testing::gravity * height); }  // of the first landing
  double rest() const { return speed() / testing::gravity * (1.0 + restitution) / (1.0 - restitution); }
  double widest() const {
    double widest = 0.0;
    for (int i = 0; i < points; ++i) widest = std::max(widest, at[static_cast<std::size_t>(i)].norm());
    return widest;
  }
};

template <class Body>
constexpr int vertical = Body::tangential_dimension;  // the coordinate

template <class Body>
Body body_of(const Landing& landing) {
  Body body;
  body.mass.setConstant(landing.mass);
  for (int k = vertical<Body> + 1; k < Body::dof; ++k) body.mass(k) = landing.inertia * (1.0 + 0.5 * (k % 2));
  body.force(vertical<Body>) = -landing.mass * testing::gravity;
  for (int i = 0; i < most_points; ++i) {
    const auto k = static_cast<std::size_t>(i);
    body.laws[k] = landing.mu > 0.0 ? testing::frictional(landing.restitution, landing.mu)
                                    : testing::unilateral(landing.restitution);
    auto& w = body.contact[k];
    w.normal(vertical<Body>) = 1.0;
    for (int p = 0; p < Body::tangential_dimension; ++p) w.tangential(p, p) = 1.0;
    constexpr double out_of_reach = 1e6;
    if (i >= landing.points) {
      body.gap_0(i) = out_of_reach;
    } else if constexpr (Body::tangential_dimension == 1) {
      w.normal(2) = landing.at[k](0);
    } else {
      w.normal(3) = landing.at[k](1);
      w.normal(4) = -landing.at[k](0);
    }
  }
  return body;
}

struct Landed {
  Outcome outcome;
  int landings = 0;
  int in_part = 0;           // landings on a part of the points
  double spin = 0.0;         // largest velocity of a point by rotation over the speed of the first landing
  double settled = -1.0;     // [s] when all points have come to rest
  double speed_error = 0.0;  // of rebounds and of sliding, and at the end, over the speed of the first landing
};

template <class Body>
Landed land(const Landing& landing, const std::string& solver_name, const EventDrivenOptions& options = {}) {
  const Body body = body_of<Body>(landing);
  const auto solver = make_contact_solver(solver_name);
  EventDriven<Body> integrator(body, *solver, options);
  State<Body::dof> state;
  state.q(vertical<Body>) = landing.height;
  state.u(0) = landing.sideways;
  Landed landed;
  double speed = landing.speed();
  double slip = landing.sideways;
  const auto on_event = [&](const Event<Body>& event) {
    const auto hits = std::count(event.hit.begin(), event.hit.end(), true);
    if (hits == 0) return;
    ++landed.landings;
    landed.in_part += hits < landing.points;
    const double turning = event.after.u.tail(Body::dof - vertical<Body> - 1).norm() * landing.widest();
    landed.spin = std::max(landed.spin, turning / landing.speed());
    // Newton's law, and Coulomb's with all points sliding alike.
    slip -= std::min(slip, landing.mu * (1.0 + landing.restitution) * speed);
    speed *= landing.restitution;
    const auto& u = event.after.u;
    if (!event.has_settled()) {
      landed.speed_error = std::max({landed.speed_error, std::abs(u(vertical<Body>) - speed), std::abs(u(0) - slip)});
    }
    if (event.has_settled() && std::count(event.settled.begin(), event.settled.end(), true) == landing.points) {
      landed.settled = event.settled_at;
    }
  };
  const double after_rest = landing.rest() * 1.01;
  landed.outcome = integrator.integrate(
      state, {after_rest}, [](const Step<Body>&) {}, on_event);
  // All percussions together have carried the weight since the fall began, and rest has followed.
  const double sliding = std::max(0.0, landing.sideways - landing.mu * testing::gravity * state.t);
  landed.speed_error =
      std::max({landed.speed_error, std::abs(state.u(0) - sliding), std::abs(state.u(vertical<Body>))});
  landed.speed_error /= landing.speed();
  return landed;
}

// Landings until the height of the next rebound, height e^(2 n), is below the smallest one that is followed.
int landings_of(const Landing& landing) {
  const double smallest = EventTolerances<double>({}).accumulation_height;
  int count = 1;
  double height = landing.height;
  while ((height *= landing.restitution * landing.restitution) > smallest || count < 3) ++count;
  return count;
}

// Points in a row or on a plane, one mean of which is the centre of mass.
template <class Body>
Landing evenly(int points, double mu) {
  Landing landing;
  landing.points = points;
  landing.mu = mu;
  landing.sideways = mu > 0.0 ? 1.0 : 0.0;
  for (int i = 0; i < points; ++i) {
    auto& at = landing.at[static_cast<std::size_t>(i)];
    if (Body::tangential_dimension == 1) {
      at = {0.5 * (i - 0.5 * (points - 1)), 0.0};
    } else {
      const double angle = 2.0 * std::acos(-1.0) * i / points;
      at = {0.5 * std::cos(angle), 0.5 * std::sin(angle)};
    }
  }
  return landing;
}

// Rounding of gaps, velocities and percussions of order one, over 26 landings that each multiply it by less than one.
constexpr double rounding = 1e-13;
// The instant of rest is a sum of flights that end at gaps which are known to some epsilon.
constexpr double instant_rounding = 1e-12;  // [s]

template <class Body>
void check_even_landings(const std::string& solver, double mu) {
  for (const int points : {2, 3, 4, 8}) {
    const Landing landing = evenly<Body>(points, mu);
    const Landed landed = land<Body>(landing, solver);
    CAPTURE(solver, Body::dof, points, mu, landed.outcome.reason, landed.in_part, landed.speed_error);
    if (landed.outcome.solver == SolverStatus::not_applicable) {  // friction in some LCP solvers
      CHECK((mu > 0.0 && landed.landings == 0));
      continue;
    }
    CHECK(landed.outcome.completed());
    CHECK(landed.landings == landings_of(landing));
    CHECK(landed.in_part == 0);
    CHECK(landed.spin < rounding);
    CHECK(landed.speed_error < rounding);
    CHECK(landed.settled == Catch::Approx(landing.rest()).margin(instant_rounding));
  }
}

// Random points with the centre of mass among them, not nearer to the edge than a share of their distances, so that a
// flat rebound is an answer, and the only one.
template <class Body>
Landing random_landing(testing::Random& random) {
  const auto between = [&](double low, double high) { return low * std::pow(high / low, random.uniform(0.0, 1.0)); };
  Landing landing;
  landing.points = 2 + static_cast<int>(random.uniform(0.0, 6.999));
  landing.mass = between(1e-2, 1e2);
  landing.inertia = landing.mass * between(1e-2, 1e1);
  landing.restitution = random.uniform(0.0, 0.9);
  landing.mu = random.uniform(0.0, 1.0) < 0.5 ? 0.0 : random.uniform(0.0, 1.0);
  landing.height = between(1e-3, 1e1);
  landing.sideways = landing.mu > 0.0 ? random.uniform(0.0, 3.0) : 0.0;
  Vector<2> mean = Vector<2>::Zero();
  double weights = 0.0;
  for (int i = 0; i < landing.points; ++i) {
    auto& at = landing.at[static_cast<std::size_t>(i)];
    at = {random.uniform(-1.0, 1.0), Body::tangential_dimension == 1 ? 0.0 : random.uniform(-1.0, 1.0)};
    const double weight = random.uniform(0.1, 1.0);
    mean += weight * at;
    weights += weight;
  }
  for (int i = 0; i < landing.points; ++i) landing.at[static_cast<std::size_t>(i)] -= mean / weights;
  return landing;
}

struct Counts {
  int right = 0, wrong = 0, unresolved = 0;
};

template <class Body>
Counts random_landings(int count, unsigned seed, double tolerance) {
  testing::Random random(seed);
  Counts counts;
  for (int n = 0; n < count; ++n) {
    const Landing landing = random_landing<Body>(random);
    const Landed landed = land<Body>(landing, "portfolio");
    // In space two points leave the rotation about the line through them to chance.
    if (!landed.outcome.completed() || landed.outcome.counts.inaccurate_impacts > 0) {
      ++counts.unresolved;
      UNSCOPED_INFO("unresolved: " << n << ", " << landing.points << " points, " << brief_report(landed.outcome));
      continue;
    }
    const double settling = std::abs(landed.settled - landing.rest()) / landing.rest();
    const bool right = landed.in_part == 0 && landed.landings == landings_of(landing) && landed.spin < tolerance &&
                       landed.speed_error < tolerance && settling < tolerance;
    ++(right ? counts.right : counts.wrong);
    if (right) continue;
    UNSCOPED_INFO("wrong: " << n << ", " << landing.points << " points, e " << landing.restitution << ", mu "
                            << landing.mu << ", landings " << landed.landings << " for " << landings_of(landing)
                            << ", in part " << landed.in_part << ", spin " << landed.spin << ", speed "
                            << landed.speed_error << ", rest " << settling);
  }
  return counts;
}

}  // namespace

TEST_CASE("F2: a body that lands flat rebounds without spin, with every contact solver", "[event]") {
  for (const std::string& solver : contact_solver_names()) {
    check_even_landings<PlanarBody>(solver, 0.0);
    check_even_landings<SpatialBody>(solver, 0.0);
    check_even_landings<PlanarBody>(solver, 0.4);
    check_even_landings<SpatialBody>(solver, 0.4);
  }
}

TEST_CASE("F2: random bodies that land flat rebound without spin", "[event]") {
  // Rounding over up to 170 landings, times inertia ratios of up to 100 that turn percussions into velocities.
  constexpr double random_rounding = 1e-11;
  const int bodies = testing::samples(150);
  const Counts planar = random_landings<PlanarBody>(bodies, 17, random_rounding);
  const Counts spatial = random_landings<SpatialBody>(bodies, 18, random_rounding);
  for (const Counts& counts : {planar, spatial}) {
    CHECK(counts.wrong == 0);
    // Landings with 1e-5 of the speed of sliding, whose percussions are within the solver's tolerance only.
    CHECK(counts.unresolved <= bodies / 500);
    CHECK(counts.right + counts.unresolved == bodies);
  }
}
