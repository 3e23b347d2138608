// Exact solutions of one contact, against the laws themselves and against trying every mode.
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "solvers/contact/prox/local_solver.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

// Cofactors and a direction found to 1e-15 rad, times the condition of the block.
constexpr double local_rounding = 1e-14;
constexpr double two_pi = 6.283185307179586;

template <int N>
using Square = Eigen::Matrix<double, N, N>;
template <int N>
using Vector = Eigen::Matrix<double, N, 1>;

// How far p is from the law, u = G p + q, every term relative to the largest velocity or percussion it could have:
//   0 <= p_N perpendicular to u_N >= 0;   |p_T| <= mu p_N;   |u_T| p_T + mu p_N u_T = 0, which covers stick and slip.
template <int N>
double violation(const Square<N>& g, const Vector<N>& q, double mu, const Vector<N>& p) {
  const Vector<N> u = g * p + q;
  const double speed = (g.cwiseAbs() * p.cwiseAbs() + q.cwiseAbs()).maxCoeff();
  const double size = p.cwiseAbs().maxCoeff();
  if (size == 0.0) return std::max(0.0, -u(0)) / speed;
  const Vector<N - 1> p_t = p.template tail<N - 1>();
  const Vector<N - 1> u_t = u.template tail<N - 1>();
  double worst = std::max(0.0, -p(0)) / size;
  worst = std::max(worst, std::max(0.0, -u(0)) / speed);
  worst = std::max(worst, std::abs(u(0) * p(0)) / (speed * size));
  worst = std::max(worst, (p_t.norm() - mu * p(0)) / size);
  return std::max(worst, (u_t.norm() * p_t + mu * p(0) * u_t).norm() / (speed * size));
}

// An upper bound of the condition number.
template <int N>
double condition(const Square<N>& g) {
  return g.norm() * g.inverse().norm();
}

// Which mode p is in; the percussion of sliding lies on the boundary up to rounding.
template <int N>
std::string mode_of(const Vector<N>& p, double mu) {
  if (p(0) == 0.0) return "open";
  const double tangential = p.template tail<N - 1>().norm();
  if (tangential < mu * p(0) * (1.0 - 1e-12)) return "stick";
  return N == 2 && p(1) < 0.0 ? "slip forward" : "slip";
}

enum class Shape : std::uint8_t { symmetric, nonsymmetric, any };

struct Sort {
  const char* name;
  Shape shape;
  double ratio;  // of the masses seen in normal and tangential direction
};

const std::array<Sort, 5> sorts = {{{"symmetric", Shape::symmetric, 1.0},
                                    {"nonsymmetric", Shape::nonsymmetric, 1.0},
                                    {"tangentially light", Shape::symmetric, 1e-6},
                                    {"tangentially heavy", Shape::symmetric, 1e6},
                                    {"any numbers", Shape::any, 1.0}}};

// Symmetric and nonsymmetric blocks are positive definite: then a solution exists for every q.
template <int N>
Square<N> make_block(testing::Random& random, const Sort& sort) {
  if (sort.shape == Shape::any) return random.matrix(N, N);
  Square<N> g = random.positive_definite(N, 0.05);
  if (sort.shape == Shape::nonsymmetric) {
    const Square<N> skew = random.matrix(N, N);
    g += 0.5 * (skew - skew.transpose());
  }
  Vector<N> scale = Vector<N>::Constant(std::sqrt(sort.ratio));
  scale(0) = 1.0;
  return scale.asDiagonal() * g * scale.asDiagonal();
}

double friction_coefficient(testing::Random& random, int trial) {
  return trial % 12 == 0 ? 0.0 : random.uniform(0.0, 2.0);
}

// All solutions of a planar contact: each mode on its own, with a margin by which its conditions hold. Modes whose
// conditions fail, or hold, by less than `unclear` of the terms that decide them set `undecided`.
struct PlanarModes {
  int solutions = 0;
  bool undecided = false;
};

