#include <nlohmann/json.hpp>
#include <string>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::testing;
using nlohmann::ordered_json;

namespace {

constexpr char record_name[] = "results/toy/record.json";

ordered_json record_of(const Sandbox& sandbox) { return ordered_json::parse(sandbox.text(record_name)); }

std::string first_verdict(const Sandbox& sandbox) {
  return record_of(sandbox)["claims"][0]["verdict"].get<std::string>();
}

// As text: Catch takes JSON values apart at a great cost of compile time.
std::string text(const ordered_json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace

TEST_CASE("two runs with the same input differ in their provenance only", "[experiments]") {
  const Sandbox first;
  const Sandbox second;
  REQUIRE(first.toy("--out results/toy --set g=3.7").exit_code == 0);
  REQUIRE(second.toy("--set g=3.7 --out ./results/toy").exit_code == 0);
  ordered_json a = record_of(first);
  ordered_json b = record_of(second);
  CHECK(text(a["provenance"]) != text(b["provenance"]));
  a.erase("provenance");
  b.erase("provenance");
  CHECK(text(a) == text(b));
  for (const char* file : {"toy_motion.csv", "run.gp", "style.gp", "toy2000_fig1.gp"}) {
    CHECK(first.text(std::string("results/toy/") + file) == second.text(std::string("results/toy/") + file));
    CHECK_FALSE(first.text(std::string("results/toy/") + file).empty());
  }
}

TEST_CASE("the record says what was used and where it comes from", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--set g=3.7 --dt 0.1 --quick --out results/toy").exit_code == 0);
  const ordered_json record = record_of(sandbox);
  const auto& parameters = record["parameters"]["free_fall"];
  CHECK(text(parameters["m"]["source"]) == "parameters.json: Table I");
  CHECK(text(parameters["g"]) == R"({"value":3.7,"unit":"m/s^2","meaning":"gravity","source":"--set"})");
  CHECK(text(record["method"]["dt"]) == "0.1");
  CHECK(text(record["method"]["integrator"]) == "moreau");
  CHECK(text(record["method"]["quick"]) == "true");
  CHECK(text(record["method"]["nominal"]) == "false");
  CHECK(text(record["method"]["default_run"]) == "false");
  CHECK(text(record["method"]["scheme"]) == "explicit Euler");
  CHECK(text(record["tables"]["toy_motion"]["file"]) == "toy_motion.csv");
  CHECK(record["quantities"]["final_energy"]["uncertainty"].is_null());
  CHECK(text(record["quantities"]["final_energy"]["kind"]) == "unknown");
  CHECK_THAT(text(record["quantities"]["final_energy"]["reason"]), contains("other steps"));
  CHECK(text(record["quantities"]["final_height"]["kind"]) == "measured");
  CHECK(text(record["quantities"]["steps"]["kind"]) == "count");
  CHECK(record["quantities"]["steps"]["value"].is_number_integer());  // 100, not 100.0
  CHECK(text(record["tables"]["toy_motion"]["columns"][2]["meaning"]) == "downwards; empty at rest");
  CHECK_FALSE(record["tables"]["toy_motion"]["columns"][0].contains("meaning"));
  CHECK_THAT(text(record["provenance"]["command"]), contains("--set g=3.7 --dt 0.1 --quick"));
  CHECK_THAT(sandbox.text("results/toy/run.gp"),
             contains("\nrun_caption = 'nsdbench toy: moreau, lemke, g = 3.7, dt = 0.1 s") &&
                 contains("\nrun_name = 'nsdbench toy: moreau, lemke, g = 3.7'\n"));  // for captions of their own
  CHECK_THAT(sandbox.text("results/toy/run.gp"), !contains("parameters from"));
  CHECK_THAT(sandbox.text("results/toy/run.gp"), contains("\nrun_end_time = 1.0\n") && contains("\nrun_cycles = 3\n"));
  CHECK_THAT(text(record["provenance"]["nsdbench_version"]), Catch::Matchers::StartsWith("0."));
}

TEST_CASE("figures whose tables or quantities the run does not have are left out", "[experiments]") {
  const Sandbox sandbox;
  const std::string script = "experiments/toy/figures/toy2000_fig1.gp";
  const std::string before = sandbox.text(script);
  const auto with_needs = [&](const std::string& names) {
    sandbox.write(script, "# Toy\nneeds = '" + names + "'\n" + before);
    REQUIRE(sandbox.toy("--out results/" + names.substr(names.rfind(' ') + 1)).exit_code == 0);
  };
  with_needs("rows_toy_motion q_final_height");
  CHECK(sandbox.exists("results/q_final_height/toy2000_fig1.gp"));
  with_needs("rows_toy_motion q_absent");
  CHECK_FALSE(sandbox.exists("results/q_absent/toy2000_fig1.gp"));
  const auto figures_of = [&](const char* folder) {
    return ordered_json::parse(sandbox.text(std::string("results/") + folder + "/record.json"))["figures"].size();
  };
  CHECK(figures_of("q_final_height") == 1);
  CHECK(figures_of("q_absent") == 0);
  CHECK_THAT(sandbox.text("results/q_absent/record.json"), contains("no data for: toy2000_fig1"));
}

TEST_CASE("the settings of adjusted steps are in record, caption and verdict", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--dt-min 1e-6 --dt-max 0.05 --order 4 --out results/toy").exit_code == 0);
  const ordered_json record = record_of(sandbox);
  CHECK(text(record["method"]["dt_min"]) == "1e-06");
  CHECK(text(record["method"]["dt_max"]) == "0.05");
  CHECK(text(record["method"]["order"]) == "4");
  CHECK_FALSE(record["method"].contains("atol"));       // a fixed order follows no tolerance
  CHECK(text(record["method"]["nominal"]) == "false");  // finer than the default, and another setting all the same
  CHECK(text(record["method"]["default_run"]) == "false");
  CHECK_THAT(sandbox.text("results/toy/run.gp"), contains("dt = 1e-06 to 0.05 s, order 4, to t = 1 s") &&
                                                     contains("\nrun_dt_min = 1e-06\n") &&
                                                     contains("\nrun_dt_max = 0.05\n"));

  REQUIRE(sandbox.toy("--atol 1e-7 --rtol 1e-5 --out results/toy").exit_code == 0);
  const ordered_json by_tolerance = record_of(sandbox);
  CHECK(text(by_tolerance["method"]["order"]) == "0");
  CHECK(text(by_tolerance["method"]["atol"]) == "1e-07");
  CHECK(text(by_tolerance["method"]["rtol"]) == "1e-05");
  CHECK_THAT(sandbox.text("results/toy/run.gp"), contains("dt = 1e-05 to 0.1 s, atol = 1e-07, rtol = 1e-05"));
}

TEST_CASE("an expected verdict is exit code 0", "[experiments]") {
  const Sandbox sandbox;
  CHECK(sandbox.toy("").exit_code == 0);
  CHECK(first_verdict(sandbox) == "reproduced");
  sandbox.write(claims_name, toy_claims("final_height", 1.0, 2.0, "not reproduced"));
  CHECK(sandbox.toy("").exit_code == 0);
  CHECK(first_verdict(sandbox) == "not reproduced");
}

TEST_CASE("an unexpected verdict is exit code 1, with a record", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write(claims_name, toy_claims("final_height", 1.0, 2.0));
  const ProgramResult worse = sandbox.toy("");
  CHECK(worse.exit_code == 1);
  CHECK_THAT(worse.errors, contains("toy2000-height") && contains("not reproduced"));
  CHECK(first_verdict(sandbox) == "not reproduced");

  sandbox.write(claims_name, toy_claims("final_height", -5.0, -4.8, "not reproduced"));
  const ProgramResult better = sandbox.toy("");
  CHECK(better.exit_code == 1);
  CHECK_THAT(better.errors, contains("toy2000-height"));

  sandbox.write(claims_name, toy_claims("no_such_quantity", -5.0, -4.8));
  const ProgramResult absent = sandbox.toy("");
  CHECK(absent.exit_code == 1);
  CHECK_THAT(absent.errors, contains("no_such_quantity was not measured"));
  CHECK(first_verdict(sandbox) == "not evaluated");
}

TEST_CASE("numbers of the record stand in the texts of claims", "[experiments]") {
  const Sandbox sandbox;
  const auto with_reason = [&](const std::string& reason) {
    std::string claims = toy_claims("final_height", -5.0, -4.8);
    const std::string old = "\"reason\": \"Newton\"";
    sandbox.write(claims_name, claims.replace(claims.find(old), old.size(), "\"reason\": \"" + reason + "\""));
    return sandbox.toy("");
  };
  REQUIRE(with_reason("{final_height} m, to {final_height:uncertainty}, in {steps} steps").exit_code == 0);
  // -4.85595 m, known to 0.04905 m: two digits of it are uncertain.
  CHECK(text(record_of(sandbox)["claims"][0]["reason"]) == "-4.856 m, to 0.049, in 100 steps");

  const ProgramResult unknown = with_reason("{no_such_quantity}");
  CHECK(unknown.exit_code == 1);
  CHECK_THAT(unknown.errors, contains("claim toy2000-height") && contains("{no_such_quantity}"));
  CHECK(with_reason("{steps:uncertainty}").exit_code == 1);  // a count has none
  for (const char* broken : {"{", "}", "{}", "{a b}", "{steps:error}"}) {
    CAPTURE(broken);
    const ProgramResult refused = with_reason(broken);
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.errors, contains("claims.json") && contains("reason"));
  }
}

TEST_CASE("the provenance says what can move a number", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ordered_json before = record_of(sandbox)["provenance"];
  CHECK_FALSE(text(before["libraries"]["ipopt"]).empty());
  CHECK_FALSE(text(before["libraries"]["gnuplot"]).empty());
  CHECK_THAT(before["shared_libraries"].dump(), contains("libc"));
  CHECK(before["threads"].get<int>() >= 1);
  std::string heavier = toy_parameters();
  sandbox.write(parameters_name, heavier.replace(heavier.find("\"value\": 2,"), 11, "\"value\": 3,"));
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ordered_json after = record_of(sandbox)["provenance"];
  CHECK(text(before["inputs"]["parameters"]) != text(after["inputs"]["parameters"]));
  CHECK(text(before["inputs"]["claims"]) == text(after["inputs"]["claims"]));
}

TEST_CASE("claims are evaluated at full resolution", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write(claims_name, toy_claims("final_height", -5.0, -4.8));
  CHECK(sandbox.toy("--full --out results/toy").exit_code == 0);
  CHECK(first_verdict(sandbox) == "reproduced");
  CHECK(text(record_of(sandbox)["method"]["full"]) == "true");
  CHECK(text(record_of(sandbox)["method"]["default_run"]) == "false");
  CHECK_THAT(sandbox.text("results/toy/run.gp"), contains("full resolution"));
}

TEST_CASE("away from the paper's parameters no claim is evaluated", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write(claims_name, toy_claims("final_height", 1.0, 2.0));
  CHECK(sandbox.toy("--set m=2 --out results/toy").exit_code == 0);
  CHECK(first_verdict(sandbox) == "not evaluated");

  sandbox.write("mine.json", toy_parameters());
  CHECK(sandbox.toy("--parameters mine.json --out results/toy").exit_code == 0);
  CHECK_THAT(sandbox.text("results/toy/run.gp"),
             contains("\nrun_name = 'nsdbench toy: moreau, lemke, parameters from mine.json'\n"));
  CHECK(first_verdict(sandbox) == "not evaluated");
  CHECK(text(record_of(sandbox)["parameters"]["free_fall"]["m"]["source"]) == "mine.json: Table I");

  // The paper's own file by another name is still the paper's.
  CHECK(sandbox.toy(std::string("--parameters ./experiments/../") + parameters_name).exit_code == 1);
}

TEST_CASE("only the default run goes to the experiment's own results directory", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("mine.json", toy_parameters());
  for (const char* arguments : {"--set m=2", "--parameters mine.json", "--dt 0.005", "--end-time 0.5", "--cycles 4",
                                "--tolerance 1e-7", "--solver enumeration", "--quick", "--full"}) {
    CAPTURE(arguments);
    const ProgramResult result = sandbox.toy(arguments);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.output, contains("record: results/variants/toy/record.json\n"));
    CHECK_FALSE(sandbox.exists("results/toy"));
    const auto record = ordered_json::parse(sandbox.text("results/variants/toy/record.json"));
    CHECK(text(record["method"]["default_run"]) == "false");
    std::filesystem::remove_all(sandbox.path("results"));
  }
  for (const std::string& arguments :
       {std::string(), std::string("--dt 1e-2 --cycles 3 --end-time 1 --solver lemke"),
        std::string("--tolerance 1e-6 --threads 2"), std::string("--parameters ./experiments/../") + parameters_name}) {
    CAPTURE(arguments);
    CHECK(sandbox.toy(arguments).exit_code == 0);
    CHECK(text(record_of(sandbox)["method"]["default_run"]) == "true");
    CHECK_FALSE(sandbox.exists("results/variants"));
    std::filesystem::remove_all(sandbox.path("results"));
  }
}
