#include "experiments/support/experiment.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <variant>

#include "experiments/support/claim_texts.hpp"
#include "experiments/support/claims.hpp"
#include "experiments/support/command_line.hpp"
#include "experiments/support/figure_scripts.hpp"
#include "experiments/support/motion_file.hpp"
#include "experiments/support/record.hpp"
#include "support/computation_failed.hpp"
#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

// The paper's parameters, and a run at least as fine and as long as the one the claims were set up for. Step size
// adjustment has no order of fineness (too small a tolerance ends in minimal steps): its settings must be the same.
bool uses_the_papers_setting(const RunOptions& options, const ExperimentInfo& info) {
  const bool papers_parameters = options.overrides.empty() && options.papers_parameters_file;
  if (options.integrator != info.default_integrator) return false;
  const bool fine_enough = (!options.dt || *options.dt <= *info.default_dt) && options.control == info.default_control;
  const bool solved_well = !options.tolerance || *options.tolerance <= *info.default_tolerance;
  const bool long_enough = (!options.end_time || *options.end_time >= *info.default_end_time) &&
                           (!options.cycles || *options.cycles >= *info.default_cycles);
  if (options.control && options.end_time != info.default_end_time) return false;  // steps are counted to the end
  return papers_parameters && fine_enough && solved_well && long_enough;
}

std::vector<std::pair<std::string, MethodValue>> method_of(const RunOptions& options, const ExperimentInfo& info,
                                                           bool nominal) {
  std::vector<std::pair<std::string, MethodValue>> method;
  method.emplace_back("integrator", options.integrator);
  // Another integrator says itself what it makes of these options.
  const bool as_asked_for = options.integrator == info.default_integrator;
  if (names_contact_solver(info, options)) method.emplace_back("solver", options.solver);
  if (as_asked_for && options.dt) method.emplace_back("dt", *options.dt);
  if (as_asked_for && options.control) {
    method.emplace_back("dt_min", options.control->dt_min);
    method.emplace_back("dt_max", options.control->dt_max);
    method.emplace_back("order", options.control->order);
    if (options.control->order == 0) {
      method.emplace_back("atol", options.control->atol);
      method.emplace_back("rtol", options.control->rtol);
    }
    if (options.control->activation_gap > 0.0) method.emplace_back("activation_gap", options.control->activation_gap);
  }
  if (options.control) method.emplace_back("step_limit", options.control->step_limit);
  if (options.end_time) method.emplace_back("end_time", *options.end_time);
  if (options.cycles) method.emplace_back("cycles", *options.cycles);
  if (options.tolerance) method.emplace_back("tolerance", *options.tolerance);
  method.emplace_back("quick", options.quick);
  if (info.has_full_resolution) method.emplace_back("full", options.full);
  method.emplace_back("nominal", nominal);
  method.emplace_back("default_run", options.default_run);
  return method;
}

std::vector<std::pair<std::string, std::string>> inputs_of(const RunOptions& options, const ExperimentInfo& info) {
  return {{"parameters", support::named_hash(options.parameters_text)},
          {"claims", support::named_hash(support::read_text(support::claims_file(info.paper)))}};
}

}  // namespace

struct Experiment::Implementation {
  ExperimentInfo info;
  RunOptions options;
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  bool nominal;
  std::vector<Claim> claims;
  std::vector<std::pair<std::string, std::string>> inputs;  // files that are read, with a hash
  std::vector<support::TextFile> scripts;
  std::vector<support::TextFile> table_files;
  support::OutputFiles written;  // at the end of the run, all together
  MotionFile motion_file;
  MotionLog motions;
  support::OutputDirectory out;
  Record record;
  std::deque<std::pair<std::string, support::Table>> tables;         // a deque: references given out stay valid
  std::vector<std::pair<std::filesystem::path, std::string>> files;  // beside the results
  std::optional<support::PartialRows> partial;
  support::Progress progress;
  IntegratorSettingList settings;  // of an integrator that is not the default one
  bool complete = true;
  std::vector<std::pair<std::string, std::string>> misnamed;  // claims and the numbers that their texts ask for in vain

