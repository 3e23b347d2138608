#include <algorithm>
#include <string>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

// A tridiagonal LCP matrix in coo storage: 3 n - 2 of n^2 entries.
ContactData tridiagonal(int n) {
  ContactData data;
  data.name = "tridiagonal";
  data.matrix.storage = Matrix::Storage::coo;
  data.matrix.size = n;
  for (int i = 0; i < n; ++i) {
    for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j) {
      data.matrix.row.push_back(i);
      data.matrix.column.push_back(j);
      data.matrix.values.push_back(i == j ? 4.0 + i : (j > i ? -1.0 : -0.5));
    }
    data.q.push_back(i % 3 == 0 ? -1.0 : 0.5);
  }
  return data;
}

void check_same_matrix(const ContactProblemView& view, const Matrix& matrix) {
  const Matrix full = in_full(matrix);
  std::size_t at = 0;
  for (int i = 0; i < view.size; ++i) {
    for (int j = 0; j < view.size; ++j) CHECK(view.g(i, j) == full.values[at++]);
  }
}

}  // namespace

TEST_CASE("an LCP becomes unilateral laws", "[contact_data]") {
  const ContactProblem problem = to_contact_problem(small_lcp(2, {2.0, 1.0, 0.0, -1.0}, {-4.0, 2.0}));
  REQUIRE(problem.laws.size() == 2);
  CHECK(problem.laws[1].kind == LawKind::unilateral);
  CHECK(problem.laws[1].offset == 1);
  CHECK(defect(problem.view()) == nullptr);
  CHECK(problem.view().sparse == nullptr);
  CHECK(problem.view().g(0, 1) == 1.0);
  CHECK(problem.view().g(1, 0) == 0.0);
}

TEST_CASE("a contact becomes a unilateral law and Coulomb friction on it", "[contact_data]") {
  ContactData data = sliding_contact();
  const ContactProblem problem = to_contact_problem(data);
  REQUIRE(problem.laws.size() == 2);
  CHECK(problem.laws[0].kind == LawKind::unilateral);
  CHECK(problem.laws[0].offset == 0);
  CHECK(problem.laws[1].kind == LawKind::coulomb);
  CHECK(problem.laws[1].offset == 1);
  CHECK(problem.laws[1].dimension == 2);
  CHECK(problem.laws[1].normal == 0);
  CHECK(problem.laws[1].bound == 0.5);
  CHECK(problem.c == data.q);
  CHECK(defect(problem.view()) == nullptr);
  // The same answer solves both formulations of Coulomb's law.
  const std::vector<double> sliding = {0.5, -0.15, -0.2};
  CHECK(contact_residual(problem.view(), sliding) <= 1e-15);  // rounding of numbers of order 1
  CHECK(residuals(data, sliding).scaled <= 1e-15);
}

TEST_CASE("sparse files of low density become block-sparse problems, others dense ones", "[contact_data]") {
  const ContactData sparse = tridiagonal(12);
  const ContactProblem sparse_problem = to_contact_problem(sparse);
  REQUIRE(sparse_problem.view().sparse != nullptr);
  CHECK(sparse_problem.sparse.block_size() == 1);
  check_same_matrix(sparse_problem.view(), sparse.matrix);

  const ContactData dense = tridiagonal(5);
  const ContactProblem dense_problem = to_contact_problem(dense);
  CHECK(dense_problem.view().sparse == nullptr);
  check_same_matrix(dense_problem.view(), dense.matrix);

  // Four contacts, blocks of 2 on the diagonal only: a quarter of all entries.
  ContactData blocks;
  blocks.kind = Kind::friction_contact;
  blocks.dimension = 2;
  blocks.mu.assign(4, 0.3);
  blocks.q = {-1.0, 0.0, -1.0, 0.1, -1.0, 0.2, -1.0, 0.3};
  blocks.matrix = Matrix{Matrix::Storage::block_coo, 8, 2, {0, 1, 2, 3}, {0, 1, 2, 3}, {}};
  for (int i = 0; i < 4; ++i) blocks.matrix.values.insert(blocks.matrix.values.end(), {2.0 + i, 0.25, -0.5, 3.0});
  const ContactProblem block_problem = to_contact_problem(blocks);
  REQUIRE(block_problem.view().sparse != nullptr);
  CHECK(block_problem.sparse.block_size() == 2);
  CHECK(block_problem.sparse.block_count() == 4);
  check_same_matrix(block_problem.view(), blocks.matrix);
  CHECK(defect(block_problem.view()) == nullptr);
}

TEST_CASE("a solver's answer to a sparse problem is one of the file's problem", "[contact_data]") {
  const ContactData data = tridiagonal(12);
  const ContactProblem problem = to_contact_problem(data);
  const auto solver = make_contact_solver("lemke");
  std::vector<double> percussions(data.q.size(), 0.0);
  std::vector<Mode> modes(problem.laws.size());
  CHECK(solver->solve(problem.view(), percussions, modes).solved());
  CHECK(residuals(data, percussions).scaled <= 1e-14);  // a diagonally dominant matrix of size 12
}

TEST_CASE("matrices change storage without changing entries", "[contact_data]") {
  const Matrix matrix = tridiagonal(6).matrix;
  const Matrix blocks = in_blocks(matrix, 3);
  CHECK(blocks.row == std::vector<int>{0, 0, 1, 1});
  CHECK(in_full(blocks).values == in_full(matrix).values);
  CHECK_THROWS_AS(in_blocks(matrix, 4), std::invalid_argument);
  std::vector<double> x = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  std::vector<double> y(6, 1.0);
  std::vector<double> z(6, 1.0);
  matrix.multiply_add(x, y);
  in_full(matrix).multiply_add(x, z);
  CHECK(y[0] == 1.0 + 4.0 - 2.0);
  CHECK(y == z);  // small integers: every sum is exact
}
