// Numbers to text and back: exact, and strict about what is a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nsdbench::support {

// The number that the whole of `text` spells in decimal notation ("0.5", "-1e-05"); nothing if it spells
// none, has anything before or after it, is hexadecimal, overflows, or is NaN or infinite. Independent of the
// locale.
std::optional<double> parse_number(std::string_view text);

// The same for a decimal integer.
std::optional<int> parse_integer(std::string_view text);

// Whether two numbers are the same, bit for bit, if neither is NaN: zero has two signs, which are different initial
// states.
bool is_same_number(double a, double b);

// The shortest text that reads back to the same double.
std::string shortest(double value);

}  // namespace nsdbench::support
