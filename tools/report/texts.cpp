#include "tools/report/texts.hpp"

#include <fstream>
#include <string_view>

namespace nsdbench::report {

namespace {

// The digits behind key=" or key=' in `head`.
std::string number_behind(std::string_view head, std::string_view key) {
  const std::size_t at = head.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t begin = at + key.size() + 1;
  std::size_t end = begin;
  while (end < head.size() && ((head[end] >= '0' && head[end] <= '9') || head[end] == '.')) ++end;
  return std::string(head.substr(begin, end - begin));
}

}  // namespace

std::string latex_text(const std::string& text) {
  std::string latex;
  for (const char c : text) {
    switch (c) {
      case '\\':
        latex += "\\textbackslash{}";
        break;
      case '^':
        latex += "\\textasciicircum{}";
        break;
      case '~':
        latex += "\\textasciitilde{}";
        break;
      case '#':
      case '$':
      case '%':
      case '&':
      case '_':
      case '{':
      case '}':
        latex += '\\';
        latex += c;
        break;
      default:
        latex += c;
    }
  }
  return latex;
}

std::pair<std::string, std::string> svg_size(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::string head(1024, '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(stream.gcount()));
  const std::string width = number_behind(head, " width=");
  const std::string height = number_behind(head, " height=");
  if (width.empty() || height.empty()) return {"600", "400"};
  return {width, height};
}

}  // namespace nsdbench::report
