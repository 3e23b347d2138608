#include "benchmarks/problem_sets/directions.hpp"

namespace nsdbench::problem_sets {

void Directions::fill(Random& random) {
  for (double& entry : values_) entry = random.uniform(-1.0, 1.0);
}

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

void make_openable(Directions& directions, std::span<const SetValuedLaw> laws, Random& random) {
  std::vector<double> opening(static_cast<std::size_t>(directions.dof()));
  for (double& entry : opening) entry = random.uniform(0.5, 1.0);
  const double length = dot(opening, opening);
  for (const SetValuedLaw& law : laws) {
    for (int k = 0; k < law.dimension; ++k) {
      const std::span<double> column = directions.column(law.offset + k);
      const double speed = dot(column, opening);
      if (law.kind == LawKind::unilateral) {
        for (double& entry : column) entry = speed < 0.0 ? -entry : entry;
      } else {
        for (std::size_t i = 0; i < column.size(); ++i) column[i] -= speed / length * opening[i];
      }
    }
  }
}

void set_delassus(ContactProblem& problem, const Directions& directions) {
  const auto n = static_cast<std::size_t>(directions.columns());
  problem.dense.resize(n * n);
  for (int j = 0; j < directions.columns(); ++j) {
    for (int i = 0; i <= j; ++i) {
      const double g = dot(directions.column(i), directions.column(j));
      const auto row = static_cast<std::size_t>(i);
      const auto column = static_cast<std::size_t>(j);
      problem.dense[row + column * n] = g;
      problem.dense[column + row * n] = g;
    }
  }
}

}  // namespace nsdbench::problem_sets
