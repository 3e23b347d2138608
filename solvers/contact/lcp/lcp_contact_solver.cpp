#include "solvers/contact/lcp/lcp_contact_solver.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "solvers/contact/lcp/law_bounds.hpp"
#include "solvers/contact/lcp/law_scaling.hpp"

namespace nsdbench {

bool StandardForm::build(const ContactProblemView& problem) {
  problem_ = problem;
  const std::size_t law_count = problem.laws.size();
  if (column_.size() < law_count) {
    column_.resize(law_count);
    scale_.resize(law_count);
  }
  normals_ = 0;
  tangentials_ = 0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem.laws[l];
    if (law.dimension != 1) return false;
    column_[l] = law.kind == LawKind::unilateral ? normals_++ : tangentials_++;
  }
  size_ = normals_ + 2 * tangentials_;
  if (size_ > max_size) return false;
  for (std::size_t l = 0; l < law_count; ++l) {
    if (problem.laws[l].kind != LawKind::unilateral) column_[l] += normals_;
  }
  scale_laws(problem, {scale_.data(), law_count});
  const auto n = static_cast<std::size_t>(size_);
  if (b_.size() < n) {
    a_.resize(n * n);
    b_.resize(n);
    for (auto* storage : {&bounds_.sizes, &bounds_.a_errors, &bounds_.b_errors}) storage->resize(n);
    for (auto* storage : {&bounds_.percussions, &bounds_.velocities}) storage->resize(n);
  }
  std::fill_n(a_.begin(), n * n, 0.0);
  for (std::size_t r = 0; r < law_count; ++r) b_[static_cast<std::size_t>(column_[r])] = problem.c[r];

  // With laws of dimension one, coordinates are laws.
  for_each_entry(problem, [&](int i, int j, double g) {
    const auto r = static_cast<std::size_t>(i);
    const auto l = static_cast<std::size_t>(j);
    const SetValuedLaw& law = problem.laws[l];
    double* a = row(column_[r]);
    a[column_[l]] += scale_[r] * g * scale_[l];
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      a[column_[normal]] -= law.bound * (scale_[r] * g * scale_[normal]);
    } else if (law.kind == LawKind::tresca) {
      b_[static_cast<std::size_t>(column_[r])] -= law.bound * g;
    }
  });

  for (std::size_t r = 0; r < law_count; ++r) {
    b_[static_cast<std::size_t>(column_[r])] *= scale_[r];
    const SetValuedLaw& law = problem.laws[r];
    if (law.kind == LawKind::unilateral) continue;
    const int left = column_[r] + tangentials_;  // index of xi_L and P_L
    row(column_[r])[left] = 1.0;
    row(left)[column_[r]] = -1.0;
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      row(left)[column_[normal]] = 2.0 * law.bound * (scale_[normal] / scale_[r]);
      b_[static_cast<std::size_t>(left)] = 0.0;
    } else {
      b_[static_cast<std::size_t>(left)] = 2.0 * law.bound / scale_[r];
    }
  }
  return true;
}

LcpBounds StandardForm::bounds() const {
  const std::size_t law_count = problem_.laws.size();
  const auto n = static_cast<std::size_t>(size_);
  const std::span<double> percussions(bounds_.percussions.data(), n);
  const std::span<double> velocities(bounds_.velocities.data(), n);
  const std::span<double> sizes(bounds_.sizes.data(), n);
  const std::span<double> a_errors(bounds_.a_errors.data(), n);
  const std::span<double> b_errors(bounds_.b_errors.data(), n);
  natural_percussions(problem_, percussions);
  natural_velocities(problem_, percussions, velocities);
  int bounded = 0;
  for (std::size_t l = 0; l < law_count; ++l) {
    const auto column = static_cast<std::size_t>(column_[l]);
    const bool is_normal = problem_.laws[l].kind == LawKind::unilateral;
    sizes[column] = (is_normal ? 1.0 : 2.0) * percussions[l] / scale_[l];
    if (!is_normal) sizes[column + static_cast<std::size_t>(tangentials_)] = velocities[l] * scale_[l];
    if (problem_.laws[l].kind == LawKind::tresca) ++bounded;
  }

  // A sum of k + 1 products errs by at most k + 1 roundings of the sum of their magnitudes, here doubled for the
  // rounding of that; the smallest normal number stands for what underflows.
  constexpr double rounding = std::numeric_limits<double>::epsilon();
  constexpr double underflow = std::numeric_limits<double>::min();
  std::fill(a_errors.begin(), a_errors.end(), 0.0);
  std::fill(b_errors.begin(), b_errors.end(), bounded > 0 ? underflow : 0.0);
  if (!scales_exactly(problem_, {scale_.data(), law_count})) {
    std::fill(b_errors.begin(), b_errors.end(), std::numeric_limits<double>::infinity());
  }
  for (std::size_t l = 0; l < law_count; ++l) {
    const SetValuedLaw& law = problem_.laws[l];
    if (law.kind == LawKind::unilateral) continue;
    const auto column = static_cast<std::size_t>(column_[l]);
    if (law.kind == LawKind::tresca) {
      for (std::size_t r = 0; r < law_count; ++r) {
        const auto i = static_cast<std::size_t>(column_[r]);
        const double entry = std::abs(a_[i * n + column]) * (law.bound / scale_[l]);
        b_errors[i] += (bounded + 2) * rounding * (std::abs(scale_[r] * problem_.c[r]) + entry);
      }
      continue;
    }
    // |W_N| <= |W_N - W_T mu| + |W_T| mu, and this once for every friction law on the same normal.
    const auto normal = static_cast<std::size_t>(column_[static_cast<std::size_t>(law.normal)]);
    const double mu = law.bound * (scale_[static_cast<std::size_t>(law.normal)] / scale_[l]);
    double largest = 0.0;
    for (std::size_t r = 0; r < law_count; ++r) {
      const double* entries = a_.data() + static_cast<std::size_t>(column_[r]) * n;
      largest = std::max(largest, std::abs(entries[normal]) + 2.0 * mu * std::abs(entries[column]));
    }
    a_errors[normal] += (tangentials_ + 2) * rounding * largest + underflow;
  }
  return {sizes, a_errors, b_errors};
}

void StandardForm::join(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<const double> velocities, std::span<double> x) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    const auto column = static_cast<std::size_t>(column_[l]);
    if (law.kind == LawKind::unilateral) {
      x[column] = std::max(percussions[l], 0.0) / scale_[l];
      continue;
    }
    const double bound = law.kind == LawKind::coulomb
                             ? law.bound * std::max(percussions[static_cast<std::size_t>(law.normal)], 0.0)
                             : law.bound;
    x[column] = std::clamp(percussions[l] + bound, 0.0, 2.0 * bound) / scale_[l];
    x[column + static_cast<std::size_t>(tangentials_)] = std::max(-velocities[l], 0.0) * scale_[l];
  }
}

void StandardForm::split(const ContactProblemView& problem, std::span<const double> x,
                         std::span<double> percussions) const {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    const SetValuedLaw& law = problem.laws[l];
    double percussion = x[static_cast<std::size_t>(column_[l])] * scale_[l];
    if (law.kind == LawKind::coulomb) {
      const auto normal = static_cast<std::size_t>(law.normal);
      percussion -= law.bound * (x[static_cast<std::size_t>(column_[normal])] * scale_[normal]);
    } else if (law.kind == LawKind::tresca) {
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
