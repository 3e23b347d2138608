#include <algorithm>
#include <filesystem>

#include "support/json_file.hpp"
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

std::string copied(const std::string& text) {
  return "<pre class=\"copy\" tabindex=\"0\">" + element("code", escaped(text)) + "</pre>\n";
}

std::string results_folder(const AuditedRecord& record) {
  return (record.stored.quick ? "results/quick/" : "results/") + record.name();
}

// The command without the folders of the machine on which it ran: from the folder of the suite, after a build.
std::string command_of(const AuditedRecord& record) {
  const auto command = record.document.at("provenance").at("command").get<std::string>();
  // Folders may have blanks in their names; what begins with two dashes is an option.
  const std::size_t name = command.find("/" + record.name() + " --");
  std::string rest = name == std::string::npos ? std::string() : command.substr(name + 1 + record.name().size());
  const std::size_t out = rest.find(" --out ");
  if (out != std::string::npos) rest.erase(out, std::min(rest.find(" --", out + 1), rest.size()) - out);
  return "build/bin/" + record.name() + rest + " --out " + results_folder(record);
}

// Tables whose file the script of the figure names; all tables of the record where it puts the names together.
std::vector<std::string> tables_of(const AuditedRecord& record, const std::string& script) {
  std::vector<std::string> files;
  const fs::path path = record.folder / script;
  if (!fs::exists(path)) return files;
  const std::string text = support::read_text(path);
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
  std::string more = copied(command_of(record) + "\n(cd " + results_folder(record) + " && gnuplot " + script + ")");
  std::vector<std::pair<std::string, std::string>> files = {
      {"Drawings", file_links(sources, record.folder, {id + ".svg", id + ".pdf", id + ".png"})},
      {"Script", file_links(sources, record.folder, {script, "style.gp", "run.gp"})}};
  const std::vector<std::string> tables = tables_of(record, script);
  if (!tables.empty()) files.emplace_back("Data", file_links(sources, record.folder, tables));
  more += definitions(files);
  more += copied("\\begin{figure}\n  \\includegraphics[width=\\linewidth]{" + id + ".pdf}\n  \\caption{" +
                 latex_text(caption) + ".}\n\\end{figure}");
  const std::string text = element("figcaption", "<p>" + element("strong", escaped(caption)) + " " + code(id) + "</p>" +
                                                     details("Run it again; files; LaTeX", more));
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

std::string parameters_section(const Paper& paper) {
  std::string html = heading(2, "parameters", "Parameters of the paper");
  for (const auto& [problem, block] : paper.parameters.at("problems").items()) {
    HtmlTable rows;
    rows.caption = problem + ": " + block.at("source").get<std::string>();
    rows.columns = {"Parameter", "Value", "Unit", "Meaning", "Source"};
    rows.numbers = {1};
    for (const auto& [name, parameter] : block.at("parameters").items()) {
      const std::string printed = parameter.value("printed", "yes");
      std::string source = escaped(parameter.at("source").get<std::string>());
      if (printed != "yes") {
        source.insert(0, element("strong", printed == "no" ? "Ours: " : "In part ours: "));
      }
      rows.rows.push_back({code(name), escaped(support::readable(parameter.at("value").get<double>())),
                           escaped(parameter.at("unit").get<std::string>()),
                           escaped(parameter.value("meaning", std::string())), source});
    }
    html += table(rows);
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
  page.content += heading(2, "statements", "Statements and verdicts") + claims_table(sources, claims, "", "claims");
  page.content += parameters_section(paper);
  if (!paper.has_notes) return page;
  page.content += element("p", "What the paper leaves open, its misprints, and what is taken instead: " +
                                   link_to("docs-notes-" + paper.id + ".html", "notes on " + paper.short_name));
  return page;
}

}  // namespace nsdbench::report
