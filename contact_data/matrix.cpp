#include "contact_data/matrix.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace nsdbench::contact_data {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

struct Entry {
  int row;
  int column;
  double value;
};

// Entries other than zero, sorted by block row, then by block column.
std::vector<Entry> entries_by_block(const Matrix& matrix, int block_size) {
  std::vector<Entry> entries;
  matrix.for_each_entry([&](int i, int j, double value) {
    if (value != 0.0) entries.push_back({i, j, value});
  });
  std::stable_sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    const int row_a = a.row / block_size;
    const int row_b = b.row / block_size;
    return row_a != row_b ? row_a < row_b : a.column / block_size < b.column / block_size;
  });
  return entries;
}

}  // namespace

void Matrix::multiply_add(std::span<const double> x, std::span<double> y) const {
  for_each_entry([&](int i, int j, double value) { y[index(i)] += value * x[index(j)]; });
}

double Matrix::density() const {
  const double all = static_cast<double>(size) * static_cast<double>(size);
  return size == 0 ? 1.0 : static_cast<double>(values.size()) / all;
}

Matrix in_blocks(const Matrix& matrix, int block_size) {
  if (block_size < 1 || matrix.size % block_size != 0) {
    throw std::invalid_argument("a matrix of size " + std::to_string(matrix.size) + " has no blocks of size " +
                                std::to_string(block_size));
  }
  Matrix blocks{Matrix::Storage::block_coo, matrix.size, block_size, {}, {}, {}};
  const std::size_t block_values = index(block_size) * index(block_size);
  for (const Entry& entry : entries_by_block(matrix, block_size)) {
    const int row = entry.row / block_size;
    const int column = entry.column / block_size;
    if (blocks.row.empty() || blocks.row.back() != row || blocks.column.back() != column) {
      blocks.row.push_back(row);
      blocks.column.push_back(column);
      blocks.values.resize(blocks.values.size() + block_values, 0.0);
    }
    double* block = blocks.values.data() + (blocks.values.size() - block_values);
    block[index(entry.row % block_size) * index(block_size) + index(entry.column % block_size)] = entry.value;
  }
  return blocks;
}

Matrix in_full(const Matrix& matrix) {
  Matrix full{Matrix::Storage::dense, matrix.size, 1, {}, {}, {}};
  full.values.resize(index(matrix.size) * index(matrix.size), 0.0);
  matrix.for_each_entry(
      [&](int i, int j, double value) { full.values[index(i) * index(matrix.size) + index(j)] = value; });
  return full;
}

}  // namespace nsdbench::contact_data
