// Computes reference solutions and writes them to files. Exit codes: 0 all written, 1 one not computed or not written,
// 2 wrong arguments.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "support/output_files.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/truth_table.hpp"

namespace {

using namespace nsdbench;

struct CommandLine {
  std::string out = (support::reference_data_directory() / "truth").string();
  std::vector<std::string> problems;
  bool list = false;
};

bool known(const std::string& problem) {
  return std::ranges::find(truth::truth_table(), problem, &truth::TruthEntry::problem) != truth::truth_table().end();
}

// A file is replaced once all of it is computed: an interrupted run leaves complete files, new or old ones.
void write_truths(const CommandLine& line) {
  support::OutputDirectory directory(line.out);
  for (const truth::TruthEntry& entry : truth::truth_table()) {
    if (!line.problems.empty() && std::ranges::find(line.problems, entry.problem) == line.problems.end()) continue;
    const std::string text = truth::text_of(entry.compute());
    directory.create();
    const auto file = directory.path() / (std::string(entry.problem) + ".json");
    support::write_file(file, text);
    directory.keep();
    std::cout << file.string() << '\n';
    support::flush_standard_output();
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Computes the reference solutions of the suite's problems.", "nsdbench-truth");
  CommandLine line;
  app.add_option("--out", line.out, "folder for <problem>.json (made if it is not there)")->type_name("DIR");
  app.add_option("--problem", line.problems, "problem; can be given more than once (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_flag("--list", line.list, "list the problems, and stop");
  app.set_version_flag("--version", std::string("nsdbench-truth ") + NSDBENCH_VERSION);
  try {
    app.parse(argc, argv);
    for (const std::string& problem : line.problems) {
      if (!known(problem)) throw CLI::ValidationError("--problem", "unknown problem '" + problem + "'");
    }
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    std::cerr << "nsdbench-truth: " << error.what() << '\n';
    return 2;
  }
  try {
    if (line.list) {
      for (const truth::TruthEntry& entry : truth::truth_table()) std::cout << entry.problem << '\n';
    } else {
      write_truths(line);
    }
    support::flush_standard_output();
  } catch (const std::exception& error) {
    std::cerr << "nsdbench-truth: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
