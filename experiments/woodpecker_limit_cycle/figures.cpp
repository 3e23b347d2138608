#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/woodpecker_limit_cycle/studies.hpp"
#include "solvers/analysis/energy.hpp"
#include "solvers/integration/time_stepping/midpoint_step.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

using problems::Woodpecker;

std::vector<support::Column> state_columns() {
  return {{"t", "s"},   {"y", "m"},           {"phi_M", "rad"},    {"phi_S", "rad"},
          {"v", "m/s"}, {"omega_M", "rad/s"}, {"omega_S", "rad/s"}};
}

// Rows for figures, so that jumps stay upright. The midpoint rule: a step every 1e-4 s (more rarely in long runs), and
// every step with an impact. Other methods: both ends of every step and, with dense output, states in between.
class Drawing : public Observer<Woodpecker> {
 public:
  Drawing(support::Table& table, double dt, int cycles) : table_(table) {
    constexpr double spacing = 1e-4;
    constexpr double rows = 1e5;
    constexpr double typical_period = 0.15;
    stride_ = std::max(1L, std::lround(std::max(spacing, cycles * typical_period / rows) / dt));
  }

  void row(const BirdState& s) { table_.row({s.t, s.q(0), s.q(1), s.q(2), s.u(0), s.u(1), s.u(2)}); }

  bool on_step(const BirdStep& step) override {
    if (const auto* midpoint = dynamic_cast<const MidpointStep<Woodpecker>*>(&step)) {
      const bool impact = midpoint->report().normal_approach.minCoeff() < -0.01;  // m/s
      if (impact) row(step.begin());
      if (impact || ++step_ % stride_ == 0) row(step.end());
      return true;
    }
    constexpr int pieces = 40;
    row(step.begin());
    for_states_of(step, pieces, [&](const BirdState& state) { row(state); });
    return true;
  }

 private:
  support::Table& table_;
  long stride_ = 1;
  long step_ = 0;
};

// Work of the contacts [J], by the midpoint rule's percussions.
class PercussionWork : public Observer<Woodpecker> {
 public:
  explicit PercussionWork(const Woodpecker& bird) : bird_(bird) {}
  bool on_step(const BirdStep& step) override {
    work_ += step_work(bird_, step).total();
    return true;
  }
  double work() const { return work_; }

 private:
  const Woodpecker& bird_;
  double work_ = 0.0;
};

}  // namespace

void draw_time_history(Experiment& experiment, CycleRuns& runs) {
  const double dt = *experiment.options().dt;
  const int cycles = *experiment.options().cycles;
  Drawing drawing(experiment.table("time_history", state_columns()), dt, cycles);
  BirdState state = runs.bird().initial_state();
  drawing.row(state);
  runs.follow(state, dt, cycles, {&drawing});
}

SolverStatistics draw_limit_cycle(Experiment& experiment, CycleRuns& runs, const BirdState& settled) {
  const double dt = *experiment.options().dt;
  Drawing drawing(experiment.table("limit_cycle", state_columns()), dt, 2);
  SolverStatistics problems;
  CycleStatistics cycle(dt);
  PercussionWork contacts(runs.bird());
  ImpactEnergy impacts;
  BirdState state = settled;
  // The settled state lies just past the section: the first return is one cycle ahead, the second two.
  runs.follow(state, dt, 1, {&drawing, &problems, &cycle, &impacts, runs.is_midpoint_rule() ? &contacts : nullptr});
  if (runs.is_midpoint_rule()) {
    const double fallen = state.q(0) - settled.q(0);
    const auto& p = runs.bird().parameters();
    const double gravity_work = -(p.m_S + p.m_M) * p.g * fallen;
    experiment.quantity("energy_balance_mismatch", std::abs(1.0 + contacts.work() / gravity_work), "1",
                        Uncertainty::of_one_run(),
                        "work of gravity over two settled cycles plus work of the contacts, relative to the former; "
                        "not zero because the cycle closes to O(dt) only");
  }
  // What a contact solver may leave in velocities of 1 m/s, of a toy with less than 0.1 J.
  experiment.quantity(
      "impact_energy_growth_max", impacts.growth_max, "J", Uncertainty::residual(1e-10),
      "largest kinetic energy that an impact puts in, over two settled cycles; Newton's law with unequal "
      "restitution coefficients may, and here it does not");
  experiment.quantity("stick_fraction_contact_2", cycle.stick_fraction(), "1", Uncertainty::of_one_step_size(),
                      "fraction of the settled cycle in which the sleeve's lower edge sticks");
  experiment.quantity("stick_phases_per_cycle", 0.5 * static_cast<double>(cycle.stick_phases()), "1",
                      Uncertainty::count(),
                      "how often the sleeve's lower edge starts to stick, per cycle, over two cycles");
  return problems;
}

}  // namespace nsdbench::experiments::woodpecker
