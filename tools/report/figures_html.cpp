#include "tools/report/figures_html.hpp"

#include <system_error>

#include "support/json_file.hpp"
#include "support/text_table.hpp"
#include "tools/report/figure_files.hpp"
#include "tools/report/html.hpp"
#include "tools/report/texts.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

std::string size_text(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  return error ? std::string() : " (" + support::with_digits(static_cast<double>(bytes) / 1024.0, 3) + " kB)";
}

}  // namespace

std::string picture(const Sources& sources, const fs::path& folder, const std::string& id, const std::string& caption) {
  const fs::path svg = folder / (id + ".svg");
  if (support::is_missing(svg)) return paragraph("This figure has not been drawn: " + id + ".svg is missing.");
  std::error_code error;
  static_cast<void>(fs::file_size(svg, error));
  if (error) return paragraph("This figure cannot be shown: " + id + ".svg cannot be read.");
  const auto [width, height] = svg_size(svg);
  return "<a class=\"zoom\" href=\"" + escaped(sources.address(svg)) + "\" style=\"--width: " + width + "px\">" +
         std::string(picture_mark) + escaped(fs::relative(svg, sources.results()).generic_string()) + "\" src=\"" +
         escaped(sources.address(svg)) + "\" width=\"" + width + "\" height=\"" + height + "\" alt=\"" +
         escaped(caption) + "\"></a>\n";
}

std::string drawn_figures(const Sources& sources, const std::string& folder,
                          const std::vector<std::pair<std::string, std::string>>& figures,
                          std::vector<std::string>* faults) {
  std::string html;
  for (const auto& [id, caption] : figures) {
    if (support::is_missing(sources.results() / folder / (id + ".svg"))) continue;
    if (faults != nullptr) {
      for (const std::string& sentence : look_at_drawing(sources.results() / folder, id, id + ".gp").faults) {
        faults->push_back(folder + ": " + sentence);
      }
    }
    html += "<figure class=\"drawn\" id=\"" + escaped(id) + "\">\n" +
            picture(sources, sources.results() / folder, id, caption) +
            element("figcaption", "<p>" + element("strong", escaped(caption)) + "</p><p>" +
                                      file_links(sources, sources.results() / folder,
                                                 {id + ".svg", id + ".pdf", id + ".png", id + ".gp"}) +
                                      "</p>") +
            "</figure>\n";
  }
  return html.empty() ? html : "<div class=\"figures\">\n" + html + "</div>\n";
}

std::string file_links(const Sources& sources, const fs::path& folder, const std::vector<std::string>& names) {
  std::string html;
  for (const std::string& name : names) {
    const fs::path file = folder / name;
    std::error_code error;
    if (!fs::exists(file, error)) continue;
    html += (html.empty() ? "" : ", ") + link_to(sources.address(file), name) + escaped(size_text(file));
  }
  return html.empty() ? "not there" : html;
}

}  // namespace nsdbench::report
