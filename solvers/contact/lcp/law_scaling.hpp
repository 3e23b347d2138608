// Powers of two that bring the laws of a contact problem to the same size.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// For laws of dimension one: d_i, the power of two next to r_i^(1/2) from below, 1 / r_i as in contact_residual: G_ii
// where that is not negligible against its column, so that the diagonal of D G D lies in [1, 4) there, otherwise the
// largest entry of the column. `scale` has one entry a law.
void scale_laws(const ContactProblemView& problem, std::span<double> scale);

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

}  // namespace nsdbench
