// Follows a fixed point of a map, stable or not, while a parameter of the map changes.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "solvers/analysis/fixed_point.hpp"

namespace nsdbench {

// When a branch counts as ended.
struct ContinuationOptions {
  // Halvings of the parameter's step where Newton fails, before the branch counts as ended: it ends within
  // spacing / 2^max_halvings of the last point.
  int max_halvings = 8;
  // [scale] Largest change of a coordinate between neighbouring points of the branch: a larger one is another branch.
  double largest_jump = 0.1;
  FixedPointOptions fixed_point;
};

// A fixed point at one value of the parameter.
template <int N, class Scalar>
struct BranchPoint {
  Scalar parameter = 0.0;
  FixedPoint<N, Scalar> fixed;  // converged
};

// The fixed points that were found, and where the branch ends.
template <int N, class Scalar>
struct Branch {
  std::vector<BranchPoint<N, Scalar>> points;  // at the given parameters, in the order in which they were followed
  bool complete = false;                       // up to the last of them
  BranchPoint<N, Scalar> last;                 // the last that was found, between these if the branch ends
  FixedPointStatus status = FixedPointStatus::converged;  // why it ends, if it does
};

// Follows x = map(p, x) from `start`, near the fixed point at parameters.front(), through `parameters`, which are in
// ascending or descending order: each point is predicted by the line through the last two and corrected by Newton. For
// branches that can be parametrised by p: a fold, and a grazing event at which the map has a corner, end it.
template <int N, class Scalar, class Map>
Branch<N, Scalar> continue_fixed_point(Map&& map, const std::vector<Scalar>& parameters, const Vector<N, Scalar>& start,
                                       const Vector<N, Scalar>& scale, const ContinuationOptions& options = {}) {
  Branch<N, Scalar> branch;
  BranchPoint<N, Scalar> before;
  bool any = false;
  bool two = false;
  // Goes on to the next point. Returns false if there is none.
  const auto advance = [&](const Scalar& p) {
    Vector<N, Scalar> guess = any ? branch.last.fixed.x : start;
    if (two) {
      const Scalar part = (p - branch.last.parameter) / (branch.last.parameter - before.parameter);
      guess += part * (branch.last.fixed.x - before.fixed.x);
    }
    auto found = find_fixed_point<N, Scalar>([&](const Vector<N, Scalar>& x) { return map(p, x); }, guess, scale,
                                             options.fixed_point);
    const bool jumps =
        any && (found.x - branch.last.fixed.x).cwiseQuotient(scale).cwiseAbs().maxCoeff() > options.largest_jump;
    branch.status = jumps && found.converged() ? FixedPointStatus::stalled : found.status;
    if (branch.status != FixedPointStatus::converged) return false;
    two = any;
    before = branch.last;
    branch.last = {p, std::move(found)};
    any = true;
    return true;
  };
  for (const Scalar& target : parameters) {
    Scalar step = any ? Scalar(target - branch.last.parameter) : Scalar(0.0);
    int halvings = 0;
    while (!any || branch.last.parameter != target) {
      using std::abs;
      const bool whole = !any || abs(step) >= abs(target - branch.last.parameter);
      if (advance(whole ? target : Scalar(branch.last.parameter + step))) continue;
      if (!any || ++halvings > options.max_halvings) return branch;
      step /= 2;
    }
    branch.points.push_back(branch.last);
  }
  branch.complete = true;
  return branch;
}

}  // namespace nsdbench
