// What a solve costs, by contender and class of problems.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/arena/results.hpp"
#include "support/text_table.hpp"

namespace nsdbench::arena {

// Contenders against classes of problems (class_of) and all of them together: the median, over the problems that the
// contender solves, of the time of a solve or of its iterations, and the number of these problems. The mean of the two
// in the middle if their number is even. "-" where it solves none, or does not tell its iterations; contenders that
// solve none at all are left out.
support::Cells time_table(const std::vector<const Row*>& rows);
support::Cells iteration_table(const std::vector<const Row*>& rows);

// Three digits with unit: "1.23 us", "45.6 ms".
std::string duration_text(double seconds);

}  // namespace nsdbench::arena
