// Disks that rest, pour and push each other, where the answer is known (the chain: Unger, Brendel, Wolf & Kertesz
// 2002).
//
// A contact problem of n bodies is solved to a residual, and what its percussions are then worth depends on n. Here
// they are compared with closed forms, after one step from percussions of zero:
//
//   column of n disks       contact k from the top carries k weights
//   triangular pile         forces grow along the two directions of contacts, w / (2 cos(alpha)) a disk, and the base
//                           carries the same load everywhere (closed_forms.hpp has the derivation)
//   chain of rigid grains   with too few sweeps a step it is elastic, as Unger et al. found: it carries sound of speed
//                           sqrt(sweeps) d/dt (chain_waves.hpp); solved to a residual it is rigid
//   hopper                  disks leave with a steady rate, W = C rho sqrt(g) (D - k d)^{3/2} of the width D of the
//                           outlet, Beverloo's law in the plane (Beverloo, Leniger & van de Velde 1961)
//
//   disk_pile
//   disk_pile --tolerance 1e-10
#include <string>

#include "experiments/disk_pile/parts.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/computation_failed.hpp"
#include "support/parallel.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::disk_pile;
using experiments::Experiment;

using Part = void (*)(Experiment&, const Setting&);

// A part that cannot be computed at these settings leaves the others to the record.
void run_part(Experiment& experiment, const Setting& setting, const char* name, Part part) {
  try {
    part(experiment, setting);
  } catch (const support::ComputationFailed& failure) {
    experiment.incomplete(std::string("the part '") + name + "' did not come to its end: " + failure.what());
  }
}

void run(Experiment& experiment) {
  const auto fallback = make_contact_solver(experiment.options().solver);
  Setting setting;
  setting.parameters = experiment.parameters<DiskPileParameters>("disk_pile");
  setting.dt = *experiment.options().dt;
  setting.solver.tolerance = *experiment.options().tolerance;
  setting.solver.threads = support::threads_to_be_had(experiment.options().threads);
  setting.fallback = fallback.get();

  run_part(experiment, setting, "columns", load_columns);
  run_part(experiment, setting, "piles", load_piles);
  run_part(experiment, setting, "methods", compare_methods);
  run_part(experiment, setting, "waves", carry_waves);
  run_part(experiment, setting, "pushed chain", push_chain);
  run_part(experiment, setting, "hopper", empty_hopper);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "disk_pile";
  info.paper = "unger2002";
  info.title = "Columns, piles and chains of disks: what solved contact problems are worth";
  info.description =
      "Solves the contact problems of disks at rest from percussions of zero and compares the forces with those that "
      "the\n"
      "equilibrium of each disk gives. A chain of rigid grains with few sweeps a step is compared with the elastic "
      "chain\n"
      "that it amounts to (Unger, Brendel, Wolf & Kertesz 2002), and with a rigid one once it is solved.\n"
      "The rate with which a hopper empties is compared with Beverloo's law.\n\n"
      "  disk_pile\n"
      "  disk_pile --tolerance 1e-10";
  info.default_solver = "portfolio";
  info.no_other_integrator = "many disks move by the midpoint rule alone";
  info.default_dt = 5e-4;
  info.least_time = 0.1;
  info.default_tolerance = 1e-6;
  info.default_threads = 1;
  info.figures = {
      {"disk_pile_column", "Forces in columns of 10, 30 and 100 disks"},
      {"disk_pile_chain", "A pushed chain of rigid grains with few sweeps a step, and solved"},
      {"disk_pile_hopper", "Discharge of a hopper over time, and its rate against the width of the outlet"},
      {"disk_pile_iterations", "Sweeps and Newton steps for columns and piles, by method of the contact solver"},
      {"disk_pile_sound", "Speed of sound, phase and decay of waves in a chain with few sweeps a step"},
      {"disk_pile_triangle", "Forces in a triangular pile, and load and thrust of its base"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
