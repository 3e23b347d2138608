// The smallest experiment: free fall in explicit Euler steps, to test the frame and nothing else.
#include <array>
#include <cmath>
#include <filesystem>
#include <new>
#include <stdexcept>

#include "experiments/support/contact_export.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/integration/motion_log.hpp"
#include "solvers/mechanics/state.hpp"
#include "support/computation_failed.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;

struct FreeFall {
  double m = 0, g = 0, epsilon = 0;

  static constexpr auto fields() {
    using problems::ParameterRange;
    return std::array{
        problems::ParameterField<FreeFall>{"m", &FreeFall::m, ParameterRange::positive, "kg", "mass"},
        problems::ParameterField<FreeFall>{"g", &FreeFall::g, ParameterRange::non_negative, "m/s^2", "gravity"},
        problems::ParameterField<FreeFall>{"epsilon", &FreeFall::epsilon, ParameterRange::unit_interval, "1",
                                           "restitution"}};
  }
};

// A step of the point mass as if the ground were where it is.
RoundContactProblem caught(double m, double v) {
  RoundContactProblem problem;
  problem.moving_bodies = 1;
  problem.free_bodies = {{0.0, v, 0.0, 1.0 / m}, {}};
  RoundContact ground;
  ground.first = 0;
  ground.second = 1;
  ground.ny = -1.0;
  ground.percussion_n = -m * v;
  problem.contacts = {ground};
  problem.seal();
  return problem;
}

void fall(experiments::Experiment& experiment) {
  const auto p = experiment.parameters<FreeFall>("free_fall");
  const double dt = *experiment.options().dt;
  const double end_time = *experiment.options().end_time;
  if (dt > 1.0) throw support::ComputationFailed("a time step above 1 s is beyond the toy");
  // As a container would that is to hold them all.
  if (*experiment.options().cycles > 1'000'000'000) throw std::bad_alloc();
  if (*experiment.options().cycles > 1'000'000) throw std::length_error("vector::reserve");
  // A run that is interrupted after the first of the rows that it keeps.
  if (*experiment.options().cycles == 999'999) {
    experiment.partial_rows("rows.partial", "settings").add("row", std::array{1.0});
    throw support::ComputationFailed("the toy is interrupted");
  }
  // It compares with nothing: what it reads is to be told apart.
  if (std::filesystem::exists(support::reference_data_directory() / "truth" / "toy.json")) {
    experiment.true_motion("toy");
  }
  experiment.method("scheme", "explicit Euler");
  experiment.method("substeps", 1.0);

  auto& motion =
      experiment.table("toy_motion", {{"t", "s"}, {"z", "m"}, {"v_down", "m/s", "downwards; empty at rest"}});
  experiments::ContactExport contacts(experiment);
  double t = 0.0, z = 0.0, v = 0.0;
  long step = 0;
  const auto state = [&] { return State<1>{t, Vector<1>(z), Vector<1>(v)}; };
  MotionTrace trace(state());
  while (t < end_time) {
    motion.row({t, z, v == 0.0 ? std::nan("") : -v});
    z += dt * v;
    v -= dt * p.g;
    t += dt;
    trace.step(state());
    if (contacts.asked_for(++step)) contacts.after_step(step, caught(p.m, v));
    experiment.progress().update("falling", t / end_time);
  }
  trace.finish(state());
  motion.break_line();
  motion.row({t, z, -v});
  experiment.quantity("final_height", z, "m", 0.5 * p.g * end_time * dt, "height at the end time");
  experiment.quantity("final_energy", 0.5 * p.m * v * v, "J", experiments::Uncertainty::of_one_step_size(),
                      "kinetic energy at the end time");
  experiment.quantity("steps", std::round(end_time / dt), "1", experiments::Uncertainty::count(), "steps of size dt");
  contacts.finish(experiment);
  experiment.note("The ground is missing.");
}

}  // namespace

int main(int argc, char** argv) {
  const experiments::ExperimentInfo info{.name = "toy",
                                         .paper = "toy2000",
                                         .parameters_of = {},
                                         .title = "Free fall",
                                         .description = "A point mass falls.",
                                         .impacts = {},
                                         .no_other_integrator = "the toy has explicit Euler steps only",
                                         .default_dt = 0.01,
                                         .default_control = experiments::StepControl{1e-5, 0.1, 0, 1e-6, 0.0},
                                         .default_end_time = 1.0,
                                         .default_cycles = 3,
                                         .default_tolerance = 1e-6,
                                         .default_threads = 1,
                                         .has_contact_export = true,
                                         .has_full_resolution = true,
                                         .figures = {{"toy2000_fig1", "Height and speed over time"}}};
  return experiments::run_experiment(argc, argv, info, fall);
}
