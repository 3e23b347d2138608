// Every problem of the suite with its paper's parameters, in any number type, for tests that hold for all of them.
#pragma once

#include <cmath>
#include <numbers>

#include "solvers/mechanics/acceleration_level.hpp"
#include "tests/helpers/paper_parameters.hpp"

namespace nsdbench::testing {

// Tangential displacements, W_T^T dq = d(displacement), of the material point of contact i at q [m], as geometry that
// asks no problem. A point that is moved in its body stays where it is there at time t.
struct WithoutFriction {
  template <class Parameters, int Dof, class Number>
  Vector<1, Number> operator()(const Parameters& /*p*/, const Vector<Dof, Number>& /*q*/, const Number& /*t*/,
                               int /*i*/) const {
    return Vector<1, Number>::Zero();
  }
};

struct PointOnTable {
  template <class Number>
  Vector<2, Number> operator()(const problems::SlidingPointMassParameters& /*p*/, const Vector<2, Number>& q,
                               const Number& /*t*/, int /*i*/) const {
    return q;
  }
};

// Heights of beak and edges of the sleeve, to first order in the angles.
struct HeightOnPole {
  template <class Number>
  Vector<1, Number> operator()(const problems::WoodpeckerParameters& p, const Vector<3, Number>& q, const Number& /*t*/,
                               int i) const {
    const Number edge = q(0) + p.r_M * q(1);
    const Number beak = q(0) + p.l_M * q(1) + p.l_G * q(2) - p.l_S * q(2);
    return Vector<1, Number>(i == 0 ? beak : edge);
  }
};

// Corners of a rectangle 2a x 2b, hinged in its centre to the connecting rod.
struct CornerAlongGuide {
  template <class Number>
  Vector<1, Number> operator()(const problems::SliderCrankParameters& p, const Vector<3, Number>& q,
                               const Number& /*t*/, int i) const {
    using std::cos;
    using std::sin;
    const double x = i == 0 || i == 2 ? -p.a : p.a;
    const double y = i < 2 ? p.b : -p.b;
    const Number hinge = p.l_1 * cos(q(0)) + p.l_2 * cos(q(1));
    return Vector<1, Number>(Number(hinge + x * cos(q(2)) - y * sin(q(2))));
  }
};

// Feet at (x_i, y_i, -h) in the body, turned by gamma and, to first order, by alpha and beta.
struct FootOnPlane {
  template <class Number>
  Vector<2, Number> operator()(const problems::InclinedPlaneOscillatorParameters& p, const Vector<6, Number>& q,
                               const Number& t, int i) const {
    using std::cos;
    using std::sin;
    const Number phase = p.Omega * t;
    const Number x = (i == 0 ? -p.a_1 : p.a_2) - p.Da * cos(phase);
    const double y = i == 0 ? p.b_1 : (i == 1 ? -p.b_2 : p.b_3);
    const Number h = p.h_S + p.Dh * sin(phase);
    return {q(0) + x * cos(q(5)) - y * sin(q(5)) - h * q(4), q(1) + x * sin(q(5)) + y * cos(q(5)) + h * q(3)};
  }
};

// Way of the slider's ends along the guide, which turns: that against the guide's material point in the same place.
struct EndAlongGuide {
  template <int Dof, class Number>
  Vector<1, Number> operator()(const problems::PrismaticJointParameters& p, const Vector<Dof, Number>& q,
                               const Number& /*t*/, int i) const {
    using std::cos;
    using std::sin;
    const double lever = i < 2 ? -0.5 * p.l_s : 0.5 * p.l_s;
    Number x = q(0) + lever * cos(q(2)) - p.x_j_0;
    Number y = q(1) + lever * sin(q(2)) - p.y_j_0;
    Number angle = p.theta_j_0;
    if constexpr (Dof == 6) {
      x += p.x_j_0 - q(3);
      y += p.y_j_0 - q(4);
      angle = q(5);
    }
    return Vector<1, Number>(Number(cos(angle) * x + sin(angle) * y));
  }
};

// Calls visit(name, problem, q_range, u_range, displacement) for every problem. The ranges are the half-widths of
// states to try: of angles, any; of velocities, those of the motion.
template <class Number, class Visitor>
void for_every_problem(const Visitor& visit) {
  using namespace problems;
  using std::numbers::pi;
  visit("bouncing_ball", BasicBouncingBall<Number>(bouncing_ball_parameters()),  //
        Vector<1>(1.0), Vector<1>(2.0), WithoutFriction());
  visit("damped_oscillator", BasicDampedOscillator<Number>(damped_oscillator_parameters()),  //
        Vector<1>(0.2), Vector<1>(1.0), WithoutFriction());
  visit("impact_oscillator", BasicImpactOscillator<Number>(impact_oscillator_parameters()),  //
        Vector<1>(0.6), Vector<1>(5.0), WithoutFriction());
  visit("inclined_plane_oscillator", BasicInclinedPlaneOscillator<Number>(inclined_plane_oscillator_parameters()),
        Vector<6>(0.1, 0.1, 0.01, 0.3, 0.3, pi), Vector<6>(0.2, 0.2, 0.1, 1.0, 1.0, 3.0), FootOnPlane());
  visit("prismatic_joint", BasicPrismaticJoint<Number, Guide::fixed>(prismatic_joint_parameters()),  //
        Vector<3>(0.1, 0.1, pi), Vector<3>(1.0, 1.0, 3.0), EndAlongGuide());
  visit("prismatic_joint_free_guide", BasicPrismaticJoint<Number, Guide::free>(prismatic_joint_parameters()),
        Vector<6>(0.1, 0.1, pi, 0.1, 0.1, pi), Vector<6>(1.0, 1.0, 3.0, 1.0, 1.0, 3.0), EndAlongGuide());
  visit("slider_crank", BasicSliderCrank<Number>(slider_crank_parameters()),  //
        Vector<3>(pi, pi, pi), Vector<3>(150.0, 75.0, 20.0), CornerAlongGuide());
  visit("sliding_point_mass", BasicSlidingPointMass<Number>(sliding_point_mass_parameters()),  //
        Vector<2>(1.0, 1.0), Vector<2>(2.0, 2.0), PointOnTable());
  visit("woodpecker", BasicWoodpecker<Number>(woodpecker_parameters()),  //
        Vector<3>(1.0, 0.3, 0.3), Vector<3>(0.4, 10.0, 10.0), HeightOnPole());
}

}  // namespace nsdbench::testing
