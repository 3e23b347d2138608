#include "tools/solve/solve_command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"

namespace nsdbench::tools {

namespace {

// What the files of the contact-data format can be held to: their authors' own answers reach it.
constexpr double default_tolerance = 1e-8;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

bool is_registered(const std::string& solver) {
  const std::vector<std::string> names = contact_solver_names();
  return std::find(names.begin(), names.end(), solver) != names.end();
}

std::string known_solvers() {
  std::string names;
  for (const std::string& name : contact_solver_names()) names += (names.empty() ? "" : ", ") + name;
  return names;
}

// CLI11 would mark every option that may be given twice with dots, which here is a means to refuse it.
class HelpFormat : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
  std::string make_usage(const CLI::App* app, std::string /*name*/) const override {
    return "Usage: " + app->get_name() + " PROBLEM [options]\n";
  }
};

// CLI11 finds the options; what they mean is checked here, so that every refusal names the option and the text given.
class Value {
 public:
  Value(CLI::App& app, std::string name, const std::string& placeholder, const std::string& meaning)
      : name_(std::move(name)) {
    app.add_option(name_, texts_, meaning)->type_name(placeholder)->allow_extra_args(false)->take_all();
  }
  Value(const Value&) = delete;  // the command line parser holds the address of texts_
  Value& operator=(const Value&) = delete;

  const std::string& name() const { return name_; }
  bool given() const { return !texts_.empty(); }

  std::optional<std::string> text() const {
    if (!given()) return std::nullopt;
    if (texts_.size() > 1) refuse("option " + name_ + " is given more than once");
    // "--out --start" would otherwise write to a file of that name.
    if (texts_.front().starts_with("--")) refuse_no_value(name_);
    return texts_.front();
  }

  std::optional<std::filesystem::path> file() const {
    const std::optional<std::string> name = text();
    if (name && name->empty()) refuse("option " + name_ + ": the name of the file is empty");
    return name;
  }

  std::optional<double> positive_number() const {
    const std::optional<std::string> given = text();
    if (!given) return std::nullopt;
    const std::optional<double> value = support::parse_number(*given);
    if (!value || !(*value > 0.0)) refuse("option " + name_ + ": '" + *given + "' is not a positive finite number");
    return value;
  }

  std::optional<int> positive_integer() const {
    const std::optional<std::string> given = text();
    if (!given) return std::nullopt;
    const std::optional<int> value = support::parse_integer(*given);
    if (!value || *value < 1) refuse("option " + name_ + ": '" + *given + "' is not a positive whole number");
    return value;
  }

  [[noreturn]] static void refuse_no_value(const std::string& name) { refuse("option " + name + " needs a value"); }

 private:
  std::string name_;
  std::vector<std::string> texts_;
};

void list_solvers() {
  for (const ContactSolverEntry& solver : contact_solvers()) {
    std::cout << solver.name << "  " << solver.description << '\n';
  }
}

void check_solver(const std::string& solver) {
  if (!is_registered(solver)) refuse("unknown solver '" + solver + "'; known are " + known_solvers());
}

std::filesystem::path only_one(const std::vector<std::string>& problems) {
  if (problems.empty()) refuse("the problem's file is not named (see --help)");
  if (problems.size() > 1) refuse("unexpected argument '" + problems[1] + "' (see --help)");
  if (problems.front().empty()) refuse("the name of the problem's file is empty");
  return problems.front();
}

constexpr char epilogue[] =
    "Exit code: 0 if the problem is solved (or converted), 1 if not, 2 for wrong input or output that cannot be "
    "written.\n"
    "The solution holds the percussions in the order of the file. 'residual' is the scaled residual of the file "
    "format,\nrecomputed from the file's numbers; an answer is 'solved' if both it and 'prox_residual', the solvers' "
    "own measure,\nare within the tolerance. Without a solution the best answer found is written.\n";

}  // namespace

std::optional<SolveRequest> parse_solve_command_line(int argc, const char* const* argv) {
  CLI::App app("Solves a linear complementarity or frictional contact problem from a file", "nsdbench-solve");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.allow_extras();
  app.formatter(std::make_shared<HelpFormat>());

  SolveRequest request;
  bool wants_solvers = false;
  bool wants_version = false;
  std::vector<std::string> problems;
  app.add_option("PROBLEM", problems, "The file: *.json, *.json.gz, or *.hdf5 in FCLIB's layout")->type_name("");
  const Value solver(app, "--solver", "NAME",
                     "Contact solver: " + known_solvers() + " [" + std::string(default_contact_solver()) + "]");
  const Value tolerance(app, "--tolerance", "T",
                        "Largest residual that counts as solved [" + support::shortest(default_tolerance) + "]");
  const Value time_limit(app, "--time-limit", "S", "Stop after S seconds [none]");
  const Value max_iterations(
      app, "--max-iterations", "N",
      "Limit of the solver's main iterations: steps, sweeps, pivots, of portfolio rounds of several methods "
      "[the solver's own limit]");
  app.add_flag("--start", request.from_start, "Take the file's start as the first guess [zero]");
  const Value out(app, "--out", "FILE", "Write the solution to FILE [standard output]");
  const Value convert(app, "--convert", "FILE",
                      "Write the problem as *.json, *.json.gz or *.hdf5 instead of solving it");
  app.add_flag("--list-solvers", wants_solvers, "Print the contact solvers and exit");
  app.add_flag("--version", wants_version, "Print the version and exit");

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help() << epilogue;
    support::flush_standard_output();
    return std::nullopt;
  } catch (const CLI::ArgumentMismatch& error) {  // "--out: 1 required FILE missing"
    const std::string text = error.what();
    Value::refuse_no_value(text.substr(0, text.find(':')));
  } catch (const CLI::ParseError& error) {
    refuse(error.what());
  }
  for (const std::string& argument : app.remaining()) refuse("unknown option '" + argument + "' (see --help)");
  if (wants_version || wants_solvers) {
    if (wants_version) std::cout << "nsdbench " << NSDBENCH_VERSION << '\n';
    if (wants_solvers) list_solvers();
    support::flush_standard_output();
    return std::nullopt;
  }

  request.problem = only_one(problems);
  request.solver = solver.text().value_or(std::string(default_contact_solver()));
  check_solver(request.solver);
  request.options.tolerance = tolerance.positive_number().value_or(default_tolerance);
  // A residual of 1 is that of doing nothing.
  if (!(request.options.tolerance < 1.0)) {
    refuse("option --tolerance: '" + support::shortest(request.options.tolerance) + "' is not below 1");
  }
  request.options.time_limit = time_limit.positive_number().value_or(request.options.time_limit);
  request.options.max_iterations = max_iterations.positive_integer().value_or(request.options.max_iterations);
  request.out = out.file();
  request.convert = convert.file();
  if (request.convert) {
    for (const Value* option : {&solver, &tolerance, &time_limit, &max_iterations, &out}) {
      if (option->given()) refuse("options --convert and " + option->name() + " exclude each other");
    }
    if (request.from_start) refuse("options --convert and --start exclude each other");
  }
  return request;
}

}  // namespace nsdbench::tools
