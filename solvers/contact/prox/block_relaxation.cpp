#include "solvers/contact/prox/block_relaxation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/contact/prox/local_solver.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

namespace {

int block_size(const ContactBlock& block) { return (block.normal >= 0 ? 1 : 0) + block.dimension; }

// xi += the columns of a contact times its change.
template <int Size>
inline void add_columns(const double* __restrict column, int stride, const double* change, int n,
                        double* __restrict xi) {
  const double* __restrict second = column + stride;
  const double* __restrict third = Size == 3 ? second + stride : second;
  const double x0 = change[0];
  const double x1 = change[1];
  const double x2 = Size == 3 ? change[Size - 1] : 0.0;
  for (int i = 0; i < n; ++i) {
    if constexpr (Size == 2) {
      xi[i] += column[i] * x0 + second[i] * x1;
    } else {
      xi[i] += column[i] * x0 + second[i] * x1 + third[i] * x2;
    }
  }
}

int coordinate(const ContactBlock& block, int k) {
  if (block.normal < 0) return block.tangential + k;
  return k == 0 ? block.normal : block.tangential + k - 1;
}

}  // namespace

void BlockRelaxation::begin(const ContactProblemView& problem, std::span<const double> percussions) {
  problem_ = problem;
  blocks_.build(problem);
  const auto n = static_cast<std::size_t>(problem.size);
  if (percussions_.size() < n) {
    percussions_.resize(n);
    velocities_.resize(n);
  }
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  if (diagonal_.size() < blocks.size()) diagonal_.resize(blocks.size());
  uniform_size_ = blocks.empty() ? 0 : block_size(blocks.front());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ContactBlock& block = blocks[b];
    const int size = block_size(block);
    for (int j = 0; j < size; ++j) {
      for (int i = 0; i < size; ++i) {
        diagonal_[b].g[i + j * size] = problem.g(coordinate(block, i), coordinate(block, j));
      }
    }
    diagonal_[b].mode = 0;
    diagonal_[b].contiguous = !block.frictional() || block.tangential == block.normal + 1;
    if (problem.sparse != nullptr) {
      diagonal_[b].contiguous =
          diagonal_[b].contiguous && size == problem.sparse->block_size() && coordinate(block, 0) % size == 0;
    }
    if (!block.frictional() || !diagonal_[b].contiguous || size != uniform_size_) uniform_size_ = 0;
    if (uniform_size_ > 0) invert(diagonal_[b], size);
  }
  modes_settled_ = false;
  set_percussions(percussions);
}

void BlockRelaxation::set_percussions(std::span<const double> percussions) {
  std::copy(percussions.begin(), percussions.end(), percussions_.begin());
  std::copy_n(problem_.c, problem_.size, velocities_.begin());
  problem_.multiply_add(percussions_.data(), velocities_.data());
}

double BlockRelaxation::residual() {
  std::copy_n(problem_.c, problem_.size, velocities_.begin());
  problem_.multiply_add(percussions_.data(), velocities_.data());
  return block_residual(blocks_, percussions_.data(), velocities_.data());
}

double BlockRelaxation::friction_bound(const ContactBlock& block, double own_normal) const {
  if (block.normal_law < 0) return block.bound;
  const double normal =
      block.normal_law == block.normal ? own_normal : percussions_[static_cast<std::size_t>(block.normal_law)];
  return nsdbench::friction_bound(true, block.bound, normal);
}

