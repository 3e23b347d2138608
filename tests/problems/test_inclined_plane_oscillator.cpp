// The oscillator on an inclined plane: kinematics of both levels, mass matrix and forces against finite differences and
// against the exact rotation of a rigid body, misprints of the paper, statics, and one second of motion.
#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using problems::FrictionCharacteristic;
using problems::InclinedPlaneOscillator;

static_assert(AccelerationLevelSystem<InclinedPlaneOscillator>);

namespace {

constexpr int plane_states = 25;
constexpr int dof = InclinedPlaneOscillator::dof;
constexpr int contacts = InclinedPlaneOscillator::contact_count;

// Central differences of lengths of 0.1 m over a step of 1e-6: 1e-17 of rounding over the step, and h^2/6 times third
// derivatives, in time up to Omega^4 Da = 520 m/s^4.
constexpr double plane_difference_step = 1e-6;
constexpr double plane_difference_tolerance = 1e-9;

struct PlaneMotion {
  Vector<dof> q, u;
  double t;
};

// alpha and beta of up to 0.3 rad: what follows from the gaps must do so beyond small angles, too. Any gamma, any
// phase.
PlaneMotion random_motion(testing::Random& random) {
  const Vector<dof> q_range(0.1, 0.1, 0.01, 0.3, 0.3, std::numbers::pi);
  const Vector<dof> u_range(0.2, 0.2, 0.1, 1.0, 1.0, 3.0);
  return {q_range.cwiseProduct(Vector<dof>(random.vector(dof))), u_range.cwiseProduct(Vector<dof>(random.vector(dof))),
          random.uniform(0.0, 10.0)};
}

// The same with z, alpha, beta and their rates scaled: small if `size` is.
PlaneMotion nearly_flat(PlaneMotion motion, double size) {
  for (int k = 2; k <= 4; ++k) {
    motion.q(k) *= size;
    motion.u(k) *= size;
  }
  return motion;
}

// The exact rigid body: x' = x + R(alpha, beta, gamma) r, R = R_x R_y R_z.
struct RigidBody {
  problems::InclinedPlaneOscillatorParameters p = testing::inclined_plane_oscillator_parameters();

