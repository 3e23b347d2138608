#include "tools/records/claim_counts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

using Verdicts = std::map<Verdict, VerdictCount>;

std::size_t sum(const Verdicts& verdicts) {
  std::size_t claims = 0;
  for (const auto& [verdict, number] : verdicts) claims += number.claims;
  return claims;
}

std::string verdicts_text(const Verdicts& verdicts) {
  std::string text;
  for (const auto& [verdict, number] : verdicts) {
    text += (text.empty() ? "" : ", ") + std::to_string(number.claims) + " " + std::string(to_string(verdict));
    if (number.identities > 0) text += " (" + std::to_string(number.identities) + " of them by construction)";
  }
  return text;
}

std::string cell_text(const VerdictCount& count) {
  return std::to_string(count.claims) + (count.identities > 0 ? " (" + std::to_string(count.identities) + ")" : "");
}

std::string count_text(std::size_t number, const char* one, const char* several) {
  return std::to_string(number) + " " + (number == 1 ? one : several);
}

std::string origin_text(Origin origin, std::size_t number, std::size_t papers) {
  switch (origin) {
    case Origin::paper:
      return count_text(number, "statement", "statements") + " of " + count_text(papers, "paper", "papers");
    case Origin::variant:
      return count_text(number, "statement of a paper", "statements of papers") + " in a setting of ours";
    case Origin::closed_form:
      return count_text(number, "closed form", "closed forms");
    case Origin::ours:
      break;
  }
  return count_text(number, "check", "checks") + " of our own";
}

std::string counts_text(const ClaimCounts& counts, std::size_t papers) {
  std::string text = count_text(counts.claims, "claim", "claims");
  std::string separator = ". ";
  for (const auto& [origin, verdicts] : counts.by_origin) {
    text += separator + origin_text(origin, sum(verdicts), papers) + ": " + verdicts_text(verdicts);
    separator = "; ";
  }
  return text + ".";
}

ClaimCounts counts_of_all(const std::vector<StoredRecord>& records) {
  ClaimCounts counts;
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) counts.add(judged);
  }
  return counts;
}

std::size_t papers_that_state(const std::map<std::string, ClaimCounts>& papers) {
  return static_cast<std::size_t>(std::count_if(
      papers.begin(), papers.end(), [](const auto& entry) { return entry.second.by_origin.contains(Origin::paper); }));
}

}  // namespace

void ClaimCounts::add(const JudgedClaim& judged) {
  VerdictCount& count = by_origin[judged.claim.origin][judged.verdict];
  ++count.claims;
  count.identities += judged.claim.identity ? 1 : 0;
  ++claims;
}

std::map<std::string, ClaimCounts> counts_by_paper(const std::vector<StoredRecord>& records) {
  std::map<std::string, ClaimCounts> papers;
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) papers[record.paper].add(judged);
  }
  return papers;
}

std::string sentence_of_counts(const std::vector<StoredRecord>& records) {
  return counts_text(counts_of_all(records), papers_that_state(counts_by_paper(records)));
}

std::string table_of_counts(const std::vector<StoredRecord>& records) {
  constexpr std::array verdicts{Verdict::reproduced, Verdict::reproduced_with_deviation, Verdict::not_reproduced,
                                Verdict::undecided, Verdict::not_evaluated};
  support::Cells rows = {{"paper, origin", "claims"}};
  for (const Verdict verdict : verdicts) rows[0].emplace_back(to_string(verdict));
  for (const auto& [paper, counts] : counts_by_paper(records)) {
    for (const auto& [origin, of_origin] : counts.by_origin) {
      std::vector<std::string> row = {paper + ", " + std::string(to_string(origin)), std::to_string(sum(of_origin))};
      for (const Verdict verdict : verdicts) {
        row.push_back(of_origin.contains(verdict) ? cell_text(of_origin.at(verdict)) : "");
      }
      rows.push_back(std::move(row));
    }
  }
  return support::markdown(rows);
}

}  // namespace nsdbench::experiments
