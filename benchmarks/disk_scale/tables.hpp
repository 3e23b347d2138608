// The study as CSV, as JSON and in words. CSV: one header line, columns by name, an empty field where there is no
// value.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "benchmarks/disk_scale/study.hpp"

namespace nsdbench::disk_scale {

// Nanoseconds a disk; sweep_a_contact and the loops over memory in nanoseconds a contact.
std::string csv_of_parts(const Study& study);
std::string csv_of_methods(const Study& study);
std::string csv_of_quality(const Study& study);

// Exponents of growth with the number of disks, with standard errors, from 1000 disks on; nothing where there are fewer
// than five sizes. Iterations: of answers within the tolerance.
nlohmann::ordered_json growth(const Study& study);

// All rows and growth().
nlohmann::ordered_json json_of(const Study& study);

// For the terminal.
std::string summary(const Study& study);

}  // namespace nsdbench::disk_scale
