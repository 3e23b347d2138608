// A ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1): Figures 9 and 10.
//
//   m zddot = -m g + lambda,   0 <= z,   xi = zdot^+ + eps zdot^-,   -Lambda in Upr(xi),   eps = 0.7,  z_0 = 0.07 m
//
//   bouncing_ball_accumulation                                    the paper's ball
//   bouncing_ball_accumulation --dt-min 1e-6                      sharper impacts
//   bouncing_ball_accumulation --set epsilon_N=0.9 --end-time 3   a livelier ball
//   bouncing_ball_accumulation --integrator event_driven          the same ball by another method
//
// The motion is known in closed form: the impacts t_k and their accumulation point are compared with it. Two parts:
// step size adjustment with extrapolation, over odd substeps (Fig. 10) and over all (Fig. 9); and the base scheme by
// itself, with a fixed step, at one step size and at many.
#include "experiments/bouncing_ball_accumulation/studies.hpp"
#include "experiments/support/experiment.hpp"
#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::ball;
using experiments::Experiment;
using problems::BouncingBallParameters;

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<BouncingBallParameters>("bouncing_ball");
  const BouncingBall ball(parameters);
  const ExactBouncingBall exact(parameters);
  const std::string& integrator = experiment.options().integrator;
  experiment.require_integrator(why_not_applicable(integrator, ball));
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.note("The paper prints neither g nor tolerances nor the end time.");
  const Setting setting{ball, exact, *solver};
  draw_exact(experiment.table("exact", exact_columns()), ball, exact, *experiment.options().end_time);

  if (integrator == "moreau_adjusted") {
    if (adjust_steps(experiment, setting)) fix_steps(experiment, setting);
  } else if (integrator == "moreau") {
    experiment.note("Step size adjustment and extrapolation (Figures 9, 10) belong to the integrator moreau_adjusted.");
    fix_steps(experiment, setting);
  } else {
    experiment.note(
        "Step size adjustment and extrapolation (Figures 9, 10) belong to the integrator moreau_adjusted, "
        "the study of fixed steps to moreau.");
    integrate_motion(experiment, setting);
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "bouncing_ball_accumulation";
  info.paper = "studer2008";
  info.title =
      "Ball falling on a table (Studer, Leine & Glocker 2008, sec. 10.1): Figures 9 and 10, and the fixed step";
  info.description =
      "Integrates the bouncing ball with step size adjustment and extrapolation, over odd substeps and over all, and\n"
      "by the base scheme with a fixed step --dt, and compares with the closed form.\n\n"
      "  bouncing_ball_accumulation\n"
      "  bouncing_ball_accumulation --dt-min 1e-6 --out results/sharper\n"
      "  bouncing_ball_accumulation --set epsilon_N=0.9 --end-time 3 --out results/livelier\n"
      "  bouncing_ball_accumulation --integrator event_driven";
  info.default_integrator = "moreau_adjusted";
  info.impacts = "the ball hits the table";
  info.default_dt = 1e-3;
  info.default_control = experiments::StepControl{1e-5, 0.05, 0, 1e-8, 0.0};
  info.default_end_time = 1.0;
  info.figures = {
      {"studer2008_fig9", "All substeps: step size, and velocity after the accumulation point"},
      {"studer2008_fig10", "Odd substeps: step size, order, height and velocity"},
      {"studer2008_fig10cd_fixed_step",
       "Height and velocity of the ball, by a fixed step or the chosen integrator, with the closed form"},
      {"bouncing_ball_convergence", "Errors of height and velocity against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
