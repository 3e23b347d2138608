#include "tools/report/claims_html.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/numbers.hpp"
#include "support/text_table.hpp"
#include "tools/records/claim_cells.hpp"
#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

using experiments::Interval;
using experiments::JudgedClaim;
using experiments::Verdict;

struct Sign {
  const char* style;
  const char* text;
};

Sign sign_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return {"good", "✓"};
    case Verdict::reproduced_with_deviation:
      return {"warn", "≈"};
    case Verdict::not_reproduced:
      return {"bad", "✗"};
    case Verdict::undecided:
      return {"warn", "?"};
    case Verdict::not_evaluated:
      break;
  }
  return {"neutral", "–"};
}

// Numbers to places on the axis of a small picture.
class Axis {
 public:
  static constexpr double length = 144.0;

  explicit Axis(const std::vector<double>& numbers) {
    least_ = *std::min_element(numbers.begin(), numbers.end());
    largest_ = *std::max_element(numbers.begin(), numbers.end());
    const double width = largest_ > least_ ? largest_ - least_ : std::max(std::abs(least_), 1.0);
    least_ -= 0.15 * width;
    largest_ += 0.15 * width;
  }

  double place(double number) const { return std::clamp((number - least_) / (largest_ - least_), 0.0, 1.0) * length; }

 private:
  double least_ = 0.0;
  double largest_ = 1.0;
};

// A line along the axis that is no shorter than `least`; what it looks like stands in the stylesheet, since pages have
// hundreds of them.
std::string line(const char* style, const Axis& axis, double from, double to, double least = 0.0) {
  const double begin = axis.place(from);
  const double length = std::max(axis.place(to) - begin, least);
  return std::string("<path class=\"") + style + "\" d=\"M" + support::with_digits(begin, 4) + " 9h" +
         support::with_digits(length, 4) + "\"/>";
}

// " (runaway)" for 4 in a choice that means "1 at rest, ..., 4 runaway, ..."; empty where there is no such list.
std::string word_of_code(const std::string& key, double value, const experiments::StoredRecord& record) {
  const auto quantity = std::find_if(record.quantities.begin(), record.quantities.end(),
                                     [&](const experiments::RecordedQuantity& one) { return one.key == key; });
  if (quantity == record.quantities.end()) return {};
  if (quantity->uncertainty.kind() != experiments::QuantityKind::choice) return {};
  const std::string list = ", " + quantity->meaning + ", ";
  const std::string mark = ", " + support::shortest(value) + " ";
  const std::size_t at = list.find(mark);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + mark.size();
  const std::string word = list.substr(begin, list.find(", ", begin) - begin);
  return word.rfind("if ", 0) == 0 ? std::string() : " (" + word + ")";
}

std::string measured_cell(const ClaimOf& entry) {
  const auto& [record, claim] = entry;
  return escaped(measured_words(claim->judged, record->stored));
}

std::string statement_cell(const Sources& sources, const ClaimOf& entry) {
  const auto& [record, audited] = entry;
  const experiments::Claim& claim = audited->judged.claim;
  std::string reasons;
  if (claim.testable()) {
    reasons += "<p>Why the interval has this size: " + escaped(claim.tolerance_reason) + "</p>";
    reasons += "<p>Quantity: " + code(claim.quantity) + " of " +
               link_to(sources.address(record->folder / "record.json"), record->name()) + "</p>";
  }
  reasons = "<p>" + escaped(claim.reason) + "</p>" + reasons;
  return escaped(claim.statement) + details("Reason", reasons);
}

std::string origin_cell(const experiments::Claim& claim) {
  return words(to_string(claim.origin)) + (claim.identity ? ", holds by construction" : "");
}

}  // namespace

std::string measured_words(const JudgedClaim& judged, const experiments::StoredRecord& record) {
  return experiments::measured_text(judged, record) +
         (judged.measured ? word_of_code(judged.claim.quantity, *judged.measured, record) : "");
}

std::string expected_words(const experiments::Claim& claim, const experiments::StoredRecord& record) {
  return experiments::expected_text(claim) + (claim.testable() && claim.expected.min == claim.expected.max
                                                  ? word_of_code(claim.quantity, claim.expected.min, record)
                                                  : "");
}

std::string verdict_html(const AuditedClaim& claim) {
  const Verdict verdict = claim.judged.verdict;
  const Sign sign = sign_of(verdict);
  std::string html =
      element("span", {{"class", std::string("verdict ") + sign.style}},
              std::string("<span aria-hidden=\"true\">") + sign.text + "</span> " + escaped(to_string(verdict)));
  if (!claim.as_expected) {
    html += "<br>" + element("strong", "expected: " + escaped(to_string(claim.judged.claim.expected_verdict)));
  }
  if (claim.stored != verdict) {
    html += "<br>" + element("strong", "the record says: " + escaped(to_string(claim.stored)));
  }
  return html;
}

std::string interval_picture(const JudgedClaim& judged) {
  if (!judged.measured || !judged.claim.testable()) return {};
  const double half_width = judged.uncertainty.value_or(0.0);
  std::vector<double> numbers = {*judged.measured - half_width, *judged.measured + half_width};
  const Interval widest = judged.claim.deviation.value_or(judged.claim.expected);
  for (const double bound : {judged.claim.expected.min, judged.claim.expected.max, widest.min, widest.max}) {
    if (std::isfinite(bound)) numbers.push_back(bound);
  }
  const Axis axis(numbers);
  std::string html = "<svg class=\"interval\" viewBox=\"0 0 144 18\" aria-hidden=\"true\"><path d=\"M0 9h144\"/>";
  const Interval& expected = judged.claim.expected;
  if (judged.claim.deviation) html += line("deviating", axis, widest.min, widest.max);
  html += line("expected", axis, expected.min, expected.max, 1.5);
  html += line("measured", axis, *judged.measured - half_width, *judged.measured + half_width);
  html += line("value", axis, *judged.measured, *judged.measured);
  return html + "</svg>";
}

std::string claims_table(const Sources& sources, const std::vector<ClaimOf>& claims, const std::string& caption,
                         Lines lines) {
  HtmlTable html;
  html.caption = caption;
  html.style = "claims";
  html.columns = {"Verdict", "Statement", "Where", "Expected", "Measured", "Origin", "Claim"};
  for (const ClaimOf& entry : claims) {
    const auto& [record, audited] = entry;
    const experiments::Claim& claim = audited->judged.claim;
    const std::string where = sources.paper(record->stored.paper).short_name + ", " + claim.where;
    html.rows.push_back({verdict_html(*audited), statement_cell(sources, entry), escaped(where),
                         escaped(expected_words(claim, record->stored)),
                         measured_cell(entry) + interval_picture(audited->judged), escaped(origin_cell(claim)),
                         code(claim.id)});
    std::string attributes = " id=\"" + escaped(claim.id) + "\"";
    if (lines == Lines::filtered) {
      attributes += " data-paper=\"" + escaped(record->stored.paper) + "\" data-origin=\"" +
                    escaped(to_string(claim.origin)) + "\" data-verdict=\"" +
                    escaped(to_string(audited->judged.verdict)) + "\"";
    }
    html.row_attributes.push_back(std::move(attributes));
  }
  return table(html);
}

std::vector<ClaimOf> all_claims(const Sources& sources) {
  std::vector<ClaimOf> claims;
  for (const AuditedRecord& record : sources.records()) {
    for (const AuditedClaim& claim : record.claims) claims.emplace_back(&record, &claim);
  }
  return claims;
}

}  // namespace nsdbench::report
