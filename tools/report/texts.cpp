#include "tools/report/texts.hpp"

#include <algorithm>
#include <fstream>

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

std::optional<std::vector<std::string>> words_of_command(std::string_view command) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  std::vector<std::string> words;
  std::string word;
  bool is_quoted = false;
  for (std::size_t k = 0; k < command.size(); ++k) {
    const char c = command[k];
    if (c == ' ' && !is_quoted) {
      if (!word.empty()) words.push_back(std::move(word));
      word.clear();
      continue;
    }
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_quoted && c == '\\' && command.substr(k + 1, 1) == "'") {
      word += command[k++];
    } else if (!is_quoted && c != '\'' && plain.find(c) == std::string_view::npos) {
      return std::nullopt;
    }
    word += command[k];
  }
  if (is_quoted) return std::nullopt;
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::string without_quotes(std::string word) {
  for (std::size_t at = word.find("'\\''"); at != std::string::npos; at = word.find("'\\''", at))
    word.replace(at, 4, "\n");
  std::erase(word, '\'');
  std::replace(word.begin(), word.end(), '\n', '\'');
  return word;
}

std::string with_plus_minus(std::string text) {
  for (std::size_t at = text.find("+- "); at != std::string::npos; at = text.find("+- ", at)) text.replace(at, 2, "±");
  return text;
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