// Adds `change` to the percussions of a block and its columns of G to the velocities. Returns the largest change as a
// velocity, by the factors 1/r of its laws.
double BlockRelaxation::carry_over(std::size_t b, const double* change, const Factors& inverse_r) {
  const ContactBlock& block = blocks_.blocks()[b];
  const int size = block_size(block);
  double measure = 0.0;
  double* const xi = velocities_.data();
  for (int k = 0; k < size; ++k) {
    percussions_[static_cast<std::size_t>(coordinate(block, k))] += change[k];
    const double velocity =
        (k == 0 && block.normal >= 0 ? inverse_r.normal : inverse_r.tangential) * std::abs(change[k]);
    measure = larger_or_nan(measure, velocity);
  }
  if (measure == 0.0) return 0.0;
  if (diagonal_[b].contiguous) {
    const int first = coordinate(block, 0);
    if (problem_.sparse != nullptr) {
      problem_.sparse->add_block_column(first / size, change, xi);
      return measure;
    }
    const double* column = problem_.delassus + static_cast<std::ptrdiff_t>(first) * problem_.stride;
    const int n = problem_.size;
    if (size == 1) {
      for (int i = 0; i < n; ++i) xi[i] += column[i] * change[0];
    } else if (size == 2) {
      const double* second = column + problem_.stride;
      for (int i = 0; i < n; ++i) xi[i] += column[i] * change[0] + second[i] * change[1];
    } else {
      const double* second = column + problem_.stride;
      const double* third = second + problem_.stride;
      for (int i = 0; i < n; ++i) xi[i] += column[i] * change[0] + second[i] * change[1] + third[i] * change[2];
    }
    return measure;
  }
  for (int k = 0; k < size; ++k) {
    const int j = coordinate(block, k);
    if (problem_.sparse != nullptr) {
      std::array<double, BlockSparseMatrix::largest_block> padded{};
      padded[static_cast<std::size_t>(j % problem_.sparse->block_size())] = change[k];
      problem_.sparse->add_block_column(j / problem_.sparse->block_size(), padded.data(), xi);
    } else {
      const double* column = problem_.delassus + static_cast<std::ptrdiff_t>(j) * problem_.stride;
      for (int i = 0; i < problem_.size; ++i) xi[i] += column[i] * change[k];
    }
  }
  return measure;
}

// The prox steps of a block's laws, normal first; p and u are those of the block and are updated.
void BlockRelaxation::prox_step(std::size_t b, const Factors& inverse_r, double omega, double* p, double* u) const {
  const ContactBlock& block = blocks_.blocks()[b];
  const double* g = diagonal_[b].g;
  const int size = block_size(block);
  int t = 0;
  if (block.normal >= 0) {
    const double old = p[0];
    p[0] = HalfLine<double>::project(old - omega / inverse_r.normal * u[0]);
    for (int i = 1; i < size; ++i) u[i] += g[i] * (p[0] - old);
    t = 1;
  }
  for (int k = t; k < size; ++k) p[k] -= omega / inverse_r.tangential * u[k];
  project_friction(block, p);
}

// Puts the friction of a block on its interval or disc.
void BlockRelaxation::project_friction(const ContactBlock& block, double* p) const {
  if (block.dimension == 0) return;
  FrictionSet<double>{block.dimension, friction_bound(block, p[0])}.project(block.normal >= 0 ? p + 1 : p);
}

// The exact solution of a block with all other percussions held; false if there is none.
bool BlockRelaxation::solve_exactly(std::size_t b, const double* q, double* p) const {
  const ContactBlock& block = blocks_.blocks()[b];
  const double* g = diagonal_[b].g;
  if (block.frictional()) {
    return block.dimension == 1 ? solve_planar_contact(g, q, block.bound, p)
                                : solve_spatial_contact(g, q, block.bound, p);
  }
  if (block.normal >= 0) return solve_unilateral(g[0], q[0], p[0]);
  const double bound = friction_bound(block, 0.0);
  if (block.dimension == 2) return solve_disc(g, q, bound, p);
  if (!(g[0] > 0.0)) return false;
  p[0] = -q[0] / g[0];
  project_friction(block, p);
  return true;
}

// Visits the blocks in order: `update(b, u, p)` changes the percussions p of block b, u its velocities.
template <class Update>
double BlockRelaxation::sweep(const Update& update) {
  double measure = 0.0;
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const int size = block_size(blocks[b]);
    std::array<double, 3> p{};
    std::array<double, 3> u{};
    std::array<double, 3> change{};
    for (int k = 0; k < size; ++k) {
      const auto slot = static_cast<std::size_t>(k);
      p[slot] = percussions_[static_cast<std::size_t>(coordinate(blocks[b], k))];
      u[slot] = velocities_[static_cast<std::size_t>(coordinate(blocks[b], k))];
      change[slot] = -p[slot];
    }
    const Factors inverse_r = update(b, u.data(), p.data());
    for (std::size_t k = 0; k < 3; ++k) change[k] += p[k];
    const double moved = carry_over(b, change.data(), inverse_r);
    measure = larger_or_nan(measure, moved);
  }
  return measure / blocks_.reference_velocity();
}

