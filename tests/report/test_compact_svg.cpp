// Drawings in fewer bytes: they show what they showed.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/json_file.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"
#include "tools/report/compact_svg.hpp"
#include "tools/report/inline_svg.hpp"

using namespace nsdbench::report;
using nsdbench::testing::contains;
using nsdbench::testing::source_directory;

namespace {

std::string drawing_with(const std::string& part) {
  return "<?xml version=\"1.0\"?>\n<svg width=\"6\" height=\"4\">\n<defs>\n<circle id='gpPt5' r='1'/>\n"
         "<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor'/>\n<rect id='gpPt3'/></defs>\n" +
         part + "\n</svg>\n";
}

std::string compact_with(const std::string& part) { return compact_svg(drawing_with(part)).value(); }

std::string group(const std::string& width, const std::string& content) {
  return "<g fill=\"none\" color=\"black\" stroke=\"currentColor\" stroke-width=\"" + width +
         "\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n" + content + "</g>\n";
}

}  // namespace

TEST_CASE("a drawing by gnuplot is as complete with half of its bytes", "[report]") {
  const std::string drawing = nsdbench::support::read_text(source_directory() / "tests/report/gnuplot.svg");
  const std::string compact = compact_svg(drawing).value();
  CHECK(compact.size() < drawing.size() / 2);
  CHECK(inline_svg(compact, "fig-", "A figure").has_value());
  std::size_t texts = 0;
  for (std::size_t at = drawing.find("<text>"); at != std::string::npos; at = drawing.find("<text>", at + 1)) ++texts;
  std::size_t kept = 0;
  for (std::size_t at = compact.find("<text"); at != std::string::npos; at = compact.find("<text", at + 1)) ++kept;
  CHECK(kept == texts);
}

TEST_CASE("a line lacks only points that it passes all the same", "[report]") {
  std::ostringstream d;
  for (int k = 0; k <= 1000; ++k) {
    d << (k == 0 ? "M" : " L") << 0.1 * k << ',' << 50.0 + 20.0 * std::sin(0.0628 * k);
  }
  const std::string compact = compact_with(group("1.20", "<path stroke='rgb(  0, 114, 178)' d='" + d.str() + "'/>"));
  const std::size_t begin = compact.find(" d=\"m") + 5;
  std::string steps = compact.substr(begin, compact.find('"', begin) - begin);
  CHECK(steps.size() < d.str().size() / 5);
  for (std::size_t k = 1; k < steps.size(); ++k) {
    if (steps[k] == '-' && steps[k - 1] != ' ') steps.insert(k++, " ");
  }
  std::istringstream numbers(steps);
  double x = 0.0;
  double y = 0.0;
  std::vector<std::pair<double, double>> corners;
  for (double dx = 0.0, dy = 0.0; numbers >> dx >> dy;) {
    x += dx;
    y += dy;
    corners.emplace_back(x, y);
    CHECK(std::abs(y - (50.0 + 20.0 * std::sin(0.628 * x))) < 0.2);
  }
  CHECK(x == Catch::Approx(100.0));
  CHECK_THAT(compact, contains("stroke=\"#0072b2\""));

  // What it lacks lies on it: by 0.05 as it was thinned, and 0.07 of the rounding to tenths.
  constexpr double farthest = 0.125;
  double largest = 0.0;
  for (int k = 0; k <= 1000; ++k) {
    const double px = 0.1 * k;
    const double py = 50.0 + 20.0 * std::sin(0.0628 * k);
    double nearest = 1e9;
    for (std::size_t j = 1; j < corners.size(); ++j) {
      const auto [ax, ay] = corners[j - 1];
      const double side = corners[j].first - ax;
      const double up = corners[j].second - ay;
      const double share = std::clamp(((px - ax) * side + (py - ay) * up) / (side * side + up * up), 0.0, 1.0);
      nearest = std::min(nearest, std::hypot(px - ax - share * side, py - ay - share * up));
    }
    largest = std::max(largest, nearest);
  }
  CHECK(largest < farthest);
}

