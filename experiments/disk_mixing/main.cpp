// A thousand disks that are mixed, with friction between all of them (Studer, Leine & Glocker 2008, Fig. 2).
//
//   M (u' - u) = h dt + W P,   0 <= P_N perpendicular to gamma_N' + eps gamma_N >= 0,   -P_T in mu P_N Sgn(gamma_T')
// for the contacts that are closed at the midpoint of the step (eqs 15, 17), by Moreau's midpoint rule.
//
//   disk_mixing                                     a thousand disks, one and a half turns of the drum
//   disk_mixing --tolerance 1e-4                    contact problems solved further, in some four times the time
//   disk_mixing --threads 2                         the same bytes; sooner with 5000 contacts or more only
//   disk_mixing --set disks=4000 --set R=0.514      as full a drum with more disks
//   disk_mixing --full                              three more starts, for the spread of the mixing index
//
// The paper has the picture and no data: drum, disks and laws are the suite's own (parameters.json, drum.hpp). Disks
// fall from rows into a drum with four baffles that turns at once. Twenty steps are made a second time, to 1e-6. The
// folder's parts: drum.hpp, the setting; mixing_run.hpp, the steps, and how an interrupted run goes on;
// mixing_index.hpp, the measure; penetration_bound.hpp, what penetrations must keep within; results.hpp, tables and
// quantities.
//
// gnuplot -e "animation = 1" studer2008_fig2.gp, in the folder of the results, draws a picture for each time in
// frames.csv.
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/disk_mixing/mixing_run.hpp"
#include "experiments/disk_mixing/results.hpp"
#include "experiments/support/contact_export.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/computation_failed.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"
#include "support/partial_rows.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::mixing;
using experiments::Experiment;
using experiments::Uncertainty;

constexpr long frames = 60;
constexpr long checkpoints = 20;
constexpr long fine_steps = 20;
constexpr int number_of_other_starts = 3;

// A quick run: a fourth of the disks in a drum of half the radius, which turns at the same Froude number omega^2 R / g.
DrumParameters for_a_quick_run(DrumParameters parameters) {
  parameters.disks = std::ceil(0.25 * parameters.disks);
  parameters.R *= 0.5;
  parameters.omega *= std::sqrt(2.0);
  return parameters;
}

RunSettings settings_of(const Experiment& experiment) {
  RunSettings settings;
  settings.dt = *experiment.options().dt;
  // As many turns in a quick run.
  const double end_time = *experiment.options().end_time / (experiment.options().quick ? std::sqrt(2.0) : 1.0);
  settings.steps = std::max(1L, std::lround(end_time / settings.dt));
  settings.frames = std::min(frames, settings.steps);
  settings.checkpoint_every = std::max(1L, settings.steps / checkpoints);
  settings.fine_every = std::max(1L, settings.steps / fine_steps);
  settings.tolerance = *experiment.options().tolerance;
  settings.threads = support::threads_to_be_had(experiment.options().threads);
  settings.needed_step = experiment.options().export_step.value_or(0);
  return settings;
}

// Everything that decides the motion.
std::string text_of(const RunSettings& settings, const DrumParameters& parameters, const std::string& solver) {
  std::string text = solver;
  const auto add = [&](double number) {
    text += ' ';
    text += support::shortest(number);
  };
  for (const double number : {settings.dt, settings.tolerance, settings.fine_tolerance}) add(number);
  for (const long number : {settings.steps, settings.frames, settings.checkpoint_every, settings.fine_every}) {
    add(static_cast<double>(number));
  }
  for (const auto& field : DrumParameters::fields()) add(parameters.*(field.member));
  return text;
}

// A run of the drum, or the rest of one that was interrupted. Returns why it ended early, if it did.
std::optional<std::string> move(Experiment& experiment, MixingRun& motion, support::PartialRows& partial,
                                const std::string& name, experiments::ContactExport* contacts = nullptr) {
  return motion.run(partial, name, [&](long step) {
    if (contacts != nullptr) contacts->after_step(step, motion.integrator().problem());
    experiment.progress().update(name + ", t = " + support::shortest(motion.state().t) + " s",
                                 static_cast<double>(step) / static_cast<double>(motion.settings().steps));
  });
}