  static Matrix<3> rotation(const Vector<dof>& q) {
    return (Eigen::AngleAxisd(q(3), Vector<3>::UnitX()) * Eigen::AngleAxisd(q(4), Vector<3>::UnitY()) *
            Eigen::AngleAxisd(q(5), Vector<3>::UnitZ()))
        .toRotationMatrix();
  }
  // Columns: the axes in space about which alpha, beta, gamma turn.
  static Matrix<3> axes(const Vector<dof>& q) {
    const Eigen::AngleAxisd about_x(q(3), Vector<3>::UnitX());
    const Eigen::AngleAxisd about_y(q(4), Vector<3>::UnitY());
    Matrix<3> result;
    result.col(0) = Vector<3>::UnitX();
    result.col(1) = about_x * Vector<3>::UnitY();
    result.col(2) = about_x * (about_y * Vector<3>::UnitZ());
    return result;
  }
  double height(double t) const { return p.h_S + p.Dh * std::sin(p.Omega * t); }
  // Foot i in the body's axes.
  Vector<3> foot(int i, double t) const {
    const double shift = p.Da * std::cos(p.Omega * t);
    if (i == 0) return {-(p.a_1 + shift), p.b_1, -height(t)};
    return {p.a_2 - shift, i == 1 ? -p.b_2 : p.b_3, -height(t)};
  }
  static Vector<3> position(const Vector<dof>& q, const Vector<3>& r) { return q.head<3>() + rotation(q) * r; }
  static Matrix<3, dof> jacobian(const Vector<dof>& q, const Vector<3>& r) {
    Matrix<3, dof> j = Matrix<3, dof>::Zero();
    j.leftCols<3>().setIdentity();
    const Vector<3> arm = rotation(q) * r;
    const Matrix<3> axis = axes(q);
    for (int k = 0; k < 3; ++k) j.col(3 + k) = axis.col(k).cross(arm);
    return j;
  }
  Matrix<dof> mass_matrix(const Vector<dof>& q) const {
    const Matrix<3> body_rates = rotation(q).transpose() * axes(q);
    Matrix<dof> m = Matrix<dof>::Zero();
    m.topLeftCorner<3, 3>() = p.m * Matrix<3>::Identity();
    m.bottomRightCorner<3, 3>() = body_rates.transpose() * Vector<3>(p.A, p.B, p.C).asDiagonal() * body_rates;
    return m;
  }
  // M udot = h: Lagrange's equations, gravity at the centre of mass, the unbalance force where it acts.
  Vector<dof> forces(const PlaneMotion& motion) const {
    const double phase = p.Omega * motion.t;
    const Vector<3> unbalance = p.m_E * p.r_E * p.Omega * p.Omega * Vector<3>(std::cos(phase), 0.0, std::sin(phase));
    const Vector<3> at(p.l_1 - p.Da * std::cos(phase), -p.l_2, -(p.l_3 + p.Dh * std::sin(phase)));
    Vector<dof> h = jacobian(motion.q, at).transpose() * (rotation(motion.q) * unbalance);
    h += p.m * p.g * jacobian(motion.q, Vector<3>::Zero()).transpose() *
         Vector<3>(std::sin(p.delta), 0.0, -std::cos(p.delta));
    // M is smooth on the scale of 1 rad: error of the differences 1e-19/1e-5 and 1e-10 C, times squares of rates.
    constexpr double step = 1e-5;
    const auto momentum = [&](const Vector<dof>& q) { return Vector<dof>(mass_matrix(q) * motion.u); };
    h -= (momentum(motion.q + step * motion.u) - momentum(motion.q - step * motion.u)) / (2.0 * step);
    for (int k = 0; k < dof; ++k) {
      const Vector<dof> e = step * Vector<dof>::Unit(k);
      h(k) += 0.5 * motion.u.dot(momentum(motion.q + e) - momentum(motion.q - e)) / (2.0 * step);
    }
    return h;
  }
};

// The terms that the paper prints in sec. 7.2, letter by letter.
struct Printed {
  problems::InclinedPlaneOscillatorParameters p;
  PlaneMotion motion;
  double s = std::sin(motion.q(5)), c = std::cos(motion.q(5));
  double q4 = motion.q(3), q5 = motion.q(4);
  double v4 = motion.u(3), v5 = motion.u(4), v6 = motion.u(5);
  double a_1 = p.a_1 + p.Da * std::cos(p.Omega * motion.t);
  double a_2 = p.a_2 - p.Da * std::cos(p.Omega * motion.t);
  double h = p.h_S + p.Dh * std::sin(p.Omega * motion.t);
  double drive = p.Omega * p.Da * std::sin(p.Omega * motion.t);
  double lift = p.Omega * p.Dh * std::cos(p.Omega * motion.t);
  double shake = p.Omega * p.Omega * (q4 * s - q5 * c) * p.Da * std::cos(p.Omega * motion.t);

