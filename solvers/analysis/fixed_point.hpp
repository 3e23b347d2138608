// Fixed points of a map by Newton's method, whatever their stability.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "solvers/analysis/map_derivative.hpp"
#include "solvers/analysis/multipliers.hpp"

namespace nsdbench {

// How Newton's method searches, and what it takes for a fixed point.
struct FixedPointOptions {
  // Residual |map(x) - x|, of every coordinate relative to its scale, at which x counts as fixed. 0: 1e4 epsilon, the
  // rounding that the events of a return cause.
  double tolerance = 0.0;
  int max_iterations = 30;
  int max_halvings = 12;  // of a Newton step that leaves the map's domain or does not reduce the residual
  // While Newton iterates, two levels of differences are enough; the derivative at the fixed point has all levels.
  DerivativeOptions derivative;
};

// How the search has ended.
enum class FixedPointStatus : std::uint8_t {
  converged,
  iteration_limit,
  stalled,        // no step along Newton's direction reduces the residual
  singular,       // the derivative of the map has the multiplier 1, to rounding
  outside_domain  // the map has no value at the start, or around a point: no derivative
};
constexpr std::string_view to_string(FixedPointStatus status) {
  switch (status) {
    case FixedPointStatus::converged:
      return "converged";
    case FixedPointStatus::iteration_limit:
      return "iteration limit";
    case FixedPointStatus::stalled:
      return "stalled";
    case FixedPointStatus::singular:
      return "singular";
    case FixedPointStatus::outside_domain:
      return "outside domain";
  }
  return "unknown";
}

// What the search has found, with the derivative of the map there.
template <int N, class Scalar>
struct FixedPoint {
  FixedPointStatus status = FixedPointStatus::outside_domain;
  Vector<N, Scalar> x = Vector<N, Scalar>::Zero();      // the best point found
  Scalar residual = 0.0;                                // largest |map(x) - x| over the scale of the coordinate
  Vector<N, Scalar> error = Vector<N, Scalar>::Zero();  // estimate |(I - D)^-1 (map(x) - x)|, without the map's own
  int iterations = 0;                                   // Newton steps
  long evaluations = 0;                                 // of the map
  MapDerivative<N, Scalar> derivative;                  // D at x, and
  Multipliers<N, Scalar> multipliers;                   // its eigenvalues; both with `converged` only
  bool converged() const { return status == FixedPointStatus::converged; }
};

// Solves map(x) = x from `start`: x += (I - D)^-1 (map(x) - x), damped by halving. `map(x)` returns std::optional of
// the image; `scale` is the size of the coordinates in their units.
template <int N, class Scalar, class Map>
FixedPoint<N, Scalar> find_fixed_point(Map&& map, const Vector<N, Scalar>& start, const Vector<N, Scalar>& scale,
                                       const FixedPointOptions& options = {}) {
  using Point = Vector<N, Scalar>;
  const Scalar epsilon = std::numeric_limits<Scalar>::epsilon();
  const Scalar tolerance = options.tolerance > 0.0 ? Scalar(options.tolerance) : Scalar(1e4 * epsilon);
  DerivativeOptions rough = options.derivative;
  rough.levels = 2;
  FixedPoint<N, Scalar> found;
  found.x = start;
  const auto defect_at = [&](const Point& x) -> std::optional<Point> {
    ++found.evaluations;
    const std::optional<Point> image = map(x);
    if (!image) return std::nullopt;
    return Point(*image - x);
  };
  const auto size = [&](const Point& defect) { return Scalar(defect.cwiseQuotient(scale).cwiseAbs().maxCoeff()); };
  const auto end = [&](FixedPointStatus status) {
    found.status = status;
    return found;
  };
  std::optional<Point> defect = defect_at(found.x);
  if (!defect) return end(FixedPointStatus::outside_domain);
  found.residual = size(*defect);
  Point step;
  // I - D, decomposed; false if it is singular.
  const auto solve = [&](const Matrix<N, N, Scalar>& derivative) {
    // A pivot this small is a multiplier of 1, as far as differences can tell.
    const Scalar smallest_pivot = Scalar(1e5 * epsilon);
    SmallVector<Scalar> solution;
    if (!solve_small(SmallMatrix<Scalar>(Matrix<N, N, Scalar>::Identity() - derivative), SmallVector<Scalar>(*defect),
                     smallest_pivot, solution)) {
      return false;
    }
    step = solution;
    return true;
  };
  bool polished = false;  // one step beyond the tolerance removes the remaining error of the last step
  while (found.residual > tolerance || !polished) {
    polished = found.residual <= tolerance;
    if (found.residual == 0.0) break;
    if (found.iterations == options.max_iterations) {
      if (polished) break;
      return end(FixedPointStatus::iteration_limit);
    }
    const auto derivative = map_derivative<N, Scalar>(map, found.x, scale, rough);
    found.evaluations += derivative.evaluations;
    if (!derivative.complete) return end(FixedPointStatus::outside_domain);
    if (!solve(derivative.value)) return end(FixedPointStatus::singular);
    ++found.iterations;
    bool better = false;
    Scalar part = 1.0;
    for (int halving = 0; halving <= (polished ? 0 : options.max_halvings) && !better; ++halving, part /= 2) {
      const Point next = found.x + part * step;
      const std::optional<Point> there = defect_at(next);
      if (!there || !(size(*there) < found.residual)) continue;
      better = true;
      found.x = next;
      defect = there;
      found.residual = size(*there);
    }
    if (!better && !polished) return end(FixedPointStatus::stalled);
  }
  found.derivative = map_derivative<N, Scalar>(map, found.x, scale, options.derivative);
  found.evaluations += found.derivative.evaluations;
  if (!found.derivative.complete) return end(FixedPointStatus::outside_domain);
  if (!solve(found.derivative.value)) return end(FixedPointStatus::singular);
  found.error = step.cwiseAbs();
  found.multipliers = multipliers(found.derivative);
  return end(FixedPointStatus::converged);
}

}  // namespace nsdbench
