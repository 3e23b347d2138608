// Numbers of the record in the texts of claims.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/record.hpp"

namespace nsdbench::experiments {

// What is wrong with the places for numbers in `text`, or nothing. A place is {key} or {key:uncertainty}; braces stand
// for nothing else.
std::string complaint_about_places(std::string_view text);

// `text` with {key} replaced by the value of that quantity, in as many digits as its uncertainty leaves and at most six
// ("less than" and its bound where a residual is zero), and {key:uncertainty} by its half-width or its bound. What the
// quantities do not have is said in brackets, and its name appended to `unknown`.
std::string filled_in(std::string_view text, const std::vector<RecordedQuantity>& quantities,
                      std::vector<std::string>& unknown);

}  // namespace nsdbench::experiments
