// Gaps, force directions, mass matrix and forces of every problem against geometry and energies written down
// here independently, at pseudo-random states. A time-stepping scheme never notices a wrong sign in a term
// that it does not excite; these tests do.
#include <Eigen/Dense>
#include <cmath>
#include <functional>
#include <vector>

#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_algebra.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

constexpr int states = 25;

// Central differences with step h of functions of size one: h^2/6 of truncation and 1e-16/h of rounding; with
// h = 1e-5 both are below 2e-11. A wrong sign or a missing term shows with the size of a length (1e-3 m at
// least).
constexpr double difference_step = 1e-5;
constexpr double difference_tolerance = 1e-9;

template <int Dof>
Vector<Dof> gradient(const std::function<double(const Vector<Dof>&)>& f, const Vector<Dof>& at, double step) {
  Vector<Dof> result;
  for (int i = 0; i < Dof; ++i) {
    Vector<Dof> plus = at;
    Vector<Dof> minus = at;
    plus(i) += step;
    minus(i) -= step;
    result(i) = (f(plus) - f(minus)) / (2.0 * step);
  }
  return result;
}

// What a test knows about a problem without asking it: gap and tangential displacement of contact i as
// geometry.
struct BallGeometry {
  using Problem = problems::BouncingBall;
  static constexpr bool linearized = false;
  Problem problem{testing::bouncing_ball_parameters()};
  double gap(const Vector<1>& q, int /*i*/) const { return q(0); }
  double displacement(const Vector<1>& /*q*/, int /*i*/) const { return 0.0; }  // no friction
  std::vector<Vector<2>> centres(const Vector<1>& q) const { return {Vector<2>(0.0, q(0))}; }
  std::vector<double> angles(const Vector<1>& /*q*/) const { return {0.0}; }
  std::vector<double> masses{1.0};
  std::vector<double> inertias{0.0};
  double spring_energy(const Vector<1>& /*q*/) const { return 0.0; }
  Vector<1> random_q(testing::Random& random) const { return Vector<1>(random.uniform(-1.0, 1.0)); }
  Vector<1> random_u(testing::Random& random) const { return Vector<1>(random.uniform(-2.0, 2.0)); }
};

// The stop is the half space x >= 0; gravity does not act along the line of motion.
struct ImpactOscillatorGeometry {
  using Problem = problems::ImpactOscillator;
  static constexpr bool linearized = false;
  Problem problem{testing::impact_oscillator_parameters()};
  double gap(const Vector<1>& q, int /*i*/) const { return 0.0 - q(0); }
  double displacement(const Vector<1>& /*q*/, int /*i*/) const { return 0.0; }  // no friction
  std::vector<Vector<2>> centres(const Vector<1>& q) const { return {Vector<2>(q(0), 0.0)}; }
  std::vector<double> angles(const Vector<1>& /*q*/) const { return {0.0}; }
  std::vector<double> masses{0.1};
  std::vector<double> inertias{0.0};
  double spring_energy(const Vector<1>& q) const {
    const double stretch = q(0) + 0.15;
    return 0.5 * 20.0 * stretch * stretch;
  }
  Vector<1> random_q(testing::Random& random) const { return Vector<1>(random.uniform(-0.6, 0.1)); }
  Vector<1> random_u(testing::Random& random) const { return Vector<1>(random.uniform(-5.0, 5.0)); }
};

// Figure 3 of Glocker & Studer as rigid bodies with large rotations. The paper linearizes: its gaps,
// displacements and energies are these to first order in the angles.
struct WoodpeckerGeometry {
  using Problem = problems::Woodpecker;
  static constexpr bool linearized = true;
  problems::WoodpeckerParameters p = testing::woodpecker_parameters();
  Problem problem{p};

