#include "solvers/contact/prox/prox_solver.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/contact/deadline.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

namespace {

constexpr int default_sweeps = 10000;
constexpr double shrink = 0.7;
constexpr double grow = 1.05;
constexpr double growth_within_a_sweep = 1.2;
constexpr int patience = 32;  // iterations without progress
constexpr double lower_ceiling = 0.9;
constexpr double smallest_multiplier = 1.0 / 64.0;
constexpr double largest_multiplier = 1.9;

void require_positive(double value, const char* what) {
  if (!(value > 0.0) || !std::isfinite(value)) {
    throw std::invalid_argument(std::string(what) + " " + std::to_string(value) +
                                " is not allowed: it must be positive and finite");
  }
}

// One prox step of every law from the percussions p with velocities xi, all at once:
// next_i = prox_i(p_i - omega r_i xi_i). The bound of Coulomb friction is that of p, or of `next` if `latest_bound`.
void prox_all(const ContactBlocks& blocks, const double* p, const double* xi, const double* inverse_r, double omega,
              bool latest_bound, double* next) {
  const auto step = [&](int i) { return p[i] - omega / inverse_r[i] * xi[i]; };
  for (const ContactBlock& block : blocks.blocks()) {
    if (block.normal >= 0) next[block.normal] = HalfLine<double>::project(step(block.normal));
  }
  for (const ContactBlock& block : blocks.blocks()) {
    if (block.dimension == 0) continue;
    const int t = block.tangential;
    const FrictionSet<double> set{block.dimension, block.friction_bound(latest_bound ? next : p)};
    for (int k = 0; k < block.dimension; ++k) next[t + k] = step(t + k);
    set.project(next + t);
  }
}

}  // namespace

ProxSolver::ProxSolver(const ProxOptions& options, std::string_view name)
    : ContactSolver(options.solver), options_(options), name_(name) {
  require_positive(options.r, "prox factor r");
  require_positive(options.relaxation, "relaxation factor");
  if (!(options.relaxation < 2.0)) {
    throw std::invalid_argument("relaxation factor " + std::to_string(options.relaxation) +
                                " is not allowed: it must lie between 0 and 2");
  }
  if (options.acceleration == Acceleration::nesterov && options.scheme != ProxScheme::pjor) {
    throw std::invalid_argument("Nesterov's acceleration is not allowed with a Gauss-Seidel scheme: it needs pjor");
  }
}

void ProxSolver::prepare(const ContactProblemView& problem, std::span<const double> percussions) {
  const auto n = static_cast<std::size_t>(problem.size);
  problem_ = problem;
  relaxation_.begin(problem, percussions);
  if (inverse_r_.size() < n) {
    inverse_r_.resize(n);
    next_.resize(n);
    momentum_.resize(n);
  }
  if (options_.acceleration == Acceleration::anderson && start_.size() < n) {
    start_.resize(n);
    change_.resize(n);
    previous_image_.resize(n);
    previous_change_.resize(n);
    image_differences_.resize(n * memory);
    change_differences_.resize(n * memory);
  }
  if (options_.scheme != ProxScheme::psor_block) {
    factors_.compute(problem, relaxation_.blocks(), options_.r_factor, options_.r, {inverse_r_.data(), n});
  } else {
    factors_.compute(problem, relaxation_.blocks(), RFactor::local_diagonal, 1.0, {inverse_r_.data(), n});
  }
  multiplier_ = options_.relaxation;
  ceiling_ = largest_multiplier * options_.relaxation;
  last_rate_ = std::numeric_limits<double>::infinity();
  smallest_rate_ = std::numeric_limits<double>::infinity();
  without_progress_ = 0;
  theta_ = 1.0;
  remembered_ = 0;
  newest_ = 0;
  has_previous_ = false;
  std::copy(percussions.begin(), percussions.end(), momentum_.begin());
}

SolverResult ProxSolver::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  const int max_sweeps = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : default_sweeps;
  return iterate(problem, percussions, options_.solver.tolerance, max_sweeps, Deadline(options_.solver.time_limit));
}

