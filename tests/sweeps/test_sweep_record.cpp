// Records of sweeps against their published schema.
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sweeps/sweep_run.hpp"
#include "sweeps/sweep_summary.hpp"
#include "tests/experiments/record_schema.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/sweeps/disc_map.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::sweeps;
using nlohmann::json;
using testing::DiscMap;
using testing::RecordSchema;

const RecordSchema& record_schema() {
  static const RecordSchema schema("sweeps/sweep_record.schema.json");
  return schema;
}

json record_of(const std::string& file, const SweptMap& map) {
  const Sweep sweep = with_all_inputs(parse_sweep(file, "sweep.json"), map);
  SweepStages stages(sweep);
  run_sweep(sweep, map, nullptr, {1, {}}, stages);
  const support::Table table = merged_table(sweep, map, stages);
  return json::parse(summary_text(sweep, map, stages, shares_of(sweep, map, stages), table, table.csv()));
}

constexpr char grid[] = R"({"sweep": "disc", "map": "disc", "settings": {"solver": "lemke"}, "fixed": {"radius": 0.6},
    "axes": [{"input": "y", "from": -1, "to": 1, "points": 9}, {"input": "x", "from": -1, "to": 1, "points": 9}],
    "quantities": ["side", "distance"])";

}  // namespace

TEST_CASE("records of sweeps fit their schema, and their plans that of sweep files") {
  const std::string lines = R"({"sweep": "lines", "map": "disc", "quantities": ["distance"],
      "axes": [{"input": "radius", "values": [0.5, 0.75]},
               {"input": "x", "from": 0.01, "to": 1, "points": 3, "spacing": "logarithmic"}]})";
  const std::string scattered = R"({"sweep": "disc-2", "map": "disc", "quantities": ["side", "distance"],
      "points": {"sequence": "sobol", "count": 100, "box": [{"input": "x", "from": -1, "to": 1},
                                                            {"input": "y", "from": -1, "to": 1}]}})";
  struct Case {
    std::string file;
    double fails_beyond;
    bool with_classes = true;
  };
  const std::string refined = std::string(grid) + R"(, "refine": {"by": "side", "coarsest": 4}})";
  const Case cases[] = {{std::string(grid) + "}", 9.0},
                        {std::string(grid) + "}", 0.8},   // some cases fail
                        {std::string(grid) + "}", -2.0},  // all of them: there is no range
                        {refined, 9.0},
                        {refined, 0.3},
                        {lines, 9.0, false},
                        {scattered, 9.0},
                        {scattered, 0.8}};
  const RecordSchema of_files("sweeps/sweep.schema.json");
  for (const Case& one : cases) {
    INFO(one.file << ", failing beyond " << one.fails_beyond);
    const json record = record_of(one.file, DiscMap(one.fails_beyond));
    CHECK(record_schema().complaint(record).empty());
    CHECK(of_files.complaint(record["plan"]).empty());
    CHECK((record["cases"]["failed"] > 0) == (one.fails_beyond < 1.0));
    CHECK(record["failures"].size() == record["cases"]["failed"]);
    CHECK(record["shares"].contains("side") == one.with_classes);
  }
}

namespace {

// Every place in the document at which something stands: "/plan", "/plan/sweep", ...
void collect_places(const json& document, const std::string& at, std::vector<json::json_pointer>& places) {
  if (!at.empty()) places.emplace_back(at);
  if (document.is_object()) {
    for (const auto& [key, value] : document.items()) {
      collect_places(value, std::string(at).append("/").append(key), places);
    }
  } else if (document.is_array() && !document.empty()) {
    collect_places(document[0], at + "/0", places);
  }
}

// What the schema leaves open: which inputs, quantities and classes there are.
bool may_be_absent(const json::json_pointer& place) {
  const std::string parent = place.parent_pointer().to_string();
  const std::vector<std::string> open = {"/failures/0/inputs", "/shares", "/shares/side", "/shares_without_class",
                                         "/ranges"};
  // Points that are no grid have no edge.
  return place.back() == "edge" || std::ranges::find(open, parent) != open.end();
}

}  // namespace

TEST_CASE("a record of a sweep without one of its keys, or with a value of another type, is refused by the schema") {
  const json record = record_of(std::string(grid) + "}", DiscMap(0.8));
  std::vector<json::json_pointer> places;
  for (const auto& [key, value] : record.items()) {
    if (key == "plan") {
      places.emplace_back("/plan");
    } else {
      collect_places(value, "/" + key, places);
    }
  }
  REQUIRE(places.size() > 40);
  int without = 0;
  for (const json::json_pointer& place : places) {
    INFO(place.to_string());
    json changed = record;
    changed[place] = true;  // which stands nowhere
    CHECK_FALSE(record_schema().complaint(changed).empty());
    changed[place] = record[place].is_string() ? json(7) : json("a word");
    CHECK_FALSE(record_schema().complaint(changed).empty());
    if (may_be_absent(place) || record[place.parent_pointer()].is_array()) continue;
    changed = record;
    changed[place.parent_pointer()].erase(place.back());
    CHECK_FALSE(record_schema().complaint(changed).empty());
    ++without;
  }
  CHECK(without > 25);
}

