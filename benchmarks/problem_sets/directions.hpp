// Contact problems from a matrix of force directions: G = W^T W, with W taken to include M^(-1/2).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "benchmarks/problem_sets/random.hpp"
#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

class Directions {
 public:
  Directions(int dof, int columns)
      : dof_(dof), columns_(columns), values_(static_cast<std::size_t>(dof) * static_cast<std::size_t>(columns)) {}

  int dof() const { return dof_; }
  int columns() const { return columns_; }
  std::span<double> column(int j) { return {values_.data() + offset(j), static_cast<std::size_t>(dof_)}; }
  std::span<const double> column(int j) const { return {values_.data() + offset(j), static_cast<std::size_t>(dof_)}; }

  // Every entry uniform in [-1, 1), in the order of the columns.
  void fill(Random& random);

 private:
  std::size_t offset(int j) const { return static_cast<std::size_t>(j) * static_cast<std::size_t>(dof_); }

  int dof_;
  int columns_;
  std::vector<double> values_;
};

// Sum of products in the order of the entries.
double dot(std::span<const double> a, std::span<const double> b);

// Makes W such that some velocity opens every contact of `laws` strictly while nothing slides: normals that it does not
// open are reversed, tangents and Tresca friction made orthogonal to it. Then the contact problem has a
// solution whatever c is: no percussions within the friction cones cancel each other, W P = 0 (Acary,
// Cadoux, Lemarechal & Malick 2011 for discs; for intervals it follows from the theorem on copositive LCPs).
void make_openable(Directions& directions, std::span<const SetValuedLaw> laws, Random& random);

// Sets problem.dense = W^T W, symmetric to the last bit; problem.laws have as many coordinates as W has columns.
void set_delassus(ContactProblem& problem, const Directions& directions);

}  // namespace nsdbench::problem_sets
