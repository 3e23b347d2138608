// nsdbench-disk-problems FOLDER [options]
//
// Writes the problems of the set `disks` as files, for other programs. Exit code 0; 1 if something went wrong; 2 for
// wrong input or a file that cannot be written.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>
#include <string>

#include "benchmarks/problem_sets/disk_problems.hpp"
#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "contact_data/round_contacts.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/text_table.hpp"

namespace {

using namespace nsdbench;
using contact_data::ContactData;

// A file tells the best answer to some digits more than a solver is usually asked for.
constexpr double tolerance = 1e-10;
// What settles does so with few of them; what does not is left as it is.
constexpr int most_newton_steps = 10;

struct CommandLine {
  std::filesystem::path folder;
  std::string format = "json.gz";
  double seconds = 10.0;
  int largest = std::numeric_limits<int>::max();
};

// The problem as a file holds it: with the best answer that is found in the given time, solved or not, or with none.
ContactData data_of(problem_sets::DiskProblem made, double seconds) {
  std::string method = "none";
  if (seconds > 0.0) {
    SolverOptions of_fallback;
    of_fallback.tolerance = tolerance;
    of_fallback.time_limit = seconds;
    const auto fallback = make_contact_solver("portfolio", of_fallback);
    RoundSolverOptions options;
    options.tolerance = tolerance;
    options.max_newton_steps = most_newton_steps;
    RoundContactSolver solver(options, fallback.get());
    const SolverResult result = solver.solve(made.problem);
    method = solver.fell_back() ? "portfolio" : "solver of round bodies";
    method += std::string(", ") + std::string(to_string(result.status));
  }
  ContactData data = contact_data::from_round_contacts(made.problem, made.name, made.description, method);
  data.solvable = contact_data::Solvable::yes;
  data.tags = {"many-disks", "cold"};
  if (seconds <= 0.0) data.reference.reset();
  return data;
}

void check(const CommandLine& line) {
  if (line.format != "json" && line.format != "json.gz" && line.format != "hdf5") {
    support::refuse_option("--format", "'" + line.format + "' is unknown; known are json, json.gz, hdf5");
  }
  if (line.format == "hdf5" && !contact_data::hdf5_available()) {
    support::refuse_option("--format", "this build has no HDF5");
  }
  if (!(line.seconds >= 0.0)) support::refuse_option("--seconds", "the time must not be negative");
  if (line.largest < 1) support::refuse_option("--largest", "at least one contact is needed");
}

int run(int argc, char** argv) {
  CommandLine line;
  CLI::App app("Writes the contact problems of many disks, the set 'disks' of the arena, as files",
               "nsdbench-disk-problems");
  support::use_common_style(app, "FOLDER [options]");
  app.add_option("FOLDER", line.folder, "Where to write; it is created if it does not exist")
      ->required()
      ->type_name("");
  app.add_option("--format", line.format, "json, json.gz or hdf5 (FCLIB) (default: json.gz)");
  app.add_option(
      "--seconds", line.seconds,
      "Time of the portfolio for each problem that the solver of round bodies, which takes its own time, leaves "
      "unsolved; the best answer is written as the reference, with the residuals it has; 0: no answer "
      "(default: 10)");
  app.add_option("--largest", line.largest, "Leave out problems of more contacts (default: none)");
  if (!support::parse_options(app, argc, argv)) return 0;
  check(line);

  support::OutputDirectory directory(line.folder);
  directory.create();
  for (int i = 0; i < problem_sets::disk_problem_count; ++i) {
    problem_sets::DiskProblem made = problem_sets::disk_problem(i);
    if (made.problem.contacts.size() > static_cast<std::size_t>(line.largest)) continue;
    const ContactData data = data_of(std::move(made), line.seconds);
    const std::filesystem::path file = line.folder / (data.name + "." + line.format);
    support::write_file(file, contact_data::encode(data, contact_data::format_of(file)));
    std::cout << support::printable(file.string());
    if (data.reference) std::cout << "  residual " << *data.reference->scaled_residual;
    std::cout << std::endl;
  }
  directory.keep();
  support::flush_standard_output();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-disk-problems", [&] { return run(argc, argv); });
}
