// The woodpecker's truth as a file: two computations of different resolution and the digits on which they agree.
#pragma once

#include <string>

#include "tools/truth/woodpecker_truth.hpp"

namespace nsdbench::truth {

// The coarser one judges the finer one, whose numbers the file holds.
Resolution coarse_resolution();
Resolution fine_resolution();

// A number with as many decimals as the error leaves.
struct Digits {
  std::string text;
  double error = 0.0;  // of the number that `text` spells: `error` of the value and the rounding of the text
};
// `error` > 0.
Digits digits(const Quadruple& value, const Quadruple& error);

// The text of reference-data/truth/woodpecker.json; its fields are described beside it. Computes for some seconds.
// Throws std::runtime_error if the two computations do not meet the same incidents.
std::string woodpecker_truth_file(const problems::WoodpeckerParameters& parameters);

// The nominal parameters of reference-data/glocker2005. Throws std::invalid_argument for a file that is not in order.
problems::WoodpeckerParameters nominal_woodpecker_parameters();

}  // namespace nsdbench::truth
