#include "solvers/contact/newton/newton_solver.hpp"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/contact/deadline.hpp"

namespace nsdbench {

namespace {

constexpr int default_steps = 200;
constexpr int max_halvings = 12;
constexpr int largest_sweeps = 1024;
constexpr double sufficient_decrease = 1e-4;
constexpr double raise_regularization = 100.0;
constexpr double largest_regularization = 1e4;
// Pivots below this multiple of the largest leave no digit in the step.
constexpr double smallest_pivot_ratio = 1e-15;

}  // namespace

struct NewtonSolver::SparseSystem {
  std::vector<Eigen::Triplet<double>> triplets;
  Eigen::SparseMatrix<double> matrix;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> lu;
};

NewtonSolver::NewtonSolver(const NewtonOptions& options, std::string_view name)
    : ContactSolver(options.solver),
      options_(options),
      name_(name),
      recent_merits_(4),
      sparse_(std::make_unique<SparseSystem>()) {
  if (!(options.regularization >= 0.0) || !std::isfinite(options.regularization)) {
    throw std::invalid_argument("regularization " + std::to_string(options.regularization) +
                                " is not allowed: it must not be negative");
  }
}

NewtonSolver::~NewtonSolver() = default;

SolverResult NewtonSolver::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  // A dense system of more unknowns does not fit into the memory of an ordinary machine together with its neighbours.
  constexpr int largest_dense_problem = 8000;
  if (options_.storage == NewtonStorage::dense && problem.size > largest_dense_problem) {
    return {SolverStatus::not_applicable, 0.0, 0};
  }
  const int steps = options_.solver.max_iterations > 0 ? options_.solver.max_iterations : default_steps;
  return iterate(problem, percussions, options_.solver.tolerance, steps, Deadline(options_.solver.time_limit));
}

SolverResult NewtonSolver::iterate(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                                   int max_steps, const Deadline& deadline) {
  prepare(problem, percussions);
  SolverResult result{SolverStatus::iteration_limit, std::numeric_limits<double>::infinity(), 0};
  double regularization = options_.regularization;
  int steps = 0;
  int sweeps = options_.initial_sweeps;
  int next_sweeps = options_.relaxation_sweeps;
  bool stuck = true;  // the first sweeps come before the first step
  const auto keep_best = [&] {
    const double residual = block_residual(blocks_, p_.data(), xi_.data());
    if (residual < result.residual) {
      result.residual = residual;
      std::copy_n(p_.begin(), percussions.size(), percussions.begin());
    }
    return result.residual <= tolerance;
  };
  while (true) {
    bool solved = keep_best();
    if (stuck && sweeps > 0 && !solved) {
      result.iterations += relax(sweeps, percussions, tolerance);
      solved = keep_best();
    }
    if (stuck) {
      sweeps = next_sweeps;
      next_sweeps = std::min(2 * next_sweeps, largest_sweeps);
      restart_merit();
    }
    if (solved) {
      result.status = SolverStatus::solved;
      return result;
    }
    if (deadline.passed()) {
      result.status = SolverStatus::time_limit;
      return result;
    }
    if (steps >= max_steps || (stuck && steps > 0 && options_.relaxation_sweeps == 0)) return result;
    find_modes();
    number_unknowns();
    bool accepted = false;
    while (!accepted && steps < max_steps && regularization <= largest_regularization && !deadline.passed()) {
      ++steps;
      ++result.iterations;
      set_up_right_hand_side();
      if (solve_linear_system(regularization)) {
        expand_step();
        accepted = search_line();
      }
      regularization = accepted ? std::max(options_.regularization, regularization / raise_regularization)
                                : std::max(regularization, 1e-12) * raise_regularization;
    }
    stuck = !accepted;
    if (stuck) regularization = options_.regularization;
  }
}

