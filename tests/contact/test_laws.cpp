// The sets of the laws: nearest points of half line, interval and disc, their derivatives, defects and deviations; and
// a law that was added to the first three.
#include <Eigen/Core>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "solvers/contact/laws.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

// Trial points that lie in the set by construction: the nearest of them is at most one step of the lattice from the
// nearest point, and none may be nearer than what the projection returns.
constexpr int lattice = 400;
// One rounding of a distance of order one.
constexpr double law_rounding = 4e-16;

double project_half_line(double x) { return HalfLine<double>::project(x); }

double project_interval(double x, double bound) {
  FrictionSet<double>{1, bound}.project(&x);
  return x;
}

void project_disc(double& x, double& y, double bound) {
  std::array<double, 2> point{x, y};
  FrictionSet<double>{2, bound}.project(point.data());
  x = point[0];
  y = point[1];
}

}  // namespace

TEST_CASE("the half line: the positive part, exactly", "[prox][projection]") {
  CHECK(project_half_line(3.5) == 3.5);
  CHECK(project_half_line(-3.5) == 0.0);
  CHECK(project_half_line(0.0) == 0.0);
  CHECK(project_half_line(-0.0) == 0.0);
}

TEST_CASE("no point of the interval is nearer than the projection", "[prox][projection]") {
  testing::Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double bound = trial % 10 == 0 ? 0.0 : random.uniform(0.0, 2.0);
    const double x = random.uniform(-3.0, 3.0);
    const double nearest = project_interval(x, bound);
    REQUIRE(std::abs(nearest) <= bound);
    for (int k = -lattice; k <= lattice; ++k) {
      CHECK(std::abs(x - nearest) <= std::abs(x - bound * k / lattice) + law_rounding);
    }
    CHECK(project_interval(nearest, bound) == nearest);
    if (std::abs(x) <= bound) CHECK(nearest == x);
  }
}

TEST_CASE("no point of the disc is nearer than the projection", "[prox][projection]") {
  testing::Random random(2);
  constexpr double two_pi = 6.283185307179586;
  int inside = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const double bound = trial % 10 == 0 ? 0.0 : random.uniform(0.0, 2.0);
    const double x = random.uniform(-2.0, 2.0);
    const double y = random.uniform(-2.0, 2.0);
    double px = x;
    double py = y;
    project_disc(px, py, bound);
    CHECK(std::hypot(px, py) <= bound * (1.0 + law_rounding));
    const double distance = std::hypot(x - px, y - py);
    // Points of the circle and of smaller ones.
    double nearest = std::hypot(x, y);
    for (const double radius : {0.25 * bound, 0.5 * bound, 0.75 * bound, bound}) {
      for (int k = 0; k < lattice; ++k) {
        const double angle = two_pi * k / lattice;
        nearest = std::min(nearest, std::hypot(x - radius * std::cos(angle), y - radius * std::sin(angle)));
      }
    }
    CHECK(distance <= nearest + 4.0 * law_rounding);
    // On the circle the trial points are two_pi bound / lattice apart: one is nearly as near.
    if (distance > 0.0) CHECK(nearest <= distance + two_pi * bound / lattice);
    if (std::hypot(x, y) < bound) {
      ++inside;
      CHECK((px == x && py == y));
    }
    // A point of the boundary rounds to either side of it; projecting again moves it by no more than that.
    double qx = px;
    double qy = py;
    project_disc(qx, qy, bound);
    CHECK(std::hypot(qx - px, qy - py) <= law_rounding * bound);
  }
  CHECK(inside > 20);
  CHECK(inside < 180);
}

TEST_CASE("numbers without rounding: a 3-4-5 triangle goes onto the disc exactly and stays", "[prox][projection]") {
  double x = -6.0;
  double y = 8.0;
  project_disc(x, y, 5.0);
  CHECK(x == -3.0);
  CHECK(y == 4.0);
  project_disc(x, y, 5.0);
  CHECK(x == -3.0);
  CHECK(y == 4.0);
  project_disc(x, y, 0.0);
  CHECK(x == 0.0);
  CHECK(y == 0.0);
}

TEST_CASE("the disc does not distinguish directions, unlike a square", "[prox][projection]") {
  for (int k = 0; k < 90; ++k) {
    const double angle = 0.07 * k;
    double x = 7.0 * std::cos(angle);
    double y = 7.0 * std::sin(angle);
    project_disc(x, y, 0.3);
    CHECK(std::hypot(x, y) == Catch::Approx(0.3).epsilon(law_rounding));
    CHECK(x * std::sin(angle) - y * std::cos(angle) == Catch::Approx(0.0).margin(law_rounding));
  }
}

// A law that was added: its entry in laws.hpp is all that the projecting solvers need.
TEST_CASE("bilateral laws: the projection is the identity, and every projecting solver keeps xi = 0",
          "[laws][bilateral]") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::array<double, 2> x{-3e5, 7.0};
  FrictionSet<double>{2, infinity}.project(x.data());
  CHECK((x[0] == -3e5 && x[1] == 7.0));
  CHECK(FrictionSet<double>{1, infinity}.derivative(x.data()).inside);

  // A joint in one direction, one in two, and a contact with friction, coupled.
  testing::Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    testing::DenseContactProblem problem;
    problem.add(LawKind::bilateral, 1, infinity);
    problem.add_frictional(0.4, 1);
    problem.add(LawKind::bilateral, 2, infinity);
    problem.g = random.positive_definite(5, 1.0);
    problem.c = random.vector(5);
    REQUIRE(defect(problem.view()) == nullptr);
    for (const char* name : {"portfolio", "psor", "psor_block", "pjor", "newton", "alternation"}) {
      CAPTURE(name);
      const auto answer = testing::solve(*make_contact_solver(name), problem);
      REQUIRE(answer.result.solved());
      const Eigen::VectorXd xi = problem.g * answer.percussions + problem.c;
      const double bound = 1e-8 * problem.c.cwiseAbs().maxCoeff();  // the residual allows 1e-10
      CHECK(std::abs(xi(0)) <= bound);
      CHECK(std::abs(xi(3)) <= bound);
      CHECK(std::abs(xi(4)) <= bound);
      CHECK(answer.percussions(1) >= 0.0);
      CHECK(xi(1) >= -bound);
      CHECK(std::abs(answer.percussions(2)) <= 0.4 * answer.percussions(1) + bound);
    }
    // A linear complementarity problem has no place for it, and says so.
    CHECK(testing::solve(*make_contact_solver("lemke"), problem).result.status == SolverStatus::not_applicable);
  }
}

TEST_CASE("a bilateral law with a bound is refused", "[laws][bilateral]") {
  ContactProblem problem;
  problem.add(LawKind::bilateral, 1, 2.0);
  problem.c = {1.0};
  problem.dense = {1.0};
  REQUIRE(defect(problem.view()) != nullptr);
  CHECK(std::string(defect(problem.view())) == "a bilateral law has a finite bound");
}