PlanarModes try_planar_modes(const Matrix2d& g, const Vector2d& q, double mu) {
  PlanarModes found;
  const auto count = [&found](double margin) {
    constexpr double unclear = 1e-9;
    if (std::abs(margin) < unclear) found.undecided = true;
    if (margin >= 0.0) ++found.solutions;
  };
  count(q(0) / q.cwiseAbs().maxCoeff());
  const Vector2d stick = -(g.inverse() * q);
  count((mu * stick(0) - std::abs(stick(1))) / stick.cwiseAbs().maxCoeff());
  for (const double e : {1.0, -1.0}) {
    const double slope = g(0, 0) + e * mu * g(0, 1);
    const double normal = -q(0) / slope;
    const double sliding = q(1) + normal * (g(1, 0) + e * mu * g(1, 1));
    const double terms = std::abs(q(1)) + std::abs(normal) * (std::abs(g(1, 0)) + mu * std::abs(g(1, 1)));
    // Both must hold: p_N >= 0, and the slip against the friction.
    count(std::min(normal / (std::abs(q(0)) / (std::abs(g(0, 0)) + mu * std::abs(g(0, 1)))), -e * sliding / terms));
  }
  return found;
}

// Sliding directions of a spatial contact that solve it, by walking around the circle.
int count_sliding_solutions(const Matrix3d& g, const Vector3d& q, double mu, int directions) {
  int found = 0;
  const auto at = [&](double angle, double& f, double& along) {
    const Vector2d e(std::cos(angle), std::sin(angle));
    const double slope = g(0, 0) + mu * g.block<1, 2>(0, 1).dot(e);
    if (!(slope > 0.0)) return false;
    Vector3d p;
    p << 1.0, mu * e;
    const Vector3d u = g * p * (-q(0) / slope) + q;
    f = e(0) * u(2) - e(1) * u(1);
    along = e(0) * u(1) + e(1) * u(2);
    return true;
  };
  double f_left = 0.0;
  double along_left = 0.0;
  bool left = at(0.0, f_left, along_left);
  for (int k = 1; k <= directions; ++k) {
    double f = 0.0;
    double along = 0.0;
    const bool right = at(two_pi * k / directions, f, along);
    if (left && right && (f < 0.0) != (f_left < 0.0) && along < 0.0 && along_left < 0.0) ++found;
    left = right;
    f_left = f;
    along_left = along;
  }
  return found;
}

bool sticks(const Matrix3d& g, const Vector3d& q, double mu) {
  const Vector3d p = -(g.inverse() * q);
  return p(0) >= 0.0 && p.tail<2>().norm() <= mu * p(0);
}

}  // namespace

TEST_CASE("a unilateral law alone", "[prox][local]") {
  double p = 7.0;
  CHECK(solve_unilateral(2.0, -3.0, p));
  CHECK(p == 1.5);
  CHECK(solve_unilateral(2.0, 3.0, p));
  CHECK(p == 0.0);
  CHECK(solve_unilateral(2.0, 0.0, p));
  CHECK(p == 0.0);
  p = 7.0;
  for (const double g : {0.0, -1.0}) {
    CHECK_FALSE(solve_unilateral(g, -3.0, p));
    CHECK(p == 7.0);
  }
}

