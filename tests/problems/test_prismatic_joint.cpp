// Slider on a rod with clearance: kinematics against geometry written down here, forces against energies, refusals,
// momentum and energy of a free guide, statics.
#include <Eigen/Dense>
#include <cmath>
#include <stdexcept>
#include <string>
#include <unsupported/Eigen/AutoDiff>

#include "problems/prismatic_joint.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/midpoint_run.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using problems::PrismaticJoint;
using problems::PrismaticJointFreeGuide;
using problems::PrismaticJointParameters;
using Plane = Vector<2>;

namespace {

constexpr int joint_states = 25;
// Central differences with step h of functions of size one: h^2/6 of truncation and 1e-16/h of rounding, both below
// 2e-11 for h = 1e-5. A wrong sign or a missing term shows with 1e-3 at least.
constexpr double joint_difference_step = 1e-5;
constexpr double joint_difference_tolerance = 1e-9;

Plane rotated(double angle, const Plane& v) {
  return {std::cos(angle) * v(0) - std::sin(angle) * v(1), std::sin(angle) * v(0) + std::cos(angle) * v(1)};
}

PrismaticJointParameters parameters_on_a_slope() {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  p.f_y = -7.0;
  p.tau = 0.2;
  p.x_0 = p.x_j_0 = 0.3;
  p.y_0 = p.y_j_0 = -0.2;
  p.theta_0 = p.theta_j_0 = 0.4;
  return p;
}

// Bodies as positions and angles. The fixed guide is where the parameters say.
template <class Joint>
struct Geometry {
  static constexpr int dof = Joint::dof;
  using Coordinates = Vector<dof>;
  PrismaticJointParameters p = parameters_on_a_slope();
  Joint joint{p};