TEST_CASE("points one above the other keep their outermost ones", "[report]") {
  const std::string compact =
      compact_with(group("1", "<path stroke='black' d='M1,5 L1.01,9 L1.02,2 L1.01,8 L1.0,3 L1.02,6 L4,6'/>"));
  CHECK_THAT(compact, contains("d=\"m1 5 0-3 0 7 0-3 3 0\""));
}

TEST_CASE("signs of one style share a marker, and other colours stay above or below them", "[report]") {
  const auto sign = [](const std::string& place, const std::string& color) {
    return "<use xlink:href='#gpPt6' transform='translate(" + place + ") scale(2.25)' color='" + color + "'/>\n";
  };
  std::string signs;
  for (const char* place : {"3.00,1.00", "1.00,1.00", "2.00,2.00", "1.00,1.00", "1,1", "1,1", "1,1"})
    signs += sign(place, "red");
  const std::string compact = compact_with(group("1", signs + sign("5.00,5.00", "blue")));
  CHECK_THAT(compact, contains("<marker id=\"sign1\"") && contains("color=\"red\"") &&
                          contains("d=\"m1 1 0 0 0 0 1 1 1-1\"") && contains("translate(5,5) scale(2.25)"));
  CHECK(compact.find("m1 1 0 0 0 0 1 1 1-1") < compact.find("translate(5,5)"));
  CHECK(compact.find("gpPt3") == std::string::npos);  // nothing refers to it
  CHECK_THAT(compact, contains("id=\"gpPt5\""));      // gpPt6 does
}

TEST_CASE("signs through which others are seen stay as many as they are", "[report]") {
  std::string signs;
  for (int k = 0; k < 4; ++k) {
    signs += "<use xlink:href='#gpPt6' transform='translate(3.00,1.00) scale(2.25)' color='red' opacity='0.25'/>\n";
  }
  CHECK_THAT(compact_with(group("1", signs)), contains("opacity=\"0.25\"") && contains("d=\"m3 1 0 0 0 0 0 0\""));
}

TEST_CASE("polygons that are disks become dots, others stay", "[report]") {
  const auto polygon = [](double x, double radius, int corners) {
    std::ostringstream points;
    points.precision(6);
    for (int k = 0; k < corners; ++k) {
      points << x + radius * std::cos(6.283185 * k / corners) << ',' << 10.0 + radius * std::sin(6.283185 * k / corners)
             << ' ';
    }
    return "<polygon fill = 'rgb(230, 159,   0)' points = '" + points.str() + "'/>\n";
  };
  const std::string compact = compact_with(polygon(10.0, 2.0, 72) + polygon(20.0, 2.0, 72) + polygon(30.0, 2.0, 5));
  CHECK_THAT(compact, contains("stroke=\"#e69f00\"") && contains("stroke-width=\"4\"") &&
                          contains("d=\"m10 10h0m10 0h0\"") && contains("<polygon"));
}

TEST_CASE("lines of one colour and width share a group", "[report]") {
  const std::string line = "<path stroke='black' d='M1,1 L2,2'/>";
  const std::string compact = compact_with(group("1", line) + group("2", line) + group("1", line) + group("3", ""));
  CHECK_THAT(compact, contains("m1 1 1 1m-1-1 1 1") && !contains("stroke-width=\"3\""));
}

TEST_CASE("what is no such drawing is left alone", "[report]") {
  for (const char* file : {"", "no graphic", "<svg>", "<svg><g></svg>", "<svg><g></g>", "<svg a></svg>",
                           "<svg>text</svg>", "<svg><!-- a --></svg>", "<!DOCTYPE svg><svg></svg>",
                           "<svg><path d='\"'/></svg>", "<svg><![CDATA[a]]></svg>", "<svg a=\"b></svg>"}) {
    CAPTURE(file);
    CHECK_FALSE(compact_svg(file).has_value());
  }
  std::string deep = "<svg>";
  for (int k = 0; k < 100'000; ++k) deep += "<g>";
  CHECK_FALSE(compact_svg(deep).has_value());
  CHECK_THAT(compact_with("<path d='M1,1 C2,2 3,3 4,4'/>"), contains("M1,1 C2,2 3,3 4,4"));
  CHECK_THAT(compact_with("<path d='M1,1 L2,nan'/>"), contains("M1,1 L2,nan"));
}
