#include "solvers/contact/lcp/lcp_contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "solvers/contact/lcp/law_bounds.hpp"

namespace nsdbench {

bool StandardForm::build(const ContactProblemView& problem) {
  if (!assign_columns(problem, 2) || size() > max_size) return false;
  reserve();
  const std::size_t law_count = problem.laws.size();
  for (std::size_t r = 0; r < law_count; ++r) b(column(r)) = problem.c[r];

  // With laws of dimension one, coordinates are laws.
  for_each_entry(problem, [&](int i, int j, double g) {
    const auto r = static_cast<std::size_t>(i);
    const auto l = static_cast<std::size_t>(j);
    const SetValuedLaw& law = problem.laws[l];
    double* a = row(column(r));
    a[column(l)] += scale(r) * g * scale(l);
    if (law.has_normal_law()) {
      a[column_of_normal(law)] -= law.per_normal() * (scale(r) * g * scale_of_normal(law));
    } else if (!law.is_unilateral()) {
      b(column(r)) -= law.constant() * g;
    }
  });

  for (std::size_t r = 0; r < law_count; ++r) {
    b(column(r)) *= scale(r);
    const SetValuedLaw& law = problem.laws[r];
    if (law.is_unilateral()) continue;
    const int left = column(r) + frictions();  // index of xi_L and P_L
    row(column(r))[left] = 1.0;
    row(left)[column(r)] = -1.0;
    b(left) = 2.0 * law.constant() / scale(r);
    if (law.has_normal_law()) {
      row(left)[column_of_normal(law)] = 2.0 * law.per_normal() * (scale_of_normal(law) / scale(r));
    }
  }
  return true;
}

LcpBounds StandardForm::bounds() const {
  const std::span<const SetValuedLaw> laws = problem().laws;
  const Bounds bounds = start_bounds();
  int bounded = 0;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    const auto first = static_cast<std::size_t>(column(l));
    bounds.sizes[first] = (laws[l].is_unilateral() ? 1.0 : 2.0) * bounds.percussions[l] / scale(l);
    if (laws[l].is_unilateral()) continue;
    bounds.sizes[first + static_cast<std::size_t>(frictions())] = bounds.velocities[l] * scale(l);
    if (!laws[l].has_normal_law()) ++bounded;
  }

  // A sum of k + 1 products errs by at most k + 1 roundings of the sum of their magnitudes, here doubled for the
  // rounding of that; the smallest normal number stands for what underflows.
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  constexpr double underflow = std::numeric_limits<double>::min();
  std::ranges::fill(bounds.a_errors, 0.0);
  std::ranges::fill(bounds.b_errors, bounded > 0 ? underflow : 0.0);
  if (!scales_exactly(problem(), scales())) {
    std::ranges::fill(bounds.b_errors, std::numeric_limits<double>::infinity());
  }
  for (std::size_t l = 0; l < laws.size(); ++l) {
    const SetValuedLaw& law = laws[l];
    if (law.is_unilateral()) continue;
    if (!law.has_normal_law()) {
      for (std::size_t r = 0; r < laws.size(); ++r) {
        const double entry = std::abs(row(column(r))[column(l)]) * (law.constant() / scale(l));
        bounds.b_errors[static_cast<std::size_t>(column(r))] +=
            (bounded + 2) * rounding * (std::abs(scale(r) * problem().c[r]) + entry);
      }
      continue;
    }
    // |W_N| <= |W_N - W_T mu| + |W_T| mu, and this once for every friction law on the same normal.
    const std::size_t normal = column_of_normal(law);
    const double mu = law.per_normal() * (scale_of_normal(law) / scale(l));
    double largest = 0.0;
    for (std::size_t r = 0; r < laws.size(); ++r) {
      const double* entries = row(column(r));
      largest = std::max(largest, std::abs(entries[normal]) + 2.0 * mu * std::abs(entries[column(l)]));
    }
    bounds.a_errors[normal] += (frictions() + 2) * rounding * largest + underflow;
  }
  return {bounds.sizes, bounds.a_errors, bounds.b_errors};
}

