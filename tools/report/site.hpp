// The report: what it is made of, and how its pages are framed.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/audited_record.hpp"
#include "tools/report/audited_sweep.hpp"

namespace nsdbench::report {

struct Paper {
  std::string id;          // its folder in reference-data
  std::string short_name;  // authors and year
  std::string citation;
  nlohmann::ordered_json parameters;  // all of parameters.json; an object without problems where there is none
  bool has_notes = false;
};

struct Page {
  std::string file;   // in the folder of the report
  std::string title;  // of the page; the front page's is the suite's name
  std::string content;
  std::vector<std::string> scripts;      // addresses, beside those that all pages load
  std::vector<std::string> faults = {};  // of the results that it shows, beside those that Sources knows: sentences
};

// What the report is written from.
class Sources {
 public:
  // `results` holds the records, and the sweeps in a folder of their own; `tree` is the source tree, of which docs,
  // reference-data and report are read; the pages go to `out`. `wanted` names the experiments that must have a record.
  // Throws std::invalid_argument, naming the file, for what cannot be read of the tree.
  Sources(std::filesystem::path results, std::filesystem::path tree, std::filesystem::path out,
          const std::vector<std::string>& wanted);

  const std::filesystem::path& results() const { return results_; }
  const std::filesystem::path& tree() const { return tree_; }
  const std::vector<AuditedRecord>& records() const { return records_; }
  const std::vector<AuditedSweep>& sweeps() const { return sweeps_; }
  // Folders whose record.json is no record, or that of another experiment, each with a clause that says so.
  const std::vector<std::pair<std::string, std::string>>& unreadable() const { return unreadable_; }
  // Sentences on records in folders of other names than their experiments', which are not shown.
  const std::vector<std::string>& variants() const { return variants_; }
  // The text without the folder of the results in it.
  std::string without_folder(std::string text) const;
  const std::vector<Paper>& papers() const { return papers_; }
  const Paper& paper(const std::string& id) const;
  const AuditedRecord* record(const std::string& experiment) const;  // nullptr: there is none

  // The address of a file below `results`, as pages write it: characters that addresses do not have are encoded.
  std::string address(const std::filesystem::path& file) const;
  // The JSON file report/<name> of the source tree.
  nlohmann::ordered_json settings(const std::string& name) const;
  std::string text(const std::filesystem::path& file) const;  // of the source tree

  // Sentences: everything that a reader must not overlook. Empty: the build succeeds.
  std::vector<std::string> faults() const;
  std::vector<std::string> warnings() const;  // what a reader should know, and what is no fault

 private:
  std::filesystem::path results_;
  std::filesystem::path tree_;
  std::filesystem::path out_;
  std::vector<AuditedRecord> records_;
  std::vector<AuditedSweep> sweeps_;
  std::vector<std::string> missing_;  // wanted and without a record
  std::vector<std::pair<std::string, std::string>> unreadable_;
  std::vector<std::string> variants_;
  std::vector<Paper> papers_;
};

std::string address_of_paper(const std::string& paper);

// The page in the frame of report/templates/page.html, with the navigation in which it is the present one.
std::string framed(const Page& page, const std::vector<std::pair<std::string, std::string>>& navigation,
                   const std::string& frame);

}  // namespace nsdbench::report
