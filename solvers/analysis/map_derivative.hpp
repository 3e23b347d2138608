// Derivative of a map by central differences with Richardson extrapolation.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/mechanics/state.hpp"

namespace nsdbench {

// The steps of the differences.
struct DerivativeOptions {
  // First step, relative to the scale of the coordinate; each further one is `ratio` times smaller. It is large: the
  // values of a return map are known to some epsilon, and the division by the step costs digits.
  double step = 0.02;
  double ratio = 2.0;
  int levels = 7;
};

// d map_i / d x_j, in the units of the coordinates.
template <int N, class Scalar>
struct MapDerivative {
  Matrix<N, N, Scalar> value = Matrix<N, N, Scalar>::Zero();
  Matrix<N, N, Scalar> error = Matrix<N, N, Scalar>::Zero();  // estimate, of every entry
  bool complete = false;  // the map has values at two steps at least of every coordinate
  long evaluations = 0;
};

// d map_i / d x_j. `map(x)` returns std::optional of the image; steps at which it has none, or is not on both sides,
// are left out. `scale`: the size of the coordinates, in their units. With D_k the central difference at the k-th step,
//   T_k0 = D_k,   T_km = T_k,m-1 + (T_k,m-1 - T_k-1,m-1) / (ratio^(2 m) - 1)
// since its error has even powers only. The result is the entry of the tableau that differs least from both of its
// parents (Ridders 1982): columns to the right gain digits until rounding, which grows down the rows, has taken them.
// Its error is the larger of the two differences, plus what rounding of the map's values makes of the step, since
// parents may agree by chance.
template <int N, class Scalar, class Map>
MapDerivative<N, Scalar> map_derivative(Map&& map, const Vector<N, Scalar>& x, const Vector<N, Scalar>& scale,
                                        const DerivativeOptions& options = {}) {
  using std::abs;
  const Scalar rounding = 4 * std::numeric_limits<Scalar>::epsilon();
  MapDerivative<N, Scalar> derivative;
  derivative.complete = true;
  for (int j = 0; j < N; ++j) {
    std::vector<Vector<N, Scalar>> last;
    bool any = false;
    Vector<N, Scalar> best_error = Vector<N, Scalar>::Constant(std::numeric_limits<Scalar>::max());
    Scalar h = options.step * scale(j);
    const Scalar square = Scalar(options.ratio) * options.ratio;
    for (int level = 0; level < options.levels; ++level, h /= options.ratio) {
      Vector<N, Scalar> above = x;
      Vector<N, Scalar> below = x;
      above(j) += h;
      below(j) -= h;
      const Scalar distance = above(j) - below(j);  // as rounded
      const auto up = map(above);
      const auto down = map(below);
      derivative.evaluations += 2;
      if (!up || !down) {
        last.clear();
        continue;
      }
      std::vector<Vector<N, Scalar>> row{Vector<N, Scalar>((*up - *down) / distance)};
      Scalar power = square;
      for (std::size_t m = 1; m <= last.size(); ++m, power *= square) {
        const Vector<N, Scalar> next = row[m - 1] + (row[m - 1] - last[m - 1]) / (power - 1);
        for (int i = 0; i < N; ++i) {
          const Scalar error = std::max<Scalar>(abs(next(i) - row[m - 1](i)), abs(next(i) - last[m - 1](i)));
          if (!(error < best_error(i))) continue;
          best_error(i) = error;
          derivative.value(i, j) = next(i);
          derivative.error(i, j) = error + rounding * std::max<Scalar>(abs((*up)(i)), abs((*down)(i))) / distance;
          any = true;
        }
        row.push_back(next);
      }
      last = row;
    }
    derivative.complete = derivative.complete && any;
  }
  return derivative;
}

}  // namespace nsdbench
