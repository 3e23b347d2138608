// nsdbench-sweep plan FILE --out DIR | run DIR [--chunk k/n] [--threads N] | status DIR | merge DIR | maps |
//   experiment NAME
//
// Many runs of one kind: makes a plan of all cases, computes those that are missing, says what there is, and puts the
// results together. See --help of each command.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/progress.hpp"
#include "support/provenance.hpp"
#include "support/text_table.hpp"
#include "sweeps/sweep_folder.hpp"
#include "sweeps/sweep_run.hpp"
#include "sweeps/sweep_summary.hpp"
#include "tools/sweep/experiment_map.hpp"
#include "tools/sweep/maps.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::sweeps;
namespace fs = std::filesystem;

struct Options {
  fs::path file, folder;
  std::string experiment;
  std::optional<std::string> chunk;
  std::optional<double> case_limit;
  int threads = 0;  // as many as there are cores
};

// "k/n" with 1 <= k <= n.
Chunk parse_chunk(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto whole = [](const std::string& digits) -> std::optional<long> {
    const bool only_digits =
        !digits.empty() && digits.size() < 10 && digits.find_first_not_of("0123456789") == std::string::npos;
    return only_digits ? std::optional(std::stol(digits)) : std::nullopt;
  };
  const auto number = whole(text.substr(0, slash));
  const auto count = slash == std::string::npos ? std::nullopt : whole(text.substr(slash + 1));
  if (!number || !count || *number < 1 || *number > *count) {
    throw std::invalid_argument("option --chunk must be k/n with 1 <= k <= n, not '" + text + "'");
  }
  return {*number, *count};
}

struct Plan {
  Sweep sweep;
  std::vector<Input> inputs;          // of its map
  std::vector<std::string> failures;  // why the first case and the last one fail, if both do
};

// What does not stand in a sweep file and still belongs to its cases: inputs that it leaves as they are, the
// experiment.
Plan planned(Sweep sweep) {
  if (sweep.experiment.empty()) {
    const auto map = tools::make_map(sweep);
    Sweep complete = with_all_inputs(sweep, *map);
    std::vector<std::string> failures = check_first_and_last_case(complete, *map);
    return {std::move(complete), map->inputs(), std::move(failures)};
  }
  sweep.planned = tools::describe_experiment(sweep);
  check_sweep(sweep, *tools::make_map(sweep));
  return {std::move(sweep), {}, {}};
}

// What is wrong with the sweep is said with its file in front.
Plan planned_from(const fs::path& file, Sweep sweep) {
  try {
    return planned(std::move(sweep));
  } catch (const support::InputError&) {
    throw;  // names a file
  } catch (const std::invalid_argument& wrong) {
    throw std::invalid_argument(support::printable(file.string()) + ": " + wrong.what());
  }
}

int make_plan(const Options& options) {
  if (options.folder.empty()) throw std::invalid_argument("option --out must name a folder, not ''");
  Sweep read = read_sweep(options.file);
  SweepFolder::probe(options.folder);  // before whole runs of an experiment
  const Plan plan = planned_from(options.file, std::move(read));
  const Sweep& sweep = plan.sweep;
  SweepStages stages(sweep);
  const SweepFolder folder = SweepFolder::create(options.folder, sweep, plan.inputs);
  std::cout << sweep.name << ": " << sweep.cases() << " cases of "
            << (sweep.map.empty() ? sweep.experiment : sweep.map);
  if (sweep.refinement) std::cout << ", " << stages.cases() << " of them at first";
  std::cout << "; the plan is in " << support::printable(folder.path().string()) << "\n";
  if (!plan.failures.empty()) {
    const std::string& first = plan.failures.front();
    const std::string& last = plan.failures.back();
    std::cout << "Note: the first case and the last one both fail: " << support::printable(first);
    if (last != first) std::cout << "; " << support::printable(last);
    std::cout << "\n";
  }
  return 0;
}

// "12 min", "3.4 s"
std::string duration(double seconds) {
  if (seconds < 60.0) return support::with_digits(seconds, 2) + " s";
  if (seconds < 3600.0) return support::with_digits(seconds / 60.0, 2) + " min";
  return support::with_digits(seconds / 3600.0, 2) + " h";
}

