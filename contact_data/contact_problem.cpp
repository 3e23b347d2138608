#include "contact_data/contact_problem.hpp"

#include <cstddef>
#include <vector>

namespace nsdbench::contact_data {

namespace {

// Above this share of stored entries a dense matrix is the faster one: each of its entries costs one multiplication and
// no index.
constexpr double dense_from = 0.3;

}  // namespace

ContactProblem to_contact_problem(const ContactData& data) {
  ContactProblem problem;
  const bool lcp = data.kind == Kind::lcp;
  problem.laws.reserve(lcp ? data.q.size() : 2 * data.mu.size());
  if (lcp) {
    for (int i = 0; i < data.size(); ++i) problem.add(LawKind::unilateral);
  } else {
    for (const double mu : data.mu) problem.add_frictional(mu, data.dimension - 1);
  }
  problem.c = data.q;
  if (data.matrix.storage != Matrix::Storage::dense && data.matrix.density() < dense_from) {
    std::vector<BlockSparseMatrix::Entry> entries;
    entries.reserve(data.matrix.values.size());
    data.matrix.for_each_entry([&](int i, int j, double value) { entries.push_back({i, j, value}); });
    problem.sparse = BlockSparseMatrix(data.size(), data.dimension, entries);
  } else {
    const auto size = static_cast<std::size_t>(data.size());
    problem.dense.assign(size * size, 0.0);
    data.matrix.for_each_entry([&](int i, int j, double value) {
      problem.dense[static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * size] = value;
    });
  }
  return problem;
}

}  // namespace nsdbench::contact_data
