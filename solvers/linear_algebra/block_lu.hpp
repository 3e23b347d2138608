// LU factorization of a sparse matrix of 3 x 3 blocks, three rows for each body in the plane: the pattern is symmetric,
// the values need not be (sliding friction makes them unsymmetric). Blocks are pivots as they stand, in an order that
// keeps fill-in small (approximate minimum degree); there is no search for larger ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nsdbench {

// LU factorization of a sparse matrix of 3 x 3 blocks: pattern first, then values, then solutions.
class BlockLu {
 public:
  using Block = std::array<double, 9>;  // row by row
  using Vector = std::array<double, 3>;
  using Pair = std::array<std::int32_t, 2>;

  // The pattern: the n diagonal blocks, and the blocks (a, b) and (b, a) of every pair {a, b}, a different from b. A
  // pair may occur several times; its values are added. Chooses the order and finds the fill-in; allocates.
  void analyze(int n, std::span<const Pair> pairs);

  // All values zero, before add() and diagonal().
  void clear();
  Block& diagonal(int i) { return diagonal_[position_[static_cast<std::size_t>(i)]]; }
  // Adds to the blocks (a, b) and (b, a) of the k-th pair {a, b}.
  void add(std::size_t k, const Block& ab, const Block& ba);

  // False if a pivot is singular or not finite. Does not allocate, nor does solve().
  bool factorize();
  // Replaces b by the solution x of A x = b, for the last matrix that was factorized.
  void solve(std::span<Vector> b);

  // Blocks below the diagonal of the factors.
  std::size_t fill() const { return row_.size(); }

 private:
  // A block whose rows are filled up with a zero: four numbers are treated at once.
  using Wide = std::array<double, 12>;

  void order(int n, std::span<const Pair> pairs);
  void find_fill();
  int reach(std::size_t i);

  std::vector<std::int32_t> place_;       // place_[k]: row of the given matrix that is eliminated as the k-th
  std::vector<std::size_t> position_;     // its inverse
  std::vector<std::size_t> entry_start_;  // entries left of the diagonal, row by row in the order of elimination
  std::vector<std::int32_t> entry_column_;
  std::vector<std::size_t> entry_of_pair_;
  std::vector<std::uint8_t> pair_is_upper_;
  std::vector<Block> entry_lower_;  // A(i, k) and A(k, i) of an entry (i, k), k < i
  std::vector<Block> entry_upper_;
  std::vector<Block> diagonal_;
  std::vector<std::int32_t> parent_;  // of the elimination tree
  std::vector<std::size_t> start_;    // of the columns of L, which are the rows of U
  std::vector<std::size_t> filled_;   // end of what is there of each of them
  std::vector<std::int32_t> row_;
  std::vector<Wide> lower_;
  std::vector<Wide> upper_;
  std::vector<Wide> inverse_pivot_;
  std::vector<std::int32_t> seen_;  // last row that met a column
  std::vector<std::int32_t> stack_;
  std::vector<Wide> lower_row_;  // of the row that is eliminated
  std::vector<Wide> upper_column_;
  std::vector<Vector> work_;
};

}  // namespace nsdbench
