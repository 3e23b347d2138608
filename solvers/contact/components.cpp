#include "solvers/contact/components.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace nsdbench {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// Numbers near the end of the range of double, which have few digits or none, are no scale: bodies at rest in contact
// have them as velocities.
constexpr double smallest_scale = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();

}  // namespace

bool ContactComponents::find_suspects(const ContactProblemView& problem, double residual, double tolerance) {
  double largest = 0.0;
  double smallest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < problem.size; ++i) {
    const double speed = std::abs(problem.c[i]);
    largest = std::max(largest, speed);
    if (speed > smallest_scale) smallest = std::min(smallest, speed);
  }
  // v_k is no less than the smallest entry of c. A residual of 0 may be the quotient of two numbers that is below the
  // range of double.
  const double deviation = std::max(residual, std::numeric_limits<double>::denorm_min()) * largest;
  if (!(deviation > tolerance * smallest)) return false;
  connect(problem);
  speed_.assign(index(problem.size), 0.0);
  for (int i = 0; i < problem.size; ++i) {
    double& speed = speed_[sets_.root(index(i))];
    speed = std::max(speed, std::abs(problem.c[i]));
  }
  bool found = false;
  suspected_.assign(index(problem.size), 0);
  for (int i = 0; i < problem.size; ++i) {
    const double speed = speed_[sets_.root(index(i))];
    const bool suspected = speed > smallest_scale && deviation > tolerance * speed;
    suspected_[index(i)] = suspected ? 1 : 0;
    found = found || suspected;
  }
  return found;
}

void ContactComponents::connect(const ContactProblemView& problem) {
  sets_.reset(index(problem.size));
  const auto join = [this](int a, int b) { sets_.join(index(a), index(b)); };
  for (const SetValuedLaw& law : problem.laws) {
    for (int k = 1; k < law.dimension; ++k) join(law.offset, law.offset + k);
    if (law.has_normal_law()) join(law.offset, problem.laws[index(law.normal)].offset);
  }
  for_each_entry(problem, [&](int i, int j, double g) {
    if (g != 0.0 && i != j) join(i, j);
  });
}

ContactComponents::Part ContactComponents::extract(const ContactProblemView& problem) const {
  Part part;
  ContactProblem& own = part.problem;
  std::vector<int> place(index(problem.size), -1);
  for (int i = 0; i < problem.size; ++i) {
    if (suspected_[index(i)] == 0) continue;
    place[index(i)] = own.size();
    own.c.push_back(problem.c[i]);
    part.coordinates.push_back(i);
  }
  std::vector<int> law_place(problem.laws.size(), -1);
  for (std::size_t l = 0; l < problem.laws.size(); ++l) {
    SetValuedLaw law = problem.laws[l];
    if (place[index(law.offset)] < 0) continue;
    law_place[l] = static_cast<int>(own.laws.size());
    law.offset = place[index(law.offset)];
    own.laws.push_back(law);
  }
  for (SetValuedLaw& law : own.laws) {
    if (law.has_normal_law()) law.normal = law_place[index(law.normal)];
  }
  const auto inside = [&](int i, int j) { return place[index(i)] >= 0 && place[index(j)] >= 0; };
  if (problem.sparse == nullptr) {
    own.dense.assign(own.c.size() * own.c.size(), 0.0);
    for_each_entry(problem, [&](int i, int j, double g) {
      if (inside(i, j)) own.dense[index(place[index(i)]) + index(place[index(j)]) * own.c.size()] = g;
    });
    return part;
  }
  std::vector<BlockSparseMatrix::Entry> entries;
  for_each_entry(problem, [&](int i, int j, double g) {
    if (g != 0.0 && inside(i, j)) entries.push_back({place[index(i)], place[index(j)], g});
  });
  // Blocks stay those of contacts where no contact is cut; else every entry is one.
  const int block = own.size() % problem.sparse->block_size() == 0 ? problem.sparse->block_size() : 1;
  own.sparse = BlockSparseMatrix(own.size(), block, entries);
  return part;
}

}  // namespace nsdbench
