#include "tools/report/inline_svg.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>
#include <vector>

#include "support/json_file.hpp"
#include "tools/report/figures_html.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

constexpr auto npos = std::string::npos;

// The end of a tag, which may have > in values of its attributes.
std::size_t end_of_tag(const std::string& svg, std::size_t at) {
  char quote = 0;
  for (; at < svg.size(); ++at) {
    const char c = svg[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at;
    } else if (c == '<') {
      return npos;
    }
  }
  return npos;
}

// Elements and attributes of gnuplot's and similar drawings; all else is left to the picture in its own file.
bool is_plain(const std::string& svg) {
  static const std::set<std::string, std::less<>> known = {
      "svg",     "g",           "defs",  "path",  "circle", "rect",   "line",     "polyline",
      "polygon", "ellipse",     "use",   "title", "text",   "filter", "clipPath", "linearGradient",
      "feFlood", "feComposite", "tspan", "stop",  "pattern"};
  for (std::size_t at = svg.find('<'); at != npos; at = svg.find('<', at + 1)) {
    const std::size_t begin = at + (svg.compare(at, 2, "</") == 0 ? 2 : 1);
    std::size_t end = begin;
    while (end < svg.size() && std::isalpha(static_cast<unsigned char>(svg[end])) != 0) ++end;
    if (known.count(svg.substr(begin, end - begin)) == 0) return false;
    // Attributes that run something, or refer to something outside.
    const std::size_t close = end_of_tag(svg, end);
    if (close == npos) return false;
    const std::string tag = svg.substr(end, close - end);
    for (const char* refused : {" on", "\non", "\ton", "style="}) {
      if (tag.find(refused) != npos) return false;
    }
    for (std::size_t ref = tag.find("href="); ref != npos; ref = tag.find("href=", ref + 1)) {
      if (ref + 6 >= tag.size() || tag[ref + 6] != '#') return false;
    }
    for (std::size_t ref = tag.find("url("); ref != npos; ref = tag.find("url(", ref + 1)) {
      if (ref + 4 >= tag.size() || tag[ref + 4] != '#') return false;
    }
  }
  return true;
}

void erase_element(std::string& svg, const std::string& name) {
  const std::size_t begin = svg.find("<" + name + ">");
  const std::string close = "</" + name + ">";
  const std::size_t end = svg.find(close);
  if (begin != npos && end != npos && begin < end) svg.erase(begin, end + close.size() - begin);
}

void put_behind(std::string& text, std::string_view mark, std::string_view prefix) {
  for (std::size_t at = text.find(mark); at != npos; at = text.find(mark, at + mark.size() + prefix.size())) {
    text.insert(at + mark.size(), prefix);
  }
}

// A picture in the HTML of a page, from `begin` to `end`.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string svg;
  bool is_taken = false;
};

std::string attribute(std::string_view element, const std::string& name) {
  const std::string mark = " " + name + "=\"";
  const std::size_t begin = element.find(mark);
  if (begin == npos) return {};
  const std::size_t value = begin + mark.size();
  return std::string(element.substr(value, element.find('"', value) - value));
}

}  // namespace

std::optional<std::string> inline_svg(std::string_view file, std::string_view prefix, std::string_view label) {
  const std::size_t begin = file.find("<svg");
  const std::size_t end = file.rfind("</svg>");
  if (begin == npos || end == npos || end < begin) return std::nullopt;
  std::string svg(file.substr(begin, end + 6 - begin));
  for (const char* name : {"title", "desc"}) erase_element(svg, name);  // they say what has drawn it
  if (!is_plain(svg)) return std::nullopt;
  for (const char* mark : {" id='", " id=\"", "href='#", "href=\"#", "url(#"}) put_behind(svg, mark, prefix);
  return "<svg role=\"img\" aria-label=\"" + std::string(label) + "\"" + svg.substr(4);
}

std::string with_inline_pictures(const Sources& sources, const std::string& content, std::size_t room) {
  std::vector<Place> places;
  std::set<std::string> shown;
  for (std::size_t begin = content.find(picture_mark); begin != npos; begin = content.find(picture_mark, begin + 1)) {
    const std::size_t end = content.find('>', begin) + 1;
    const std::string_view element = std::string_view(content).substr(begin, end - begin);
    const fs::path file = sources.results() / attribute(element, "data-file");
    std::error_code ignored;  // a file that is not there is of the largest size
    if (file.extension() != ".svg" || fs::file_size(file, ignored) > largest_light_svg) continue;
    if (!shown.insert(file.stem().string()).second) continue;
    auto svg = inline_svg(support::read_text(file), file.stem().string() + "-", attribute(element, "alt"));
    if (svg) places.push_back({begin, end, *std::move(svg)});
  }
  std::vector<Place*> by_size;
  for (Place& place : places) by_size.push_back(&place);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const Place* a, const Place* b) { return a->svg.size() < b->svg.size(); });
  for (Place* place : by_size) {
    place->is_taken = place->svg.size() <= room;
    if (place->is_taken) room -= place->svg.size();
  }
  std::string html;
  std::size_t done = 0;
  for (const Place& place : places) {
    if (!place.is_taken) continue;
    html += content.substr(done, place.begin - done) + place.svg;
    done = place.end;
  }
  return html + content.substr(done);
}

}  // namespace nsdbench::report
