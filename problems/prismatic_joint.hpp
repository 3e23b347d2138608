// A slider on a rod with clearance, in the plane: the prismatic joint of Chaturvedi, Sandu & Sandu, secs 2.3 and 3.
//
//   q = (x_i, y_i, theta_i): centre of mass [m] and angle [rad] of the slider, body i; of a free guide also
//       (x_j, y_j, theta_j): centre and angle of the rod, body j
//   u = qdot
// The rod's axis goes through r_j along e = (cos theta_j, sin theta_j), its normal is n = (-sin theta_j, cos theta_j).
// The slider's ends lie on its axis a = (cos theta_i, sin theta_i): p = r_i - l_s/2 a (left), r = r_i + l_s/2 a
// (right). With the signed distances d_k = n . (k - r_j) the contacts are, in this order,
//   left below   g = c + d_p,   left above   g = c - d_p,   right below   g = c + d_r,   right above   g = c - d_r
// and the relative velocity along the guide is that of the end against the guide's material point in the same place:
//   gdot_T = e . (kdot - rdot_j) + omega_j d_k
// so that the forces on both bodies are opposite and in one line. The paper's constraint functions (17), (18) are not
// differentiable where the slider is centred and aligned, and (19) has a misprint: reference-data/chaturvedi/notes.md.
#pragma once

#include <array>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "problems/parameter_table.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/acceleration_level.hpp"
#include "solvers/mechanics/derivative_bounds.hpp"

namespace nsdbench::problems {

// Parameters of Table 1, the force of sec. 3, and parameters that the paper does not have.
struct PrismaticJointParameters {
  double m = 0, J = 0, L = 0, l_s = 0, l = 0, c = 0;
  double f_x = 0, f_y = 0, tau = 0, s = 0, g = 0;
  double mu = 0, epsilon_N = 0, epsilon_T = 0;  // equal for the four contacts
  double m_j = 0, J_j = 0;                      // of a free guide
  double x_0 = 0, y_0 = 0, theta_0 = 0, v_x_0 = 0, v_y_0 = 0, omega_0 = 0;
  double x_j_0 = 0, y_j_0 = 0, theta_j_0 = 0;      // where a fixed guide is, and where a free one starts
  double v_x_j_0 = 0, v_y_j_0 = 0, omega_j_0 = 0;  // of a free guide

  static constexpr auto fields();
};

// Whether the rod, on which the slider slides, moves.
enum class Guide {
  fixed,  // the rod is part of the ground
  free    // the rod is a body of its own, under gravity and the contact forces
};

// The mechanism that prismatic_joint.hpp describes at its head.
// Computed in the real number type `Number`: double, Extended, a boost::multiprecision number without expression
// templates, or Eigen::AutoDiffScalar for derivatives by q.
template <class Number, Guide guide>
class BasicPrismaticJoint {
 public:
  using Scalar = Number;
  static constexpr bool guide_moves = guide == Guide::free;
  static constexpr int dof = guide_moves ? 6 : 3;
  static constexpr int contact_count = 4;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Coordinates = Vector<dof, Scalar>;
  using Plane = Vector<2, Scalar>;
  using Directions = ForceDirections<dof, 1, Scalar>;
  // The same joint in another number type.
  template <class Other>
  using WithScalar = BasicPrismaticJoint<Other, guide>;

  // One end of the slider, against the guide.
  struct End {
    Scalar side;      // -l_s/2 (left) or l_s/2 (right): along a from the centre [m]
    Scalar along;     // e . (k - r_j) [m]
    Scalar distance;  // d_k [m]
  };

  // What h, gaps and directions share.
  struct Configuration {
    Scalar sin_i, cos_i;          // of theta_i
    Plane e, n;                   // axis and normal of the guide
    Scalar sin_delta, cos_delta;  // of theta_i - theta_j: n . a and e . a
    std::array<End, 2> ends;      // left, right
  };

  // Throws std::invalid_argument for a parameter outside its range, a slider longer than the rod, a force that acts
  // beyond the protrusion's end, and a start where an end is outside of the clearance or not over the rod.
  explicit BasicPrismaticJoint(const PrismaticJointParameters& parameters);

  const PrismaticJointParameters& parameters() const { return p_; }
  State<dof, Scalar> initial_state() const;

  Configuration configuration(const Coordinates& q, const Scalar& t) const;

  const Matrix<dof, dof, Scalar>& mass_matrix(const Configuration& /*configuration*/) const { return mass_; }
  // Gravity along -y, and (f_x, f_y), fixed in direction, which acts at the slider's point (0, -s) in its own axes.
  Coordinates forces(const Configuration& k, const Coordinates& u) const;
  Vector<4, Scalar> gaps(const Configuration& k) const {
    const Scalar c = p_.c;
    return {c + k.ends[0].distance, c - k.ends[0].distance, c + k.ends[1].distance, c - k.ends[1].distance};
  }
  Directions directions(const Configuration& k, int i) const;
  AccelerationTerms<1, Scalar> acceleration_terms(const Configuration& k, const Coordinates& u, int i) const;