void StandardForm::join(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<const double> velocities, std::span<double> x) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    const auto first = static_cast<std::size_t>(column(l));
    if (law.is_unilateral()) {
      x[first] = HalfLine<double>::project(percussions[l]) / scale(l);
      continue;
    }
    const double normal = law.has_normal_law() ? percussions[static_cast<std::size_t>(law.normal)] : 0.0;
    const double bound = friction_bound(law.has_normal_law(), law.bound, normal);
    x[first] = std::clamp(percussions[l] + bound, 0.0, 2.0 * bound) / scale(l);
    x[first + static_cast<std::size_t>(frictions())] = std::max(-velocities[l], 0.0) * scale(l);
  }
}

void StandardForm::split(const ContactProblemView& problem, std::span<const double> x,
                         std::span<double> percussions) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    double percussion = x[static_cast<std::size_t>(column(l))] * scale(l);
    if (law.has_normal_law()) {
      percussion -= law.per_normal() * (x[column_of_normal(law)] * scale_of_normal(law));
    } else if (!law.is_unilateral()) {
      percussion -= law.constant();
    }
    percussions[static_cast<std::size_t>(law.offset)] = percussion;
  }
}

LcpContactSolver::LcpContactSolver(std::unique_ptr<LcpSolver> method, const SolverOptions& options)
    : ContactSolver(options), method_(std::move(method)) {}

SolverResult LcpContactSolver::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  if (!form_.build(problem)) return {SolverStatus::not_applicable, 0.0, 0};
  const auto n = static_cast<std::size_t>(form_.size());
  if (x_.size() < n) {
    x_.resize(n);
    velocities_.resize(n);
  }
  const std::span<double> x(x_.data(), n);
  if (method_->uses_guess(form_.size())) guess(problem, percussions, x);
  copositive_tried_ = false;
  SolverResult result = method_->attempt_briefly(form_.view(), x);
  if (result.status == SolverStatus::not_applicable) return result;
  const bool lost = result.status == SolverStatus::ray || result.status == SolverStatus::iteration_limit;
  if (lost && method_->has_more_to_try() && attempt_copositive(problem, percussions, result)) return result;
  const bool settled = result.status == SolverStatus::solved || result.status == SolverStatus::infeasible ||
                       result.status == SolverStatus::time_limit;
  if (!settled && method_->has_more_to_try()) {
    std::fill(x.begin(), x.end(), 0.0);
    const int iterations = result.iterations;
    result = method_->attempt(form_.view(), x);
    result.iterations += iterations;
  }
  form_.split(problem, x, percussions);
  return result;
}

bool LcpContactSolver::fall_back(const ContactProblemView& problem, std::span<double> percussions,
                                 const SolverResult& first, SolverResult& second) {
  const bool refused = first.status == SolverStatus::iteration_limit && method_->has_more_to_try();
  if (!refused || copositive_tried_) return false;
  const std::size_t n = percussions.size();
  if (second_.size() < n) second_.resize(n);
  second = {first.status, 0.0, 0};
  if (!attempt_copositive(problem, {second_.data(), n}, second)) return false;
  const double residual = contact_residual(problem, {second_.data(), n}, {velocities_.data(), n}, {});
  if (residual < first.residual) std::copy_n(second_.begin(), n, percussions.begin());
  return true;
}

// Returns true, with percussions and status replaced, if that settles the matter; otherwise only iterations are added.
bool LcpContactSolver::attempt_copositive(const ContactProblemView& problem, std::span<double> percussions,
                                          SolverResult& result) {
  copositive_tried_ = true;
  if (!copositive_.build(problem)) return false;
  const auto m = static_cast<std::size_t>(copositive_.size());
  if (copositive_x_.size() < m) copositive_x_.resize(m);
  const std::span<double> x(copositive_x_.data(), m);
  std::fill(x.begin(), x.end(), 0.0);
  const SolverResult second = method_->attempt_briefly(copositive_.view(), x);
  result.iterations += second.iterations;
  if (second.status != SolverStatus::solved && second.status != SolverStatus::infeasible) return false;
  copositive_.split(problem, x, percussions);
  result.status = second.status;
  return true;
}

void LcpContactSolver::guess(const ContactProblemView& problem, std::span<const double> percussions,
                             std::span<double> x) {
  if (std::all_of(percussions.begin(), percussions.end(), [](double entry) { return entry == 0.0; })) {
    std::fill(x.begin(), x.end(), 0.0);
    return;
  }
  const auto size = static_cast<std::size_t>(problem.size);
  std::copy_n(problem.c, size, velocities_.begin());
  problem.multiply_add(percussions.data(), velocities_.data());
  form_.join(problem, percussions, {velocities_.data(), size}, x);
}

}  // namespace nsdbench