// The drum with other radii.
std::vector<Drum> other_starts(const DrumParameters& parameters) {
  std::vector<Drum> starts;
  for (int k = 1; k <= number_of_other_starts; ++k) {
    DrumParameters other = parameters;
    other.seed += parameters.seed + number_of_other_starts > largest_seed ? -k : k;
    starts.emplace_back(other);
  }
  return starts;
}

// Half of the interval of the mixing index at the end for a single start, from this one and others with other radii.
std::optional<double> half_width_over_starts(Experiment& experiment, const std::vector<Drum>& starts,
                                             RunSettings settings, ContactSolver& fallback,
                                             support::PartialRows& partial, double index) {
  constexpr double student_95 = 3.182;       // of three degrees of freedom, two-sided
  settings.fine_every = settings.steps + 1;  // never
  settings.needed_step = 0;
  std::vector<double> indices = {index};
  for (const Drum& drum : starts) {
    MixingRun motion(drum, settings, &fallback);
    const std::string name = "seed_" + support::shortest(drum.parameters().seed);
    if (const auto why_ended = move(experiment, motion, partial, name)) {
      experiment.incomplete(name + ": " + *why_ended);
      return std::nullopt;
    }
    indices.push_back(mixing_index(drum, motion.frames().back()));
    experiment.quantity("mixing_index_end_" + name, indices.back(), "1", Uncertainty::of_one_run(),
                        "mixing index at the end time, of a start with other radii");
  }
  double mean = 0.0;
  for (const double value : indices) mean += value / static_cast<double>(indices.size());
  double squares = 0.0;
  for (const double value : indices) squares += (value - mean) * (value - mean);
  return student_95 * std::sqrt(squares / number_of_other_starts);
}

// As full a drum with twice as many disks. Nothing, and a note, if there is none.
std::optional<Drum> large_drum(Experiment& experiment, DrumParameters parameters) {
  constexpr double times_as_many = 2.0;
  parameters.disks *= times_as_many;
  parameters.R *= std::sqrt(times_as_many);
  try {
    return Drum(parameters);
  } catch (const std::invalid_argument& refusal) {
    experiment.note("No larger drum beside this one: " + std::string(refusal.what()) + ".");
    return std::nullopt;
  }
}

// Contacts of the larger drum, of full size also in a quick run: several thousands of contacts. In 0.2 s a disk falls
// by half the radius of this drum, so that they lie on each other by then; loaded contacts are counted from then on. A
// quick run ends when most of them have come to lie, and counts before its end.
void record_large_drum(Experiment& experiment, const Drum& drum, RunSettings settings, ContactSolver& fallback,
                       support::PartialRows& partial) {
  const double fallen_time = experiment.options().quick ? 0.14 : 0.2;
  const double end_time = experiment.options().quick ? 0.16 : 0.3;
  settings.needed_step = 0;
  settings.steps = std::max(1L, std::lround(end_time / settings.dt));
  settings.frames = 1;
  settings.checkpoint_every = settings.steps;  // none
  settings.fine_every = settings.steps + 1;    // never
  MixingRun motion(drum, settings, &fallback);
  if (const auto why_ended = move(experiment, motion, partial, "large")) {
    experiment.incomplete("with " + support::shortest(drum.parameters().disks) + " disks: " + *why_ended);
    return;
  }
  experiment.quantity("disks_large", drum.parameters().disks, "1", Uncertainty::setting(),
                      "number of disks in a larger drum, as full");
  experiment.quantity("time_large", motion.state().t, "s", Uncertainty::setting(), "end time of the larger drum");
  experiment.quantity("time_fallen_large", fallen_time, "s", Uncertainty::setting(),
                      "time from which on contacts of the larger drum are counted");
  double steps = 0.0;
  double loaded = 0.0;
  double residual = 0.0;
  for (const StepRow& row : motion.steps()) {
    residual = std::max(residual, row.residual);
    if (row.t <= fallen_time) continue;
    steps += 1.0;
    loaded += row.loaded;
  }
  if (steps > 0.0) {
    experiment.quantity(
        "loaded_contacts_large", loaded / steps, "1", Uncertainty::of_one_run(),
        "contacts between disks with P_N > 0 in the larger drum, mean over the steps from time_fallen_large on");
  }
  experiment.quantity("residual_max_large", residual, "1", Uncertainty::residual(settings.tolerance),
                      "largest residual of a step's contact problem in the larger drum");
}

