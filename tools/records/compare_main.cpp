// nsdbench-compare RESULTS_DIR BASELINE_DIR [--update]
//
// Prints what moved between the last accepted run, BASELINE_DIR/<experiment>.json, and the records in
// RESULTS_DIR. Exit code: 0 if settings, parameters and verdicts are the same and nothing moved by more than its kind
// allows (comparison.hpp), 1 if not, 2 for wrong input. With --update the records become the baseline, and the exit
// code is 0.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "support/option_texts.hpp"
#include "support/output_files.hpp"
#include "support/program.hpp"
#include "support/text_table.hpp"
#include "tools/records/comparison.hpp"

namespace {

using namespace nsdbench::experiments;
namespace fs = std::filesystem;

struct Outcome {
  bool moved = false;
  bool significant = false;
  std::string largest_move;  // where, for people
  double largest_ratio = 0.0;
};

fs::path baseline_file(const fs::path& baseline, const std::string& experiment) {
  return baseline / (experiment + ".json");
}

StoredRecord last_accepted(const fs::path& file) {
  try {
    return read_baseline(file);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(error.what() + std::string(" (--update makes it anew once the file is deleted)"));
  }
}

Outcome compare_all(const std::vector<StoredRecord>& records, const fs::path& baseline) {
  Outcome outcome;
  for (const StoredRecord& record : records) {
    const fs::path file = baseline_file(baseline, record.experiment);
    if (!fs::exists(file)) {
      std::cout << nsdbench::support::printable(record.experiment) << ": new, without a baseline ("
                << record.quantities.size() << " quantities)\n";
      outcome.moved = true;
      continue;
    }
    const Comparison comparison = compare(last_accepted(file), record);
    std::cout << comparison.report();
    outcome.moved = outcome.moved || comparison.anything_moved();
    outcome.significant = outcome.significant || comparison.significant();
    const QuantityChange* const largest = comparison.largest_move();
    if (largest == nullptr || *largest->ratio() <= outcome.largest_ratio) continue;
    outcome.largest_ratio = *largest->ratio();
    outcome.largest_move = nsdbench::support::printable(largest->key + " of " + record.experiment);
  }
  return outcome;
}

// Experiments with a baseline but no record: not run, or no longer there.
Outcome report_unseen(const std::vector<StoredRecord>& records, const fs::path& baseline) {
  Outcome outcome;
  std::error_code no_baseline_yet;
  std::vector<std::string> unseen;
  for (const fs::directory_entry& entry : fs::directory_iterator(baseline, no_baseline_yet)) {
    const std::string experiment = entry.path().stem().string();
    const bool seen = std::any_of(records.begin(), records.end(),
                                  [&](const StoredRecord& record) { return record.experiment == experiment; });
    if (entry.path().extension() == ".json" && !seen) unseen.push_back(experiment);
  }
  std::sort(unseen.begin(), unseen.end());
  for (const std::string& experiment : unseen) {
    std::cout << experiment << ": has a baseline but no record\n";
    outcome.moved = outcome.significant = true;
  }
  return outcome;
}

void update(const std::vector<StoredRecord>& records, const fs::path& baseline) {
  for (const StoredRecord& record : records) {
    if (record.nominal && record.default_run) continue;
    throw std::invalid_argument("the record of " + record.experiment +
                                " is of a run with other settings than the default ones; it is no baseline");
  }
  nsdbench::support::OutputDirectory directory(baseline);
  directory.create();
  nsdbench::support::OutputFiles files;
  for (const StoredRecord& record : records) {
    files.add(baseline_file(baseline, record.experiment), baseline_text(record));
  }
  files.commit();
  directory.keep();
}

int compare_folders(const fs::path& results, const fs::path& baseline, bool wants_update) {
  const std::vector<StoredRecord> records = read_records(results);
  if (records.empty()) throw std::invalid_argument("there is no record in '" + results.string() + "'");
  if (!wants_update && !fs::is_directory(baseline)) {
    throw std::invalid_argument("there is no baseline in " + baseline.string() + " (--update makes one)");
  }
  const Outcome compared = compare_all(records, baseline);
  const Outcome unseen = report_unseen(records, baseline);
  if (!compared.moved && !unseen.moved) {
    std::cout << "Nothing moved.\n";
  } else if (!compared.significant && !unseen.significant) {
    std::cout << "Nothing moved by more than its kind of quantity allows.\n";
  } else {
    std::cout << "Marked with ! above or without a record: more than the kind of quantity allows.\n";
  }
  if (compared.largest_ratio > 0.0) {
    std::cout << "Largest move of a measured quantity: " << nsdbench::support::readable(compared.largest_ratio)
              << " of its uncertainty (" << compared.largest_move << ").\n";
  }
  if (wants_update) {
    update(records, baseline);
    std::cout << "The baseline now holds these records.\n";
    return 0;
  }
  return compared.significant || unseen.significant ? 1 : 0;
}

int run(int argc, char** argv) {
  CLI::App app("Prints what moved between the last accepted run and the records", "nsdbench-compare");
  nsdbench::support::use_common_style(app, "RESULTS_DIR BASELINE_DIR [--update]");
  fs::path results;
  fs::path baseline;
  bool wants_update = false;
  app.add_option("RESULTS_DIR", results, "The folder with the records")->required()->type_name("");
  app.add_option("BASELINE_DIR", baseline, "The folder with the last accepted run")->required()->type_name("");
  app.add_flag("--update", wants_update, "The records become the baseline");
  if (!nsdbench::support::parse_options(app, argc, argv)) return 0;
  const int exit_code = compare_folders(results, baseline, wants_update);
  nsdbench::support::flush_standard_output();
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  return nsdbench::support::run_program("nsdbench-compare", [&] { return run(argc, argv); });
}