namespace {

// With another quantity that has classes.
class HalvedDiscMap final : public SweptMap {
 public:
  std::vector<Input> inputs() const override { return DiscMap().inputs(); }
  std::vector<Quantity> quantities() const override {
    return {{"side", "1", "of the circle", {"inside", "outside"}}, {"half", "1", "of the plane", {"left", "right"}}};
  }
  std::unique_ptr<Evaluator> evaluator(const Settings& /*settings*/) const override {
    return std::make_unique<Halves>();
  }

 private:
  class Halves final : public Evaluator {
   public:
    void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
      quantities[0] = std::hypot(inputs[0], inputs[1]) < inputs[2] ? 1.0 : 2.0;
      quantities[1] = inputs[0] < 0.4 ? 1.0 : 2.0;
    }
  };
};

}  // namespace

TEST_CASE("a refined sweep has shares of the quantity by which it is refined, and says why of no other one") {
  const std::string file = R"({"sweep": "halves", "map": "disc", "quantities": ["half", "side"],
      "axes": [{"input": "y", "from": -1, "to": 1, "points": 33}, {"input": "x", "from": -1, "to": 1, "points": 33}])";
  const json full = record_of(file + "}", HalvedDiscMap());
  CHECK(record_schema().complaint(full).empty());
  CHECK(full["shares"]["half"]["left"]["value"] == Catch::Approx(23.0 / 33.0));
  CHECK_FALSE(full.contains("without_shares"));
  const json refined = record_of(file + R"(, "refine": {"by": "side", "coarsest": 8}})", HalvedDiscMap());
  INFO(refined.dump(1));
  CHECK(record_schema().complaint(refined).empty());
  REQUIRE(refined["cases"]["computed"] < refined["cases"]["all"]);
  CHECK(refined["shares"].size() == 1);
  CHECK(refined["shares"]["side"]["inside"]["value"] == full["shares"]["side"]["inside"]["value"]);
  CHECK(refined["shares_without_class"].size() == 1);
  REQUIRE(refined["without_shares"].size() == 1);
  CHECK(refined["without_shares"]["half"].get<std::string>().find("refined by side") != std::string::npos);
}

TEST_CASE("a record has the uncertainty of an edge where there are cells, and nowhere else") {
  const std::string shapes[] = {
      R"("axes": [{"input": "x", "values": [-0.5, 0, 0.75]}, {"input": "y", "from": -1, "to": 1, "points": 9}])",
      R"("axes": [{"input": "x", "from": -1, "to": 1, "points": 9}])",
      R"("points": {"sequence": "sobol", "count": 50, "box": [{"input": "x", "from": -1, "to": 1},
                                                              {"input": "y", "from": -1, "to": 1}]})"};
  for (const std::string& shape : shapes) {
    INFO(shape);
    const json record =
        record_of(R"({"sweep": "disc", "map": "disc", "quantities": ["side"], )" + shape + "}", DiscMap());
    CHECK(record_schema().complaint(record).empty());
    const json& inside = record["shares"]["side"]["inside"];
    CHECK_FALSE(inside.contains("edge"));
    CHECK(inside["uncertainty"] == inside["binomial"]);
  }
  const json with_cells = record_of(std::string(grid) + "}", DiscMap());
  CHECK(with_cells["shares"]["side"]["inside"]["edge"] > 0.0);
}

TEST_CASE("a record of a sweep with values out of their limits is refused by the schema") {
  const json record = record_of(std::string(grid) + "}", DiscMap(0.8));
  const std::pair<const char*, json> wrong[] = {{"/schema_version", 2},
                                                {"/program", ""},
                                                {"/cases/computed", 0},
                                                {"/cases/failed", -1},
                                                {"/cases/all", 80.5},
                                                {"/failures/0/case", -1},
                                                {"/failures/0/reason", ""},
                                                {"/failures/0/inputs", json::object()},
                                                {"/shares/side/inside/value", 1.5},
                                                {"/shares/side/inside/uncertainty", -0.1},
                                                {"/shares/side", json::object()},
                                                {"/table/file", "../other.csv"},
                                                {"/table/hash", "FNV-1a-64 12345"},
                                                {"/table/columns/0/name", "<x>"},
                                                {"/colour", "red"},
                                                {"/cases/missing", 3}};
  for (const auto& [place, value] : wrong) {
    INFO(place);
    json changed = record;
    changed[json::json_pointer(place)] = value;
    CHECK_FALSE(record_schema().complaint(changed).empty());
  }
}
