// Computes reference solutions and writes them to files. Exit codes: 0 all written, 1 one not computed or in
// disagreement with the file it is compared with, 2 wrong arguments or files that cannot be read or written.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/json_file.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/truth_comparison.hpp"
#include "tools/truth/truth_table.hpp"

namespace {

using namespace nsdbench;

struct CommandLine {
  std::string out = (support::reference_data_directory() / "truth").string();
  std::vector<std::string> problems;
  std::string committed;  // folder to compare with; empty: none
  bool list = false;
};

bool known(const std::string& problem) {
  return std::ranges::find(truth::truth_table(), problem, &truth::TruthEntry::problem) != truth::truth_table().end();
}

// Tells whether the file just computed agrees with that of the same name in the folder to compare with.
bool agrees(const std::filesystem::path& file, const CommandLine& line) {
  const std::filesystem::path committed = std::filesystem::path(line.committed) / file.filename();
  const std::string found = truth::disagreement(support::read_json(file), support::read_json(committed));
  std::cout << (found.empty() ? "agrees with " + committed.string() + " within the stated errors"
                              : "disagrees with " + committed.string() + ": " + found)
            << '\n';
  return found.empty();
}

// A file is replaced once all of it is computed: an interrupted run leaves complete files, new or old ones. Returns
// whether all files agree with those they are compared with.
bool write_truths(const CommandLine& line) {
  bool all_agree = true;
  support::OutputDirectory directory(line.out);
  for (const truth::TruthEntry& entry : truth::truth_table()) {
    if (!line.problems.empty() && std::ranges::find(line.problems, entry.problem) == line.problems.end()) continue;
    const std::string text = truth::text_of(entry.compute());
    directory.create();
    const auto file = directory.path() / (std::string(entry.problem) + ".json");
    support::write_file(file, text);
    directory.keep();
    std::cout << file.string() << '\n';
    if (!line.committed.empty()) all_agree = agrees(file, line) && all_agree;
    support::flush_standard_output();
  }
  return all_agree;
}

int run(int argc, char** argv) {
  CLI::App app("Computes the reference solutions of the suite's problems.", "nsdbench-truth");
  support::use_common_style(app);
  CommandLine line;
  app.add_option("--out", line.out, "folder for <problem>.json (made if it is not there)")->type_name("DIR");
  app.add_option("--problem", line.problems, "problem; can be given more than once (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--compare", line.committed, "folder with files to compare with, value by value within their errors")
      ->type_name("DIR");
  app.add_flag("--list", line.list, "list the problems, and stop");
  if (!support::parse_options(app, argc, argv)) return 0;
  for (const std::string& problem : line.problems) {
    if (!known(problem)) support::refuse_option("--problem", "unknown problem '" + problem + "'");
  }
  bool all_agree = true;
  if (line.list) {
    for (const truth::TruthEntry& entry : truth::truth_table()) std::cout << entry.problem << '\n';
  } else {
    all_agree = write_truths(line);
  }
  support::flush_standard_output();
  return all_agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-truth", [&] { return run(argc, argv); });
}
