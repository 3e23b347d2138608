// The steps of implicit Euler with complementarity constraints, for callers of single steps and for observers of a run.
#pragma once

#include <algorithm>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/observer.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// An accepted or refused step. Entries of contacts without a force are zero and `impressed`.
template <MechanicalSystem S>
struct ProgramStepReport {
  using Contacts = Vector<S::contact_count>;
  double h = 0.0;
  SolverStatus status = SolverStatus::invalid_input;
  int iterations = 0;   // of the accepted program and of all that led to its step size
  int evaluations = 0;  // of programs, likewise
  int programs = 0;
  int failures = 0;                                            // programs among them that were not solved
  Contacts gaps = Contacts::Zero();                            // g_N(q_E) [m]
  Percussions<S> percussions;                                  // P_N, P_T [N s]
  ModeVector<S> modes;                                         // constraint: the gap is zero; the slip is zero
  Vector<S::dof> equation_residuals = Vector<S::dof>::Zero();  // |M du / h - f - W lambda| [N or N m]
  double equation_residual = 0.0;                              // their largest
  double equation_rounding = 0.0;                              // what rounding of the terms alone may leave of it
  double constraint_violation = 0.0;                           // max(-g_N, 0) [m]
  double complementarity = 0.0;  // max |min(h G_ii P_i, g_i)|, and of the friction laws likewise [m]
  bool landed = false;           // shortened such that a closing contact ends within the landing tolerance
  // Contacts that closed within the step, further than the landing tolerance from its beginning; known for steps of
  // runs.
  int unlanded = 0;
  bool advanced() const { return status == SolverStatus::solved; }
};

// A step of a run with `implicit_euler`.
template <MechanicalSystem S>
class ProgramStep final : public Step<S> {
 public:
  ModeVector<S> modes() const override { return report_->modes; }
  bool has_modes(const ModeVector<S>& modes) const { return report_->modes == modes; }
  Percussions<S> percussions() const override { return report_->percussions; }
  int order() const override { return 1; }
  long solver_iterations() const override { return report_->iterations; }

  // Gaps, residuals, violations.
  const ProgramStepReport<S>& report() const { return *report_; }

  // Keeps references to all arguments.
  void show(const StateOf<S>& begin, const StateOf<S>& end, const ProgramStepReport<S>& report) {
    Step<S>::show(begin, end, report.h);
    report_ = &report;
  }

 private:
  const ProgramStepReport<S>* report_ = nullptr;
};

// How well the steps of a run satisfy the original problem: the largest residuals (Chaturvedi, Sandu & Sandu, sec. 4),
// and how contacts closed. An observer calls update() with every step.
template <MechanicalSystem S>
struct ProgramAccuracy {
  Vector<S::dof> equation_residuals = Vector<S::dof>::Zero();  // [N or N m] of every coordinate
  double constraint_violation = 0.0;                           // [m]
  double complementarity = 0.0;                                // [m]
  long landings = 0;  // steps that were shortened to end with the closing of a contact
  long unlanded = 0;  // contacts that closed within a step of the smallest size

  void update(const ProgramStepReport<S>& report) {
    equation_residuals = equation_residuals.cwiseMax(report.equation_residuals);
    constraint_violation = std::max(constraint_violation, report.constraint_violation);
    complementarity = std::max(complementarity, report.complementarity);
    landings += report.landed ? 1 : 0;
    unlanded += report.unlanded;
  }
};

// The report of a step that a run with `implicit_euler` shows. Throws std::bad_cast for any other method's
// step.
template <MechanicalSystem S>
const ProgramStepReport<S>& program_report(const Step<S>& step) {
  return dynamic_cast<const ProgramStep<S>&>(step).report();
}

}  // namespace nsdbench