// Block relaxation from the present percussions, until it has converged or found its modes; where it leads astray (it
// may, if G is no Delassus matrix), back to the best ones so far.
int NewtonSolver::relax(int sweeps, std::span<const double> best, double tolerance) {
  constexpr double astray = 10.0;
  const auto n = static_cast<std::size_t>(problem_.size);
  const double before = block_residual(blocks_, p_.data(), xi_.data());
  relaxation_.begin(problem_, {p_.data(), n});
  int done = 0;
  while (done < sweeps) {
    ++done;
    const double change = relaxation_.exact_sweep(1.0);
    if (change <= tolerance || !std::isfinite(change)) break;  // from beyond the range of double nothing comes back
    // The modes of planar contacts leave a linear system; those of spatial ones a sliding direction to refine, and a
    // sweep costs a tenth of a Newton step.
    if (planar_ && relaxation_.modes_settled()) break;
  }
  if (relaxation_.residual() <= astray * before) {
    std::ranges::copy(relaxation_.percussions(), p_.begin());
  } else {
    std::ranges::copy(best, p_.begin());
  }
  std::copy_n(problem_.c, n, xi_.begin());
  problem_.multiply_add(p_.data(), xi_.data());
  return done;
}

void NewtonSolver::restart_merit() {
  current_merit_ = merit(p_.data(), xi_.data());
  std::fill(recent_merits_.begin(), recent_merits_.end(), current_merit_);
  oldest_merit_ = 0;
}

void NewtonSolver::prepare(const ContactProblemView& problem, std::span<const double> percussions) {
  problem_ = problem;
  blocks_.build(problem);
  const auto n = static_cast<std::size_t>(problem.size);
  if (p_.size() < n) {
    for (std::vector<double>* vector : {&p_, &xi_, &trial_p_, &trial_xi_, &step_, &step_image_, &right_, &column_}) {
      vector->resize(n);
    }
    block_of_.resize(n);
    unknown_of_.resize(n);
    coordinate_of_.resize(n);
  }
  if (modes_.size() < blocks_.blocks().size()) {
    modes_.resize(blocks_.blocks().size());
    touched_.reserve(blocks_.blocks().size());
    touched_by_column_.resize(blocks_.blocks().size(), false);
    coupled_to_other_block_.reserve(blocks_.blocks().size());
  }
  coupled_to_other_block_.clear();
  planar_ =
      std::all_of(problem.laws.begin(), problem.laws.end(), [](const SetValuedLaw& law) { return law.dimension == 1; });
  for (std::size_t b = 0; b < blocks_.blocks().size(); ++b) {
    const ContactBlock& block = blocks_.blocks()[b];
    if (block.normal_law >= 0 && block.normal_law != block.normal)
      coupled_to_other_block_.push_back(static_cast<int>(b));
  }
  std::fill_n(column_.begin(), n, 0.0);
  for (std::size_t b = 0; b < blocks_.blocks().size(); ++b) {
    const ContactBlock& block = blocks_.blocks()[b];
    if (block.normal >= 0) block_of_[static_cast<std::size_t>(block.normal)] = static_cast<int>(b);
    for (int k = 0; k < block.dimension; ++k) {
      block_of_[static_cast<std::size_t>(block.tangential) + static_cast<std::size_t>(k)] = static_cast<int>(b);
    }
  }
  std::copy(percussions.begin(), percussions.end(), p_.begin());
  std::copy_n(problem.c, n, xi_.begin());
  problem.multiply_add(p_.data(), xi_.data());
}

bool NewtonSolver::normal_law_closed(const ContactBlock& block) const {
  return block.normal_law >= 0 &&
         modes_[static_cast<std::size_t>(block_of_[static_cast<std::size_t>(block.normal_law)])].closed;
}

void NewtonSolver::find_modes() {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    modes_[b] = {};
    if (block.normal < 0) continue;
    const auto i = static_cast<std::size_t>(block.normal);
    modes_[b].closed = HalfLine<double>::derivative(block.inverse_r_normal * p_[i] - xi_[i]);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    BlockMode& mode = modes_[b];
    if (block.dimension == 0) continue;
    if (block.normal_law >= 0 && !normal_law_closed(block)) {
      mode.friction = Friction::fixed;  // at zero
      continue;
    }
    const auto t = static_cast<std::size_t>(block.tangential);
    const FrictionSet<double> set{block.dimension, block.friction_bound(p_.data(), block.inverse_r_tangential)};
    std::array<double, 2> argument{block.inverse_r_tangential * p_[t] - xi_[t], 0.0};
    if (block.dimension == 2) argument[1] = block.inverse_r_tangential * p_[t + 1] - xi_[t + 1];
    const FrictionDerivative<double> derivative = set.derivative(argument.data());
    if (derivative.inside && set.bound > 0.0) {
      mode.friction = Friction::stick;
      continue;
    }
    mode.e1 = derivative.e[0];
    mode.e2 = derivative.e[1];
    mode.kappa = derivative.share;
    if (block.dimension == 2) {
      mode.friction = Friction::slide;
    } else {
      mode.friction = block.normal_law >= 0 ? Friction::dependent : Friction::fixed;
    }
  }
}

