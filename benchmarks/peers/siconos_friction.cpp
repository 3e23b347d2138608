// Siconos numerics on planar and spatial friction contact problems.
//
// The library looks for u = W r + q with the contact's normal coordinate first, as ours: W = G, q = c, r = P. It gets
// the problem in units in which the mean diagonal entry of W and the largest entry of q are about 1 (powers of two, so
// that nothing is rounded): its thresholds are absolute, and its errors add impulses to velocities.
#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SparseBlockMatrix.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "benchmarks/peers/contact_list.hpp"
#include "benchmarks/peers/siconos_peers.hpp"
#include "benchmarks/peers/siconos_support.hpp"

namespace nsdbench::peers {

namespace {

enum class Storage { dense, blocks, columns };

struct FreeMatrix {
  void operator()(NumericsMatrix* matrix) const {
    NM_clear(matrix);
    std::free(matrix);
  }
};

struct FrictionMethod {
  const char* name;
  int id;
  int dimension;
  int max_iterations;  // where the options leave it to the method
  int most_contacts;   // more are `not_applicable`
  int dense_contacts;  // up to so many it gets a dense matrix, with more the storage `many`: whichever is faster
  Storage many;
};

constexpr int no_limit = std::numeric_limits<int>::max();

// The power of two next to 1 / x from above or below, 1 if x is not positive.
double reciprocal_power_of_two(double x) {
  return x > 0.0 && std::isfinite(x) ? std::exp2(-std::round(std::log2(x))) : 1.0;
}

class SiconosFriction : public PeerSolver {
 public:
  SiconosFriction(const FrictionMethod& method, const SolverOptions& options)
      : PeerSolver(method.name, options), method_(method) {
    siconos::run_quietly_on_one_thread();
  }

 protected:
  bool build(const ContactProblemView& problem) override {
    if (!list_contacts(problem, method_.dimension, list_)) return false;
    if (list_.contacts() > method_.most_contacts) return false;
    choose_units(problem);
    build_matrix(problem);
    const auto n = static_cast<std::size_t>(list_.size());
    q_.resize(n);
    reaction_.resize(n);
    velocity_.resize(n);
    double norm_q = 0.0;
    double largest_q = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      q_[i] = problem.c[list_.coordinate[i]] * inverse_velocity_;
      norm_q = std::hypot(norm_q, q_[i]);
      largest_q = std::max(largest_q, std::abs(q_[i]));
    }
    problem_.dimension = method_.dimension;
    problem_.numberOfContacts = list_.contacts();
    problem_.M = matrix_.get();
    problem_.q = q_.data();
    problem_.mu = list_.mu.data();

    options_.reset(solver_options_create(method_.id));
    const double tolerance = siconos::peer_tolerance(options().tolerance, largest_q, norm_q, largest_trace_ * mass_);
    const int max_iterations = options().max_iterations > 0 ? options().max_iterations : method_.max_iterations;
    options_->dparam[SICONOS_DPARAM_TOL] = tolerance;
    if (max_iterations > 0) options_->iparam[SICONOS_IPARAM_MAX_ITER] = max_iterations;
    const bool by_lcp = method_.id == SICONOS_FRICTION_2D_LEMKE || method_.id == SICONOS_FRICTION_2D_ENUM;
    if (by_lcp && options_->numberOfInternalSolvers > 0) {
      options_->internalSolvers[0]->dparam[SICONOS_DPARAM_TOL] = tolerance;
    }
    return true;
  }

  void load(const ContactProblemView& /*problem*/, std::span<const double> percussions) override {
    const double to_units = inverse_velocity_ / mass_;
    for (std::size_t i = 0; i < reaction_.size(); ++i) {
      reaction_[i] = percussions[static_cast<std::size_t>(list_.coordinate[i])] * to_units;
    }
    std::copy(q_.begin(), q_.end(), velocity_.begin());
    NM_gemv(1.0, matrix_.get(), reaction_.data(), 1.0, velocity_.data());
    iterations() = 0;
  }

  Outcome call() override {
    const auto driver = method_.dimension == 2 ? &fc2d_driver : &fc3d_driver;
    const int info =
        siconos::call_guarded([&] { return driver(&problem_, reaction_.data(), velocity_.data(), options_.get()); });
    return {info == 0, iterations()};
  }

  // Newton's method reports singular Jacobians.
  bool is_noisy() const override { return method_.id == SICONOS_FRICTION_3D_NSN_AC; }

