// nsdbench-claims RESULTS_DIR [EXPERIMENT...]
//
// Prints the claims of all records in RESULTS_DIR and writes them to its claims.md and claims.json. Exit
// code: 0 if every verdict is the expected one and every EXPERIMENT named has a record, 1 if not, 2 for wrong
// input and where there is no record at all.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "tools/records/claims_table.hpp"

namespace {

using namespace nsdbench;

int run(int argc, char** argv) {
  CLI::App app("Prints the claims of all records, and writes them to claims.md and claims.json", "nsdbench-claims");
  support::use_common_style(app, "RESULTS_DIR [EXPERIMENT...]");
  std::filesystem::path results;
  std::vector<std::string> expected;
  app.add_option("RESULTS_DIR", results, "The folder with the records")->required()->type_name("");
  app.add_option("EXPERIMENT", expected, "Experiments that must have a record")->type_name("");
  if (!support::parse_options(app, argc, argv)) return 0;

  const experiments::ClaimsTable table = experiments::gather_claims(results, expected);
  if (table.records.empty()) throw std::invalid_argument("there is no record in '" + results.string() + "'");
  support::OutputFiles files;
  files.add(results / "claims.md", table.markdown());
  files.add(results / "claims.json", table.json());
  files.commit(results / "claims.json");
  std::cout << table.terminal();
  support::flush_standard_output();
  return table.unexpected() == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  return support::run_program("nsdbench-claims", [&] { return run(argc, argv); });
}
