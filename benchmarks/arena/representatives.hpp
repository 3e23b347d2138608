// A few contenders to draw where all of them would be a thicket.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// More lines than this cannot be told apart in print.
inline constexpr std::size_t most_lines = 8;

// Of each family, which is the part of a name before the first underscore, the contender that solves most problems of
// `kind` over all tolerances, and of equals the one that took the least time (geometric mean). Families that solve
// nothing are left out; if there are more than fit, those that solve most stay. Own families come first, each group in
// the order of the rows.
std::vector<std::string> representatives(const std::vector<Row>& rows, const std::string& kind);

}  // namespace nsdbench::arena
