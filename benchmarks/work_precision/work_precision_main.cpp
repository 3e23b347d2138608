// work-precision: what each integrator takes for what error, on problems of the papers.
//
// Exit codes and files: see `help_footer`.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "benchmarks/work_precision/cost.hpp"
#include "benchmarks/work_precision/tables.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/figure_files.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/provenance.hpp"
#include "support/text_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::work_precision;
using nlohmann::ordered_json;

constexpr const char* help_footer =
    R"(Methods have the names of --list-integrators, with a suffix where an integrator has several lines: -p2 extrapolates to
order 2, -even2 to order 2 in even powers, -tolerance to the order that a tolerance asks for.

Smallest steps: order p has dt_min = T (dt_max / T)^p, which is the paper's dt_max^p for T = 1 s; T = 0.05 s for the
woodpecker, 0.01 s for the slider-crank, 0.3 s for the body on the inclined plane, 1 ms for the prismatic joint, 1 s
elsewhere; dt_min is never below 1e-13 s. A base step of event_driven and acceleration_level is an evaluation of the
equations of motion; their tolerance atol = rtol is in SI units. With a relative tolerance tol, atol = tol * scale and
dt_min = tol * T. The scale is the largest distance of the reference solution from its start.

Files, in the results directory:
  work_precision.csv  a line for every run: problem, method, order (0: follows the error), group (runs summed up by one
                      median), dt, dt_min, dt_max, atol, base_steps, cpu_time, error, relative_error, completed
  medians.csv         medians of the groups, which are octaves of step sizes or a factor 8 of tolerances
  costs.txt           base steps and CPU time that each method takes for given errors; also printed
  context.json        solver, scales, machine, compiler and versions
  *.gp                scripts of the figures: 'gnuplot work_precision_cpu_time.gp' in that directory draws one anew

Everything but cpu_time is the same in every run. Exit code: 0; 1 if a method completes no run on a problem, or if
something went wrong; 2 for wrong input or results that cannot be written, said in a sentence, before anything is run
where that can be known)";

struct CommandLine {
  bool quick = false;
  bool list = false;
  std::string solver;  // empty: that of each problem
  // Its residual is an error of the velocities in every step: the 1e-10 that is usual would show at errors of 1e-7.
  double solver_tolerance = 1e-14;
  std::vector<std::string> problems;
  std::filesystem::path out = "results/work-precision";
};

struct Results {
  std::vector<Row> rows;
  std::map<std::string, double> scales;
  std::map<std::string, std::string> solvers;
};

void add_options(CLI::App& app, CommandLine& line) {
  app.add_flag("--quick", line.quick, "Fewer and coarser runs");
  app.add_option("--out", line.out, "Results directory (default: results/work-precision)");
  app.add_option("--problem", line.problems, "Problem; can be given more than once (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--solver", line.solver,
                 "Contact solver (default: lemke; newton for the sliding point mass and the body on the "
                 "inclined plane, whose friction in the plane is no linear complementarity problem; "
                 "portfolio for the slider-crank)");
  app.add_option("--solver-tolerance", line.solver_tolerance, "Largest residual of a contact problem (default: 1e-14)");
  app.add_flag("--list", line.list, "List problems, methods and contact solvers, and stop");
  app.footer(help_footer);
}

void print_list() {
  std::cout << "Problems:\n";
  for (const ProblemInfo& info : problem_table()) std::cout << "  " << info.name << ": " << info.description << '\n';
  std::cout << "\nMethods:\n";
  for (const Method& method : method_table()) std::cout << "  " << method.name << ": " << method.description << '\n';
  std::cout << "\nContact solvers:\n ";
  for (const std::string& name : contact_solver_names()) std::cout << ' ' << name;
  std::cout << '\n';
}

// What is asked for, each once and in the order of the table.
std::vector<ProblemInfo> chosen_problems(const std::vector<std::string>& names) {
  for (const std::string& name : names) problem_named(name);
  std::vector<ProblemInfo> chosen;
  for (const ProblemInfo& info : problem_table()) {
    if (names.empty() || std::find(names.begin(), names.end(), info.name) != names.end()) chosen.push_back(info);
  }
  return chosen;
}

// The contact solver of a problem.
std::string solver_of(const ProblemInfo& info, const CommandLine& line) {
  return line.solver.empty() ? std::string(info.solver) : line.solver;
}

Results obtain_results(const std::vector<ProblemInfo>& problems, const CommandLine& line) {
  Results results;
  const Extent extent = line.quick ? quick_extent() : full_extent();
  for (const ProblemInfo& info : problems) {
    std::cerr << "work-precision: " << info.title << '\n';
    const Problem problem = info.make();
    const auto solver = make_contact_solver(solver_of(info, line), {.tolerance = line.solver_tolerance});
    const std::vector<Row> rows = measure_all(problem, *solver, extent);
    results.rows.insert(results.rows.end(), rows.begin(), rows.end());
    results.scales[problem.name] = problem.scale;
    results.solvers[problem.name] = solver->name();
  }
  return results;
}

std::string in_quotes(std::string text) {
  std::replace(text.begin(), text.end(), '\'', ' ');
  return "'" + text + "'";
}