TEST_CASE("planar contacts: the laws hold in every mode, for every sort of block", "[prox][local]") {
  for (const Sort& sort : sorts) {
    CAPTURE(sort.name);
    testing::Random random(11);
    std::map<std::string, int> modes;
    int paradoxical = 0;
    int refused = 0;
    for (int trial = 0; trial < 600; ++trial) {
      const Matrix2d g = make_block<2>(random, sort);
      const Vector2d q = random.vector(2).cwiseProduct(Vector2d(1.0, std::sqrt(sort.ratio)));
      const double mu = friction_coefficient(random, trial) / std::sqrt(sort.ratio);
      const PlanarModes expected = try_planar_modes(g, q, mu);
      CAPTURE(trial, mu, g, q);
      const bool paradox = g(0, 0) < mu * std::abs(g(0, 1));
      paradoxical += paradox ? 1 : 0;
      Vector2d p(3.0, 4.0);
      if (!solve_planar_contact(g.data(), q.data(), mu, p.data())) {
        // Only for want of a solution, which takes Painleve's regime.
        CHECK((expected.solutions == 0 || expected.undecided));
        CHECK(paradox);
        CHECK(p == Vector2d(3.0, 4.0));
        ++refused;
        continue;
      }
      CHECK((expected.solutions > 0 || expected.undecided));
      CHECK(violation(g, q, mu, p) <= local_rounding * condition(g));
      ++modes[mode_of(p, mu)];
    }
    for (const char* mode : {"open", "stick", "slip", "slip forward"}) {
      CAPTURE(mode, modes[mode]);
      CHECK(modes[mode] >= 30);
    }
    CHECK(paradoxical >= 30);
    if (sort.shape != Shape::any) CHECK(refused == 0);
    if (sort.shape == Shape::any) CHECK(refused >= 20);
  }
}

TEST_CASE("spatial contacts: the laws hold in every mode, for every sort of block", "[prox][local]") {
  for (const Sort& sort : sorts) {
    CAPTURE(sort.name);
    testing::Random random(12);
    std::map<std::string, int> modes;
    int paradoxical = 0;
    int missed = 0;
    for (int trial = 0; trial < 600; ++trial) {
      const Matrix3d g = make_block<3>(random, sort);
      const double root = std::sqrt(sort.ratio);
      const Vector3d q = random.vector(3).cwiseProduct(Vector3d(1.0, root, root));
      const double mu = friction_coefficient(random, trial) / root;
      CAPTURE(trial, mu, g, q);
      const bool paradox = g(0, 0) < mu * g.block<1, 2>(0, 1).norm();
      paradoxical += paradox ? 1 : 0;
      Vector3d p = trial % 3 == 0 ? Vector3d::Zero() : Vector3d(random.vector(3));
      const Vector3d guess = p;
      if (!solve_spatial_contact(g.data(), q.data(), mu, p.data())) {
        // Without the paradox there is always a solution, and it is found.
        CHECK(paradox);
        CHECK(p == guess);
        if (sticks(g, q, mu) || count_sliding_solutions(g, q, mu, 3600) > 0) ++missed;
        continue;
      }
      CHECK(violation(g, q, mu, p) <= local_rounding * condition(g));
      ++modes[mode_of(p, mu)];
    }
    for (const char* mode : {"open", "stick", "slip"}) {
      CAPTURE(mode, modes[mode]);
      CHECK(modes[mode] >= 30);
    }
    CHECK(paradoxical >= 20);
    CHECK(missed == 0);
  }
}

TEST_CASE("Tresca friction in a disc: the law holds, stick and slip", "[prox][local]") {
  for (const Sort& sort : sorts) {
    CAPTURE(sort.name);
    testing::Random random(13);
    int stick = 0;
    int slip = 0;
    for (int trial = 0; trial < 400; ++trial) {
      const Matrix2d g = make_block<2>(random, sort);
      const Vector2d q = random.vector(2).cwiseProduct(Vector2d(1.0, std::sqrt(sort.ratio)));
      const double bound = trial % 12 == 0 ? 0.0 : random.uniform(0.0, 2.0) * (g.inverse() * q).norm();
      CAPTURE(trial, bound, g, q);
      Vector2d p = trial % 3 == 0 ? Vector2d::Zero() : Vector2d(random.vector(2));
      REQUIRE(solve_disc(g.data(), q.data(), bound, p.data()));
      const Vector2d u = g * p + q;
      const double speed = (g.cwiseAbs() * p.cwiseAbs() + q.cwiseAbs()).maxCoeff();
      CHECK(p.norm() <= bound * (1.0 + local_rounding));
      CHECK((u.norm() * p + bound * u).norm() <= local_rounding * condition(g) * speed * bound);
      ++(p.norm() < bound * (1.0 - 1e-12) ? stick : slip);
    }
    CHECK(stick >= 40);
    CHECK(slip >= 40);
  }
}

