// Square matrices of small dense blocks, for Delassus matrices of many contacts: block (I, J) is zero unless contacts I
// and J share a body.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace nsdbench {

// `size` x `size` matrix of blocks of block_size x block_size, stored by block columns: within a column the blocks are
// sorted by block row, within a block the entries run down the columns. Columns are what every solver needs: a change
// of one percussion changes the velocities by a column.
class BlockSparseMatrix {
 public:
  static constexpr int largest_block = 3;

  // One number of the matrix and its place.
  struct Entry {
    int row = 0;
    int column = 0;
    double value = 0.0;
  };

  BlockSparseMatrix() = default;

  // The matrix with the given entries, in any order; the rest of a block that has an entry is filled with zeros.
  // Throws std::invalid_argument if block_size is not 1, 2 or 3, if it does not divide `size`, or if an entry lies
  // outside the matrix or occurs twice.
  BlockSparseMatrix(int size, int block_size, std::span<const Entry> entries);

  int size() const { return size_; }
  int block_size() const { return block_size_; }
  int block_columns() const { return size_ / block_size_; }
  int block_count() const { return static_cast<int>(block_row_.size()); }
  bool empty() const { return size_ == 0; }

  // The stored blocks of block column `column` are those from begin to end.
  int begin(int column) const { return column_start_[static_cast<std::size_t>(column)]; }
  int end(int column) const { return column_start_[static_cast<std::size_t>(column) + 1]; }
  int block_row(int k) const { return block_row_[static_cast<std::size_t>(k)]; }
  const double* block(int k) const {
    return values_.data() + static_cast<std::ptrdiff_t>(k) * block_size_ * block_size_;
  }

  // The stored block at (row, column), or null.
  const double* find_block(int row, int column) const;

  // Entry (i, j); 0 where nothing is stored.
  double entry(int i, int j) const {
    const double* found = find_block(i / block_size_, j / block_size_);
    return found == nullptr ? 0.0 : found[i % block_size_ + static_cast<std::ptrdiff_t>(j % block_size_) * block_size_];
  }

  // y += A(:, J) x for block column J; x has block_size entries.
  void add_block_column(int column, const double* x, double* y) const;

  // y += A x.
  void multiply_add(const double* x, double* y) const;

  // All stored numbers.
  std::span<const double> values() const { return values_; }

 private:
  int size_ = 0;
  int block_size_ = 1;
  std::vector<int> column_start_ = {0};
  std::vector<int> block_row_;
  std::vector<double> values_;
};

}  // namespace nsdbench
