// Motions of the woodpecker from cycle to cycle, by the integrator that was asked for.
#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_limit_cycle/statistics.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::woodpecker {

// Averages over the cycles between the first and the last crossing.
struct MeanCycle {
  double period = 0.0;       // [s]
  double fall_height = 0.0;  // [m]
};

class CycleRuns {
 public:
  // Null pointers are left out.
  using Observers = std::initializer_list<Observer<problems::Woodpecker>*>;

  // Throws std::invalid_argument if solver or integrator do not apply to the woodpecker.
  CycleRuns(const Experiment& experiment, const problems::WoodpeckerParameters& parameters);
  // By another integrator than the one that was asked for.
  CycleRuns(const Experiment& experiment, const problems::WoodpeckerParameters& parameters, std::string integrator);

  const problems::Woodpecker& bird() const { return bird_; }
  // Moreau's midpoint rule: the paper's method.
  bool is_midpoint_rule() const { return integrator_ == "moreau"; }

  // The integrator as fine as steps of dt [s] (integrator_settings.hpp).
  std::unique_ptr<Integrator<problems::Woodpecker>> integrator(double dt) const;

  // From `state` to the time `end`. Throws as follow() does.
  void integrate(BirdState& state, double dt, double end, Observers observers);

  // Follows the motion for `cycles` returns to the section phi_S = 0 (rising), and returns the crossings: cycles + 1 of
  // them. The last step observed is that of the last return. Throws UnsolvedContactProblem if a contact problem stays
  // unsolved, support::ComputationFailed if the motion is not cyclic or the run ended otherwise, std::invalid_argument
  // if the method does not treat impacts.
  std::vector<BirdState> follow(BirdState& state, double dt, int cycles, Observers observers = {});

  // A state on the cycle as the scheme with step dt has it, time and height set to zero.
  BirdState settle(BirdState state, double dt, int cycles);

  // Distance of `point` from the cycle through `on_cycle`: over the cycle's states, the smallest of the largest
  // difference in phi_M, phi_S, v, omega_M, omega_S, each divided by its range over the cycle.
  double distance_from_cycle(BirdState on_cycle, double dt, const BirdState& point);

  // Of all runs so far, with the midpoint rule.
  SolverStatistics& solver_statistics() { return solver_statistics_; }

 private:
  void require_completed(const Outcome& outcome) const;

  const Experiment& experiment_;
  problems::Woodpecker bird_;
  std::unique_ptr<ContactSolver> solver_;
  std::string integrator_;
  SolverStatistics solver_statistics_;
};

MeanCycle mean_cycle(const std::vector<BirdState>& crossings);

}  // namespace nsdbench::experiments::woodpecker
