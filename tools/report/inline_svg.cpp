#include "tools/report/inline_svg.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <system_error>
#include <vector>

#include "support/json_file.hpp"
#include "tools/report/compact_svg.hpp"
#include "tools/report/figures_html.hpp"
#include "tools/report/html.hpp"

namespace nsdbench::report {

namespace {

namespace fs = std::filesystem;

constexpr auto npos = std::string::npos;

// What gnuplot's and similar drawings consist of; none of it runs, loads or styles anything.
const std::set<std::string, std::less<>> known_elements = {
    "svg", "g",    "defs",  "path",  "circle", "rect",    "line",        "polyline", "polygon",
    "use", "text", "tspan", "title", "filter", "feFlood", "feComposite", "clipPath", "marker"};
const std::set<std::string, std::less<>> known_attributes = {"aria-label",
                                                             "class",
                                                             "clip-path",
                                                             "color",
                                                             "cx",
                                                             "cy",
                                                             "d",
                                                             "dx",
                                                             "dy",
                                                             "fill",
                                                             "fill-opacity",
                                                             "filter",
                                                             "filterUnits",
                                                             "flood-color",
                                                             "flood-opacity",
                                                             "font-family",
                                                             "font-size",
                                                             "font-style",
                                                             "font-weight",
                                                             "height",
                                                             "id",
                                                             "in",
                                                             "in2",
                                                             "marker-end",
                                                             "marker-mid",
                                                             "marker-start",
                                                             "markerUnits",
                                                             "opacity",
                                                             "operator",
                                                             "overflow",
                                                             "points",
                                                             "r",
                                                             "result",
                                                             "role",
                                                             "shape-rendering",
                                                             "stroke",
                                                             "stroke-dasharray",
                                                             "stroke-linecap",
                                                             "stroke-linejoin",
                                                             "stroke-opacity",
                                                             "stroke-width",
                                                             "text-anchor",
                                                             "transform",
                                                             "viewBox",
                                                             "width",
                                                             "x",
                                                             "x1",
                                                             "x2",
                                                             "href",
                                                             "xlink:href",
                                                             "xmlns",
                                                             "xmlns:xlink",
                                                             "xml:space",
                                                             "y",
                                                             "y1",
                                                             "y2"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_of_a_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':'; }

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Reads a drawing tag by tag and takes only what it knows, written so that XML and HTML cannot read it differently.
class DrawingReader {
 public:
  DrawingReader(std::string_view svg, std::string_view prefix) : svg_(svg), prefix_(prefix) {}

  // The drawing with `prefix` in its ids, and without role and aria-label of the svg element, of which a page has
  // its own. Nothing if there is anything unknown in it.
  std::optional<std::string> taken() {
    while ((at_ = svg_.find('<', at_)) != npos) {
      const bool is_known = takes("<!--") ? takes_comment() : takes("</") ? takes_end() : takes("<") && takes_start();
      if (!is_known) return std::nullopt;
    }
    if (!open_.empty()) return std::nullopt;
    copy_to(svg_.size());
    return out_;
  }

 private:
  bool takes(std::string_view text) {
    if (svg_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < svg_.size() && is_of_a_name(svg_[at_])) ++at_;
    return std::string(svg_.substr(begin, at_ - begin));
  }

  bool takes_blanks() {
    const std::size_t begin = at_;
    while (at_ < svg_.size() && is_blank(svg_[at_])) ++at_;
    return at_ > begin;
  }

  void copy_to(std::size_t end) {
    out_ += svg_.substr(done_, end - done_);
    done_ = end;
  }

  // HTML may end a comment where it has < or >, or -- in it.
  bool takes_comment() {
    const std::size_t end = svg_.find("--", at_);
    if (end == npos || svg_.find_first_of("<>", at_) < end) return false;
    at_ = end;
    return takes("-->");
  }

  bool takes_end() {
    if (open_.empty() || name() != open_.back()) return false;
    open_.pop_back();
    takes_blanks();
    return takes(">");
  }

  bool takes_start() {
    const std::string element = name();
    // What stands in a title is read as HTML; and svg is the outermost element, and no other.
    if (known_elements.count(element) == 0 || (element == "svg") != out_.empty() ||
        (!open_.empty() && open_.back() == "title")) {
      return false;
    }
    copy_to(at_);
    std::set<std::string> given;
    while (true) {
      const std::size_t begin = at_;
      const bool has_blank = takes_blanks();
      if (takes("/>")) return true;
      if (takes(">")) {
        open_.push_back(element);
        return true;
      }
      const std::string attribute = name();
      if (!has_blank || known_attributes.count(attribute) == 0 || !given.insert(attribute).second) return false;
      takes_blanks();
      if (!takes("=")) return false;
      takes_blanks();
      const bool is_dropped = attribute == "role" || attribute == "aria-label";
      if (is_dropped) copy_to(begin);
      const std::size_t copied = out_.size();
      if ((is_dropped && element != "svg") || !takes_value(attribute)) return false;
      if (is_dropped) {
        out_.resize(copied);
        done_ = at_;
      }
    }
  }

