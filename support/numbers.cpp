#include "support/numbers.hpp"

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

namespace nsdbench::support {

namespace {

// All of the text, or nothing.
template <class Number>
std::optional<Number> read_all(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stopped_at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped_at != end) return std::nullopt;
  return value;
}

#ifndef __cpp_lib_to_chars
// libc++ before version 20 has no std::from_chars for doubles. The suite's programs do not leave the locale "C".
template <>
std::optional<double> read_all<double>(std::string_view text) {
  if (text.empty() || text.front() == '+') return std::nullopt;
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  const std::string terminated(text);
  char* stopped_at = nullptr;
  errno = 0;
  const double value = std::strtod(terminated.c_str(), &stopped_at);
  const bool underflow = errno == ERANGE && value == 0.0;
  if (underflow || *stopped_at != '\0') return std::nullopt;
  return value;
}
#endif

// std::from_chars knows no plus sign; people do. One is dropped, and not in front of a minus sign, so that "+-1" stays
// wrong.
template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return read_all<Number>(text);
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = parse_whole<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<int> parse_integer(std::string_view text) { return parse_whole<int>(text); }

bool is_same_number(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

std::string shortest(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return error == std::errc{} ? std::string(buffer, end) : std::to_string(value);
}

}  // namespace nsdbench::support
