// The woodpecker toy with step size adjustment and extrapolation (Studer, Leine & Glocker 2008, sec. 10.4): Figures 13
// and 14, Table VII. Model and start: Glocker & Studer 2005, Table I.
//
//   woodpecker_step_size_adjustment                    the paper's setting: dt from 1e-7 s to 5e-3 s, orders up to 6
//   woodpecker_step_size_adjustment --dt-min 1e-9      sharper switching points
//   woodpecker_step_size_adjustment --set mu_2=0.35 --set mu_3=0.35
//
// 1. The motion over the first period (Fig. 13), its switching points and incidents (Table VII). 2. The error of phi_S
// against dt_max for every order p = 1 ... 6 with dt_min = 1e-10 s (Fig. 14), by the paper's reference and by a finer
// one, and with a dt_min so small that it does not count, in extended precision.
#include "experiments/support/experiment.hpp"
#include "experiments/woodpecker_step_size_adjustment/studies.hpp"
#include "solvers/contact/selection/registry.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::Woodpecker;
using problems::WoodpeckerParameters;

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.note(
      "The paper prints neither tolerance nor end time of Fig. 13, nor end time, norm and step sizes of Fig. 14.");
  if (!experiments::woodpecker_steps::show_motion(experiment, Woodpecker(parameters), *solver)) return;
  if (experiment.options().integrator == "moreau_adjusted") {
    experiments::woodpecker_steps::study_orders(experiment, parameters, *solver);
  } else {
    experiment.note("The study of orders belongs to step size adjustment with extrapolation alone.");
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_step_size_adjustment";
  info.paper = "studer2008";
  info.parameters_of = "glocker2005";
  info.title =
      "Woodpecker toy with step size adjustment (Studer, Leine & Glocker 2008, sec. 10.4): Figs 13, 14, Table VII";
  info.description =
      "Integrates the woodpecker over its first period with step size adjustment and extrapolation, lists its "
      "switching\n"
      "points and incidents, and measures the error against dt_max for every order. The options on steps are those of "
      "the\n"
      "motion drawn.\n\n"
      "  woodpecker_step_size_adjustment\n"
      "  woodpecker_step_size_adjustment --dt-min 1e-9 --out results/sharper\n"
      "  woodpecker_step_size_adjustment --set mu_2=0.35 --set mu_3=0.35 --out results/more-friction";
  info.default_integrator = "moreau_adjusted";
  info.impacts = "beak and sleeve hit the pole";
  info.default_control = experiments::StepControl{1e-7, 5e-3, 0, 1e-8, 0.0};
  info.default_end_time = 0.15;
  info.figures = {
      {"studer2008_fig13", "Portrait, angular velocities with modes, step size and order of the woodpecker"},
      {"studer2008_fig14",
       "Error of phi_S against dt_max for every order, against the paper's reference and a finer one"},
      {"studer2008_table7", "Table VII: the switching incidents of the first period, with their instants and modes"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
