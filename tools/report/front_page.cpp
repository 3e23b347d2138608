#include <algorithm>
#include <map>
#include <set>

#include "support/text_table.hpp"
#include "tools/records/claim_cells.hpp"
#include "tools/records/claim_counts.hpp"
#include "tools/report/claims_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/order_table.hpp"
#include "tools/report/pages.hpp"

namespace nsdbench::report {

namespace {

using experiments::Origin;
using experiments::Verdict;

constexpr std::array verdicts = {Verdict::reproduced, Verdict::reproduced_with_deviation, Verdict::not_reproduced,
                                 Verdict::undecided, Verdict::not_evaluated};
constexpr std::array origins = {Origin::paper, Origin::variant, Origin::ours, Origin::closed_form};

std::string list_of(const std::vector<std::string>& sentences) {
  std::string list;
  for (const std::string& sentence : sentences) list += element("li", escaped(sentence)) + "\n";
  return element("ul", list);
}

std::string faults_section(const Sources& sources, const std::vector<std::string>& faults) {
  const std::vector<std::string> warnings = sources.warnings();
  std::string html;
  if (faults.empty()) {
    html += paragraph(
        "Every verdict is the expected one. All verdicts on these pages were found again from the quantities in the "
        "records, and none differs from what the records say. Claims and parameters are those of the source tree, "
        "unless it says otherwise below; records and tables have the hashes that their runs left. Drawings are whole, "
        "and none in SVG names another record than these; what they show, the arena and the work-precision tables are "
        "taken as they stand.");
  } else {
    html += "<section class=\"faults\" aria-labelledby=\"faults\">" +
            heading(2, "faults", "What is wrong with these results") + list_of(faults) + "</section>\n";
  }
  if (!warnings.empty()) {
    html += "<section class=\"note\" aria-labelledby=\"warnings\">" + heading(2, "warnings", "Remarks on these runs") +
            list_of(warnings) + "</section>\n";
  }
  if (!sources.variants().empty()) {
    html += details(std::to_string(sources.variants().size()) + " runs in folders of their own",
                    list_of(sources.variants()));
  }
  return html;
}

// Claims by paper and origin, as the verdicts on these pages have it.
std::string counts_table(const Sources& sources) {
  std::map<std::pair<std::string, Origin>, std::map<Verdict, experiments::VerdictCount>> counts;
  for (const auto& [record, claim] : all_claims(sources)) {
    experiments::VerdictCount& count =
        counts[{record->stored.paper, claim->judged.claim.origin}][claim->judged.verdict];
    ++count.claims;
    if (claim->judged.claim.identity) ++count.identities;
  }
  HtmlTable html;
  html.caption = "Statements by paper, origin and verdict; in brackets those that hold by construction";
  html.columns = {"Paper", "Origin"};
  for (const Verdict verdict : verdicts) {
    html.numbers.push_back(html.columns.size());
    html.columns.emplace_back(to_string(verdict));
  }
  for (const auto& [key, by_verdict] : counts) {
    std::vector<std::string> row = {link_to(address_of_paper(key.first), sources.paper(key.first).short_name),
                                    escaped(words(to_string(key.second)))};
    for (const Verdict verdict : verdicts) {
      const auto found = by_verdict.find(verdict);
      if (found == by_verdict.end()) {
        row.emplace_back("–");
        continue;
      }
      std::string text = std::to_string(found->second.claims);
      if (found->second.identities > 0) text += " (" + std::to_string(found->second.identities) + ")";
      row.push_back(text);
    }
    html.rows.push_back(std::move(row));
  }
  return table(html);
}

std::string choice(const std::string& name, const std::string& label,
                   const std::vector<std::pair<std::string, std::string>>& values) {
  std::string options = "<option value=\"\">all</option>";
  for (const auto& [value, text] : values) options += element("option", {{"value", value}}, escaped(text));
  return "<label>" + escaped(label) + element("select", {{"name", name}}, options) + "</label>\n";
}

std::string filter(const Sources& sources) {
  std::vector<std::pair<std::string, std::string>> papers;
  for (const Paper& paper : sources.papers()) papers.emplace_back(paper.id, paper.short_name);
  const auto named = [](const auto& values) {
    std::vector<std::pair<std::string, std::string>> names;
    for (const auto value : values) names.emplace_back(to_string(value), words(to_string(value)));
    return names;
  };
  return "<form id=\"claim-filter\" hidden>\n" + choice("paper", "Paper", papers) +
         choice("origin", "Origin", named(origins)) + choice("verdict", "Verdict", named(verdicts)) +
         "<label>Search<input type=\"search\" name=\"search\" autocomplete=\"off\"></label>\n" +
         "<button type=\"reset\">Show all</button>\n<p id=\"claim-count\" role=\"status\"></p></form>\n";
}

std::string not_reproduced(const Sources& sources) {
  std::string list;
  for (const auto& [record, audited] : all_claims(sources)) {
    const experiments::Claim& claim = audited->judged.claim;
    const bool of_a_paper = claim.origin == Origin::paper || claim.origin == Origin::variant;
    if (!of_a_paper || audited->judged.verdict != Verdict::not_reproduced) continue;
    list += element("dt", escaped(sources.paper(record->stored.paper).short_name + ", " + claim.where));
    list +=
        element("dd", "<p>" + escaped(claim.statement) + "</p><p>" + escaped(claim.reason) + "</p>" +
                          "<p class=\"muted\">Measured: " + escaped(measured_words(audited->judged, record->stored)) +
                          "; expected: " + escaped(expected_words(claim, record->stored)) + ".</p>");
  }
  if (list.empty()) return paragraph("No statement of a paper is refuted by these records.");
  return element("dl", {{"class", "reasons"}}, list) + "\n";
}

std::string figures_index(const Sources& sources) {
  HtmlTable html;
  html.caption = "All figures";
  html.columns = {"Figure", "Paper", "Experiment"};
  for (const AuditedRecord& record : sources.records()) {
    const std::string page = address_of_paper(record.stored.paper);
    for (const nlohmann::ordered_json& figure : record.document.at("figures")) {
      const auto id = figure.at("id").get<std::string>();
      html.rows.push_back({link_to(std::string(page).append("#").append(id), figure.at("caption").get<std::string>()),
                           escaped(sources.paper(record.stored.paper).short_name), code(record.name())});
    }
  }
  return details(std::to_string(html.rows.size()) + " figures", table(html));
}

// The statements of each paper behind a line that counts them, so that a reader sees first how many there are of what.
std::string statements_by_paper(const Sources& sources) {
  std::string html;
  for (const Paper& paper : sources.papers()) {
    std::vector<ClaimOf> claims;
    std::map<Verdict, std::size_t> counts;
    for (const ClaimOf& claim : all_claims(sources)) {
      if (claim.first->stored.paper != paper.id) continue;
      claims.push_back(claim);
      ++counts[claim.second->judged.verdict];
    }
    if (claims.empty()) continue;
    std::string count;
    for (const Verdict verdict : verdicts) {
      if (counts[verdict] == 0) continue;
      count += (count.empty() ? "" : ", ") + std::to_string(counts[verdict]) + " " + std::string(to_string(verdict));
    }
    const std::string summary =
        element("strong", escaped(paper.short_name)) + ": " + std::to_string(claims.size()) + " statements, " + count;
    html += element("details", {{"class", "printed"}},
                    element("summary", summary) + "\n" +
                        claims_table(sources, claims, "Statements of " + paper.short_name, Lines::filtered)) +
            "\n";
  }
  return element("div", {{"id", "statements-by-paper"}}, html) + "\n";
}

}  // namespace

Page front_page(const Sources& sources, const std::vector<std::string>& faults) {
  std::vector<experiments::StoredRecord> records;
  for (const AuditedRecord& record : sources.records()) {
    experiments::StoredRecord stored = record.stored;
    stored.claims.clear();
    for (const AuditedClaim& claim : record.claims) stored.claims.push_back(claim.judged);
    records.push_back(std::move(stored));
  }
  std::string content = heading(1, "nsdbench", "nsdbench: papers on non-smooth dynamics, computed again");
  content += paragraph(
      "Experiments of these papers were run again with the parameters as printed, their data figures were drawn anew, "
      "and what they state was held against what was measured. What a paper leaves out, and what cannot be as printed, "
      "the suite has chosen: the page of the paper marks it. The numbers on these pages but for those of the "
      "documentation come from records and tables that the runs left; each statement that can be tested has the "
      "interval in which its quantity was expected, and why it has that size. Of one of the papers, on piles of disks, "
      "hardly more than the subject is taken: its claims are ours or closed forms.");
  if (records.empty()) content += paragraph("There is no record yet: 'make figures' leaves them.");
  if (std::any_of(records.begin(), records.end(), [](const auto& record) { return record.quick; })) {
    content +=
        "<p class=\"note\">These are quick runs, of coarser studies: their uncertainties are larger, and some "
        "statements stay undecided that a full run decides.</p>\n";
  }
  content += faults_section(sources, faults);
  content += paragraph(experiments::sentence_of_counts(records));
  content += counts_table(sources);
  content += details("What the words mean",
                     definitions({{"paper", "A statement of the paper in the setting that it prints."},
                                  {"variant", "The same in a setting that it does not print."},
                                  {"ours", "A check of our own."},
                                  {"closed form", "A formula that the computation is held to."},
                                  {"undecided", "Measured ± uncertainty reaches over a bound."},
                                  {"not evaluated", "The run left the paper's setting, or nothing can be tested."}}));
  content += figures_index(sources);
  content += heading(2, "not-reproduced", "What is not reproduced");
  content += not_reproduced(sources);
  content += heading(2, "orders", "Orders of convergence");
  content += order_table(sources);
  content += heading(2, "statements", "All statements");
  content += filter(sources);
  content += statements_by_paper(sources);
  return {"index.html", "nsdbench", content, {}, {}};
}

}  // namespace nsdbench::report
