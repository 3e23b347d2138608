#include "solvers/contact/block_sparse_matrix.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace nsdbench {

namespace {

template <int Size>
void add_column(const BlockSparseMatrix& matrix, int column, const double* x, double* y) {
  for (int k = matrix.begin(column); k < matrix.end(column); ++k) {
    const double* block = matrix.block(k);
    double* rows = y + static_cast<std::ptrdiff_t>(matrix.block_row(k)) * Size;
    for (int j = 0; j < Size; ++j) {
      for (int i = 0; i < Size; ++i) rows[i] += block[j * Size + i] * x[j];
    }
  }
}

template <int Size>
void add_product(const BlockSparseMatrix& matrix, const double* x, double* y) {
  for (int column = 0; column < matrix.block_columns(); ++column) {
    const double* entries = x + static_cast<std::ptrdiff_t>(column) * Size;
    bool zero = true;
    for (int k = 0; k < Size; ++k) zero = zero && entries[k] == 0.0;
    if (!zero) add_column<Size>(matrix, column, entries, y);
  }
}

}  // namespace

BlockSparseMatrix::BlockSparseMatrix(int size, int block_size, std::span<const Entry> entries)
    : size_(size), block_size_(block_size) {
  if (block_size < 1 || block_size > largest_block) {
    throw std::invalid_argument("block size " + std::to_string(block_size) + " is not allowed: it must be 1, 2 or 3");
  }
  if (size < 0 || size % block_size != 0) {
    throw std::invalid_argument("matrix size " + std::to_string(size) + " is not a multiple of the block size " +
                                std::to_string(block_size));
  }
  const auto name = [](const Entry& entry) {
    return "matrix entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
  };
  for (const Entry& entry : entries) {
    if (entry.row < 0 || entry.row >= size || entry.column < 0 || entry.column >= size) {
      throw std::invalid_argument(name(entry) + " lies outside a matrix of size " + std::to_string(size));
    }
  }
  // Block column, block row, and the place within the block.
  std::vector<Entry> sorted(entries.begin(), entries.end());
  std::sort(sorted.begin(), sorted.end(), [block_size](const Entry& a, const Entry& b) {
    if (a.column / block_size != b.column / block_size) return a.column / block_size < b.column / block_size;
    if (a.row / block_size != b.row / block_size) return a.row / block_size < b.row / block_size;
    return a.column != b.column ? a.column < b.column : a.row < b.row;
  });
  const int columns = size / block_size;
  column_start_.assign(static_cast<std::size_t>(columns) + 1, 0);
  const Entry* previous = nullptr;
  for (const Entry& entry : sorted) {
    if (previous != nullptr && previous->row == entry.row && previous->column == entry.column) {
      throw std::invalid_argument(name(entry) + " occurs twice");
    }
    const bool same_block = previous != nullptr && previous->row / block_size == entry.row / block_size &&
                            previous->column / block_size == entry.column / block_size;
    if (!same_block) {
      block_row_.push_back(entry.row / block_size);
      values_.resize(values_.size() + static_cast<std::size_t>(block_size * block_size), 0.0);
      ++column_start_[static_cast<std::size_t>(entry.column / block_size) + 1];
    }
    double* block = values_.data() + values_.size() - block_size * block_size;
    block[entry.row % block_size + (entry.column % block_size) * block_size] = entry.value;
    previous = &entry;
  }
  for (int column = 0; column < columns; ++column) {
    column_start_[static_cast<std::size_t>(column) + 1] += column_start_[static_cast<std::size_t>(column)];
  }
}

const double* BlockSparseMatrix::find_block(int row, int column) const {
  const auto first = block_row_.begin() + begin(column);
  const auto last = block_row_.begin() + end(column);
  const auto found = std::lower_bound(first, last, row);
  return found == last || *found != row ? nullptr : block(static_cast<int>(found - block_row_.begin()));
}

void BlockSparseMatrix::add_block_column(int column, const double* x, double* y) const {
  switch (block_size_) {
    case 1:
      return add_column<1>(*this, column, x, y);
    case 2:
      return add_column<2>(*this, column, x, y);
    default:
      return add_column<3>(*this, column, x, y);
  }
}

void BlockSparseMatrix::multiply_add(const double* x, double* y) const {
  switch (block_size_) {
    case 1:
      return add_product<1>(*this, x, y);
    case 2:
      return add_product<2>(*this, x, y);
    default:
      return add_product<3>(*this, x, y);
  }
}

}  // namespace nsdbench
