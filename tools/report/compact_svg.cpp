#include "tools/report/compact_svg.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "solvers/elementary/elementary.hpp"

namespace nsdbench::report {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::string_view blanks = " \t\r\n";

struct SvgNode {
  std::string name;  // empty: a text
  std::vector<std::pair<std::string, std::string>> attributes = {};
  std::vector<SvgNode> children = {};
  std::string text = {};

  std::string* value(std::string_view key) {
    const auto found =
        std::find_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.first == key; });
    return found == attributes.end() ? nullptr : &found->second;
  }
  void erase(std::string_view key) {
    attributes.erase(
        std::remove_if(attributes.begin(), attributes.end(), [&](const auto& a) { return a.first == key; }),
        attributes.end());
  }
};

// Reads elements, attributes and texts; anything else of XML makes it give up.
class SvgReader {
 public:
  explicit SvgReader(std::string_view svg) : svg_(svg) {}

  std::optional<SvgNode> element(int depth = 0) {
    SvgNode node;
    constexpr int deepest = 50;
    if (depth > deepest || !takes("<")) return std::nullopt;
    node.name = taken_until(" \t\r\n/>");
    if (node.name.empty()) return std::nullopt;
    while (true) {
      skip_blanks();
      if (takes("/>")) return node;
      if (takes(">")) return takes_content(node, depth) ? std::optional<SvgNode>(std::move(node)) : std::nullopt;
      std::string key = taken_until(" \t\r\n=/>");
      skip_blanks();
      if (key.empty() || !takes("=")) return std::nullopt;
      skip_blanks();
      if (at_ >= svg_.size() || (svg_[at_] != '"' && svg_[at_] != '\'')) return std::nullopt;
      const char quote = svg_[at_++];
      const std::size_t end = svg_.find(quote, at_);
      if (end == none) return std::nullopt;
      std::string value(svg_.substr(at_, end - at_));
      if (value.find_first_of("\"<") != std::string::npos) return std::nullopt;
      node.attributes.emplace_back(std::move(key), std::move(value));
      at_ = end + 1;
    }
  }

 private:
  bool takes(std::string_view text) {
    if (svg_.substr(at_, text.size()) != text) return false;
    at_ += text.size();
    return true;
  }
  void skip_blanks() { at_ = std::min(svg_.find_first_not_of(blanks, at_), svg_.size()); }
  std::string taken_until(std::string_view ends) {
    const std::size_t end = std::min(svg_.find_first_of(ends, at_), svg_.size());
    std::string text(svg_.substr(at_, end - at_));
    at_ = end;
    return text;
  }

  // What stands in the element, and its end.
  bool takes_content(SvgNode& node, int depth) {
    const bool holds_text = node.name == "text" || node.name == "tspan" || node.name == "title" || node.name == "desc";
    while (true) {
      std::string text = taken_until("<");
      if (holds_text && !text.empty()) {
        node.children.push_back({{}, {}, {}, std::move(text)});
      } else if (text.find_first_not_of(blanks) != std::string::npos) {
        return false;
      }
      if (takes("</")) return taken_until(" \t\r\n>") == node.name && (skip_blanks(), takes(">"));
      if (svg_.substr(at_, 2) == "<!" || svg_.substr(at_, 2) == "<?") return false;
      std::optional<SvgNode> child = element(depth + 1);
      if (!child) return false;
      node.children.push_back(*std::move(child));
    }
  }

  std::string_view svg_;
  std::size_t at_ = 0;
};

void write_to(std::string& out, const SvgNode& node) {
  if (node.name.empty()) {
    out += node.text;
    return;
  }
  out += "<" + node.name;
  for (const auto& [key, value] : node.attributes) out.append(" ").append(key).append("=\"").append(value).append("\"");
  if (node.children.empty()) {
    out += "/>";
    return;
  }
  out += ">";
  for (const SvgNode& child : node.children) write_to(out, child);
  out += "</" + node.name + ">";
}