  Vector<3> last_entries_of_w_N() const {
    return {-a_1 * (q5 * c + q4 * s) + p.b_1 * (q4 * c - q5 * c), a_2 * (q5 * s + q4 * c) - p.b_2 * (q4 * s + q5 * c),
            a_2 * (q5 * s + q4 * c) + p.b_3 * (q5 * c - q4 * s)};
  }
  Vector<3> what_N() const { return Vector<3>::Constant(drive * (q4 * s - q5 * c)); }
  Vector<3> wbar_N() const {
    const double front =
        -2 * v4 * v6 * a_1 * c - 2 * v5 * v6 * a_1 * s + q4 * v6 * v6 * a_1 * s - q5 * v6 * v6 * a_1 * c;
    const double rear = 2 * v4 * v6 * a_2 * c + 2 * v5 * v6 * a_2 * s - q4 * v6 * v6 * a_2 * s + q5 * v6 * v6 * a_2 * c;
    const double lean = v6 * v6 * (q4 * c + q5 * s);
    return {front + 2 * p.b_1 * v6 * (v5 * c - v4 * s) - p.b_1 * lean + shake,
            rear + 2 * p.b_2 * v6 * (v4 * s - v5 * c) + p.b_2 * lean + shake,
            rear + 2 * p.b_3 * v6 * (v5 * c - v4 * s) - p.b_3 * lean + shake};
  }
  // What d^2 g_N/dt^2 has and the paper has not.
  double missing_in_wbar_N() const { return 2 * drive * (v4 * s - v5 * c + v6 * (q4 * c + q5 * s)); }
  Vector<2> tangential_velocity(int i) const {
    const Vector<dof>& u = motion.u;
    if (i == 0) {
      return {u(0) - v6 * p.b_1 * c + v6 * a_1 * s - v5 * h, u(1) - v6 * p.b_1 * s - v6 * a_1 * c + v4 * h};
    }
    if (i == 1) {
      return {u(0) + v6 * p.b_2 * c - v6 * a_2 * s - v5 * h, u(1) + v6 * p.b_2 * s + v6 * a_2 * c + v4 * h};
    }
    return {u(0) - v6 * p.b_3 * c - v6 * a_2 * s - v5 * h, u(1) - v6 * p.b_3 * s + v6 * a_2 * c + v4 * h};
  }
  Vector<2> wbar_T(int i) const {
    const double x = -v6 * drive * s - v5 * lift;
    const double y = v6 * drive * c + v4 * lift;
    const double w = v6 * v6;
    if (i == 0) return {w * p.b_1 * s + w * a_1 * c + x, -w * p.b_1 * c + w * a_1 * s + y};
    if (i == 1) return {-w * p.b_2 * s - w * a_2 * c + x, w * p.b_2 * c - w * a_2 * s + y};
    return {w * p.b_3 * s - w * a_2 * c + x, -w * p.b_3 * c - w * a_2 * s + y};
  }
};

// Three normal forces from equilibrium at rest on the plane, alpha = beta = 0: forces along z, moments about x and y
// through the centre of mass, in the body's axes. The friction forces act h below it and balance gravity and unbalance
// along the plane.
Vector<3> normal_forces_at_rest(const RigidBody& body, double gamma, double t) {
  const auto& p = body.p;
  const double phase = p.Omega * t;
  const double F_0 = p.m_E * p.r_E * p.Omega * p.Omega;
  const double F_x = F_0 * std::cos(phase);
  const double F_z = F_0 * std::sin(phase);
  const double downhill = p.m * p.g * std::sin(p.delta);
  const double friction_x = -downhill * std::cos(gamma) - F_x;
  const double friction_y = downhill * std::sin(gamma);
  const double h = body.height(t);
  // r x F of friction at (., ., -h) and unbalance at (l_x, -l_2, -l_z).
  const double moment_x = h * friction_y - p.l_2 * F_z;
  const double moment_y =
      -h * friction_x - (p.l_3 + p.Dh * std::sin(phase)) * F_x - (p.l_1 - p.Da * std::cos(phase)) * F_z;
  Matrix<3> balance;
  for (int i = 0; i < contacts; ++i) {
    const Vector<3> foot = body.foot(i, t);
    balance.col(i) = Vector<3>(1.0, foot(1), -foot(0));
  }
  return testing::solve_linear(balance, Vector<3>(p.m * p.g * std::cos(p.delta) - F_z, -moment_x, -moment_y));
}

InclinedPlaneOscillator oscillator() {
  return InclinedPlaneOscillator(testing::inclined_plane_oscillator_parameters());
}

}  // namespace