  void store(const ContactProblemView& /*problem*/, std::span<double> percussions) const override {
    const double from_units = mass_ / inverse_velocity_;
    for (std::size_t i = 0; i < reaction_.size(); ++i) {
      percussions[static_cast<std::size_t>(list_.coordinate[i])] = reaction_[i] * from_units;
    }
  }

 private:
  // Iterations done; the methods that go through an LCP leave them with the LCP solver.
  int& iterations() {
    ::SolverOptions* counting = options_.get();
    if (method_.id == SICONOS_FRICTION_2D_LEMKE && counting->numberOfInternalSolvers > 0) {
      counting = counting->internalSolvers[0];
    }
    return counting->iparam[SICONOS_IPARAM_ITER_DONE];
  }

  void choose_units(const ContactProblemView& problem) {
    double trace = 0.0;
    double largest_c = 0.0;
    largest_trace_ = 0.0;
    for (int i = 0; i < problem.size; ++i) {
      const double diagonal = std::max(problem.g(i, i), 0.0);
      trace += diagonal;
      largest_trace_ = std::max(largest_trace_, diagonal);
      largest_c = std::max(largest_c, std::abs(problem.c[i]));
    }
    mass_ = reciprocal_power_of_two(trace / problem.size);
    inverse_velocity_ = reciprocal_power_of_two(largest_c);
  }

  void build_matrix(const ContactProblemView& problem) {
    const int n = list_.size();
    switch (list_.contacts() <= method_.dense_contacts ? Storage::dense : method_.many) {
      case Storage::dense:
        matrix_.reset(NM_create(NM_DENSE, n, n));
        for (int j = 0; j < n; ++j) {
          for (int i = 0; i < n; ++i) matrix_->matrix0[static_cast<std::ptrdiff_t>(j) * n + i] = entry(problem, i, j);
        }
        break;
      case Storage::blocks:
        matrix_.reset(NM_create(NM_SPARSE_BLOCK, n, n));
        fill_blocks(problem, *matrix_->matrix1);
        break;
      case Storage::columns:
        matrix_.reset(NM_create(NM_SPARSE, n, n));
        NM_triplet_alloc(matrix_.get(), static_cast<CS_INT>(n) * method_.dimension);
        matrix_->matrix2->origin = NSM_TRIPLET;
        for (const auto& [row, column] : coupled_contacts(problem)) {
          for (int j = 0; j < method_.dimension; ++j) {
            for (int i = 0; i < method_.dimension; ++i) {
              const int k = row * method_.dimension + i;
              const int l = column * method_.dimension + j;
              NM_zentry(matrix_.get(), k, l, entry(problem, k, l), 0.0);
            }
          }
        }
        NM_csc(matrix_.get());
        break;
    }
  }

  // W(i, j) in the list's order and units.
  double entry(const ContactProblemView& problem, int i, int j) const {
    return mass_ *
           problem.g(list_.coordinate[static_cast<std::size_t>(i)], list_.coordinate[static_cast<std::size_t>(j)]);
  }

  // The pairs (I, J) of contacts with an entry of W other than zero, and all (I, I), sorted by I and then J.
  std::vector<std::pair<int, int>> coupled_contacts(const ContactProblemView& problem) const {
    std::vector<std::pair<int, int>> pairs;
    const int d = method_.dimension;
    if (problem.sparse != nullptr && problem.sparse->block_size() == d && list_.is_identity()) {
      for (int column = 0; column < problem.sparse->block_columns(); ++column) {
        for (int k = problem.sparse->begin(column); k < problem.sparse->end(column); ++k) {
          pairs.emplace_back(problem.sparse->block_row(k), column);
        }
        if (problem.sparse->find_block(column, column) == nullptr) pairs.emplace_back(column, column);
      }
      std::sort(pairs.begin(), pairs.end());
      return pairs;
    }
    for (int row = 0; row < list_.contacts(); ++row) {
      for (int column = 0; column < list_.contacts(); ++column) {
        bool coupled = row == column;
        for (int k = 0; k < d * d && !coupled; ++k)
          coupled = entry(problem, row * d + k / d, column * d + k % d) != 0.0;
        if (coupled) pairs.emplace_back(row, column);
      }
    }
    return pairs;
  }

