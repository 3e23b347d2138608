#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/report/data_script.hpp"
#include "tools/report/html.hpp"
#include "tools/report/pages.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

// The comment at the head of a header: what the mechanism is, its coordinates and contacts.
std::string head_comment(const std::string& header) {
  std::string text;
  for (std::size_t begin = 0; begin < header.size();) {
    const std::size_t end = std::min(header.find('\n', begin), header.size());
    const std::string line = header.substr(begin, end - begin);
    if (line.rfind("//", 0) != 0) break;
    text += (line.size() > 2 ? line.substr(line[2] == ' ' ? 3 : 2) : std::string()) + "\n";
    begin = end + 1;
  }
  return text;
}

ordered_json parameters_of(const AuditedRecord& record, const ordered_json& animation) {
  ordered_json parameters = ordered_json::object();
  for (const ordered_json& problem : animation.value("parameters", ordered_json::array())) {
    const ordered_json& all = record.document.at("parameters");
    for (const auto& [name, parameter] : all.at(problem.get<std::string>()).items()) {
      parameters[name] = {
          {"value", parameter.at("value")}, {"unit", parameter.at("unit")}, {"meaning", parameter.at("meaning")}};
    }
  }
  return parameters;
}

// The entry of `key` for this table, if there is one.
const ordered_json* entry_of(const ordered_json& animation, const char* key, const std::string& table) {
  const auto entries = animation.find(key);
  if (entries == animation.end() || !entries->contains(table)) return nullptr;
  return &entries->at(table);
}

bool has_column(const AuditedRecord& record, const std::string& table, const std::string& name) {
  const ordered_json& columns = record.document.at("tables").at(table).at("columns");
  return std::any_of(columns.begin(), columns.end(),
                     [&](const ordered_json& entry) { return entry.at("name") == name; });
}

// Of the contacts 1, 2, ..., those that the table has (contact_columns.hpp): in older records there are none.
void add_contacts(const AuditedRecord& record, const std::string& table, int contacts, TableChoice& choice) {
  for (int i = 1; i <= contacts; ++i) {
    for (const char* name : {"mode_", "lambda_N", "lambda_T", "lambda_x", "lambda_y", "P_N", "P_T"}) {
      const std::string column = name + std::to_string(i);
      if (has_column(record, table, column)) choice.columns.push_back(column);
    }
  }
}

TableChoice choice_of(const AuditedRecord& record, const ordered_json& animation, const std::string& table) {
  TableChoice choice;
  if (const ordered_json* bits = entry_of(animation, "bits", table)) choice.bits = bits->get<int>();
  if (const ordered_json* columns = entry_of(animation, "columns", table)) {
    choice.columns = columns->get<std::vector<std::string>>();
    add_contacts(record, table, animation.value("contacts", 0), choice);
  }
  if (const ordered_json* every = entry_of(animation, "every", table)) choice.every = every->get<std::size_t>();
  if (const ordered_json* groups = entry_of(animation, "groups", table)) {
    choice.group_by = groups->at("by").get<std::string>();
    choice.constant = groups->value("constant", std::vector<std::string>());
    choice.of_any_size = groups->value("of_any_size", false);
  }
  return choice;
}

std::string animation_script(const Sources& sources, const AuditedRecord& record, const ordered_json& animation) {
  ordered_json data = {{"title", animation.at("title")},
                       {"experiment", record.name()},
                       {"source", sources.address(record.folder / "record.json")},
                       {"parameters", parameters_of(record, animation)},
                       {"method", record.document.at("method")},
                       {"tables", ordered_json::object()}};
  for (const ordered_json& name : animation.at("tables")) {
    const auto table = name.get<std::string>();
    data["tables"][table] = encoded_table(record, table, choice_of(record, animation, table));
  }
  return "nsdbench.animation(" + animation.at("id").dump() + ", " + script_text(data.dump()) + ");\n";
}

// What keeps the motion from being shown; empty if nothing does.
std::string complaint_about(const AuditedRecord& record, const ordered_json& animation) {
  const auto lacks = [&](const std::string& what) {
    std::string sentence = "the record of " + record.name();
    return sentence.append(" has no ").append(what);
  };
  for (const ordered_json& problem : animation.value("parameters", ordered_json::array())) {
    const auto id = problem.get<std::string>();
    if (!record.document.at("parameters").contains(id)) return lacks("parameters of the problem " + id);
  }
  const ordered_json& tables = record.document.at("tables");
  for (const ordered_json& name : animation.at("tables")) {
    const auto table = name.get<std::string>();
    if (!tables.contains(table)) return lacks("table " + table);
    for (const std::string& column : choice_of(record, animation, table).columns) {
      if (has_column(record, table, column)) continue;
      std::string sentence = "the table " + table;
      return sentence.append(" of ").append(record.name()).append(" has no column ").append(column);
    }
    std::string complaint;
    readable_csv(record.folder / tables.at(table).at("file").get<std::string>(), complaint);
    if (!complaint.empty()) return complaint;
  }
  return {};
}

