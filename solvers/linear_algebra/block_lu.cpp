#include "solvers/linear_algebra/block_lu.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/linear_algebra/vector_clones.hpp"

namespace nsdbench {

namespace {

using Block = BlockLu::Block;
using Vector = BlockLu::Vector;

std::size_t place(std::int32_t i) { return static_cast<std::size_t>(i); }

void add_to(Block& sum, const Block& term) {
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += term[k];
}

using Wide = std::array<double, 12>;

void add_to(Wide& sum, const Block& term) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) sum[4 * i + j] += term[3 * i + j];
  }
}

// Rows of four, of which the last is zero: the compiler takes each of them as one vector.
inline Wide product(const Wide& a, const Wide& b) {
  Wide c;
  for (std::size_t i = 0; i < 12; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) c[i + j] = a[i] * b[j] + a[i + 1] * b[4 + j] + a[i + 2] * b[8 + j];
  }
  return c;
}

inline void subtract_product(Wide& c, const Wide& a, const Wide& b) {
  const Wide terms = product(a, b);
  for (std::size_t k = 0; k < 12; ++k) c[k] -= terms[k];
}

Vector product(const Wide& a, const Vector& v) {
  return {a[0] * v[0] + a[1] * v[1] + a[2] * v[2], a[4] * v[0] + a[5] * v[1] + a[6] * v[2],
          a[8] * v[0] + a[9] * v[1] + a[10] * v[2]};
}

// By cofactors. False if the block is singular or not finite.
bool invert(const Wide& a, Wide& inverse) {
  const double c0 = a[5] * a[10] - a[6] * a[9];
  const double c1 = a[6] * a[8] - a[4] * a[10];
  const double c2 = a[4] * a[9] - a[5] * a[8];
  const double determinant = a[0] * c0 + a[1] * c1 + a[2] * c2;
  if (determinant == 0.0 || !std::isfinite(determinant)) return false;
  const double s = 1.0 / determinant;
  inverse = {c0 * s, (a[2] * a[9] - a[1] * a[10]) * s, (a[1] * a[6] - a[2] * a[5]) * s, 0.0,
             c1 * s, (a[0] * a[10] - a[2] * a[8]) * s, (a[2] * a[4] - a[0] * a[6]) * s, 0.0,
             c2 * s, (a[1] * a[8] - a[0] * a[9]) * s,  (a[0] * a[5] - a[1] * a[4]) * s, 0.0};
  return true;
}

// Row and column i of the factors, of which the columns k in `met` are eliminated in turn.
struct Elimination {
  Wide* lower_row;
  Wide* upper_column;
  Wide* lower;
  Wide* upper;
  std::int32_t* row;
  const Wide* inverse_pivot;
  const std::size_t* start;
  std::size_t* filled;
};

NSDBENCH_VECTOR_CLONES void eliminate(const Elimination& e, std::int32_t i, const std::int32_t* met, std::size_t count,
                                      Wide& pivot) {
  for (std::size_t m = 0; m < count; ++m) {
    const auto k = static_cast<std::size_t>(met[m]);
    const Wide upper = e.upper_column[k];                            // U(k, i)
    const Wide lower = product(e.lower_row[k], e.inverse_pivot[k]);  // L(i, k)
    e.upper_column[k] = Wide{};
    e.lower_row[k] = Wide{};
    const std::size_t end = e.filled[k];
    for (std::size_t q = e.start[k]; q < end; ++q) {
      subtract_product(e.upper_column[e.row[q]], e.lower[q], upper);
      subtract_product(e.lower_row[e.row[q]], lower, e.upper[q]);
    }
    subtract_product(pivot, lower, upper);
    e.row[end] = i;
    e.lower[end] = lower;
    e.upper[end] = upper;
    ++e.filled[k];
  }
}

}  // namespace

void BlockLu::order(int n, std::span<const Pair> pairs) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(2 * pairs.size() + static_cast<std::size_t>(n));
  for (const Pair& pair : pairs) {
    entries.emplace_back(pair[0], pair[1], 1.0);
    entries.emplace_back(pair[1], pair[0], 1.0);
  }
  for (int i = 0; i < n; ++i) entries.emplace_back(i, i, 1.0);
  Eigen::SparseMatrix<double> pattern(n, n);
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(pattern, permutation);
  place_.assign(permutation.indices().data(), permutation.indices().data() + n);
  position_.resize(place_.size());
  for (std::size_t k = 0; k < place_.size(); ++k) position_[place(place_[k])] = k;
}