  // In the order of the members: whatever can be refused is read before the results directory is touched.
  Implementation(const ExperimentInfo& experiment_info, RunOptions run_options)
      : info(experiment_info),
        options(std::move(run_options)),
        nominal(uses_the_papers_setting(options, info)),
        claims(read_claims(support::claims_file(info.paper), info.name)),
        inputs(inputs_of(options, info)),
        scripts(figure_scripts(info)),
        motion_file(options, info.name, written),
        motions(motion_file.listener()),
        out(options.out),
        progress(info.name) {
    record.experiment = info.name;
    record.paper = info.paper;
    record.title = info.title;
    record.method = method_of(options, info, nominal);
    record.figures = info.figures;
    record.inputs = inputs;
    if (!nominal) {
      record.notes.push_back(
          "No claim is evaluated: that needs the paper's parameters, the default integrator, and a run at least as "
          "fine and as long as the default one. Where steps are adjusted, their settings must be the default ones.");
    }
  }

  // Temporary files are gone when `out` looks whether what it has made is empty.
  ~Implementation() { written.abandon(); }
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;

  void add_method(std::string_view key, MethodValue value);
  void judge_claims();
  void list_tables();
  void list_figures(const support::TextFile& run);
  void write_files(const support::TextFile& run);
  int report() const;
};

Experiment::Experiment(const ExperimentInfo& info, RunOptions options)
    : implementation_(std::make_unique<Implementation>(info, std::move(options))) {}

Experiment::~Experiment() = default;

const std::string& Experiment::name() const { return implementation_->info.name; }

const RunOptions& Experiment::options() const { return implementation_->options; }

support::Progress& Experiment::progress() { return implementation_->progress; }

support::TrueMotion Experiment::true_motion(std::string_view problem) {
  support::TrueMotion motion = support::read_true_motion(problem);
  const std::string file = "truth/" + std::string(problem);
  auto& inputs = implementation_->record.inputs;
  if (std::ranges::find(inputs, file, &std::pair<std::string, std::string>::first) == inputs.end()) {
    inputs.emplace_back(file, motion.hash);
  }
  return motion;
}

std::vector<double> Experiment::read_parameters(std::string_view problem, std::span<const FieldDescription> fields) {
  const RunOptions& options = implementation_->options;
  const std::string file = options.parameters.string();
  const std::vector<support::ParameterEntry> entries = support::read_parameters(options.parameters_text, file, problem);

  std::vector<std::string> known;
  for (const FieldDescription& field : fields) known.emplace_back(field.name);
  const auto refuse_unknown = [&](const std::string& name, const std::string& where) {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    throw std::invalid_argument(where + ": unknown parameter '" + name + "' of problem " + std::string(problem) +
                                "; known are " + support::named_list(known));
  };
  for (const support::ParameterEntry& entry : entries) refuse_unknown(entry.name, file);
  for (const auto& [name, value] : options.overrides) refuse_unknown(name, "option --set");

  std::vector<RecordedParameter> recorded;
  std::vector<double> values;
  for (const FieldDescription& field : fields) {
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == field.name; });
    if (entry == entries.end()) {
      throw std::invalid_argument(file + ": parameter '" + std::string(field.name) + "' of problem " +
                                  std::string(problem) + " is missing");
    }
    if (entry->unit != field.unit) {
      throw std::invalid_argument(file + ": parameter '" + entry->name + "' has unit '" + entry->unit +
                                  "' but must be given in '" + std::string(field.unit) + "'");
    }
    RecordedParameter parameter{entry->name, entry->value, entry->unit, std::string(field.meaning),
                                options.parameters.filename().string() + ": " + entry->source};
    for (const auto& [name, value] : options.overrides) {
      if (name != field.name) continue;
      parameter.value = value;
      parameter.source = "--set";
    }
    problems::check_parameter(field.name, parameter.value, field.range);
    values.push_back(parameter.value);
    recorded.push_back(std::move(parameter));
  }

  auto& parameters = implementation_->record.parameters;
  std::erase_if(parameters, [&](const auto& earlier) { return earlier.first == problem; });
  parameters.emplace_back(problem, std::move(recorded));
  return values;
}

