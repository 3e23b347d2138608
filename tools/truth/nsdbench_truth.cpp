// Computes the woodpecker's truth and writes it to a file. Exit codes: 0 written, 1 not computed or not written,
// 2 wrong arguments.
#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <string>

#include "experiments/support/output_files.hpp"
#include "experiments/support/reference_data.hpp"
#include "tools/truth/woodpecker_truth_file.hpp"

int main(int argc, char** argv) {
  using namespace nsdbench;
  CLI::App app("Computes the woodpecker's switching times in quadruple precision.", "nsdbench-truth");
  std::string out = (experiments::reference_data_directory() / "truth").string();
  app.add_option("--out", out, "folder for woodpecker.json (made if it is not there)")->type_name("DIR");
  app.set_version_flag("--version", std::string("nsdbench-truth ") + NSDBENCH_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return app.exit(asked);
  } catch (const CLI::ParseError& error) {
    std::cerr << "nsdbench-truth: " << error.what() << '\n';
    return 2;
  }
  try {
    experiments::OutputDirectory directory(out);
    const std::string text = truth::woodpecker_truth_file(truth::nominal_woodpecker_parameters());
    directory.create();
    const auto file = directory.path() / "woodpecker.json";
    experiments::write_file(file, text);
    directory.keep();
    std::cout << file.string() << '\n';
    experiments::flush_standard_output();
  } catch (const std::exception& error) {
    std::cerr << "nsdbench-truth: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