  Vector<2> point(const Vector<3>& q, int i) const {
    const auto rotate = [](double angle, double x, double y) {
      return Vector<2>(std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y);
    };
    const Vector<2> sleeve(0.0, q(0));
    if (i == 1) return sleeve + rotate(q(1), p.r_M, -p.h_M);  // lower edge, right side
    if (i == 2) return sleeve + rotate(q(1), p.r_M, p.h_M);   // upper edge, right side
    // Beak: from M to G along the sleeve, to S along the bird, up to P and back along the beak to I.
    return sleeve + rotate(q(1), p.l_M, 0.0) + rotate(q(2), p.l_G - p.l_S, p.h_S);
  }
  double gap(const Vector<3>& q, int i) const { return point(q, i)(0) - p.r_O; }
  double displacement(const Vector<3>& q, int i) const { return point(q, i)(1); }
  // Vertical motion only; the bird's centre S in first order of the angles, as eq. (14) has it.
  std::vector<Vector<2>> centres(const Vector<3>& q) const {
    return {Vector<2>(0.0, q(0)), Vector<2>(0.0, q(0) + p.l_M * q(1) + p.l_G * q(2))};
  }
  std::vector<double> angles(const Vector<3>& q) const { return {q(1), q(2)}; }
  std::vector<double> masses{p.m_M, p.m_S};
  std::vector<double> inertias{p.J_M, p.J_S};
  double spring_energy(const Vector<3>& q) const { return 0.5 * p.c_phi * (q(1) - q(2)) * (q(1) - q(2)); }
  Vector<3> random_q(testing::Random& random) const { return random.vector(3, -0.3, 0.3); }
  Vector<3> random_u(testing::Random& random) const {
    return Vector<3>(0.4, 10.0, 10.0).cwiseProduct(Vector<3>(random.vector(3)));
  }
};

// Figures 6 and 7 of Flores et al.: corners of a rectangle 2a x 2b that is hinged in its centre to the rod.
struct SliderCrankGeometry {
  using Problem = problems::SliderCrank;
  static constexpr bool linearized = false;
  problems::SliderCrankParameters p = testing::slider_crank_parameters();
  Problem problem{p};

  Vector<2> hinge(const Vector<3>& q, double along_crank, double along_rod) const {
    return {along_crank * std::cos(q(0)) + along_rod * std::cos(q(1)),
            along_crank * std::sin(q(0)) + along_rod * std::sin(q(1))};
  }
  Vector<2> corner(const Vector<3>& q, int i) const {
    const double x = i == 0 || i == 2 ? -p.a : p.a;  // 1, 3 at the rear
    const double y = i < 2 ? p.b : -p.b;             // 1, 2 on top
    return hinge(q, p.l_1, p.l_2) +
           Vector<2>(std::cos(q(2)) * x - std::sin(q(2)) * y, std::sin(q(2)) * x + std::cos(q(2)) * y);
  }
  double gap(const Vector<3>& q, int i) const {
    const double half_width = 0.026;  // d/2 = b + c
    return i < 2 ? half_width - corner(q, i)(1) : corner(q, i)(1) + half_width;
  }
  double displacement(const Vector<3>& q, int i) const { return corner(q, i)(0); }
  std::vector<Vector<2>> centres(const Vector<3>& q) const {
    return {hinge(q, 0.5 * p.l_1, 0.0), hinge(q, p.l_1, 0.5 * p.l_2), hinge(q, p.l_1, p.l_2)};
  }
  std::vector<double> angles(const Vector<3>& q) const { return {q(0), q(1), q(2)}; }
  std::vector<double> masses{p.m_1, p.m_2, p.m_3};
  std::vector<double> inertias{p.J_1, p.J_2, p.J_3};
  double spring_energy(const Vector<3>& /*q*/) const { return 0.0; }
  Vector<3> random_q(testing::Random& random) const { return random.vector(3, -3.0, 3.0); }
  Vector<3> random_u(testing::Random& random) const {
    return Vector<3>(150.0, 75.0, 20.0).cwiseProduct(Vector<3>(random.vector(3)));
  }
};

constexpr double gravity = 9.81;

// Kinetic energy from positions: velocities of the centres by central differences along the motion q + s u.
template <class Geometry, int Dof>
double kinetic_energy(const Geometry& geometry, const Vector<Dof>& q, const Vector<Dof>& u) {
  const double step = difference_step / (1.0 + u.norm());
  const auto centres_plus = geometry.centres(q + step * u);
  const auto centres_minus = geometry.centres(q - step * u);
  const auto angles_plus = geometry.angles(q + step * u);
  const auto angles_minus = geometry.angles(q - step * u);
  double energy = 0.0;
  for (std::size_t body = 0; body < geometry.masses.size(); ++body) {
    const Vector<2> velocity = (centres_plus[body] - centres_minus[body]) / (2.0 * step);
    const double spin = (angles_plus[body] - angles_minus[body]) / (2.0 * step);
    energy += 0.5 * geometry.masses[body] * velocity.squaredNorm() + 0.5 * geometry.inertias[body] * spin * spin;
  }
  return energy;
}

