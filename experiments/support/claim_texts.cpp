#include "experiments/support/claim_texts.hpp"

#include <algorithm>
#include <functional>
#include <optional>

#include "support/text_table.hpp"

namespace nsdbench::experiments {

namespace {

constexpr std::string_view uncertainty_suffix = ":uncertainty";
constexpr int digits_in_sentences = 6;  // a reader has no use for more; the record has them all

std::string value_text(const RecordedQuantity& quantity) {
  switch (quantity.uncertainty.kind()) {
    case QuantityKind::measured:
      return support::readable(quantity.value, *quantity.uncertainty.half_width(), digits_in_sentences);
    case QuantityKind::count:
    case QuantityKind::exact:
    case QuantityKind::setting:
    case QuantityKind::choice:
      return support::readable(quantity.value);
    case QuantityKind::residual:
      // That a residual is zero to the last bit is chance: "they agree to 0" would claim more than is known.
      if (quantity.value == 0.0) return "less than " + support::with_digits(*quantity.uncertainty.bound(), 2);
      break;
    case QuantityKind::varying:
    case QuantityKind::unknown:
      break;
  }
  return support::with_digits(quantity.value, 3);
}

std::optional<std::string> number_for(std::string_view place, const std::vector<RecordedQuantity>& quantities) {
  const bool of_uncertainty = place.ends_with(uncertainty_suffix);
  const std::string_view key = place.substr(0, place.size() - (of_uncertainty ? uncertainty_suffix.size() : 0));
  const auto quantity = std::find_if(quantities.begin(), quantities.end(), [&](const auto& q) { return q.key == key; });
  if (quantity == quantities.end()) return std::nullopt;
  if (!of_uncertainty) return value_text(*quantity);
  const Uncertainty& known = quantity->uncertainty;
  const std::optional<double> size = known.half_width() ? known.half_width() : known.bound();
  if (!size) return std::nullopt;
  return support::with_digits(*size, 2);
}

// `text` with every place replaced. Unbalanced braces are left as they stand.
std::string replaced(std::string_view text, const std::function<std::string(std::string_view)>& replacement) {
  std::string result;
  while (true) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) return result += text;
    result += text.substr(0, open);
    result += replacement(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

bool is_key(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

}  // namespace

std::string complaint_about_places(std::string_view text) {
  std::string complaint;
  const std::string rest = replaced(text, [&](std::string_view place) {
    const std::string_view key =
        place.ends_with(uncertainty_suffix) ? place.substr(0, place.size() - uncertainty_suffix.size()) : place;
    if (!is_key(key)) complaint = "'{" + std::string(place) + "}' must be {key} or {key:uncertainty} of a quantity";
    return std::string();
  });
  if (complaint.empty() && rest.find_first_of("{}") != std::string::npos) return "has a brace without its partner";
  return complaint;
}

std::string filled_in(std::string_view text, const std::vector<RecordedQuantity>& quantities,
                      std::vector<std::string>& unknown) {
  return replaced(text, [&](std::string_view place) {
    if (std::optional<std::string> number = number_for(place, quantities)) return *number;
    unknown.emplace_back(place);
    return "(not measured: " + std::string(place) + ")";
  });
}

}  // namespace nsdbench::experiments