// The inverse serves stick in every sweep. A block whose inverse is doubtful is solved anew each time.
void BlockRelaxation::invert(DiagonalBlock& diagonal, int size) const {
  const double* g = diagonal.g;
  double* inverse = diagonal.inverse;
  diagonal.regular = false;
  constexpr double smallest = 1e-10;  // determinant relative to its terms
  if (size == 2) {
    const double determinant = g[0] * g[3] - g[1] * g[2];
    if (!(std::abs(determinant) > smallest * (std::abs(g[0] * g[3]) + std::abs(g[1] * g[2])))) return;
    const double scale = 1.0 / determinant;
    inverse[0] = scale * g[3];
    inverse[1] = -scale * g[1];
    inverse[2] = -scale * g[2];
    inverse[3] = scale * g[0];
    diagonal.regular = true;
    return;
  }
  const double c0 = g[4] * g[8] - g[5] * g[7];
  const double c1 = g[5] * g[6] - g[3] * g[8];
  const double c2 = g[3] * g[7] - g[4] * g[6];
  const double determinant = g[0] * c0 + g[1] * c1 + g[2] * c2;
  const double terms = std::abs(g[0]) * (std::abs(g[4] * g[8]) + std::abs(g[5] * g[7])) +
                       std::abs(g[1]) * (std::abs(g[5] * g[6]) + std::abs(g[3] * g[8])) +
                       std::abs(g[2]) * (std::abs(g[3] * g[7]) + std::abs(g[4] * g[6]));
  if (!(std::abs(determinant) > smallest * terms)) return;
  const double scale = 1.0 / determinant;
  inverse[0] = scale * c0;
  inverse[1] = scale * (g[2] * g[7] - g[1] * g[8]);
  inverse[2] = scale * (g[1] * g[5] - g[2] * g[4]);
  inverse[3] = scale * c1;
  inverse[4] = scale * (g[0] * g[8] - g[2] * g[6]);
  inverse[5] = scale * (g[2] * g[3] - g[0] * g[5]);
  inverse[6] = scale * c2;
  inverse[7] = scale * (g[1] * g[6] - g[0] * g[7]);
  inverse[8] = scale * (g[0] * g[4] - g[1] * g[3]);
  diagonal.regular = true;
}

// The percussions of a contact that is not open, with all others held: q are its velocities without its own
// percussions, p those up to now, u the velocities with them. Returns how they were found: 2 by the inverse, 3
// otherwise.
template <int Size>
inline char BlockRelaxation::press(std::size_t b, const double* q, const double* p, const double* u,
                                   double* next) const {
  const ContactBlock& block = blocks_.blocks()[b];
  const DiagonalBlock& diagonal = diagonal_[b];
  if (diagonal.regular) {
    for (int i = 0; i < Size; ++i) {
      next[i] = 0.0;
      for (int k = 0; k < Size; ++k) next[i] -= diagonal.inverse[i + k * Size] * q[k];
    }
    const double reach = block.bound * next[0];
    const double pull = Size == 2 ? next[1] * next[1] : next[1] * next[1] + next[2] * next[2];
    if (next[0] >= 0.0 && pull <= reach * reach) return 2;
  }
  for (int i = 0; i < Size; ++i) next[i] = p[i];
  const bool found = Size == 2 ? solve_planar_contact(diagonal.g, q, block.bound, next)
                               : solve_spatial_contact(diagonal.g, q, block.bound, next);
  if (!found) {
    double velocity[3] = {u[0], u[1], Size == 3 ? u[Size - 1] : 0.0};
    prox_step(b, {block.inverse_r_normal, block.inverse_r_tangential}, 1.0, next, velocity);
  }
  return 3;
}