TEST_CASE("w_N and what_N are the derivatives of the gaps", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  testing::Random random(51);
  for (int state = 0; state < plane_states; ++state) {
    const auto [q, u, t] = random_motion(random);
    const auto gaps = [&](const Vector<dof>& at, double time) { return system.gaps(system.configuration(at, time)); };
    for (int i = 0; i < contacts; ++i) {
      const auto w = system.directions(system.configuration(q, t), i);
      for (int k = 0; k < dof; ++k) {
        const Vector<dof> e = plane_difference_step * Vector<dof>::Unit(k);
        const double slope = (gaps(q + e, t)(i) - gaps(q - e, t)(i)) / (2.0 * plane_difference_step);
        CHECK(std::abs(w.normal(k) - slope) <= plane_difference_tolerance);
      }
      const double slope = (gaps(q, t + plane_difference_step)(i) - gaps(q, t - plane_difference_step)(i)) /
                           (2.0 * plane_difference_step);
      CHECK(std::abs(w.normal_rheonomic - slope) <= plane_difference_tolerance);
      CHECK(w.tangential_rheonomic == Vector<2>::Zero());
    }
  }
}

TEST_CASE("gaps and tangential velocities are those of an exact rotation, to second order", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  const RigidBody body;
  testing::Random random(52);
  for (int state = 0; state < plane_states; ++state) {
    // Angles and rates of 1e-5: their products times lengths of 0.1 m are 1e-11, a term of the first order is 1e-7.
    constexpr double tolerance = 1e-10;
    const PlaneMotion motion = nearly_flat(random_motion(random), 1e-5);
    const auto configuration = system.configuration(motion.q, motion.t);
    for (int i = 0; i < contacts; ++i) {
      const Vector<3> foot = body.foot(i, motion.t);
      const double gap = RigidBody::position(motion.q, foot)(2) + body.height(motion.t);
      CHECK(std::abs(system.gaps(configuration)(i) - gap) <= tolerance);
      const Vector<3> velocity = RigidBody::jacobian(motion.q, foot) * motion.u;
      const auto w = system.directions(configuration, i);
      CHECK((w.tangential.transpose() * motion.u - velocity.head<2>()).norm() <= tolerance);
    }
  }
}

TEST_CASE("W_T, what_N and wbar_T are as printed", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  testing::Random random(53);
  for (int state = 0; state < plane_states; ++state) {
    const PlaneMotion motion = random_motion(random);
    const Printed printed{system.parameters(), motion};
    const auto configuration = system.configuration(motion.q, motion.t);
    constexpr double rounding = 1e-14;  // of sums of terms of up to 1 m/s and 1 m/s^2
    for (int i = 0; i < contacts; ++i) {
      const auto w = system.directions(configuration, i);
      CHECK((w.tangential.transpose() * motion.u - printed.tangential_velocity(i)).norm() <= rounding);
      CHECK(std::abs(w.normal_rheonomic - printed.what_N()(i)) <= rounding);
      CHECK((system.acceleration_terms(configuration, motion.u, i).tangential - printed.wbar_T(i)).norm() <= rounding);
    }
  }
}

TEST_CASE("wbar is the derivative of the directions along the motion, times the velocities", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  testing::Random random(54);
  for (int state = 0; state < plane_states; ++state) {
    const auto [q, u, t] = random_motion(random);
    const Vector<dof> acceleration = random.vector(dof, -3.0, 3.0);
    for (int i = 0; i < contacts; ++i) {
      const auto terms = system.acceleration_terms(system.configuration(q, t), u, i);
      // Directions do not depend on u: along q + s u, whatever udot is.
      const auto directions = [&, q = q, u = u, t = t](double s) {
        return system.directions(system.configuration(q + s * u, t + s), i);
      };
      const auto after = directions(plane_difference_step);
      const auto before = directions(-plane_difference_step);
      const double normal = ((after.normal - before.normal).dot(u) + after.normal_rheonomic - before.normal_rheonomic) /
                            (2.0 * plane_difference_step);
      const Vector<2> tangential =
          (after.tangential - before.tangential).transpose() * u / (2.0 * plane_difference_step);
      CHECK(std::abs(terms.normal - normal) <= plane_difference_tolerance);
      CHECK((terms.tangential - tangential).norm() <= plane_difference_tolerance);

      // And gddot_N itself, along a motion with accelerations. Second differences: some 1e-17/step^2 of rounding and
      // step^2/12 times fourth derivatives of 1e3 m/s^4; the term that the paper lacks is 0.1 m/s^2.
      constexpr double step = 1e-5;
      constexpr double tolerance = 1e-6;
      const auto gap = [&, q = q, u = u, t = t](double s) {
        return system.gaps(system.configuration(q + s * u + 0.5 * s * s * acceleration, t + s))(i);
      };
      const double second = (gap(step) - 2.0 * gap(0.0) + gap(-step)) / (step * step);
      CHECK(std::abs(directions(0.0).normal.dot(acceleration) + terms.normal - second) <= tolerance);
    }
  }
}

