// Statements and their verdicts as HTML.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/audited_record.hpp"
#include "tools/report/site.hpp"

namespace nsdbench::report {

// Measured and expected, with the words that the quantity's meaning has for codes, as in "4 (runaway)".
std::string measured_words(const experiments::JudgedClaim& judged, const experiments::StoredRecord& record);
std::string expected_words(const experiments::Claim& claim, const experiments::StoredRecord& record);

// The verdict in words, with a sign, and what was expected where it is another one.
std::string verdict_html(const AuditedClaim& claim);

// The expected interval, that of a deviation, and the measured value with its uncertainty, drawn on one axis; empty
// where there is nothing to draw.
std::string interval_picture(const experiments::JudgedClaim& judged);

using ClaimOf = std::pair<const AuditedRecord*, const AuditedClaim*>;

// A table of statements, one line each, with the reason to unfold. Where they are filtered, lines say what by.
enum class Lines : std::uint8_t { plain, filtered };
std::string claims_table(const Sources& sources, const std::vector<ClaimOf>& claims, const std::string& caption,
                         Lines lines = Lines::plain);

std::vector<ClaimOf> all_claims(const Sources& sources);

}  // namespace nsdbench::report
