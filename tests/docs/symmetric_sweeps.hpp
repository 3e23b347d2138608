// Projected Gauss-Seidel, law by law, forth and back.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/contact/deadline.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench {

class SymmetricSweeps : public ContactSolver {
 public:
  explicit SymmetricSweeps(const SolverOptions& options) : ContactSolver(options) {}
  std::string_view name() const override { return "symmetric_sweeps"; }

 protected:
  // Iterates from the percussions on entry: the warm start.
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override {
    constexpr int default_sweeps = 2000;
    const int limit = options().max_iterations > 0 ? options().max_iterations : default_sweeps;
    const Deadline deadline(options().time_limit);
    const int laws = static_cast<int>(problem.laws.size());
    set_up(problem, percussions);
    for (int sweep = 1; sweep <= limit; ++sweep) {
      for (int l = 0; l < laws; ++l) relax(problem, l, percussions);
      for (int l = laws - 1; l >= 0; --l) relax(problem, l, percussions);
      // The common residual is the stopping test too: it computes xi = G P + c anew, which also stops its drift.
      const double residual = contact_residual(problem, percussions, velocities_, {});
      if (residual <= options().tolerance) return {SolverStatus::solved, residual, sweep};
      if (deadline.passed()) return {SolverStatus::time_limit, residual, sweep};
    }
    return {SolverStatus::iteration_limit, 0.0, limit};
  }

 private:
  // The vectors keep their memory: the next problem of this size finds it there.
  void set_up(const ContactProblemView& problem, std::span<const double> percussions) {
    velocities_.assign(problem.c, problem.c + problem.size);
    problem.multiply_add(percussions.data(), velocities_.data());
    r_.resize(problem.laws.size());
    for (std::size_t l = 0; l < r_.size(); ++l) r_[l] = 1.0 / inverse_prox_parameter(problem, l);
  }

  // P_l = prox_l(P_l - r_l xi_l), then xi += G (change of P_l).
  void relax(const ContactProblemView& problem, int index, std::span<double> percussions) {
    const SetValuedLaw& law = problem.laws[static_cast<std::size_t>(index)];
    const auto first = static_cast<std::size_t>(law.offset);
    const auto dimension = static_cast<std::size_t>(law.dimension);
    std::array<double, 2> answer{};
    double length = 0.0;
    for (std::size_t k = 0; k < dimension; ++k) {
      answer[k] = percussions[first + k] - r_[static_cast<std::size_t>(index)] * velocities_[first + k];
      length = elementary::hypot(length, answer[k]);
    }
    if (law.kind == LawKind::unilateral) {
      answer[0] = std::max(answer[0], 0.0);
    } else {
      double bound = law.bound;
      if (law.kind == LawKind::coulomb) {
        const SetValuedLaw& normal = problem.laws[static_cast<std::size_t>(law.normal)];
        bound *= std::max(percussions[static_cast<std::size_t>(normal.offset)], 0.0);
      }
      if (length > bound) {
        for (double& entry : answer) entry *= bound / length;
      }
    }
    for (std::size_t k = 0; k < dimension; ++k) {
      const double change = answer[k] - percussions[first + k];
      if (change == 0.0) continue;
      const int column = law.offset + static_cast<int>(k);
      for (int i = 0; i < problem.size; ++i) velocities_[static_cast<std::size_t>(i)] += problem.g(i, column) * change;
      percussions[first + k] = answer[k];
    }
  }

  std::vector<double> velocities_;  // xi
  std::vector<double> r_;           // one per law
};

inline std::unique_ptr<ContactSolver> make_symmetric_sweeps(std::string_view /*name*/, const SolverOptions& options) {
  return std::make_unique<SymmetricSweeps>(options);
}

}  // namespace nsdbench
