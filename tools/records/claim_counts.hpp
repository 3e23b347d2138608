// How many claims there are, by paper, origin and verdict.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/records/stored_record.hpp"

namespace nsdbench::experiments {

// Of the claims with one verdict.
struct VerdictCount {
  std::size_t claims = 0;
  std::size_t identities = 0;  // those of them that hold by construction
};

// The claims of one paper, counted by origin and verdict.
struct ClaimCounts {
  std::map<Origin, std::map<Verdict, VerdictCount>> by_origin;
  std::size_t claims = 0;

  void add(const JudgedClaim& judged);
};

// The claims of all records, by the name of the paper's folder.
std::map<std::string, ClaimCounts> counts_by_paper(const std::vector<StoredRecord>& records);

// "12 claims. 11 statements of 2 papers: 10 reproduced (2 of them by construction), 1 not reproduced; 1 check of our
// own: 1 reproduced."
std::string sentence_of_counts(const std::vector<StoredRecord>& records);

// Markdown: a line for each paper and origin; in brackets what holds by construction.
std::string table_of_counts(const std::vector<StoredRecord>& records);

}  // namespace nsdbench::experiments
