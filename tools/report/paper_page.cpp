#include <algorithm>
#include <filesystem>
#include <iterator>

#include "support/input_error.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "support/text_table.hpp"
#include "tools/report/claims_html.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/plots.hpp"
#include "tools/report/settings_html.hpp"
#include "tools/report/texts.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string results_folder(const AuditedRecord& record) {
  return (record.stored.quick ? "results/quick/" : "results/") + record.name();
}

// The command without the folders of the machine on which it ran: from the folder of the suite, after a build.
std::string command_of(const AuditedRecord& record) {
  return "build/bin/" + record.name() + record.options + " --out " + results_folder(record);
}

// Tables whose file the script of the figure names; all tables of the record where it puts the names together. None
// where the script cannot be read, which the record's faults say.
std::vector<std::string> tables_of(const AuditedRecord& record, const std::string& script) {
  std::vector<std::string> files;
  std::string text;
  try {
    text = support::read_text(record.folder / script);
  } catch (const support::InputError&) {
    return files;
  }
  for (const auto& [name, table] : record.document.at("tables").items()) {
    const auto file = table.at("file").get<std::string>();
    if (text.find(file) != std::string::npos) files.push_back(file);
  }
  if (!files.empty() || text.find(".csv") == std::string::npos) return files;
  for (const auto& [name, table] : record.document.at("tables").items()) {
    files.push_back(table.at("file").get<std::string>());
  }
  return files;
}

std::string figure_html(const Sources& sources, const AuditedRecord& record, const ordered_json& figure) {
  const auto id = figure.at("id").get<std::string>();
  const auto caption = figure.at("caption").get<std::string>();
  const auto script = figure.at("script").get<std::string>();
  const std::string commands = "cmake --build build --target " + record.name() + "\n" + command_of(record) + "\n(cd " +
                               results_folder(record) + " && gnuplot " + script + ")";
  std::string more = copied(commands);
  more +=
      "<p>From the folder of the suite, after <code>make build</code> or <code>cmake --preset release</code>. For a "
      "variant, change a " +
      link_to("#parameters", "parameter") +
      " by <code>--set name=value</code>, and the folder of the results in both lines that name it: its drawings "
      "are there then, and these stay. " +
      link_to("docs-tutorial.html", "Tutorial") + "</p>\n";
  std::vector<std::pair<std::string, std::string>> files = {
      {"Drawings", file_links(sources, record.folder, {id + ".svg", id + ".pdf", id + ".png"})},
      {"Script", file_links(sources, record.folder, {script, "style.gp", "run.gp"})}};
  const std::vector<std::string> tables = tables_of(record, script);
  if (!tables.empty()) files.emplace_back("Data", file_links(sources, record.folder, tables));
  more += definitions(files);
  more += copied("\\begin{figure}\n  \\includegraphics[width=\\linewidth]{" + id + ".pdf}\n  \\caption{" +
                 latex_text(caption) + ".}\n\\end{figure}");
  const std::string text = element("figcaption", "<p>" + element("strong", escaped(caption)) + " " + code(id) + "</p>" +
                                                     details("Run it again; files; LaTeX", more) +
                                                     element("pre", {{"class", "print-only"}}, escaped(commands)));
  return "<figure class=\"drawn\" id=\"" + escaped(id) + "\">\n" + picture(sources, record.folder, id, caption) + text +
         "</figure>\n";
}

std::string quantities_table(const AuditedRecord& record) {
  HtmlTable html;
  html.caption = "Quantities: " + record.name();
  html.columns = {"Quantity", "Value", "Uncertainty", "Unit", "Kind", "Meaning"};
  html.numbers = {1, 2};
  for (const auto& quantity : record.stored.quantities) {
    const std::optional<double> half_width = quantity.uncertainty.half_width();
    const std::optional<double> bound = quantity.uncertainty.bound();
    html.rows.push_back(
        {code(quantity.key),
         escaped(half_width ? support::readable(quantity.value, *half_width) : support::readable(quantity.value)),
         escaped(half_width ? support::with_digits(*half_width, 2)
                 : bound    ? "bound " + support::with_digits(*bound, 2)
                            : "–"),
         escaped(quantity.unit), escaped(to_string(quantity.uncertainty.kind())), escaped(quantity.meaning)});
  }
  return details(std::to_string(html.rows.size()) + " quantities", table(html));
}

