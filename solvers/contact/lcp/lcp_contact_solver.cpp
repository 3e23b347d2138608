#include "solvers/contact/lcp/lcp_contact_solver.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace nsdbench {

namespace {

// The power of two next to x^(-1/2) from below, for x > 0: x d^2 lies in [1, 4).
double inverse_root(double x) {
  constexpr int bias = 1023;
  constexpr int fraction_bits = 52;
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> fraction_bits) - bias;
  return std::bit_cast<double>(static_cast<std::uint64_t>(bias - (exponent >> 1)) << fraction_bits);
}

}  // namespace

bool StandardForm::build(const ContactProblemView& problem) {
  const std::size_t law_count = problem.laws.size();
  if (column_.size() < law_count) {
    column_.resize(law_count);
    scale_.resize(law_count);
  }
  normals_ = 0;
  tangentials_ = 0;
  double largest = 0.0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.dimension != 1) return false;
    column_[l] = law.kind == LawKind::unilateral ? normals_++ : tangentials_++;
    largest = std::max(largest, problem.g(law.offset, law.offset));
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.kind != LawKind::unilateral) column_[l] += normals_;
    const double diagonal = problem.g(law.offset, law.offset);
    scale_[l] = diagonal > 0.0 ? inverse_root(diagonal) : (largest > 0.0 ? inverse_root(largest) : 1.0);
  }
  size_ = normals_ + 2 * tangentials_;
  const auto n = static_cast<std::size_t>(size_);
  if (b_.size() < n) {
    a_.resize(n * n);
    b_.resize(n);
  }
  std::fill_n(a_.begin(), n * n, 0.0);

  for (std::size_t r = 0; r < law_count; ++r) {
    const int coordinate = problem.laws[r].offset;
    double* a = a_.data() + static_cast<std::ptrdiff_t>(column_[r]) * size_;
    double b = problem.c[coordinate];
    for (std::size_t l = 0; l < law_count; ++l) {
      const SetValuedLaw& law = problem.laws[l];
      const double g = problem.g(coordinate, law.offset);
      a[column_[l]] += scale_[r] * g * scale_[l];
      if (law.kind == LawKind::coulomb) {
        const auto normal = static_cast<std::size_t>(law.normal);
        a[column_[normal]] -= law.bound * (scale_[r] * g * scale_[normal]);
      } else if (law.kind == LawKind::friction_of_bound) {
        b -= law.bound * g;
      }
    }
    b_[static_cast<std::size_t>(column_[r])] = scale_[r] * b;

    const SetValuedLaw& law = problem.laws[r];
    if (law.kind == LawKind::unilateral) continue;
    const int left = column_[r] + tangentials_;  // index of xi_L and P_L
    a[left] = 1.0;
    double* last = a_.data() + static_cast<std::ptrdiff_t>(left) * size_;
    last[column_[r]] = -1.0;
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      last[column_[normal]] = 2.0 * law.bound * (scale_[normal] / scale_[r]);
      b_[static_cast<std::size_t>(left)] = 0.0;
    } else {
      b_[static_cast<std::size_t>(left)] = 2.0 * law.bound / scale_[r];
    }
  }
  return true;
}

void StandardForm::split(const ContactProblemView& problem, std::span<const double> x,
                         std::span<double> percussions) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    double percussion = x[static_cast<std::size_t>(column_[l])] * scale_[l];
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      percussion -= law.bound * (x[static_cast<std::size_t>(column_[normal])] * scale_[normal]);
    } else if (law.kind == LawKind::friction_of_bound) {
      percussion -= law.bound;
    }
    percussions[static_cast<std::size_t>(law.offset)] = percussion;
  }
}

LcpContactSolver::LcpContactSolver(std::unique_ptr<LcpSolver> method, const SolverOptions& options)
    : ContactSolver(options), method_(std::move(method)) {}

SolverResult LcpContactSolver::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  if (!form_.build(problem)) return {SolverStatus::not_applicable, 0.0, 0};
  const auto n = static_cast<std::size_t>(form_.size());
  if (x_.size() < n) x_.resize(n);
  const std::span<double> x(x_.data(), n);
  const SolverResult result = method_->attempt(form_.view(), x);
  if (result.status == SolverStatus::not_applicable) return result;
  form_.split(problem, x, percussions);
  return result;
}

}  // namespace nsdbench
