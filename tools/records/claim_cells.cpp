#include "tools/records/claim_cells.hpp"

#include <algorithm>
#include <cmath>

#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

// Its value alone decided the verdict: nobody knows how far the exact one may be.
bool is_of_unknown_uncertainty(const JudgedClaim& judged, const StoredRecord& record) {
  return std::any_of(record.quantities.begin(), record.quantities.end(), [&](const RecordedQuantity& quantity) {
    const QuantityKind kind = quantity.uncertainty.kind();
    return quantity.key == judged.claim.quantity && (kind == QuantityKind::unknown || kind == QuantityKind::varying);
  });
}

}  // namespace

std::string interval_text(const Interval& interval) {
  constexpr double narrow = 0.005;  // relative to the middle
  if (interval.min == interval.max) return support::readable(interval.min);
  if (!std::isfinite(interval.min)) return "<= " + support::readable(interval.max);
  if (!std::isfinite(interval.max)) return ">= " + support::readable(interval.min);
  const double middle = 0.5 * (interval.min + interval.max);
  const double half_width = 0.5 * (interval.max - interval.min);
  if (half_width < narrow * std::abs(middle)) {
    return support::readable(middle, half_width) + " ± " + support::with_digits(half_width, 2);
  }
  return support::readable(interval.min) + " .. " + support::readable(interval.max);
}

std::string expected_text(const Claim& claim) {
  if (!claim.testable()) return "-";
  std::string text = interval_text(claim.expected);
  if (claim.deviation) text += " (with deviation: " + interval_text(*claim.deviation) + ")";
  return text;
}

std::string measured_text(const JudgedClaim& judged, const StoredRecord& record) {
  if (!judged.measured) return "-";
  if (!judged.uncertainty) {
    return support::readable(*judged.measured) + (is_of_unknown_uncertainty(judged, record) ? " (no uncertainty)" : "");
  }
  return support::readable(*judged.measured, *judged.uncertainty) + " ± " +
         support::with_digits(*judged.uncertainty, 2);
}

}  // namespace nsdbench::experiments