TEST_CASE("turning the tangential axes turns the percussion: a disc, no pyramid", "[prox][local]") {
  testing::Random random(14);
  int slips = 0;
  for (int trial = 0; trial < 200; ++trial) {
    // Moderate friction: the solution is unique.
    const Matrix3d g = random.positive_definite(3, 0.5);
    const Vector3d q = random.vector(3);
    const double mu = random.uniform(0.0, 0.95) * g(0, 0) / g.block<1, 2>(0, 1).norm();
    Vector3d p = Vector3d::Zero();
    REQUIRE(solve_spatial_contact(g.data(), q.data(), mu, p.data()));
    slips += mode_of(p, mu) == "slip" ? 1 : 0;
    for (int k = 1; k <= 8; ++k) {
      const double angle = two_pi * random.uniform(0.0, 1.0);
      Matrix3d turn = Matrix3d::Identity();
      turn.block<2, 2>(1, 1) << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
      const Matrix3d turned_g = turn * g * turn.transpose();
      const Vector3d turned_q = turn * q;
      Vector3d turned_p = Vector3d::Zero();
      REQUIRE(solve_spatial_contact(turned_g.data(), turned_q.data(), mu, turned_p.data()));
      CAPTURE(trial, angle, mu, g, q, p.transpose(), turned_p.transpose());
      CHECK((turned_p - turn * p).norm() <= local_rounding * condition(g) * std::max(1.0, p.norm()));
    }
  }
  CHECK(slips > 50);
}

