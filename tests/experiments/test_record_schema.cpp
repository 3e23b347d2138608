// Records against the published schema, experiments/support/record.schema.json.
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/record_schema.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using nlohmann::json;
using nsdbench::testing::RecordSchema;
using nsdbench::testing::Sandbox;

TEST_CASE("records follow the published schema", "[experiments]") {
  const Sandbox sandbox;
  const RecordSchema schema;
  for (const char* arguments :
       {"", "--set g=1 --quick", "--full", "--solver enumeration --dt 0.1 --end-time 0.5 --cycles 7"}) {
    (void)sandbox.toy(std::string("--out results/toy ") + arguments);
    const std::string complaint = schema.complaint(json::parse(sandbox.text("results/toy/record.json")));
    CAPTURE(arguments, complaint);
    CHECK(complaint.empty());
  }
}

TEST_CASE("claims files follow the published schema, which refuses what readers refuse", "[experiments]") {
  const RecordSchema schema("experiments/support/claims.schema.json");
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(nsdbench::testing::source_directory() / "reference-data")) {
    if (!std::filesystem::exists(entry.path() / "claims.json")) continue;
    ++files;
    std::ifstream file(entry.path() / "claims.json");
    const std::string complaint = schema.complaint(json::parse(file));
    CAPTURE(entry.path(), complaint);
    CHECK(complaint.empty());
  }
  CHECK(files == 6);
  const json good = json::parse(nsdbench::testing::toy_claims("final_height", 1.0, 2.0));
  REQUIRE(schema.complaint(good).empty());
  const std::vector<std::pair<const char*, std::function<void(json&)>>> changes = {
      {"no expected interval", [](json& claim) { claim.erase("expected"); }},
      {"an interval without bounds", [](json& claim) { claim["expected"] = json::object(); }},
      {"a verdict that nothing can be tested for", [](json& claim) { claim["expected_verdict"] = "not evaluated"; }},
      {"an origin that there is not", [](json& claim) { claim["origin"] = "hearsay"; }},
      {"a misspelled key", [](json& claim) { claim["expcted"] = 1; }}};
  for (const auto& [what, change] : changes) {
    json bad = good;
    change(bad["claims"][0]);
    CAPTURE(what);
    CHECK_FALSE(schema.complaint(bad).empty());
  }
}

TEST_CASE("the schema refuses a broken record", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  const json good = json::parse(sandbox.text("results/toy/record.json"));
  const RecordSchema schema;
  REQUIRE(schema.complaint(good).empty());

  const std::vector<std::pair<const char*, std::function<void(json&)>>> damages = {
      {"no provenance", [](json& r) { r.erase("provenance"); }},
      {"unknown block", [](json& r) { r["extra"] = 1; }},
      {"another version", [](json& r) { r["schema_version"] = 1; }},
      {"value as text", [](json& r) { r["quantities"]["final_height"]["value"] = "-4.9"; }},
      {"value null", [](json& r) { r["quantities"]["final_height"]["value"] = nullptr; }},
      {"no unit", [](json& r) { r["quantities"]["final_height"].erase("unit"); }},
      {"no uncertainty", [](json& r) { r["quantities"]["final_height"].erase("uncertainty"); }},
      {"no kind", [](json& r) { r["quantities"]["final_height"].erase("kind"); }},
      {"unknown kind", [](json& r) { r["quantities"]["final_height"]["kind"] = "guess"; }},
      {"measured without uncertainty", [](json& r) { r["quantities"]["final_height"]["uncertainty"] = nullptr; }},
      {"uncertain count", [](json& r) { r["quantities"]["steps"]["uncertainty"] = 0; }},
      {"residual without bound", [](json& r) { r["quantities"]["steps"]["kind"] = "residual"; }},
      {"unknown without reason", [](json& r) { r["quantities"]["final_energy"].erase("reason"); }},
      {"reason of a count", [](json& r) { r["quantities"]["steps"]["reason"] = "None."; }},
      {"claim of nobody", [](json& r) { r["claims"][0].erase("origin"); }},
      {"no identity", [](json& r) { r["claims"][0]["identity"] = false; }},
      {"tested claim without interval", [](json& r) { r["claims"][0].erase("expected"); }},
      {"verdict without quantity", [](json& r) { r["claims"][0].erase("quantity"); }},
      {"column without unit", [](json& r) { r["tables"]["toy_motion"]["columns"][0].erase("unit"); }},
      {"no hash of the tables", [](json& r) { r["provenance"]["contents"].erase("tables"); }},
      {"no hash of the command", [](json& r) { r["provenance"]["contents"].erase("command"); }},
      {"no hash of the claims", [](json& r) { r["provenance"]["inputs"].erase("claims"); }},
      {"negative uncertainty", [](json& r) { r["quantities"]["final_height"]["uncertainty"] = -1; }},
      {"unknown verdict", [](json& r) { r["claims"][0]["verdict"] = "maybe"; }},
      {"no reason", [](json& r) { r["claims"][0].erase("reason"); }},
      {"not evaluated as expectation", [](json& r) { r["claims"][0]["expected_verdict"] = "not evaluated"; }},
      {"time step zero", [](json& r) { r["method"]["dt"] = 0; }},
      {"unknown whether default", [](json& r) { r["method"].erase("default_run"); }},
      {"half a cycle", [](json& r) { r["method"]["cycles"] = 1.5; }},
      {"parameter without source", [](json& r) { r["parameters"]["free_fall"]["m"].erase("source"); }},
      {"table elsewhere", [](json& r) { r["tables"]["toy_motion"]["file"] = "../motion.csv"; }},
      {"figure without script", [](json& r) { r["figures"][0].erase("script"); }},
      {"no version", [](json& r) { r["provenance"].erase("nsdbench_version"); }},
      {"short commit", [](json& r) { r["provenance"]["commit"] = "abc"; }},
      {"date in words", [](json& r) { r["provenance"]["date"] = "today"; }},
  };
  for (const auto& [name, damage] : damages) {
    json record = good;
    damage(record);
    CAPTURE(name);
    CHECK_FALSE(schema.complaint(record).empty());
  }
}
