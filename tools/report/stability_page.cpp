#include <algorithm>

#include "tools/report/claims_html.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"
#include "tools/report/pages.hpp"
#include "tools/report/plots.hpp"

namespace nsdbench::report {

namespace {

// Experiments whose figures show how motions depend on starts and parameters.
constexpr const char* experiments_of_stability[] = {"woodpecker_stability", "inclined_plane_motion_map"};

}  // namespace

Page stability_page(const Sources& sources, Files& files) {
  Page page;
  page.file = "stability.html";
  page.title = "Stability";
  page.content = heading(1, "stability", "Stability: return maps, basins, diagrams");
  page.content += paragraph(
      "The woodpecker's motion is looked at where it crosses a section once a return. A limit cycle is a fixed point "
      "of "
      "this map; the multiplier, the slope there, says how fast a deviation dies out. Basins are the starts from which "
      "a motion ends in the same attractor.");
  std::vector<ClaimOf> claims;
  for (const char* name : experiments_of_stability) {
    const AuditedRecord* record = sources.record(name);
    if (record == nullptr) {
      page.content += paragraph(std::string("There is no record of ") + name + ".");
      continue;
    }
    std::vector<std::pair<std::string, std::string>> figures;
    for (const nlohmann::ordered_json& figure : record->document.at("figures")) {
      figures.emplace_back(figure.at("id"), figure.at("caption"));
    }
    page.content +=
        heading(2, "experiment-" + record->name(), record->text("title")) + drawn_figures(sources, name, figures);
    for (const AuditedClaim& claim : record->claims) claims.emplace_back(record, &claim);
  }
  page.content += plots_section(sources, page, files);
  page.content += heading(2, "statements", "Statements") + claims_table(sources, claims, "Statements on stability");
  return page;
}

}  // namespace nsdbench::report