void NewtonSolver::number_unknowns() {
  unknowns_ = 0;
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  const auto add = [this](int coordinate) {
    unknown_of_[static_cast<std::size_t>(coordinate)] = unknowns_;
    coordinate_of_[static_cast<std::size_t>(unknowns_++)] = coordinate;
  };
  std::fill_n(unknown_of_.begin(), problem_.size, -1);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (modes_[b].closed) add(blocks[b].normal);
    if (modes_[b].friction == Friction::stick || modes_[b].friction == Friction::slide) {
      for (int k = 0; k < blocks[b].dimension; ++k) add(blocks[b].tangential + k);
    }
  }
}

// The part of dP that the modes give at once, and what remains for the unknowns.
void NewtonSolver::set_up_right_hand_side() {
  const auto n = static_cast<std::size_t>(problem_.size);
  std::fill_n(step_.begin(), n, 0.0);
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    const BlockMode& mode = modes_[b];
    if (block.normal >= 0 && !mode.closed) {
      step_[static_cast<std::size_t>(block.normal)] = -p_[static_cast<std::size_t>(block.normal)];
    }
    if (mode.friction != Friction::fixed && mode.friction != Friction::dependent) continue;
    const auto t = static_cast<std::size_t>(block.tangential);
    double bound = block.normal_law < 0 ? block.bound : 0.0;
    if (mode.friction == Friction::dependent) bound = block.bound * p_[static_cast<std::size_t>(block.normal_law)];
    step_[t] = bound * mode.e1 - p_[t];
    if (block.dimension == 2) step_[t + 1] = bound * mode.e2 - p_[t + 1];
  }
  std::fill_n(step_image_.begin(), n, 0.0);
  problem_.multiply_add(step_.data(), step_image_.data());

  for (int row = 0; row < unknowns_; ++row) {
    const auto i = static_cast<std::size_t>(coordinate_of_[static_cast<std::size_t>(row)]);
    right_[static_cast<std::size_t>(row)] = -(xi_[i] + step_image_[i]);
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (modes_[b].friction != Friction::slide) continue;
    const ContactBlock& block = blocks[b];
    const BlockMode& mode = modes_[b];
    const auto t = static_cast<std::size_t>(block.tangential);
    const auto row = static_cast<std::size_t>(unknown_of_[t]);
    const double bound = block.friction_bound(p_.data());
    const double across = -mode.e2 * step_image_[t] + mode.e1 * step_image_[t + 1];
    right_[row] = -block.inverse_r_tangential * (p_[t] - bound * mode.e1) + mode.kappa * mode.e2 * across;
    right_[row + 1] = -block.inverse_r_tangential * (p_[t + 1] - bound * mode.e2) - mode.kappa * mode.e1 * across;
  }
}

// column_ = that of G for a coordinate, with those of the friction that depends on it, and the blocks it touches.
void NewtonSolver::gather_column(int coordinate) {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  touched_.clear();
  add_delassus_column(coordinate, 1.0);
  const auto add_dependent = [&](std::size_t b) {
    if (modes_[b].friction == Friction::dependent && blocks[b].normal_law == coordinate) {
      add_delassus_column(blocks[b].tangential, blocks[b].bound * modes_[b].e1);
    }
  };
  add_dependent(static_cast<std::size_t>(block_of_[static_cast<std::size_t>(coordinate)]));
  for (const int b : coupled_to_other_block_) add_dependent(static_cast<std::size_t>(b));
  if (problem_.sparse != nullptr) {
    // The identity and the normal percussion enter where G has no entry, too.
    touch(block_of_[static_cast<std::size_t>(coordinate)]);
    for (const int b : coupled_to_other_block_) {
      if (blocks[static_cast<std::size_t>(b)].normal_law == coordinate) touch(b);
    }
  }
}

