#include "tools/sweep/experiment_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "experiments/support/record.hpp"
#include "support/child_process.hpp"
#include "support/computation_failed.hpp"
#include "support/hash.hpp"
#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::tools {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using sweeps::Input;
using sweeps::Quantity;
using sweeps::Sweep;

constexpr std::string_view of_uncertainty = ".uncertainty";

bool is_option(std::string_view name) { return name.starts_with("--"); }

// What a sweep sets itself, or what has no place in one.
void refuse_option(const Sweep& sweep, const std::string& name) {
  constexpr std::array own = {"--out",          "--set",   "--parameters",    "--threads", "--record",
                              "--record-every", "--check", "--record-motion", "--help",    "--version"};
  if (std::ranges::find(own, name) != own.end() || name.starts_with("--export") || name.starts_with("--list") ||
      name.find('=') != std::string::npos) {
    throw std::invalid_argument("option '" + name + "' of " + sweep.subject() + " cannot be set by a sweep");
  }
}

// Programs stand in one folder. No program is started that is not an experiment's.
fs::path program_of(const std::string& experiment) {
  if (!support::is_experiment(experiment)) {
    std::string names;
    for (const std::string& name : support::experiment_names()) names += (names.empty() ? "" : ", ") + name;
    throw std::invalid_argument("there is no experiment '" + experiment +
                                "': " + (names.empty() ? "none is" : "those are " + names) + " in " +
                                support::experiments_directory().string());
  }
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error);
  fs::path program = here.parent_path() / experiment;
  if (error || !fs::is_regular_file(program, error)) {
    throw std::invalid_argument("the experiment '" + experiment + "' has not been built: its program would be " +
                                program.string());
  }
  return program;
}

std::string unit_of_option(std::string_view option) {
  constexpr std::array in_seconds = {"--dt", "--dt-min", "--dt-max", "--end-time"};
  if (std::ranges::find(in_seconds, option) != in_seconds.end()) return "s";
  return option == "--activation-gap" ? "m" : "1";
}

using Given = std::vector<std::pair<std::string, double>>;

// Whole numbers without an exponent, which options that are whole numbers do not take.
std::string text_of(double value) {
  constexpr double exactly_whole = 0x1p53;
  if (value != std::trunc(value) || std::abs(value) > exactly_whole) return support::shortest(value);
  return std::to_string(static_cast<long long>(value));
}

// Each option with its value in one word, so that no value is taken for another option.
std::vector<std::string> command_of(const fs::path& program, const Sweep& sweep, const Given& given, bool one_thread,
                                    const fs::path& out) {
  std::vector<std::string> command = {program.string(), "--out=" + out.string()};
  if (one_thread) command.emplace_back("--threads=1");
  for (const auto& [option, value] : sweep.settings) {
    std::string& word = command.emplace_back(option);
    if (!value.empty()) word.append("=").append(value);
  }
  for (const auto& [name, value] : given) {
    std::string& word = command.emplace_back(is_option(name) ? "" : "--set=");
    word.append(name).append("=").append(text_of(value));
  }
  return command;
}

// The last sentence of a program, without its name in front.
std::string complaint_in(std::string messages, const std::string& experiment) {
  while (!messages.empty() && messages.back() == '\n') messages.pop_back();
  messages.erase(0, messages.rfind('\n') + 1);
  const std::string name = experiment + ": ";
  return messages.starts_with(name) ? messages.substr(name.size()) : messages;
}

// Whether a program complains of a file, and not of the values that it got.
bool is_of_a_file(const std::string& complaint) {
  constexpr std::array words = {".json", ".gp", "cannot read", "cannot write", "cannot create", "cannot use"};
  return std::ranges::any_of(words, [&](const char* word) { return complaint.find(word) != std::string::npos; });
}

// What a run of the experiment came to: its record, or why it has none.
struct Run {  // NOLINT(bugprone-exception-escape): the JSON library declares nothing
  ordered_json record;
  std::string failure;   // empty: none
  bool refused = false;  // for wrong input
};

// Names and hashes of the files that the run read, but for the claims, whose texts decide no number.
std::vector<std::string> files_of(const ordered_json& record) {
  std::vector<std::string> files;
  for (const auto& [file, hash] : record.at("provenance").at("inputs").items()) {
    if (file != "claims") files.push_back(file + ' ' + hash.get<std::string>());
  }
  return files;
}

// Those that any case may read: the parameters of the first run, and all reference solutions.
std::string all_files(const ordered_json& record) {
  std::set<std::string> files;
  for (const std::string& file : files_of(record)) files.insert(file);
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(support::reference_data_directory() / "truth", none)) {
    if (entry.path().extension() != ".json") continue;
    files.insert("truth/" + entry.path().stem().string() + ' ' + support::named_hash(support::read_text(entry.path())));
  }
  std::string text;
  for (const std::string& file : files) text += (text.empty() ? "" : ", ") + file;
  return text;
}

