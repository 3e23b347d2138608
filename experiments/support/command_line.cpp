#include "experiments/support/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/smallest_step.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::experiments {

namespace {

using support::OptionTexts;
using support::refuse_option;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

std::string known_solvers() { return support::named_list(contact_solver_names()); }

void check_solver(const std::string& solver) {
  const std::vector<std::string> names = contact_solver_names();
  if (std::find(names.begin(), names.end(), solver) != names.end()) return;
  refuse("unknown solver '" + solver + "'; known are " + known_solvers());
}

std::string known_integrators() {
  std::string names;
  for (const IntegratorInfo& info : integrator_table()) names += (names.empty() ? "" : ", ") + std::string(info.name);
  return names;
}

// What a run writes beside its results must be neither what it reads nor another of its files.
void check_files(const RunOptions& options) {
  const auto refuse_file = [](const std::string& option, const std::filesystem::path& file, const std::string& why) {
    refuse_option(option, file.string() + ' ' + why);
  };
  const auto check = [&](const std::string& option, const std::filesystem::path& file) {
    if (support::is_open_file(support::behind_links(file))) refuse_file(option, file, "is a file that is open already");
    if (support::same_file(file, options.parameters)) refuse_file(option, file, "is the file of --parameters");
    if (support::same_file(file, options.check_motions)) refuse_file(option, file, "is the file of --check");
    if (support::same_file(file, options.out / "record.json"))
      refuse_file(option, file, "is the record of the results");
    if (support::lies_among_own_files(file)) refuse_file(option, file, "lies among the suite's own files");
    if (support::lies_in(options.out, file)) refuse_file(option, file, "is the folder of the results, or above it");
    std::error_code error;
    if (std::filesystem::is_directory(file, error)) refuse_file(option, file, "is a directory");
    if (error == std::errc::filename_too_long) refuse_file(option, file, "is too long a name");
  };
  if (support::lies_among_own_files(options.out)) {
    refuse_file("--out", options.out, "lies among the suite's own files");
  }
  check("--export-to", options.export_to);
  check("--record", options.record_motions);
  if (support::same_file(options.record_motions, options.export_to)) {
    refuse_file("--record", options.record_motions, "is the file of --export-to");
  }
  // Tables may have any name.
  if (options.record_motions.empty()) return;
  const std::filesystem::path file = std::filesystem::absolute(support::behind_links(options.record_motions));
  if (support::same_file(file.parent_path(), options.out)) {
    refuse_file("--record", options.record_motions, "lies in the folder of the results, which are replaced");
  }
}

// The options of step size adjustment; which of them the user gave.
struct ControlTexts {
  ControlTexts(CLI::App& app, const StepControl& defaults)
      : dt_min(
            app, "--dt-min", "S",
            "Smallest step in seconds, which resolves switching points [" + support::shortest(defaults.dt_min) + "]"),
        dt_max(app, "--dt-max", "S", "Largest step in seconds [" + support::shortest(defaults.dt_max) + "]"),
        order(app, "--order", "P",
              "Order of smooth steps, 1 to 12; 0: as high as the tolerances ask for [" +
                  std::to_string(defaults.order) + "]"),
        atol(app, "--atol", "X",
             "Absolute tolerance of smooth steps, with --order 0, in SI units [" + support::shortest(defaults.atol) +
                 "]"),
        rtol(app, "--rtol", "X",
             "Relative tolerance of smooth steps, with --order 0 [" + support::shortest(defaults.rtol) + "]"),
        step_limit(
            app, "--step-limit", "N",
            "Evaluations of the equations of motion (one for each step of the midpoint rule) after which the motion "
            "ends, at its next step [" +
                std::to_string(defaults.step_limit) + "]"),
        activation_gap(
            app, "--activation-gap", "M",
            "Gap in metres up to which the midpoint rule closes contacts of the motion; 0 is the papers' rule "
            "[" +
                support::shortest(defaults.activation_gap) + "]") {}

  StepControl with_defaults(const StepControl& defaults) const {
    const StepControl control{dt_min.number().value_or(defaults.dt_min),
                              dt_max.number().value_or(defaults.dt_max),
                              order.integer().value_or(defaults.order),
                              atol.number().value_or(defaults.atol),
                              rtol.number().value_or(defaults.rtol),
                              step_limit.integer().value_or(defaults.step_limit),
                              activation_gap.number().value_or(defaults.activation_gap)};
    check(control);
    return control;
  }

