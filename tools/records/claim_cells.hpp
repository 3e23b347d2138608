// What a table of claims says of one of them.
#pragma once

#include <string>

#include "tools/records/stored_record.hpp"

namespace nsdbench::experiments {

// A narrow interval by its middle and half-width, so that its width can be seen.
std::string interval_text(const Interval& interval);

// The expected interval, with the wider one of a deviation; "-" where nothing can be tested.
std::string expected_text(const Claim& claim);

// The value with its uncertainty; "-" where nothing was measured. Where nobody knows an uncertainty, though there is
// one, it says so.
std::string measured_text(const JudgedClaim& judged, const StoredRecord& record);

}  // namespace nsdbench::experiments
