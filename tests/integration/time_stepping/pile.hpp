// Piles of blocks and balls in the plane, and what it takes that they can rest.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench::testing {

using Point = Vector<2>;

inline Point turned(const Point& p, double angle) {
  const double c = std::cos(angle);
  const double s = std::sin(angle);
  return {c * p(0) - s * p(1), s * p(0) + c * p(1)};
}
inline double cross(const Point& a, const Point& b) { return a(0) * b(1) - a(1) * b(0); }

// Disc a of a body touches a face or a disc of body b. A corner is a disc without a radius; places are those in the
// bodies' axes.
struct Touch {
  int a = 0;
  int b = -1;  // -1: the ground, whose axes are those of space
  Point on_a = Point::Zero();
  double radius_a = 0.0;
  bool face = true;            // of b: a straight face with this normal; otherwise a disc
  Point on_b = Point::Zero();  // a point of the face, or the centre of the disc
  Point normal = Point(0.0, 1.0);
  double radius_b = 0.0;
};

// q = (x, y, phi) of each body's centre. Contacts beyond `touches` are open for ever.
template <int Bodies, int Touches>
struct Pile {
  static constexpr int dof = 3 * Bodies;
  static constexpr int contact_count = Touches;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Coordinates = Vector<dof>;
  using Configuration = Coordinates;

  Coordinates place = Coordinates::Zero();  // at rest
  Coordinates mass = Coordinates::Ones();   // m, m, J of each body
  std::array<Touch, Touches> touch{};
  int touches = 0;
  double lift = 0.0;  // [m] that all gaps are larger than the places say
  ContactLaw contact_law{ContactKind::frictional, 0.0, 0.0, 0.5, 0.0};

  void set_body(int i, const Point& centre, double m, double inertia) {
    place.template segment<3>(3 * i) << centre(0), centre(1), 0.0;
    mass.template segment<3>(3 * i) << m, m, inertia;
  }
  void add(const Touch& new_touch) { touch[static_cast<std::size_t>(touches++)] = new_touch; }

  Configuration configuration(const Coordinates& q, double /*t*/) const { return q; }
  Matrix<dof> mass_matrix(const Configuration&) const { return mass.asDiagonal(); }
  Coordinates forces(const Configuration&, const Coordinates&) const {
    Coordinates h = Coordinates::Zero();
    for (int i = 0; i < Bodies; ++i) h(3 * i + 1) = -9.81 * mass(3 * i);
    return h;
  }
  Vector<Touches> gaps(const Configuration& q) const {
    Vector<Touches> gaps = Vector<Touches>::Ones();
    for (int i = 0; i < touches; ++i) gaps(i) = place_of(q, i).gap + lift;
    return gaps;
  }
  ForceDirections<dof, 1> directions(const Configuration& q, int i) const {
    ForceDirections<dof, 1> w;
    if (i >= touches) return w;
    const Touch& t = touch[static_cast<std::size_t>(i)];
    const Place at = place_of(q, i);
    const Point along(at.normal(1), -at.normal(0));
    const auto act = [&](int body, double sign) {
      if (body < 0) return;
      const Point lever = at.point - q.template segment<2>(3 * body);
      w.normal.template segment<3>(3 * body) << sign * at.normal(0), sign * at.normal(1),
          sign * cross(lever, at.normal);
      w.tangential.col(0).template segment<3>(3 * body) << sign * along(0), sign * along(1), sign * cross(lever, along);
    };
    act(t.a, 1.0);
    act(t.b, -1.0);
    return w;
  }
  ContactLaw law(int /*i*/) const { return contact_law; }
  double kinetic_energy(const Coordinates&, const Coordinates& u, double) const {
    return 0.5 * u.cwiseProduct(mass).dot(u);
  }
  double potential_energy(const Coordinates& q, double) const { return -forces(q, q).dot(q); }

 private:
  struct Place {
    double gap = 0.0;
    Point normal;  // from b to a
    Point point;
  };

  Place place_of(const Coordinates& q, int i) const {
    const Touch& t = touch[static_cast<std::size_t>(i)];
    const Point p = q.template segment<2>(3 * t.a) + turned(t.on_a, q(3 * t.a + 2));
    const double angle = t.b < 0 ? 0.0 : q(3 * t.b + 2);
    Point f = turned(t.on_b, angle);
    if (t.b >= 0) f += q.template segment<2>(3 * t.b);
    Place at;
    if (t.face) {
      at.normal = turned(t.normal, angle);
      at.gap = at.normal.dot(p - f) - t.radius_a;
    } else {
      const double distance = (p - f).norm();
      at.normal = (p - f) / distance;
      at.gap = distance - t.radius_a - t.radius_b;
    }
    at.point = p - t.radius_a * at.normal;
    return at;
  }
};

}  // namespace nsdbench::testing
