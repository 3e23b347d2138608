#include "tools/report/html.hpp"

#include <algorithm>

namespace nsdbench::report {

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string element(std::string_view name, Attributes attributes, std::string_view content) {
  std::string html = "<" + std::string(name);
  for (const auto& [key, value] : attributes) html += " " + std::string(key) + "=\"" + escaped(value) + "\"";
  html += ">";
  html += content;
  return html + "</" + std::string(name) + ">";
}

std::string element(std::string_view name, std::string_view content) { return element(name, {}, content); }

std::string paragraph(std::string_view text) { return element("p", escaped(text)) + "\n"; }

std::string code(std::string_view text) { return element("code", escaped(text)); }

std::string words(std::string_view name) {
  std::string text(name);
  for (char& c : text) c = c == '_' ? ' ' : c;
  return text;
}

std::string link_to(std::string_view address, std::string_view text) {
  return element("a", {{"href", address}}, escaped(text));
}

std::string copied(std::string_view text) {
  return "<pre class=\"copy\" tabindex=\"0\">" + element("code", escaped(text)) + "</pre>\n";
}

std::string heading(int level, std::string_view id, std::string_view text) {
  return element("h" + std::to_string(level), {{"id", id}}, escaped(text)) + "\n";
}

std::string details(std::string_view summary, std::string_view content) {
  return element("details", element("summary", summary) + "\n" + std::string(content)) + "\n";
}

std::string table(const HtmlTable& table) {
  const auto is_number = [&](std::size_t column) {
    return std::find(table.numbers.begin(), table.numbers.end(), column) != table.numbers.end();
  };
  std::string html = "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" +
                     escaped(table.caption.empty() ? "Table" : table.caption) + "\"><table" +
                     (table.id.empty() ? "" : " id=\"" + escaped(table.id) + "\"") +
                     (table.style.empty() ? "" : " class=\"" + escaped(table.style) + "\"") + ">\n";
  if (!table.caption.empty()) html += element("caption", escaped(table.caption)) + "\n";
  html += "<thead><tr>";
  for (std::size_t k = 0; k < table.columns.size(); ++k) {
    html += std::string("<th scope=\"col\"") + (is_number(k) ? " class=\"number\"" : "") + ">" +
            escaped(table.columns[k]) + "</th>";
  }
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    html += "<tr" + (i < table.row_attributes.size() ? table.row_attributes[i] : "") + ">";
    for (std::size_t k = 0; k < table.rows[i].size(); ++k) {
      html += (is_number(k) ? "<td class=\"number\">" : "<td>") + table.rows[i][k] + "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string definitions(const std::vector<std::pair<std::string, std::string>>& entries) {
  std::string html = "<dl>\n";
  for (const auto& [term, meaning] : entries) html += element("dt", escaped(term)) + element("dd", meaning) + "\n";
  return html + "</dl>\n";
}

std::string script_text(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace nsdbench::report
