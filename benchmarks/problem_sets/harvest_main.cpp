// nsdbench-harvest [FILE]
//
// Repeats the runs the harvested problems come from and writes them to FILE (default: the committed file). Exit code 0;
// 1 if something went wrong; 2 for wrong input or a file that cannot be written.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <string>

#include "benchmarks/problem_sets/harvest.hpp"
#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/text_table.hpp"

namespace {

using namespace nsdbench;

int run(int argc, char** argv) {
  CLI::App app("Repeats the runs that the harvested problems come from", "nsdbench-harvest");
  support::use_common_style(app, "[FILE]");
  std::filesystem::path file = problem_sets::harvested_file();
  app.add_option("FILE", file, "Where to write the problems (default: the committed file)")->type_name("");
  if (!support::parse_options(app, argc, argv)) return 0;

  std::string lines;
  const auto problems = problem_sets::harvest();
  for (const auto& harvested : problems) lines += problem_sets::json_line(harvested) + '\n';
  support::write_file(file, lines);
  std::cout << problems.size() << " problems in " << support::printable(file.string()) << '\n';
  support::flush_standard_output();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-harvest", [&] { return run(argc, argv); });
}
