#include "experiments/woodpecker_limit_cycle/cycle_runs.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/computation_failed.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

using problems::Woodpecker;

// Longest time one cycle may take before the run counts as not cyclic: some seven periods of the paper's cycle.
constexpr double longest_cycle = 1.0;

// Shows a run to all observers in turn; each sees all of it.
class AllObservers : public Observer<Woodpecker> {
 public:
  explicit AllObservers(CycleRuns::Observers observers) {
    for (Observer<Woodpecker>* observer : observers) {
      if (observer != nullptr) observers_.push_back(observer);
    }
  }
  bool on_step(const BirdStep& step) override {
    bool goes_on = true;
    for (Observer<Woodpecker>* observer : observers_) goes_on = observer->on_step(step) && goes_on;
    return goes_on;
  }
  bool on_event(const Event<Woodpecker>& event) override {
    bool goes_on = true;
    for (Observer<Woodpecker>* observer : observers_) goes_on = observer->on_event(event) && goes_on;
    return goes_on;
  }

 private:
  std::vector<Observer<Woodpecker>*> observers_;
};

// Collects the crossings of the section, and stops after the last one, or where the motion stays away too long.
class Crossings : public Observer<Woodpecker> {
 public:
  Crossings(double t, int cycles) : start_(t), last_return_(t), wanted_(static_cast<std::size_t>(cycles) + 1) {}

  bool on_step(const BirdStep& step) override {
    // A motion that starts on the section, where rounding may have put it below, does not return at once.
    constexpr double away = 1e-6;  // s
    const auto crossing = rising_zero_of_phi_s(step);
    if (crossing && crossing->t > start_ + away) {
      states_.push_back(*crossing);
      last_return_ = step.end().t;
    }
    return !complete() && step.end().t - last_return_ < longest_cycle;
  }

  bool complete() const { return states_.size() >= wanted_; }
  double last_return() const { return last_return_; }  // [s]
  const std::vector<BirdState>& states() const { return states_; }

 private:
  double start_;
  double last_return_;
  std::size_t wanted_;
  std::vector<BirdState> states_;
};

// phi_M, phi_S, v, omega_M, omega_S: what is periodic.
using Phase = Eigen::Matrix<double, 5, 1>;
Phase phase(const BirdState& state) {
  Phase x;
  x << state.q(1), state.q(2), state.u(0), state.u(1), state.u(2);
  return x;
}

class Phases : public Observer<Woodpecker> {
 public:
  bool on_step(const BirdStep& step) override {
    constexpr int pieces = 500;
    for_states_of(step, pieces, [&](const BirdState& state) { states_.push_back(phase(state)); });
    return true;
  }
  const std::vector<Phase>& states() const { return states_; }

 private:
  std::vector<Phase> states_;
};

}  // namespace

CycleRuns::CycleRuns(const Experiment& experiment, const problems::WoodpeckerParameters& parameters)
    : CycleRuns(experiment, parameters, experiment.options().integrator) {}

CycleRuns::CycleRuns(const Experiment& experiment, const problems::WoodpeckerParameters& parameters,
                     std::string integrator)
    : experiment_(experiment),
      bird_(parameters),
      solver_(make_contact_solver(experiment.options().solver)),
      integrator_(std::move(integrator)) {
  experiment.require_integrator(why_not_applicable(integrator_, bird_));
}

std::unique_ptr<Integrator<Woodpecker>> CycleRuns::integrator(double dt) const {
  return make_integrator(integrator_, bird_, *solver_, integrator_settings(integrator_, dt));
}

void CycleRuns::require_completed(const Outcome& outcome) const {
  experiments::require_applicable(experiment_, outcome);
  require_solved(outcome);
}

void CycleRuns::integrate(BirdState& state, double dt, double end, Observers observers) {
  AllObservers all(observers);
  require_completed(integrator(dt)->integrate(state, {end, {}, {}}, all));
}

std::vector<BirdState> CycleRuns::follow(BirdState& state, double dt, int cycles, Observers observers) {
  AllObservers wanted(observers);
  Crossings crossings(state.t, cycles);
  AllObservers all({&solver_statistics_, &wanted, &crossings});
  const double end = state.t + longest_cycle * (cycles + 1);
  require_completed(integrator(dt)->integrate(state, {end, {}, {}}, all));
  if (!crossings.complete()) {
    throw support::ComputationFailed("the motion is not cyclic: phi_S did not return to zero within 1 s after t = " +
                                     support::readable(crossings.last_return()) + " s");
  }
  return crossings.states();
}

BirdState CycleRuns::settle(BirdState state, double dt, int cycles) {
  follow(state, dt, cycles);
  state.t = 0.0;
  state.q(0) = 0.0;
  return state;
}

double CycleRuns::distance_from_cycle(BirdState on_cycle, double dt, const BirdState& point) {
  Phases phases;
  follow(on_cycle, dt, 2, {&phases});
  const std::vector<Phase>& states = phases.states();
  Phase smallest = states.front();
  Phase largest = states.front();
  for (const Phase& x : states) {
    smallest = smallest.cwiseMin(x);
    largest = largest.cwiseMax(x);
  }
  const Phase range = largest - smallest;
  double distance = std::numeric_limits<double>::infinity();
  for (const Phase& x : states) {
    distance = std::min(distance, (x - phase(point)).cwiseAbs().cwiseQuotient(range).maxCoeff());
  }
  return distance;
}

MeanCycle mean_cycle(const std::vector<BirdState>& crossings) {
  const double cycles = static_cast<double>(crossings.size() - 1);
  return {(crossings.back().t - crossings.front().t) / cycles,
          (crossings.front().q(0) - crossings.back().q(0)) / cycles};
}

}  // namespace nsdbench::experiments::woodpecker
