#include "benchmarks/peers/dart_boxed_lcp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsdbench::peers {

namespace {

// Up to what the digits of a matrix from a file leave: the methods see one triangle, or both as equal.
bool is_symmetric(const ContactProblemView& problem) {
  constexpr double tolerance = 1e-6;
  double largest = 0.0;
  double difference = 0.0;
  for (int j = 0; j < problem.size; ++j) {
    for (int i = 0; i <= j; ++i) {
      const double upper = problem.g(i, j);
      const double lower = problem.g(j, i);
      largest = std::max({largest, std::abs(upper), std::abs(lower)});
      difference = std::max(difference, std::abs(upper - lower));
    }
  }
  return difference <= tolerance * largest;
}

}  // namespace

bool DartBoxedLcp::build(const ContactProblemView& problem) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool has_disc =
      std::any_of(problem.laws.begin(), problem.laws.end(), [](const SetValuedLaw& law) { return law.dimension != 1; });
  if (problem.size == 0 || has_disc || !is_symmetric(problem)) return false;

  built_ = {};
  built_.n = problem.size;
  const auto n = static_cast<std::size_t>(problem.size);
  const std::size_t stride = n > 1 ? (n + 3) / 4 * 4 : n;
  built_.a.assign(stride * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      built_.a[i * stride + j] = problem.g(static_cast<int>(i), static_cast<int>(j));
    }
    built_.b.push_back(-problem.c[i]);
  }
  for (const SetValuedLaw& law : problem.laws) {
    const bool is_normal = law.kind == LawKind::unilateral;
    const bool is_coulomb = law.kind == LawKind::coulomb;
    built_.lower.push_back(is_normal ? 0.0 : -law.bound);
    built_.upper.push_back(is_normal ? infinity : law.bound);
    built_.normal.push_back(is_coulomb ? problem.laws[static_cast<std::size_t>(law.normal)].offset : -1);
  }
  built_.x.assign(n, 0.0);
  built_.w.assign(n, 0.0);
  return true;
}

void DartBoxedLcp::load(const ContactProblemView& /*problem*/, std::span<const double> percussions) {
  call_ = built_;
  std::copy(percussions.begin(), percussions.end(), call_.x.begin());
}

void DartBoxedLcp::store(const ContactProblemView& /*problem*/, std::span<double> percussions) const {
  std::copy(call_.x.begin(), call_.x.end(), percussions.begin());
}

}  // namespace nsdbench::peers
