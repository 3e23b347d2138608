#include "tests/fuzz/small_problem.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace nsdbench::fuzz {

namespace {

constexpr std::array<double, 16> magnitudes = {
    0.0, 1.0, 1e8,       1e-8, 1e150, 1e-150, std::numeric_limits<double>::denorm_min(), 1e-310, 1.7e308, 1e300,
    0.5, 2.0, 1.0 / 3.0, 1e16, 1e-16, 10.0};

enum class Shape : std::uint8_t { any, symmetric, bodies, bodies_in_disorder };
constexpr int shapes = 4;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Some normal law of those so far; -1 if there is none.
int normal_law(const ContactProblem& problem, Bytes& bytes) {
  std::vector<int> normals;
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    if (problem.laws[l].is_unilateral()) normals.push_back(static_cast<int>(l));
  }
  return normals.empty() ? -1 : normals[index(bytes.below(static_cast<int>(normals.size())))];
}

void add_contact(ContactProblem& problem, Bytes& bytes) {
  switch (bytes.below(8)) {
    case 0:
      problem.add(LawKind::unilateral);
      return;
    case 1:
    case 2:
      problem.add_frictional(bytes.magnitude(), 1);
      return;
    case 3:
      problem.add_frictional(bytes.magnitude(), 2);
      return;
    case 4:
    case 5:
      problem.add(LawKind::tresca, 1 + bytes.below(2), bytes.magnitude());
      return;
    case 6:
      problem.add(LawKind::bilateral, 1 + bytes.below(2), std::numeric_limits<double>::infinity());
      return;
    default:
      if (const int normal = normal_law(problem, bytes); normal >= 0) {
        problem.add(LawKind::coulomb, 1, bytes.magnitude(), normal);  // another friction on a contact that has been
      } else {
        problem.add(LawKind::unilateral);
      }
  }
}

std::vector<double> numbers(Bytes& bytes, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = bytes.number();
  return values;
}

// W^T M^-1 W of bodies with `freedom` coordinates in all.
std::vector<double> matrix_of_bodies(Bytes& bytes, std::size_t n) {
  const std::size_t freedom = 1 + index(bytes.below(static_cast<int>(n) + 2));
  std::vector<double> inverse_masses(freedom);
  for (double& each : inverse_masses) each = bytes.magnitude();
  const std::vector<double> directions = numbers(bytes, freedom * n);
  std::vector<double> matrix(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < freedom; ++k) {
        matrix[i + j * n] += directions[k + i * freedom] * inverse_masses[k] * directions[k + j * freedom];
      }
    }
  }
  return matrix;
}

std::vector<double> delassus_matrix(Bytes& bytes, std::size_t n) {
  const auto shape = static_cast<Shape>(bytes.below(shapes));
  if (shape == Shape::bodies) return matrix_of_bodies(bytes, n);
  std::vector<double> matrix = shape == Shape::bodies_in_disorder ? matrix_of_bodies(bytes, n) : numbers(bytes, n * n);
  for (std::size_t i = 0; i < n && shape == Shape::symmetric; ++i) {
    for (std::size_t j = 0; j < i; ++j) matrix[i + j * n] = matrix[j + i * n];
  }
  // Equal rows, equal columns, and single entries that are out of order.
  for (int change = bytes.below(4); change > 0; --change) {
    const std::size_t from = index(bytes.below(static_cast<int>(n)));
    const std::size_t to = index(bytes.below(static_cast<int>(n)));
    const int kind = bytes.below(4);
    if (kind == 3) matrix[from + to * n] = bytes.number();
    for (std::size_t k = 0; k < n; ++k) {
      if (kind % 2 == 0) matrix[to + k * n] = matrix[from + k * n];
      if (kind == 1 || kind == 2) matrix[k + to * n] = matrix[k + from * n];
    }
  }
  return matrix;
}

}  // namespace

double Bytes::magnitude() { return std::abs(number()); }

double Bytes::number() {
  const std::uint8_t byte = next();
  if (byte >= 128) return (byte - 192) / 16.0;
  const double magnitude = magnitudes[byte % magnitudes.size()];
  return (byte & 16U) != 0 ? -magnitude : magnitude;
}

ContactProblem small_problem(Bytes& bytes) {
  ContactProblem problem;
  for (int contacts = 1 + bytes.below(5); contacts > 0; --contacts) add_contact(problem, bytes);
  const auto n = index(problem.laws.back().offset + problem.laws.back().dimension);
  const bool sparse = bytes.below(4) == 0;
  problem.c = numbers(bytes, n);
  problem.dense = delassus_matrix(bytes, n);
  if (!sparse) return problem;
  std::vector<BlockSparseMatrix::Entry> entries;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (problem.dense[i + j * n] != 0.0) {
        entries.push_back({static_cast<int>(i), static_cast<int>(j), problem.dense[i + j * n]});
      }
    }
  }
  const int block = n % 3 == 0 ? 3 : n % 2 == 0 ? 2 : 1;
  problem.sparse = BlockSparseMatrix(static_cast<int>(n), block, entries);
  problem.dense.clear();
  return problem;
}

}  // namespace nsdbench::fuzz
