#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "experiments/woodpecker_limit_cycle/studies.hpp"
#include "support/computation_failed.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments::woodpecker {
namespace {

// The k-th of evenly spread initial states over the admissible configurations and twice the cycle's velocities.
BirdState spread_state(const problems::WoodpeckerParameters& p, int k) {
  const double phi_m_max = (p.r_M - p.r_O) / p.h_M;
  const double phi_s_max = (p.l_M + p.l_G - p.l_S - p.r_O) / p.h_S;
  // Additive recurrence with the powers of the root of x^6 = x + 1: fixed, evenly spread points in five dimensions.
  constexpr double root = 1.1347241384015194;
  std::array<double, 5> x{};
  double power = 1.0;
  for (double& entry : x) {
    power /= root;
    entry = 2.0 * (0.5 + k * power - std::floor(0.5 + k * power)) - 1.0;
  }
  BirdState state;
  state.q << 0.0, phi_m_max * x[0], phi_s_max + 0.35 * (x[1] - 1.0);
  state.u << 0.7 * x[2], 60.0 * x[3], 35.0 * x[4];
  return state;
}

// Short motions from `count` of them: what the solver meets beyond the cycle, two closed contacts and jammed sleeves
// among it.
SolverStatistics start_anywhere(CycleRuns& runs, int count) {
  SolverStatistics statistics;
  for (int k = 1; k <= count; ++k) {
    BirdState state = spread_state(runs.bird().parameters(), k);
    try {
      runs.integrate(state, 2e-5, 0.05, {&statistics});
    } catch (const UnsolvedContactProblem&) {
      ++statistics.unsolved;
    }
  }
  return statistics;
}

// Motions from Table I's start with the step sizes that the paper names.
void solve_with_named_step_sizes(Experiment& experiment, CycleRuns& runs) {
  for (const double h : {1e-4, 1e-5, 1e-6}) {
    experiment.progress().update("solver check", 0.5);
    BirdState state = runs.bird().initial_state();
    try {
      runs.follow(state, h, experiment.options().quick ? 2 : 10);
    } catch (const UnsolvedContactProblem& failure) {
      ++runs.solver_statistics().unsolved;
      experiment.note("solver check at dt = " + support::readable(h) + " s: " + failure.what());
    }
  }
}

// The same toy with a beak too short to reach the pole within the angles that the model holds for.
void measure_without_beak(Experiment& experiment, CycleRuns& runs) {
  problems::WoodpeckerParameters p = runs.bird().parameters();
  constexpr double reach = 1.0;  // rad
  const double length = p.l_M + p.l_G - p.r_O - p.h_S * reach;
  if (!(length > 0.0 && length < p.l_S)) return;
  p.l_S = length;
  CycleRuns without(experiment, p);
  const double dt = *experiment.options().dt;
  CycleStatistics cycle(dt);
  constexpr int cycles = 10;
  MeanCycle mean;
  try {
    BirdState state = without.settle(without.bird().initial_state(), dt, settling_cycles);
    mean = mean_cycle(without.follow(state, dt, cycles, {&cycle}));
  } catch (const support::ComputationFailed& failure) {
    experiment.note(std::string("With a beak too short to reach the pole: ") + failure.what() + ".");
    return;
  }
  experiment.quantity("fall_height_without_beak", mean.fall_height, "m", Uncertainty::of_one_step_size(),
                      "mean height lost in each of ten cycles, after 100, with a beak too short to reach the pole");
  experiment.quantity("stick_phases_without_beak", static_cast<double>(cycle.stick_phases()), "1", Uncertainty::count(),
                      "how often the sleeve's lower edge starts to stick in those ten cycles and up to the section");
}

}  // namespace