// A gnuplot array of one member of the table's entries.
template <class Member, class Table>
std::string array_of(const std::string& name, const Table& table, const Member& member) {
  std::string text = "array " + name + "[" + std::to_string(table.size()) + "]\n";
  for (std::size_t k = 0; k < table.size(); ++k) {
    text += name + "[" + std::to_string(k + 1) + "] = " + in_quotes(std::string(table[k].*member)) + "\n";
  }
  return text;
}

// The methods with medians on each problem, by their places in the table.
std::string drawn_methods(const std::vector<ProblemInfo>& problems, const std::vector<MedianRun>& summed_up) {
  std::string text = "array wp_drawn[" + std::to_string(problems.size()) + "]\n";
  for (std::size_t i = 0; i < problems.size(); ++i) {
    text += "wp_drawn[" + std::to_string(i + 1) + "] = '";
    for (std::size_t k = 0; k < method_table().size(); ++k) {
      const bool drawn = std::any_of(summed_up.begin(), summed_up.end(), [&](const MedianRun& run) {
        return run.problem == problems[i].name && run.method == method_table()[k].name;
      });
      if (drawn) text += ' ' + std::to_string(k + 1);
    }
    text += "'\n";
  }
  return text;
}

// What the scripts are told.
std::string run_script(const std::vector<ProblemInfo>& problems, const std::vector<MedianRun>& summed_up,
                       const ordered_json& context) {
  std::string solvers;
  for (const auto& [problem, solver] : context.at("solvers").items()) {
    const auto name = solver.get<std::string>();
    if (solvers.find(name) == std::string::npos) solvers += (solvers.empty() ? "" : ", ") + name;
  }
  const auto text = [&](const char* key) { return context.at(key).get<std::string>(); };
  return "# Written by the run; loaded by style.gp.\n" + array_of("wp_problem", problems, &ProblemInfo::name) +
         array_of("wp_problem_label", problems, &ProblemInfo::title) +
         array_of("wp_method", method_table(), &Method::name) + drawn_methods(problems, summed_up) +
         "run_name = 'nsdbench work-precision'\nwp_run = " +
         in_quotes("nsdbench work-precision, contact solvers: " + solvers + ", residual " +
                   support::shortest(context.at("solver_tolerance").get<double>()) + ", one thread") +
         "\nrun_caption = " + in_quotes(text("commit").substr(0, 10) + ", " + text("compiler") + ", " + text("cpu")) +
         "\n";
}

void write_results(const Results& results, const std::vector<ProblemInfo>& problems, const ordered_json& context,
                   support::OutputDirectory& directory) {
  directory.create();
  const std::filesystem::path& out = directory.path();
  const std::vector<MedianRun> summed_up = medians(results.rows);
  support::OutputFiles files;
  files.add(out / "work_precision.csv", csv_of_runs(results.rows));
  files.add(out / "medians.csv", csv_of_medians(summed_up));
  files.add(out / "costs.txt", cost_tables(summed_up));
  files.add(out / "run.gp", run_script(problems, summed_up, context));
  files.add(out, support::figure_scripts(NSDBENCH_WORK_PRECISION_FIGURES_DIR));
  files.add(out / "context.json", support::json_text(context));  // last: it speaks for the others
  files.commit(out / "context.json");
  directory.keep();
}

// Methods without a completed run, with their problems.
std::string without_completed_runs(const std::vector<Row>& rows) {
  std::string list;
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin;
    bool any = false;
    for (; end < rows.size() && rows[end].problem == rows[begin].problem && rows[end].method == rows[begin].method;
         ++end)
      any = any || rows[end].completed;
    if (!any) list += "  " + rows[begin].method + " on " + rows[begin].problem + '\n';
    begin = end;
  }
  return list;
}

int run(int argc, char** argv) {
  CommandLine line;
  CLI::App app{"Work-precision diagrams: error of each integrator against base steps and CPU time", "work-precision"};
  add_options(app, line);
  if (!support::parse_options(app, argc, argv)) return 0;
  if (line.list) {
    print_list();
    support::flush_standard_output();
    return 0;
  }
  const std::vector<ProblemInfo> problems = chosen_problems(line.problems);
  // Refused before a run, not after it.
  for (const ProblemInfo& info : problems)
    make_contact_solver(solver_of(info, line), {.tolerance = line.solver_tolerance});
  support::OutputDirectory directory(line.out);  // refused before a run, not after it
  const auto start = std::chrono::steady_clock::now();
  const Results results = obtain_results(problems, line);
  ordered_json context = support::provenance({argv, argv + argc}, std::chrono::steady_clock::now() - start);
  context["solvers"] = results.solvers;
  context["solver_tolerance"] = line.solver_tolerance;
  context["quick"] = line.quick;
  context["scales"] = results.scales;
  write_results(results, problems, context, directory);
  std::cout << cost_tables(medians(results.rows)) << "Results in " << support::printable(line.out.string()) << '\n';
  const std::string failed = without_completed_runs(results.rows);
  if (!failed.empty()) std::cout << "NO RUN COMPLETED:\n" << failed;
  support::flush_standard_output();
  return failed.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("work-precision", [&] { return run(argc, argv); });
}