void Experiment::use_instead(std::string_view problem, std::string_view name, double value, std::string_view why) {
  for (auto& [recorded_problem, parameters] : implementation_->record.parameters) {
    if (recorded_problem != problem) continue;
    const auto parameter = std::ranges::find(parameters, name, &RecordedParameter::name);
    if (parameter == parameters.end() || parameter->value == value) return;
    parameter->source = std::string(why) + " instead of " + support::with_unit(parameter->value, parameter->unit) +
                        " (" + parameter->source + ")";
    parameter->given = parameter->value;
    parameter->value = value;
    return;
  }
}

void Experiment::quantity(std::string_view key, double value, std::string_view unit, const Uncertainty& uncertainty,
                          std::string_view meaning) {
  const std::string name(key);
  if (!std::isfinite(value)) throw support::ComputationFailed("quantity " + name + " is not finite at these settings");
  if (!uncertainty.valid()) {
    throw support::ComputationFailed("the uncertainty of quantity " + name +
                                     " is negative or not finite at these settings");
  }
  auto& quantities = implementation_->record.quantities;
  if (std::any_of(quantities.begin(), quantities.end(), [&](const auto& q) { return q.key == name; })) {
    throw std::logic_error("quantity " + name + " is given twice");
  }
  quantities.push_back({name, value, std::string(unit), uncertainty, std::string(meaning)});
}

void Experiment::Implementation::add_method(std::string_view key, MethodValue value) {
  if (std::any_of(record.method.begin(), record.method.end(), [&](const auto& m) { return m.first == key; })) {
    throw std::logic_error("method entry " + std::string(key) + " is given twice");
  }
  record.method.emplace_back(key, std::move(value));
}

void Experiment::method(std::string_view key, double value) {
  if (!std::isfinite(value))
    throw support::ComputationFailed("method entry " + std::string(key) + " is not finite at these settings");
  implementation_->add_method(key, value);
}

void Experiment::method(std::string_view key, std::string_view text) {
  implementation_->add_method(key, std::string(text));
}

void Experiment::integrator_settings(const IntegratorSettingList& settings) {
  if (options().integrator == implementation_->info.default_integrator) return;
  for (const IntegratorSetting& setting : settings) {
    std::visit([&](const auto& value) { method(setting.name, value); }, setting.value);
  }
  implementation_->settings = settings;
}

void Experiment::note(std::string_view sentence) { implementation_->record.notes.emplace_back(sentence); }

void Experiment::require_applicable(SolverStatus status) const {
  if (status != SolverStatus::not_applicable) return;
  throw std::invalid_argument("option --solver: '" + options().solver +
                              "' does not apply to the contacts of this experiment");
}

void Experiment::require_integrator(std::string_view why_not) const {
  if (why_not.empty()) return;
  throw std::invalid_argument("option --integrator: '" + options().integrator +
                              "' does not apply: " + std::string(why_not));
}

void Experiment::incomplete(std::string_view sentence) {
  implementation_->complete = false;
  progress().clear();
  std::cerr << implementation_->info.name << ": " << sentence << '\n';
  note(std::string(note_of_early_end) + std::string(sentence) + ".");
}

support::Table& Experiment::table(std::string_view name, std::vector<support::Column> columns) {
  auto& tables = implementation_->tables;
  if (std::any_of(tables.begin(), tables.end(), [&](const auto& t) { return t.first == name; })) {
    throw std::logic_error("table " + std::string(name) + " is given twice");
  }
  return tables.emplace_back(std::string(name), support::Table(std::string(name), std::move(columns))).second;
}

void Experiment::file(const std::filesystem::path& path, std::string content) {
  implementation_->files.emplace_back(path, std::move(content));
}

support::PartialRows& Experiment::partial_rows(std::string_view name, std::string_view settings) {
  // With all motions wanted, rows of an earlier run are neither taken up nor replaced; and none are left behind, which
  // no later run would take up.
  if (implementation_->motion_file.active()) return implementation_->partial.emplace();
  return implementation_->partial.emplace(options().out / name, settings);
}