SolverResult ProxSolver::iterate(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                                 int max_sweeps, const Deadline& deadline) {
  constexpr int longest_wait = 16;  // iterations between looks at the residual
  prepare(problem, percussions);
  SolverResult result{SolverStatus::iteration_limit, relaxation_.present_residual(), 0};
  // The first sweep over a single contact is exact.
  const bool one_contact = relaxation_.blocks().blocks().size() == 1;
  // A change below the signal calls for a look at the residual. Where changes are small but the residual is not, the
  // signal sinks.
  double signal = tolerance;
  int next_look = one_contact ? 1 : longest_wait;
  while (!(result.residual <= tolerance) && result.iterations < max_sweeps) {
    const double change = step();
    ++result.iterations;
    if (!std::isfinite(change)) break;
    if (change > signal && result.iterations < next_look && result.iterations < max_sweeps) continue;
    next_look = result.iterations + longest_wait;
    const double residual = relaxation_.residual();
    if (residual < result.residual) {
      result.residual = residual;
      std::ranges::copy(relaxation_.percussions(), percussions.begin());
    }
    if (change <= signal) signal *= 0.5;
    if (deadline.passed() && residual > tolerance) {
      result.status = SolverStatus::time_limit;
      break;
    }
  }
  if (result.residual <= tolerance) result.status = SolverStatus::solved;
  return result;
}

double ProxSolver::step() {
  double change = 0.0;
  const auto n = static_cast<std::size_t>(problem_.size);
  if (options_.acceleration == Acceleration::anderson) {
    std::ranges::copy(relaxation_.percussions(), start_.begin());
  }
  switch (options_.scheme) {
    case ProxScheme::pjor:
      change = options_.acceleration == Acceleration::nesterov ? nesterov_iteration() : jacobi_iteration();
      break;
    case ProxScheme::psor:
      change = relaxation_.prox_sweep({inverse_r_.data(), n}, multiplier_);
      break;
    case ProxScheme::psor_block:
      change = relaxation_.exact_sweep(multiplier_);
      break;
  }
  if (options_.acceleration == Acceleration::anderson) anderson_step();
  if (options_.adaptive) adapt(change);
  return change;
}

// Changes are proportional to the multiplier: without dividing by it, every enlargement would pass for a growth, and
// the multiplier would sink to its lower end. A sweep passes changes on within itself, hence the slack there. Cycles,
// which neither grow nor shrink, end by a lower ceiling.
void ProxSolver::adapt(double change) {
  const double rate = change / multiplier_;
  const double slack = options_.scheme == ProxScheme::pjor ? 1.0 : growth_within_a_sweep;
  const double floor = smallest_multiplier * options_.relaxation;
  if (rate < smallest_rate_ * (1.0 - 1e-6)) {
    smallest_rate_ = rate;
    without_progress_ = 0;
  } else if (++without_progress_ == patience) {
    ceiling_ = std::max(lower_ceiling * multiplier_, floor);
    smallest_rate_ = rate;
    without_progress_ = 0;
  }
  multiplier_ = std::clamp(multiplier_ * (rate > slack * last_rate_ ? shrink : grow), floor, ceiling_);
  last_rate_ = rate;
}

double ProxSolver::jacobi_iteration() {
  const std::span<const double> p = relaxation_.percussions();
  prox_all(relaxation_.blocks(), p.data(), relaxation_.velocities().data(), inverse_r_.data(), multiplier_, false,
           next_.data());
  double change = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double moved = inverse_r_[i] * std::abs(next_[i] - p[i]);
    change = larger_or_nan(change, moved);
  }
  relaxation_.set_percussions({next_.data(), p.size()});
  return change / relaxation_.blocks().reference_velocity();
}