TEST_CASE("contacts at the edge of their modes", "[prox][local]") {
  const Matrix2d planar = (Matrix2d() << 2.0, 0.5, 0.5, 1.0).finished();
  const Matrix3d spatial = (Matrix3d() << 2.0, 0.5, 0.25, 0.5, 1.0, 0.0, 0.25, 0.0, 1.0).finished();
  SECTION("nothing moves: nothing pushes") {
    Vector2d p2(1.0, 1.0);
    CHECK(solve_planar_contact(planar.data(), Vector2d(0.0, 0.0).data(), 0.5, p2.data()));
    CHECK(p2 == Vector2d(0.0, 0.0));
    Vector3d p3(1.0, 1.0, 1.0);
    CHECK(solve_spatial_contact(spatial.data(), Vector3d(0.0, 0.0, 0.0).data(), 0.5, p3.data()));
    CHECK(p3 == Vector3d(0.0, 0.0, 0.0));
    Vector2d disc(1.0, 1.0);
    CHECK(solve_disc(planar.data(), Vector2d(0.0, 0.0).data(), 0.5, disc.data()));
    CHECK(disc.norm() == 0.0);
  }
  SECTION("grazing: no approach, no friction, however fast it slides") {
    Vector2d p2(1.0, 1.0);
    CHECK(solve_planar_contact(planar.data(), Vector2d(0.0, 9.0).data(), 0.5, p2.data()));
    CHECK(p2 == Vector2d(0.0, 0.0));
  }
  SECTION("smooth: the normal percussion alone, -q_N / G_NN") {
    Vector2d p2(1.0, 1.0);
    CHECK(solve_planar_contact(planar.data(), Vector2d(-3.0, 0.7).data(), 0.0, p2.data()));
    CHECK(p2 == Vector2d(1.5, 0.0));
    Vector3d p3 = Vector3d::Zero();
    CHECK(solve_spatial_contact(spatial.data(), Vector3d(-3.0, 0.7, -0.2).data(), 0.0, p3.data()));
    CHECK(p3 == Vector3d(1.5, 0.0, 0.0));
  }
  SECTION("neither stick nor slip but both: u_T = 0 at |p_T| = mu p_N") {
    // p = (2, 1) with mu = 1/2 from above, below and exactly: q = -G p.
    for (const double mu : {0.5, 0.5 * (1.0 + 1e-15), 0.5 * (1.0 - 1e-15)}) {
      Vector2d p2 = Vector2d::Zero();
      REQUIRE(solve_planar_contact(planar.data(), Vector2d(-4.5, -2.0).data(), mu, p2.data()));
      CHECK((p2 - Vector2d(2.0, 1.0)).norm() <= local_rounding);
      Vector3d p3 = Vector3d::Zero();
      REQUIRE(solve_spatial_contact(spatial.data(), Vector3d(-4.5, -1.6, -1.3).data(), mu, p3.data()));
      CHECK((p3 - Vector3d(2.0, 0.6, 0.8)).norm() <= local_rounding);
    }
  }
  SECTION("that edge, a thousand times") {
    testing::Random random(15);
    for (int trial = 0; trial < 1000; ++trial) {
      CAPTURE(trial);
      const Matrix2d g2 = random.positive_definite(2, 0.5);
      const Matrix3d g3 = random.positive_definite(3, 0.5);
      const double angle = random.uniform(0.0, two_pi);
      const double mu2 = random.uniform(0.0, 0.9) * g2(0, 0) / std::abs(g2(0, 1));
      const double mu3 = random.uniform(0.0, 0.9) * g3(0, 0) / g3.block<1, 2>(0, 1).norm();
      const Vector2d edge2(1.0, std::copysign(mu2, std::cos(angle)));
      const Vector3d edge3(1.0, mu3 * std::cos(angle), mu3 * std::sin(angle));
      const Vector2d q2 = -g2 * edge2;
      const Vector3d q3 = -g3 * edge3;
      Vector2d p2 = Vector2d::Zero();
      Vector3d p3 = Vector3d::Zero();
      CHECK(solve_planar_contact(g2.data(), q2.data(), mu2, p2.data()));
      CHECK(solve_spatial_contact(g3.data(), q3.data(), mu3, p3.data()));
      CHECK(violation(g2, q2, mu2, p2) <= local_rounding * condition(g2));
      CHECK(violation(g3, q3, mu3, p3) <= local_rounding * condition(g3));
    }
  }
}

namespace {

struct Counted {
  int answered = 0;
  int refused = 0;
};

template <int N, class Solve>
Counted try_singular_blocks(std::uint64_t seed, const Solve& solve_contact) {
  testing::Random random(seed);
  Counted counted;
  for (int trial = 0; trial < 300; ++trial) {
    const int rank = trial % N;
    Square<N> g = Square<N>::Zero();
    for (int k = 0; k < rank; ++k) {
      const Vector<N> direction = random.vector(N);
      g += direction * direction.transpose();
    }
    // A velocity from anywhere, or one that percussions of the block can stop.
    const Vector<N> start = random.vector(N);
    const Vector<N> q = random.chance(0.5) ? start : Vector<N>(-g * start.cwiseAbs());
    const double mu = friction_coefficient(random, trial);
    CAPTURE(trial, g, q, mu);
    const Vector<N> guess = random.vector(N);
    Vector<N> p = guess;
    const bool found = solve_contact(g.data(), q.data(), mu, p.data());
    ++(found ? counted.answered : counted.refused);
    if (!found) CHECK(p == guess);
    // Terms of a singular block cancel to nothing: what remains is relative to them, so no condition number here.
    if (found && q.norm() > 0.0) CHECK(violation<N>(g, q, mu, p) <= 10.0 * local_rounding);
  }
  return counted;
}

}  // namespace

