// Reference solution of the woodpecker: two computations by time stepping with different resolutions, with the digits
// on which both agree, with event-driven integration as an independent witness, which goes on to the second period.
#pragma once

#include "tools/truth/truth_file.hpp"
#include "tools/truth/woodpecker_truth.hpp"

namespace nsdbench::truth {

// The coarser one judges the finer one, whose numbers the file holds.
Resolution coarse_resolution();
Resolution fine_resolution();

// End of the second period's events [s].
constexpr double woodpecker_two_periods = 0.29;

// The nominal parameters of reference-data/glocker2005. Throws std::invalid_argument for a file that cannot be used.
problems::WoodpeckerParameters nominal_woodpecker_parameters();

}  // namespace nsdbench::truth
