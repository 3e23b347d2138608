// The frame every experiment runs in: command line, parameters, record, tables, claims, figures.
//
// An experiment's main.cpp describes itself (ExperimentInfo) and hands over a body that computes. The frame
// does the rest: it parses the command line, reads and validates the paper's parameters, refuses a results
// directory it cannot write to before anything is computed, and, once the body has returned, judges the
// claims and writes record.json, the CSV columns and the gnuplot scripts, each atomically (temporary file,
// then rename).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/support/experiment_info.hpp"
#include "experiments/support/run_options.hpp"
#include "experiments/support/uncertainty.hpp"
#include "problems/parameter_table.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/setting.hpp"
#include "support/computation_failed.hpp"
#include "support/partial_rows.hpp"
#include "support/progress.hpp"
#include "support/reference_data.hpp"
#include "support/table.hpp"

namespace nsdbench::experiments {

// What the body of an experiment computes with, and what it leaves its results in.
class Experiment {
 public:
  Experiment(const ExperimentInfo& info, RunOptions options);
  ~Experiment();
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  const std::string& name() const;

  // Command line as parsed and validated: dt > 0, end time > 0, known solver, ...
  const RunOptions& options() const;

  // The paper's parameters of `problem`, read from reference-data/<paper>/parameters.json (or --parameters
  // FILE), overridden by --set, validated and recorded. Throws std::invalid_argument for an unknown, missing
  // or duplicate name, or a value outside its range. Every --set must name a field of `Parameters`.
  template <class Parameters>
  Parameters parameters(std::string_view problem) {
    std::vector<FieldDescription> fields;
    for (const auto& field : Parameters::fields()) {
      fields.push_back({field.name, field.range, field.unit, field.meaning});
    }
    const std::vector<double> values = read_parameters(problem, fields);
    Parameters parameters{};
    std::size_t index = 0;
    for (const auto& field : Parameters::fields()) parameters.*(field.member) = values[index++];
    return parameters;
  }

  // Where a run takes other values than those: the record has what was used, with `why` as the source of what differs.
  template <class Parameters>
  void used_instead(std::string_view problem, const Parameters& parameters, std::string_view why) {
    for (const auto& field : Parameters::fields()) {
      use_instead(problem, field.name, parameters.*(field.member), why);
    }
  }

  // The first motion of the problem's reference solution (reference-data/truth). The record's provenance then says from
  // which file it is. Throws std::invalid_argument for a file that cannot be read or has another shape.
  support::TrueMotion true_motion(std::string_view problem);

  // Throws std::invalid_argument if a contact problem ended `not_applicable`: the solver of --solver does not apply to
  // it.
  void require_applicable(SolverStatus status) const;

  // Throws std::invalid_argument with the reason, unless that is empty: the integrator of --integrator does not apply
  // to this experiment (why_not_applicable of integrator_table.hpp, or what the experiment itself knows).
  void require_integrator(std::string_view why_not) const;

  // Adds an entry to the record's `quantities`. `value` must be finite: a quantity that does not exist is
  // left out (say so with note()). `uncertainty` is the half-width of an interval in which the exact value is
  // believed to lie, or says why the quantity needs none or has none (uncertainty.hpp). Throws std::logic_error for a
  // key given twice.
  void quantity(std::string_view key, double value, std::string_view unit, const Uncertainty& uncertainty,
                std::string_view meaning);

  // What the integrator of the motion says of its own settings, for record and captions. To be called once. The default
  // integrator's settings stand there already, as options of the experiment.
  void integrator_settings(const IntegratorSettingList& settings);

  // Adds an entry to the record's `method` block: settings that decide the numbers and are not parameters.
  void method(std::string_view key, double value);
  void method(std::string_view key, std::string_view text);

  // A sentence for the record's `notes`: what was assumed, left out or noticed in this run.
  void note(std::string_view sentence);

  // The run did not come to its end, and `sentence` says why: it goes to the notes and to standard error, and the exit
  // code will be 1. The record keeps what was found until then.
  void incomplete(std::string_view sentence);

  // A table of columns, written as <name>.csv beside the record. `columns` are {name, unit} pairs. The
  // reference stays valid as long as the experiment lives.
  support::Table& table(std::string_view name, std::vector<support::Column> columns);

  // Another file that the user asked for, to be replaced together with those of the results.
  void file(const std::filesystem::path& path, std::string content);

  // Rows of a computation that takes long, kept in the file `name` beside the results until the record is written: an
  // interrupted run goes on from them. `settings` holds everything that decides the numbers. To be called once. A run
  // with --record or --check computes all rows anew and keeps none.
  support::PartialRows& partial_rows(std::string_view name, std::string_view settings);

  // Progress on a terminal (nothing when standard error is piped).
  support::Progress& progress();

 private:
  struct FieldDescription {
    std::string_view name;
    problems::ParameterRange range;
    std::string_view unit;
    std::string_view meaning;
  };
  std::vector<double> read_parameters(std::string_view problem, std::span<const FieldDescription> fields);
  void use_instead(std::string_view problem, std::string_view name, double value, std::string_view why);
  int finish();

  friend int run_experiment(int, const char* const*, const ExperimentInfo&, const std::function<void(Experiment&)>&);

  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

// Runs `body` and returns the exit code of the program: 0, 1 if a claim's verdict is not the expected one or
// the computation failed (the body threw support::ComputationFailed, or there was not enough memory), 2 for wrong input
// (std::invalid_argument) or a result that could not be written, with one sentence on standard error.
int run_experiment(int argc, const char* const* argv, const ExperimentInfo& info,
                   const std::function<void(Experiment&)>& body);

}  // namespace nsdbench::experiments
