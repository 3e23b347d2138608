// A few contenders to draw where all of them would be a thicket.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// More lines than this cannot be told apart in print.
inline constexpr std::size_t most_lines = 8;

// The part of a name before the first underscore or hyphen: "psor" of "psor_block", a library's name of its solvers.
std::string family_of(const std::string& solver);

// Of each family the contender that solves most problems of `kind` over all tolerances, and of equals the one that took
// the least time (geometric mean). Families that solve nothing are left out; if there are more than fit, peers and
// those that solve most stay. Own families come first, each group in the order of the rows.
std::vector<std::string> representatives(const std::vector<Row>& rows, const std::string& kind);

}  // namespace nsdbench::arena
