// Contact problems that several tests solve.
#pragma once

#include <Eigen/Core>

#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

namespace nsdbench::testing {

// Unilateral constraints alone.
inline DenseContactProblem lcp(const Eigen::MatrixXd& g, const Eigen::VectorXd& c) {
  DenseContactProblem problem;
  for (Eigen::Index i = 0; i < c.size(); ++i) problem.add_unilateral();
  problem.g = g;
  problem.c = c;
  return problem;
}

// All kinds of laws; friction carried by a law in front of it, or further away.
inline DenseContactProblem every_law(Random& random) {
  DenseContactProblem problem;
  problem.add_frictional(random.uniform(0.1, 0.8), 2);
  const int first = problem.add_unilateral();
  problem.add_frictional(random.uniform(0.1, 0.8), 1);
  problem.add(LawKind::coulomb, 1, random.uniform(0.1, 0.8), first);
  problem.add(LawKind::coulomb, 2, random.uniform(0.1, 0.8), 0);
  problem.add(LawKind::tresca, 1, random.uniform(0.05, 0.3));
  problem.add(LawKind::tresca, 2, random.uniform(0.05, 0.3));
  problem.g = random.positive_definite(12, 1.0);
  problem.c = random.vector(12) - Eigen::VectorXd::Constant(12, 0.3);
  return problem;
}

}  // namespace nsdbench::testing
