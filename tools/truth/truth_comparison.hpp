// Whether two files of reference solutions agree: two compilers need not round the last digit alike.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace nsdbench::truth {

// Empty if `computed` agrees with `committed`, otherwise one sentence with the first place that does not. Values agree
// if they differ by no more than the sum of their stated errors. An error, and a difference to a witness, may be up to
// ten times the committed one, since it is itself the difference of two computations and so carries their rounding. All
// else (names, incidents, computations, exact times) must be equal.
std::string disagreement(const nlohmann::ordered_json& computed, const nlohmann::ordered_json& committed);

}  // namespace nsdbench::truth
