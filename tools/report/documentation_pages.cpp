#include <filesystem>
#include <map>

#include "support/json_file.hpp"
#include "tools/report/html.hpp"
#include "tools/report/markdown.hpp"
#include "tools/report/pages.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

struct Document {
  std::string page;
  std::string title;
  fs::path file;  // in the source tree
};

std::vector<Document> documents(const Sources& sources) {
  std::vector<Document> all;
  for (const ordered_json& entry : sources.settings("documentation.json")) {
    all.push_back({"docs-" + entry.at("id").get<std::string>() + ".html", entry.at("title"),
                   entry.at("file").get<std::string>()});
  }
  for (const Paper& paper : sources.papers()) {
    if (!paper.has_notes) continue;
    all.push_back({"docs-notes-" + paper.id + ".html", "Notes on " + paper.short_name,
                   fs::path("reference-data") / paper.id / "notes.md"});
  }
  return all;
}

bool is_elsewhere(const std::string& address) {
  return address.find("://") != std::string::npos || address.rfind("mailto:", 0) == 0 || address.rfind('#', 0) == 0;
}

// Where a link of `document` leads on the site: to the page made of the file that it names; nowhere for other files of
// the source tree, whose name stays as text. Pictures are taken along as assets.
std::string address_on_site(const std::string& address, const Document& document, const std::vector<Document>& all) {
  if (is_elsewhere(address)) return address;
  const std::size_t mark = address.find('#');
  const fs::path file = (document.file.parent_path() / address.substr(0, mark)).lexically_normal();
  const std::string rest = mark == std::string::npos ? std::string() : address.substr(mark);
  for (const Document& other : all) {
    if (other.file == file) return other.page + rest;
  }
  if (file.extension() == ".svg" || file.extension() == ".png") return "assets/" + file.filename().string();
  return {};
}

std::string contents(const std::vector<Heading>& headings) {
  std::string list;
  for (const Heading& heading : headings) {
    if (heading.level == 2) list += element("li", link_to("#" + heading.id, heading.text));
  }
  return list.empty() ? list : "<nav aria-label=\"On this page\">" + element("ul", list) + "</nav>\n";
}

Page page_of(const Sources& sources, const Document& document, const std::vector<Document>& all) {
  const RenderedPage page = rendered(
      sources.text(document.file), [&](const std::string& address) { return address_on_site(address, document, all); });
  std::string html = page.html;
  // The list of sections stands below the title.
  const std::size_t end_of_title = html.find("</h1>");
  if (end_of_title != std::string::npos) html.insert(end_of_title + 5, "\n" + contents(page.headings));
  html += element("p", {{"class", "muted"}}, "Made of " + code(document.file.generic_string()) + ".");
  return {document.page, document.title, html, {}};
}

std::string schema_table(const std::string& caption, const ordered_json& properties) {
  HtmlTable html;
  html.caption = caption;
  html.columns = {"Key", "What it holds"};
  for (const auto& [key, value] : properties.items()) {
    html.rows.push_back({code(key), escaped(value.value("description", std::string("–")))});
  }
  return table(html);
}

// The reference of a kind of file, from its schema.
std::string schema_reference(const Sources& sources, const std::string& name) {
  const ordered_json schema = support::read_json(sources.tree() / "experiments" / "support" / (name + ".schema.json"));
  std::string html = heading(2, name + "-reference", "Reference: " + name + ".json");
  html += paragraph(schema.at("description").get<std::string>());
  html += schema_table(name + ".json", schema.at("properties"));
  if (schema.at("properties").contains("method")) {
    html += schema_table("Method", schema.at("properties").at("method").at("properties"));
  }
  for (const auto& [part, definition] : schema.at("definitions").items()) {
    if (definition.contains("properties")) html += schema_table(name + ".json: " + part, definition.at("properties"));
  }
  return html;
}

}  // namespace

std::vector<Page> documentation_pages(const Sources& sources) {
  const std::vector<Document> all = documents(sources);
  Page first;
  first.file = "docs.html";
  first.title = "Documentation";
  first.content = heading(1, "documentation", "Documentation");
  std::string list;
  std::vector<Page> pages;
  for (const Document& document : all) {
    if (!fs::exists(sources.tree() / document.file)) {
      throw std::invalid_argument("report/documentation.json: there is no " + document.file.generic_string());
    }
    list += element("li", link_to(document.page, document.title));
    pages.push_back(page_of(sources, document, all));
    if (document.page == "docs-records.html") {
      for (const char* name : {"record", "claims"}) pages.back().content += schema_reference(sources, name);
    }
  }
  first.content += element("ul", list);
  pages.insert(pages.begin(), std::move(first));
  return pages;
}

}  // namespace nsdbench::report
