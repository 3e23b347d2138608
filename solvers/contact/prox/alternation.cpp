#include "solvers/contact/prox/alternation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/contact/deadline.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

namespace {

constexpr int default_steps = 1000;
constexpr int max_halvings = 20;
constexpr double sufficient_decrease = 1e-4;
constexpr double forcing = 0.01;  // accuracy of the inner problem relative to the residual
constexpr double slow = 0.5;
constexpr double change_of_factor = 10.0;
constexpr double smallest_factor = 1e-3;
constexpr double largest_factor = 1e8;  // I + r G keeps half of its digits
constexpr double smallest_pivot_ratio = 1e-15;
constexpr int largest_problem = 8000;

}  // namespace

Alternation::Alternation(const AlternationOptions& options, std::string_view name)
    : ContactSolver(options.solver), options_(options), name_(name) {
  if (!(options.factor > 0.0) || !std::isfinite(options.factor)) {
    throw std::invalid_argument("factor " + std::to_string(options.factor) +
                                " is not allowed: it must be positive and finite");
  }
}

SolverResult Alternation::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  if (problem.size > largest_problem) return {SolverStatus::not_applicable, 0.0, 0};
  const int limit = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : default_steps;
  const double tolerance = options_.solver.tolerance;
  const Deadline deadline(options_.solver.time_limit);
  prepare(problem, percussions);
  SolverResult result{SolverStatus::iteration_limit, 0.0, 0};
  double best = block_residual(blocks_, p_.data(), xi_.data());
  double residual = best;
  const auto n = static_cast<std::size_t>(problem.size);
  while (residual > tolerance && result.iterations < limit) {
    if (deadline.passed()) {
      result.status = SolverStatus::time_limit;
      return result;
    }
    const double goal = forcing * std::min(residual, 1.0) * blocks_.reference_velocity();
    const int before = result.iterations;
    if (!solve_inner(goal, result.iterations, limit, deadline)) {
      factor_ /= change_of_factor;
      if (factor_ < smallest_factor) return result;
    } else {
      std::swap(p_, projected_);
      result.iterations = std::max(result.iterations, before + 1);
    }
    std::copy_n(problem.c, n, xi_.begin());
    problem.multiply_add(p_.data(), xi_.data());
    const double previous = residual;
    residual = block_residual(blocks_, p_.data(), xi_.data());
    if (residual < previous) {
      if (residual > slow * previous) factor_ = std::min(factor_ * change_of_factor, largest_factor);
    }
    if (residual < best) {
      best = residual;
      std::copy_n(p_.begin(), n, percussions.begin());
    }
    if (!std::isfinite(residual)) return result;
  }
  if (residual <= tolerance) result.status = SolverStatus::solved;
  return result;
}

void Alternation::prepare(const ContactProblemView& problem, std::span<const double> percussions) {
  problem_ = problem;
  blocks_.build(problem);
  factor_ = options_.factor;
  const auto n = static_cast<std::size_t>(problem.size);
  if (p_.size() < n) {
    for (std::vector<double>* vector :
         {&r_, &p_, &xi_, &trial_xi_, &defect_, &trial_defect_, &projected_, &step_, &column_}) {
      vector->resize(n);
    }
    active_.reserve(n);
    active_at_.resize(n);
  }
  if (derivatives_.size() < blocks_.blocks().size()) derivatives_.resize(blocks_.blocks().size());
  for (const ContactBlock& block : blocks_.blocks()) {
    if (block.normal >= 0) r_[static_cast<std::size_t>(block.normal)] = 1.0 / block.inverse_r_normal;
    for (int k = 0; k < block.dimension; ++k) {
      r_[static_cast<std::size_t>(block.tangential) + static_cast<std::size_t>(k)] = 1.0 / block.inverse_r_tangential;
    }
  }
  std::copy(percussions.begin(), percussions.end(), p_.begin());
  std::copy_n(problem.c, n, xi_.begin());
  problem.multiply_add(p_.data(), xi_.data());
}