  // Refuses what the method does not read.
  void require_effect(const IntegratorInfo& integrator) const {
    const std::string name = "'" + std::string(integrator.name) + "' ";
    if (dt_min.given() && !integrator.has_smallest_step) {
      refuse_option("--dt-min", name + "locates events within its steps and has no smallest step to choose");
    }
    if (order.given() && !integrator.has_order) refuse_option("--order", name + "has no order to choose");
    for (const OptionTexts* tolerance : {&atol, &rtol}) {
      if (tolerance->given() && !integrator.has_tolerances) {
        refuse_option(tolerance->name(), name + "follows no tolerance");
      }
    }
  }

  // Likewise; not even the default method of an experiment need read it.
  void require_activation_gap(const IntegratorInfo& integrator) const {
    if (!activation_gap.given() || integrator.has_activation_gap) return;
    refuse_option("--activation-gap", "'" + std::string(integrator.name) + "' closes contacts by a rule of its own");
  }

  OptionTexts dt_min, dt_max, order, atol, rtol, step_limit, activation_gap;

 private:
  void check(const StepControl& control) const {
    if (!(control.dt_min > 0.0)) {
      refuse_option("--dt-min", "the smallest step must be positive, not " + support::shortest(control.dt_min) + " s");
    }
    if (!(control.dt_max >= control.dt_min)) {
      refuse_option("--dt-max", "the largest step of " + support::shortest(control.dt_max) +
                                    " s is smaller than the smallest step of " + support::shortest(control.dt_min) +
                                    " s");
    }
    if (control.order < 0 || control.order > 12) {
      refuse_option("--order", std::to_string(control.order) + " is not allowed; known are 1 to 12, and 0");
    }
    check_tolerance("--atol", control.atol, atol, control.order);
    check_tolerance("--rtol", control.rtol, rtol, control.order);
    if (!(control.activation_gap >= 0.0)) {
      refuse_option("--activation-gap",
                    "the gap must not be negative, not " + support::shortest(control.activation_gap) + " m");
    }
    if (control.step_limit < 1) {
      refuse_option("--step-limit", "at least one step is needed, not " + std::to_string(control.step_limit));
    }
    if (control.order == 0 && control.atol + control.rtol == 0.0) {
      refuse("options --atol and --rtol: one of them must be positive where the order follows the error");
    }
  }

  static void check_tolerance(const std::string& name, double value, const OptionTexts& given, int order) {
    if (!(value >= 0.0)) refuse_option(name, "the tolerance must not be negative, not " + support::shortest(value));
    if (order > 0 && given.only_one()) {
      refuse_option(name, "a fixed order of " + std::to_string(order) + " follows no tolerance (--order 0 does)");
    }
  }
};

// The contact problem of a step as a file.
struct ExportTexts {
  explicit ExportTexts(CLI::App& app)
      : step(app, "--export-step", "K", "Export the contact problem of step K, counted from 1, with the run's answer"),
        to(app, "--export-to", "FILE", "The exported problem: a name that ends in .json, .json.gz or .hdf5 (FCLIB)") {}

  void read(RunOptions& options) const {
    options.export_step = step.positive_integer();
    const std::optional<std::string> file = to.file_name("file for the contact problem");
    if (options.export_step.has_value() != file.has_value()) {
      refuse("options --export-step and --export-to: one of them says nothing without the other");
    }
    if (file) options.export_to = *file;
  }

  OptionTexts step, to;
};

// The motions of the run as a file.
struct MotionTexts {
  explicit MotionTexts(CLI::App& app)
      : record(app, "--record", "FILE", "Write the states of all motions, with a hash of the steps between, to FILE"),
        every(app, "--record-every", "N", "With --record: every N-th step of a motion [100]"),
        motion(app, "--record-motion", "K", "With --record: motion K alone, counted from 1 [all]"),
        check(app, "--check", "FILE",
              "Compare all motions with those in FILE, which --record has written; name the first step that differs") {}