std::string early_end_of(const ordered_json& record) {
  for (const auto& note : record.at("notes")) {
    const auto& text = note.get_ref<const std::string&>();
    if (text.starts_with(experiments::note_of_early_end)) return text.substr(experiments::note_of_early_end.size());
  }
  return {};
}

// Throws CaseLeftOut where the run says nothing of its case, such as for want of memory; support::OutputError and
// support::InputError for files.
Run run_once(const fs::path& program, const Sweep& sweep, const Given& given, bool one_thread,
             std::optional<double> patience) {
  const support::ScratchFolder scratch;
  const fs::path out = scratch.path() / "out";
  const support::ChildEnd end = support::run_child(command_of(program, sweep, given, one_thread, out), patience);
  if (end.kind == support::ChildEnd::Kind::too_slow) {
    throw sweeps::CaseLeftOut("it was not done after " + support::shortest(*patience) + " s");
  }
  if (end.kind == support::ChildEnd::Kind::killed) {
    throw sweeps::CaseLeftOut("its process was ended by signal " + std::to_string(end.code));
  }
  std::error_code error;
  Run run;
  if (fs::exists(out / "record.json", error)) {
    run.record = support::read_json(out / "record.json");
    run.failure = early_end_of(run.record);
    return run;
  }
  const std::string complaint = complaint_in(end.messages, sweep.experiment);
  if (complaint.find(scratch.path().string()) != std::string::npos) throw support::OutputError(complaint);
  run.refused = end.code == 2;
  if (run.refused && is_of_a_file(complaint)) throw support::InputError(complaint);
  if (!run.refused && !complaint.starts_with("the computation failed: ")) {
    throw sweeps::CaseLeftOut(complaint.empty() ? "the program left neither a record nor a sentence" : complaint);
  }
  run.failure = complaint;
  return run;
}

Given given_at(const Sweep& sweep, const std::vector<double>& values) {
  Given given = sweep.fixed;
  const std::vector<std::string> varied = sweep.varied();
  for (std::size_t k = 0; k < varied.size(); ++k) given.emplace_back(varied[k], values[k]);
  return given;
}

// What a sweep must not say to an experiment.
void refuse_settings(const Sweep& sweep) {
  for (const auto& [option, value] : sweep.settings) {
    if (!is_option(option)) {
      throw std::invalid_argument("setting '" + option + "' of " + sweep.subject() +
                                  " must be an option, such as --integrator");
    }
    refuse_option(sweep, option);
    if (std::ranges::any_of(value, [](char c) { return static_cast<unsigned char>(c) < 32U; })) {
      throw std::invalid_argument("the value of option '" + option + "' of " + sweep.subject() +
                                  " has more than one line");
    }
  }
  for (const auto& [name, value] : given_at(sweep, sweep.corner(false))) refuse_option(sweep, name);
}

void describe_inputs(const ordered_json& record, const Given& given, std::vector<Input>& inputs) {
  for (const auto& [problem, parameters] : record.at("parameters").items()) {
    for (const auto& [name, parameter] : parameters.items()) {
      if (std::ranges::find(inputs, name, &Input::name) != inputs.end()) continue;
      Input& input = inputs.emplace_back();
      input.name = name;
      input.unit = parameter.at("unit").get<std::string>();
      input.meaning = parameter.at("meaning").get<std::string>();
      // The one that a sweep would give in its place.
      input.value = parameter.value("given", parameter.at("value").get<double>());
    }
  }
  for (const auto& [name, value] : given) {
    if (!is_option(name)) continue;
    Input& input = inputs.emplace_back();
    input.name = name;
    input.unit = unit_of_option(name);
    input.meaning = "option of the experiment (its --help)";
    input.value = value;
  }
}

void add_quantities(const ordered_json& record, std::vector<Quantity>& quantities) {
  const auto add = [&](const std::string& name, const std::string& unit, const std::string& meaning) {
    if (std::ranges::find(quantities, name, &Quantity::name) != quantities.end()) return;
    Quantity& quantity = quantities.emplace_back();
    quantity.name = name;
    quantity.unit = unit;
    quantity.meaning = meaning;
  };
  for (const auto& [key, entry] : record.at("quantities").items()) {
    const auto unit = entry.at("unit").get<std::string>();
    add(key, unit, entry.at("meaning").get<std::string>());
    if (entry.at("uncertainty").is_number()) add(key + std::string(of_uncertainty), unit, "half-width of " + key);
  }
}

// A run for the plan, which learns from the first one whether the experiment has the option --threads.
Run planning_run(const fs::path& program, const Sweep& sweep, const Given& given, bool& has_threads) {
  try {
    if (!has_threads) {
      Run run = run_once(program, sweep, given, true, std::nullopt);
      if (!run.refused || run.failure.find("--threads") == std::string::npos) {
        has_threads = true;
        return run;
      }
    }
    return run_once(program, sweep, given, has_threads, std::nullopt);
  } catch (const sweeps::CaseLeftOut& why) {
    throw support::ComputationFailed("no case of " + sweep.subject() + " can be run: " + why.what());
  }
}

