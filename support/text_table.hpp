// A table of text: for a terminal or in Markdown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::support {

// One vector of cells per line. Cells may hold UTF-8.
using Cells = std::vector<std::vector<std::string>>;

// Which columns are padded on which side.
enum class Alignment : std::uint8_t {
  left,    // texts: all columns but the last are padded
  numbers  // the first column is aligned to the left, the others to the right
};

// The text with bytes that would move the cursor, begin a line or colour what follows in hexadecimal: names and values
// that come from files and command lines may hold them.
std::string printable(std::string_view text);

// Columns as wide as their widest cell, two spaces apart, each cell printable.
std::string aligned(Cells cells, Alignment alignment = Alignment::left);

// The first line is the header; the first column is aligned to the left, the others to the right.
std::string markdown(const Cells& cells);

// `value` with six significant digits, for people; files hold all digits.
std::string readable(double value);

// With `digits` significant ones.
std::string with_digits(double value, int digits);

// `value` with the digits that an uncertainty of `half_width` leaves: the last two of them are uncertain.
std::string readable(double value, double half_width, int most_digits = 17);

}  // namespace nsdbench::support