  void read(RunOptions& options) const {
    options.record_motions = record.file_name("file for the motions").value_or("");
    options.check_motions = check.file_name("file with motions").value_or("");
    if (record.given() && check.given()) refuse("options --record and --check: only one of them can be given");
    for (const OptionTexts* detail : {&every, &motion}) {
      if (detail->given() && !record.given()) refuse_option(detail->name(), "it says nothing without --record");
    }
    options.record_every = every.positive_integer().value_or(options.record_every);
    options.record_motion = motion.positive_integer().value_or(options.record_motion);
  }

  OptionTexts record, every, motion, check;
};

constexpr double most_steps = 1e10;

void check_times(const RunOptions& options, const ExperimentInfo& info) {
  if (options.dt && !(*options.dt > 0.0)) {
    refuse_option("--dt", "the time step must be positive, not " + support::shortest(*options.dt) + " s");
  }
  if (options.cycles && *options.cycles < 1) {
    refuse_option("--cycles", "at least one is needed, not " + std::to_string(*options.cycles));
  }
  constexpr int most_threads = 256;
  if (options.threads > most_threads) {
    refuse_option("--threads", std::to_string(options.threads) + " are not allowed; at most " +
                                   std::to_string(most_threads) + " are");
  }
  if (options.dt && !options.end_time && info.least_time) {
    const double time = *info.least_time * options.cycles.value_or(1);
    if (!(time / *options.dt <= most_steps)) {
      refuse_option("--dt", support::shortest(*options.dt) + " s is too small: a motion of " + support::shortest(time) +
                                " s alone would take more than 1e10 steps");
    }
  }
  if (!options.end_time) return;
  if (!(*options.end_time > 0.0)) {
    refuse_option("--end-time",
                  "the end time " + support::shortest(*options.end_time) + " s is not after the start at 0 s");
  }
  const double first_step = std::max(options.dt.value_or(0.0), options.control ? options.control->dt_min : 0.0);
  if (*options.end_time < first_step) {
    refuse_option("--end-time", "the end time " + support::shortest(*options.end_time) +
                                    " s comes before the end of the first time step of " +
                                    support::shortest(first_step) + " s");
  }
  if (options.dt && !(*options.end_time / *options.dt <= most_steps)) {
    refuse_option("--dt", support::shortest(*options.dt) + " s is too small for the end time of " +
                              support::shortest(*options.end_time) + " s, which would take more than 1e10 steps");
  }
  // What StepSizeAdjustment asks for, said before anything is computed.
  if (options.control && !(options.control->dt_min >= least_dt_min(*options.end_time))) {
    refuse_option("--dt-min", support::shortest(options.control->dt_min) +
                                  " s is lost in the rounding of times up to " + support::shortest(*options.end_time) +
                                  " s");
  }
}

std::pair<std::string, double> parse_setting(const std::string& setting) {
  const std::size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    refuse_option("--set", "'" + setting + "' is not of the form name=value");
  }
  const std::string name = setting.substr(0, equals);
  const std::string text = setting.substr(equals + 1);
  const std::optional<double> value = support::parse_number(text);
  if (!value) refuse_option("--set", "'" + text + "' is not a finite decimal number for parameter " + name);
  return {name, *value};
}

std::vector<std::pair<std::string, double>> overrides(const std::vector<std::string>& settings) {
  std::vector<std::pair<std::string, double>> result;
  result.reserve(settings.size());
  for (const std::string& setting : settings) result.push_back(parse_setting(setting));
  for (auto later = result.begin(); later != result.end(); ++later) {
    const bool repeated =
        std::any_of(result.begin(), later, [&](const auto& earlier) { return earlier.first == later->first; });
    if (repeated) refuse_option("--set", "parameter " + later->first + " is set twice");
  }
  return result;
}

bool is_default_run(const RunOptions& options, const ExperimentInfo& info) {
  return options.papers_parameters_file && options.overrides.empty() && !options.quick && !options.full &&
         options.solver == info.default_solver && options.integrator == info.default_integrator &&
         options.dt == info.default_dt && options.control == info.default_control &&
         options.end_time == info.default_end_time && options.cycles == info.default_cycles &&
         options.tolerance == info.default_tolerance;
}

std::string default_out(const ExperimentInfo& info, bool default_run) {
  return (default_run ? "results/" : "results/variants/") + info.name;
}

void list_figures(const ExperimentInfo& info) {
  for (const FigureInfo& figure : info.figures) std::cout << figure.id << "  " << figure.caption << '\n';
}