void Alternation::project(const std::vector<double>& velocities, std::vector<double>& projected) const {
  const auto tau = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    return p_[k] - factor_ * r_[k] * velocities[k];
  };
  // All normals first: the bounds of friction that is carried elsewhere need them.
  for (const ContactBlock& block : blocks_.blocks()) {
    if (block.normal >= 0)
      projected[static_cast<std::size_t>(block.normal)] = HalfLine<double>::project(tau(block.normal));
  }
  for (const ContactBlock& block : blocks_.blocks()) {
    if (block.dimension == 0) continue;
    const auto t = static_cast<std::size_t>(block.tangential);
    for (int k = 0; k < block.dimension; ++k) {
      projected[t + static_cast<std::size_t>(k)] = tau(block.tangential + k);
    }
    FrictionSet<double>{block.dimension, block.friction_bound(projected.data())}.project(&projected[t]);
  }
}

double Alternation::evaluate(const std::vector<double>& velocities, std::vector<double>& defect) {
  project(velocities, projected_);
  const auto n = static_cast<std::size_t>(problem_.size);
  std::copy_n(problem_.c, n, defect.begin());
  problem_.multiply_add(projected_.data(), defect.data());
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    defect[i] = velocities[i] - defect[i];
    sum += defect[i] * defect[i];
  }
  return 0.5 * sum;
}

double Alternation::largest_defect() const {
  double largest = 0.0;
  for (int i = 0; i < problem_.size; ++i) {
    const double value = std::abs(defect_[static_cast<std::size_t>(i)]);
    largest = larger_or_nan(largest, value);
  }
  return largest;
}

// dPi/dtau at the present xi, and the coordinates whose tau enters it.
void Alternation::differentiate() {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  active_.clear();
  std::fill_n(active_at_.begin(), problem_.size, -1);
  const auto tau = [&](int i) {
    const auto k = static_cast<std::size_t>(i);
    return p_[k] - factor_ * r_[k] * xi_[k];
  };
  const auto activate = [&](int i) {
    active_at_[static_cast<std::size_t>(i)] = static_cast<int>(active_.size());
    active_.push_back(i);
  };
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    BlockDerivative& d = derivatives_[b];
    d = {};
    if (block.normal >= 0) {
      d.normal = HalfLine<double>::derivative(tau(block.normal));
      if (d.normal) activate(block.normal);
    }
    if (block.dimension == 0) continue;
    const bool has_normal_law = block.normal_law >= 0;
    const double normal = has_normal_law ? tau(block.normal_law) : 0.0;
    if (has_normal_law && normal <= 0.0) continue;
    const FrictionSet<double> set{block.dimension, friction_bound(has_normal_law, block.bound, normal)};
    const std::array<double, 2> argument{tau(block.tangential), block.dimension == 2 ? tau(block.tangential + 1) : 0.0};
    const FrictionDerivative<double> by = set.derivative(argument.data());
    d.tangential = true;
    if (by.inside) {
      d.by_tangential[0][0] = d.by_tangential[1][1] = 1.0;
    } else {
      if (has_normal_law) {
        d.by_normal[0] = block.bound * by.e[0];
        d.by_normal[1] = block.bound * by.e[1];
      }
      if (block.dimension == 2) {
        d.by_tangential[0][0] = by.share * by.e[1] * by.e[1];
        d.by_tangential[1][1] = by.share * by.e[0] * by.e[0];
        d.by_tangential[0][1] = d.by_tangential[1][0] = -by.share * by.e[0] * by.e[1];
      } else if (block.normal_law < 0) {
        d.tangential = false;  // a constant
      }
    }
    if (!d.tangential) continue;
    for (int k = 0; k < block.dimension; ++k) activate(block.tangential + k);
  }
}

// image += value G(:, coordinate)
void Alternation::add_image(int coordinate, double value, double* image) const {
  if (value == 0.0) return;
  if (problem_.sparse == nullptr) {
    const double* g = problem_.delassus + static_cast<std::ptrdiff_t>(coordinate) * problem_.stride;
    for (int i = 0; i < problem_.size; ++i) image[i] += value * g[i];
    return;
  }
  const BlockSparseMatrix& g = *problem_.sparse;
  const int size = g.block_size();
  for (int k = g.begin(coordinate / size); k < g.end(coordinate / size); ++k) {
    const double* values = g.block(k) + static_cast<std::ptrdiff_t>(coordinate % size) * size;
    for (int i = 0; i < size; ++i) image[g.block_row(k) * size + i] += value * values[i];
  }
}