void BlockLu::analyze(int n, std::span<const Pair> pairs) {
  order(n, pairs);
  const auto rows = static_cast<std::size_t>(n);
  entry_start_.assign(rows + 1, 0);
  for (const Pair& pair : pairs) ++entry_start_[std::max(position_[place(pair[0])], position_[place(pair[1])]) + 1];
  for (std::size_t i = 0; i < rows; ++i) entry_start_[i + 1] += entry_start_[i];
  std::vector<std::size_t> next(entry_start_.begin(), entry_start_.end() - 1);
  entry_of_pair_.resize(pairs.size());
  pair_is_upper_.resize(pairs.size());
  entry_column_.resize(pairs.size());
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const std::size_t a = position_[place(pairs[k][0])];
    const std::size_t b = position_[place(pairs[k][1])];
    pair_is_upper_[k] = a < b ? 1 : 0;
    entry_of_pair_[k] = next[std::max(a, b)]++;
    entry_column_[entry_of_pair_[k]] = static_cast<std::int32_t>(std::min(a, b));
  }
  entry_lower_.resize(pairs.size());
  entry_upper_.resize(pairs.size());
  diagonal_.resize(rows);
  inverse_pivot_.resize(rows);
  lower_row_.assign(rows, Wide{});
  upper_column_.assign(rows, Wide{});
  work_.resize(rows);
  stack_.resize(rows);
  find_fill();
}

// Columns of L have a block in row i where the elimination tree leads from an entry of row i towards i.
void BlockLu::find_fill() {
  const std::size_t rows = diagonal_.size();
  parent_.assign(rows, -1);
  seen_.assign(rows, -1);
  start_.assign(rows + 1, 0);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = static_cast<std::int32_t>(i);
    seen_[i] = row;
    for (std::size_t e = entry_start_[i]; e < entry_start_[i + 1]; ++e) {
      for (std::int32_t k = entry_column_[e]; seen_[place(k)] != row; k = parent_[place(k)]) {
        if (parent_[place(k)] < 0) parent_[place(k)] = row;
        ++start_[place(k) + 1];
        seen_[place(k)] = row;
      }
    }
  }
  for (std::size_t k = 0; k < rows; ++k) start_[k + 1] += start_[k];
  filled_.resize(rows);
  row_.resize(start_.back());
  lower_.resize(start_.back());
  upper_.resize(start_.back());
}

void BlockLu::clear() {
  std::ranges::fill(entry_lower_, Block{});
  std::ranges::fill(entry_upper_, Block{});
  std::ranges::fill(diagonal_, Block{});
}

void BlockLu::add(std::size_t k, const Block& ab, const Block& ba) {
  const bool upper = pair_is_upper_[k] != 0;
  add_to(entry_lower_[entry_of_pair_[k]], upper ? ba : ab);
  add_to(entry_upper_[entry_of_pair_[k]], upper ? ab : ba);
}

// The columns that row i meets, in an order in which each can be eliminated: from the returned place of the stack on.
// Scatters the entries of row and column i.
int BlockLu::reach(std::size_t i) {
  const auto row = static_cast<std::int32_t>(i);
  auto top = static_cast<int>(diagonal_.size());
  seen_[i] = row;
  for (std::size_t e = entry_start_[i]; e < entry_start_[i + 1]; ++e) {
    const std::size_t column = place(entry_column_[e]);
    add_to(lower_row_[column], entry_lower_[e]);
    add_to(upper_column_[column], entry_upper_[e]);
    int length = 0;
    for (std::int32_t k = entry_column_[e]; seen_[place(k)] != row; k = parent_[place(k)]) {
      stack_[place(length++)] = k;
      seen_[place(k)] = row;
    }
    while (length > 0) stack_[place(--top)] = stack_[place(--length)];
  }
  return top;
}

bool BlockLu::factorize() {
  std::copy(start_.begin(), start_.end() - 1, filled_.begin());
  std::ranges::fill(seen_, -1);
  const Elimination elimination = {lower_row_.data(), upper_column_.data(),  lower_.data(), upper_.data(),
                                   row_.data(),       inverse_pivot_.data(), start_.data(), filled_.data()};
  for (std::size_t i = 0; i < diagonal_.size(); ++i) {
    const std::size_t top = place(reach(i));
    Wide pivot{};
    add_to(pivot, diagonal_[i]);
    eliminate(elimination, static_cast<std::int32_t>(i), stack_.data() + top, diagonal_.size() - top, pivot);
    if (invert(pivot, inverse_pivot_[i])) continue;
    std::ranges::fill(lower_row_, Wide{});
    std::ranges::fill(upper_column_, Wide{});
    return false;
  }
  return true;
}

void BlockLu::solve(std::span<Vector> b) {
  const std::size_t rows = diagonal_.size();
  for (std::size_t k = 0; k < rows; ++k) work_[k] = b[place(place_[k])];
  for (std::size_t k = 0; k < rows; ++k) {
    const Vector v = work_[k];
    for (std::size_t e = start_[k]; e < start_[k + 1]; ++e) {
      const Vector change = product(lower_[e], v);
      Vector& w = work_[place(row_[e])];
      for (std::size_t j = 0; j < 3; ++j) w[j] -= change[j];
    }
  }
  for (std::size_t k = rows; k-- > 0;) {
    Vector v = work_[k];
    for (std::size_t e = start_[k]; e < start_[k + 1]; ++e) {
      const Vector change = product(upper_[e], work_[place(row_[e])]);
      for (std::size_t j = 0; j < 3; ++j) v[j] -= change[j];
    }
    work_[k] = product(inverse_pivot_[k], v);
  }
  for (std::size_t k = 0; k < rows; ++k) b[place(place_[k])] = work_[k];
}

}  // namespace nsdbench
