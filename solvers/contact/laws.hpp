// The set-valued laws of contact problems, each stated once and for every real scalar.
//
//   law          xi is the relative velocity, P the percussion         admissible set A of P       bound b
//   unilateral   0 <= P  perpendicular to  xi >= 0   (-P in Upr(xi))   HalfLine  { P >= 0 }        -
//   coulomb      -P in mu P_N Sgn(xi)                                  FrictionSet { |P| <= b }    mu max(P_N, 0)
//   tresca       -P in a Sgn(xi)                                       FrictionSet { |P| <= b }    a
//   bilateral    xi = 0, any P                                         FrictionSet { |P| <= b }    infinite
//
// (Glocker & Studer 2005, eqs 11, 12). For every r > 0 each law says P = prox_A(P - r xi), prox_A(x) being the point
// of A nearest to x (Studer, Leine & Glocker 2008, eqs 20, 21). A set offers
//   project      prox_A,
//   derivative   an element of the generalized derivative of prox_A by x and b, for Newton's method,
//   defect       P - prox_A(P - xi), cheap: what iterations look at to decide whether to go on,
//   deviation    the length of the defect without the cancellation within A, and the mode: what the verdict looks at.
// In the last two, P is meant as a velocity, P / r. Friction acts in one direction (A is an interval, P[0] alone is
// read and written) or in two (A is a disc).
//
// A planar law of finite bound is part of a linear complementarity problem too. Its bound is then affine in P_N,
//   b = mu P_N + a,   per_normal() = mu and constant() = a,
// and P = P_R - b, P_L = 2 b - P_R >= 0 (StandardForm) or P = P_+ - P_-, b - P_+ - P_- >= 0 (CopositiveForm).
//
// What a further law takes: an entry in LawKind and what the member functions of SetValuedLaw say about it here; a
// sentence in defect() (contact_problem.hpp) about what makes it ill-formed; and the places that fill contact problems
// in. If its set is neither of the two below, also a set with the four functions, and a branch in the two loops that
// tell sets apart (ContactBlocks and the residual of contact_problem.cpp). `bilateral` was added in this way.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "solvers/elementary/elementary.hpp"
#include "solvers/mechanics/contact_law.hpp"

namespace nsdbench {

// The laws; the head of this file says what each of them demands.
enum class LawKind : std::uint8_t {
  unilateral,  // dimension 1
  coulomb,     // dimension 1 or 2, bound mu times the percussion of a unilateral law
  tresca,      // dimension 1 or 2, Tresca friction: the bound does not depend on a percussion
  bilateral    // dimension 1 or 2, no bound: a joint or a contact that cannot open
};

// One set-valued law of a contact problem.
struct SetValuedLaw {
  LawKind kind = LawKind::unilateral;
  std::int32_t offset = 0;     // first coordinate of the law in P and xi
  std::int32_t dimension = 1;  // 1 or 2
  std::int32_t normal = -1;    // coulomb: index of its unilateral law
  double bound = 0.0;          // coulomb: mu [1]; tresca: bound a dt of the percussion [N s]; bilateral: +infinity

  bool is_unilateral() const { return kind == LawKind::unilateral; }
  bool has_normal_law() const { return kind == LawKind::coulomb; }
  bool has_linear_complementarity_form() const { return dimension == 1 && kind != LawKind::bilateral; }

  // The bound b = per_normal() P_N + constant() of a law of friction.
  double per_normal() const { return has_normal_law() ? bound : 0.0; }
  double constant() const { return has_normal_law() ? 0.0 : bound; }
};

// b of friction with `bound` = mu or a; P_N is not read without a normal law.
template <class Scalar>
Scalar friction_bound(bool has_normal_law, const Scalar& bound, const Scalar& normal_percussion) {
  return has_normal_law ? Scalar(bound * std::max<Scalar>(normal_percussion, 0.0)) : bound;
}

// Cones of a larger mu are wide: judges of answers then look at the laws of the contact one by one (here, and in
// contact_data/residuals.hpp), since a distance to the cone counts a slip mu times, and a velocity into the ground
// 1/mu.
inline constexpr double widest_cone = 10.0;

// Coulomb's law on a wide cone holds for any P_T as soon as P_N is of the size of rounding, even where the contact
// opens. What it says there, P_T = 0 or xi_N = 0, is judged apart: min(|P_T| / r, xi_N).
template <class Scalar>
Scalar friction_of_open_contact(const SetValuedLaw& law, const Scalar& inverse_r, const Scalar* percussion,
                                const Scalar& normal_velocity) {
  using std::abs;
  if (!law.has_normal_law() || !(law.bound > widest_cone) || !(normal_velocity > 0.0)) return 0.0;
  Scalar friction = abs(percussion[0]);
  if (law.dimension == 2) friction = std::max<Scalar>(friction, abs(percussion[1]));
  return std::min<Scalar>(inverse_r * friction, normal_velocity);
}

// How far a law is from holding.
template <class Scalar>
struct Deviation {
  Scalar value = 0.0;
  Scalar rounding = 0.0;  // what the difference of percussions may hide; zero within the set, where there is none
  bool interior = false;  // P - xi lies in the interior of A