void list_solvers() {
  for (const ContactSolverEntry& solver : contact_solvers()) {
    std::cout << solver.name << "  " << solver.description << '\n';
  }
}

// Why the experiment excludes an integrator whatever the parameters are; empty if it does not.
std::string why_excluded(const IntegratorInfo& integrator, const ExperimentInfo& info) {
  if (integrator.name == info.default_integrator) return {};
  if (!info.no_other_integrator.empty()) return info.no_other_integrator;
  if (integrator.treats_impacts || info.impacts.empty()) return {};
  return info.impacts + ", and the method does not treat impacts";
}

void check_integrator(const std::string& name, const ExperimentInfo& info) {
  const std::string why = why_excluded(integrator_named(name), info);
  if (!why.empty()) refuse_option("--integrator", "'" + name + "' does not apply: " + why);
}

// Names, the default marked, then descriptions and sources in columns; below, why a method is excluded here.
void list_integrators(const ExperimentInfo& info) {
  std::size_t width = 0;
  for (const IntegratorInfo& integrator : integrator_table()) width = std::max(width, integrator.name.size());
  for (const IntegratorInfo& integrator : integrator_table()) {
    const std::string margin(width + 4, ' ');
    std::string name(integrator.name);
    name.resize(width, ' ');
    std::cout << (integrator.name == info.default_integrator ? "* " : "  ") << name << "  " << integrator.description
              << '\n'
              << margin << "(" << integrator.source << ")\n";
    const std::string why = why_excluded(integrator, info);
    if (!why.empty()) std::cout << margin << "does not apply here: " << why << '\n';
  }
  std::cout << "* the default of " << info.name
            << "; some of the others may turn out not to apply when a run starts, which then says why\n";
}

// What can be printed in place of a run.
struct Listings {
  bool figures = false, solvers = false, integrators = false;

  explicit Listings(CLI::App& app) {
    app.add_flag("--list-figures", figures, "Print the figures, one line with id and caption for each, and exit");
    app.add_flag("--list-solvers", solvers, "Print the contact solvers and exit");
    app.add_flag("--list-integrators", integrators, "Print the integrators and exit");
  }

  bool asked_for() const { return figures || solvers || integrators; }

  void print(const ExperimentInfo& info) const {
    if (figures) list_figures(info);
    if (solvers) list_solvers();
    if (integrators) list_integrators(info);
    support::flush_standard_output();
  }
};

// The settings as the user wrote them. Options of an experiment that has no such default do not exist.
class SettingTexts {
 public:
  SettingTexts(CLI::App& app, const ExperimentInfo& info)
      : solver_(app, "--solver", "NAME", "Contact solver: " + known_solvers() + " [" + info.default_solver + "]"),
        integrator_(app, "--integrator", "NAME",
                    "Integrator of the motion: " + known_integrators() + " [" + info.default_integrator + "]") {
    if (info.default_dt) {
      dt_.emplace(app, "--dt", "S", "Time step in seconds [" + support::shortest(*info.default_dt) + "]");
    }
    if (info.default_control) control_.emplace(app, *info.default_control);
    if (info.default_end_time) {
      end_time_.emplace(app, "--end-time", "S",
                        "End time in seconds [" + support::shortest(*info.default_end_time) + "]");
    }
    if (info.default_cycles) {
      cycles_.emplace(app, "--cycles", "N", "Number of cycles [" + std::to_string(*info.default_cycles) + "]");
    }
    if (info.default_tolerance) {
      tolerance_.emplace(app, "--tolerance", "TOL",
                         "Largest residual of a contact problem that counts as solved, relative to max |c| [" +
                             support::shortest(*info.default_tolerance) + "]");
    }
    if (info.default_threads) {
      const std::string usual =
          *info.default_threads > 0 ? std::to_string(*info.default_threads) : "as many as there are cores";
      threads_.emplace(app, "--threads", "N", "Threads; the record is the same for any number [" + usual + "]");
    }
    if (info.has_contact_export) export_.emplace(app);
    motions_.emplace(app);
    set_.emplace(app, "--set", "NAME=VALUE", "Override a parameter, in the unit of the parameters file (repeatable)");
    parameters_.emplace(app, "--parameters", "FILE",
                        "Parameters file [reference-data/" + info.parameters_paper() + "/parameters.json]");
    app.add_flag("--quick", quick_, "Coarser studies, for continuous integration");
    if (info.has_full_resolution) app.add_flag("--full", full_, "Maps and diagrams at full resolution");
    out_.emplace(app, "--out", "DIR",
                 "Results directory [" + default_out(info, true) + "; " + default_out(info, false) +
                     " if any other option changes a setting]");
  }