// The animation `id`: a place for it on the page, and its data among the files.
std::string animation_html(const Sources& sources, const ordered_json& animation, Page& page, Files& files) {
  const auto id = animation.at("id").get<std::string>();
  const AuditedRecord* record = sources.record(animation.at("experiment").get<std::string>());
  if (record == nullptr) {
    return paragraph("There is no record of " + animation.at("experiment").get<std::string>() +
                     ", from which this motion is shown.");
  }
  const std::string complaint = complaint_about(*record, animation);
  if (!complaint.empty()) return paragraph("This motion cannot be shown: " + complaint + ".");
  const std::string name = "data/animation-" + id + ".js";
  files.push_back({name, animation_script(sources, *record, animation)});
  // The player itself loads what is large, as it comes near.
  const bool is_lazy = animation.value("lazy", false);
  if (!is_lazy) page.scripts.push_back(name);
  return "<figure class=\"animation\" data-animation=\"" + escaped(id) + "\"" +
         (is_lazy ? " data-source=\"" + escaped(name) + "\"" : "") +
         "><noscript>The motion is shown by a script, which this browser does not run. Its states stand in the "
         "tables "
         "of the record.</noscript></figure>\n" +
         paragraph(animation.at("caption").get<std::string>());
}

std::string parameters_table(const Sources& sources, const ordered_json& problem) {
  const Paper& paper = sources.paper(problem.at("paper").get<std::string>());
  const auto id = problem.at("id").get<std::string>();
  if (!paper.parameters.at("problems").contains(id)) return {};
  HtmlTable html;
  html.caption = "Parameters of " + problem.at("name").get<std::string>();
  html.columns = {"Parameter", "Value", "Unit", "Meaning"};
  html.numbers = {1};
  for (const auto& [name, parameter] : paper.parameters.at("problems").at(id).at("parameters").items()) {
    html.rows.push_back({code(name), escaped(support::readable(parameter.at("value").get<double>())),
                         escaped(parameter.at("unit").get<std::string>()),
                         escaped(parameter.value("meaning", std::string()))});
  }
  return details("Parameters", "<p>" + link_to(address_of_paper(paper.id) + "#parameters", "with their sources") +
                                   "</p>" + table(html));
}

std::string truth_table(const Sources& sources, const ordered_json& problem) {
  const fs::path file = sources.tree() / "reference-data" / "truth" / (problem.at("id").get<std::string>() + ".json");
  if (!fs::exists(file)) return {};
  const ordered_json truth = support::read_json(file);
  HtmlTable html;
  html.caption = "Reference solution of " + problem.at("name").get<std::string>();
  html.columns = {"Motion", "Quantity", "Value", "Error at most", "Unit", "Meaning"};
  html.numbers = {2, 3};
  std::string motions;
  for (const ordered_json& motion : truth.at("motions")) {
    motions += element(
        "li", code(motion.at("name").get<std::string>()) + ": " +
                  escaped(motion.at("motion").get<std::string>() + ". By " + motion.at("scheme").get<std::string>() +
                          ". " + std::to_string(motion.at("switching_points").size()) + " switching points and " +
                          std::to_string(motion.at("states").size()) + " states up to " +
                          support::readable(motion.at("until").get<double>()) + " s."));
    for (const auto& [name, quantity] : motion.at("quantities").items()) {
      html.rows.push_back(
          {code(motion.at("name").get<std::string>()), code(name), escaped(quantity.at("value").get<std::string>()),
           support::with_digits(quantity.at("error").get<double>(), 2), escaped(quantity.value("unit", std::string())),
           escaped(quantity.value("meaning", std::string()))});
    }
  }
  return details("Reference solution", element("ul", motions) + (html.rows.empty() ? "" : table(html)));
}

}  // namespace

Page problems_page(const Sources& sources, Files& files) {
  Page page;
  page.file = "problems.html";
  page.title = "Problems";
  page.content = heading(1, "problems", "Problems: the mechanisms and their motions");
  page.content += paragraph(
      "Each motion is the one of its record, and so are contact forces and modes where its tables have them. Elsewhere "
      "they "
      "follow from the states by the equations of motion: the force is what M du/dt - h leaves, the percussion M times "
      "the "
      "jump of u. What was derived stands under each motion.");
  const ordered_json animations = sources.settings("animations.json");
  for (const char* script : {"assets/player.js", "assets/mechanisms.js"}) page.scripts.emplace_back(script);
  for (const ordered_json& problem : sources.settings("problems.json")) {
    page.content += heading(2, problem.at("id").get<std::string>(), problem.at("name").get<std::string>());
    page.content += "<pre tabindex=\"0\">" +
                    escaped(head_comment(sources.text(problem.at("header").get<std::string>()))) + "</pre>\n";
    for (const ordered_json& wanted : problem.at("animation")) {
      for (const ordered_json& animation : animations) {
        if (animation.at("id") == wanted) page.content += animation_html(sources, animation, page, files);
      }
    }
    page.content += parameters_table(sources, problem) + truth_table(sources, problem);
    page.content += element("p", "Source: " + code(problem.at("header").get<std::string>()));
  }
  return page;
}

}  // namespace nsdbench::report
