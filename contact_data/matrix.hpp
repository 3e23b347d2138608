// A square matrix as a problem file stores it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nsdbench::contact_data {

// The numbers of a file, in the file's own storage, so that nothing is lost between reading and judging.
struct Matrix {
  enum class Storage : std::uint8_t {
    dense,     // values: size x size numbers, row after row
    coo,       // one value per entry
    block_coo  // block_size x block_size values per block, row after row within the block
  };

  Storage storage = Storage::dense;
  int size = 0;
  int block_size = 1;       // of block_coo; 1 otherwise
  std::vector<int> row;     // coo: of each entry; block_coo: of each block, in blocks. Sorted by row, then by column
  std::vector<int> column;  // likewise
  std::vector<double> values;

  // Calls f(i, j, value) for every stored entry; for dense storage that is every entry.
  template <class Function>
  void for_each_entry(Function f) const {
    const double* value = values.data();
    if (storage == Storage::dense) {
      for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) f(i, j, *value++);
      }
      return;
    }
    for (std::size_t k = 0; k < row.size(); ++k) {
      for (int i = 0; i < block_size; ++i) {
        for (int j = 0; j < block_size; ++j) f(row[k] * block_size + i, column[k] * block_size + j, *value++);
      }
    }
  }

  // y += A x; both have `size` entries.
  void multiply_add(std::span<const double> x, std::span<double> y) const;

  // Stored entries as a fraction of all entries; 1 for the matrix of size 0.
  double density() const;
};

// The same matrix in block_coo storage, of the blocks with an entry other than zero. Throws std::invalid_argument if
// the size is no multiple of the block size.
Matrix in_blocks(const Matrix& matrix, int block_size);

// The same matrix in dense storage.
Matrix in_full(const Matrix& matrix);

}  // namespace nsdbench::contact_data