  // A quoted value that refers to nothing outside of the drawing, and to no class of the page.
  bool takes_value(const std::string& attribute) {
    if (at_ >= svg_.size() || (svg_[at_] != '"' && svg_[at_] != '\'')) return false;
    const std::size_t begin = at_ + 1;
    const std::size_t end = svg_.find(svg_[at_], begin);
    if (end == npos) return false;
    const std::string value = in_lower_case(std::string(svg_.substr(begin, end - begin)));
    // Entities, and escapes of CSS, could hide what is looked for below.
    if (value.find_first_of("<>&\\") != npos || value.find("javascript:") != npos) return false;
    if (attribute == "class" && value != "gridline") return false;
    if (attribute == "id") put_prefix(begin);
    if (attribute == "href" || attribute == "xlink:href") {
      if (value.substr(0, 1) != "#") return false;
      put_prefix(begin + 1);
    }
    for (std::size_t url = value.find("url("); url != npos; url = value.find("url(", url + 1)) {
      if (value.substr(url + 4, 1) != "#") return false;
      put_prefix(begin + url + 5);
    }
    at_ = end + 1;
    return true;
  }

  void put_prefix(std::size_t place) {
    copy_to(place);
    out_ += prefix_;
  }

  std::string_view svg_;
  std::string_view prefix_;
  std::string out_;
  std::size_t at_ = 0;
  std::size_t done_ = 0;  // copied, or left out, up to here
  std::vector<std::string> open_;
};

void erase_element(std::string& svg, const std::string& name) {
  const std::size_t begin = svg.find("<" + name + ">");
  const std::string close = "</" + name + ">";
  const std::size_t end = svg.find(close);
  if (begin != npos && end != npos && begin < end) svg.erase(begin, end + close.size() - begin);
}

// A picture in the HTML of a page, from `begin` to `end`, and what stands there instead.
struct Picture {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string html;             // that shows it as a file
  std::string svg = {};         // that may stand in the page; empty: none
  support::TextFile copy = {};  // the file, unless it is one of the results
};

std::string attribute(std::string_view element, const std::string& name) {
  const std::string mark = " " + name + "=\"";
  const std::size_t begin = element.find(mark);
  if (begin == npos) return {};
  const std::size_t value = begin + mark.size();
  return std::string(element.substr(value, element.find('"', value) - value));
}

void set_attribute(std::string& element, const std::string& name, const std::string& value) {
  const std::string mark = " " + name + "=\"";
  const std::size_t begin = element.find(mark) + mark.size();
  element.replace(begin, element.find('"', begin) - begin, value);
}

}  // namespace

std::optional<std::string> inline_svg(std::string_view file, std::string_view prefix, std::string_view label) {
  const std::size_t begin = file.find("<svg");
  const std::size_t end = file.rfind("</svg>");
  if (begin == npos || end == npos || end < begin) return std::nullopt;
  if (in_lower_case(std::string(file.substr(0, begin))).find("<!entity") != npos) return std::nullopt;
  std::string svg(file.substr(begin, end + 6 - begin));
  for (const char* name : {"title", "desc"}) erase_element(svg, name);  // they say what has drawn it
  const std::optional<std::string> taken = DrawingReader(svg, prefix).taken();
  if (!taken) return std::nullopt;
  return "<svg role=\"img\" aria-label=\"" + std::string(label) + "\"" + taken->substr(4);
}

std::string with_light_pictures(const Sources& sources, const std::string& content, std::size_t room,
                                std::vector<support::TextFile>& files) {
  std::vector<Picture> pictures;
  std::set<std::string> shown;
  for (std::size_t begin = content.find(picture_mark); begin != npos; begin = content.find(picture_mark, begin + 1)) {
    const std::size_t end = content.find('>', begin) + 1;
    pictures.push_back({begin, end, content.substr(begin, end - begin)});
    Picture& picture = pictures.back();
    const std::string name = attribute(picture.html, "data-file");
    const fs::path file = sources.results() / name;
    const fs::path png = fs::path(file).replace_extension(".png");
    const std::string whole = support::read_text(file);
    const std::optional<std::string> compact = compact_svg(whole);
    const std::string& svg = compact ? *compact : whole;
    std::error_code error;  // a file that is not there is of the largest size
    if (fs::file_size(png, error) < svg.size()) {
      set_attribute(picture.html, "src", escaped(sources.address(png)));
      continue;
    }
    if (compact) {
      std::string copy = name;
      std::replace(copy.begin(), copy.end(), '/', '-');
      picture.copy = {"data/" + copy, *compact};
      set_attribute(picture.html, "src", escaped(sources.address(sources.results() / "report" / picture.copy.name)));
    }
    if (svg.size() > largest_light_svg || !shown.insert(file.stem().string()).second) continue;
    picture.svg = inline_svg(svg, file.stem().string() + "-", attribute(picture.html, "alt")).value_or("");
  }
  std::vector<Picture*> by_size;
  for (Picture& picture : pictures) by_size.push_back(&picture);
  std::stable_sort(by_size.begin(), by_size.end(),
                   [](const Picture* a, const Picture* b) { return a->svg.size() < b->svg.size(); });
  for (Picture* picture : by_size) {
    if (picture->svg.empty() || picture->svg.size() > room) continue;
    room -= picture->svg.size();
    picture->html = picture->svg;
    picture->copy = {};
  }
  std::string html;
  std::size_t done = 0;
  for (const Picture& picture : pictures) {
    html += content.substr(done, picture.begin - done) + picture.html;
    done = picture.end;
    const bool is_new = std::none_of(files.begin(), files.end(),
                                     [&](const support::TextFile& file) { return file.name == picture.copy.name; });
    if (!picture.copy.name.empty() && is_new) files.push_back(picture.copy);
  }
  return html + content.substr(done);
}

}  // namespace nsdbench::report