TEST_CASE("singular blocks: no answer or a right one", "[prox][local]") {
  const Counted planar = try_singular_blocks<2>(16, solve_planar_contact);
  const Counted spatial = try_singular_blocks<3>(17, solve_spatial_contact);
  for (const Counted& counted : {planar, spatial}) {
    CHECK(counted.answered > 100);
    CHECK(counted.refused > 20);
  }

  Vector2d p(5.0, 6.0);
  CHECK_FALSE(solve_planar_contact(Matrix2d::Zero().eval().data(), Vector2d(-1.0, 0.0).data(), 0.5, p.data()));
  CHECK(p == Vector2d(5.0, 6.0));
  Vector3d p3(5.0, 6.0, 7.0);
  CHECK_FALSE(solve_spatial_contact(Matrix3d::Zero().eval().data(), Vector3d(-1.0, 0.0, 0.0).data(), 0.5, p3.data()));
  CHECK(p3 == Vector3d(5.0, 6.0, 7.0));
}

TEST_CASE("Painleve's rod: it jams, with a percussion that does not vanish with the time step", "[prox][local]") {
  // m = 1, half length 1, J = 1/3, tan(phi) = 2, mu = 1.5 > 4/3: G_NN - mu G_NT = 1.6 - 1.8 < 0. Slip 1 m/s.
  const Matrix2d g = (Matrix2d() << 1.6, 1.2, 1.2, 3.4).finished();
  REQUIRE(g(0, 0) < 1.5 * g(0, 1));
  for (const double dt : {1e-3, 1e-4, 1e-8}) {
    const Vector2d q(-10.0 * dt, 1.0);
    Vector2d p = Vector2d::Zero();
    REQUIRE(solve_planar_contact(g.data(), q.data(), 1.5, p.data()));
    // u = 0: p = -G^-1 q, det G = 4.
    CHECK(p(0) == Catch::Approx((3.4 * 10.0 * dt + 1.2) / 4.0).epsilon(local_rounding));
    CHECK(p(1) == Catch::Approx(-(1.2 * 10.0 * dt + 1.6) / 4.0).epsilon(local_rounding));
    // The same in space, with a second tangential direction that is free of coupling.
    Matrix3d g3 = Matrix3d::Identity();
    g3.block<2, 2>(0, 0) = g;
    const Vector3d q3(-10.0 * dt, 1.0, 0.0);
    Vector3d p3 = Vector3d::Zero();
    REQUIRE(solve_spatial_contact(g3.data(), q3.data(), 1.5, p3.data()));
    CHECK((p3 - Vector3d(p(0), p(1), 0.0)).norm() <= local_rounding);
  }
  SECTION("below the critical coefficient it slides: G_NN - mu G_NT = 0.16 at mu = 1.2") {
    const double dt = 1e-3;
    const Vector2d q(-10.0 * dt, 1.0);
    Vector2d p = Vector2d::Zero();
    REQUIRE(solve_planar_contact(g.data(), q.data(), 1.2, p.data()));
    CHECK(p(0) == Catch::Approx(10.0 * dt / 0.16).epsilon(1e-13));  // 0.16 is a difference of 1.6 and 1.44
    CHECK(p(1) == Catch::Approx(-1.2 * p(0)).epsilon(local_rounding));
  }
  SECTION("a block without any solution is refused") {
    // Not a Delassus matrix: friction of either sign pulls the contact down more than the normal percussion lifts it,
    // and u_T cannot vanish: u_T = 2 p_N + 1 + p_T with |p_T| <= p_N.
    const Matrix2d bad = (Matrix2d() << -1.0, 0.0, 2.0, 1.0).finished();
    Vector2d p(5.0, 6.0);
    CHECK_FALSE(solve_planar_contact(bad.data(), Vector2d(-1.0, 1.0).data(), 1.0, p.data()));
    CHECK(p == Vector2d(5.0, 6.0));
  }
}
