// Chooses a few contenders to draw: all of them would be too many lines for one panel.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"

namespace nsdbench::arena {

// More lines than this cannot be told apart in one panel, nor more families by colour and dash in a figure.
inline constexpr std::size_t most_lines = 8;
inline constexpr std::size_t most_families = 10;

// The part of a name before the first underscore or hyphen: "psor" of "psor_block", a library's name of its solvers.
std::string family_of(const std::string& solver);

// Families whose members are drawn against each other in the figure of the r-factors.
bool is_relaxation(const std::string& family);

struct Drawn {
  std::map<std::string, std::vector<std::string>> by_kind;  // own solvers first, each group in the order of the rows
  std::vector<std::string> families;                        // at most most_families, in the same order
};

// The contender of each family that solves most problems of a kind over all tolerances; among equals, the one that took
// the least time (geometric mean). The contenders in `wanted` are added wherever they can represent a problem. Families
// that solve nothing are left out. If there are more than fit, those of `wanted` stay, then peers and, among the
// families, the relaxation methods, then those that solve most. Throws std::invalid_argument for a name in `wanted`
// that has no row or stands there twice, or for more than most_lines of them.
Drawn drawn_solvers(const std::vector<Row>& rows, const std::vector<std::string>& wanted = {});

}  // namespace nsdbench::arena
