#include "solvers/contact/lcp/contact_solutions.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/contact/lcp/enumeration.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"

namespace nsdbench {

namespace {

bool is_enumerated(const ContactProblemView& problem, StandardForm& form) {
  return form.build(problem) && form.size() <= largest_enumerated;
}

std::vector<double> velocities(const ContactProblemView& problem, const std::vector<double>& percussions) {
  std::vector<double> result(problem.c, problem.c + problem.size);
  for_each_entry(problem, [&](int i, int j, double g) {
    result[static_cast<std::size_t>(i)] += g * percussions[static_cast<std::size_t>(j)];
  });
  return result;
}

// Twice the digits of the tolerance that solutions of ill-conditioned bases keep.
bool differ(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  double size = 0.0;
  double distance = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    size = std::max({size, std::abs(a[k]), std::abs(b[k])});
    distance = std::max(distance, std::abs(a[k] - b[k]));
  }
  return distance > std::sqrt(tolerance) * size;
}

}  // namespace

std::vector<std::vector<double>> all_contact_solutions(const ContactProblemView& problem, double tolerance) {
  StandardForm form;
  if (!is_enumerated(problem, form)) return {};
  std::vector<std::vector<double>> solutions;
  for (const std::vector<double>& x : all_lcp_solutions(form.view(), tolerance)) {
    solutions.emplace_back(static_cast<std::size_t>(problem.size));
    form.split(problem, x, solutions.back());
  }
  return solutions;
}

Solvability solvability(const ContactProblemView& problem, double tolerance) {
  const auto solutions = all_contact_solutions(problem, tolerance);
  if (!solutions.empty()) {
    const std::vector<double> first = velocities(problem, solutions.front());
    const bool same = std::none_of(solutions.begin() + 1, solutions.end(), [&](const std::vector<double>& other) {
      return differ(first, velocities(problem, other), tolerance);
    });
    return same ? Solvability::one : Solvability::several;
  }
  StandardForm form;
  if (!is_enumerated(problem, form)) return Solvability::unknown;
  SolverOptions options;
  options.tolerance = tolerance;
  Enumeration enumeration(options);
  std::vector<double> x(static_cast<std::size_t>(form.size()));
  return enumeration.attempt(form.view(), x).status == SolverStatus::infeasible ? Solvability::none
                                                                                : Solvability::unknown;
}

}  // namespace nsdbench
