// Sweep files against their published schema, and the sweeps of the suite.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "sweeps/sweep.hpp"
#include "sweeps/sweep_run.hpp"
#include "tests/experiments/record_schema.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"
#include "tools/sweep/maps.hpp"

namespace {

using namespace nsdbench;
using testing::RecordSchema;

const RecordSchema& schema() {
  static const RecordSchema the_schema("sweeps/sweep.schema.json");
  return the_schema;
}

std::string complaint(const std::string& text) { return schema().complaint(nlohmann::json::parse(text)); }

}  // namespace

TEST_CASE("the sweeps of the suite fit their schema and their maps, and are named as their files") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::source_directory() / "sweeps/plans")) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    INFO(entry.path().string());
    std::ifstream file(entry.path());
    CHECK(schema().complaint(nlohmann::json::parse(file)).empty());
    const sweeps::Sweep sweep = sweeps::read_sweep(entry.path());
    if (sweep.experiment.empty()) CHECK_NOTHROW(sweeps::check_sweep(sweep, *tools::make_map(sweep)));
    CHECK(sweep.name == entry.path().stem().string());
    // What is written into a plan is a sweep file, too.
    CHECK(complaint(sweep.as_json()).empty());
  }
  CHECK(files >= 3);
}

TEST_CASE("the sweep files that the documentation shows fit their schema, and their maps compute them") {
  std::ifstream file(testing::source_directory() / "docs/sweeps.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string begin = "```json\n";
  int maps = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const std::string example = text.substr(at + begin.size(), text.find("\n```", at) - at - begin.size());
    INFO(example);
    CHECK(complaint(example).empty());
    const sweeps::Sweep sweep = sweeps::parse_sweep(example, "docs/sweeps.md");
    if (!sweep.experiment.empty()) continue;
    ++maps;
    const auto map = tools::make_map(sweep);
    CHECK_NOTHROW(sweeps::check_sweep(sweep, *map));
    // Cases along the first axis, at both ends of the others.
    sweeps::Sweep few = sweep;
    few.axes.front().points = 3;
    for (sweeps::Axis& axis : few.axes) {
      if (axis.spacing != sweeps::Axis::Spacing::listed) continue;
      axis.values = {axis.values.front(), axis.values.back()};
      axis.points = 2;
    }
    sweeps::SweepStages stages(few);
    sweeps::run_sweep(few, *map, nullptr, {1, {}}, stages);
    CHECK(stages.computed() == 6);
    CHECK(stages.failed() == 0);
  }
  CHECK(maps == 1);
}

TEST_CASE("the schema and the program refuse the same forms") {
  const std::string x = R"({"input": "x", "from": 0, "to": 1, "points": 3})";
  const std::string tail = R"(], "quantities": ["a"]})";
  CHECK(complaint(R"({"sweep": "s", "map": "m", "axes": [)" + x + tail).empty());
  CHECK(complaint(R"({"sweep": "s", "experiment": "e", "settings": {"--quick": ""}, "axes": [)" + x + tail).empty());
  const std::string wrong[] = {
      R"({"sweep": "s", "map": "m", "experiment": "e", "axes": [)" + x + tail,
      R"({"sweep": "s", "experiment": "../e", "axes": [)" + x + tail,
      R"({"sweep": "s", "experiment": "e", "planned": {}, "axes": [)" + x + tail,
      R"({"sweep": "s", "axes": [)" + x + tail,
      R"({"sweep": "a b", "map": "m", "axes": [)" + x + tail,
      R"({"sweep": "s", "map": "m", "axes": [)" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "from": 0, "to": 1, "points": 1})" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "from": 0, "to": 1, "points": 2.5})" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "from": 0, "points": 3})" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "values": []})" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "values": [1], "points": 1})" + tail,
      R"({"sweep": "s", "map": "m", "axes": [{"input": "x", "from": 0, "to": 1, "points": 3, "spacing": "random"})" +
          tail,
      R"({"sweep": "s", "map": "m", "axes": [)" + x + R"(], "quantities": []})",
      R"({"sweep": "s", "map": "m", "axes": [)" + x + R"(], "quantities": ["a"], "colour": "red"})",
      R"({"sweep": "s", "map": "m", "axes": [)" + x + R"(], "quantities": ["a"], "cases_per_bundle": 0})",
      R"({"sweep": "s", "map": "m", "quantities": ["a"]})",
      R"({"sweep": "s", "map": "m", "quantities": ["a"], "points": {"sequence": "halton", "count": 3, "box": [{"input": "x", "from": 0, "to": 1}]}})",
      R"({"sweep": "s", "map": "m", "quantities": ["a"], "points": {"sequence": "sobol", "count": 0, "box": [{"input": "x", "from": 0, "to": 1}]}})",
  };
  for (const std::string& text : wrong) {
    INFO(text);
    CHECK_FALSE(complaint(text).empty());
    CHECK_THROWS_AS(sweeps::parse_sweep(text, "sweep.json"), std::invalid_argument);
  }
}
