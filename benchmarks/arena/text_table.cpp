#include "benchmarks/arena/text_table.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace nsdbench::arena {

std::string markdown(const Cells& cells) {
  std::ostringstream text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text << '|';
    for (const std::string& entry : cells[i]) text << ' ' << entry << " |";
    text << '\n';
    if (i > 0) continue;
    text << '|';
    for (std::size_t k = 0; k < cells[i].size(); ++k) text << (k == 0 ? "---|" : "---:|");
    text << '\n';
  }
  return text.str();
}

std::string aligned(const Cells& cells) {
  std::vector<std::size_t> widths(cells[0].size(), 0);
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k) widths[k] = std::max(widths[k], line[k].size());
  }
  std::ostringstream text;
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      const std::string padding(widths[k] - line[k].size(), ' ');
      text << (k == 0 ? line[k] + padding : "  " + padding + line[k]);
    }
    text << '\n';
  }
  return text.str();
}

}  // namespace nsdbench::arena