  // Block rows in compressed form; the library frees the arrays, hence malloc.
  void fill_blocks(const ContactProblemView& problem, SparseBlockStructuredMatrix& blocks) const {
    const std::vector<std::pair<int, int>> pairs = coupled_contacts(problem);
    const int d = method_.dimension;
    const auto contacts = static_cast<std::size_t>(list_.contacts());
    const auto allocate = [](auto*& array, std::size_t count) {
      array = static_cast<std::remove_reference_t<decltype(array)>>(std::calloc(count, sizeof(*array)));
      if (array == nullptr) throw std::bad_alloc();
    };
    blocks.nbblocks = static_cast<unsigned>(pairs.size());
    blocks.blocknumber0 = blocks.blocknumber1 = static_cast<unsigned>(contacts);
    blocks.filled1 = contacts + 1;
    blocks.filled2 = pairs.size();
    allocate(blocks.block, pairs.size());
    allocate(blocks.blocksize0, contacts);
    allocate(blocks.blocksize1, contacts);
    allocate(blocks.index1_data, contacts + 1);
    allocate(blocks.index2_data, pairs.size());
    for (std::size_t i = 0; i < contacts; ++i) {
      blocks.blocksize0[i] = blocks.blocksize1[i] = static_cast<unsigned>(d) * static_cast<unsigned>(i + 1);
    }
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [row, column] = pairs[k];
      ++blocks.index1_data[row + 1];
      blocks.index2_data[k] = static_cast<std::size_t>(column);
      allocate(blocks.block[k], static_cast<std::size_t>(d) * d);
      for (int j = 0; j < d; ++j) {
        for (int i = 0; i < d; ++i) blocks.block[k][i + j * d] = entry(problem, row * d + i, column * d + j);
      }
    }
    for (std::size_t i = 0; i < contacts; ++i) blocks.index1_data[i + 1] += blocks.index1_data[i];
    blocks.diagonal_blocks = nullptr;
    SBM_diagonal_block_indices(&blocks);
  }

  const FrictionMethod& method_;
  ContactList list_;
  double mass_ = 1.0;              // W is multiplied by it
  double inverse_velocity_ = 1.0;  // q is multiplied by it
  double largest_trace_ = 0.0;     // largest diagonal entry of G
  std::vector<double> q_;
  std::vector<double> reaction_;
  std::vector<double> velocity_;
  std::unique_ptr<NumericsMatrix, FreeMatrix> matrix_;
  FrictionContactProblem problem_{};
  siconos::Options options_;
};

// Gauss-Seidel gets ten times the library's own limit of sweeps (1000). Enumeration tries 2^(3 nc) bases: one more
// contact takes eight times as long, and six take a second. The contacts up to which dense matrices are faster are
// measured; the methods that go through an LCP know no other.
constexpr FrictionMethod planar_nsgs = {"siconos-2d-nsgs", SICONOS_FRICTION_2D_NSGS, 2, 10000, no_limit, 30,
                                        Storage::blocks};
constexpr FrictionMethod planar_enum = {"siconos-2d-enum", SICONOS_FRICTION_2D_ENUM, 2, 0, 6, no_limit, Storage::dense};
constexpr FrictionMethod planar_lemke = {"siconos-2d-lemke", SICONOS_FRICTION_2D_LEMKE, 2, 0, no_limit, no_limit,
                                         Storage::dense};
constexpr FrictionMethod spatial_nsgs = {"siconos-3d-nsgs", SICONOS_FRICTION_3D_NSGS, 3, 10000, no_limit, 10,
                                         Storage::blocks};
constexpr FrictionMethod spatial_nsn_ac = {"siconos-3d-nsn-ac", SICONOS_FRICTION_3D_NSN_AC, 3, 1000, no_limit, 50,
                                           Storage::columns};

}  // namespace

std::unique_ptr<PeerSolver> make_siconos_2d_nsgs(const SolverOptions& options) {
  return std::make_unique<SiconosFriction>(planar_nsgs, options);
}
std::unique_ptr<PeerSolver> make_siconos_2d_enum(const SolverOptions& options) {
  return std::make_unique<SiconosFriction>(planar_enum, options);
}
std::unique_ptr<PeerSolver> make_siconos_2d_lemke(const SolverOptions& options) {
  return std::make_unique<SiconosFriction>(planar_lemke, options);
}
std::unique_ptr<PeerSolver> make_siconos_3d_nsgs(const SolverOptions& options) {
  return std::make_unique<SiconosFriction>(spatial_nsgs, options);
}
std::unique_ptr<PeerSolver> make_siconos_3d_nsn_ac(const SolverOptions& options) {
  return std::make_unique<SiconosFriction>(spatial_nsn_ac, options);
}

}  // namespace nsdbench::peers
