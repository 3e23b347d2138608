// Energy of a bouncing ball (Studer, Leine & Glocker 2008, sec. 10.1, have the ball, not the question).
//
//   m zddot = -m g,  z >= 0,  zdot+ = -eps zdot-  at impacts
//
// An impact leaves the share eps^2 of the kinetic energy, and nothing else takes any: after k impacts the energy is
// eps^(2 k) times that of the start.
//
//   bouncing_ball_energy
//   bouncing_ball_energy --set epsilon_N=0.9 --dt 1e-5
//   bouncing_ball_energy --integrator event_driven
#include <cmath>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/run_outcome.hpp"
#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::BouncingBall;

struct Energies {
  double start = 0.0;  // [J]
  double end = 0.0;    // [J]
  long impacts = 0;
};

// The motion to the end time with `dt` [s] for the step size of --dt. Writes the energy after every step to `table`, if
// there is one.
Energies run_ball(Experiment& experiment, const BouncingBall& ball, double dt, support::Table* table) {
  const auto solver = make_contact_solver(experiment.options().solver);
  IntegratorSettings settings = experiments::integrator_settings(experiment.options());
  settings.dt = dt;
  const auto integrator = make_integrator(experiment.options().integrator, ball, *solver, settings);
  if (table != nullptr) experiment.integrator_settings(integrator->settings());  // for record and caption
  State<1> state = ball.initial_state();
  Energies energies;
  energies.start = total_energy(ball, state);
  const Outcome outcome =
      integrator->integrate(state, {*experiment.options().end_time}, [&](const Step<BouncingBall>& step) {
        if (table == nullptr) return;
        table->row({step.end().t, ball.potential_energy(step.end().q, step.end().t), total_energy(ball, step.end())});
      });
  experiments::require_applicable(experiment, outcome);
  experiments::require_solved(outcome);
  energies.end = total_energy(ball, state);
  energies.impacts = outcome.counts.impacts;
  return energies;
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<problems::BouncingBallParameters>("bouncing_ball");
  const BouncingBall ball(parameters);
  const double dt = *experiment.options().dt;

  experiment.require_integrator(why_not_applicable(experiment.options().integrator, ball));

  auto& table =
      experiment.table("energy", {{"t", "s"}, {"potential", "J"}, {"total", "J", "kinetic and potential energy"}});
  const Energies coarse = run_ball(experiment, ball, dt, &table);
  const Energies fine = run_ball(experiment, ball, 0.5 * dt, nullptr);

  // Moreau's rule has order 1: the error of the finer run is about its difference from the coarser one. A method that
  // chooses its steps by itself makes the same run twice, which says nothing.
  const double share = fine.end / fine.start;
  const double difference = std::abs(share - coarse.end / coarse.start);
  const Uncertainty uncertainty =
      difference > 0.0 ? Uncertainty(difference) : Uncertainty::unknown("Both runs made the same steps.");
  experiment.quantity("energy_share", share, "1", uncertainty, "energy at the end time over that at the start");
  experiment.quantity("impacts", static_cast<double>(fine.impacts), "1", Uncertainty::count(),
                      "impacts up to the end time");
  const double expected = elementary::pow(parameters.epsilon_N, 2.0 * static_cast<double>(fine.impacts));
  experiment.quantity("energy_share_error", std::abs(share - expected), "1", uncertainty,
                      "difference of energy_share from eps^(2 k), k the number of impacts");
  experiment.method("step_sizes", "dt for table and figure, dt/2 for quantities");
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "bouncing_ball_energy";
  info.paper = "example";
  info.parameters_of = "studer2008";
  info.title = "Bouncing ball: what impacts leave of the energy (an example)";
  info.description =
      "Integrates the ball of Studer, Leine & Glocker 2008, sec. 10.1, and compares its energy with eps^(2 k) after k\n"
      "impacts.\n\n"
      "  bouncing_ball_energy\n"
      "  bouncing_ball_energy --set epsilon_N=0.9 --dt 1e-5\n"
      "  bouncing_ball_energy --integrator event_driven";
  info.default_dt = 1e-4;
  info.default_end_time = 0.55;
  info.figures = {{"bouncing_ball_energy", "Potential and total energy over time"}};
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
