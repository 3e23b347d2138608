#include "support/numbers.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace nsdbench::support {

namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  // std::from_chars knows no plus sign; people do. One is dropped, and only in front of a digit or a point,
  // so that
  // "+-1" stays wrong.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) { return parse_whole<int>(text); }

std::string shortest(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc{} ? std::string(buffer, end) : std::to_string(value);
}

}  // namespace nsdbench::support
