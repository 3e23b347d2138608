#include "tests/fuzz/wide_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace nsdbench::fuzz {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// The larger number, or what is not a number: std::max would pass over that.
long double worse(long double a, long double b) { return std::isnan(a) || a >= b ? a : b; }

// 1 / r_i of a law, as contact_residual states it.
long double stiffness(const ContactProblemView& problem, const SetValuedLaw& law) {
  long double mean = 0.0L;
  long double largest = 0.0L;
  for (int j = law.offset; j < law.offset + law.dimension; ++j) {
    mean += static_cast<long double>(problem.g(j, j)) / law.dimension;
    for (int k = 0; k < problem.size; ++k) largest = std::max<long double>(largest, std::fabs(problem.g(k, j)));
  }
  if (mean > 1e-8L * largest) return mean;
  return largest > 0.0L ? largest : 1.0L;
}

// How far friction `p` and velocity `v`, both as velocities, are from the law -p in bound Sgn(v). Of p to the nearest
// point of the disc to p - v; or, where p is so large that v is lost in it, from slip against p or from rest. A bound
// can be met to a rounding only.
long double friction_deviation(const long double* p, const long double* v, int dimension, long double bound) {
  const long double py = dimension == 2 ? p[1] : 0.0L;
  const long double vy = dimension == 2 ? v[1] : 0.0L;
  const long double x = p[0] - v[0];
  const long double y = py - vy;
  const long double length = std::hypot(x, y);
  const long double speed = std::hypot(v[0], vy);
  const long double scale = length > bound ? bound / length : 1.0L;
  const long double nearest = std::hypot(p[0] - scale * x, py - scale * y);

  constexpr long double rounding = 4 * static_cast<long double>(std::numeric_limits<double>::epsilon());
  const long double friction = std::hypot(p[0], py);
  const long double outside = std::max(0.0L, friction - bound - rounding * bound);
  const long double rest = std::hypot(speed, outside);
  if (friction == 0.0L) return std::min(nearest, rest);
  const long double inside = std::max(0.0L, bound - friction - rounding * bound);
  const long double along = std::max(0.0L, (p[0] * v[0] + py * vy) / friction);
  const long double across = std::max(0.0L, std::fabs(p[0] * vy - py * v[0]) / friction - rounding * speed);
  return std::min({nearest, rest, std::hypot(std::hypot(outside, inside), std::hypot(along, across))});
}

// The smallest label in the component of each coordinate.
std::vector<int> components(const ContactProblemView& problem) {
  std::vector<int> label(index(problem.size));
  for (int i = 0; i < problem.size; ++i) label[index(i)] = i;
  const auto join = [&](int a, int b) {
    const int low = std::min(label[index(a)], label[index(b)]);
    const int high = std::max(label[index(a)], label[index(b)]);
    for (int& each : label) each = each == high ? low : each;
  };
  for (const SetValuedLaw& law : problem.laws) {
    if (law.dimension == 2) join(law.offset, law.offset + 1);
    if (law.has_normal_law()) join(law.offset, problem.laws[index(law.normal)].offset);
  }
  for (int i = 0; i < problem.size; ++i) {
    for (int j = 0; j < problem.size; ++j) {
      if (problem.g(i, j) != 0.0) join(i, j);
    }
  }
  return label;
}

long double law_deviation(const ContactProblemView& problem, const SetValuedLaw& law,
                          const std::vector<long double>& percussions, const std::vector<long double>& velocities) {
  const long double inverse_r = stiffness(problem, law);
  const long double* v = &velocities[index(law.offset)];
  const long double p[2] = {inverse_r * percussions[index(law.offset)],
                            law.dimension == 2 ? inverse_r * percussions[index(law.offset) + 1] : 0.0L};
  // The largest doubles leave no long double, unless something is wrong, and comparisons below would not tell.
  for (int k = 0; k < law.dimension; ++k) {
    if (!std::isfinite(p[k]) || !std::isfinite(v[k])) return std::numeric_limits<long double>::quiet_NaN();
  }
  if (law.is_unilateral()) return std::fabs(std::min(p[0], v[0]));
  if (law.kind == LawKind::bilateral) return std::hypot(v[0], law.dimension == 2 ? v[1] : 0.0L);
  long double bound = law.bound;
  if (law.has_normal_law()) {
    bound *= std::max(percussions[index(problem.laws[index(law.normal)].offset)], 0.0L);
  }
  return friction_deviation(p, v, law.dimension, inverse_r * bound);
}

}  // namespace

WideVerdict judge_widely(const ContactProblemView& problem, std::span<const double> percussions) {
  const std::size_t n = index(problem.size);
  std::vector<long double> wide(percussions.begin(), percussions.end());
  std::vector<long double> velocities(n);
  long double reference = 0.0L;
  for (std::size_t i = 0; i < n; ++i) {
    velocities[i] = problem.c[i];
    reference = std::max(reference, std::fabs(velocities[i]));
    for (std::size_t j = 0; j < n; ++j) {
      velocities[i] += static_cast<long double>(problem.g(static_cast<int>(i), static_cast<int>(j))) * wide[j];
    }
  }
  if (reference == 0.0L) reference = 1.0L;

  const std::vector<int> label = components(problem);
  std::vector<long double> speeds(n, 0.0L);
  for (std::size_t i = 0; i < n; ++i) {
    long double& speed = speeds[index(label[i])];
    speed = std::max<long double>(speed, std::fabs(problem.c[i]));
  }
  constexpr long double smallest_scale = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

  WideVerdict verdict;
  for (const SetValuedLaw& law : problem.laws) {
    // Sums of doubles below their range are multiples of the smallest one.
    const long double underflow = 4.0L * (problem.size + 1) * std::numeric_limits<double>::denorm_min();
    const long double deviation = worse(0.0L, law_deviation(problem, law, wide, velocities) - underflow);
    const long double speed = speeds[index(label[index(law.offset)])];
    verdict.residual = worse(verdict.residual, deviation / reference);
    verdict.component_residual =
        worse(verdict.component_residual, deviation / (speed > smallest_scale ? speed : reference));
    if (!law.is_unilateral()) continue;
    verdict.natural_percussion = std::max(verdict.natural_percussion, reference / stiffness(problem, law));
  }
  return verdict;
}

}  // namespace nsdbench::fuzz
