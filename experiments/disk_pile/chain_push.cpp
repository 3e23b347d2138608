#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/disk_pile/chain_waves.hpp"
#include "experiments/disk_pile/few_sweeps.hpp"
#include "experiments/disk_pile/parts.hpp"
#include "experiments/disk_pile/pressed_chain.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

// The chain at rest, and from then on pushed by a larger force at its left end. Displacements and velocities in those
// that the additional force gives a single grain within a step.
class Push {
 public:
  static constexpr int steps = 200;

  Push(const Setting& setting, RoundContactSolver& solver, support::Table* table, int sweeps)
      : chain_(grains, setting.parameters.mass(), setting.dt, setting.parameters.weight()) {
    const double force = setting.parameters.weight();
    velocity_unit_ = push * force * setting.dt / setting.parameters.mass();
    displacement_unit_ = velocity_unit_ * setting.dt;
    if (table != nullptr) row(*table, sweeps, 0);
    for (int s = 1; s <= steps; ++s) {
      const SolverResult result = chain_.step(solver, (1.0 + push) * force, force);
      solved_ = solved_ && result.solved();
      if (s == 1) {
        first_iterations_ = result.iterations;
        first_newton_steps_ = solver.newton_steps();
        first_velocity_ = last_velocity();
      }
      residual_ = std::max(residual_, result.residual);
      shortening_ = std::max(shortening_, std::abs(chain_.displacement(0) - chain_.displacement(grains - 1)));
      require_closed();
      velocities_.push_back(last_velocity());
      if (table != nullptr) row(*table, sweeps, s);
    }
    if (table != nullptr) table->break_line();
  }

  bool solved() const { return solved_; }
  int first_iterations() const { return first_iterations_; }
  int first_newton_steps() const { return first_newton_steps_; }
  double residual() const { return residual_; }
  double shortening() const { return shortening_ / displacement_unit_; }
  // Of the last grain in the first step, relative to that of a rigid chain.
  double first_velocity() const { return first_velocity_ * grains; }
  // When the last grain reaches `velocity`, linear between steps.
  double arrival(double velocity) const {
    double before = 0.0;
    for (std::size_t s = 0; s < velocities_.size(); ++s) {
      if (velocities_[s] >= velocity) return static_cast<double>(s) + (velocity - before) / (velocities_[s] - before);
      before = velocities_[s];
    }
    return std::nan("");
  }

 private:
  void require_closed() const {
    for (int k = 0; k + 1 < grains; ++k) {
      if (!(chain_.percussion(k) > 0.0)) throw support::ComputationFailed("a contact of the pushed chain opened");
    }
  }
  double last_velocity() const { return chain_.velocity(grains - 1) / velocity_unit_; }
  void row(support::Table& table, int sweeps, int s) const {
    std::vector<double> values = {static_cast<double>(sweeps), static_cast<double>(s)};
    for (const int grain : {1, 16, 32, 48, 64}) values.push_back(chain_.displacement(grain - 1) / displacement_unit_);
    table.row(values);
  }

  PressedChain chain_;
  double velocity_unit_ = 0.0;
  double displacement_unit_ = 0.0;
  bool solved_ = true;
  int first_iterations_ = 0;
  int first_newton_steps_ = 0;
  double residual_ = 0.0;
  double shortening_ = 0.0;
  double first_velocity_ = 0.0;
  std::vector<double> velocities_;
};

// With few sweeps: the front, and how much shorter the chain becomes.
double push_with(Experiment& experiment, const Setting& setting, support::Table& table, int sweeps) {
  RoundContactSolver solver = sweeping_solver(sweeps);
  const Push pushed(setting, solver, &table, sweeps);
  const std::string of = case_of(sweeps, "sweeps");
  // Behind the front springs of stiffness k give the grains the velocity force/sqrt(k m), in these units 1/sqrt(N), and
  // the last one, which is free, twice that: half of it is the middle of the front.
  const double speed = sound_speed(sweeps);
  const double arrival = pushed.arrival(1.0 / speed);
  experiment.quantity("front_speed_ratio" + of, grains / arrival / speed, "1", grains / (arrival * arrival * speed),
                      "speed of a front through the chain, relative to sqrt(sweeps) d/dt; uncertainty: one step");
  experiment.quantity(
      "chain_shortening_max" + of, pushed.shortening(), "1", Uncertainty::of_one_run(),
      "largest shortening of the chain in 200 steps, in displacements that the additional force gives a "
      "single grain in a step");
  experiment.quantity("residual_max" + of, pushed.residual(), "1", Uncertainty::of_one_run(),
                      "largest residual that the sweeps leave in 200 steps, relative to max |c|");
  return pushed.shortening();
}

// Solved to a residual: no relative velocity is larger than `tolerance` v_ref, with v_ref that of the left end under
// the forces. The mean of the velocities is exact. The last grain is off by at most (n - 1)/2 of these, and the chain
// shorter by at most n - 1 in each step.
double push_solved(Experiment& experiment, const Setting& setting, support::Table* table, double tolerance,
                   const char* of) {
  RoundSolverOptions options = setting.solver;
  options.tolerance = tolerance;
  RoundContactSolver solver(options, setting.fallback);
  const Push pushed(setting, solver, table, 0);
  if (!pushed.solved()) throw support::ComputationFailed("a contact problem of the pushed chain stayed unsolved");
  const double reference = tolerance * (1.0 + push) / push;
  const double rigid = 1.0 / grains;
  experiment.quantity(
      std::string("last_grain_velocity_error") + of, std::abs(pushed.first_velocity() - 1.0), "1",
      Uncertainty::residual(0.5 * (grains - 1) * reference / rigid),
      "relative difference of the last grain's velocity after the first step from that of a rigid chain");
  experiment.quantity(std::string("chain_shortening_max") + of, pushed.shortening(), "1",
                      Uncertainty::residual(Push::steps * (grains - 1) * reference),
                      "largest shortening of the chain in 200 steps, in the same unit");
  experiment.quantity(std::string("chain_iterations") + of, pushed.first_iterations(), "1", Uncertainty::count(),
                      "iterations of the contact solver in the first step");
  experiment.quantity(std::string("chain_newton_steps") + of, pushed.first_newton_steps(), "1", Uncertainty::count(),
                      "Newton steps among these iterations; each costs much more than a sweep");
  return pushed.shortening();
}

}  // namespace

void push_chain(Experiment& experiment, const Setting& setting) {
  experiment.progress().update("pushed chain", 0.0);
  const char* unit_text = "in displacements that the additional force gives a single grain in a step";
  auto& table = experiment.table("chain_push", {{"sweeps", "1", "a step; 0: solved to 1e-6"},
                                                {"step", "1"},
                                                {"x_1", "1", unit_text},
                                                {"x_16", "1", "likewise"},
                                                {"x_32", "1", "likewise"},
                                                {"x_48", "1", "likewise"},
                                                {"x_64", "1", "likewise"}});
  push_with(experiment, setting, table, 1);
  const double elastic = push_with(experiment, setting, table, 10);
  const double solved = push_solved(experiment, setting, &table, 1e-6, "_1e_6");
  push_solved(experiment, setting, nullptr, 1e-8, "_1e_8");
  experiment.quantity("shortening_ratio_10_sweeps", elastic / solved, "1", Uncertainty::of_one_run(),
                      "chain_shortening_max_10_sweeps over chain_shortening_max_1e_6");
}

}  // namespace nsdbench::experiments::disk_pile
