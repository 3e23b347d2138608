// One line style for a solver wherever it is drawn.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace nsdbench::arena {

// Numbers of gnuplot line styles, which figures/arena_style.gp defines: 100 + 10 family + member. Family k = 1, 2, ...
// (in `families`, at most most_families) has a colour and a dash pattern; members tell each other apart by the marker.
// Member 0 is the family's first; two of one family differ if any panel draws both. Solvers of other families get none.
std::map<std::string, int> line_styles(const std::vector<std::string>& families,
                                       const std::vector<std::vector<std::string>>& panels);

}  // namespace nsdbench::arena