// Calls entry(row, column, value) for the entries of the linear system; entries at the same place are to be added.
//   closed and stick rows:  G dP + (regularization / r) dP
//   sliding rows:           1/r [ (1 - kappa Pi) dP_T - mu e dP_N ] + kappa Pi G_T dP,   Pi = 1 - e e^T
template <class Visit>
void NewtonSolver::for_each_entry(double regularization, const Visit& entry) {
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (int j = 0; j < unknowns_; ++j) {
    const int coordinate = coordinate_of_[static_cast<std::size_t>(j)];
    gather_column(coordinate);
    for (const int b : touched_) {
      const ContactBlock& block = blocks[static_cast<std::size_t>(b)];
      const BlockMode& mode = modes_[static_cast<std::size_t>(b)];
      touched_by_column_[static_cast<std::size_t>(b)] = false;
      if (mode.closed) {
        const auto i = static_cast<std::size_t>(block.normal);
        double value = column_[i];
        if (block.normal == coordinate) value += regularization * block.inverse_r_normal;
        entry(unknown_of_[i], j, value);
      }
      if (mode.friction == Friction::stick) {
        for (int k = 0; k < block.dimension; ++k) {
          const auto i = static_cast<std::size_t>(block.tangential) + static_cast<std::size_t>(k);
          double value = column_[i];
          if (block.tangential + k == coordinate) value += regularization * block.inverse_r_tangential;
          entry(unknown_of_[i], j, value);
        }
      }
      if (mode.friction == Friction::slide) {
        const auto t = static_cast<std::size_t>(block.tangential);
        const double d1 = block.tangential == coordinate ? block.inverse_r_tangential : 0.0;
        const double d2 = block.tangential + 1 == coordinate ? block.inverse_r_tangential : 0.0;
        double v1 = d1;
        double v2 = d2;
        if (block.normal_law == coordinate) {
          v1 -= block.inverse_r_tangential * block.bound * mode.e1;
          v2 -= block.inverse_r_tangential * block.bound * mode.e2;
        }
        // Pi v = e' (e' . v) with e' across e
        const double across = mode.kappa * (-mode.e2 * (column_[t] - d1) + mode.e1 * (column_[t + 1] - d2));
        v1 -= mode.e2 * across;
        v2 += mode.e1 * across;
        entry(unknown_of_[t], j, v1);
        entry(unknown_of_[t] + 1, j, v2);
      }
      if (block.normal >= 0) column_[static_cast<std::size_t>(block.normal)] = 0.0;
      for (int k = 0; k < block.dimension; ++k)
        column_[static_cast<std::size_t>(block.tangential) + static_cast<std::size_t>(k)] = 0.0;
    }
  }
}

// column_ += factor G(:, coordinate), and notes the blocks it touches.
void NewtonSolver::add_delassus_column(int coordinate, double factor) {
  if (problem_.sparse == nullptr) {
    const double* g = problem_.delassus + static_cast<std::ptrdiff_t>(coordinate) * problem_.stride;
    for (int i = 0; i < problem_.size; ++i) column_[static_cast<std::size_t>(i)] += factor * g[i];
    if (!touched_.empty()) return;
    for (std::size_t b = 0; b < blocks_.blocks().size(); ++b) touched_.push_back(static_cast<int>(b));
    return;
  }
  const BlockSparseMatrix& g = *problem_.sparse;
  const int size = g.block_size();
  for (int k = g.begin(coordinate / size); k < g.end(coordinate / size); ++k) {
    const double* values = g.block(k) + static_cast<std::ptrdiff_t>(coordinate % size) * size;
    const int first = g.block_row(k) * size;
    for (int i = 0; i < size; ++i) {
      column_[static_cast<std::size_t>(first) + static_cast<std::size_t>(i)] += factor * values[i];
      touch(block_of_[static_cast<std::size_t>(first) + static_cast<std::size_t>(i)]);
    }
  }
}

void NewtonSolver::touch(int b) {
  if (touched_by_column_[static_cast<std::size_t>(b)]) return;
  touched_by_column_[static_cast<std::size_t>(b)] = true;
  touched_.push_back(b);
}

