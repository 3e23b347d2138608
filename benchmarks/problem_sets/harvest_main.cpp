// nsdbench-harvest [FILE]
//
// Repeats the runs the harvested problems come from and writes them to FILE (default: the committed file). Exit code 0,
// or 1 if something went wrong.
#include <iostream>

#include "benchmarks/problem_sets/harvest.hpp"
#include "support/output_files.hpp"

int main(int argc, char** argv) {
  using namespace nsdbench;
  const bool help = argc > 1 && (std::string(argv[1]) == "--help" || std::string(argv[1]) == "-h");
  if (argc > 2 || help) {
    (help ? std::cout : std::cerr) << "usage: nsdbench-harvest [FILE]\n";
    return help ? 0 : 2;
  }
  try {
    const std::filesystem::path file = argc > 1 ? std::filesystem::path(argv[1]) : problem_sets::harvested_file();
    std::string lines;
    const auto problems = problem_sets::harvest();
    for (const auto& harvested : problems) lines += problem_sets::json_line(harvested) + '\n';
    support::write_file(file, lines);
    std::cout << problems.size() << " problems in " << file.string() << '\n';
    support::flush_standard_output();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "nsdbench-harvest: " << error.what() << '\n';
    return 1;
  }
}
