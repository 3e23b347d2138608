#include "tools/records/claims_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

using nlohmann::ordered_json;

bool as_expected(const JudgedClaim& judged) { return judged.verdict == judged.claim.expected_verdict; }

std::string expected_text(const Interval& interval) {
  if (interval.min == interval.max) return support::readable(interval.min);
  if (!std::isfinite(interval.min)) return "<= " + support::readable(interval.max);
  if (!std::isfinite(interval.max)) return ">= " + support::readable(interval.min);
  return support::readable(interval.min) + " .. " + support::readable(interval.max);
}

std::string measured_text(const JudgedClaim& judged) {
  if (!judged.measured) return "-";
  std::string text = support::readable(*judged.measured);
  if (judged.uncertainty) {
    char uncertainty[32];
    std::snprintf(uncertainty, sizeof uncertainty, " ± %.2g", *judged.uncertainty);
    text += uncertainty;
  }
  return text;
}

std::string verdict_text(const JudgedClaim& judged) {
  std::string text(to_string(judged.verdict));
  if (!as_expected(judged)) text += " (expected: " + std::string(to_string(judged.claim.expected_verdict)) + ")";
  return text;
}

// "12 claims: 11 reproduced, 1 not reproduced; 1 not as expected: some-claim."
std::string summary(const ClaimsTable& table) {
  std::map<Verdict, std::size_t> counts;
  std::size_t claims = 0;
  std::string others;
  for (const StoredRecord& record : table.records) {
    for (const JudgedClaim& judged : record.claims) {
      ++counts[judged.verdict];
      ++claims;
      if (!as_expected(judged)) others += (others.empty() ? "" : ", ") + judged.claim.id;
    }
  }
  std::string text = std::to_string(claims) + (claims == 1 ? " claim" : " claims");
  std::string separator = ": ";
  for (const auto& [verdict, number] : counts) {
    text += separator + std::to_string(number) + " " + std::string(to_string(verdict));
    separator = ", ";
  }
  const std::size_t count = table.unexpected() - table.missing.size();
  text += count == 0 ? "; all as expected." : "; " + std::to_string(count) + " not as expected: " + others + ".";
  for (const std::string& experiment : table.missing) text += " No record of " + experiment + ".";
  for (const StoredRecord& record : table.records) {
    if (!record.nominal) text += " The record of " + record.experiment + " is of a run away from the paper's setting.";
  }
  return text;
}

std::string markdown_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
  return cell;
}

ordered_json side(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr); }

ordered_json or_null(std::optional<double> value) { return value ? ordered_json(*value) : ordered_json(nullptr); }

}  // namespace

std::size_t ClaimsTable::unexpected() const {
  std::size_t count = missing.size();
  for (const StoredRecord& record : records) {
    count += static_cast<std::size_t>(
        std::count_if(record.claims.begin(), record.claims.end(), [](const auto& c) { return !as_expected(c); }));
  }
  return count;
}

std::string ClaimsTable::terminal() const {
  std::vector<std::vector<std::string>> rows = {{" ", "claim", "where", "expected", "measured", "verdict"}};
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) {
      rows.push_back({as_expected(judged) ? " " : "!", judged.claim.id, judged.claim.where,
                      expected_text(judged.claim.expected), measured_text(judged), verdict_text(judged)});
    }
  }
  return support::aligned(rows) + "\n" + summary(*this) + "\n";
}

std::string ClaimsTable::markdown() const {
  std::string text = "# Claims\n\n" + summary(*this) + "\n";
  for (const StoredRecord& record : records) {
    if (record.claims.empty()) continue;
    text += "\n## " + record.experiment + " (" + record.paper + ")\n\n";
    text += "| claim | where | statement | quantity | expected | measured | verdict | reason |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for (const JudgedClaim& judged : record.claims) {
      const Claim& claim = judged.claim;
      for (const std::string& cell :
           {claim.id, claim.where, claim.statement, "`" + claim.quantity + "`", expected_text(claim.expected),
            measured_text(judged), verdict_text(judged), claim.reason}) {
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
  ordered_json& list = document["claims"] = ordered_json::array();
  for (const StoredRecord& record : records) {
    for (const JudgedClaim& judged : record.claims) {
      const Claim& claim = judged.claim;
      ordered_json entry;
      entry["id"] = claim.id;
      entry["experiment"] = record.experiment;
      entry["paper"] = record.paper;
      entry["where"] = claim.where;
      entry["statement"] = claim.statement;
      entry["quantity"] = claim.quantity;
      entry["expected"] = {{"min", side(claim.expected.min)}, {"max", side(claim.expected.max)}};
      entry["measured"] = or_null(judged.measured);
      entry["uncertainty"] = or_null(judged.uncertainty);
      entry["verdict"] = to_string(judged.verdict);
      entry["expected_verdict"] = to_string(claim.expected_verdict);
      entry["reason"] = claim.reason;
      list.push_back(std::move(entry));
    }
  }
  return document.dump(2) + "\n";
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
