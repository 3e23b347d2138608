#include "support/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>

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

}  // namespace

std::string aligned(const Cells& cells, Alignment alignment) {
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
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return text;
}

std::string readable(double value) { return with_digits(value, 6); }

std::string readable(double value, double half_width, int most_digits) {
  if (value == 0.0 || !(half_width > 0.0)) return readable(value);
  const double digits = std::floor(std::log10(std::abs(value))) - std::floor(std::log10(half_width)) + 2.0;
  return with_digits(value, static_cast<int>(std::clamp(digits, 2.0, static_cast<double>(most_digits))));
}

}  // namespace nsdbench::support