template <class Geometry, int Dof>
double potential_energy(const Geometry& geometry, const Vector<Dof>& q) {
  double energy = geometry.spring_energy(q);
  const auto centres = geometry.centres(q);
  for (std::size_t body = 0; body < geometry.masses.size(); ++body) {
    energy += geometry.masses[body] * gravity * centres[body](1);
  }
  return energy;
}

}  // namespace

TEMPLATE_TEST_CASE("gaps are the distances of the geometry", "[kinematics]", BallGeometry, WoodpeckerGeometry,
                   SliderCrankGeometry, ImpactOscillatorGeometry) {
  using Problem = typename TestType::Problem;
  const TestType geometry;
  testing::Random random(21);
  for (int state = 0; state < states; ++state) {
    Vector<Problem::dof> q = geometry.random_q(random);
    // Linearized kinematics agree with the geometry to second order in the angles: gaps there at 1e-6 rad, of
    // lengths of some 1e-2 m.
    if (TestType::linearized) q *= 1e-6;
    const auto gaps = geometry.problem.gaps(geometry.problem.configuration(q, 0.0));
    for (int i = 0; i < Problem::contact_count; ++i) {
      CHECK(gaps(i) == Catch::Approx(geometry.gap(q, i)).margin(1e-13));
    }
  }
}

TEMPLATE_TEST_CASE("w_N and w_T are the gradients of gap and tangential displacement", "[kinematics]", BallGeometry,
                   WoodpeckerGeometry, SliderCrankGeometry, ImpactOscillatorGeometry) {
  using Problem = typename TestType::Problem;
  constexpr int dof = Problem::dof;
  const TestType geometry;
  testing::Random random(22);
  for (int state = 0; state < states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const auto configuration = geometry.problem.configuration(q, 0.3);
    // The linearized problem has the same directions everywhere: those of the geometry at angles zero.
    const Vector<dof> at = TestType::linearized ? Vector<dof>(Vector<dof>::Zero()) : q;
    for (int i = 0; i < Problem::contact_count; ++i) {
      CAPTURE(i);
      const ForceDirections<dof, 1> w = geometry.problem.directions(configuration, i);
      const Vector<dof> normal =
          gradient<dof>([&](const Vector<dof>& x) { return geometry.gap(x, i); }, at, difference_step);
      const Vector<dof> tangential =
          gradient<dof>([&](const Vector<dof>& x) { return geometry.displacement(x, i); }, at, difference_step);
      CHECK((w.normal - normal).norm() <= difference_tolerance);
      CHECK((w.tangential - tangential).norm() <= difference_tolerance);
      // And the problem's own gaps at the tilted state.
      const Vector<dof> own = gradient<dof>(
          [&](const Vector<dof>& x) { return geometry.problem.gaps(geometry.problem.configuration(x, 0.3))(i); }, q,
          difference_step);
      CHECK((w.normal - own).norm() <= difference_tolerance);
      // Nothing is moved from outside: what = 0.
      CHECK(w.normal_rheonomic == 0.0);
      CHECK(w.tangential_rheonomic(0) == 0.0);
    }
  }
}

TEMPLATE_TEST_CASE("energies are those of the moving bodies", "[kinematics]", BallGeometry, WoodpeckerGeometry,
                   SliderCrankGeometry, ImpactOscillatorGeometry) {
  using Problem = typename TestType::Problem;
  constexpr int dof = Problem::dof;
  const TestType geometry;
  testing::Random random(23);
  for (int state = 0; state < states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const Vector<dof> u = geometry.random_u(random);
    // The velocities in the test's energy come from differences with a relative error of 1e-10.
    CHECK(geometry.problem.kinetic_energy(q, u, 0.0) ==
          Catch::Approx(kinetic_energy<TestType, dof>(geometry, q, u)).epsilon(1e-8));
    // Zero levels may differ in no problem: all measure height from the origin of q.
    CHECK(geometry.problem.potential_energy(q, 0.0) ==
          Catch::Approx(potential_energy<TestType, dof>(geometry, q)).margin(1e-14));
  }
}