bool NewtonSolver::solve_linear_system(double regularization) {
  if (unknowns_ == 0) return true;
  const bool dense =
      options_.storage == NewtonStorage::dense ||
      (options_.storage == NewtonStorage::by_size && (unknowns_ <= options_.dense_limit || problem_.sparse == nullptr));
  return dense ? solve_dense(regularization) : solve_sparse(regularization);
}

bool NewtonSolver::solve_dense(double regularization) {
  double* a = lu_.matrix(unknowns_);
  const auto stride = static_cast<std::ptrdiff_t>(unknowns_);
  if (problem_.sparse != nullptr) std::fill_n(a, stride * stride, 0.0);
  for_each_entry(regularization, [a, stride](int i, int j, double value) { a[i + j * stride] = value; });
  if (!(lu_.factorize() > smallest_pivot_ratio)) return false;
  std::copy_n(right_.begin(), unknowns_, trial_p_.begin());
  lu_.solve(trial_p_.data());
  return true;
}

bool NewtonSolver::solve_sparse(double regularization) {
  sparse_->triplets.clear();
  for_each_entry(regularization, [this](int i, int j, double value) {
    if (value != 0.0) sparse_->triplets.emplace_back(i, j, value);
  });
  sparse_->matrix.resize(unknowns_, unknowns_);
  sparse_->matrix.setFromTriplets(sparse_->triplets.begin(), sparse_->triplets.end());
  sparse_->lu.compute(sparse_->matrix);
  if (sparse_->lu.info() != Eigen::Success) return false;
  const Eigen::VectorXd solution = sparse_->lu.solve(Eigen::Map<const Eigen::VectorXd>(right_.data(), unknowns_));
  std::copy_n(solution.data(), unknowns_, trial_p_.begin());
  return true;
}

// From the unknowns (in trial_p_) to dP and G dP.
void NewtonSolver::expand_step() {
  set_up_right_hand_side();
  for (int row = 0; row < unknowns_; ++row) {
    step_[static_cast<std::size_t>(coordinate_of_[static_cast<std::size_t>(row)])] =
        trial_p_[static_cast<std::size_t>(row)];
  }
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    if (modes_[b].friction != Friction::dependent) continue;
    const ContactBlock& block = blocks[b];
    step_[static_cast<std::size_t>(block.tangential)] +=
        block.bound * modes_[b].e1 * step_[static_cast<std::size_t>(block.normal_law)];
  }
  std::fill_n(step_image_.begin(), problem_.size, 0.0);
  problem_.multiply_add(step_.data(), step_image_.data());
}

bool NewtonSolver::search_line() {
  const auto n = static_cast<std::size_t>(problem_.size);
  const double reference = *std::max_element(recent_merits_.begin(), recent_merits_.end());
  double length = 1.0;
  for (int halving = 0; halving <= max_halvings; ++halving, length *= 0.5) {
    for (std::size_t i = 0; i < n; ++i) {
      trial_p_[i] = p_[i] + length * step_[i];
      trial_xi_[i] = xi_[i] + length * step_image_[i];
    }
    const double value = merit(trial_p_.data(), trial_xi_.data());
    if (!(value <= (1.0 - 2.0 * sufficient_decrease * length) * reference)) continue;
    std::swap(p_, trial_p_);
    // Recomputed, so that rounding does not gather over the steps.
    std::copy_n(problem_.c, n, xi_.begin());
    problem_.multiply_add(p_.data(), xi_.data());
    current_merit_ = merit(p_.data(), xi_.data());
    recent_merits_[oldest_merit_] = current_merit_;
    oldest_merit_ = (oldest_merit_ + 1) % recent_merits_.size();
    return true;
  }
  return false;
}

double NewtonSolver::merit(const double* percussions, const double* velocities) const {
  double sum = 0.0;
  for (const ContactBlock& block : blocks_.blocks()) {
    if (block.normal >= 0) {
      const double percussion = block.inverse_r_normal * percussions[block.normal];
      const double defect = HalfLine<double>::defect(percussion, velocities[block.normal]);
      sum += defect * defect;
    }
    if (block.dimension == 0) continue;
    const double bound = block.friction_bound(percussions, block.inverse_r_tangential);
    const std::array<double, 2> defect = block.friction_defect(percussions, velocities, bound);
    sum += defect[0] * defect[0] + defect[1] * defect[1];
  }
  return 0.5 * sum;
}

}  // namespace nsdbench
