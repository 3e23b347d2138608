// A contact problem of any size with storage of its own, and its building blocks.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::testing {

struct DenseContactProblem {
  std::vector<SetValuedLaw> laws;
  Eigen::MatrixXd g;
  Eigen::VectorXd c;

  // Laws in the order they are added; returns the index of the new law.
  int add(LawKind kind, int dimension = 1, double bound = 0.0, int normal = -1) {
    int offset = 0;
    for (const SetValuedLaw& law : laws) offset += law.dimension;
    laws.push_back({kind, offset, dimension, normal, bound});
    return static_cast<int>(laws.size()) - 1;
  }
  int add_unilateral() { return add(LawKind::unilateral); }
  // A unilateral law and Coulomb friction on it.
  void add_frictional(double mu, int tangential_dimension = 1) {
    const int normal = add_unilateral();
    add(LawKind::coulomb, tangential_dimension, mu, normal);
  }

  int size() const { return static_cast<int>(c.size()); }
  ContactProblemView view() const {
    return {laws, static_cast<int>(c.size()), g.data(), static_cast<int>(g.outerStride()), c.data()};
  }
  Eigen::VectorXd xi(const Eigen::VectorXd& percussions) const { return g * percussions + c; }
};

struct Answer {
  SolverResult result;
  Eigen::VectorXd percussions;
  std::vector<Mode> modes;
};

inline Answer solve(ContactSolver& solver, const DenseContactProblem& problem) {
  Answer answer{{}, Eigen::VectorXd::Zero(problem.size()), std::vector<Mode>(problem.laws.size())};
  answer.result =
      solver.solve(problem.view(), {answer.percussions.data(), static_cast<std::size_t>(problem.size())}, answer.modes);
  return answer;
}

// Says whatever it is told to, and writes the percussions it is told to.
class ScriptedSolver : public ContactSolver {
 public:
  ScriptedSolver(SolverStatus status, double percussion) : status_(status), percussion_(percussion) {}
  std::string_view name() const override { return "scripted"; }

 protected:
  SolverResult attempt(const ContactProblemView& /*problem*/, std::span<double> percussions) override {
    for (double& entry : percussions) entry = percussion_;
    return {status_, 0.0, 1};
  }

 private:
  SolverStatus status_;
  double percussion_;
};

}  // namespace nsdbench::testing