void Experiment::Implementation::judge_claims() {
  for (Claim& claim : claims) {
    std::vector<std::string> unknown;
    for (std::string* text : {&claim.reason, &claim.tolerance_reason}) {
      *text = filled_in(*text, record.quantities, unknown);
    }
    // A run that left the setting or ended early does not have all quantities.
    if (nominal && complete) {
      for (const std::string& place : unknown) misnamed.push_back({claim.id, place});
    }
    std::optional<double> measured;
    std::optional<double> uncertainty;
    for (const RecordedQuantity& quantity : record.quantities) {
      if (quantity.key != claim.quantity) continue;
      measured = quantity.value;
      uncertainty = quantity.uncertainty.half_width();
    }
    record.claims.push_back(judge(claim, measured, uncertainty, nominal));
  }
}

void Experiment::Implementation::list_tables() {
  for (const auto& [name, table] : tables) {
    table_files.push_back({name + ".csv", table.csv()});
    const support::TextFile& file = table_files.back();
    record.tables.push_back({name, file.name, table.columns(), table.rows(), support::named_hash(file.content)});
  }
}

// Those that this run has the tables and quantities for; the scripts of the others are left out, too.
void Experiment::Implementation::list_figures(const support::TextFile& run) {
  std::string left_out;
  std::erase_if(scripts, [&](const support::TextFile& script) {
    const auto draws_it = [&](const FigureInfo& figure) { return figure.id + ".gp" == script.name; };
    if (can_be_drawn(script, run)) return false;
    for (const FigureInfo& figure : record.figures) {
      if (draws_it(figure)) left_out += (left_out.empty() ? "" : ", ") + figure.id;
    }
    std::erase_if(record.figures, draws_it);
    return true;
  });
  if (!left_out.empty()) record.notes.push_back("Figures that this run has no data for: " + left_out + ".");
}

void Experiment::Implementation::write_files(const support::TextFile& run) {
  for (const auto& [path, content] : files) written.add(path, content);
  written.add(out.path(), table_files);
  written.add(out.path(), scripts);
  written.add(out.path(), {run});
  // Last: where there is a record, there is all that it lists.
  const std::chrono::duration<double> wall_time = std::chrono::steady_clock::now() - start;
  const std::filesystem::path record_file = out.path() / "record.json";
  written.add(record_file, record_text(record, options.command, wall_time));
  written.commit(record_file);
}

int Experiment::Implementation::report() const {
  int exit_code = complete && misnamed.empty() ? 0 : 1;
  for (const auto& [claim, place] : misnamed) {
    std::cerr << info.name << ": claim " << support::printable(claim) << ": its text asks for {"
              << support::printable(place) << "}, which is no quantity of this run\n";
  }
  for (const JudgedClaim& judged : record.claims) {
    std::string line = judged.claim.id + ": " + std::string(to_string(judged.verdict)) + ", " + judged.claim.quantity +
                       (judged.measured ? " = " + support::shortest(*judged.measured) : " was not measured");
    if (!judged.claim.testable()) line = judged.claim.id + ": " + std::string(to_string(judged.verdict));
    line = support::printable(line);
    if (is_unexpected(judged, nominal, options.quick)) {
      std::cerr << info.name << ": claim " << line << "; expected was '" << to_string(judged.claim.expected_verdict)
                << "'\n";
      exit_code = 1;
    } else {
      std::cout << line << '\n';
    }
  }
  if (!motion_file.report().empty()) std::cout << support::printable(motion_file.report()) << '\n';
  std::cout << "record: " << support::printable((out.path() / "record.json").string()) << '\n';
  support::flush_standard_output();
  return exit_code;
}

int Experiment::finish() {
  Implementation& run = *implementation_;
  run.progress.clear();
  run.motion_file.finish();
  run.record.motions = run.motions.totals();
  run.judge_claims();
  run.list_tables();
  const support::TextFile variables = run_script(run.info, run.options, run.settings, run.record);
  run.list_figures(variables);
  run.out.create();
  run.write_files(variables);
  run.out.keep();
  if (run.partial) run.partial->remove();
  return run.report();
}

int run_experiment(int argc, const char* const* argv, const ExperimentInfo& info,
                   const std::function<void(Experiment&)>& body) {
  return support::run_program(info.name, [&] {
    std::optional<RunOptions> options = parse_command_line(argc, argv, info);
    if (!options) return 0;
    Experiment experiment(info, std::move(*options));
    try {
      body(experiment);
    } catch (const MotionsDiffer&) {
      // finish() says it
    }
    return experiment.finish();
  });
}

}  // namespace nsdbench::experiments