// What stands in the line of progress: the rate, and the time that the stage takes at that rate.
class RateReport {
 public:
  // Returns the cases since the last call.
  long update(std::string_view what, double part, long computed) {
    const bool new_stage = what != what_;
    const long more = new_stage ? computed : computed - last_;
    last_ = computed;
    if (new_stage) {
      what_ = what;
      begin_ = std::chrono::steady_clock::now();
      before_ = computed;
      part_before_ = part;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
    std::string text = what_;
    if (computed > before_ && part > part_before_ && seconds > 0.0) {
      text += ", " + support::with_digits(static_cast<double>(computed - before_) / seconds, 3) + " cases/s, " +
              duration(seconds * (1.0 - part) / (part - part_before_)) + " left";
    }
    progress_.update(text, part);
    return more;
  }
  void clear() { progress_.clear(); }

 private:
  support::Progress progress_{"nsdbench-sweep"};
  std::string what_;
  long last_ = 0;
  long before_ = 0;
  double part_before_ = 0.0;
  std::chrono::steady_clock::time_point begin_;
};

void print_reasons(const std::vector<CaseReason>& cases) {
  constexpr std::size_t most = 10;
  for (std::size_t k = 0; k < std::min(cases.size(), most); ++k) {
    std::cout << "  case " << cases[k].number << ": " << support::printable(cases[k].reason) << "\n";
  }
  if (cases.size() > most) std::cout << "  and " << cases.size() - most << " more\n";
}

int run_cases(const Options& options) {
  const Chunk chunk = options.chunk ? parse_chunk(*options.chunk) : Chunk{};
  const SweepFolder folder(options.folder);
  const Sweep& sweep = folder.sweep();
  if (options.case_limit && sweep.experiment.empty()) {
    throw std::invalid_argument("option --case-limit is for sweeps of experiments, and this is one of " +
                                sweep.subject());
  }
  const auto map = tools::make_map(sweep, options.case_limit);
  check_sweep(sweep, *map);
  CaseFiles files = folder.files();
  SweepStages stages(sweep);
  RateReport report;
  RunOptions run;
  run.threads = options.threads;
  long computed = 0;
  run.progress = [&](std::string_view what, double part, long cases) { computed += report.update(what, part, cases); };
  SweepRunner runner(sweep, *map, &files, run);
  StageRun outcome;
  if (!options.chunk) {
    outcome = runner.run_all(stages);
  } else if (!sweep.refinement || read_stages(files, stages).stage_missing > 0) {
    outcome = runner.run_part(chunk, stages);
  }
  report.clear();
  std::cout << sweep.name << ": " << computed << " cases computed, " << outcome.failures.size() << " failed"
            << (options.chunk ? " in this part" : "") << "\n";
  print_reasons(outcome.failures);
  if (!outcome.left_out.empty()) std::cout << "left out, and missing therefore:\n";
  print_reasons(outcome.left_out);
  return outcome.failures.empty() && outcome.left_out.empty() ? 0 : 1;
}

int print_status(const Options& options) {
  const SweepFolder folder(options.folder);
  SweepStages stages(folder.sweep());
  const Known known = read_stages(folder.files(), stages);
  const auto failed = static_cast<long>(known.failures.size());
  std::cout << folder.sweep().name << ": " << known.done - failed << " cases done, " << failed << " failed, ";
  if (known.stage_missing == 0) {
    std::cout << "none missing";
  } else if (folder.sweep().refinement) {
    std::cout << known.stage_missing << " missing of " << stages.cases() << " in stage " << stages.stage() + 1
              << "; what stages after it need follows from it";
  } else {
    std::cout << known.stage_missing << " missing of " << stages.cases();
  }
  std::cout << "\n";
  print_reasons(known.failures);
  if (!known.left_out.empty()) std::cout << "left out by the last run:\n";
  print_reasons(known.left_out);
  return known.stage_missing == 0 && failed == 0 ? 0 : 1;
}

int merge(const Options& options, const std::vector<std::string>& command) {
  const auto begin = std::chrono::steady_clock::now();
  const SweepFolder folder(options.folder);
  const Sweep& sweep = folder.sweep();
  const auto map = tools::make_map(sweep);
  SweepStages stages(sweep);
  const long missing = read_stages(folder.files(), stages).stage_missing;
  if (missing > 0) {
    throw std::invalid_argument(folder.path().string() + ": " + std::to_string(missing) +
                                " cases are missing; nsdbench-sweep run computes them");
  }
  const support::Table table = merged_table(sweep, *map, stages);
  const std::string csv = table.csv();
  const std::vector<QuantityShares> shares = shares_of(sweep, *map, stages);
  support::OutputFiles outputs;
  outputs.add(folder.path() / "merged.csv", csv);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  outputs.add(folder.path() / "provenance.json", support::json_text(support::provenance(command, seconds)));
  outputs.add(folder.path() / "run.gp", figure_variables(sweep, stages, shares));
  outputs.add(folder.path() / "record.json", summary_text(sweep, *map, stages, shares, table, csv));
  outputs.commit(folder.path() / "record.json");
  std::cout << sweep.name << ": " << stages.computed() << " of " << sweep.cases() << " cases computed, "
            << stages.failed() << " failed\n";
  return stages.failed() == 0 ? 0 : 1;
}

void print_members(const std::vector<Input>& inputs, const std::vector<Quantity>& quantities) {
  std::cout << "  inputs\n";
  for (const Input& input : inputs) {
    std::cout << "    " << input.name;
    if (input.replaces.empty()) {
      std::cout << " = " << support::shortest(input.value) << " " << input.unit;
    } else {
      std::cout << " [" << input.unit << "]";  // it has a value where a sweep gives it
    }
    std::cout << "  " << input.meaning << "\n";
  }
  std::cout << "  quantities\n";
  for (const Quantity& quantity : quantities) {
    std::cout << "    " << quantity.name << " [" << quantity.unit << "]  " << quantity.meaning;
    for (std::size_t k = 0; k < quantity.classes.size(); ++k) {
      std::cout << (k == 0 ? ": " : ", ") << k + 1 << " " << quantity.classes[k];
    }
    std::cout << "\n";
  }
}

int list_maps() {
  for (const tools::MapEntry& entry : tools::swept_maps()) {
    const auto map = entry.make();
    std::cout << entry.name << ": " << entry.title << "\n";
    print_members(map->inputs(), map->quantities());
  }
  return 0;
}

// By a quick run.
int list_experiment(const std::string& name) {
  Sweep sweep;
  sweep.experiment = name;
  sweep.settings = {{"--quick", ""}};
  const PlannedExperiment experiment = tools::describe_experiment(sweep);
  std::cout << name << ", and the options that are numbers (" << name << " --help)\n";
  print_members(experiment.inputs, experiment.quantities);
  return 0;
}

int threads_of(const support::OptionTexts& option) {
  constexpr int most = 256;
  const int threads = option.integer().value_or(0);
  if (threads < 0 || threads > most) {
    support::refuse_option(option.name(),
                           "'" + *option.only_one() + "' is not a number from 0 to " + std::to_string(most));
  }
  return threads;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Computes many cases of one kind: a grid, lists or scattered points of parameters, resumable and in parts",
      "nsdbench-sweep");
  support::use_common_style(app, "COMMAND ...");
  app.require_subcommand(0, 1);
  Options options;
  const auto folder = [&](CLI::App* command, const char* meaning) {
    command->add_option("DIR", options.folder, meaning)->required()->type_name("");
  };
  const auto command = [&](const char* name, const std::string& arguments, const char* meaning) {
    CLI::App* const added = app.add_subcommand(name, meaning);
    support::use_common_style(*added, arguments);
    return added;
  };
  CLI::App* const plan = command("plan", "FILE --out DIR", "Expands a sweep file into a plan");
  plan->add_option("FILE", options.file, "The sweep file (docs/sweeps.md)")->required()->type_name("");
  plan->add_option("--out", options.folder, "The folder for plan and results")->required()->type_name("DIR");
  CLI::App* const runs = command("run", "DIR [--chunk k/n] [--threads N] [--case-limit S]",
                                 "Computes the cases that are missing; can be stopped at any time");
  folder(runs, "The folder of the plan");
  runs->add_option("--chunk", options.chunk,
                   "Only part k of n of the present stage, for engines that run parts on several machines")
      ->type_name("k/n");
  const support::OptionTexts threads(*runs, "--threads", "N", "Threads; 0: as many as there are cores [0]");
  const support::OptionTexts case_limit(
      *runs, "--case-limit", "S", "Of an experiment's cases: those that take longer than so many seconds stay missing");
  CLI::App* const status =
      command("status", "DIR", "Says what is done, failed and missing; exit code 1 unless all is done");
  folder(status, "The folder of the plan");
  CLI::App* const merges = command("merge", "DIR", "Writes DIR/merged.csv, DIR/record.json and what figures need");
  folder(merges, "The folder of the plan");
  CLI::App* const maps = command("maps", "", "Lists the maps with their inputs and quantities");
  CLI::App* const experiment =
      command("experiment", "NAME", "Lists inputs and quantities of an experiment, by a quick run of it");
  experiment->add_option("NAME", options.experiment, "The experiment")->required()->type_name("");
  if (!support::parse_options(app, argc, argv)) return 0;

  options.threads = threads_of(threads);
  options.case_limit = case_limit.positive_number();
  for (const CLI::App* in_folder : {runs, status, merges}) {
    if (in_folder->parsed() && options.folder.empty()) throw std::invalid_argument("DIR must name a folder, not ''");
  }
  if (plan->parsed()) return make_plan(options);
  if (runs->parsed()) return run_cases(options);
  if (status->parsed()) return print_status(options);
  if (merges->parsed()) return merge(options, {argv, argv + argc});
  if (maps->parsed()) return list_maps();
  if (experiment->parsed()) return list_experiment(options.experiment);
  throw std::invalid_argument("a command is missing: plan, run, status, merge, maps or experiment");
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-sweep", [&] {
    const int code = run(argc, argv);
    support::flush_standard_output();
    return code;
  });
}