TEST_CASE("misprints of w_N1, w_N2 and wbar_N", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  testing::Random random(55);
  Vector<3> largest_direction_error = Vector<3>::Zero();
  double largest_missing_term = 0.0;
  constexpr double rounding = 1e-14;  // as above
  for (int state = 0; state < plane_states; ++state) {
    PlaneMotion motion = random_motion(random);
    const bool flat = state % 2 == 1;
    if (flat) motion = nearly_flat(motion, 0.0);
    const Printed printed{system.parameters(), motion};
    const auto configuration = system.configuration(motion.q, motion.t);
    for (int i = 0; i < contacts; ++i) {
      const double error = std::abs(system.directions(configuration, i).normal(5) - printed.last_entries_of_w_N()(i));
      const double missing = system.acceleration_terms(configuration, motion.u, i).normal - printed.wbar_N()(i);
      CHECK(std::abs(missing - printed.missing_in_wbar_N()) <= rounding);
      if (flat) {  // inert while the body lies on the plane
        CHECK(error <= rounding);
        CHECK(std::abs(missing) <= rounding);
      }
      largest_direction_error(i) = std::max(largest_direction_error(i), error);
      largest_missing_term = std::max(largest_missing_term, std::abs(missing));
    }
  }
  // Differences of the size of the terms themselves: a_1 = 42 mm and b_2 = 25 mm times some 0.1 rad; contact 3 is
  // right.
  CHECK(largest_direction_error(0) > 4e-3);
  CHECK(largest_direction_error(1) > 2e-3);
  CHECK(largest_direction_error(2) <= rounding);
  CHECK(largest_missing_term > 0.05);
}

TEST_CASE("the mass matrix is that of Cardan angles to second order, and positive definite", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  const RigidBody body;
  testing::Random random(56);
  for (int state = 0; state < plane_states; ++state) {
    const PlaneMotion motion = nearly_flat(random_motion(random), 1e-5);
    const Matrix<dof> m = system.mass_matrix(system.configuration(motion.q, motion.t));
    // The entry C q_5 is up to 5e-9 kg m^2, what is left out C q_5^2.
    CHECK((m - body.mass_matrix(motion.q)).norm() <= 1e-13);
    CHECK(m == m.transpose());
  }
  for (int state = 0; state < plane_states; ++state) {
    const PlaneMotion motion = random_motion(random);
    const Matrix<dof> m = system.mass_matrix(system.configuration(motion.q, motion.t));
    CHECK(testing::is_positive_definite(m));
    CHECK(system.kinetic_energy(motion.q, motion.u, motion.t) == 0.5 * motion.u.dot(m * motion.u));
  }
  // beta^2 = min(A, B) / C is where definiteness ends, at gamma = 0 since A < B.
  const double limit = std::sqrt(system.parameters().A / system.parameters().C);
  Vector<dof> q = Vector<dof>::Zero();
  q(4) = 0.999 * limit;
  CHECK(testing::is_positive_definite(system.mass_matrix(system.configuration(q, 0.0))));
  q(4) = 1.001 * limit;
  CHECK_FALSE(testing::is_positive_definite(system.mass_matrix(system.configuration(q, 0.0))));
}

