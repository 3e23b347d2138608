// The factorization of sparse matrices of 3 x 3 blocks against a dense one.
#include <Eigen/Dense>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/linear_algebra/block_lu.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

BlockLu::Block draw_block(testing::Random& random) {
  BlockLu::Block block;
  for (double& value : block) value = random.uniform(-1.0, 1.0);
  return block;
}

void add_dense(Eigen::MatrixXd& dense, int i, int j, const BlockLu::Block& block) {
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      dense(3 * i + row, 3 * j + column) += block[static_cast<std::size_t>(3 * row + column)];
    }
  }
}

// Draws values for a pattern into the sparse and the dense matrix. Diagonal blocks are large enough for pivots in any
// order.
Eigen::MatrixXd draw_values(testing::Random& random, int n, const std::vector<BlockLu::Pair>& pairs, BlockLu& lu) {
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
  lu.clear();
  for (int i = 0; i < n; ++i) {
    BlockLu::Block block = draw_block(random);
    for (std::size_t k = 0; k < 9; k += 4) block[k] += 30.0;
    lu.diagonal(i) = block;
    add_dense(dense, i, i, block);
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const BlockLu::Block ab = draw_block(random);
    const BlockLu::Block ba = draw_block(random);
    lu.add(k, ab, ba);
    add_dense(dense, pairs[k][0], pairs[k][1], ab);
    add_dense(dense, pairs[k][1], pairs[k][0], ba);
  }
  return dense;
}

}  // namespace

TEST_CASE("the block factorization solves what a dense one solves", "[block_lu]") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    testing::Random random(seed);
    const int n = 1 + static_cast<int>(random.uniform(0.0, 60.0));
    std::vector<BlockLu::Pair> pairs;
    for (int k = 0; k < 2 * n; ++k) {  // pairs may occur more than once
      const auto a = static_cast<std::int32_t>(random.uniform(0.0, n));
      const auto b = static_cast<std::int32_t>(random.uniform(0.0, n));
      if (a != b) pairs.push_back({a, b});
    }
    BlockLu lu;
    lu.analyze(n, pairs);
    for (int repetition = 0; repetition < 3; ++repetition) {  // new values for the same pattern
      const Eigen::MatrixXd dense = draw_values(random, n, pairs, lu);
      REQUIRE(lu.factorize());
      Eigen::VectorXd b(3 * n);
      std::vector<BlockLu::Vector> x(static_cast<std::size_t>(n));
      for (int i = 0; i < 3 * n; ++i) {
        b[i] = random.uniform(-1.0, 1.0);
        x[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)] = b[i];
      }
      lu.solve(x);
      const Eigen::VectorXd expected = dense.partialPivLu().solve(b);
      constexpr double accuracy = 1e-14;  // a condition number below 10, and solutions of 1/30
      for (int i = 0; i < 3 * n; ++i) {
        REQUIRE(std::abs(x[static_cast<std::size_t>(i / 3)][static_cast<std::size_t>(i % 3)] - expected[i]) < accuracy);
      }
    }
  }
}

TEST_CASE("a chain has no fill-in, and a singular pivot is reported", "[block_lu]") {
  constexpr int n = 100;
  std::vector<BlockLu::Pair> pairs;
  for (std::int32_t i = 0; i + 1 < n; ++i) pairs.push_back({i, i + 1});
  BlockLu lu;
  lu.analyze(n, pairs);
  CHECK(lu.fill() == pairs.size());
  testing::Random random(1);
  draw_values(random, n, pairs, lu);
  CHECK(lu.factorize());
  lu.clear();
  CHECK_FALSE(lu.factorize());
  // What the failed attempt has left does not enter the next one.
  const Eigen::MatrixXd dense = draw_values(random, n, pairs, lu);
  REQUIRE(lu.factorize());
  std::vector<BlockLu::Vector> x(n, BlockLu::Vector{1.0, 1.0, 1.0});
  lu.solve(x);
  const Eigen::VectorXd expected = dense.partialPivLu().solve(Eigen::VectorXd::Ones(3 * n));
  CHECK(std::abs(x[50][1] - expected[151]) < 1e-14);
}
