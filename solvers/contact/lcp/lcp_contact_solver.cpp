#include "solvers/contact/lcp/lcp_contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nsdbench {

bool StandardForm::build(const ContactProblemView& problem) {
  const std::size_t law_count = problem.laws.size();
  if (column_.size() < law_count) column_.resize(law_count);
  normals_ = 0;
  tangentials_ = 0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.dimension != 1) return false;
    column_[l] = law.kind == LawKind::unilateral ? normals_++ : tangentials_++;
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    if (problem.laws[l].kind != LawKind::unilateral) column_[l] += normals_;
  }
  size_ = normals_ + 2 * tangentials_;
  const auto n = static_cast<std::size_t>(size_);
  if (b_.size() < n) {
    a_.resize(n * n);
    b_.resize(n);
  }
  std::fill_n(a_.begin(), n * n, 0.0);

  double largest = 0.0;
  for (int i = 0; i < problem.size; ++i) largest = std::max(largest, std::abs(problem.g(i, i)));
  scale_ = largest > 0.0 ? largest : 1.0;
  const double inverse_scale = 1.0 / scale_;

  for (std::size_t r = 0; r < law_count; ++r) {
    const int coordinate = problem.laws[r].offset;
    double* a = a_.data() + static_cast<std::ptrdiff_t>(column_[r]) * size_;
    double b = problem.c[coordinate];
    for (std::size_t l = 0; l < law_count; ++l) {
      const SetValuedLaw& law = problem.laws[l];
      const double g = problem.g(coordinate, law.offset);
      const double scaled = g * inverse_scale;
      a[column_[l]] += scaled;
      if (law.kind == LawKind::coulomb) {
        a[column_[static_cast<std::size_t>(law.normal)]] -= law.bound * scaled;
      } else if (law.kind == LawKind::friction_of_bound) {
        b -= law.bound * g;
      }
    }
    b_[static_cast<std::size_t>(column_[r])] = b;

    const SetValuedLaw& law = problem.laws[r];
    if (law.kind == LawKind::unilateral) continue;
    const int left = column_[r] + tangentials_;  // index of xi_L and P_L
    a[left] = 1.0;
    double* last = a_.data() + static_cast<std::ptrdiff_t>(left) * size_;
    last[column_[r]] = -1.0;
    if (law.kind == LawKind::coulomb) {
      last[column_[static_cast<std::size_t>(law.normal)]] = 2.0 * law.bound;
      b_[static_cast<std::size_t>(left)] = 0.0;
    } else {
      b_[static_cast<std::size_t>(left)] = 2.0 * law.bound * scale_;
    }
  }
  return true;
}

void StandardForm::split(const ContactProblemView& problem, std::span<const double> x,
                         std::span<double> percussions) const {
  const double inverse_scale = 1.0 / scale_;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    double percussion = x[static_cast<std::size_t>(column_[l])] * inverse_scale;
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(column_[static_cast<std::size_t>(law.normal)]);
      percussion -= law.bound * x[normal] * inverse_scale;
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
