// The steps of Moreau's midpoint rule, for callers of single steps and for observers of a run.
#pragma once

#include <array>
#include <optional>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/integration/step.hpp"

namespace nsdbench {

// What happened in one step. Entries of contacts that are not in H are zero and `impressed`.
template <MechanicalSystem S>
struct StepReport {
  static constexpr int contacts = S::contact_count;
  static constexpr int tangential_dimension = S::tangential_dimension;
  using Scalar = ScalarOf<S>;
  using Contacts = Vector<contacts, Scalar>;
  using TangentialContacts = Matrix<contacts, tangential_dimension, Scalar>;

  Scalar dt = 0.0;
  SolverResult solver{SolverStatus::solved, 0.0, 0};  // of the contact problem; solved, 0, 0 if H is empty
  int active_contacts = 0;                            // number of elements in H
  std::array<bool, contacts> active{};                // i in H
  Contacts gaps = Contacts::Zero();                   // g_N(q_M, t_M) [m]
  Contacts normal_approach = Contacts::Zero();        // gamma_NA of contacts in H [m/s]
  Contacts normal_percussions = Contacts::Zero();     // P_N [N s]
  TangentialContacts tangential_percussions = TangentialContacts::Zero();  // P_T [N s], one row per contact
  Scalar contact_work = 0.0;                                               // as Step::contact_work() [J]
  std::array<Mode, contacts> normal_modes{};
  std::array<Mode, contacts> tangential_modes{};
  // Why u_E was not computed: the contact problem is unsolved, or `singular` if M is not positive definite or the
  // result not finite, which `solver` then says, too.
  StopReason failure = StopReason::unsolved;

  // True if u_E was computed: the contact problem is solved and M was positive definite.
  bool advanced() const { return solver.solved(); }
  ModeVector<S> modes() const { return {normal_modes, tangential_modes}; }
};

// A step of a run with Moreau's midpoint rule.
template <MechanicalSystem S>
class MidpointStep final : public Step<S> {
 public:
  static constexpr int convergence_order = 1;

  ModeVector<S> modes() const override { return report_->modes(); }
  // Whether modes() is `modes`, without a copy.
  bool has_modes(const ModeVector<S>& modes) const {
    return report_->normal_modes == modes.normal && report_->tangential_modes == modes.tangential;
  }
  Percussions<S> percussions() const override { return {report_->normal_percussions, report_->tangential_percussions}; }
  std::optional<ScalarOf<S>> contact_work() const override { return report_->contact_work; }
  int order() const override { return convergence_order; }
  long solver_iterations() const override { return report_->solver.iterations; }

  // Gaps at the midpoint, approach velocities, active contacts.
  const StepReport<S>& report() const { return *report_; }

  // Keeps references to all arguments.
  void show(const StateOf<S>& begin, const StateOf<S>& end, const StepReport<S>& report) {
    Step<S>::show(begin, end, report.dt);
    report_ = &report;
  }

 private:
  const StepReport<S>* report_ = nullptr;
};

// The report of a step that a run with `moreau` shows. Throws std::bad_cast for any other method's
// step.
template <MechanicalSystem S>
const StepReport<S>& midpoint_report(const Step<S>& step) {
  return dynamic_cast<const MidpointStep<S>&>(step).report();
}

}  // namespace nsdbench