  // |d^3 g_N / dt^3|.
  Scalar gap_jerk_bound(int i, const MotionBounds<dof, Scalar>& motion) const;

  // Without friction (mu = 0) the laws are unilateral.
  ContactLaw law(int /*i*/) const { return law_; }
  Scalar friction_coefficient(int /*i*/, const Scalar& /*speed*/) const { return p_.mu; }
  Scalar static_friction(int /*i*/) const { return p_.mu; }

  // Whether both ends are over the rod: |e . (k - r_j)| <= L/2. Beyond, there is no contact any more.
  bool within_range(const Coordinates& q) const;

  Scalar kinetic_energy(const Coordinates& q, const Coordinates& u, const Scalar& t) const;
  // Energy of gravity, of the constant force and of the torque; zero at q = 0 but for the work of f_y over s.
  Scalar potential_energy(const Coordinates& q, const Scalar& t) const;

  // y [m] in the guide's axes, that is d, of the slider's left (0) or right (1) end.
  Scalar end_distance(const Coordinates& q, int end) const {
    return configuration(q, Scalar(0.0)).ends[static_cast<std::size_t>(end)].distance;
  }

 private:
  // Direction in which contact i pushes the end of the slider: 1 along n (below), -1 against n (above).
  static double sign(int i) { return i % 2 == 0 ? 1.0 : -1.0; }
  static const End& end(const Configuration& k, int i) { return k.ends[static_cast<std::size_t>(i / 2)]; }

