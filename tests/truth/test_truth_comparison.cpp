// Files of reference solutions are compared within their stated errors.
#include <nlohmann/json.hpp>
#include <string>

#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/truth/truth_comparison.hpp"

using nsdbench::truth::disagreement;
using Json = nlohmann::ordered_json;

namespace {

// One motion with a value, an exact time, an incident and a difference to a witness.
Json file(const std::string& value, double error, double time_difference = 1e-20,
          const std::string& incident = "U1 opens") {
  Json point = {{"time", {{"value", value}, {"error", error}}}, {"incidents", {incident}}};
  Json motion = {{"name", "m"}, {"until", 0.5}, {"witness", {{"time_difference", time_difference}}}};
  motion["switching_points"] = Json::array({point});
  return {{"problem", "p"}, {"motions", Json::array({motion})}};
}

}  // namespace

TEST_CASE("values agree within the sum of their errors", "[truth]") {
  const Json committed = file("0.1234567890123456789012", 1e-22);
  CHECK(disagreement(committed, committed).empty());
  CHECK(disagreement(file("0.1234567890123456789013", 1e-22), committed).empty());
  CHECK(
      disagreement(file("0.1234567890123456789015", 1e-22), committed).find("motions[0].switching_points[0].time: ") ==
      0);
  CHECK(disagreement(file("0.123456789012345678902", 9e-22), committed).empty());
  // An error of any size would make all values agree.
  CHECK_FALSE(disagreement(file("0.123456789012345679", 1e-18), committed).empty());
}

TEST_CASE("differences to a witness may grow by rounding, names and incidents are equal", "[truth]") {
  const Json committed = file("0.5", 1e-3);
  CHECK(disagreement(file("0.5", 1e-3, 5e-20), committed).empty());
  CHECK(disagreement(file("0.5", 1e-3, 1e-21), committed).empty());
  CHECK_FALSE(disagreement(file("0.5", 1e-3, 2e-19), committed).empty());
  CHECK(disagreement(file("0.5", 1e-3, 1e-20, "U1 closes"), committed) ==
        "motions[0].switching_points[0].incidents[0]: \"U1 closes\" was computed, \"U1 opens\" is committed");
  Json later = committed;
  later["motions"][0]["until"] = 0.6;
  CHECK_FALSE(disagreement(later, committed).empty());
  Json without = committed;
  without["motions"][0].erase("until");
  CHECK(disagreement(without, committed) == "motions[0]: other fields were computed than are committed");
  Json fewer = committed;
  fewer["motions"][0]["switching_points"].clear();
  CHECK(disagreement(fewer, committed) == "motions[0].switching_points: 0 entries were computed, 1 are committed");
}

TEST_CASE("a changed digit of a committed file is found", "[truth]") {
  const auto path = nsdbench::support::reference_data_directory() / "truth" / "prismatic_joint.json";
  const Json committed = nsdbench::support::read_json(path);
  CHECK(disagreement(committed, committed).empty());
  Json changed = committed;
  std::string text = changed["motions"][0]["states"][0]["position"][1]["value"].get<std::string>();
  text[12] = text[12] == '5' ? '6' : '5';
  changed["motions"][0]["states"][0]["position"][1]["value"] = text;
  CHECK(disagreement(changed, committed).find("motions[0].states[0].position[1]: ") == 0);
}