void measure_distances(Experiment& experiment, CycleRuns& runs, const BirdState& settled) {
  const double dt = *experiment.options().dt;
  const BirdState start = runs.bird().initial_state();
  const double distance = runs.distance_from_cycle(settled, dt, start);
  const auto distance_at = [&](double h) {
    return runs.distance_from_cycle(runs.settle(settled, h, transient_cycles), h, start);
  };
  double told = distance;
  std::optional<double> half_width;
  if (runs.is_midpoint_rule()) {
    told = distance_at(0.5 * dt);
    half_width = std::abs(told - distance);
  } else {
    half_width = uncertainty({distance, distance_at(refined_step(dt, 1)), distance_at(refined_step(dt, 2))},
                             rounding_of(distance));
  }
  experiment.quantity(
      "distance_of_start_from_midpoint_cycle", told, "1", Uncertainty::or_unknown(half_width, finer_runs_disagree),
      "distance of Table I's start from the cycle as the run's method has it: smallest, over the cycle, "
      "of the largest difference in phi_M, phi_S, v, omega_M, omega_S, each relative to its range over "
      "the cycle; with half the step size of the run where it is fixed");
  BirdState perturbed = start;
  perturbed.u(2) *= 0.9;
  const BirdState returned = runs.settle(perturbed, dt, settling_cycles);
  experiment.quantity("perturbed_start_distance", runs.distance_from_cycle(settled, dt, perturbed), "1",
                      Uncertainty::of_one_step_size(),
                      "distance from the cycle, as above, of Table I's start with omega_S reduced by 10 %");
  experiment.quantity("perturbed_start_distance_after_100_cycles", runs.distance_from_cycle(settled, dt, returned), "1",
                      Uncertainty::of_one_step_size(), "the same after 100 cycles");
}

void check_contact_problems(Experiment& experiment, CycleRuns& runs, const SolverStatistics& on_cycle) {
  measure_without_beak(experiment, runs);
  solve_with_named_step_sizes(experiment, runs);
  SolverStatistics all = runs.solver_statistics();
  const SolverStatistics anywhere = start_anywhere(runs, experiment.options().quick ? 40 : 400);
  experiment.quantity(
      "lcp_dimension_max", 3.0 * all.active_contacts_max, "1", Uncertainty::count(),
      "largest dimension of an LCP on the motion from Table I's start and on the cycle: three times the "
      "number of closed contacts");
  all.merge(anywhere);
  experiment.quantity("second_smallest_gap_min", on_cycle.second_smallest_gap_min, "m", Uncertainty::of_one_step_size(),
                      "smallest value, over the settled cycle, of the second smallest gap: two contacts are never "
                      "closed at once where it is positive");
  experiment.quantity("lcp_dimension_max_any_start", 3.0 * anywhere.active_contacts_max, "1", Uncertainty::count(),
                      "largest dimension of an LCP met from initial states all over the state space");
  experiment.quantity("lcp_cases_max", std::ldexp(1.0, 3 * anywhere.active_contacts_max), "1", Uncertainty::count(),
                      "cases of an LCP of that dimension: each row has two");
  experiment.quantity("contact_states_max", std::ldexp(1.0, 2 * anywhere.active_contacts_max), "1",
                      Uncertainty::count(),
                      "combinations of separation, sticking and sliding in two directions of as many contacts");
  experiment.quantity("lcp_unsolved_any_start", static_cast<double>(anywhere.unsolved), "1", Uncertainty::count(),
                      "LCPs left unsolved from those initial states");
  experiment.quantity("lcp_solved", static_cast<double>(all.lcps), "1", Uncertainty::count(),
                      "number of LCPs solved in all runs");
  experiment.quantity("lcp_unsolved", static_cast<double>(all.unsolved), "1", Uncertainty::count(),
                      "number of LCPs left unsolved in all runs (dt = 1e-4, 1e-5, 1e-6 s, the study's, and the other "
                      "initial states)");
  experiment.quantity("lcp_residual_max", all.residual_max, "1", Uncertainty::residual(1e-10),
                      "largest recomputed residual of a contact problem in all runs");
  experiment.quantity("both_sleeve_edges_closed", static_cast<double>(all.both_edges_closed), "1", Uncertainty::count(),
                      "number of steps with both edges of the sleeve in contact");
}

}  // namespace nsdbench::experiments::woodpecker