  Mode mode() const { return interior ? Mode::constraint : Mode::impressed; }
};

// A = { x >= 0 }
template <class Scalar>
struct HalfLine {
  static Scalar project(const Scalar& x) { return std::max<Scalar>(x, 0.0); }
  // d prox / d x: 1 or 0.
  static bool derivative(const Scalar& x) { return x > 0.0; }
  static Scalar defect(const Scalar& percussion, const Scalar& velocity) { return std::min(percussion, velocity); }
  static Deviation<Scalar> deviation(const Scalar& percussion, const Scalar& velocity) {
    using std::abs;
    const bool interior = derivative(percussion - velocity);
    return {abs(interior ? velocity : percussion), 0.0, interior};
  }
};

// d prox / d x = share (1 - e e^T) and d prox / d b = e outside of A; the identity and zero inside.
template <class Scalar>
struct FrictionDerivative {
  bool inside = false;        // |x| <= b
  std::array<Scalar, 2> e{};  // x / |x|, zero if x is zero
  Scalar share = 0.0;         // b / |x|, 1 if that is larger, and 0 if b is
};

// A = { |x| <= bound } in one or two dimensions.
template <class Scalar>
struct FrictionSet {
  int dimension = 1;
  Scalar bound = 0.0;

  // x <- prox_A(x)
  void project(Scalar* x) const {
    if (dimension == 1) {
      x[0] = std::clamp<Scalar>(x[0], -bound, bound);
    } else {
      project_on_disc(x);
    }
  }

  FrictionDerivative<Scalar> derivative(const Scalar* x) const {
    using std::sqrt;
    const Scalar second = dimension == 2 ? x[1] : Scalar(0.0);
    const Scalar length = sqrt(x[0] * x[0] + second * second);
    FrictionDerivative<Scalar> result;
    result.inside = length <= bound;
    if (length > 0.0) result.e = {x[0] / length, second / length};
    if (bound > 0.0) result.share = length > bound ? Scalar(bound / length) : Scalar(1.0);
    return result;
  }

  // Of P / r = inverse_r P, which the bound belongs to. The second entry is zero in one dimension.
  std::array<Scalar, 2> defect(const Scalar& inverse_r, const Scalar* percussion, const Scalar* velocity) const {
    const Scalar first = inverse_r * percussion[0];
    if (dimension == 1) return {first - std::clamp<Scalar>(first - velocity[0], -bound, bound), 0.0};
    const Scalar second = inverse_r * percussion[1];
    std::array<Scalar, 2> nearest{first - velocity[0], second - velocity[1]};
    project_on_disc(nearest.data());
    return {first - nearest[0], second - nearest[1]};
  }

  // Of P / r = inverse_r P, which the bound belongs to.
  Deviation<Scalar> deviation(const Scalar& inverse_r, const Scalar* percussion, const Scalar* velocity) const {
    using std::abs;
    if (dimension == 2) return deviation_from_disc(inverse_r, percussion, velocity);
    const Scalar first = inverse_r * percussion[0];
    const Scalar argument = first - velocity[0];
    if (abs(argument) < bound) return {abs(velocity[0]), 0.0, true};
    Scalar value = abs(first - std::clamp<Scalar>(argument, -bound, bound));
    // P / r may be so large that P / r - xi is P / r. Friction that drives is wrong even there.
    if (first * velocity[0] > 0.0) {
      const Scalar driven = std::min<Scalar>(abs(velocity[0]), abs(first));
      value = driven > value ? driven : value;
    }
    return {value, rounding() * bound, false};
  }

 private:
  static constexpr double smallest_square = 1e-280;
  static constexpr double largest_square = 1e280;

  static Scalar rounding() { return 4 * std::numeric_limits<Scalar>::epsilon(); }

  void project_on_disc(Scalar* x) const {
    using std::sqrt;
    const Scalar square = x[0] * x[0] + x[1] * x[1];
    // Squares that underflow or overflow compare wrongly, of tiny discs among others.
    if (!(square >= smallest_square && square <= largest_square)) return project_by_length(x);
    if (square <= bound * bound) return;
    const Scalar scale = bound / sqrt(square);
    x[0] *= scale;
    x[1] *= scale;
  }

  void project_by_length(Scalar* x) const {
    const Scalar size = length(x[0], x[1]);
    if (size <= bound) return;
    const Scalar scale = bound / size;
    x[0] *= scale;
    x[1] *= scale;
  }

  Deviation<Scalar> deviation_from_disc(const Scalar& inverse_r, const Scalar* percussion,
                                        const Scalar* velocity) const {
    const Scalar first = inverse_r * percussion[0];
    const Scalar second = inverse_r * percussion[1];
    const Scalar first_argument = first - velocity[0];
    const Scalar second_argument = second - velocity[1];
    const Scalar size = length(first_argument, second_argument);
    // Of an infinite length, nothing would be left to compare with.
    if (size > std::numeric_limits<Scalar>::max()) return {size, 0.0, false};
    if (size < bound) return {length(velocity[0], velocity[1]), 0.0, true};
    const Scalar scale = size > 0.0 ? Scalar(bound / size) : Scalar(0.0);
    Scalar value = length(first - scale * first_argument, second - scale * second_argument);
    const Scalar speed = length(velocity[0], velocity[1]);
    constexpr double swallowed = 1e-10;
    if (speed < swallowed * size) {
      // P / r - xi has lost digits of xi. Of xi, only what opposes P may be there.
      const Scalar along = (first * velocity[0] + second * velocity[1]) / size;
      const Scalar across = (first * velocity[1] - second * velocity[0]) / size;
      const Scalar wrong = length(std::max<Scalar>(along, 0.0), across);
      value = wrong > value ? wrong : value;
    }
    return {value, rounding() * bound, false};
  }

  // Squares of doubles may leave their range, which the verdict must survive; wider numbers have a range to spare.
  static Scalar length(const Scalar& x, const Scalar& y) {
    using std::sqrt;
    if constexpr (std::is_same_v<Scalar, double>) {
      return elementary::hypot(x, y);
    } else {
      return sqrt(x * x + y * y);
    }
  }
};

}  // namespace nsdbench
