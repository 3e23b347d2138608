// Pieces of HTML as text.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsdbench::report {

// `text` as it must stand in HTML, also in an attribute.
std::string escaped(std::string_view text);

using Attributes = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// <name attributes>content</name>. Values of attributes are escaped here; `content` is HTML already.
std::string element(std::string_view name, Attributes attributes, std::string_view content);
std::string element(std::string_view name, std::string_view content);

std::string paragraph(std::string_view text);  // of text that is no HTML yet
std::string code(std::string_view text);
std::string copied(std::string_view text);  // commands or the like, with a button that copies them
std::string words(std::string_view name);   // a name with blanks for underscores
std::string link_to(std::string_view address, std::string_view text);

// A heading of level 2 to 4 that can be pointed to.
std::string heading(int level, std::string_view id, std::string_view text);

// Something that is shown when its summary is opened; `summary` and `content` are HTML.
std::string details(std::string_view summary, std::string_view content);

// A table that scrolls by itself where the page is narrower. Cells are HTML. `caption` is text, and may be empty where
// a heading says it; it also names the region for screen readers.
struct HtmlTable {
  std::string caption;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> row_attributes = {};  // such as " data-paper=\"x\"", one for each row, or none at all
  std::string id = {};
  std::vector<std::size_t> numbers = {};  // columns that are aligned to the right
  std::string style = {};                 // class of the table for the stylesheet
};
std::string table(const HtmlTable& table);

// What pages show beside each other in a definition list: term and HTML.
std::string definitions(const std::vector<std::pair<std::string, std::string>>& entries);

// A text as it must stand in a script as a literal: JSON, in which no "</script>" can end the script.
std::string script_text(std::string_view json);

}  // namespace nsdbench::report
