#include "tools/solve/solve_command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"

namespace nsdbench::tools {

namespace {

using support::OptionTexts;

// What the files of the contact-data format can be held to: their authors' own answers reach it.
constexpr double default_tolerance = 1e-8;
// A minute: what is not solved by then is for a user to decide on.
constexpr double default_time_limit = 60.0;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

void list_solvers() {
  for (const ContactSolverEntry& solver : contact_solvers()) {
    std::cout << solver.name << "  " << solver.description << '\n';
  }
}

void check_solver(const std::string& solver) {
  const std::vector<std::string> names = contact_solver_names();
  if (std::find(names.begin(), names.end(), solver) != names.end()) return;
  refuse("unknown solver '" + solver + "'; known are " + support::named_list(names));
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
    "format,\nrecomputed from the file's numbers; an answer is 'solved' if it, 'component_residual' (the same, with "
    "the velocities\nof each connected component of the contacts) and 'prox_residual', the solvers' own measure, are "
    "within the tolerance. Without a solution the best answer found is written.\n";

}  // namespace

std::optional<SolveRequest> parse_solve_command_line(int argc, const char* const* argv) {
  CLI::App app("Solves a linear complementarity or frictional contact problem from a file", "nsdbench-solve");
  support::use_common_style(app, "PROBLEM [options]");

  SolveRequest request;
  bool wants_solvers = false;
  std::vector<std::string> problems;
  app.add_option("PROBLEM", problems, "The file: *.json, *.json.gz, or *.hdf5 in FCLIB's layout")->type_name("");
  const OptionTexts solver(app, "--solver", "NAME",
                           "Contact solver: " + support::named_list(contact_solver_names()) + " [" +
                               std::string(default_contact_solver()) + "]");
  const OptionTexts tolerance(app, "--tolerance", "T",
                              "Largest residual that counts as solved [" + support::shortest(default_tolerance) + "]");
  const OptionTexts time_limit(app, "--time-limit", "S",
                               "Stop after S seconds with what was found, the status being time_limit [" +
                                   support::shortest(default_time_limit) + "]; 1e9 and more is no limit");
  const OptionTexts max_iterations(
      app, "--max-iterations", "N",
      "Limit of the solver's main iterations: steps, sweeps, pivots, of portfolio rounds of several methods "
      "[the solver's own limit]");
  app.add_flag("--start", request.from_start, "Take the file's start as the first guess [zero]");
  const OptionTexts out(app, "--out", "FILE", "Write the solution to FILE [standard output]");
  const OptionTexts convert(app, "--convert", "FILE",
                            "Write the problem as *.json, *.json.gz or *.hdf5 instead of solving it");
  app.add_flag("--list-solvers", wants_solvers, "Print the contact solvers and exit");

  if (!support::parse_options(app, argc, argv, epilogue)) return std::nullopt;
  if (wants_solvers) {
    list_solvers();
    support::flush_standard_output();
    return std::nullopt;
  }

  request.problem = only_one(problems);
  request.solver = solver.only_one().value_or(std::string(default_contact_solver()));
  check_solver(request.solver);
  request.options.tolerance = tolerance.positive_number().value_or(default_tolerance);
  // A residual of 1 is that of doing nothing.
  if (!(request.options.tolerance < 1.0)) {
    support::refuse_option("--tolerance", "'" + support::shortest(request.options.tolerance) + "' is not below 1");
  }
  request.options.time_limit = time_limit.positive_number().value_or(default_time_limit);
  request.options.max_iterations = max_iterations.positive_integer().value_or(request.options.max_iterations);
  request.out = out.file_name("file");
  request.convert = convert.file_name("file");
  if (request.convert) {
    for (const OptionTexts* option : {&solver, &tolerance, &time_limit, &max_iterations, &out}) {
      if (option->given()) refuse("options --convert and " + option->name() + " exclude each other");
    }
    if (request.from_start) refuse("options --convert and --start exclude each other");
  }
  return request;
}

}  // namespace nsdbench::tools
