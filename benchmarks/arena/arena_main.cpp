// contact-arena: runs every contact solver on every problem, in one thread and with a time limit for each solve.
//
// Exit codes and files: see `help_footer`.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "benchmarks/arena/arena.hpp"
#include "benchmarks/arena/arena_problems.hpp"
#include "benchmarks/arena/contender.hpp"
#include "benchmarks/arena/figure_tables.hpp"
#include "benchmarks/arena/summary.hpp"
#include "support/figure_files.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/provenance.hpp"
#include "support/text_table.hpp"

namespace {

using namespace nsdbench;
using arena::ArenaOptions;
using arena::Results;

constexpr const char* help_footer =
    R"(Files, in the results directory:
  arena.json       a row for every solver, problem and tolerance: verdict, time, iterations, residual; histories;
                   machine, compiler and versions
  summary.md       counts by class of problems, medians of time and iterations, speed against peers, wrong claims
  summary.txt      counts and medians as plain text
  profile_*.csv    performance profiles: share of problems against time or iterations over the least of all solvers
  scaling_*.csv    time against the number of contacts, towers at rest
  r_factors_*.csv  iterations of the relaxation methods against the coupling of the contacts
  history_*.csv    residual against time
  *.gp             scripts of the figures: 'gnuplot arena_profile_time.gp' in that directory draws one anew

Exit code: 0; 1 if a solver of the suite claims what the residual or a known solution contradicts, or if
something went wrong; 2 for wrong input or results that cannot be written, said in a sentence, before anything is run
where that can be known)";

struct CommandLine {
  ArenaOptions arena;
  bool quick = false;
  bool list = false;
  std::filesystem::path out = "results/arena";
  std::vector<std::string> merge;
};

void print_list() {
  std::cout << "Solvers:\n";
  for (const auto& info : arena::contenders(true)) {
    std::cout << "  " << info.name << (info.peer ? " (peer): " : ": ") << info.description << '\n';
  }
  std::cout << "\nLibraries of peers:\n";
  for (const auto& library : arena::peer_libraries()) {
    std::cout << "  " << library.name << ": "
              << (library.version.empty() ? "not found; Debian package " + library.debian_package : library.version)
              << '\n';
  }
  std::cout << "\nProblem sets:\n";
  for (const auto& set : problem_sets::all_sets()) {
    std::cout << "  " << set.name << " (" << set.size << ", quick " << set.selection(problem_sets::Extent::quick).size()
              << "): " << set.recipe << '\n';
  }
  std::cout << "  data_lcp, data_friction_2d, data_friction_3d: problem files (--data)\n";
}

// arena.json, summaries, tables, and everything gnuplot needs to draw the figures in that folder.
void write_results(const Results& results, const std::vector<std::string>& draw, support::OutputDirectory& directory) {
  // Ahead of the directory: it may refuse what is to be drawn.
  const std::vector<support::TextFile> tables = arena::figure_tables(results, draw);
  directory.create();
  const std::filesystem::path& out = directory.path();
  support::OutputFiles files;
  files.add(out / "summary.md", arena::markdown_summary(results));
  files.add(out / "summary.txt", arena::text_summary(results));
  files.add(out, tables);
  files.add(out, support::figure_scripts(NSDBENCH_ARENA_FIGURES_DIR));
  files.add(out / "arena.json", results.json());  // last: it speaks for the others
  files.commit(out / "arena.json");
  directory.keep();
}

// Peers were asked for: says which libraries are missing, and refuses to go on without any.
void check_peers() {
  std::string missing;
  bool any = false;
  for (const auto& library : arena::peer_libraries()) {
    any = any || !library.version.empty();
    if (library.version.empty()) missing += (missing.empty() ? "" : " ") + library.debian_package;
  }
  if (!any) {
    throw std::invalid_argument("no library to compare with was found when this was built; install one or all of" +
                                (missing.empty() ? std::string(" them") : " the Debian packages " + missing) +
                                " and configure and build again");
  }
  if (!missing.empty()) std::cerr << "Not compared with, since not installed (Debian packages): " << missing << '\n';
}

Results obtain_results(const CommandLine& line, const std::vector<std::string>& command) {
  if (!line.merge.empty()) {
    std::vector<Results> parts;
    for (const std::string& file : line.merge) parts.push_back(arena::read_results(file));
    return arena::merged(parts);
  }
  if (line.arena.peers) check_peers();
  const auto start = std::chrono::steady_clock::now();
  Results results = arena::run_arena(line.arena, std::cerr);
  arena::set_context(results, support::provenance(command, std::chrono::steady_clock::now() - start), line.arena);
  return results;
}

void add_options(CLI::App& app, CommandLine& line) {
  ArenaOptions& arena = line.arena;
  const std::vector<CLI::Option*> of_runs = {
      app.add_option("--sets", arena.sets, "Problem sets, separated by commas (default: all)")->delimiter(','),
      app.add_option("--solvers", arena.solvers, "Solvers, separated by commas (default: all)")->delimiter(','),
      app.add_flag("--peers", arena.peers, "Also the solvers of other libraries that were found when this was built"),
      app.add_option("--data", arena.data, "Directory of problem files (default: NSDBENCH_CONTACT_DATA, or none)"),
      app.add_option("--tolerances", arena.tolerances, "Tolerances, separated by commas (default: 1e-4,1e-8)")
          ->delimiter(','),
      app.add_option("--time-limit", arena.time_limit, "Seconds for one solve (default: 5, quick 0.05)"),
      app.add_flag("--quick", line.quick, "Small problems only"),
      app.add_flag("--list", line.list, "List solvers, libraries of peers and problem sets, and stop")};
  app.add_option(
         "--draw", arena.draw,
         "Solvers to draw whatever they solve, separated by commas (at most 8; default: the best of each family)")
      ->delimiter(',');
  app.add_option("--out", line.out, "Results directory (default: results/arena)");
  CLI::Option* merge = app.add_option("--merge", line.merge,
                                      "Instead of running, merge files arena.json of one context, which together have "
                                      "every solver on every problem, and write all anew; one file alone is drawn anew")
                           ->expected(1, -1);
  for (CLI::Option* option : of_runs) merge->excludes(option);
  app.footer(help_footer);
}

int run(int argc, char** argv) {
  CommandLine line;
  if (const char* directory = std::getenv("NSDBENCH_CONTACT_DATA")) line.arena.data = directory;
  CLI::App app{"Every contact solver over every problem: who solves what, how fast, and who claims what is wrong",
               "contact-arena"};
  add_options(app, line);
  if (!support::parse_options(app, argc, argv)) return 0;
  if (line.quick) {
    line.arena.extent = problem_sets::Extent::quick;
    if (app.count("--time-limit") == 0) line.arena.time_limit = 0.05;
  }
  if (line.list) {
    print_list();
    support::flush_standard_output();
    return 0;
  }
  support::OutputDirectory directory(line.out);  // refused before a run, not after it
  const Results results = obtain_results(line, {argv, argv + argc});
  write_results(results, line.arena.draw, directory);
  std::cout << arena::text_counts(results) << "Results in " << support::printable(line.out.string()) << '\n';
  const std::string wrong = arena::own_wrong_claims(results);
  if (!wrong.empty()) std::cout << "WRONG CLAIMS of the suite's own solvers:\n" << wrong;
  support::flush_standard_output();
  return wrong.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("contact-arena", [&] { return run(argc, argv); });
}