std::string python_block(const AuditedRecord& record) {
  const std::string folder = results_folder(record);
  std::string text = "import csv, json\nrecord = json.load(open(\"" + folder + "/record.json\"))\n";
  if (!record.stored.quantities.empty()) {
    text += "print(record[\"quantities\"][\"" + record.stored.quantities.front().key + "\"])\n";
  }
  const ordered_json& tables = record.document.at("tables");
  if (!tables.empty()) {
    text += "rows = csv.DictReader(line for line in open(\"" + folder + "/" +
            tables.begin().value().at("file").get<std::string>() + "\") if line.strip())\nprint(next(rows))\n";
  }
  return details("Read it in Python", copied(text));
}

std::string run_parameters(const AuditedRecord& record) {
  HtmlTable html;
  html.caption = "Parameters that were not the paper's: " + record.name();
  html.columns = {"Parameter", "Value", "Unit", "Source"};
  for (const auto& [problem, parameters] : record.document.at("parameters").items()) {
    for (const auto& [name, parameter] : parameters.items()) {
      const auto source = parameter.at("source").get<std::string>();
      if (source.rfind("parameters.json", 0) == 0) continue;
      html.rows.push_back({code(name), escaped(support::readable(parameter.at("value").get<double>())),
                           escaped(parameter.at("unit").get<std::string>()), escaped(source)});
    }
  }
  return html.rows.empty() ? std::string() : table(html);
}

std::string experiment_section(const Sources& sources, const AuditedRecord& record) {
  std::string html = heading(2, "experiment-" + record.name(), record.text("title"));
  if (!record.stored.nominal) {
    html += "<p class=\"note\">This run left the paper's setting: no statement is judged by it.</p>\n";
  }
  for (const std::string& warning : record.warnings) html += "<p class=\"note\">" + escaped(warning) + "</p>\n";
  for (const ordered_json& note : record.document.at("notes")) html += paragraph(note.get<std::string>());
  html += "<div class=\"figures\">\n";
  for (const ordered_json& figure : record.document.at("figures")) html += figure_html(sources, record, figure);
  html += "</div>\n";
  html += run_parameters(record);
  html += element("p",
                  "Record: " + link_to(sources.address(record.folder / "record.json"), record.name() + "/record.json"));
  return html + python_block(record) +
         settings_html("Settings of the method", "Settings of the method: " + record.name(),
                       record.document.at("method")) +
         quantities_table(record) +
         settings_html("Provenance", "Provenance: " + record.name(), record.document.at("provenance"));
}

// What the paper prints of a parameter, and whether that is used: HTML.
std::string printed_cell(const support::ParameterEntry& entry) {
  switch (entry.printed) {
    case support::Printed::no:
      return element("strong", "not printed");
    case support::Printed::in_part:
      return element("strong", "in part");
    case support::Printed::otherwise:
      return element("strong", escaped(entry.printed_text));
    case support::Printed::in_another_unit:
      return escaped(entry.printed_text);
    case support::Printed::as_used:
      break;
  }
  return escaped(support::with_unit(entry.value, entry.unit));
}

std::string used_cell(const support::ParameterEntry& entry) {
  const std::string html = escaped(support::with_unit(entry.value, entry.unit));
  if (!entry.also) return html;
  return html + " or " + element("strong", escaped(support::with_unit(entry.also->value, entry.unit)));
}