// Nesterov's method on the prox step, with theta_{k+1}^2 = (1 - theta_{k+1}) theta_k^2 and a restart whenever the
// momentum points uphill. The relaxation holds the point y the velocities belong to.
double ProxSolver::nesterov_iteration() {
  const std::span<const double> y = relaxation_.percussions();
  const std::size_t n = y.size();
  prox_all(relaxation_.blocks(), y.data(), relaxation_.velocities().data(), inverse_r_.data(), multiplier_, true,
           next_.data());
  double change = 0.0;
  double uphill = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const double moved = inverse_r_[i] * std::abs(next_[i] - y[i]);
    change = larger_or_nan(change, moved);
    uphill += inverse_r_[i] * (y[i] - next_[i]) * (next_[i] - momentum_[i]);
  }
  double beta = 0.0;
  if (uphill > 0.0) {
    theta_ = 1.0;
  } else {
    const double square = theta_ * theta_;
    const double next_theta = 0.5 * (std::sqrt(square * square + 4.0 * square) - square);
    beta = theta_ * (1.0 - theta_) / (square + next_theta);
    theta_ = next_theta;
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double last = momentum_[i];
    momentum_[i] = next_[i];
    next_[i] += beta * (next_[i] - last);
  }
  relaxation_.set_percussions({next_.data(), n});
  return change / relaxation_.blocks().reference_velocity();
}

// After a sweep from start_: f = image - start. Among the last differences finds the combination that makes f smallest,
// measured as velocities, and goes there if the residual is no larger than that of the plain image.
void ProxSolver::anderson_step() {
  const auto n = static_cast<std::size_t>(problem_.size);
  const std::span<const double> image = relaxation_.percussions();
  for (std::size_t i = 0; i < n; ++i) change_[i] = image[i] - start_[i];
  if (has_previous_) {
    double* image_difference = image_differences_.data() + static_cast<std::size_t>(newest_) * n;
    double* change_difference = change_differences_.data() + static_cast<std::size_t>(newest_) * n;
    for (std::size_t i = 0; i < n; ++i) {
      image_difference[i] = image[i] - previous_image_[i];
      change_difference[i] = change_[i] - previous_change_[i];
    }
    newest_ = (newest_ + 1) % memory;
    remembered_ = std::min(remembered_ + 1, memory);
  }
  std::copy_n(image.begin(), n, previous_image_.begin());
  std::copy_n(change_.begin(), n, previous_change_.begin());
  has_previous_ = true;
  if (remembered_ == 0) return;

  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, memory, memory>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, memory, 1>;
  Small products(remembered_, remembered_);
  SmallVector right(remembered_);
  for (int a = 0; a < remembered_; ++a) {
    const double* da = change_differences_.data() + static_cast<std::size_t>(a) * n;
    for (int b = 0; b <= a; ++b) {
      const double* db = change_differences_.data() + static_cast<std::size_t>(b) * n;
      double sum = 0.0;
      for (std::size_t i = 0; i < n; ++i) sum += inverse_r_[i] * inverse_r_[i] * da[i] * db[i];
      products(a, b) = sum;
      products(b, a) = sum;
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += inverse_r_[i] * inverse_r_[i] * da[i] * change_[i];
    right(a) = sum;
  }
  products.diagonal().array() += 1e-12 * products.trace() + std::numeric_limits<double>::min();
  const SmallVector gamma = products.ldlt().solve(right);
  if (!gamma.allFinite()) return;
  std::copy_n(image.begin(), n, next_.begin());
  for (int a = 0; a < remembered_; ++a) {
    const double* difference = image_differences_.data() + static_cast<std::size_t>(a) * n;
    for (std::size_t i = 0; i < n; ++i) next_[i] -= gamma(a) * difference[i];
  }
  const double plain = relaxation_.residual();
  relaxation_.set_percussions({next_.data(), n});
  if (block_residual(relaxation_.blocks(), next_.data(), relaxation_.velocities().data()) <= plain) return;
  relaxation_.set_percussions({previous_image_.data(), n});
  remembered_ = 0;
  newest_ = 0;
}

}  // namespace nsdbench
