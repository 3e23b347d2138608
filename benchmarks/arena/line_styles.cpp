#include "benchmarks/arena/line_styles.hpp"

#include <algorithm>
#include <set>

#include "benchmarks/arena/representatives.hpp"

namespace nsdbench::arena {

std::map<std::string, int> line_styles(const std::vector<std::string>& families,
                                       const std::vector<std::vector<std::string>>& panels) {
  std::map<std::string, int> styles;
  const auto add = [&](const std::string& solver) {
    const auto family = std::find(families.begin(), families.end(), family_of(solver));
    if (family == families.end() || styles.contains(solver)) return;
    std::set<int> taken;
    for (const auto& panel : panels) {
      if (std::find(panel.begin(), panel.end(), solver) == panel.end()) continue;
      for (const std::string& other : panel) {
        if (const auto found = styles.find(other); found != styles.end()) taken.insert(found->second);
      }
    }
    int style = 100 + 10 * static_cast<int>(family - families.begin() + 1);
    while (taken.contains(style)) ++style;
    styles[solver] = style;
  };
  for (const auto& panel : panels) {
    for (const std::string& solver : panel) add(solver);
  }
  return styles;
}

}  // namespace nsdbench::arena