std::string source_cell(const support::ParameterEntry& entry) {
  const bool is_ours = entry.printed == support::Printed::no || entry.printed == support::Printed::in_part;
  std::string html =
      is_ours ? element("strong", entry.printed == support::Printed::no ? "Ours: " : "In part ours: ") : "";
  html += escaped(entry.source);
  if (!entry.reason.empty()) html += ". " + element("strong", "Reason: ") + escaped(entry.reason);
  if (entry.also) {
    html += ". " + element("strong", "Changed to " + escaped(support::with_unit(entry.also->value, entry.unit))) +
            " in some runs (" + escaped(entry.also->run) + ") because " + escaped(entry.also->reason);
  }
  return html;
}

// How many of the parameters are the paper's.
std::string printed_summary(const std::vector<support::ParameterEntry>& entries) {
  const auto count = [&](support::Printed printed) {
    return std::count_if(entries.begin(), entries.end(), [&](const auto& entry) { return entry.printed == printed; });
  };
  const auto in_part = count(support::Printed::in_part);
  const auto printed = std::ssize(entries) - count(support::Printed::no) - in_part;
  const auto otherwise = count(support::Printed::otherwise);
  const auto changed =
      std::count_if(entries.begin(), entries.end(), [](const auto& entry) { return entry.also.has_value(); });
  std::string text = "Printed: " + std::to_string(printed) + " of " + std::to_string(entries.size());
  if (in_part > 0) text += ", and in part " + std::to_string(in_part);
  text += ".";
  if (otherwise > 0) text += " Not used as printed, or printed in two ways: " + std::to_string(otherwise) + ".";
  if (changed > 0) text += " Changed in some runs: " + std::to_string(changed) + ".";
  if (printed == 0) return text;
  return text + (otherwise + changed > 0 ? " All others that are printed are used as printed."
                                         : " All printed values are used as printed.");
}

std::string parameters_section(const Sources& sources, const Paper& paper) {
  std::string html = heading(2, "parameters", "Parameters of the paper");
  const fs::path file = sources.tree() / "reference-data" / paper.id / "parameters.json";
  for (const auto& [problem, block] : paper.parameters.at("problems").items()) {
    HtmlTable rows;
    rows.caption = problem + ": " + block.at("source").get<std::string>();
    rows.columns = {"Parameter", "Printed", "Used", "Meaning", "Source"};
    rows.style = "parameters";
    const std::vector<support::ParameterEntry> entries = support::read_parameters_file(file, problem);
    for (const support::ParameterEntry& entry : entries) {
      if (entry.printed == support::Printed::otherwise && entry.reason.empty()) {
        throw support::InputError(file.string() + ": the parameter " + entry.name + " of " + problem +
                                  " is printed as " + entry.printed_text + ", which is not " +
                                  support::with_unit(entry.value, entry.unit) + ", and no 'reason' says why.");
      }
      rows.rows.push_back(
          {code(entry.name), printed_cell(entry), used_cell(entry), escaped(entry.meaning), source_cell(entry)});
    }
    html += table(rows) + paragraph(printed_summary(entries));
  }
  return html;
}

}  // namespace

Page paper_page(const Sources& sources, const Paper& paper, Files& files) {
  Page page;
  page.file = address_of_paper(paper.id);
  page.title = paper.short_name;
  page.content = heading(1, "paper", paper.short_name) + paragraph(paper.citation);
  std::vector<ClaimOf> claims;
  std::string sections;
  for (const AuditedRecord& record : sources.records()) {
    if (record.stored.paper != paper.id) continue;
    sections += experiment_section(sources, record);
    for (const AuditedClaim& claim : record.claims) claims.emplace_back(&record, &claim);
  }
  if (sections.empty()) sections = paragraph("There is no record of an experiment of this paper.");
  page.content += sections;
  page.content += plots_section(sources, page, files);
  page.content += heading(2, "statements", "Statements and verdicts") + claims_table(sources, claims, "");
  page.content += parameters_section(sources, paper);
  if (!paper.has_notes) return page;
  page.content += element("p", "What the paper leaves open, its misprints, and what is taken instead: " +
                                   link_to("docs-notes-" + paper.id + ".html", "notes on " + paper.short_name));
  return page;
}

}  // namespace nsdbench::report