  Plane guide_centre(const Coordinates& q) const {
    if constexpr (dof == 6) return q.template segment<2>(3);
    return {p.x_j_0, p.y_j_0};
  }
  double guide_angle(const Coordinates& q) const {
    if constexpr (dof == 6) return q(5);
    return p.theta_j_0;
  }
  Plane end(const Coordinates& q, int i) const {
    return q.template head<2>() + rotated(q(2), Plane(i < 2 ? -0.5 * p.l_s : 0.5 * p.l_s, 0.0));
  }
  Plane in_guide(const Coordinates& q, const Plane& point) const {
    return rotated(-guide_angle(q), point - guide_centre(q));
  }
  // Below, above, below, above.
  double gap(const Coordinates& q, int i) const {
    const double y = in_guide(q, end(q, i))(1);
    return i % 2 == 0 ? y + p.c : p.c - y;
  }
  // Of the end at q against the guide's material point that is there at `at`, along the guide's axis at `at`.
  double displacement(const Coordinates& q, const Coordinates& at, int i) const {
    const Plane material = guide_centre(q) + rotated(guide_angle(q), in_guide(at, end(at, i)));
    return rotated(guide_angle(at), Plane(1.0, 0.0)).dot(end(q, i) - material);
  }
  Coordinates random_q(testing::Random& random) const {
    Coordinates q = random.vector(dof, -1.0, 1.0);
    return q;
  }
  Coordinates random_u(testing::Random& random) const { return random.vector(dof, -3.0, 3.0); }
};

template <int Dof, class Function>
Vector<Dof> gradient(const Function& f, const Vector<Dof>& at) {
  Vector<Dof> result;
  for (int i = 0; i < Dof; ++i) {
    Vector<Dof> plus = at;
    Vector<Dof> minus = at;
    plus(i) += joint_difference_step;
    minus(i) -= joint_difference_step;
    result(i) = (f(plus) - f(minus)) / (2.0 * joint_difference_step);
  }
  return result;
}

std::string refusal(const PrismaticJointParameters& parameters) {
  try {
    const PrismaticJoint joint(parameters);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

bool contains(const std::string& sentence, const std::string& part) { return sentence.find(part) != std::string::npos; }

// Neither gravity nor a force: a slider that rattles in a guide which is free.
PrismaticJointParameters rattling_parameters() {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  p.g = p.f_x = p.s = 0.0;
  p.m_j = 3.0;
  p.J_j = 2e-3;
  p.v_x_0 = 0.02;
  p.v_y_0 = -0.03;
  p.omega_0 = 1.5;
  p.v_x_j_0 = -0.01;
  p.v_y_j_0 = 0.004;
  p.omega_j_0 = 0.7;
  p.x_j_0 = 0.4;  // momentum about the origin gets levers
  p.x_0 = 0.41;
  p.y_j_0 = p.y_0 = -0.3;
  return p;
}

// About the origin.
double angular_momentum(const PrismaticJointParameters& p, const State<6>& s) {
  const auto moment = [](double mass, const Vector<6>& q, const Vector<6>& u, int at) {
    return mass * (q(at) * u(at + 1) - q(at + 1) * u(at));
  };
  return moment(p.m, s.q, s.u, 0) + p.J * s.u(2) + moment(p.m_j, s.q, s.u, 3) + p.J_j * s.u(5);
}

}  // namespace

TEMPLATE_TEST_CASE("gaps, directions and acceleration terms of the joint follow from geometry",
                   "[prismatic_joint][kinematics]", PrismaticJoint, PrismaticJointFreeGuide) {
  const Geometry<TestType> geometry;
  constexpr int dof = TestType::dof;
  testing::Random random(61);
  for (int state = 0; state < joint_states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const Vector<dof> u = geometry.random_u(random);
    const auto configuration = geometry.joint.configuration(q, 0.0);
    const Vector<4> gaps = geometry.joint.gaps(configuration);
    for (int i = 0; i < 4; ++i) {
      CAPTURE(state, i);
      const auto w = geometry.joint.directions(configuration, i);
      CHECK(gaps(i) == Catch::Approx(geometry.gap(q, i)).margin(1e-14));  // rounding of lengths of 1 m
      const Vector<dof> normal = gradient<dof>([&](const Vector<dof>& x) { return geometry.gap(x, i); }, q);
      CHECK((w.normal - normal).norm() <= joint_difference_tolerance);
      const Vector<dof> tangential =
          gradient<dof>([&](const Vector<dof>& x) { return geometry.displacement(x, q, i); }, q);
      CHECK((w.tangential.col(0) - tangential).norm() <= joint_difference_tolerance);
      CHECK(w.normal_rheonomic == 0.0);
      CHECK(w.tangential_rheonomic(0) == 0.0);
      // Along the motion; a tenth of the step, since u has several rad/s.
      const double h = 0.1 * joint_difference_step;
      const auto ahead = geometry.joint.directions(geometry.joint.configuration(q + h * u, 0.0), i);
      const auto behind = geometry.joint.directions(geometry.joint.configuration(q - h * u, 0.0), i);
      const auto terms = geometry.joint.acceleration_terms(configuration, u, i);
      // Rounding 1e-15 / 1e-6 of speeds of 10 m/s.
      CHECK(terms.normal == Catch::Approx((ahead.normal - behind.normal).dot(u) / (2.0 * h)).margin(1e-7));
      CHECK(terms.tangential(0) ==
            Catch::Approx((ahead.tangential - behind.tangential).col(0).dot(u) / (2.0 * h)).margin(1e-7));
    }
    CHECK(geometry.joint.end_distance(q, 0) == Catch::Approx(gaps(0) - geometry.p.c).margin(1e-14));
    CHECK(geometry.joint.end_distance(q, 1) == Catch::Approx(gaps(2) - geometry.p.c).margin(1e-14));
  }
}

TEMPLATE_TEST_CASE("forces and masses of the joint follow from its energies", "[prismatic_joint][kinematics]",
                   PrismaticJoint, PrismaticJointFreeGuide) {
  const Geometry<TestType> geometry;
  constexpr int dof = TestType::dof;
  testing::Random random(62);
  for (int state = 0; state < joint_states; ++state) {
    const Vector<dof> q = geometry.random_q(random);
    const Vector<dof> u = geometry.random_u(random);
    const auto configuration = geometry.joint.configuration(q, 0.0);
    // Energies of 100 J: 1e-14 / 1e-5 of rounding.
    const Vector<dof> expected =
        -gradient<dof>([&](const Vector<dof>& x) { return geometry.joint.potential_energy(x, 0.0); }, q);
    CHECK((geometry.joint.forces(configuration, u) - expected).norm() <= 1e-7);
    const Vector<dof> momentum =
        gradient<dof>([&](const Vector<dof>& v) { return geometry.joint.kinetic_energy(q, v, 0.0); }, u);
    CHECK((geometry.joint.mass_matrix(configuration) * u - momentum).norm() <= 1e-7);
  }
  // The applied force does the work f . displacement of the point (0, -s) of the slider, and tau that of the angle.
  const PrismaticJointParameters& p = geometry.p;
  const Vector<dof> q = geometry.random_q(random);
  const Plane point = q.template head<2>() + rotated(q(2), Plane(0.0, -p.s));
  double expected = p.m * p.g * q(1) - p.f_x * point(0) - p.f_y * point(1) - p.tau * q(2);
  if constexpr (dof == 6) expected += p.m_j * p.g * q(4);
  CHECK(geometry.joint.potential_energy(q, 0.0) == Catch::Approx(expected).margin(1e-12));
}

TEMPLATE_TEST_CASE("the joint can be differentiated exactly", "[prismatic_joint]", PrismaticJoint,
                   PrismaticJointFreeGuide) {
  constexpr int dof = TestType::dof;
  using Number = Eigen::AutoDiffScalar<Vector<dof>>;
  const Geometry<TestType> geometry;
  const typename TestType::template WithScalar<Number> dual(geometry.p);
  testing::Random random(63);
  const Vector<dof> q = geometry.random_q(random);
  const Vector<dof> u = geometry.random_u(random);
  Vector<dof, Number> q_dual, u_dual;
  for (int i = 0; i < dof; ++i) {
    q_dual(i) = Number(q(i), dof, i);
    u_dual(i) = u(i);
  }
  const auto configuration = geometry.joint.configuration(q, 0.0);
  const auto configuration_dual = dual.configuration(q_dual, Number(0.0));
  const Vector<4, Number> gaps = dual.gaps(configuration_dual);
  const Vector<dof, Number> h = dual.forces(configuration_dual, u_dual);
  for (int i = 0; i < 4; ++i) {
    CHECK(gaps(i).value() == geometry.joint.gaps(configuration)(i));
    const auto w = geometry.joint.directions(configuration, i);
    CHECK((gaps(i).derivatives() - w.normal).norm() <= 1e-14);
    // (dw/dq u)^T u is the acceleration term.
    const auto w_dual = dual.directions(configuration_dual, i);
    double term = 0.0;
    for (int k = 0; k < dof; ++k) term += u(k) * w_dual.normal(k).derivatives().dot(u);
    CHECK(term == Catch::Approx(geometry.joint.acceleration_terms(configuration, u, i).normal).margin(1e-13));
  }
  CHECK(h(2).derivatives()(2) ==
        Catch::Approx(geometry.p.s * (geometry.p.f_y * std::cos(q(2)) - geometry.p.f_x * std::sin(q(2)))));
}

TEST_CASE("a joint that cannot be is refused in one sentence", "[prismatic_joint][parameters]") {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  REQUIRE(refusal(p).empty());
  SECTION("no clearance") {
    p.c = 0.0;
    CHECK(refusal(p) == "parameter c = 0 is not allowed: it must be positive");
  }
  SECTION("a slider longer than the rod") {
    p.l_s = 0.1000001;
    CHECK(contains(refusal(p), "parameter l_s = 0.1 is not allowed: the slider must not be longer than the rod"));
    p.l_s = 0.12;
    CHECK(refusal(p) == "parameter l_s = 0.12 is not allowed: the slider must not be longer than the rod, L = 0.1 m");
  }
  SECTION("a force beyond the protrusion") {
    p.s = 0.011;
    CHECK(refusal(p) ==
          "parameter s = 0.011 is not allowed: the force must act on the protrusion, which ends at l = 0.01 m");
  }
  SECTION("a start outside of the clearance") {
    p.y_0 = -1.5e-5;
    const std::string sentence = refusal(p);
    CHECK(contains(sentence, "parameter y_0 = -1.5e-05 is not allowed"));
    CHECK(contains(sentence, "left end at -1.5e-05 m"));
    CHECK(contains(sentence, "the clearance c = 1e-05 m"));
    CHECK_FALSE(contains(sentence, "\n"));
  }
  SECTION("a start that is tilted out of the clearance") {
    p.theta_0 = 1.01e-3;  // 2 c / l_s = 1e-3 is the limit
    CHECK(contains(refusal(p), "parameter y_0 = 0 is not allowed: with theta_0 = 0.00101"));
    p.theta_0 = std::asin(1e-3);
    CHECK(refusal(p).empty());
  }
  SECTION("only the right end is outside") {
    p.theta_0 = 1e-3;
    p.y_0 = 1e-6;
    CHECK(contains(refusal(p), "right end at 1.1"));
  }
  SECTION("a start in contact is a start") {
    p.y_0 = GENERATE(-1e-5, 1e-5);
    CHECK(refusal(p).empty());
  }
  SECTION("a start beyond the rod's end") {
    p.x_0 = 0.041;
    CHECK(contains(refusal(p), "parameter x_0 = 0.041 is not allowed: it puts the slider's right end at 0.051 m"));
    p.x_0 = 0.04;
    CHECK(refusal(p).empty());
  }
  SECTION("the slope of the guide counts") {
    p = parameters_on_a_slope();
    CHECK(refusal(p).empty());
    p.theta_j_0 = 0.402;
    CHECK(contains(refusal(p), "outside the clearance"));
  }
}

TEST_CASE("the joint knows where the rod ends", "[prismatic_joint]") {
  const PrismaticJoint joint(testing::prismatic_joint_parameters());
  CHECK(joint.within_range(Vector<3>(0.0, 0.0, 0.0)));
  CHECK(joint.within_range(Vector<3>(0.0399, 0.0, 0.0)));
  CHECK_FALSE(joint.within_range(Vector<3>(0.0401, 0.0, 0.0)));
  CHECK_FALSE(joint.within_range(Vector<3>(-0.0401, 0.0, 0.0)));
  const PrismaticJointFreeGuide with_guide(testing::prismatic_joint_parameters());
  Vector<6> q;
  q << 0.0401, 0.0, 0.0, 0.001, 0.0, 0.0;
  CHECK(with_guide.within_range(q));
  q(3) = 0.0;
  CHECK_FALSE(with_guide.within_range(q));
}

// At rest on the lower side: n forces of both ends carry the weight, and their moment balances the applied force.
TEST_CASE("forces of the line contact and of the two-point contact balance", "[prismatic_joint]") {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  const auto unbalanced = [](const PrismaticJoint& joint, const Vector<3>& q, const Vector<4>& normal_forces) {
    const auto configuration = joint.configuration(q, 0.0);
    Vector<3> sum = joint.forces(configuration, Vector<3>::Zero());
    for (int i = 0; i < 4; ++i) sum += joint.directions(configuration, i).normal * normal_forces(i);
    sum(0) -= joint.parameters().f_x;  // which accelerates along the guide
    return sum;
  };
  // Rounding of forces of 50 N.
  constexpr double tolerance = 1e-13;
  const double weight = p.m * p.g;
  const double unequal = p.s * p.f_x / p.l_s;
  CHECK(unequal == Catch::Approx(1.25));
  const PrismaticJoint line(p);
  const Vector<4> line_forces(0.5 * weight + unequal, 0.0, 0.5 * weight - unequal, 0.0);
  CHECK(unbalanced(line, Vector<3>(0.02, -p.c, 0.0), line_forces).norm() <= tolerance);
  CHECK(line.gaps(line.configuration(Vector<3>(0.02, -p.c, 0.0), 0.0)) == Vector<4>(0.0, 2.0 * p.c, 0.0, 2.0 * p.c));

  p.g = 0.0;
  p.s = p.l;
  const PrismaticJoint two_point(p);
  const double force = p.s * p.f_x / p.l_s;
  CHECK(force == Catch::Approx(25.0));
  const Vector<3> tilted(0.02, 0.0, std::asin(2.0 * p.c / p.l_s));
  const Vector<4> gaps = two_point.gaps(two_point.configuration(tilted, 0.0));
  CHECK(std::abs(gaps(0)) <= 1e-18);  // left below
  CHECK(std::abs(gaps(3)) <= 1e-18);  // right above
  CHECK(unbalanced(two_point, tilted, Vector<4>(force, 0.0, 0.0, force)).norm() <= tolerance);
}

TEST_CASE("a slider that rattles in a free guide keeps the total momentum", "[prismatic_joint]") {
  PrismaticJointParameters p = rattling_parameters();
  p.mu = GENERATE(0.0, 0.4);
  p.epsilon_N = GENERATE(0.0, 0.6);
  const PrismaticJointFreeGuide joint(p);
  const auto solver = make_contact_solver("lemke");
  State<6> state = joint.initial_state();
  const Vector<6> momentum = joint.mass_matrix(joint.configuration(state.q, 0.0)) * state.u;
  const double turning = angular_momentum(p, state);
  double most_x = 0.0, most_y = 0.0, most_turning = 0.0;
  long contacts = 0;
  const auto result =
      testing::run_midpoint(joint, *solver, state, 0.05, 2e-5, [&](const auto&, const State<6>& after, const auto& r) {
        const Vector<6> now = joint.mass_matrix(joint.configuration(after.q, 0.0)) * after.u;
        most_x = std::max(most_x, std::abs(now(0) + now(3) - momentum(0) - momentum(3)));
        most_y = std::max(most_y, std::abs(now(1) + now(4) - momentum(1) - momentum(4)));
        most_turning = std::max(most_turning, std::abs(angular_momentum(p, after) - turning));
        contacts += r.active_contacts;
        return true;
      });
  REQUIRE(result.completed());
  CHECK(contacts > 10);
  // Rounding of 2500 steps with momenta of 0.2 N s and 0.06 N m s; equal and opposite forces that were not in one line
  // would show with P c = 1e-6 N m s.
  CHECK(most_x <= 1e-14);
  CHECK(most_y <= 1e-14);
  CHECK(most_turning <= 1e-14);
}

TEST_CASE("elastic impacts in a free guide keep the energy", "[prismatic_joint]") {
  PrismaticJointParameters p = rattling_parameters();
  p.epsilon_N = 1.0;
  const PrismaticJointFreeGuide joint(p);
  const auto solver = make_contact_solver("lemke");
  State<6> state = joint.initial_state();
  const double energy = total_energy(joint, state);
  long contacts = 0;
  const auto result =
      testing::run_midpoint(joint, *solver, state, 0.05, 2e-5, [&](const auto&, const auto&, const auto& r) {
        contacts += r.active_contacts;
        return true;
      });
  REQUIRE(result.completed());
  CHECK(contacts > 10);
  CHECK(total_energy(joint, state) == Catch::Approx(energy).epsilon(1e-12));  // exact but for rounding of 2500 steps
}

TEST_CASE("a guide of great mass is as good as a fixed one", "[prismatic_joint]") {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  p.g = 0.0;  // in which a free guide would fall
  p.s = p.l;
  p.mu = 0.2;
  const auto solver = make_contact_solver("lemke");
  const auto end_of = [&](const auto& joint) {
    auto state = joint.initial_state();
    REQUIRE(testing::run_midpoint(joint, *solver, state, 0.02, 1e-5, [](const auto&...) { return true; }).completed());
    return state;
  };
  const State<3> fixed = end_of(PrismaticJoint(p));
  double last = 0.0;
  for (const double mass : {1e3, 1e5}) {
    p.m_j = mass;
    p.J_j = mass;
    const State<6> guided = end_of(PrismaticJointFreeGuide(p));
    const double difference = (guided.q.head<3>() - fixed.q).norm() + (guided.u.head<3>() - fixed.u).norm();
    CAPTURE(mass, difference);
    CHECK(difference > 0.0);
    // The friction of 10 N moves the guide by 10 t^2 / (2 m_j) and turns it: some 5 t / m_j in all.
    CHECK(difference <= 0.2 / mass);
    if (last > 0.0) CHECK(last / difference == Catch::Approx(100.0).epsilon(0.1));  // proportional to 1/m_j
    last = difference;
  }
}
