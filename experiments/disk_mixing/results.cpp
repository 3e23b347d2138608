#include "experiments/disk_mixing/results.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

#include "experiments/disk_mixing/mixing_index.hpp"

namespace nsdbench::experiments::mixing {

namespace {

using std::numbers::pi;

// What is claimed of the whole run is not judged by a part of it.
bool is_whole(const MixingRun& run) { return static_cast<long>(run.steps().size()) == run.settings().steps; }

void record_steps(Experiment& experiment, const MixingRun& run) {
  auto& table = experiment.table(
      "steps",
      {{"t", "s"},
       {"contacts", "1", "closed contacts, g <= 0 at the midpoint"},
       {"loaded", "1", "of these, between disks and with P_N > 0"},
       {"rubbing", "1", "of the loaded ones, with P_T other than 0"},
       {"sliding", "1", "of the loaded ones, with |P_T| = mu P_N, to 1e-6"},
       {"sweeps", "1", "of the contact solver"},
       {"newton_steps", "1", "of the contact solver, after the sweeps where these do not reach the tolerance"},
       {"residual", "1", "of the contact problem, relative to max |c|"},
       {"penetration_disks", "m", "largest between disks, at the midpoint"},
       {"penetration_walls", "m", "largest at drum and baffles, at the midpoint"},
       {"overlap_largest", "1", "largest -g over the radius of the smaller disk of a contact"},
       {"overlap_median", "1", "the same, median over the contacts"},
       {"penetration_share", "1", "largest share of a penetration in the bound of its contact"},
       {"approach", "m/s", "largest velocity with which contacts closed"},
       {"reach", "1", "of the outermost point of a disk, over R"},
       {"kinetic", "J", "energy"},
       {"potential", "J", "energy"},
       {"wall_work", "J", "work of the drum on the disks since the start"},
       {"dissipated", "J", "by friction and impacts since the start"},
       {"fine_iterations", "1", "of the step that was made again to the finer tolerance; empty where none was"},
       {"fine_residual", "1", "likewise"},
       {"fine_difference", "m/s", "largest difference that it makes to a velocity"}});
  for (const StepRow& row : run.steps()) {
    std::array<double, StepRow::fields().size()> numbers{};
    std::ranges::transform(StepRow::fields(), numbers.begin(), [&](const auto field) { return row.*field; });
    constexpr std::size_t fine_columns = 3;
    if (row.fine_iterations == 0.0) {
      std::fill(numbers.end() - fine_columns, numbers.end(), std::numeric_limits<double>::quiet_NaN());
    }
    table.row(numbers);
  }
}

void record_frames(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  auto& frames = experiment.table("frames", {{"t", "s"},
                                             {"x", "m"},
                                             {"y", "m"},
                                             {"phi", "rad", "angle by which the disk has turned"},
                                             {"radius", "m"},
                                             {"layer", "1", "of the start, 0 the lowest"}});
  auto& walls = experiment.table("walls", {{"t", "s"},
                                           {"x_drum", "m", "end of a baffle's axis at the drum"},
                                           {"y_drum", "m"},
                                           {"x_free", "m", "its free end"},
                                           {"y_free", "m"}});
  auto& mixing = experiment.table("mixing", {{"t", "s"}, {"turns", "1", "of the drum"}, {"mixing_index", "1"}});
  for (const Frame& frame : run.frames()) {
    frames.break_line();
    walls.break_line();
    for (std::size_t i = 0; i < drum.radii().size(); ++i) {
      frames.row({frame.t, frame.q[3 * i], frame.q[3 * i + 1], frame.q[3 * i + 2], drum.radii()[i],
                  static_cast<double>(drum.layer_of()[i])});
    }
    for (const auto& [at_drum, free] : drum.baffles_at(frame.t)) {
      walls.row({frame.t, at_drum.x, at_drum.y, free.x, free.y});
    }
    mixing.row({frame.t, drum.parameters().omega * frame.t / (2.0 * pi), mixing_index(drum, frame)});
  }
}

// In the step that ends with each frame, drawn between the centres at its midpoint, or from a centre to the wall.
void record_forces(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  const char* normal = "P_N over dt, in the step that ends with the frame of this time";
  auto& disks = experiment.table("forces", {{"t", "s"},
                                            {"disk", "1", "row of the frame, from 0"},
                                            {"other", "1", "the disk that it touches, likewise"},
                                            {"x_1", "m", "from here, at the midpoint of the step"},
                                            {"y_1", "m"},
                                            {"x_2", "m", "to here"},
                                            {"y_2", "m"},
                                            {"normal", "N", normal},
                                            {"tangential", "N", "P_T over dt, likewise"}});
  auto& walls = experiment.table("wall_forces", {{"t", "s"},
                                                 {"disk", "1", "row of the frame, from 0"},
                                                 {"x_1", "m", "from here, at the midpoint of the step"},
                                                 {"y_1", "m"},
                                                 {"x_2", "m", "to here, on the drum or a baffle"},
                                                 {"y_2", "m"},
                                                 {"normal", "N", normal},
                                                 {"tangential", "N", "P_T over dt, likewise"}});
  for (const Frame& frame : run.frames()) {
    for (const ContactForce& f : frame.forces) {
      if (f.other < drum.assembly().body_count()) {
        disks.row({frame.t, static_cast<double>(f.disk), static_cast<double>(f.other), f.from.x, f.from.y, f.to.x,
                   f.to.y, f.normal, f.tangential});
      } else {
        walls.row({frame.t, static_cast<double>(f.disk), f.from.x, f.from.y, f.to.x, f.to.y, f.normal, f.tangential});
      }
    }
  }
}

double largest(const MixingRun& run, double StepRow::*field) {
  double value = 0.0;
  for (const StepRow& row : run.steps()) value = std::max(value, row.*field);
  return value;
}

double sum(const MixingRun& run, double StepRow::*field) {
  double value = 0.0;
  for (const StepRow& row : run.steps()) value += row.*field;
  return value;
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

double median(const MixingRun& run, double StepRow::*field) {
  std::vector<double> values;
  for (const StepRow& row : run.steps()) values.push_back(row.*field);
  return median_of(std::move(values));
}

// Of the setting, for captions and figures.
void record_setting(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  const DrumParameters& p = drum.parameters();
  experiment.quantity("disks", p.disks, "1", Uncertainty::setting(), "number of disks");
  experiment.quantity("disk_radius_mean", p.radius, "m", Uncertainty::setting(), "mean of the radii, as chosen");
  experiment.quantity("drum_radius", p.R, "m", Uncertainty::setting(), "radius of the drum");
  experiment.quantity("drum_angular_velocity", p.omega, "rad/s", Uncertainty::setting(), "of the drum");
  experiment.quantity("energy_at_start", run.energy_at_start(), "J", Uncertainty::exact(),
                      "potential energy of the disks at the start, zero at the height of the drum's centre");
}

void record_counts(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  const auto steps = static_cast<double>(run.steps().size());
  experiment.quantity("steps", steps, "1", Uncertainty::count(), "time steps");
  experiment.quantity("turns", drum.parameters().omega * run.state().t / (2.0 * pi), "1", Uncertainty::exact(),
                      "turns of the drum up to the end time");
  experiment.quantity("mean_active_contacts", sum(run, &StepRow::contacts) / steps, "1", Uncertainty::count(),
                      "closed contacts in a step, mean over the steps");
  experiment.quantity("active_contacts_max", largest(run, &StepRow::contacts), "1", Uncertainty::count(),
                      "largest number of closed contacts in a step");
  experiment.quantity("median_sweeps", median(run, &StepRow::sweeps), "1", Uncertainty::count(),
                      "sweeps of the contact solver in a step, median over the steps; there is a largest number, after "
                      "which Newton's method goes on");
  experiment.quantity("sweeps_max", largest(run, &StepRow::sweeps), "1", Uncertainty::count(),
                      "largest number of sweeps in a step");
  experiment.quantity(
      "steps_with_newton",
      static_cast<double>(std::ranges::count_if(run.steps(), [](const auto& row) { return row.newton_steps > 0.0; })),
      "1", Uncertainty::count(), "steps in which Newton's method was used");
  experiment.quantity("newton_steps_mean", sum(run, &StepRow::newton_steps) / steps, "1", Uncertainty::count(),
                      "steps of Newton's method in a time step, mean");
  experiment.quantity("newton_steps_max", largest(run, &StepRow::newton_steps), "1", Uncertainty::count(),
                      "largest number of them in a time step");
  experiment.quantity("steps_missing", static_cast<double>(run.steps_missing()), "1", Uncertainty::count(),
                      "steps of the whole run less those that were made with a residual within the tolerance");
  experiment.quantity("residual_max", largest(run, &StepRow::residual), "1",
                      Uncertainty::residual(*experiment.options().tolerance),
                      "largest residual of the steps that were made, relative to max |c|");
}

// What the tolerance leaves open in a step, beside what gravity does to a velocity in it.
void record_fine_differences(Experiment& experiment, const Drum& drum, const MixingRun& run,
                             const std::vector<double>& differences) {
  const double by_gravity = drum.parameters().g * run.settings().dt;
  const double most = *std::ranges::max_element(differences);
  experiment.quantity("fine_velocity_difference_max", most, "m/s", Uncertainty::of_one_run(),
                      "largest difference of a velocity of a disk between the step and the finer one");
  experiment.quantity("fine_difference_max_over_g_dt", most / by_gravity, "1", Uncertainty::of_one_run(),
                      "the same over g dt");
  experiment.quantity("fine_difference_median_over_g_dt", median_of(differences) / by_gravity, "1",
                      Uncertainty::of_one_run(),
                      "largest difference of a velocity in a step over g dt, median over these steps");
  experiment.quantity("fine_steps_beyond_g_dt",
                      static_cast<double>(std::ranges::count_if(differences, [&](double d) { return d > by_gravity; })),
                      "1", Uncertainty::of_one_run(),
                      "of these, the steps in which a velocity differs by more than g dt");
}

void record_fine_steps(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  std::vector<double> differences;
  for (const StepRow& row : run.steps()) {
    if (row.fine_iterations > 0.0) differences.push_back(row.fine_difference);
  }
  if (differences.empty()) return;
  const auto count = static_cast<double>(differences.size());
  experiment.quantity("fine_steps", count, "1", Uncertainty::count(),
                      "steps that were made a second time, from the same state, to the finer tolerance");
  double solved = 0.0;
  for (const StepRow& row : run.steps()) {
    solved += row.fine_iterations > 0.0 && row.fine_residual <= run.settings().fine_tolerance ? 1.0 : 0.0;
  }
  experiment.quantity("fine_steps_solved", solved, "1", Uncertainty::count(),
                      "of these, the steps whose residual is within the finer tolerance");
  experiment.quantity("fine_residual_max", largest(run, &StepRow::fine_residual), "1", Uncertainty::of_one_run(),
                      "largest residual of these");
  experiment.quantity("fine_iterations_mean", sum(run, &StepRow::fine_iterations) / count, "1", Uncertainty::count(),
                      "iterations of these, mean");
  record_fine_differences(experiment, drum, run, differences);
}

void record_penetration(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  const double disks = largest(run, &StepRow::penetration_disks);
  const double walls = largest(run, &StepRow::penetration_walls);
  if (is_whole(run) || run.disk_left()) {
    experiment.quantity("reach_max", largest(run, &StepRow::reach), "1", Uncertainty::of_one_run(),
                        "largest distance of a point of a disk from the centre of the drum, over R");
  }
  experiment.quantity("max_penetration", std::max(disks, walls), "m", Uncertainty::of_one_run(),
                      "largest -g at the midpoint of a step");
  experiment.quantity("penetration_max_disks", disks, "m", Uncertainty::of_one_run(), "of these, between disks");
  experiment.quantity("penetration_max_walls", walls, "m", Uncertainty::of_one_run(), "of these, at drum and baffles");
  experiment.quantity("overlap_max", largest(run, &StepRow::overlap_largest), "1", Uncertainty::of_one_run(),
                      "largest -g at the midpoint of a step, over the radius of the smaller disk of the contact");
  if (is_whole(run)) {
    experiment.quantity("overlap_median", median(run, &StepRow::overlap_median), "1", Uncertainty::of_one_run(),
                        "-g over that radius, median over the closed contacts of a step, median over the steps");
  }
  experiment.quantity("approach_velocity_max", largest(run, &StepRow::approach), "m/s", Uncertainty::of_one_run(),
                      "largest velocity with which a contact closed");
  // The bound is one for these coefficients of restitution only.
  if (!is_whole(run) || drum.parameters().epsilon_N > 0.5) return;
  experiment.quantity("penetration_share_max", largest(run, &StepRow::penetration_share), "1",
                      Uncertainty::of_one_run(),
                      "largest share of a penetration in the bound of its contact (penetration_bound.hpp)");
}

void record_energy(Experiment& experiment, const MixingRun& run) {
  const StepRow& end = run.steps().back();
  experiment.quantity("wall_work", end.wall_work, "J", Uncertainty::of_one_run(), "work of the drum on the disks");
  experiment.quantity("dissipated", end.dissipated, "J", Uncertainty::of_one_run(), "by friction and impacts");
  if (!is_whole(run)) return;
  const double error = std::abs(end.kinetic + end.potential - run.energy_at_start() - end.wall_work + end.dissipated);
  // Some ten operations a contact and step on parts of the work, each rounded to 1.1e-16 of it at most.
  const double bound = 10.0 * 1.1e-16 * sum(run, &StepRow::contacts);
  experiment.quantity(
      "energy_balance_error", error / (end.dissipated + end.kinetic), "1", Uncertainty::residual(bound),
      "energy at the end less that at the start, the work of the drum and what was dissipated, over the "
      "sum of that and the kinetic energy at the end");
  if (sum(run, &StepRow::loaded) == 0.0) return;
  experiment.quantity(
      "friction_share", sum(run, &StepRow::rubbing) / sum(run, &StepRow::loaded), "1", Uncertainty::count(),
      "share of contacts between disks with a tangential percussion among those with a normal one, over "
      "all steps");
  experiment.quantity("sliding_share", sum(run, &StepRow::sliding) / sum(run, &StepRow::loaded), "1",
                      Uncertainty::of_one_run(), "share of contacts with |P_T| = mu P_N, likewise");
}

double normal_force_mean(const MixingRun& run) {
  double sum_of_forces = 0.0;
  double loaded = 0.0;
  for (std::size_t k = 0; k < run.integrator().contacts().size(); ++k) {
    const double force = run.integrator().percussion(k)[0] / run.integrator().dt();
    sum_of_forces += force;
    if (force > 0.0) loaded += 1.0;
  }
  return loaded > 0.0 ? sum_of_forces / loaded : 0.0;
}

void record_mixing(Experiment& experiment, const Drum& drum, const MixingRun& run, std::optional<double> half_width) {
  constexpr int deals = 1000;
  const Frame& last = run.frames().back();
  const double start = mixing_index(drum, run.frames().front());
  const double end = mixing_index(drum, last);
  if (!is_whole(run) || !std::isfinite(start) || !std::isfinite(end)) return;
  const auto chaotic = [&](double scale) {
    return Uncertainty::or_unknown(
        half_width ? std::optional(scale * *half_width) : std::nullopt,
        "Motions of many bodies part exponentially from the smallest change, so that the value belongs to this run; "
        "--full has its spread over other starts.");
  };
  experiment.quantity("mixing_index_start", start, "1", Uncertainty::count(), "mixing index at the start");
  experiment.quantity("mixing_index_end", end, "1", chaotic(1.0), "mixing index at the end time");
  experiment.quantity(
      "mixing_progress", (end - start) / (1.0 - start), "1", chaotic(1.0 / (1.0 - start)),
      "share of the way from the start to a random order that the mixing index has made at the end time");
  const double scatter =
      scatter_of_random_order(last.q, drum.radii(), drum.layer_of(), neighbour_reach * drum.parameters().radius, deals);
  experiment.quantity("mixing_index_scatter", scatter, "1", 2.0 * scatter / std::sqrt(2.0 * deals),
                      "standard deviation of the index in a random order, from a thousand deals of the layers to the "
                      "places at the end time");
}

void record_forces_mean(Experiment& experiment, const MixingRun& run) {
  experiment.quantity("normal_force_mean", normal_force_mean(run), "N", Uncertainty::of_one_run(),
                      "P_N over dt of the loaded contacts in the last step, mean");
}

}  // namespace

double mixing_index(const Drum& drum, const Frame& frame) {
  return mixing_of(frame.q, drum.radii(), drum.layer_of(), neighbour_reach * drum.parameters().radius).index;
}

void record_tables(Experiment& experiment, const Drum& drum, const MixingRun& run) {
  record_steps(experiment, run);
  record_frames(experiment, drum, run);
  record_forces(experiment, drum, run);
}

void record_quantities(Experiment& experiment, const Drum& drum, const MixingRun& run,
                       std::optional<double> half_width) {
  record_setting(experiment, drum, run);
  record_counts(experiment, drum, run);
  record_fine_steps(experiment, drum, run);
  record_penetration(experiment, drum, run);
  record_energy(experiment, run);
  record_forces_mean(experiment, run);
  record_mixing(experiment, drum, run, half_width);
}

}  // namespace nsdbench::experiments::mixing
