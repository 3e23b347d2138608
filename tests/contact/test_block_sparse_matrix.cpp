// Block-sparse matrices against dense ones: entries, order of storage, products, refusals.
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/contact/block_sparse_matrix.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Entry = BlockSparseMatrix::Entry;

namespace {

struct Sample {
  MatrixXd dense;
  std::vector<Entry> entries;
};

// A third of the blocks, half of the entries in them; the second block column and the last block row stay empty.
Sample random_sample(testing::Random& random, int blocks, int block_size) {
  const int n = blocks * block_size;
  Sample sample{MatrixXd::Zero(n, n), {}};
  for (int column = 0; column < blocks; ++column) {
    for (int row = 0; row + 1 < blocks; ++row) {
      if (column == 1 || !random.chance(0.33)) continue;
      for (int k = 0; k < block_size * block_size; ++k) {
        if (random.chance(0.5)) continue;
        const int i = row * block_size + k % block_size;
        const int j = column * block_size + k / block_size;
        sample.dense(i, j) = random.uniform(-1.0, 1.0);
        sample.entries.push_back({i, j, sample.dense(i, j)});
      }
    }
  }
  for (std::size_t k = sample.entries.size(); k > 1; --k) {
    std::swap(sample.entries[k - 1], sample.entries[static_cast<std::size_t>(random.index(static_cast<int>(k)))]);
  }
  return sample;
}

std::string refusal(int size, int block_size, const std::vector<Entry>& entries) {
  try {
    const BlockSparseMatrix matrix(size, block_size, entries);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("entries and products are those of the dense matrix", "[sparse]") {
  testing::Random random(91);
  for (const int block_size : {1, 2, 3}) {
    for (int trial = 0; trial < 20; ++trial) {
      const int blocks = 2 + trial % 7;
      const int n = blocks * block_size;
      const Sample sample = random_sample(random, blocks, block_size);
      const BlockSparseMatrix matrix(n, block_size, sample.entries);
      CAPTURE(block_size, trial);
      CHECK(matrix.size() == n);
      CHECK(matrix.block_size() == block_size);
      CHECK(matrix.block_columns() == blocks);
      CHECK_FALSE(matrix.empty());
      for (int j = 0; j < n; ++j) {
        for (int i = 0; i < n; ++i) CHECK(matrix.entry(i, j) == sample.dense(i, j));
      }
      // Added to what is there; some 20 products in another order.
      constexpr double rounding = 1e-14;
      const VectorXd x = random.vector(n);
      const VectorXd start = random.vector(n);
      VectorXd y = start;
      matrix.multiply_add(x.data(), y.data());
      CHECK((y - start - sample.dense * x).norm() <= rounding);
      // Column by column likewise.
      VectorXd by_columns = start;
      for (int column = 0; column < blocks; ++column) {
        matrix.add_block_column(column, x.data() + column * block_size, by_columns.data());
      }
      CHECK(by_columns == y);
    }
  }
}

TEST_CASE("blocks are stored by columns, rows in order, entries down the columns of a block", "[sparse]") {
  // [ 1 .  | 5 . ]
  // [ 2 3  | . . ]
  // [ -----+---- ]
  // [ . 4  | . . ]
  // [ . .  | . . ]
  const std::vector<Entry> entries = {{0, 2, 5.0}, {2, 1, 4.0}, {1, 1, 3.0}, {0, 0, 1.0}, {1, 0, 2.0}};
  const BlockSparseMatrix matrix(4, 2, entries);
  REQUIRE(matrix.block_count() == 3);
  CHECK((matrix.begin(0) == 0 && matrix.end(0) == 2 && matrix.begin(1) == 2 && matrix.end(1) == 3));
  CHECK((matrix.block_row(0) == 0 && matrix.block_row(1) == 1 && matrix.block_row(2) == 0));
  const std::vector<double> expected = {1, 2, 0, 3, 0, 0, 4, 0, 5, 0, 0, 0};
  CHECK(std::equal(matrix.values().begin(), matrix.values().end(), expected.begin(), expected.end()));
  CHECK(matrix.block(1)[2] == 4.0);
  CHECK(matrix.find_block(1, 0) == matrix.block(1));
  CHECK(matrix.find_block(0, 1) == matrix.block(2));
  CHECK(matrix.find_block(1, 1) == nullptr);
  CHECK(matrix.entry(3, 3) == 0.0);
  CHECK(matrix.entry(1, 2) == 0.0);
}

TEST_CASE("a block row is found among any number of others", "[sparse]") {
  // Single entries on every third row: searches end before, between and behind them.
  std::vector<Entry> entries;
  for (int i = 1; i < 60; i += 3) entries.push_back({i, 0, static_cast<double>(i)});
  const BlockSparseMatrix matrix(60, 1, entries);
  for (int i = 0; i < 60; ++i) {
    CHECK(matrix.entry(i, 0) == (i % 3 == 1 ? i : 0.0));
    CHECK((matrix.find_block(i, 0) != nullptr) == (i % 3 == 1));
    CHECK(matrix.find_block(i, 59) == nullptr);
  }
}

TEST_CASE("matrices of nothing", "[sparse]") {
  const BlockSparseMatrix none;
  CHECK(none.empty());
  CHECK(none.block_count() == 0);
  none.multiply_add(nullptr, nullptr);
  const BlockSparseMatrix zero(6, 3, {});
  CHECK_FALSE(zero.empty());
  CHECK(zero.block_count() == 0);
  CHECK(zero.entry(5, 5) == 0.0);
  std::array<double, 6> y = {1, 2, 3, 4, 5, 6};
  const std::array<double, 6> before = y;
  zero.multiply_add(before.data(), y.data());
  CHECK(y == before);
}

TEST_CASE("refusals name the number that does not fit", "[sparse]") {
  CHECK(refusal(4, 0, {}).find("block size 0 ") == 0);
  CHECK(refusal(4, 4, {}).find("block size 4 ") == 0);
  CHECK(refusal(4, 3, {}).find("matrix size 4 ") == 0);
  CHECK(refusal(-2, 2, {}).find("matrix size -2 ") == 0);
  CHECK(refusal(4, 2, {{4, 0, 1.0}}).find("matrix entry (4, 0) lies outside") == 0);
  CHECK(refusal(4, 2, {{0, -1, 1.0}}).find("matrix entry (0, -1) lies outside") == 0);
  CHECK(refusal(4, 2, {{1, 2, 1.0}, {0, 0, 1.0}, {1, 2, 1.0}}).find("matrix entry (1, 2) occurs twice") == 0);
  CHECK(refusal(4, 2, {{1, 2, 1.0}, {0, 2, 1.0}, {1, 3, 1.0}}).empty());
}
