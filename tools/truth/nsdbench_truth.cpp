// Computes reference solutions and writes them to files. Exit codes: 0 all written, 1 one not computed or in
// disagreement with the file it is compared with, 2 wrong arguments or files that cannot be read or written.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "support/json_file.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/reference_data.hpp"
#include "support/text_table.hpp"
#include "tools/truth/truth_comparison.hpp"
#include "tools/truth/truth_table.hpp"

namespace {

using namespace nsdbench;

struct CommandLine {
  std::string out;  // folder to write into; empty: nothing is written
  std::vector<std::string> problems;
  std::string committed;  // folder to compare with; empty: none
  bool list = false;
};

std::string default_folder() { return (support::reference_data_directory() / "truth").string(); }

bool known(const std::string& problem) {
  return std::ranges::find(truth::truth_table(), problem, &truth::TruthEntry::problem) != truth::truth_table().end();
}

std::filesystem::path file_in(const std::filesystem::path& folder, const truth::TruthEntry& entry) {
  return folder / (std::string(entry.problem) + ".json");
}

std::vector<truth::TruthEntry> chosen_entries(const CommandLine& line) {
  std::vector<truth::TruthEntry> chosen;
  for (const truth::TruthEntry& entry : truth::truth_table()) {
    const bool is_wanted =
        line.problems.empty() || std::ranges::find(line.problems, entry.problem) != line.problems.end();
    if (is_wanted) chosen.push_back(entry);
  }
  return chosen;
}

// Tells whether the text just computed agrees with the file to compare with.
bool agrees(const std::string& text, const nlohmann::ordered_json& committed, const std::filesystem::path& file) {
  const std::string found = truth::disagreement(support::parse_json(text, "the computed text"), committed);
  const std::string sentence = found.empty() ? "agrees with " + file.string() + " within the stated errors"
                                             : "disagrees with " + file.string() + ": " + found;
  std::cout << support::printable(sentence) << '\n';
  return found.empty();
}

// A file is replaced once all of it is computed: an interrupted run leaves complete files, new or old ones. What they
// are compared with is read before. Returns whether all agree with it.
bool compute_truths(const CommandLine& line) {
  const std::vector<truth::TruthEntry> entries = chosen_entries(line);
  std::vector<nlohmann::ordered_json> committed;
  if (!line.committed.empty()) {
    for (const truth::TruthEntry& entry : entries) {
      committed.push_back(support::read_json(file_in(line.committed, entry)));
    }
  }
  bool all_agree = true;
  std::optional<support::OutputDirectory> directory;
  if (!line.out.empty()) directory.emplace(line.out);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string text = truth::text_of(entries[k].compute());
    if (directory) {
      directory->create();
      const std::filesystem::path file = file_in(directory->path(), entries[k]);
      support::write_file(file, text);
      directory->keep();
      std::cout << support::printable(file.string()) << '\n';
    }
    if (!committed.empty()) all_agree = agrees(text, committed[k], file_in(line.committed, entries[k])) && all_agree;
    support::flush_standard_output();
  }
  return all_agree;
}

int run(int argc, char** argv) {
  CLI::App app("Computes the reference solutions of the suite's problems.", "nsdbench-truth");
  support::use_common_style(app);
  CommandLine line;
  const support::OptionTexts out(app, "--out", "DIR",
                                 "folder for <problem>.json, made if it is not there [" + default_folder() +
                                     "; with --compare: nothing is written]");
  app.add_option("--problem", line.problems, "problem; can be given more than once (default: all)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  const support::OptionTexts compare(app, "--compare", "DIR",
                                     "folder with files to compare with, value by value within their errors");
  app.add_flag("--list", line.list, "list the problems, and stop");
  if (!support::parse_options(app, argc, argv)) return 0;
  for (const std::string& problem : line.problems) {
    if (!known(problem)) support::refuse_option("--problem", "unknown problem '" + problem + "'");
  }
  line.committed = compare.file_name("folder").value_or("");
  line.out = out.file_name("folder").value_or(line.committed.empty() ? default_folder() : "");
  if (support::same_file(line.out, line.committed)) {
    support::refuse_option("--out", line.out + " is the folder of --compare, whose files would be replaced");
  }
  bool all_agree = true;
  if (line.list) {
    for (const truth::TruthEntry& entry : truth::truth_table()) std::cout << entry.problem << '\n';
  } else {
    all_agree = compute_truths(line);
  }
  support::flush_standard_output();
  return all_agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-truth", [&] { return run(argc, argv); });
}