class ExperimentRuns final : public sweeps::Evaluator {
 public:
  ExperimentRuns(fs::path program, Sweep sweep, std::optional<double> patience)
      : program_(std::move(program)), sweep_(std::move(sweep)), patience_(patience) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    const sweeps::PlannedExperiment& planned = *sweep_.planned;
    std::vector<double> values;
    for (const std::string& name : sweep_.varied()) {
      const auto place = std::ranges::find(planned.inputs, name, &Input::name) - planned.inputs.begin();
      values.push_back(inputs[static_cast<std::size_t>(place)]);
    }
    const Run run = run_once(program_, sweep_, given_at(sweep_, values), planned.has_threads, patience_);
    if (!run.record.is_null()) require_planned_files(run.record);
    if (!run.failure.empty()) throw support::ComputationFailed(run.failure);
    const ordered_json& found = run.record.at("quantities");
    for (std::size_t k = 0; k < quantities.size(); ++k) quantities[k] = value_of(found, planned.quantities[k].name);
  }

 private:
  void require_planned_files(const ordered_json& record) const {
    for (const std::string& file : files_of(record)) {
      if (sweep_.planned->files.find(file) != std::string::npos) continue;
      throw support::InputError("the plan was made with other files (" + sweep_.planned->files + ") than this run (" +
                                file + "); make a plan in another folder");
    }
  }

  static double value_of(const ordered_json& found, const std::string& name) {
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    if (found.contains(name)) return found.at(name).at("value").get<double>();
    if (!name.ends_with(of_uncertainty)) return nothing;
    const std::string key = name.substr(0, name.size() - of_uncertainty.size());
    if (!found.contains(key) || !found.at(key).at("uncertainty").is_number()) return nothing;
    return found.at(key).at("uncertainty").get<double>();
  }

  fs::path program_;
  Sweep sweep_;
  std::optional<double> patience_;
};

class ExperimentMap final : public sweeps::SweptMap {
 public:
  ExperimentMap(const Sweep& sweep, std::optional<double> patience)
      : program_(program_of(sweep.experiment)), sweep_(sweep), patience_(patience) {
    if (!sweep_.planned) throw support::InputError("the plan of " + sweep_.subject() + " has no 'planned'");
    refuse_settings(sweep_);
    const std::string now = support::hash_as_text(support::read_text(program_));
    if (now != sweep_.planned->program) {
      throw support::InputError("the plan was made with another build of " + sweep_.subject() + " (" +
                                sweep_.planned->program + "), and this one is " + now +
                                "; make a plan in another folder");
    }
  }

  std::vector<Input> inputs() const override { return sweep_.planned->inputs; }
  std::vector<Quantity> quantities() const override { return sweep_.planned->quantities; }
  void check(const sweeps::Settings& /*settings*/) const override {}  // the plan's two runs had them
  std::unique_ptr<sweeps::Evaluator> evaluator(const sweeps::Settings& /*settings*/) const override {
    return std::make_unique<ExperimentRuns>(program_, sweep_, patience_);
  }

 private:
  fs::path program_;
  Sweep sweep_;
  std::optional<double> patience_;
};

}  // namespace

sweeps::PlannedExperiment describe_experiment(const Sweep& sweep) {
  const fs::path program = program_of(sweep.experiment);
  refuse_settings(sweep);
  sweeps::PlannedExperiment planned;
  planned.program = support::hash_as_text(support::read_text(program));
  std::string failure;
  for (const bool at_end : {false, true}) {
    if (at_end && sweep.varied().empty()) break;
    const Given given = given_at(sweep, sweep.corner(at_end));
    const Run run = planning_run(program, sweep, given, planned.has_threads);
    if (run.refused) throw std::invalid_argument(sweep.subject() + " refuses a case: " + run.failure);
    if (!run.failure.empty()) {
      failure = run.failure;
      continue;
    }
    if (planned.inputs.empty()) {
      describe_inputs(run.record, given, planned.inputs);
      for (const auto& [name, value] : run.record.at("method").items()) planned.method.emplace_back(name, value.dump());
    }
    add_quantities(run.record, planned.quantities);
    planned.files = all_files(run.record);
  }
  if (planned.inputs.empty()) {
    throw support::ComputationFailed("neither the first nor the last case of " + sweep.subject() +
                                     " can be computed: " + failure);
  }
  return planned;
}

std::unique_ptr<sweeps::SweptMap> make_experiment_map(const Sweep& sweep, std::optional<double> patience) {
  return std::make_unique<ExperimentMap>(sweep, patience);
}

}  // namespace nsdbench::tools
