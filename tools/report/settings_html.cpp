#include "tools/report/settings_html.hpp"

#include <nlohmann/json.hpp>

#include "tools/report/html.hpp"

namespace nsdbench::report {

std::string settings_html(const std::string& summary, const std::string& caption,
                          const nlohmann::ordered_json& settings) {
  HtmlTable html;
  html.caption = caption;
  html.columns = {"What", "Value"};
  for (const auto& [key, value] : settings.items()) {
    html.rows.push_back({code(key), escaped(value.is_string() ? value.get<std::string>() : value.dump())});
  }
  return details(escaped(summary), table(html));
}

}  // namespace nsdbench::report