// A place of a drawing as gnuplot writes it.
struct Point {
  double x = 0.0;
  double y = 0.0;
};
using Line = std::vector<Point>;

// A place in tenths of the unit.
struct Place {
  long x = 0;
  long y = 0;
  bool operator==(const Place& other) const { return x == other.x && y == other.y; }
  bool operator<(const Place& other) const { return x != other.x ? x < other.x : y < other.y; }
};
Place rounded(const Point& point) { return {std::lround(10.0 * point.x), std::lround(10.0 * point.y)}; }

std::string in_tenths(long tenths) {
  std::string text = tenths < 0 ? "-" : "";
  const long size = std::labs(tenths);
  if (size >= 10 || size == 0) text += std::to_string(size / 10);
  if (size % 10 != 0) text += "." + std::to_string(size % 10);
  return text;
}

std::string step_text(const Place& from, const Place& to) {
  return in_tenths(to.x - from.x) + (to.y < from.y ? "" : " ") + in_tenths(to.y - from.y);
}

// Numbers with blanks, commas or the like between them, or one letter before a pair.
class CoordinateReader {
 public:
  explicit CoordinateReader(std::string_view text) : text_(text) {}

  bool at_end() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n,", at_), text_.size());
    return at_ == text_.size();
  }
  bool takes(char letter) {
    if (at_end() || text_[at_] != letter) return false;
    ++at_;
    return true;
  }
  std::optional<double> number() {
    double value = 0.0;
    if (at_end()) return std::nullopt;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc() || !(std::abs(value) < 1e6)) return std::nullopt;
    at_ = static_cast<std::size_t>(end - text_.data());
    return value;
  }
  std::optional<Point> point() {
    const std::optional<double> x = number();
    const std::optional<double> y = number();
    if (!x || !y) return std::nullopt;
    return Point{*x, *y};
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

double distance(const Point& point, const Point& a, const Point& b) {
  const double dx = b.x - a.x;
  const double dy = b.y - a.y;
  const double square = dx * dx + dy * dy;
  const double share =
      square > 0.0 ? std::clamp(((point.x - a.x) * dx + (point.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
  return elementary::hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

// How far a line may pass from a point that it lacks; the rounding to tenths comes to it.
constexpr double thinning_deviation = 0.05;

// The line without the points that it passes within the largest deviation without them (Douglas and Peucker).
Line thinned(const Line& line) {
  if (line.size() < 3) return line;
  std::vector<bool> is_kept(line.size(), false);
  is_kept.front() = is_kept.back() = true;
  std::vector<std::pair<std::size_t, std::size_t>> open = {{0, line.size() - 1}};
  while (!open.empty()) {
    const auto [begin, end] = open.back();
    open.pop_back();
    std::size_t farthest = begin;
    double largest = thinning_deviation;
    for (std::size_t k = begin + 1; k < end; ++k) {
      const double here = distance(line[k], line[begin], line[end]);
      if (here <= largest) continue;
      largest = here;
      farthest = k;
    }
    if (farthest == begin) continue;
    is_kept[farthest] = true;
    open.emplace_back(begin, farthest);
    open.emplace_back(farthest, end);
  }
  Line kept;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (is_kept[k]) kept.push_back(line[k]);
  }
  return kept;
}

// The line in tenths. Of points one above the other the first, the last and the outermost draw the same.
std::vector<Place> drawn_alike(const Line& line) {
  std::vector<Place> places;
  for (std::size_t begin = 0; begin < line.size();) {
    const Place first = rounded(line[begin]);
    Place last = first;
    Place least = first;
    Place largest = first;
    std::size_t end = begin;
    for (; end < line.size() && rounded(line[end]).x == first.x; ++end) {
      last = rounded(line[end]);
      least = std::min(least, last);
      largest = std::max(largest, last);
    }
    constexpr std::size_t most_points = 4;
    std::vector<Place> column = {first, least, largest, last};
    if (end - begin <= most_points) {
      column.clear();
      for (std::size_t k = begin; k < end; ++k) column.push_back(rounded(line[k]));
    }
    for (const Place& place : column) {
      if (places.empty() || !(places.back() == place)) places.push_back(place);
    }
    begin = end;
  }
  if (places.size() == 1) places.push_back(places.front());  // a dot
  return places;
}

// The lines of a path that has no other parts.
std::optional<std::vector<Line>> lines_of(std::string_view d) {
  std::vector<Line> lines;
  for (CoordinateReader reader(d); !reader.at_end();) {
    if (reader.takes('M')) {
      lines.emplace_back();
    } else if (lines.empty() || !reader.takes('L')) {
      return std::nullopt;
    }
    const std::optional<Point> point = reader.point();
    if (!point) return std::nullopt;
    lines.back().push_back(*point);
  }
  return lines;
}

// As steps from point to point.
std::string path_of(const std::vector<std::vector<Place>>& lines) {
  std::string d;
  Place last;
  for (const std::vector<Place>& line : lines) {
    bool is_first = true;
    for (const Place& place : line) {
      const std::string step = step_text(last, place);
      if (!is_first && step.front() != '-') d += " ";
      d += (is_first ? "m" : "") + step;
      is_first = false;
      last = place;
    }
  }
  return d;
}

struct Disk {
  Place center;
  long radius = 0;
  std::string fill;
};

// The disk that a polygon of many corners is meant to be.
std::optional<Disk> disk_of(SvgNode& polygon) {
  if (polygon.name != "polygon" || polygon.attributes.size() != 2) return std::nullopt;
  const std::string* points = polygon.value("points");
  const std::string* fill = polygon.value("fill");
  if (points == nullptr || fill == nullptr) return std::nullopt;
  std::vector<double> x;
  std::vector<double> y;
  for (CoordinateReader reader(*points); !reader.at_end();) {
    const std::optional<Point> corner = reader.point();
    if (!corner) return std::nullopt;
    x.push_back(corner->x);
    y.push_back(corner->y);
  }
  constexpr std::size_t fewest_corners = 24;
  if (x.size() < fewest_corners) return std::nullopt;
  const auto [left, right] = std::minmax_element(x.begin(), x.end());
  const auto [top, bottom] = std::minmax_element(y.begin(), y.end());
  const Point center{(*left + *right) / 2.0, (*top + *bottom) / 2.0};
  const double radius = (*right - *left) / 2.0;
  constexpr double rounding = 0.03;
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (std::abs(elementary::hypot(x[k] - center.x, y[k] - center.y) - radius) > rounding) return std::nullopt;
  }
  return Disk{rounded(center), std::lround(10.0 * radius), *fill};
}

// Disks of one colour, whose order nobody sees: for each radius the dots of a line with round ends.
std::vector<SvgNode> dots_of(const std::vector<Disk>& run) {
  std::map<long, std::string> dots;
  std::map<long, Place> last;
  for (const Disk& disk : run) {
    dots[disk.radius] += "m" + step_text(last[disk.radius], disk.center) + "h0";
    last[disk.radius] = disk.center;
  }
  std::vector<SvgNode> paths;
  for (const auto& [radius, d] : dots) {
    paths.push_back({"path",
                     {{"stroke", run.front().fill},
                      {"stroke-width", in_tenths(2 * radius)},
                      {"stroke-linecap", "round"},
                      {"d", d}}});
  }
  return paths;
}

// "rgb(  0, 114, 178)" as #0072b2; other colours as they are.
std::string short_color(const std::string& color) {
  constexpr std::string_view begin = "rgb(";
  if (color.rfind(begin, 0) != 0 || color.back() != ')') return color;
  CoordinateReader reader(std::string_view(color).substr(begin.size(), color.size() - begin.size() - 1));
  std::string text = "#";
  for (int k = 0; k < 3; ++k) {
    const long part = std::lround(reader.number().value_or(-1.0));
    if (part < 0 || part > 255) return color;
    constexpr std::string_view digits = "0123456789abcdef";
    text += digits[static_cast<std::size_t>(part / 16)];
    text += digits[static_cast<std::size_t>(part % 16)];
  }
  return reader.at_end() ? text : color;
}

// "translate(12.50,3.00)" as "translate(12.5,3)".
std::string without_zeros(const std::string& text) {
  std::string out;
  bool is_fraction = false;
  for (std::size_t k = 0; k <= text.size(); ++k) {
    const bool is_digit = k < text.size() && text[k] >= '0' && text[k] <= '9';
    if (is_fraction && !is_digit) {
      out.erase(out.find_last_not_of('0') + 1);
      if (out.back() == '.') out.pop_back();
    }
    if (!is_digit) is_fraction = k < text.size() && text[k] == '.';
    if (k < text.size()) out += text[k];
  }
  return out;
}

// A point of a plot: one of gnuplot's signs at a place, in a size and a colour.
struct PlotSign {
  Place place;
  std::string href;
  std::string scale;
  std::string color;
  std::string opacity;  // empty: it hides what is below
  bool has_style_of(const PlotSign& other) const {
    return href == other.href && scale == other.scale && color == other.color && opacity == other.opacity;
  }
};

std::optional<PlotSign> plot_sign_of(SvgNode& node) {
  const std::string* opacity = node.value("opacity");
  const std::size_t attributes = opacity == nullptr ? 3 : 4;
  if (node.name != "use" || node.attributes.size() != attributes) return std::nullopt;
  const std::string* href = node.value("xlink:href");
  const std::string* transform = node.value("transform");
  const std::string* color = node.value("color");
  if (href == nullptr || transform == nullptr || color == nullptr) return std::nullopt;
  constexpr std::string_view begin = "translate(";
  const std::size_t end = transform->find(") scale(");
  if (transform->rfind(begin, 0) != 0 || end == std::string::npos) return std::nullopt;
  CoordinateReader reader(std::string_view(*transform).substr(begin.size(), end - begin.size()));
  const std::optional<Point> place = reader.point();
  if (!place || !reader.at_end()) return std::nullopt;
  return PlotSign{rounded(*place), *href, transform->substr(end + 2), *color,
                  opacity == nullptr ? std::string() : *opacity};
}

// Of more than three opaque signs at one place three are left: where their edges are not sharp, a second and a third one
// darken them.
void leave_out_hidden(std::vector<Place>& places) {
  constexpr std::size_t seen = 3;
  std::vector<Place> kept;
  for (const Place& place : places) {
    if (kept.size() < seen || !(kept[kept.size() - seen] == place)) kept.push_back(place);
  }
  places = std::move(kept);
}

// Signs of one style, whose order nobody sees: a path that is not drawn itself, with a marker at each of its points.
SvgNode markers_of(const std::vector<PlotSign>& run, int number) {
  const std::string id = "sign" + std::to_string(number);
  std::vector<Place> places;
  for (const PlotSign& sign : run) places.push_back(sign.place);
  std::sort(places.begin(), places.end());
  const bool is_opaque = run.front().opacity.empty();
  if (is_opaque) leave_out_hidden(places);
  if (places.size() == 1) places.push_back(places.front());  // a line of one point has no markers
  const std::string url = "url(#" + id + ")";
  SvgNode marker{
      "marker", {{"id", id}, {"overflow", "visible"}, {"markerUnits", "userSpaceOnUse"}, {"color", run.front().color}}};
  marker.children.push_back({"use", {{"xlink:href", run.front().href}, {"transform", run.front().scale}}});
  if (!is_opaque) marker.children.back().attributes.emplace_back("opacity", run.front().opacity);
  SvgNode path{
      "path",
      {{"stroke", "none"}, {"marker-start", url}, {"marker-mid", url}, {"marker-end", url}, {"d", path_of({places})}}};
  return {"g", {}, {std::move(marker), std::move(path)}};
}

bool draws_nothing(SvgNode& node) {
  if (node.name == "path") {
    const std::string* d = node.value("d");
    return d != nullptr && d->empty();
  }
  if (node.name == "title" || node.name == "desc") {
    const std::string text = node.children.empty() ? std::string() : node.children.front().text;
    return text == "Gnuplot" || text.rfind("gnuplot_plot_", 0) == 0 || text.rfind("Produced by GNUPLOT", 0) == 0;
  }
  return node.name == "g" && node.children.empty();
}

// Whether b can go on in a, of the same style, without another look: lines that are drawn over each other in one path
// look the same only where they are not filled and hide what is below.
bool goes_on(SvgNode& a, SvgNode& b) {
  if (a.name != b.name || (a.name != "g" && a.name != "path")) return false;
  for (const char* key : {"id", "transform", "opacity", "filter", "clip-path"}) {
    if (a.value(key) != nullptr) return false;
  }
  if (a.name == "g") return a.attributes == b.attributes && !a.children.empty() && a.children.front().name != "title";
  if (a.value("d") == nullptr || b.value("d") == nullptr) return false;
  for (const char* key : {"fill", "stroke-opacity", "stroke-dasharray"}) {
    if (a.value(key) != nullptr) return false;
  }
  SvgNode other_a{a.name, a.attributes};
  SvgNode other_b{b.name, b.attributes};
  other_a.erase("d");
  other_b.erase("d");
  return other_a.attributes == other_b.attributes;
}

// Children that need no element of their own take its place; a text in a group of its own has the style itself.
void unwrap(std::vector<SvgNode>& nodes) {
  std::vector<SvgNode> flat;
  for (SvgNode& node : nodes) {
    if (node.name == "g" && node.children.size() == 1 && node.children.front().name == "text" &&
        node.children.front().attributes.empty()) {
      SvgNode text = std::move(node.children.front());
      text.attributes = std::move(node.attributes);
      node = std::move(text);
    }
    const bool is_bare = node.attributes.empty() && (node.name == "tspan" || node.name == "g") &&
                         (node.children.empty() || node.children.front().name != "title");
    if (is_bare) {
      std::move(node.children.begin(), node.children.end(), std::back_inserter(flat));
    } else {
      flat.push_back(std::move(node));
    }
  }
  nodes = std::move(flat);
}

// What `read` takes from nodes[begin], nodes[begin + 1], ..., as long as it is of one style.
template <class Read, class IsLike>
auto run_from(std::vector<SvgNode>& nodes, std::size_t begin, Read read, IsLike is_like) {
  std::vector<typename std::invoke_result_t<Read, SvgNode&>::value_type> run;
  for (std::size_t k = begin; k < nodes.size(); ++k) {
    auto taken = read(nodes[k]);
    if (!taken || (!run.empty() && !is_like(*taken, run.front()))) break;
    run.push_back(*std::move(taken));
  }
  return run;
}

// Disks of one colour become dots, signs of one style share a marker, groups and paths of one style become one.
void join_neighbours(std::vector<SvgNode>& nodes, int& markers) {
  std::vector<SvgNode> joined;
  for (std::size_t k = 0; k < nodes.size();) {
    const auto signs =
        run_from(nodes, k, plot_sign_of, [](const PlotSign& a, const PlotSign& b) { return a.has_style_of(b); });
    constexpr std::size_t fewest_signs = 4;  // with fewer a marker does not pay
    if (signs.size() >= fewest_signs) {
      joined.push_back(markers_of(signs, ++markers));
      k += signs.size();
      continue;
    }
    const auto disks = run_from(nodes, k, disk_of, [](const Disk& a, const Disk& b) { return a.fill == b.fill; });
    if (!disks.empty()) {
      for (SvgNode& path : dots_of(disks)) joined.push_back(std::move(path));
      k += disks.size();
      continue;
    }
    if (!joined.empty() && goes_on(joined.back(), nodes[k])) {
      SvgNode& last = joined.back();
      std::move(nodes[k].children.begin(), nodes[k].children.end(), std::back_inserter(last.children));
      if (last.name == "path") last.value("d")->append(*nodes[k].value("d"));
    } else {
      joined.push_back(std::move(nodes[k]));
    }
    ++k;
  }
  nodes = std::move(joined);
}

// The style of a group that holds one line, but for the width of the line; nothing for other nodes.
std::optional<std::vector<std::pair<std::string, std::string>>> style_of_line(SvgNode& node) {
  if (node.name != "g" || node.children.size() != 1) return std::nullopt;
  SvgNode& line = node.children.front();
  const std::string* fill = node.value("fill");
  const bool is_opaque_line = line.name == "path" && line.attributes.size() == 2 && line.value("stroke") != nullptr &&
                              line.value("d") != nullptr && fill != nullptr && *fill == "none";
  if (!is_opaque_line) return std::nullopt;
  SvgNode style{node.name, node.attributes};
  style.erase("stroke-width");
  style.attributes.emplace_back("color of the line", *line.value("stroke"));
  return style.attributes;
}

// Lines of one colour, whose order nobody sees, by their widths: then those of one width can share a group.
void sort_lines(std::vector<SvgNode>& nodes) {
  const auto width = [](SvgNode& node) {
    const std::string* text = node.value("stroke-width");
    return text == nullptr ? std::string() : *text;
  };
  for (std::size_t begin = 0; begin < nodes.size();) {
    const std::size_t end =
        begin + std::max<std::size_t>(run_from(nodes, begin, style_of_line, std::equal_to<>()).size(), 1);
    std::vector<std::pair<std::string, std::size_t>> order;
    for (std::size_t k = begin; k < end; ++k) order.emplace_back(width(nodes[k]), k);
    std::sort(order.begin(), order.end());
    std::vector<SvgNode> sorted;
    for (const auto& [key, k] : order) sorted.push_back(std::move(nodes[k]));
    std::move(sorted.begin(), sorted.end(), nodes.begin() + static_cast<std::ptrdiff_t>(begin));
    begin = end;
  }
}

void shorten_texts(SvgNode& node) {
  for (auto& [key, value] : node.attributes) {
    if (key == "fill" || key == "stroke" || key == "color") value = short_color(value);
    if (key == "transform" || key == "stroke-width" || key == "font-size") value = without_zeros(value);
  }
  const std::string* id = node.value("id");
  if (node.name == "g" && id != nullptr && id->rfind("gnuplot_", 0) == 0) node.erase("id");
  node.erase("class");  // for scripts of gnuplot's own pages
}

// A text says where it stands by x and y; a group whose parts all have a stroke of their own needs none.
void shorten_style(SvgNode& node) {
  constexpr std::string_view begin = "translate(";
  const std::string* transform = node.value("transform");
  if (node.name == "text" && transform != nullptr && transform->rfind(begin, 0) == 0 &&
      transform->find(')') + 1 == transform->size()) {
    const std::string place = transform->substr(begin.size(), transform->size() - begin.size() - 1);
    const std::size_t comma = place.find(',');
    if (comma != std::string::npos) {
      node.erase("transform");
      node.attributes.emplace_back("x", place.substr(0, comma));
      node.attributes.emplace_back("y", place.substr(comma + 1));
    }
  }
  const bool has_own_strokes = std::all_of(node.children.begin(), node.children.end(), [](SvgNode& child) {
    return child.value("stroke") != nullptr || child.name == "use" || child.name == "marker" || child.name == "title";
  });
  if (node.name == "g" && has_own_strokes) node.erase("stroke");
  if (node.name == "defs" || node.name == "marker") return;
  for (SvgNode& child : node.children) shorten_style(child);
}

void shorten_groups(SvgNode& node, int& markers) {
  shorten_texts(node);
  if (node.name == "defs") return;
  for (SvgNode& child : node.children) shorten_groups(child, markers);
  node.children.erase(std::remove_if(node.children.begin(), node.children.end(), draws_nothing), node.children.end());
  unwrap(node.children);
  sort_lines(node.children);
  join_neighbours(node.children, markers);
  for (SvgNode& child : node.children) join_neighbours(child.children, markers);
}

// Ids that the drawing refers to, from below `node`.
void add_references(const SvgNode& node, std::set<std::string>& ids) {
  for (const auto& [key, value] : node.attributes) {
    const std::size_t mark = value.find('#');
    if (mark != std::string::npos && key != "fill" && key != "stroke" && key != "color") {
      ids.insert(value.substr(mark + 1, value.find(')', mark) - mark - 1));
    }
  }
  for (const SvgNode& child : node.children) add_references(child, ids);
}

// Leaves out definitions that nothing refers to: gnuplot lists all its signs. Those refer to earlier ones.
void leave_unused_definitions(SvgNode& svg) {
  std::set<std::string> used;
  SvgNode* definitions = nullptr;
  for (SvgNode& child : svg.children) {
    if (child.name == "defs") {
      definitions = &child;
    } else {
      add_references(child, used);
    }
  }
  if (definitions == nullptr) return;
  std::vector<SvgNode> kept;
  for (std::size_t k = definitions->children.size(); k-- > 0;) {
    SvgNode& node = definitions->children[k];
    const std::string* id = node.value("id");
    if (id == nullptr || used.count(*id) == 0) continue;
    add_references(node, used);
    kept.push_back(std::move(node));
  }
  std::reverse(kept.begin(), kept.end());
  definitions->children = std::move(kept);
}

void shorten_paths(SvgNode& node) {
  for (SvgNode& child : node.children) shorten_paths(child);
  std::string* d = node.name == "path" ? node.value("d") : nullptr;
  std::optional<std::vector<Line>> lines = d == nullptr ? std::nullopt : lines_of(*d);
  if (!lines) return;
  // A line of one point draws nothing.
  lines->erase(std::remove_if(lines->begin(), lines->end(), [](const Line& line) { return line.size() < 2; }),
               lines->end());
  std::vector<std::vector<Place>> places;
  for (const Line& line : *lines) places.push_back(drawn_alike(thinned(line)));
  *d = path_of(places);
}

// What all groups of gnuplot say alike is said once. What it draws outside of them has a fill of its own, or none of
// these.
const std::map<std::string, std::string, std::less<>> usual = {{"fill", "none"},
                                                               {"stroke", "none"},
                                                               {"color", "black"},
                                                               {"stroke-linecap", "round"},
                                                               {"stroke-linejoin", "round"},
                                                               {"font-family", "Helvetica,Arial,sans"},
                                                               {"font-size", "12"}};

// Leaves out what an element has from those around it all the same.
void leave_inherited(SvgNode& node, std::map<std::string, std::string, std::less<>> inherited) {
  for (std::size_t k = 0; k < node.attributes.size();) {
    const auto& [key, value] = node.attributes[k];
    const auto found = inherited.find(key);
    if (found != inherited.end() && found->second == value) {
      node.attributes.erase(node.attributes.begin() + static_cast<std::ptrdiff_t>(k));
      continue;
    }
    if (usual.count(key) > 0 || key == "stroke-width") inherited[key] = value;
    ++k;
  }
  if (node.name == "defs" || node.name == "marker") return;
  for (SvgNode& child : node.children) leave_inherited(child, inherited);
  unwrap(node.children);
}

}  // namespace

std::optional<std::string> compact_svg(std::string_view file) {
  const std::size_t begin = file.find("<svg");
  if (begin == none || file.substr(0, begin).find("<!") != none) return std::nullopt;
  std::optional<SvgNode> svg = SvgReader(file.substr(begin)).element();
  if (!svg) return std::nullopt;
  int markers = 0;
  shorten_groups(*svg, markers);
  shorten_paths(*svg);
  leave_unused_definitions(*svg);
  shorten_style(*svg);
  for (SvgNode& child : svg->children) leave_inherited(child, usual);
  for (const auto& [key, value] : usual) svg->attributes.emplace_back(key, value);
  std::string text;
  write_to(text, *svg);
  return text;
}

}  // namespace nsdbench::report