  // With the defaults of the experiment where the user gave nothing. Throws std::invalid_argument.
  RunOptions read(const ExperimentInfo& info) const {
    if (quick_ && full_) refuse("options --quick and --full: only one of them can be given");
    RunOptions options;
    options.quick = quick_;
    options.full = full_;
    options.solver = solver_.only_one().value_or(info.default_solver);
    options.integrator = integrator_.only_one().value_or(info.default_integrator);
    options.dt = dt_ ? dt_->number() : std::nullopt;
    if (!options.dt) options.dt = info.default_dt;
    if (control_) options.control = control_->with_defaults(*info.default_control);
    options.end_time = end_time_ ? end_time_->number() : std::nullopt;
    if (!options.end_time) options.end_time = info.default_end_time;
    options.cycles = cycles_ ? cycles_->integer() : std::nullopt;
    if (!options.cycles) options.cycles = info.default_cycles;
    options.tolerance = tolerance_ ? tolerance_->positive_number() : std::nullopt;
    if (!options.tolerance) options.tolerance = info.default_tolerance;
    motions_->read(options);
    if (threads_) options.threads = threads(info);
    if (export_) export_->read(options);
    options.overrides = overrides(set_->all());
    const std::filesystem::path papers = support::nominal_parameters_file(info.parameters_paper());
    options.parameters = parameters_->file_name("parameters file").value_or(papers.string());
    std::error_code not_there;
    options.papers_parameters_file = std::filesystem::equivalent(options.parameters, papers, not_there);
    options.default_run = is_default_run(options, info);
    options.out = out_->file_name("results directory").value_or(default_out(info, options.default_run));
    check_solver(options.solver);
    check_integrator(options.integrator, info);
    if (options.integrator != info.default_integrator) require_effect(integrator_named(options.integrator));
    if (control_) control_->require_activation_gap(integrator_named(options.integrator));
    check_times(options, info);
    check_files(options);
    options.parameters_text = support::read_text(options.parameters, support::largest_json);
    return options;
  }

 private:
  void require_effect(const IntegratorInfo& integrator) const {
    if (control_) control_->require_effect(integrator);
    if (solver_.given() && !integrator.has_contact_solver) {
      refuse_option("--solver", "'" + std::string(integrator.name) + "' has no contact solver");
    }
  }

  // Motions have an order only on one thread.
  int threads(const ExperimentInfo& info) const {
    const std::optional<int> given = threads_->positive_integer();
    const std::string listed = motions_->record.given() ? "--record" : motions_->check.given() ? "--check" : "";
    if (listed.empty()) return given.value_or(*info.default_threads);
    if (given.value_or(1) != 1) {
      refuse_option("--threads", "with " + listed + " the run keeps to one thread, not " + std::to_string(*given));
    }
    return 1;
  }

  bool quick_ = false, full_ = false;
  OptionTexts solver_, integrator_;
  std::optional<OptionTexts> dt_;
  std::optional<ControlTexts> control_;
  std::optional<OptionTexts> end_time_, cycles_, tolerance_, threads_;
  std::optional<ExportTexts> export_;
  std::optional<MotionTexts> motions_;
  std::optional<OptionTexts> set_, parameters_, out_;  // after those above, in the order of the help
};

}  // namespace

std::optional<RunOptions> parse_command_line(int argc, const char* const* argv, const ExperimentInfo& info) {
  CLI::App app(info.title + "\n\n" + info.description, info.name);
  support::use_common_style(app);
  Listings listings(app);
  SettingTexts settings(app, info);
  constexpr std::string_view exit_codes =
      "\nExit code: 0 if all is well, 1 if a claim's verdict is not the expected one or the computation failed, 2 for "
      "wrong input or results that cannot be written.\n";
  if (!support::parse_options(app, argc, argv, exit_codes)) return std::nullopt;
  if (listings.asked_for()) {
    listings.print(info);
    return std::nullopt;
  }
  RunOptions options = settings.read(info);
  options.command.assign(argv, argv + argc);
  return options;
}

}  // namespace nsdbench::experiments
