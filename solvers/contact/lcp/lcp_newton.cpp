#include "solvers/contact/lcp/lcp_newton.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/deadline.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/linear_algebra/vector_loops.hpp"

namespace nsdbench {

namespace {

constexpr int default_max_steps = 200;
constexpr int restarts = 8;
// Where the tolerance is looser, a step or two more cost little and leave room for judges that weigh rows differently.
constexpr double accurate = 1e-12;
// A step of the min-map must reduce Psi to this fraction: quarter of Psi, half of phi.
constexpr double sufficient_reduction = 0.25;
constexpr double armijo = 1e-4;
// Steps within which Psi must fall to this fraction, or the iteration starts again from another point.
constexpr int patience = 10;
constexpr double progress = 0.5;
// Above this, another start may find a smaller solution, whose sums round less.
constexpr double small_residual = 1e-3;
constexpr int backtrackings = 30;
// V is close to singular if its pivots differ by more than this.
constexpr double singular = 1e-12;
constexpr double unusable = 1e-16;
constexpr double proximal_rho = 1e-8;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double fischer_burmeister(double a, double b) {
  const double root = elementary::hypot(a, b);
  // Without cancellation where a + b > 0: phi = -2 a b / (root + a + b).
  return a + b > 0.0 ? -2.0 * (a * b) / (root + a + b) : root - a - b;
}

}  // namespace

LcpNewton::LcpNewton(const SolverOptions& options)
    : LcpNewton(LcpNewtonOptions{options, LcpNewtonOptions{}.min_map_steps}) {}

LcpNewton::LcpNewton(const LcpNewtonOptions& options) : LcpSolver(options.solver), options_(options) {}

void LcpNewton::resize(int n) {
  n_ = n;
  if (x_.size() == at(n)) return;
  for (auto* storage :
       {&x_, &y_, &trial_x_, &trial_y_, &direction_, &gradient_, &phi_, &dx_, &dy_, &best_x_, &scale_}) {
    storage->resize(at(n));
  }
  lu_.matrix(n);
}

SolverResult LcpNewton::attempt(const LcpView& lcp, std::span<double> x) {
  resize(lcp.size);
  active_set_.start(lcp);
  rho_ = 0.0;
  std::copy_n(active_set_.scales().begin(), n_, scale_.begin());
  reference_ = 0.0;
  for (int i = 0; i < n_; ++i) reference_ = std::max(reference_, std::abs(lcp.b[i]));
  if (reference_ == 0.0) reference_ = 1.0;
  const Deadline deadline(options_.solver.time_limit);
  const int max_steps = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : default_max_steps;

  best_residual_ = std::numeric_limits<double>::infinity();
  std::copy_n(x.begin(), n_, x_.begin());
  bool cold = std::all_of(x.begin(), x.end(), [](double entry) { return entry == 0.0; });
  int steps = 0;
  Outcome outcome = Outcome::stalled;
  for (int start = 0; start <= restarts; ++start) {
    if (start > 0) {
      // Zero unless that was the guess; then every other index of a growing stride active.
      for (int i = 0; i < n_; ++i) {
        const bool active = (start + i / start) % 2 == 0;
        x_[at(i)] = cold && active ? reference_ / scale_[at(i)] : 0.0;
      }
      cold = true;
      rho_ = 0.0;
    }
    outcome = iterate(lcp, deadline, max_steps, steps);
    if (outcome != Outcome::stalled || best_residual_ <= options_.solver.tolerance) break;
    if (best_is_rounding(lcp)) break;
  }
  if (best_residual_ <= options_.solver.tolerance) outcome = Outcome::converged;
  std::copy_n(best_x_.begin(), n_, x.begin());
  switch (outcome) {
    case Outcome::converged:
      return {SolverStatus::solved, 0.0, steps};
    case Outcome::out_of_time:
      return {SolverStatus::time_limit, 0.0, steps};
    default:
      return {SolverStatus::iteration_limit, 0.0, steps};
  }
}

LcpNewton::Outcome LcpNewton::iterate(const LcpView& lcp, const Deadline& deadline, int max_steps, int& steps) {
  psi_ = merit(lcp, x_, y_);
  if (!std::isfinite(psi_)) return Outcome::stalled;
  keep_if_better();
  double landmark = psi_;
  int since_landmark = 0;
  while (best_residual_ > std::min(options_.solver.tolerance, accurate)) {
    if (steps >= max_steps) return Outcome::out_of_steps;
    if (deadline.passed()) return Outcome::out_of_time;
    ++steps;
    if (psi_ < progress * landmark) {
      landmark = psi_;
      since_landmark = 0;
    } else if (++since_landmark > patience) {
      return Outcome::stalled;
    }
    if (options_.min_map_steps && min_map_step(lcp)) {
      trial_psi_ = merit(lcp, trial_x_, trial_y_);
      if (trial_psi_ <= sufficient_reduction * psi_) {
        accept();
        continue;
      }
    }
    if (newton_direction(lcp)) {
      double slope = 0.0;
      for (int i = 0; i < n_; ++i) slope += gradient_[at(i)] * direction_[at(i)];
      if (slope < 0.0 && search(lcp, slope)) continue;
    }
    double slope = 0.0;
    for (int i = 0; i < n_; ++i) {
      // In the unit of x: the gradient of Psi over x divided by the squared row scale.
      direction_[at(i)] = -gradient_[at(i)] / (scale_[at(i)] * scale_[at(i)]);
      slope += gradient_[at(i)] * direction_[at(i)];
    }
    if (!(slope < 0.0) || !search(lcp, slope)) return Outcome::stalled;
  }
  return Outcome::converged;
}

// To trial_x_. Where A_BB turns out to be singular, as for contacts that are statically indeterminate, this and later
// steps are proximal ones about the current point, whose repetition on the same active set still converges to a
// solution of its equations if there is one.
bool LcpNewton::min_map_step(const LcpView& lcp) {
  double condition = active_set_.compute(lcp, rho_, x_, x_, y_, trial_x_);
  if (rho_ == 0.0 && condition < singular) {
    rho_ = proximal_rho;
    condition = active_set_.compute(lcp, rho_, x_, x_, y_, trial_x_);
  }
  return condition > unusable;
}

// Psi at x; writes y = A x + b, and phi.
double LcpNewton::merit(const LcpView& lcp, const std::vector<double>& x, std::vector<double>& y) {
  lcp_slack(lcp, {x.data(), at(n_)}, {y.data(), at(n_)});
  double sum = 0.0;
  for (int i = 0; i < n_; ++i) {
    const double phi = fischer_burmeister(scale_[at(i)] * x[at(i)], y[at(i)]);
    sum += phi * phi;
  }
  return 0.5 * sum;
}

double LcpNewton::residual() const {
  double largest = 0.0;
  for (int i = 0; i < n_; ++i) {
    largest = std::max(largest, std::abs(std::min(scale_[at(i)] * x_[at(i)], y_[at(i)])));
  }
  return largest / reference_;
}

void LcpNewton::keep_if_better() {
  const double current = residual();
  if (!(current < best_residual_)) return;
  best_residual_ = current;
  std::copy_n(x_.begin(), n_, best_x_.begin());
}

// Whether the best residual is small and no larger than what rounding may make of the sums A x + b there.
bool LcpNewton::best_is_rounding(const LcpView& lcp) const {
  if (best_residual_ > small_residual) return false;
  double largest = 0.0;
  for (int i = 0; i < n_; ++i) {
    double terms = std::abs(lcp.b[i]);
    for (int j = 0; j < n_; ++j) terms += std::abs(lcp.entry(i, j) * best_x_[at(j)]);
    largest = std::max(largest, terms);
  }
  constexpr double unit = 0.5 * std::numeric_limits<double>::epsilon();
  return best_residual_ * reference_ <= n_ * unit * largest;
}

void LcpNewton::accept() {
  std::swap(x_, trial_x_);
  std::swap(y_, trial_y_);
  psi_ = trial_psi_;
  keep_if_better();
}

// V = D_a D + D_b A with (D_a, D_b) an element of the generalized gradient of phi; gradient of Psi = V^T phi; direction
// from V d = -phi. At a = b = 0 the element is the one of the direction (1, 1).
bool LcpNewton::newton_direction(const LcpView& lcp) {
  double* jacobian = lu_.matrix(n_);
  for (int i = 0; i < n_; ++i) {
    const double a = scale_[at(i)] * x_[at(i)];
    const double b = y_[at(i)];
    const double root = elementary::hypot(a, b);
    const double half = std::sqrt(0.5);
    dx_[at(i)] = (root > 0.0 ? a / root : half) - 1.0;
    dy_[at(i)] = (root > 0.0 ? b / root : half) - 1.0;
    phi_[at(i)] = fischer_burmeister(a, b);
  }
  std::fill_n(gradient_.begin(), n_, 0.0);
  for (int i = 0; i < n_; ++i) {
    const double* row = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    vector_loops::add_multiple(gradient_.data(), row, phi_[at(i)] * dy_[at(i)], n_);
    gradient_[at(i)] += phi_[at(i)] * dx_[at(i)] * scale_[at(i)];
  }
  constexpr int block = 8;
  const auto fill = [&](double shift) {
    for (int begin = 0; begin < n_; begin += block) {
      const int end = std::min(begin + block, n_);
      for (int j = 0; j < n_; ++j) {
        double* column = jacobian + static_cast<std::ptrdiff_t>(j) * n_;
        for (int i = begin; i < end; ++i) column[i] = dy_[at(i)] * lcp.entry(i, j);
      }
    }
    for (int i = 0; i < n_; ++i) {
      jacobian[static_cast<std::ptrdiff_t>(i) * n_ + i] += (dx_[at(i)] - shift) * scale_[at(i)];
    }
  };
  fill(0.0);
  // Both elements of the gradient are negative, so that a shift of D_a makes V more regular (P0-matrices: regular).
  double condition = lu_.factorize();
  for (double shift = 1e-8; condition < singular && shift < 1e-2; shift *= 100.0) {
    fill(shift);
    condition = lu_.factorize();
  }
  if (condition < singular) return false;
  for (int i = 0; i < n_; ++i) direction_[at(i)] = -phi_[at(i)];
  lu_.solve(direction_.data());
  return std::all_of(direction_.begin(), direction_.begin() + n_, [](double entry) { return std::isfinite(entry); });
}

bool LcpNewton::search(const LcpView& lcp, double slope) {
  double length = 1.0;
  for (int k = 0; k < backtrackings; ++k, length *= 0.5) {
    for (int i = 0; i < n_; ++i) trial_x_[at(i)] = x_[at(i)] + length * direction_[at(i)];
    trial_psi_ = merit(lcp, trial_x_, trial_y_);
    if (trial_psi_ <= psi_ + armijo * length * slope && trial_psi_ < psi_) {
      accept();
      return true;
    }
  }
  return false;
}

}  // namespace nsdbench