TEST_CASE("h follows from Lagrange's equations of the exact rigid body, to second order", "[inclined_plane]") {
  const InclinedPlaneOscillator system = oscillator();
  const RigidBody body;
  testing::Random random(57);
  for (int state = 0; state < plane_states; ++state) {
    const PlaneMotion motion = random_motion(random);
    const auto defect = [&](double size) {
      const PlaneMotion small = nearly_flat(motion, size);
      return Vector<dof>(system.forces(system.configuration(small.q, small.t), small.u) - body.forces(small)).norm();
    };
    // Angles of up to 3e-3 rad, rates of up to 1e-2 rad/s. Of the first order are F_0 q_5 = 7e-4 N and
    // C u_5 u_6 = 5e-5 N m; what is left out are their products, F_0 q_4 q_5 = 2e-6 N and C u_4 u_5 = 2e-7 N m.
    constexpr double second_order = 3e-6;
    CHECK(defect(0.01) <= second_order);
    // A quarter with half the size: terms of third order are some 1e-2 of it.
    CHECK(defect(0.005) / defect(0.01) == Catch::Approx(0.25).margin(0.01));
  }
}

TEST_CASE("the initial state is that of the parameters", "[inclined_plane]") {
  auto parameters = testing::inclined_plane_oscillator_parameters();
  CHECK(InclinedPlaneOscillator(parameters).initial_state().q == Vector<dof>::Zero());
  CHECK(InclinedPlaneOscillator(parameters).initial_state().u == Vector<dof>::Zero());
  double value = 0.0;
  for (const auto& field : problems::InclinedPlaneOscillatorParameters::fields()) {
    if (field.name.ends_with("_0") && field.name != "mu_0") parameters.*(field.member) = value += 1.0;
  }
  const State<dof> state = InclinedPlaneOscillator(parameters).initial_state();
  CHECK(state.q == Vector<dof>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0));
  CHECK(state.u == Vector<dof>(7.0, 8.0, 9.0, 10.0, 11.0, 12.0));
}

TEST_CASE("gravity is the slope of the potential energy", "[inclined_plane]") {
  auto parameters = testing::inclined_plane_oscillator_parameters();
  parameters.m_E = 0.0;  // no unbalance
  const InclinedPlaneOscillator system(parameters);
  testing::Random random(58);
  for (int state = 0; state < plane_states; ++state) {
    const auto [q, u, t] = random_motion(random);
    const Vector<dof> h = system.forces(system.configuration(q, t), Vector<dof>::Zero());
    for (int k = 0; k < dof; ++k) {
      const Vector<dof> e = Vector<dof>::Unit(k);  // linear in q: rounding of some N m only
      const double slope = 0.5 * (system.potential_energy(q + e, t) - system.potential_energy(q - e, t));
      CHECK(std::abs(h(k) + slope) <= 1e-14);
    }
  }
}

TEST_CASE("friction falls from mu_0 to mu with the sliding speed", "[inclined_plane]") {
  const FrictionCharacteristic falling{0.1, 0.15, 0.02};
  CHECK(falling(0.0) == 0.15);
  CHECK(falling(0.02) == Catch::Approx(0.1 + 0.05 / std::numbers::e).epsilon(1e-15));
  CHECK(falling(2.0) == 0.1);  // exp(-100) is below rounding
  CHECK(falling(0.03) < falling(0.02));
  const FrictionCharacteristic constant{0.098, 0.098, 0.01};
  for (const double speed : {0.0, 1e-3, 0.4, 1e3}) CHECK(constant(speed) == 0.098);

  auto parameters = testing::inclined_plane_oscillator_parameters();
  parameters.mu_0 = 0.12;
  const InclinedPlaneOscillator system(parameters);
  for (int i = 0; i < contacts; ++i) {
    CHECK(system.static_friction(i) == 0.12);
    CHECK(system.friction_coefficient(i, 0.0) == 0.12);
    CHECK(system.friction_coefficient(i, 1.0) == 0.098);
    CHECK(system.law(i).kind == ContactKind::frictional);
    CHECK(system.law(i).friction == 0.12);
    CHECK(system.law(i).normal_restitution == 0.0);
    CHECK(system.law(i).tangential_restitution == 0.0);
  }
}