// The exact sweep where all contacts are alike: open contacts that stay open cost a look, sticking ones a product with
// the inverse of their block, sliding ones the search for their direction.
template <int Size, bool Sparse>
double BlockRelaxation::uniform_sweep() {
  double measure = 0.0;
  const int n = problem_.size;
  double* const xi = velocities_.data();
  const std::vector<ContactBlock>& blocks = blocks_.blocks();
  const std::size_t count = blocks.size();
  modes_settled_ = true;
  for (std::size_t b = 0; b < count; ++b) {
    const ContactBlock& block = blocks[b];
    DiagonalBlock& diagonal = diagonal_[b];
    double* const p = percussions_.data() + block.normal;
    const double* const u = xi + block.normal;
    double q[Size];
    bool at_rest = true;
    for (int i = 0; i < Size; ++i) {
      q[i] = u[i];
      for (int k = 0; k < Size; ++k) q[i] -= diagonal.g[i + k * Size] * p[k];
      at_rest = at_rest && p[i] == 0.0;
    }
    const bool open = q[0] >= 0.0;
    double next[3] = {0.0, 0.0, 0.0};
    const char mode = open ? char{1} : press<Size>(b, q, p, u, next);
    modes_settled_ = modes_settled_ && mode == diagonal.mode;
    diagonal.mode = mode;
    if (open && at_rest) continue;
    double change[Size];
    for (int i = 0; i < Size; ++i) {
      change[i] = next[i] - p[i];
      const double moved = (i == 0 ? block.inverse_r_normal : block.inverse_r_tangential) * std::abs(change[i]);
      measure = larger_or_nan(measure, moved);
      p[i] = next[i];
    }
    if constexpr (Sparse) {
      problem_.sparse->add_block_column(block.normal / Size, change, xi);
    } else {
      const double* column = problem_.delassus + static_cast<std::ptrdiff_t>(block.normal) * problem_.stride;
      add_columns<Size>(column, problem_.stride, change, n, xi);
    }
  }
  return measure / blocks_.reference_velocity();
}

double BlockRelaxation::prox_sweep(std::span<const double> inverse_r, double omega) {
  return sweep([&](std::size_t b, double* u, double* p) {
    const ContactBlock& block = blocks_.blocks()[b];
    Factors factors;
    if (block.normal >= 0) factors.normal = inverse_r[static_cast<std::size_t>(block.normal)];
    if (block.dimension > 0) factors.tangential = inverse_r[static_cast<std::size_t>(block.tangential)];
    prox_step(b, factors, omega, p, u);
    return factors;
  });
}

double BlockRelaxation::exact_sweep(double omega) {
  if (omega == 1.0 && uniform_size_ > 1) {
    if (problem_.sparse != nullptr) return uniform_size_ == 2 ? uniform_sweep<2, true>() : uniform_sweep<3, true>();
    return uniform_size_ == 2 ? uniform_sweep<2, false>() : uniform_sweep<3, false>();
  }
  return sweep([&](std::size_t b, double* u, double* p) {
    const ContactBlock& block = blocks_.blocks()[b];
    const double* g = diagonal_[b].g;
    const int size = block_size(block);
    const Factors factors = {block.inverse_r_normal, block.inverse_r_tangential};
    std::array<double, 3> q{};  // velocities without the block's own percussions
    std::array<double, 3> old{};
    for (int i = 0; i < size; ++i) {
      q[static_cast<std::size_t>(i)] = u[i];
      old[static_cast<std::size_t>(i)] = p[i];
      for (int k = 0; k < size; ++k) q[static_cast<std::size_t>(i)] -= g[i + k * size] * p[k];
    }
    if (!solve_exactly(b, q.data(), p)) {
      prox_step(b, factors, 1.0, p, u);
    } else if (omega != 1.0) {
      for (int k = 0; k < size; ++k) {
        const double start = old[static_cast<std::size_t>(k)];
        p[k] = start + omega * (p[k] - start);
      }
      if (block.normal >= 0) p[0] = HalfLine<double>::project(p[0]);
      project_friction(block, p);
    }
    return factors;
  });
}

}  // namespace nsdbench
