#include "tools/report/order_table.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/text_table.hpp"
#include "tools/records/claim_cells.hpp"
#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

using nlohmann::ordered_json;

// Orders that differ by this from the expected one are told apart from its neighbours.
constexpr double largest_deviation = 0.25;

enum class Agreement { none, agrees, too_uncertain, disagrees };

// Of a measured order with the expected one: within a quarter, or within its uncertainty, if that leaves no doubt which
// of two neighbouring whole orders it is.
Agreement agreement(double value, const std::optional<double>& half_width, double expected) {
  const double deviation = std::abs(value - expected);
  if (deviation <= largest_deviation && half_width.value_or(0.0) < 0.5) return Agreement::agrees;
  if (half_width && deviation <= std::max(*half_width, largest_deviation)) {
    return *half_width < 0.5 ? Agreement::agrees : Agreement::too_uncertain;
  }
  return Agreement::disagrees;
}

const experiments::RecordedQuantity* quantity_of(const Sources& sources, const ordered_json& cell) {
  const AuditedRecord* record = sources.record(cell.at("experiment").get<std::string>());
  if (record == nullptr) return nullptr;
  const auto& quantities = record->stored.quantities;
  const auto found = std::find_if(quantities.begin(), quantities.end(), [&](const auto& quantity) {
    return quantity.key == cell.at("quantity").get<std::string>();
  });
  return found == quantities.end() ? nullptr : &*found;
}

Agreement agreement_of(const experiments::RecordedQuantity& quantity, const ordered_json& cell) {
  return agreement(quantity.value, quantity.uncertainty.half_width(), cell.at("expected").get<double>());
}

// "1.012 ± 0.018, expected 1", with a sign; a link to a statement on the number that is not reproduced.
std::string cell_html(const AuditedRecord& record, const experiments::RecordedQuantity& quantity,
                      const ordered_json& cell) {
  const std::optional<double> half_width = quantity.uncertainty.half_width();
  std::string html =
      escaped(half_width ? support::readable(quantity.value, *half_width) + " ± " + support::with_digits(*half_width, 2)
                         : support::with_digits(quantity.value, 3) + " (no uncertainty)");
  html = element("span", {{"title", quantity.key + ": " + quantity.meaning}}, html);
  std::string expected = "expected " + support::with_digits(cell.at("expected").get<double>(), 2);
  switch (agreement_of(quantity, cell)) {
    case Agreement::agrees:
      html += "<br>" + element("span", {{"class", "verdict good"}}, "✓ " + expected);
      break;
    case Agreement::too_uncertain:
      html += "<br>" + element("span", {{"class", "verdict warn"}}, "? " + expected);
      break;
    default:
      html += "<br>" + element("span", {{"class", "verdict bad"}}, "✗ " + expected);
  }
  for (const AuditedClaim& claim : record.claims) {
    if (claim.judged.claim.quantity != quantity.key || claim.judged.verdict == experiments::Verdict::reproduced)
      continue;
    html += "<br>" + element("a", {{"class", "muted"}, {"href", "index.html#" + claim.judged.claim.id}},
                             "a statement on it: " + escaped(to_string(claim.judged.verdict)));
  }
  return html;
}

}  // namespace

std::string order_table(const Sources& sources) {
  const ordered_json settings = sources.settings("orders.json");
  std::vector<std::string> problems;
  for (const ordered_json& cell : settings.at("cells")) {
    const auto problem = cell.at("problem").get<std::string>();
    if (std::find(problems.begin(), problems.end(), problem) == problems.end()) problems.push_back(problem);
  }
  HtmlTable html;
  html.caption = "Measured orders by method and problem: exponent of the step size in the error";
  html.style = "orders";
  html.columns = {"Method"};
  html.columns.insert(html.columns.end(), problems.begin(), problems.end());
  std::string reasons;
  std::string absent;
  for (const ordered_json& method : settings.at("methods")) {
    std::vector<std::string> row = {escaped(method.at("name").get<std::string>())};
    row.resize(1 + problems.size(), "–");
    for (const ordered_json& cell : settings.at("cells")) {
      if (cell.at("method") != method.at("id")) continue;
      const auto experiment = cell.at("experiment").get<std::string>();
      const auto quantity = cell.at("quantity").get<std::string>();
      const experiments::RecordedQuantity* order = quantity_of(sources, cell);
      if (order == nullptr) {
        if (!absent.empty()) absent += ", ";
        absent.append(quantity).append(" of ").append(experiment);
        continue;
      }
      const auto column = std::find(problems.begin(), problems.end(), cell.at("problem").get<std::string>());
      row[1 + static_cast<std::size_t>(column - problems.begin())] =
          cell_html(*sources.record(experiment), *order, cell);
    }
    html.rows.push_back(std::move(row));
    if (!method.contains("why")) continue;  // the one above it says it
    reasons += element("dt", escaped(method.contains("whose") ? method.at("whose").get<std::string>()
                                                              : method.at("name").get<std::string>())) +
               element("dd", escaped(method.at("why").get<std::string>()));
  }
  std::string text = table(html) + details("Why these orders are expected", element("dl", reasons));
  text += paragraph(
      "Orders are slopes through medians or maxima of octaves of jittered step sizes; the uncertainty includes that "
      "the errors are not yet small enough for the limit. An order agrees (✓) if it differs from the expected one by at "
      "most 0.25 or its uncertainty, and this is below 0.5; with a larger uncertainty neighbouring orders are not told "
      "apart (?).");
  if (!absent.empty()) text += paragraph("These records do not have: " + absent + ".");
  return text;
}

std::vector<std::string> unexpected_orders(const Sources& sources) {
  std::vector<std::string> sentences;
  const ordered_json settings = sources.settings("orders.json");
  for (const ordered_json& cell : settings.at("cells")) {
    const experiments::RecordedQuantity* quantity = quantity_of(sources, cell);
    if (quantity == nullptr || agreement_of(*quantity, cell) != Agreement::disagrees) continue;
    const AuditedRecord* record = sources.record(cell.at("experiment").get<std::string>());
    if (record->stored.quick || !record->stored.nominal) continue;
    sentences.push_back(record->name() + ": " + quantity->key + " is " + support::with_digits(quantity->value, 3) +
                        "; expected is the order " + support::with_digits(cell.at("expected").get<double>(), 2) + ".");
  }
  return sentences;
}

}  // namespace nsdbench::report