  PrismaticJointParameters p_;
  Plane guide_centre_ = Plane::Zero(), guide_axis_ = Plane::Zero(), guide_normal_ = Plane::Zero();  // if fixed
  Matrix<dof, dof, Scalar> mass_ = Matrix<dof, dof, Scalar>::Zero();
  ContactLaw law_;
};

// In double, as experiments integrate them.
using PrismaticJoint = BasicPrismaticJoint<double, Guide::fixed>;
using PrismaticJointFreeGuide = BasicPrismaticJoint<double, Guide::free>;

constexpr auto PrismaticJointParameters::fields() {
  using P = PrismaticJointParameters;
  using enum ParameterRange;
  return std::array{
      ParameterField<P>{"m", &P::m, positive, "kg", "mass of the slider"},
      ParameterField<P>{"J", &P::J, positive, "kg m^2", "moment of inertia of the slider"},
      ParameterField<P>{"L", &P::L, positive, "m", "length of the rod"},
      ParameterField<P>{"l_s", &P::l_s, positive, "m", "length of the slider, not above L"},
      ParameterField<P>{"l", &P::l, non_negative, "m", "length of the protrusion"},
      ParameterField<P>{"c", &P::c, positive, "m", "clearance on each side"},
      ParameterField<P>{"f_x", &P::f_x, any, "N", "force along x"},
      ParameterField<P>{"f_y", &P::f_y, any, "N", "force along y"},
      ParameterField<P>{"tau", &P::tau, any, "N m", "torque on the slider"},
      ParameterField<P>{"s", &P::s, non_negative, "m", "distance from the centre at which the force acts, not above l"},
      ParameterField<P>{"g", &P::g, non_negative, "m/s^2", "gravity"},
      ParameterField<P>{"mu", &P::mu, non_negative, "1", "friction coefficient"},
      ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution"},
      ParameterField<P>{"epsilon_T", &P::epsilon_T, unit_interval, "1", "tangential restitution"},
      ParameterField<P>{"m_j", &P::m_j, positive, "kg", "mass of a free guide"},
      ParameterField<P>{"J_j", &P::J_j, positive, "kg m^2", "moment of inertia of a free guide"},
      ParameterField<P>{"x_0", &P::x_0, any, "m", "initial x of the slider"},
      ParameterField<P>{"y_0", &P::y_0, any, "m", "initial y of the slider"},
      ParameterField<P>{"theta_0", &P::theta_0, any, "rad", "initial angle of the slider"},
      ParameterField<P>{"v_x_0", &P::v_x_0, any, "m/s", "initial velocity of the slider along x"},
      ParameterField<P>{"v_y_0", &P::v_y_0, any, "m/s", "initial velocity of the slider along y"},
      ParameterField<P>{"omega_0", &P::omega_0, any, "rad/s", "initial angular velocity of the slider"},
      ParameterField<P>{"x_j_0", &P::x_j_0, any, "m", "(initial) x of the guide"},
      ParameterField<P>{"y_j_0", &P::y_j_0, any, "m", "(initial) y of the guide"},
      ParameterField<P>{"theta_j_0", &P::theta_j_0, any, "rad", "(initial) angle of the guide"},
      ParameterField<P>{"v_x_j_0", &P::v_x_j_0, any, "m/s", "initial velocity of a free guide along x"},
      ParameterField<P>{"v_y_j_0", &P::v_y_j_0, any, "m/s", "initial velocity of a free guide along y"},
      ParameterField<P>{"omega_j_0", &P::omega_j_0, any, "rad/s", "initial angular velocity of a free guide"}};
}

// The part of the constructor that needs no number type. Throws std::invalid_argument as it says.
void check_prismatic_joint(const PrismaticJointParameters& parameters);

template <class Number, Guide guide>
BasicPrismaticJoint<Number, guide>::BasicPrismaticJoint(const PrismaticJointParameters& parameters)
    : p_(parameters),
      law_{p_.mu > 0.0 ? ContactKind::frictional : ContactKind::unilateral, p_.epsilon_N, p_.epsilon_T, p_.mu, 0.0} {
  check_prismatic_joint(p_);
  const auto [sine, cosine] = elementary::sincos(Scalar(p_.theta_j_0));
  guide_centre_ << Scalar(p_.x_j_0), Scalar(p_.y_j_0);
  guide_axis_ << cosine, sine;
  guide_normal_ << -sine, cosine;
  mass_(0, 0) = mass_(1, 1) = p_.m;
  mass_(2, 2) = p_.J;
  if constexpr (guide_moves) {
    mass_(3, 3) = mass_(4, 4) = p_.m_j;
    mass_(5, 5) = p_.J_j;
  }
}

template <class Number, Guide guide>
auto BasicPrismaticJoint<Number, guide>::initial_state() const -> State<dof, Scalar> {
  State<dof, Scalar> state;
  const auto put = [](Coordinates& x, int at, double a, double b, double c) {
    x(at) = a;
    x(at + 1) = b;
    x(at + 2) = c;
  };
  put(state.q, 0, p_.x_0, p_.y_0, p_.theta_0);
  put(state.u, 0, p_.v_x_0, p_.v_y_0, p_.omega_0);
  if constexpr (guide_moves) {
    put(state.q, 3, p_.x_j_0, p_.y_j_0, p_.theta_j_0);
    put(state.u, 3, p_.v_x_j_0, p_.v_y_j_0, p_.omega_j_0);
  }
  return state;
}

template <class Number, Guide guide>
auto BasicPrismaticJoint<Number, guide>::configuration(const Coordinates& q, const Scalar& /*t*/) const
    -> Configuration {
  Configuration k;
  const auto of_slider = elementary::sincos(q(2));
  k.sin_i = of_slider.sine;
  k.cos_i = of_slider.cosine;
  Plane offset = q.template head<2>();
  if constexpr (guide_moves) {
    const auto [sine, cosine] = elementary::sincos(q(5));
    k.e << cosine, sine;
    k.n << -sine, cosine;
    offset -= q.template segment<2>(3);
  } else {
    k.e = guide_axis_;
    k.n = guide_normal_;
    offset -= guide_centre_;
  }
  k.sin_delta = k.n(0) * k.cos_i + k.n(1) * k.sin_i;
  k.cos_delta = k.e(0) * k.cos_i + k.e(1) * k.sin_i;
  const Scalar along = k.e(0) * offset(0) + k.e(1) * offset(1);
  const Scalar distance = k.n(0) * offset(0) + k.n(1) * offset(1);
  for (const std::size_t side : {0U, 1U}) {
    const Scalar lever = (side == 0 ? -0.5 : 0.5) * p_.l_s;
    k.ends[side].side = lever;
    k.ends[side].along = along + lever * k.cos_delta;
    k.ends[side].distance = distance + lever * k.sin_delta;
  }
  return k;
}

template <class Number, Guide guide>
auto BasicPrismaticJoint<Number, guide>::forces(const Configuration& k, const Coordinates& /*u*/) const -> Coordinates {
  Coordinates h = Coordinates::Zero();
  h(0) = p_.f_x;
  const Scalar g = p_.g;
  h(1) = p_.f_y - p_.m * g;
  h(2) = p_.tau + p_.s * (p_.f_x * k.cos_i + p_.f_y * k.sin_i);  // the lever is s (sin theta_i, -cos theta_i)
  if constexpr (guide_moves) h(4) = -p_.m_j * g;
  return h;
}

// d d_k = n . (dr_i + side dtheta_i a' - dr_j) - along dtheta_j, with n . a' = cos(delta), e . a' = -sin(delta).
template <class Number, Guide guide>
auto BasicPrismaticJoint<Number, guide>::directions(const Configuration& k, int i) const -> Directions {
  const End& at = end(k, i);
  Directions w;
  w.normal.template head<2>() = k.n;
  w.normal(2) = at.side * k.cos_delta;
  w.tangential.col(0).template head<2>() = k.e;
  w.tangential(2, 0) = -at.side * k.sin_delta;
  if constexpr (guide_moves) {
    w.normal.template segment<2>(3) = -k.n;
    w.normal(5) = -at.along;
    w.tangential.col(0).template segment<2>(3) = -k.e;
    w.tangential(5, 0) = at.distance;
  }
  if (sign(i) < 0.0) w.normal = -w.normal;
  return w;
}

// With v = kdot - rdot_j, at udot = 0: kddot = -side omega_i^2 a, ndot = -omega_j e, edot = omega_j n,
//   ddot d_k   = n . kddot - 2 omega_j e . v - omega_j^2 d_k
//   d gdot_T/dt = e . kddot + 2 omega_j n . v - omega_j^2 along
template <class Number, Guide guide>
AccelerationTerms<1, Number> BasicPrismaticJoint<Number, guide>::acceleration_terms(const Configuration& k,
                                                                                    const Coordinates& u, int i) const {
  const End& at = end(k, i);
  const Scalar centripetal = -at.side * u(2) * u(2);
  Scalar normal = centripetal * k.sin_delta;
  Scalar tangential = centripetal * k.cos_delta;
  if constexpr (guide_moves) {
    const Scalar spin = u(5);
    const Scalar v_x = u(0) - u(3) - at.side * k.sin_i * u(2);
    const Scalar v_y = u(1) - u(4) + at.side * k.cos_i * u(2);
    const Scalar v_e = k.e(0) * v_x + k.e(1) * v_y;
    const Scalar v_n = k.n(0) * v_x + k.n(1) * v_y;
    normal -= spin * (2.0 * v_e + spin * at.distance);
    tangential += spin * (2.0 * v_n - spin * at.along);
  }
  AccelerationTerms<1, Scalar> terms;
  terms.normal = sign(i) * normal;
  terms.tangential(0) = tangential;
  return terms;
}

// Of d_k = n . (r_i - r_j) + side sin(theta_i - theta_j).
template <class Number, Guide guide>
Number BasicPrismaticJoint<Number, guide>::gap_jerk_bound(int /*i*/, const MotionBounds<dof, Scalar>& motion) const {
  const Scalar lever = 0.5 * p_.l_s;
  const auto x = coordinate_bounds(motion, 0);
  const auto y = coordinate_bounds(motion, 1);
  const auto angle = coordinate_bounds(motion, 2);
  if constexpr (guide_moves) {
    const auto offset = x + y + coordinate_bounds(motion, 3) + coordinate_bounds(motion, 4);
    const auto difference = angle + coordinate_bounds(motion, 5);
    return (sine_bounds(motion, 5) * offset + lever * sine_bounds(difference)).third;
  } else {
    return (guide_normal_(0) * x + guide_normal_(1) * y + lever * sine_bounds(angle)).third;
  }
}

template <class Number, Guide guide>
bool BasicPrismaticJoint<Number, guide>::within_range(const Coordinates& q) const {
  const Configuration k = configuration(q, Scalar(0.0));
  const Scalar half = 0.5 * p_.L;
  for (const End& at : k.ends) {
    if (!(at.along <= half && at.along >= -half)) return false;
  }
  return true;
}

template <class Number, Guide guide>
Number BasicPrismaticJoint<Number, guide>::kinetic_energy(const Coordinates& /*q*/, const Coordinates& u,
                                                          const Scalar& /*t*/) const {
  Scalar energy = p_.m * (u(0) * u(0) + u(1) * u(1)) + p_.J * u(2) * u(2);
  if constexpr (guide_moves) energy += p_.m_j * (u(3) * u(3) + u(4) * u(4)) + p_.J_j * u(5) * u(5);
  return 0.5 * energy;
}

template <class Number, Guide guide>
Number BasicPrismaticJoint<Number, guide>::potential_energy(const Coordinates& q, const Scalar& /*t*/) const {
  const Scalar angle = q(2);
  const auto [sine, cosine] = elementary::sincos(angle);
  const Scalar work = p_.f_x * (q(0) + p_.s * sine) + p_.f_y * (q(1) - p_.s * cosine) + p_.tau * angle;
  const Scalar g = p_.g;
  Scalar energy = p_.m * g * q(1) - work;
  if constexpr (guide_moves) energy += p_.m_j * g * q(4);
  return energy;
}

extern template class BasicPrismaticJoint<double, Guide::fixed>;
extern template class BasicPrismaticJoint<double, Guide::free>;

}  // namespace nsdbench::problems
