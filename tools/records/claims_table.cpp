#include "tools/records/claims_table.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/records/claim_cells.hpp"
#include "tools/records/claim_counts.hpp"

namespace nsdbench::experiments {

namespace {

using nlohmann::ordered_json;

std::string verdict_text(const JudgedClaim& judged, const StoredRecord& record) {
  std::string text(to_string(judged.verdict));
  if (!is_as_expected(judged, record.quick))
    text += " (expected: " + std::string(to_string(judged.claim.expected_verdict)) + ")";
  return text;
}

std::string unexpected_text(const ClaimsTable& table) {
  std::string others;
  for (const StoredRecord& record : table.records) {
    for (const JudgedClaim& judged : record.claims) {
      if (!is_as_expected(judged, record.quick)) others += (others.empty() ? "" : ", ") + judged.claim.id;
    }
  }
  const std::size_t count = table.unexpected() - table.missing.size();
  std::string text = count == 0 ? "All as expected." : std::to_string(count) + " not as expected: " + others + ".";
  for (const std::string& experiment : table.missing) text += " No record of " + experiment + ".";
  for (const StoredRecord& record : table.records) {
    if (!record.nominal) text += " The record of " + record.experiment + " is of a run away from the paper's setting.";
  }
  return text;
}

std::string summary(const ClaimsTable& table) {
  return sentence_of_counts(table.records) + " " + unexpected_text(table);
}

std::string origin_cell(const Claim& claim) {
  return std::string(to_string(claim.origin)) + (claim.identity ? ", identity" : "");
}

std::string markdown_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return cell;
}

// Of all records: beside what stands in its own, where it belongs.
ordered_json claim_json(const JudgedClaim& judged, const StoredRecord& record) {
  ordered_json entry = {{"id", judged.claim.id},
                        {"experiment", record.experiment},
                        {"paper", record.paper},
                        {"origin", to_string(judged.claim.origin)},
                        {"identity", judged.claim.identity}};
  entry.update(experiments::claim_json(judged));
  return entry;
}

ordered_json counts_json(const ClaimCounts& counts) {
  ordered_json entry = ordered_json::object();
  for (const auto& [origin, verdicts] : counts.by_origin) {
    for (const auto& [verdict, number] : verdicts) {
      entry[std::string(to_string(origin))][std::string(to_string(verdict))] = {{"claims", number.claims},
                                                                                {"identities", number.identities}};
    }
  }
  return entry;
}

}  // namespace

std::size_t ClaimsTable::unexpected() const {
  std::size_t count = missing.size();
  for (const StoredRecord& record : records) {
    count +=
        static_cast<std::size_t>(std::count_if(record.claims.begin(), record.claims.end(), [&](const auto& judged) {
          return !is_as_expected(judged, record.quick);
        }));
  }
  return count;
}

std::string ClaimsTable::terminal() const {
  std::vector<std::vector<std::string>> rows = {{" ", "claim", "origin", "where", "expected", "measured", "verdict"}};
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) {
      rows.push_back({is_as_expected(judged, record.quick) ? " " : "!", judged.claim.id, origin_cell(judged.claim),
                      judged.claim.where, expected_text(judged.claim), measured_text(judged, record),
                      verdict_text(judged, record)});
    }
  }
  return support::aligned(rows) + "\n" + support::printable(summary(*this)) + "\n";
}

std::string ClaimsTable::markdown() const {
  std::string text = "# Claims\n\n" + summary(*this) + "\n\n";
  text +=
      "Origin: `paper`, a statement of the paper in the setting that it prints; `variant`, the same in a setting that "
      "it does not print; `ours`, a check of our own; `closed_form`, a formula that the computation is held to. An "
      "`identity` holds by construction: it checks the code; the numbers in brackets count these. `undecided`: "
      "measured ± uncertainty reaches over the bound. Where there is `no uncertainty`, the value alone decides, and "
      "the "
      "verdict is only as good as the value.\n\n";
  text += table_of_counts(records);
  for (const StoredRecord& record : records) {
    if (record.claims.empty()) continue;
    text += "\n## " + record.experiment + " (" + record.paper + ")\n\n";
    text +=
        "| claim | origin | where | statement | quantity | expected | why so wide | measured | verdict | reason |\n";
    text += "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const JudgedClaim& judged : record.claims) {
      const Claim& claim = judged.claim;
      for (const std::string& cell :
           {claim.id, origin_cell(claim), claim.where, claim.statement,
            claim.testable() ? "`" + claim.quantity + "`" : std::string("-"), expected_text(claim),
            claim.testable() ? claim.tolerance_reason : std::string("-"), measured_text(judged, record),
            verdict_text(judged, record), claim.reason}) {
        text += "| " + markdown_cell(cell) + " ";
      }
      text += "|\n";
    }
  }
  return text;
}

std::string ClaimsTable::json() const {
  ordered_json document;
  document["unexpected"] = unexpected();
  document["missing"] = missing;
  ordered_json& papers = document["counts"] = ordered_json::object();
  for (const auto& [paper, counts] : counts_by_paper(records)) papers[paper] = counts_json(counts);
  ordered_json& list = document["claims"] = ordered_json::array();
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) list.push_back(claim_json(judged, record));
  }
  return support::json_text(document);
}

ClaimsTable gather_claims(const std::filesystem::path& results, const std::vector<std::string>& wanted) {
  ClaimsTable table{read_records(results), {}};
  for (const std::string& experiment : wanted) {
    const bool found = std::any_of(table.records.begin(), table.records.end(),
                                   [&](const StoredRecord& record) { return record.experiment == experiment; });
    if (!found) table.missing.push_back(experiment);
  }
  return table;
}

}  // namespace nsdbench::experiments