void run(Experiment& experiment) {
  const Drum as_given(experiment.parameters<DrumParameters>("disk_mixing"));  // refuses what is not allowed
  const bool quick = experiment.options().quick;
  const DrumParameters parameters = quick ? for_a_quick_run(as_given.parameters()) : as_given.parameters();
  if (quick) {
    experiment.used_instead("disk_mixing", parameters, "quick run:");
    experiment.note(
        "A quick run has a fourth of the disks in a drum of half the radius, which turns sqrt(2) times as fast, and "
        "ends sqrt(2) times as early. The larger drum has twice as many disks as the default run, as it has there, and "
        "ends after 0.16 s instead of 0.3 s.");
  }
  const Drum drum(parameters);
  // Before the first step: what is refused must not be refused after hours.
  const std::optional<Drum> large = large_drum(experiment, as_given.parameters());
  const std::vector<Drum> starts = experiment.options().full ? other_starts(parameters) : std::vector<Drum>();
  const RunSettings settings = settings_of(experiment);
  experiment.note("The paper has a picture of its Fig. 2 and no data: drum, disks, laws and step are the suite's own.");
  experiment.method("layers", static_cast<double>(layers));
  experiment.method("baffles", static_cast<double>(baffles));
  experiment.method("fine_tolerance", settings.fine_tolerance);
  experiment.method("neighbour_distance", neighbour_reach * parameters.radius);
  SolverOptions fallback_options;
  fallback_options.tolerance = settings.tolerance;
  const auto fallback = make_contact_solver(experiment.options().solver, fallback_options);
  support::PartialRows& partial =
      experiment.partial_rows("steps.partial", text_of(settings, parameters, experiment.options().solver));
  experiments::ContactExport contacts(experiment);
  MixingRun motion(drum, settings, fallback.get());
  const auto why_ended = move(experiment, motion, partial, "drum", &contacts);
  if (motion.steps().empty()) throw support::ComputationFailed(*why_ended);
  std::optional<double> half_width;
  if (why_ended) {
    experiment.incomplete(*why_ended);
  } else if (experiment.options().full) {
    half_width = half_width_over_starts(experiment, starts, settings, *fallback, partial,
                                        mixing_index(drum, motion.frames().back()));
  }
  if (!why_ended && large) record_large_drum(experiment, *large, settings, *fallback, partial);
  record_tables(experiment, drum, motion);
  record_quantities(experiment, drum, motion, half_width);
  contacts.finish(experiment);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "disk_mixing";
  info.paper = "studer2008";
  info.title = "Disks being mixed, with friction between all (Studer, Leine & Glocker 2008, Fig. 2)";
  info.description =
      "Disks of different sizes in five layers are mixed in a drum with four baffles, by Moreau's midpoint rule. The\n"
      "paper has the picture only; the setting is the suite's own. --solver is the one that contact problems are "
      "given\n"
      "to where the solver for many bodies does not reach the tolerance. An interrupted run goes on where it was, "
      "with\n"
      "the same options and --out. Threads find and set up contacts from 5000 disks or contacts\n"
      "on, and solve contact problems from 16384 contacts on; fewer are the work of one.\n\n"
      "  disk_mixing\n"
      "  disk_mixing --threads 2 --set disks=4000 --set R=0.514\n"
      "  disk_mixing --tolerance 1e-4 --out results/further\n"
      "  disk_mixing --set disks=4000 --set R=0.514 --out results/four-thousand";
  info.default_solver = "portfolio";
  info.no_other_integrator = "disks touch in any number, which Moreau's midpoint rule alone is made for";
  info.default_dt = 1e-3;
  info.default_end_time = 3.15;
  info.default_tolerance = 1e-3;
  info.default_threads = 1;
  info.has_contact_export = true;
  info.has_full_resolution = true;
  info.figures = {
      {"studer2008_fig2", "Disks being mixed: a thousand, and 250 in a quick run"},
      {"disk_mixing_index", "Mixing index over time"},
      {"disk_mixing_contacts", "Contacts and iterations in each step"},
      {"disk_mixing_energy", "Penetration, energies and the error of their balance"},
      {"disk_mixing_forces", "Network of contact forces"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
