#include "support/text_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace nsdbench::support {

namespace {

// Characters, not bytes: the continuation bytes of UTF-8 take no place.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u; }));
}

std::vector<std::size_t> column_widths(const Cells& cells) {
  std::vector<std::size_t> widths;
  for (const auto& line : cells) {
    widths.resize(std::max(widths.size(), line.size()), 0);
    for (std::size_t k = 0; k < line.size(); ++k) widths[k] = std::max(widths[k], width(line[k]));
  }
  return widths;
}

// Of the first digit of a finite number that is not zero. A logarithm would err beside powers of ten.
int decimal_exponent(double value) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific);
  const std::string_view digits(text, static_cast<std::size_t>(written.ptr - text));
  const std::size_t sign = digits.find('e') + 1;
  int exponent = 0;
  std::from_chars(text + sign + 1, written.ptr, exponent);
  return digits[sign] == '-' ? -exponent : exponent;
}

}  // namespace

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string shown;
  const auto show = [&](unsigned char byte) {
    shown.append("\\x").append(1, digits[byte / 16]).append(1, digits[byte % 16]);
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    const auto byte = static_cast<unsigned char>(text[k]);
    const auto next = static_cast<unsigned char>(k + 1 < text.size() ? text[k + 1] : '\0');
    if (byte < 0x20 || byte == 0x7f) {
      show(byte);
    } else if (byte == 0xc2 && next >= 0x80 && next < 0xa0) {  // further commands of terminals, in UTF-8
      show(byte);
      show(next);
      ++k;
    } else {
      shown += text[k];
    }
  }
  return shown;
}

std::string aligned(Cells cells, Alignment alignment) {
  for (std::vector<std::string>& line : cells) {
    for (std::string& cell : line) cell = printable(cell);
  }
  const std::vector<std::size_t> widths = column_widths(cells);
  std::string text;
  for (const auto& line : cells) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      const std::string padding(widths[k] - width(line[k]), ' ');
      const bool to_the_right = alignment == Alignment::numbers && k > 0;
      const bool last_text = alignment == Alignment::left && k + 1 == line.size();
      text += k > 0 ? "  " : "";
      text += to_the_right ? padding + line[k] : line[k] + (last_text ? "" : padding);
    }
    text += '\n';
  }
  return text;
}

std::string markdown(const Cells& cells) {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    text += '|';
    for (const std::string& entry : cells[i]) text += " " + entry + " |";
    text += '\n';
    if (i > 0) continue;
    text += '|';
    for (std::size_t k = 0; k < cells[i].size(); ++k) text += k == 0 ? "---|" : "---:|";
    text += '\n';
  }
  return text;
}

std::string with_digits(double value, int digits) {
  char text[32];
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits);
  return std::string(text, written.ptr);
}

std::string readable(double value) { return with_digits(value, 6); }

std::string readable(double value, double half_width, int most_digits) {
  if (value == 0.0 || !std::isfinite(value) || !(half_width > 0.0)) return readable(value);
  if (std::isinf(half_width)) return with_digits(value, 2);
  const int digits = decimal_exponent(value) - decimal_exponent(half_width) + 2;
  return with_digits(value, std::clamp(digits, 2, most_digits));
}

}  // namespace nsdbench::support