TEMPLATE_TEST_CASE("M is the second derivative of the kinetic energy in u, symmetric and positive definite",
                   "[kinematics]", BallGeometry, WoodpeckerGeometry, SliderCrankGeometry, ImpactOscillatorGeometry) {
  using Problem = typename TestType::Problem;
  constexpr int dof = Problem::dof;
  const TestType geometry;
  testing::Random random(24);
  for (int state = 0; state < states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const Matrix<dof> m = geometry.problem.mass_matrix(geometry.problem.configuration(q, 0.0));
    // T is quadratic in u: its second differences are exact up to rounding, whatever the step.
    const auto energy = [&](const Vector<dof>& u) { return geometry.problem.kinetic_energy(q, u, 0.0); };
    for (int i = 0; i < dof; ++i) {
      for (int j = 0; j < dof; ++j) {
        const Vector<dof> a = Vector<dof>::Unit(i);
        const Vector<dof> b = Vector<dof>::Unit(j);
        const double second = 0.5 * (energy(a + b) - energy(a - b));
        CHECK(m(i, j) == Catch::Approx(second).margin(1e-14 * m.norm()));
      }
    }
    CHECK(m == m.transpose());
    CHECK(testing::is_positive_definite(m));
    const Vector<dof> u = geometry.random_u(random);
    CHECK(u.dot(m * u) > 0.0);
  }
}

TEMPLATE_TEST_CASE("h follows from Lagrange's equations", "[kinematics]", BallGeometry, WoodpeckerGeometry,
                   SliderCrankGeometry, ImpactOscillatorGeometry) {
  // d/dt dT/du - dT/dq + dV/dq = 0 with qdot = u, and M udot = h:
  //   h_i = dT/dq_i - dV/dq_i - sum_j d^2 T / (du_i dq_j) u_j.
  using Problem = typename TestType::Problem;
  constexpr int dof = Problem::dof;
  const TestType geometry;
  testing::Random random(25);
  for (int state = 0; state < states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const Vector<dof> u = geometry.random_u(random);
    const auto energy = [&](const Vector<dof>& x, const Vector<dof>& v) {
      return geometry.problem.kinetic_energy(x, v, 0.0);
    };
    const Vector<dof> dT_dq = gradient<dof>([&](const Vector<dof>& x) { return energy(x, u); }, q, difference_step);
    const Vector<dof> dV_dq = gradient<dof>(
        [&](const Vector<dof>& x) { return geometry.problem.potential_energy(x, 0.0); }, q, difference_step);
    Vector<dof> drift;  // d/dt of dT/du at fixed u: derivative along u of the momentum
    const double step = difference_step / (1.0 + u.norm());
    for (int i = 0; i < dof; ++i) {
      // Momentum p_i = dT/du_i = (T(u + e_i) - T(u - e_i)) / 2, exact for a quadratic T.
      const auto momentum = [&](const Vector<dof>& x) {
        const Vector<dof> e = u.norm() * Vector<dof>::Unit(i);
        return 0.5 * (energy(x, u + e) - energy(x, u - e)) / u.norm();
      };
      drift(i) = (momentum(q + step * u) - momentum(q - step * u)) / (2.0 * step);
    }
    const Vector<dof> expected = dT_dq - dV_dq - drift;
    const Vector<dof> h = geometry.problem.forces(geometry.problem.configuration(q, 0.0), u);
    // Rounding of the energy over the difference step, relative to the terms that cancel.
    const double scale = dT_dq.norm() + dV_dq.norm() + drift.norm();
    CAPTURE(h.transpose(), expected.transpose());
    CHECK((h - expected).norm() <= 1e-8 * scale);
  }
}

