#include "tools/report/order_table.hpp"

#include <algorithm>

#include "support/text_table.hpp"
#include "tools/records/claim_cells.hpp"
#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

using nlohmann::ordered_json;

// "1.012 ± 0.018", and what the claim on the quantity expects.
std::string cell_html(const AuditedRecord& record, const std::string& key) {
  const auto& quantities = record.stored.quantities;
  const auto found =
      std::find_if(quantities.begin(), quantities.end(), [&](const auto& quantity) { return quantity.key == key; });
  if (found == quantities.end()) return {};
  const std::optional<double> half_width = found->uncertainty.half_width();
  std::string html =
      half_width ? escaped(support::readable(found->value, *half_width) + " ± " + support::with_digits(*half_width, 2))
                 : escaped(support::with_digits(found->value, 3) + " (no uncertainty)");
  html = element("span", {{"title", key + ": " + found->meaning}}, html);
  for (const AuditedClaim& claim : record.claims) {
    if (claim.judged.claim.quantity != key) continue;
    const std::string expected = "expected " + escaped(experiments::expected_text(claim.judged.claim));
    if (html.find(expected) != std::string::npos) continue;  // several statements may rest on one number
    html += "<br>" + element("a", {{"class", "muted"}, {"href", "index.html#" + claim.judged.claim.id}}, expected);
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
  html.columns = {"Method", "Order"};
  html.columns.insert(html.columns.end(), problems.begin(), problems.end());
  std::string reasons;
  std::string absent;
  for (const ordered_json& method : settings.at("methods")) {
    std::vector<std::string> row = {escaped(method.at("name").get<std::string>()),
                                    escaped(method.at("order").get<std::string>())};
    row.resize(2 + problems.size(), "–");
    for (const ordered_json& cell : settings.at("cells")) {
      if (cell.at("method") != method.at("id")) continue;
      const auto experiment = cell.at("experiment").get<std::string>();
      const auto quantity = cell.at("quantity").get<std::string>();
      const AuditedRecord* record = sources.record(experiment);
      const std::string text = record == nullptr ? std::string() : cell_html(*record, quantity);
      if (text.empty()) {
        absent += (absent.empty() ? "" : ", ") + quantity + " of " + experiment;
        continue;
      }
      const auto column = std::find(problems.begin(), problems.end(), cell.at("problem").get<std::string>());
      row[2 + static_cast<std::size_t>(column - problems.begin())] = text;
    }
    html.rows.push_back(std::move(row));
    reasons += element("dt", escaped(method.at("name").get<std::string>())) +
               element("dd", escaped(method.at("why").get<std::string>()));
  }
  std::string text = table(html) + details("Why these orders are expected", element("dl", reasons));
  text += paragraph(
      "Orders are slopes through medians or maxima of octaves of jittered step sizes; the uncertainty includes that "
      "the "
      "errors are not yet small enough for the limit.");
  if (!absent.empty()) text += paragraph("These records do not have: " + absent + ".");
  return text;
}

}  // namespace nsdbench::report
