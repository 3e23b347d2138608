// Contact problems that several tests of the solvers share, and the same problem in other forms.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

namespace nsdbench::testing {

// The same problem with G in block-sparse storage; blocks without an entry other than 0 are left out.
inline ContactProblem sparse_form(const DenseContactProblem& problem, int block_size) {
  ContactProblem sparse;
  sparse.laws = problem.laws;
  sparse.c.assign(problem.c.data(), problem.c.data() + problem.c.size());
  std::vector<BlockSparseMatrix::Entry> entries;
  for (int j = 0; j < problem.size(); ++j) {
    for (int i = 0; i < problem.size(); ++i) {
      if (problem.g(i, j) != 0.0) entries.push_back({i, j, problem.g(i, j)});
    }
  }
  sparse.sparse = BlockSparseMatrix(problem.size(), block_size, entries);
  return sparse;
}

inline Answer solve(ContactSolver& solver, const ContactProblem& problem) {
  Answer answer{{}, Eigen::VectorXd::Zero(problem.size()), std::vector<Mode>(problem.laws.size())};
  answer.result =
      solver.solve(problem.view(), {answer.percussions.data(), static_cast<std::size_t>(problem.size())}, answer.modes);
  return answer;
}

// From a guess.
inline Answer solve_from(ContactSolver& solver, const DenseContactProblem& problem, const Eigen::VectorXd& guess) {
  Answer answer{{}, guess, std::vector<Mode>(problem.laws.size())};
  answer.result =
      solver.solve(problem.view(), {answer.percussions.data(), static_cast<std::size_t>(problem.size())}, answer.modes);
  return answer;
}

// The laws of a problem in another order: all unilateral ones first, then all others. `place` receives, for every
// coordinate of the new problem, its place in the old one.
inline DenseContactProblem normals_first(const DenseContactProblem& problem, std::vector<int>& place) {
  DenseContactProblem moved;
  std::vector<int> index(problem.laws.size(), -1);
  place.clear();
  for (const bool unilateral : {true, false}) {
    for (std::size_t l = 0; l < problem.laws.size(); ++l) {
      const SetValuedLaw& law = problem.laws[l];
      if ((law.kind == LawKind::unilateral) != unilateral) continue;
      const int normal = law.kind == LawKind::coulomb ? index[static_cast<std::size_t>(law.normal)] : -1;
      index[l] = moved.add(law.kind, law.dimension, law.bound, normal);
      for (int k = 0; k < law.dimension; ++k) place.push_back(law.offset + k);
    }
  }
  const int n = problem.size();
  moved.g.resize(n, n);
  moved.c.resize(n);
  for (int j = 0; j < n; ++j) {
    moved.c(j) = problem.c(place[static_cast<std::size_t>(j)]);
    for (int i = 0; i < n; ++i) {
      moved.g(i, j) = problem.g(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)]);
    }
  }
  return moved;
}

// Blocks on top of each other at rest on the ground, normal contacts only: block k of the tower (0 at the bottom) has
// the given mass. The percussion of contact k carries everything above it: g dt (m_k + m_k+1 + ...).
inline DenseContactProblem tower(const std::vector<double>& masses, double g_dt) {
  DenseContactProblem problem;
  const int n = static_cast<int>(masses.size());
  problem.g = Eigen::MatrixXd::Zero(n, n);
  problem.c = Eigen::VectorXd::Zero(n);
  for (int k = 0; k < n; ++k) {
    problem.add_unilateral();
    const double mobility = 1.0 / masses[static_cast<std::size_t>(k)];
    problem.g(k, k) += mobility;
    if (k + 1 == n) continue;
    problem.g(k + 1, k + 1) += mobility;
    problem.g(k, k + 1) = problem.g(k + 1, k) = -mobility;
  }
  problem.c(0) = -g_dt;
  return problem;
}

inline Eigen::VectorXd tower_percussions(const std::vector<double>& masses, double g_dt) {
  Eigen::VectorXd carried(static_cast<Eigen::Index>(masses.size()));
  double above = 0.0;
  for (Eigen::Index k = carried.size() - 1; k >= 0; --k) {
    above += masses[static_cast<std::size_t>(k)];
    carried(k) = above * g_dt;
  }
  return carried;
}

// Contacts with friction, G symmetric positive definite, c of mixed signs: some contacts open, some stick, some slide.
inline DenseContactProblem random_contacts(Random& random, int contacts, int tangents, double largest_mu,
                                           double smallest_eigenvalue) {
  DenseContactProblem problem;
  for (int i = 0; i < contacts; ++i) problem.add_frictional(random.uniform(0.0, largest_mu), tangents);
  const int n = contacts * (1 + tangents);
  problem.g = random.positive_definite(n, smallest_eigenvalue);
  problem.c = random.vector(n);
  return problem;
}

}  // namespace nsdbench::testing