TEST_CASE("dimensionless corners touch the guide at -1 and +1", "[kinematics][slider_crank]") {
  const SliderCrankGeometry geometry;
  testing::Random random(26);
  for (int state = 0; state < states; ++state) {
    const Vector<3> q(random.uniform(-0.01, 0.01), random.uniform(-0.01, 0.01), random.uniform(-0.02, 0.02));
    const Vector<4> corners = geometry.problem.dimensionless_corners(q);
    for (int i = 0; i < 4; ++i) {
      // Eq. (115), y measured from the centre line: (y - b) / c for the upper corners, (y + b) / c for the
      // lower.
      const double y = geometry.corner(q, i)(1);
      const double expected = (i < 2 ? y - geometry.p.b : y + geometry.p.b) / geometry.p.c;
      CHECK(corners(i) == Catch::Approx(expected).margin(1e-12));  // lengths of 1e-2 m over c = 1e-3 m
    }
    CHECK((geometry.problem.slider_centre(q) - geometry.hinge(q, geometry.p.l_1, geometry.p.l_2)).norm() <= 1e-15);
    // Central difference with a step of 1e-6 s: truncation (150 1e-6)^2 relative, rounding 1e-16 / 1e-6.
    const Vector<3> u(150.0, -75.0, 3.0);
    constexpr double step = 1e-6;
    const Vector<2> ahead = geometry.problem.slider_centre(q + step * u);
    const Vector<2> behind = geometry.problem.slider_centre(q - step * u);
    const Vector<2> difference = (ahead - behind) / (2.0 * step);
    CHECK((geometry.problem.slider_velocity(q, u) - difference).norm() <= 1e-6);
  }
  CHECK(geometry.problem.dimensionless_corners(Vector<3>::Zero()).norm() <= 1e-12);  // centred
}

TEST_CASE("initial states are the papers'", "[kinematics]") {
  const State<2> sliding = problems::SlidingPointMass(testing::sliding_point_mass_parameters()).initial_state();
  CHECK(sliding.q == Vector<2>::Zero());
  CHECK(sliding.u == Vector<2>(2.0, -0.2));
  const State<1> oscillator = ImpactOscillatorGeometry().problem.initial_state();
  CHECK(oscillator.q(0) == -0.5);
  CHECK(oscillator.u(0) == 0.2);
  const State<3> bird = WoodpeckerGeometry().problem.initial_state();
  CHECK(bird.q == Vector<3>(0.0, -0.1036, -0.2788));
  CHECK(bird.u == Vector<3>(-0.3411, 0.0, -7.4583));
  const State<3> crank = SliderCrankGeometry().problem.initial_state();
  CHECK(crank.q == Vector<3>::Zero());
  CHECK(crank.u == Vector<3>(150.0, -75.0, 0.0));
  // Table I starts with the lower edge of the sleeve 0.88 micrometres inside the pole.
  const WoodpeckerGeometry woodpecker;
  const Vector<3> gaps = woodpecker.problem.gaps(woodpecker.problem.configuration(bird.q, 0.0));
  CHECK(gaps(1) == Catch::Approx(-8.8e-7).margin(1e-12));
  CHECK(gaps(0) > 0.0);
  CHECK(gaps(2) > 0.0);
}

// Changes of h with u at a fixed configuration: the constant tells integrators that there are none.
template <class Problem>
void check_velocity_dependence(const Problem& problem) {
  testing::Random random(27);
  bool depends = false;
  for (int state = 0; state < states; ++state) {
    const auto configuration = problem.configuration(random.vector(Problem::dof), 0.3);
    const Vector<Problem::dof> h = problem.forces(configuration, Vector<Problem::dof>(random.vector(Problem::dof)));
    const Vector<Problem::dof> other = problem.forces(configuration, Vector<Problem::dof>(random.vector(Problem::dof)));
    depends = depends || h != other;
  }
  CHECK(depends == Problem::forces_depend_on_velocity);
}

TEST_CASE("every system says whether its forces depend on velocity", "[kinematics]") {
  check_velocity_dependence(BallGeometry().problem);
  check_velocity_dependence(WoodpeckerGeometry().problem);
  check_velocity_dependence(SliderCrankGeometry().problem);
  check_velocity_dependence(ImpactOscillatorGeometry().problem);
  check_velocity_dependence(problems::SlidingPointMass(testing::sliding_point_mass_parameters()));
  check_velocity_dependence(problems::DampedOscillator(testing::damped_oscillator_parameters()));
  check_velocity_dependence(problems::InclinedPlaneOscillator(testing::inclined_plane_oscillator_parameters()));
  check_velocity_dependence(problems::PrismaticJoint(testing::prismatic_joint_parameters()));
  check_velocity_dependence(problems::PrismaticJointFreeGuide(testing::prismatic_joint_parameters()));
}