// column_ = that of a coordinate of block b in G dPi/dtau r, over all rows.
void Alternation::find_column(std::size_t b, int coordinate) {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  const ContactBlock& block = blocks[b];
  std::fill_n(column_.begin(), problem_.size, 0.0);
  const double r = factor_ * r_[static_cast<std::size_t>(coordinate)];
  if (coordinate != block.normal) {
    for (int k = 0; k < block.dimension; ++k) {
      const double derivative = derivatives_[b].by_tangential[k][coordinate - block.tangential];
      add_image(block.tangential + k, r * derivative, column_.data());
    }
    return;
  }
  add_image(coordinate, r, column_.data());
  // Friction that the normal carries, here or in blocks of its own.
  for (std::size_t other = 0; other < blocks.size(); ++other) {
    if (blocks[other].normal_law != coordinate || !derivatives_[other].tangential) continue;
    for (int k = 0; k < blocks[other].dimension; ++k) {
      add_image(blocks[other].tangential + k, r * derivatives_[other].by_normal[k], column_.data());
    }
  }
}

// Visits the active coordinates, each with its column in column_.
template <class Visit>
void Alternation::for_each_column(const Visit& visit) {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    if (derivatives_[b].normal) {
      find_column(b, block.normal);
      visit(block.normal);
    }
    if (!derivatives_[b].tangential) continue;
    for (int k = 0; k < block.dimension; ++k) {
      find_column(b, block.tangential + k);
      visit(block.tangential + k);
    }
  }
}

// step_ = dxi of F + (I + G dPi/dtau r) dxi = 0. Columns of inactive coordinates are those of the identity.
bool Alternation::newton_step() {
  const auto n = static_cast<std::size_t>(problem_.size);
  const auto m = static_cast<int>(active_.size());
  for (std::size_t i = 0; i < n; ++i) step_[i] = -defect_[i];
  if (m == 0) return true;
  double* a = lu_.matrix(m);
  for_each_column([&](int j) {
    double* column = a + static_cast<std::ptrdiff_t>(active_at_[static_cast<std::size_t>(j)]) * m;
    for (int i = 0; i < m; ++i) column[i] = column_[static_cast<std::size_t>(active_[static_cast<std::size_t>(i)])];
    column[active_at_[static_cast<std::size_t>(j)]] += 1.0;
  });
  // tau = P - r xi: dPi = -dPi/dtau r dxi, so that F' = I + G dPi/dtau r.
  if (!(lu_.factorize() > smallest_pivot_ratio)) return false;
  for (int i = 0; i < m; ++i) {
    trial_xi_[static_cast<std::size_t>(i)] = step_[static_cast<std::size_t>(active_[static_cast<std::size_t>(i)])];
  }
  lu_.solve(trial_xi_.data());
  // The inactive rows follow; those of the active ones are overwritten.
  for_each_column([&](int j) {
    const double d = trial_xi_[static_cast<std::size_t>(active_at_[static_cast<std::size_t>(j)])];
    for (std::size_t i = 0; i < n; ++i) step_[i] -= d * column_[i];
  });
  for (int i = 0; i < m; ++i) {
    step_[static_cast<std::size_t>(active_[static_cast<std::size_t>(i)])] = trial_xi_[static_cast<std::size_t>(i)];
  }
  return true;
}

bool Alternation::solve_inner(double goal, int& steps, int limit, const Deadline& deadline) {
  const auto n = static_cast<std::size_t>(problem_.size);
  double merit = evaluate(xi_, defect_);
  while (!(largest_defect() <= goal)) {
    if (!std::isfinite(merit) || steps >= limit || deadline.passed()) return false;
    ++steps;
    differentiate();
    if (!newton_step()) return false;
    bool accepted = false;
    double length = 1.0;
    for (int halving = 0; halving <= max_halvings && !accepted; ++halving, length *= 0.5) {
      for (std::size_t i = 0; i < n; ++i) trial_xi_[i] = xi_[i] + length * step_[i];
      const double value = evaluate(trial_xi_, trial_defect_);
      accepted = value <= (1.0 - 2.0 * sufficient_decrease * length) * merit;
      if (accepted) merit = value;
    }
    if (!accepted) return false;
    std::swap(xi_, trial_xi_);
    std::swap(defect_, trial_defect_);
  }
  return true;
}

}  // namespace nsdbench
