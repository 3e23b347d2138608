// nsdbench-claims RESULTS_DIR [EXPERIMENT...]
//
// Prints the claims of all records in RESULTS_DIR and writes them to its claims.md and claims.json. Exit
// code: 0 if every verdict is the expected one and every EXPERIMENT named has a record, 1 if not, 2 for wrong
// input.
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/output_files.hpp"
#include "tools/records/claims_table.hpp"

int main(int argc, char** argv) {
  using namespace nsdbench::experiments;
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.front().starts_with("-")) {
    const bool help = !arguments.empty() && (arguments.front() == "--help" || arguments.front() == "-h");
    (help ? std::cout : std::cerr) << "usage: nsdbench-claims RESULTS_DIR [EXPERIMENT...]\n";
    return help && std::cout.flush() ? 0 : 2;
  }
  try {
    const std::filesystem::path results = arguments.front();
    const ClaimsTable table = gather_claims(results, {arguments.begin() + 1, arguments.end()});
    nsdbench::support::OutputFiles files;
    files.add(results / "claims.md", table.markdown());
    files.add(results / "claims.json", table.json());
    files.commit();
    std::cout << table.terminal();
    nsdbench::support::flush_standard_output();
    return table.unexpected() == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "nsdbench-claims: " << error.what() << '\n';
    return 2;
  }
}
