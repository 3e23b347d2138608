// What a sweep file may ask for, and what is refused.
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "sweeps/sweep.hpp"
#include "sweeps/sweep_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/sweeps/disc_map.hpp"

using namespace nsdbench::sweeps;

namespace {

Sweep parsed(const std::string& text) { return parse_sweep(text, "sweep.json"); }

// The sentence of the refusal.
std::string refusal(const std::string& text) {
  try {
    check_sweep(parsed(text), nsdbench::testing::DiscMap());
  } catch (const std::invalid_argument& refused) {
    return refused.what();
  }
  return {};
}

std::string with_axis(const std::string& axis) {
  return R"({"sweep": "s", "map": "disc", "axes": [)" + axis + R"(], "quantities": ["side"]})";
}

const std::string x_axis = R"({"input": "x", "from": -1, "to": 1, "points": 5})";

}  // namespace

TEST_CASE("cases of a grid are numbered line by line, and axes end where they are said to") {
  const Sweep sweep = parsed(R"({"sweep": "s", "map": "disc", "quantities": ["side"], "axes": [
      {"input": "radius", "from": 0.001, "to": 10, "points": 5, "spacing": "logarithmic"},
      {"input": "x", "values": [3, -0.5, 1e300]}]})");
  CHECK(sweep.cases() == 15);
  CHECK(sweep.varied() == std::vector<std::string>{"radius", "x"});
  CHECK(sweep.at(0) == std::vector<double>{0.001, 3.0});
  CHECK(sweep.at(1) == std::vector<double>{0.001, -0.5});
  CHECK(sweep.at(14) == std::vector<double>{10.0, 1e300});
  CHECK(sweep.at(6)[0] == Catch::Approx(0.1).epsilon(1e-14));
}

TEST_CASE("scattered points fill their box evenly, and any of them is found by itself") {
  const Sweep sweep = parsed(R"({"sweep": "s", "map": "disc", "quantities": ["side"], "points": {
      "sequence": "sobol", "count": 1024, "box": [{"input": "x", "from": -1, "to": 1}, {"input": "y", "from": 0, "to": 4}]}})");
  CHECK(sweep.cases() == 1024);
  // Of a sequence in base two: as many points in each of 16 x 16 cells, but for one point at the end.
  std::vector<int> count(256);
  std::set<std::vector<double>> different;
  for (long k = 0; k < sweep.cases(); ++k) {
    const std::vector<double> point = sweep.at(k);
    different.insert(point);
    const double across = (point[0] + 1.0) * 8.0;
    const double up = point[1] * 4.0;
    REQUIRE(across >= 0.0);
    REQUIRE(across < 16.0);
    REQUIRE(up >= 0.0);
    REQUIRE(up < 16.0);
    ++count[static_cast<std::size_t>(std::floor(across) * 16.0 + std::floor(up))];
  }
  CHECK(different.size() == 1024);
  for (const int points : count) CHECK(std::abs(points - 4) <= 1);
}

TEST_CASE("a sweep reads back as it is written") {
  const Sweep sweep =
      parsed(R"({"sweep": "s-1", "map": "disc", "fixed": {"radius": 0.1}, "settings": {"solver": "lemke"},
      "axes": [{"input": "x", "from": 0, "to": 1, "points": 9}, {"input": "y", "from": 1, "to": 2, "points": 17}],
      "quantities": ["distance", "side"], "refine": {"by": "side", "coarsest": 4}, "cases_per_bundle": 7})");
  CHECK(parsed(sweep.as_json()).as_json() == sweep.as_json());
  CHECK(sweep.refinement->coarsest == 4);
  CHECK(sweep.cases_per_bundle == 7);
}

