#include "solvers/contact/lcp/crash_start.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/deadline.hpp"
#include "solvers/contact/lcp/projected_relaxation.hpp"

namespace nsdbench {

namespace {

constexpr int sweeps = 10;  // they cost a fraction of a factorization
// Active set steps on one problem, and how many of them may pass without halving the smallest residual.
constexpr int most_steps = 12;
constexpr int patience = 5;
// Residuals that are not worth another factorization, of the LCP and of a proximal LCP.
constexpr double accurate = 1e-12;
constexpr double settled = 1e-13;
// Ratio of pivots below which A_BB counts as singular.
constexpr double singular = 1e-12;
constexpr double unusable = 1e-16;
constexpr double slight_rho = 1e-8;
constexpr double first_rho = 1e-4;
constexpr double last_rho = 1e-10;
constexpr int most_proximal_problems = 80;
constexpr int most_failures = 3;

}  // namespace

void CrashStart::reserve(const LcpView& lcp) {
  for (auto* storage : {&x_, &y_, &next_, &centre_, &best_}) storage->resize(static_cast<std::size_t>(lcp.size));
  step_.start(lcp);
}

bool CrashStart::run(const LcpView& lcp, double tolerance, const Deadline& deadline, std::span<double> x, int& steps) {
  const bool guess = std::any_of(x.begin(), x.end(), [](double entry) { return entry != 0.0; });
  reserve(lcp);
  best_residual_ = std::numeric_limits<double>::infinity();
  if (!guess && !diagonal_is_positive(lcp)) return false;
  std::copy(x.begin(), x.end(), x_.begin());
  if (!guess) {
    for (int sweep = 0; sweep < sweeps; ++sweep) relaxation_sweep(lcp, 1.0, x_);
  }
  reference_ = 0.0;
  for (int i = 0; i < lcp.size; ++i) reference_ = std::max(reference_, std::abs(lcp.b[i]));
  if (reference_ == 0.0) reference_ = 1.0;
  std::copy(x_.begin(), x_.end(), centre_.begin());

  settle(lcp, 0.0, deadline, steps);
  return take_best(tolerance, x);
}

bool CrashStart::run_proximal(const LcpView& lcp, double tolerance, const Deadline& deadline, std::span<double> x,
                              int& steps) {
  if (!diagonal_is_positive(lcp)) return false;
  double smallest_rho = last_rho;
  double rho = first_rho;
  int failures = 0;
  for (int k = 0; k < most_proximal_problems && best_residual_ > accurate && failures < most_failures; ++k) {
    if (deadline.passed()) break;
    std::copy(centre_.begin(), centre_.end(), x_.begin());
    if (settle(lcp, rho, deadline, steps)) {
      std::copy(x_.begin(), x_.end(), centre_.begin());
      rho = std::max(0.1 * rho, smallest_rho);
    } else {
      ++failures;
      rho *= 10.0;
      smallest_rho = rho;
    }
  }
  return take_best(tolerance, x);
}

bool CrashStart::take_best(double tolerance, std::span<double> x) const {
  if (!(best_residual_ <= tolerance)) return false;
  std::copy(best_.begin(), best_.end(), x.begin());
  return true;
}

// Steps from x_ on the proximal LCP. Returns whether they solved it. With rho = 0, singular matrices are regularized
// about the current point, which is enough where the active set is right.
bool CrashStart::settle(const LcpView& lcp, double rho, const Deadline& deadline, int& steps) {
  double smallest = std::numeric_limits<double>::infinity();
  int left = patience;
  bool regular = true;
  lcp_slack(lcp, x_, y_);
  keep_if_better(residual(0.0));
  if (best_residual_ <= accurate) return true;
  for (int step = 0; step < most_steps && left > 0 && !deadline.passed(); ++step) {
    const std::vector<double>& centre = rho > 0.0 ? centre_ : x_;
    double condition = regular ? step_.compute(lcp, rho, centre, x_, y_, next_) : 0.0;
    if (rho == 0.0 && condition < singular) {
      regular = false;
      condition = step_.compute(lcp, slight_rho, x_, x_, y_, next_);
    }
    if (condition < unusable) return false;
    ++steps;
    std::swap(x_, next_);
    lcp_slack(lcp, x_, y_);
    keep_if_better(residual(0.0));
    const double proximal = rho == 0.0 ? residual(0.0) : residual(rho);
    if (proximal <= settled) return true;
    left = proximal < 0.5 * smallest ? patience : left - 1;
    smallest = std::min(smallest, proximal);
  }
  return false;
}

double CrashStart::residual(double rho) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < x_.size(); ++i) {
    const double scale = step_.scales()[i];
    const double y = y_[i] + rho * scale * (x_[i] - centre_[i]);
    largest = std::max(largest, std::abs(std::min(scale * x_[i], y)));
  }
  return largest / reference_;
}

void CrashStart::keep_if_better(double residual) {
  if (!(residual < best_residual_)) return;
  best_residual_ = residual;
  std::copy(x_.begin(), x_.end(), best_.begin());
}

}  // namespace nsdbench
