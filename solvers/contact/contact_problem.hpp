// The contact problem of one time step, and the residual every answer to it is judged by.
//
// Find percussions P such that, with xi = G P + c, every law of laws.hpp holds for its P_i and xi_i.
// G = W^T M^-1 W is the Delassus matrix [1/kg for translations] and c = W^T M^-1 h dt + (1 + eps) gamma_A contains
// the restitution (Glocker & Studer 2005, eqs 17, 33). G is assumed neither symmetric nor regular, and its diagonal
// may vanish.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/contact/block_sparse_matrix.hpp"
#include "solvers/contact/laws.hpp"

namespace nsdbench {

// A contact problem by reference: laws, Delassus matrix (dense and column-major with a leading dimension, or
// block-sparse), c. Trivial to copy; the storage belongs to the caller and outlives the view.
struct ContactProblemView {
  std::span<const SetValuedLaw> laws;
  int size = 0;                      // number of coordinates: sum of the laws' dimensions
  const double* delassus = nullptr;  // dense: G(i, j) = delassus[i + j * stride]
  int stride = 0;
  const double* c = nullptr;                  // [m/s]
  const BlockSparseMatrix* sparse = nullptr;  // takes the place of `delassus` if it is set

  // G(i, j); a search if G is sparse.
  double g(int i, int j) const {
    return sparse != nullptr ? sparse->entry(i, j) : delassus[i + static_cast<std::ptrdiff_t>(j) * stride];
  }
  // xi += G x, in the order of the columns.
  void multiply_add(const double* x, double* xi) const;
};

// Calls visit(i, j, g) with the entries of G, in the order of the columns within each row i: all of a dense G, the
// stored ones of a sparse G. A dense G is read by blocks of rows, since its columns are contiguous.
template <class Visit>
void for_each_entry(const ContactProblemView& problem, Visit visit) {
  if (problem.sparse != nullptr) {
    const BlockSparseMatrix& g = *problem.sparse;
    const int d = g.block_size();
    for (int column = 0; column < g.block_columns(); ++column) {
      for (int k = g.begin(column); k < g.end(column); ++k) {
        const double* block = g.block(k);
        for (int q = 0; q < d; ++q) {
          for (int p = 0; p < d; ++p) visit(d * g.block_row(k) + p, d * column + q, block[p + q * d]);
        }
      }
    }
    return;
  }
  constexpr int block = 8;
  for (int begin = 0; begin < problem.size; begin += block) {
    const int end = begin + block < problem.size ? begin + block : problem.size;
    for (int j = 0; j < problem.size; ++j) {
      const double* column = problem.delassus + static_cast<std::ptrdiff_t>(j) * problem.stride;
      for (int i = begin; i < end; ++i) visit(i, j, column[i]);
    }
  }
}

// Nothing if the problem is well formed; otherwise what is wrong with it, as a static sentence: sizes and offsets
// that do not fit, no c, no Delassus matrix or one with a stride below its size, a Coulomb law without its unilateral
// law, a negative or non-finite bound, a non-finite entry of G or c.
const char* defect(const ContactProblemView& problem);

// Residual of the prox equations, the common measure of all solvers:
//
//   residual = max_i | P_i - prox_i(P_i - r_i xi_i) | / r_i / v_ref,      xi = G P + c,
//   r_i = d_i / trace(G_ii)  (block of law i, d_i its dimension; where 1 / r_i would be 1e-8 or less of the largest
//   |G_kj| in the law's columns j, that largest entry takes its place, and 1 if the columns vanish),
//   v_ref = max |c|, or 1 m/s if c = 0.
//
// Every entry is a velocity relative to v_ref: scaling all masses, or all velocities, leaves the residual as it is.
// The bound of a Coulomb law is mu max(P_N, 0). Where mu > 10, min(|P_T| / r, xi_N) counts, too
// (friction_of_open_contact). Returns +infinity if P is not finite.
// Where |G| |P| is so much larger than v_ref that xi would lose digits (1e-13 v_ref and more), xi is computed in twice
// the working precision, and what rounding may still hide is added: large percussions do not pass for a solution.
// `velocities` (one entry per coordinate) receives xi. If `modes` is not empty (one entry per law), the modes of the
// laws are written to it. Allocates only for that higher precision, once per thread and size.
double contact_residual(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<double> velocities, std::span<Mode> modes);

// The same with storage of its own for the velocities.
double contact_residual(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<Mode> modes = {});

// 1 / r_i of the law `l`, as defined for the residual.
double inverse_prox_parameter(const ContactProblemView& problem, std::size_t l);

// Owning contact problem of any size. The laws are added first, then c and one of the two matrices are set:
// `dense` (size x size, column-major) or `sparse`.
struct ContactProblem {
  std::vector<SetValuedLaw> laws;
  std::vector<double> c;
  std::vector<double> dense;
  BlockSparseMatrix sparse;

  // Appends a law and returns its index.
  int add(LawKind kind, int dimension = 1, double bound = 0.0, int normal = -1);
  // A unilateral law and Coulomb friction on it: normal coordinate first. tangential_dimension is 1 or 2.
  void add_frictional(double mu, int tangential_dimension);

  int size() const { return static_cast<int>(c.size()); }
  // Without a Delassus matrix, which is a defect, if `dense` has another number of entries than size x size.
  ContactProblemView view() const;
};

}  // namespace nsdbench