TEST_CASE("wrong sweep files are refused by one sentence with the name and the value") {
  CHECK(refusal(with_axis(x_axis)).empty());
  const auto says = [](const std::string& text, const std::string& part) {
    INFO(refusal(text));
    CHECK(refusal(text).find(part) != std::string::npos);
  };
  says(with_axis(R"({"input": "z", "from": 0, "to": 1, "points": 3})"),
       "no input 'z': it has x, y, radius and diameter");
  says(with_axis(R"({"input": "x", "from": 1, "to": 1, "points": 3})"), "axes[0].to must be another number than from");
  says(with_axis(R"({"input": "x", "from": 0, "to": 1, "points": 1})"), "axes[0].points");
  says(with_axis(R"({"input": "x", "from": 0, "to": NaN, "points": 3})"), "sweep.json");
  says(with_axis(R"({"input": "x", "from": 0, "to": 1e999, "points": 3})"), "sweep.json");
  says(with_axis(R"({"input": "x", "values": []})"), "axes[0]: the list of values is empty");
  says(with_axis(R"({"input": "x", "values": [1, 2, 1]})"), "the value 1 stands twice");
  // There are 4 numbers from 1 to its third neighbour.
  says(with_axis(R"({"input": "x", "from": 1, "to": 1.0000000000000007, "points": 50})"),
       "the value 1 is that of two of the 50 points");
  CHECK(refusal(with_axis(R"({"input": "x", "from": 1, "to": 1.0000000000000007, "points": 4})")).empty());
  says(with_axis(R"({"input": "radius", "from": 1, "to": 1.0000000000000002, "points": 3, "spacing": "logarithmic"})"),
       "is that of two of the 3 points");
  says(with_axis(R"({"input": "x", "from": -1e308, "to": 1e308, "points": 3})"), "no finite number");
  says(with_axis(R"({"input": "radius", "from": 1e-300, "to": 1e300, "points": 3, "spacing": "logarithmic"})"),
       "no finite number");
  says(with_axis(R"({"input": "radius", "from": 1, "to": 2, "points": 3}, {"input": "diameter", "values": [1, 2]})"),
       "input 'radius' is given beside 'diameter', which takes its place");
  // A diameter that is not given leaves the radius as it is; no value of it does.
  says(with_axis(R"({"input": "diameter", "from": -1, "to": 1, "points": 3})"), "diameter = -1 is not allowed");
  says(with_axis(R"({"input": "diameter", "values": [1, -0.5]})"), "diameter = -0.5 is not allowed");
  says(R"({"sweep": "s", "map": "disc", "fixed": {"diameter": -1}, "axes": [)" + x_axis +
           R"(], "quantities": ["side"]})",
       "diameter = -1 is not allowed: it must be zero or positive");
  says(R"({"sweep": "s", "map": "disc", "quantities": ["side"],
          "points": {"sequence": "sobol", "count": 4, "box": [{"input": "diameter", "from": -1, "to": 1}]}})",
       "diameter = -1 is not allowed");
  says(with_axis(R"({"input": "x", "from": 0, "to": 1, "points": 3, "step": 2})"), "step");
  says(with_axis(R"({"input": "radius", "from": 0, "to": 1, "points": 3, "spacing": "logarithmic"})"),
       "above 0, not at 0 and 1");
  says(with_axis(R"({"input": "radius", "from": -1, "to": 1, "points": 3})"), "radius = -1");
  says(with_axis(x_axis + "," + x_axis), "input 'x' is given twice");
  says(
      with_axis(
          R"({"input": "x", "from": 0, "to": 1, "points": 1000000}, {"input": "y", "from": 0, "to": 1, "points": 1000000})"),
      "1e+12 cases");
  says(with_axis(""), "there is no axis");
  says(R"({"sweep": "s", "map": "disc", "axes": [)" + x_axis + R"(], "quantities": ["mass"]})",
       "no quantity 'mass': it has side and distance");
  says(R"({"sweep": "s", "map": "disc", "axes": [)" + x_axis + R"(], "quantities": []})", "no quantity");
  says(R"({"sweep": "../s", "map": "disc", "axes": [)" + x_axis + R"(], "quantities": ["side"]})", "../s");
  says(R"({"sweep": "s", "map": "disc", "fixed": {"x": 1}, "axes": [)" + x_axis + R"(], "quantities": ["side"]})",
       "'x' is given twice");
  says(R"({"sweep": "s", "map": "disc", "settings": {"colour": "red"}, "axes": [)" + x_axis +
           R"(], "quantities": ["side"]})",
       "no setting 'colour'");
  says(R"({"sweep": "s", "map": "disc", "quantities": ["side"]})", "either axes or points");
}

TEST_CASE("what cannot be refined is refused") {
  const auto refined = [](const std::string& axes, const std::string& refine) {
    return refusal(R"({"sweep": "s", "map": "disc", "axes": [)" + axes +
                   R"(], "quantities": ["side", "distance"], "refine": )" + refine + "}");
  };
  const std::string y_axis = R"({"input": "y", "from": 0, "to": 1, "points": 9})";
  CHECK(refined(x_axis + "," + y_axis, R"({"by": "side", "coarsest": 4})").empty());
  CHECK(refined(x_axis, R"({"by": "side", "coarsest": 4})").find("two axes, not 1") != std::string::npos);
  const std::string list = R"({"input": "y", "values": [3, 1, 2, 5, 4]})";
  CHECK(refined(x_axis + "," + list, R"({"by": "side", "coarsest": 4})").find("'y' has a list") != std::string::npos);
  CHECK(refined(x_axis + "," + y_axis, R"({"by": "side", "coarsest": 8})").find("coarsest") != std::string::npos);
  CHECK(refined(x_axis + "," + y_axis, R"({"by": "side", "coarsest": 3})").find("coarsest") != std::string::npos);
  CHECK(refined(x_axis + "," + y_axis, R"({"by": "distance", "coarsest": 4})").find("no classes") != std::string::npos);
  CHECK(refined(x_axis + "," + y_axis, R"({"by": "mass", "coarsest": 4})").find("mass") != std::string::npos);
}
