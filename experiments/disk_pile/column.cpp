#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "experiments/disk_pile/closed_forms.hpp"
#include "experiments/disk_pile/one_step.hpp"
#include "experiments/disk_pile/parts.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

using problems::DiskAssembly;
using problems::Point;

// Disks above each other on a floor, numbered from the top.
DiskAssembly column_of(const DiskPileParameters& parameters, int disks) {
  const double half_width = 2.0 * parameters.r;
  return DiskAssembly(std::vector<double>(static_cast<std::size_t>(disks), parameters.r),
                      {{{-half_width, 0.0}, {half_width, 0.0}, 0.0, {}}}, {}, parameters.smooth_laws());
}

std::vector<Point> centers_of(const DiskPileParameters& parameters, int disks) {
  std::vector<Point> centers;
  for (int k = 1; k <= disks; ++k) {
    centers.push_back({0.0, (1.0 - overlap) * parameters.r * (2.0 * (disks - k) + 1.0)});
  }
  return centers;
}

// Forces in weights of a disk, from the top.
std::vector<double> forces_of(const RestingStep& step, const DiskPileParameters& parameters, double dt, int disks) {
  std::vector<double> forces(static_cast<std::size_t>(disks), 0.0);
  for (std::size_t k = 0; k < step.contacts.size(); ++k) {
    forces[static_cast<std::size_t>(step.contacts[k].first)] = step.percussions[k] / (dt * parameters.weight());
  }
  return forces;
}

}  // namespace

DisksAtRest column_at_rest(const DiskPileParameters& parameters, int disks) {
  return {column_of(parameters, disks), centers_of(parameters, disks)};
}

void load_columns(Experiment& experiment, const Setting& setting) {
  auto& table = experiment.table("column", {{"disks", "1"},
                                            {"contact", "1", "from the top"},
                                            {"force", "1", "in weights of a disk"},
                                            {"bound", "1", "of its relative error, by the tolerance"}});
  for (const int disks : column_disks) {
    experiment.progress().update("columns", disks / 100.0);
    const RestingStep step = step_from_rest(column_at_rest(setting.parameters, disks), setting);
    const std::vector<double> forces = forces_of(step, setting.parameters, setting.dt, disks);
    const double bound = column_force_error_bound(disks, setting.solver.tolerance);
    double largest = 0.0;
    for (int k = 1; k <= disks; ++k) {
      const double force = forces[static_cast<std::size_t>(k - 1)];
      largest = std::max(largest, std::abs(force / column_force(k) - 1.0));
      table.row({static_cast<double>(disks), static_cast<double>(k), force, bound});
    }
    table.break_line();
    const std::string of = case_of(disks, "disks");
    experiment.quantity("column_force_error_max" + of, largest, "1", Uncertainty::residual(bound),
                        "largest relative difference of a contact's force from the weight above it");
    experiment.quantity("column_iterations" + of, step.solution.solver.iterations, "1", Uncertainty::count(),
                        "iterations of the contact solver from percussions of zero");
    experiment.quantity("column_newton_steps" + of, step.solution.newton_steps, "1", Uncertainty::count(),
                        "Newton steps among these iterations; each costs much more than a sweep");
  }
}

}  // namespace nsdbench::experiments::disk_pile
