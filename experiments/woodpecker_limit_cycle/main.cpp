// The woodpecker toy (Glocker & Studer 2005, sec. 4 and Table I): Figures 4, 5, 6 and the maps of Figures 1, 2.
//
//   M du - h dt - sum_i (w_Ni dL_Ni + w_Ti dL_Ti) = 0,   three frictional unilateral contacts (eqs 6, 14-16)
// integrated by Moreau's midpoint rule (sec. 5); every step's inequality problem is an LCP in standard form (eq. 33).
//
//   woodpecker_limit_cycle                               the paper's setting
//   woodpecker_limit_cycle --dt 1e-6 --cycles 10         a finer and longer run
//   woodpecker_limit_cycle --set mu_2=0.35 --set mu_3=0.35  another friction coefficient
//
//   woodpecker_limit_cycle --integrator event_driven        another integrator
//
// The run has six parts: the motion from Table I's start (Figs 4, 5), the settled cycle (Fig. 6), the cycle's
// quantities at many step sizes and their limits for dt -> 0, the distance of Table I's start from the cycle with a
// check of the contact problems, the state after about one cycle against reference-data/truth/woodpecker.json, and the
// times when contacts switch. What concerns step sizes and contact problems is of the midpoint rule and left out with
// other integrators.
#include <iostream>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/run_outcome.hpp"
#include "experiments/woodpecker_limit_cycle/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::woodpecker;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::WoodpeckerParameters;

void measure(Experiment& experiment, const WoodpeckerParameters& parameters) {
  const bool quick = experiment.options().quick;
  CycleRuns runs(experiment, parameters);
  experiment.integrator_settings(runs.integrator(*experiment.options().dt)->settings());
  draw_time_history(experiment, runs);
  experiment.progress().update("settling", 0.0);
  const BirdState settled = runs.settle(runs.bird().initial_state(), *experiment.options().dt, settling_cycles);
  const SolverStatistics on_cycle = draw_limit_cycle(experiment, runs, settled);
  const std::vector<double> steps = quick ? jittered_step_sizes(1e-4, 4, 6) : jittered_step_sizes(1e-4, 5, 12);
  if (runs.is_midpoint_rule()) {
    study_step_sizes(experiment, runs, settled, steps);
  } else {
    measure_cycle(experiment, runs, settled);
  }
  measure_distances(experiment, runs, settled);
  if (runs.is_midpoint_rule()) check_contact_problems(experiment, runs, on_cycle);
  compare_with_reference(experiment, runs, steps);
  measure_switching_times(experiment, runs, settled);
}

// A motion that is not cyclic (the sleeve may jam and the bird come to rest) is a result, too: the record says so and
// holds what was found until then. An LCP that stays unsolved is a failure, which leaves the same.
void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  const auto record_unsolved = [&](double unsolved) {
    experiment.progress().clear();
    experiment.quantity("lcp_unsolved", unsolved, "1", Uncertainty::count(),
                        "number of LCPs left unsolved when the run ended");
  };
  try {
    measure(experiment, parameters);
  } catch (const experiments::UnsolvedContactProblem& failure) {
    record_unsolved(1.0);
    experiment.incomplete(failure.what());
  } catch (const support::ComputationFailed& failure) {
    record_unsolved(0.0);
    std::cerr << "woodpecker_limit_cycle: " << failure.what() << '\n';
    experiment.note(std::string("The run ended early: ") + failure.what() + ".");
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_limit_cycle";
  info.paper = "glocker2005";
  info.title = "The woodpecker toy of Glocker & Studer 2005: time histories, limit cycle and its quantities";
  info.description =
      "Integrates the woodpecker (sec. 4, Table I) by Moreau's midpoint rule; every step's contact problem is\n"
      "the LCP of eq. (33). --cycles sets how many cycles Figures 4 and 5 show; the limit cycle is reached after\n"
      "100 more, and its quantities are taken to the limit of small steps.\n\n"
      "  woodpecker_limit_cycle\n"
      "  woodpecker_limit_cycle --dt 1e-6 --cycles 10 --out results/finer\n"
      "  woodpecker_limit_cycle --integrator event_driven\n"
      "  woodpecker_limit_cycle --set mu_2=0.35 --set mu_3=0.35 --out results/more-friction";
  info.impacts = "beak and sleeve hit the pole";
  info.default_dt = 1e-5;
  info.default_cycles = 4;
  info.least_time = 0.1;
  info.figures = {
      {"glocker2005_fig1", "The set-valued maps Upr and Sgn"},
      {"glocker2005_fig2", "Decomposition of Sgn into two Upr"},
      {"glocker2005_fig4", "Angle and angular velocity of the woodpecker"},
      {"glocker2005_fig5", "Angle and angular velocity of the sleeve"},
      {"glocker2005_fig6", "Limit cycle in the phase space: sleeve and woodpecker"},
      {"woodpecker_convergence", "Period of the limit cycle against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