TEST_CASE("a step from rest with friction enough gives the normal forces of statics", "[inclined_plane]") {
  RigidBody body;
  body.p.mu = body.p.mu_0 = 1.0;
  const InclinedPlaneOscillator system(body.p);
  const auto solver = make_contact_solver("portfolio");
  MoreauMidpoint<InclinedPlaneOscillator> integrator(system, *solver);
  constexpr double dt = 1e-6;
  constexpr int phases = 24;
  for (const double gamma : {0.0, 0.4, -2.0}) {
    for (int k = 0; k < phases; ++k) {
      State<dof> state;
      state.q(5) = gamma;
      state.t = 2.0 * std::numbers::pi / body.p.Omega * k / phases;
      // A body that rests is evaluated where it is, in the middle of the step: no error of order dt.
      const Vector<3> expected = normal_forces_at_rest(body, gamma, state.t + 0.5 * dt);
      const auto& report = integrator.step(state, dt);
      REQUIRE(report.advanced());
      CAPTURE(gamma, k, expected.transpose());
      // The solver's residual, 1e-10 relative, times the condition of the three feet.
      CHECK((report.normal_percussions / dt - expected).norm() <= 1e-8);
      CHECK(state.u.norm() <= 1e-12);  // 1e-10 of g dt
      CHECK(expected.minCoeff() > 0.0);
    }
  }
}

TEST_CASE("friction holds the body once a revolution at mu = 0.13, and never as printed", "[inclined_plane]") {
  RigidBody body;
  const bool as_printed = GENERATE(true, false);
  if (!as_printed) body.p.mu = body.p.mu_0 = 0.13;
  // A step closes a contact whose gap is not positive. From z = 0 rounding would open and close the feet at random;
  // nothing else depends on z.
  body.p.q_3_0 = -1e-9;
  const InclinedPlaneOscillator system(body.p);
  const auto solver = make_contact_solver("portfolio");
  const double revolution = 2.0 * std::numbers::pi / body.p.Omega;
  constexpr int steps = 640;
  State<dof> state = system.initial_state();
  double least_normal_force = 1e9;
  double static_difference = 0.0;
  int resting_steps = 0;
  bool lies_flat = true;
  const auto observe = [&](const State<dof>& before, const State<dof>& after, const auto& report) {
    const Vector<contacts> normal_forces = report.normal_percussions / report.dt;
    least_normal_force = std::min(least_normal_force, normal_forces.minCoeff());
    lies_flat = lies_flat && report.active_contacts == contacts && after.q.template segment<2>(3).norm() <= 1e-12;
    // At rest: percussions of some 1e-4 N s on 1 kg, solved to 1e-10 of their size, leave far less.
    if (before.u.norm() <= 1e-9 && after.u.norm() <= 1e-9) {
      ++resting_steps;
      const Vector<3> expected = normal_forces_at_rest(body, after.q(5), 0.5 * (before.t + after.t));
      static_difference = std::max(static_difference, (normal_forces - expected).norm());
    }
    return true;
  };
  // The first revolution starts from rest; the second one counts.
  REQUIRE(testing::run_midpoint(system, *solver, state, revolution, revolution / steps, observe).completed());
  const double speed_before = state.u(0);
  resting_steps = 0;
  REQUIRE(testing::run_midpoint(system, *solver, state, 2.0 * revolution, revolution / steps, observe).completed());

  CHECK(lies_flat);
  CHECK(least_normal_force > 1.0);   // 1.2 N
  CHECK(static_difference <= 1e-6);  // the solver's 1e-10 of g dt over dt, times its condition
  if (as_printed) {
    CHECK(resting_steps == 0);
    // Over a revolution friction takes out mu times the normal momentum at most, and the unbalance gives nothing along
    // x, but for 1 - cos(gamma) = 1e-4 of it.
    const double slope = body.p.g * (std::sin(body.p.delta) - body.p.mu * std::cos(body.p.delta));
    CHECK(slope > 0.0);
    CHECK(state.u(0) - speed_before >= slope * revolution * 0.999);
  } else {
    CHECK(resting_steps > steps / 3);  // from 0.466 s to 0.588 s
    CHECK(resting_steps < steps / 2);
  }
}
