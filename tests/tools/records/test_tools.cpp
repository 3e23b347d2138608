// nsdbench-claims and nsdbench-compare, run as programs on the toy's records.
#include <filesystem>
#include <string>
#include <utility>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::testing;

TEST_CASE("nsdbench-claims gathers the claims of all records", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult good = sandbox.run(CLAIMS_PROGRAM, "results toy");
  CHECK(good.exit_code == 0);
  CHECK_THAT(good.output, contains("toy2000-height") && contains("-5 .. -4.8") && contains("reproduced") &&
                              contains("1 claim. 1 statement of 1 paper: 1 reproduced. All as expected."));
  CHECK_THAT(sandbox.text("results/claims.md"), contains("| toy2000-height | paper | sec. 1 |") &&
                                                    contains("| one step of 0.01 s |") &&
                                                    contains("| toy2000, paper | 1 | 1 |"));
  CHECK_THAT(sandbox.text("results/claims.json"), contains("\"unexpected\": 0") &&
                                                      contains("\"experiment\": \"toy\"") &&
                                                      contains("\"verdict\": \"reproduced\""));
}

TEST_CASE("nsdbench-claims fails for an unexpected verdict and for a missing record", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult missing = sandbox.run(CLAIMS_PROGRAM, "results toy another");
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.output, contains("No record of another."));

  REQUIRE(sandbox.toy("--set m=3 --out results/toy").exit_code == 0);
  const ProgramResult varied = sandbox.run(CLAIMS_PROGRAM, "results");
  CHECK(varied.exit_code == 1);
  CHECK_THAT(varied.output, contains("not evaluated (expected: reproduced)") &&
                                contains("away from the paper's setting") &&
                                contains("1 not as expected: toy2000-height."));

  sandbox.write(claims_name, toy_claims("final_height", 1.0, 2.0));
  REQUIRE(sandbox.toy("").exit_code == 1);
  const ProgramResult unexpected = sandbox.run(CLAIMS_PROGRAM, "results");
  CHECK(unexpected.exit_code == 1);
  CHECK_THAT(unexpected.output, contains(". 1 not as expected: toy2000-height.\n"));
}

TEST_CASE("the tools refuse what is no result", "[experiments]") {
  const Sandbox sandbox;
  CHECK(sandbox.run(CLAIMS_PROGRAM, "").exit_code == 2);
  CHECK(sandbox.run(CLAIMS_PROGRAM, "absent").exit_code == 2);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results").exit_code == 2);
  CHECK(sandbox.run(COMPARE_PROGRAM, "absent baseline").exit_code == 2);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline --frobnicate").exit_code == 2);
  sandbox.write("results/toy/record.json", "{}");
  for (const char* program : {CLAIMS_PROGRAM, COMPARE_PROGRAM}) {
    const ProgramResult result = sandbox.run(program, "results baseline --update");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("record.json") || contains("unknown option '--update'"));
  }
  CHECK_FALSE(sandbox.exists("baseline"));
}

TEST_CASE("results without any record are refused", "[experiments]") {
  const Sandbox sandbox;
  std::filesystem::create_directories(sandbox.path("results/toy"));
  for (const char* arguments : {"results", "results toy"}) {
    const ProgramResult result = sandbox.run(CLAIMS_PROGRAM, arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors == "nsdbench-claims: there is no record in 'results'\n");
  }
  CHECK_FALSE(sandbox.exists("results/claims.md"));
  CHECK_FALSE(sandbox.exists("results/claims.json"));
}

TEST_CASE("the record of another experiment is refused in the folder of an experiment", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  std::string record = sandbox.text("results/toy/record.json");
  const std::string name = R"("experiment": "toy")";
  REQUIRE(record.find(name) != std::string::npos);
  sandbox.write("results/toy/record.json", record.replace(record.find(name), name.size(), R"("experiment": "toyy")"));
  const std::pair<const char*, const char*> calls[] = {
      {CLAIMS_PROGRAM, "results"}, {CLAIMS_PROGRAM, "results toyy"}, {COMPARE_PROGRAM, "results baseline --update"}};
  for (const auto& [program, arguments] : calls) {
    const ProgramResult result = sandbox.run(program, arguments);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("results/toy/record.json: is a record of 'toyy', not of its folder 'toy'\n"));
  }
  CHECK_FALSE(sandbox.exists("results/claims.json"));
  CHECK_FALSE(sandbox.exists("baseline"));
}

// As one that another user does not let us enter; this one is that for the administrator, too.
TEST_CASE("the folder of an experiment that cannot be entered is not passed over", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  std::filesystem::create_symlink("another", sandbox.path("results/another"));
  const std::pair<const char*, const char*> calls[] = {{CLAIMS_PROGRAM, "results"},
                                                       {COMPARE_PROGRAM, "results baseline --update"}};
  for (const auto& [program, arguments] : calls) {
    const ProgramResult result = sandbox.run(program, arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK_THAT(result.errors, contains("cannot read results/another/record.json: "));
  }
  CHECK_FALSE(sandbox.exists("results/claims.json"));
}

TEST_CASE("a quantity that needs a reason is refused without one", "[experiments]") {
  const Sandbox sandbox;
  for (const std::string kind : {"varying", "unknown"}) {
    sandbox.write(
        "results/toy/record.json",
        R"({"experiment": "toy", "paper": "toy2000", "method": {}, "quantities": {"q": {"value": 1, "unit": "m",
                      "kind": ")" +
            kind + R"(", "uncertainty": null, "reason": "", "meaning": "x"}}})");
    const ProgramResult result = sandbox.run(CLAIMS_PROGRAM, "results");
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("record.json: quantities.q: 'reason' must not be empty"));
  }
}

TEST_CASE("an experiment may be named in any bytes", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  // Not found, which is a matter for the exit code, and no reason to fail.
  const ProgramResult result = sandbox.run(CLAIMS_PROGRAM, "results $(printf 'a\\377b')");
  CHECK(result.exit_code == 1);
  CHECK_THAT(sandbox.text("results/claims.json"), contains("a\xef\xbf\xbd"
                                                           "b"));
}

// Bytes that a terminal would act on are shown, not sent to it.
TEST_CASE("what stands in records and in claims reaches the terminal as text", "[experiments]") {
  const Sandbox sandbox;
  const std::string height = "toy2000-height";
  const auto with_id = [&](const std::string& quantity) {
    std::string claims = toy_claims(quantity, -5.0, -4.8);
    sandbox.write(claims_name, claims.replace(claims.find(height), height.size(), R"(toy\u001b[31m)"));
  };
  const auto shown = [](const ProgramResult& result, const std::string& text) {
    CAPTURE(result.output, result.errors);
    CHECK_THAT(result.output + result.errors, contains(text));
    CHECK((result.output + result.errors).find('\x1b') == std::string::npos);
  };
  with_id(R"(final\u001b[2Jheight)");
  shown(sandbox.toy(""), R"(claim toy\x1b[31m: not evaluated, final\x1b[2Jheight was not measured; expected)");
  with_id("final_height");
  shown(sandbox.toy(""), R"(toy\x1b[31m: reproduced, final_height = )");
  REQUIRE(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  shown(sandbox.run(CLAIMS_PROGRAM, "results"), R"(toy\x1b[31m)");
  std::string record = sandbox.text("results/toy/record.json");
  const std::string unit = R"("unit": "m")";
  REQUIRE(record.find(unit) != std::string::npos);
  while (record.find(unit) != std::string::npos) {
    record.replace(record.find(unit), unit.size(), R"("unit": "m\u001b[2J")");
  }
  sandbox.write("results/toy/record.json", record);
  shown(sandbox.run(COMPARE_PROGRAM, "results baseline"), R"(unit was m, is m\x1b[2J)");
}

TEST_CASE("the tools say of which commit they are", "[experiments]") {
  const Sandbox sandbox;
  for (const char* program : {CLAIMS_PROGRAM, COMPARE_PROGRAM}) {
    const ProgramResult version = sandbox.run(program, "--version");
    CHECK(version.exit_code == 0);
    CHECK(version.output == sandbox.toy("--version").output);
  }
}

TEST_CASE("nsdbench-compare tells what moved and updates the baseline", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline").exit_code == 2);  // no baseline yet
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  const std::string baseline = sandbox.text("baseline/toy.json");
  CHECK_THAT(baseline, contains("final_height"));
  CHECK_THAT(baseline, !contains("provenance"));

  const ProgramResult same = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.output, contains("Nothing moved.\n"));

  // Another setting, and an energy whose uncertainty nobody knows: its move counts.
  (void)sandbox.toy("--dt 0.009 --out results/toy");
  const ProgramResult moved = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(moved.exit_code == 1);
  CHECK_THAT(moved.output, contains("! another setting: dt was 0.01, is 0.009") && contains("final_energy") &&
                               contains("no uncertainty is known") && contains("a count: it should be the same") &&
                               contains("Largest move of a measured quantity"));
  CHECK(sandbox.text("baseline/toy.json") == baseline);

  // The mass moves the energy.
  std::string heavier = toy_parameters();
  sandbox.write(parameters_name, heavier.replace(heavier.find("\"value\": 2,"), 11, "\"value\": 3,"));
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult heavier_run = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(heavier_run.exit_code == 1);
  CHECK_THAT(heavier_run.output, contains("! another parameter: free_fall.m was 2 kg, is 3 kg\n"));
  CHECK_THAT(heavier_run.output, !contains("free_fall.g"));
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline").exit_code == 0);

  // Another verdict alone.
  sandbox.write(claims_name, toy_claims("final_height", 1.0, 2.0, "not reproduced"));
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult verdict = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(verdict.exit_code == 1);
  CHECK_THAT(verdict.output, contains("another verdict: toy2000-height was reproduced, is not reproduced"));
  sandbox.write(claims_name, toy_claims("final_height", -5.0, -4.8));
  REQUIRE(sandbox.toy("").exit_code == 0);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline").exit_code == 0);

  sandbox.write("baseline/another.json", sandbox.text("baseline/toy.json"));
  const ProgramResult unseen = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(unseen.exit_code == 1);
  CHECK_THAT(unseen.output, contains("another: has a baseline but no record"));
}

TEST_CASE("only default runs become a baseline", "[experiments]") {
  const Sandbox sandbox;
  for (const char* arguments :
       {"--quick", "--solver enumeration", "--dt 0.005", "--cycles 4", "--end-time 0.5", "--set m=3"}) {
    CAPTURE(arguments);
    REQUIRE(sandbox.toy(std::string("--out results/toy ") + arguments).exit_code == 0);
    const ProgramResult refused = sandbox.run(COMPARE_PROGRAM, "results baseline --update");
    CHECK(refused.exit_code == 2);
    CHECK_THAT(refused.errors, contains("other settings than the default ones"));
    CHECK_FALSE(sandbox.exists("baseline"));
  }
}

TEST_CASE("the tools see the experiments' own records only", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  REQUIRE(sandbox.toy("--set m=3").exit_code == 0);
  for (const char* folder : {"results/quick", "results/variants", "results/mine", "results/quick/toy"}) {
    REQUIRE(sandbox.toy(std::string("--quick --out ") + folder).exit_code == 0);
  }
  const ProgramResult claims = sandbox.run(CLAIMS_PROGRAM, "results toy");
  CHECK(claims.exit_code == 0);
  CHECK_THAT(claims.output, contains("1 claim. 1 statement of 1 paper: 1 reproduced. All as expected."));
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  CHECK_FALSE(sandbox.exists("baseline/mine.json"));
  CHECK_THAT(sandbox.text("baseline/toy.json"), contains("\"quick\": false") && !contains("default_run"));
}

namespace {

// One claim more in the file of the toy's claims.
std::string with_claim(const std::string& entry) {
  std::string claims = toy_claims("final_height", -5.0, -4.8);
  return claims.insert(claims.rfind(']'), ", " + entry);
}

}  // namespace

TEST_CASE("claims are counted by who states them", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write(claims_name, with_claim(R"({"id": "toy2000-energy", "experiment": "toy", "origin": "closed_form",
    "identity": true, "where": "sec. 2", "statement": "Energy.", "quantity": "steps",
    "expected": {"min": 99.9, "max": 100.1}, "deviation": {"max": 101}, "tolerance_reason": "A count of {steps}.",
    "expected_verdict": "reproduced", "reason": "{steps} steps."},
    {"id": "toy2000-measurement", "experiment": "toy", "origin": "paper", "where": "sec. 3",
    "statement": "Measured.", "expected_verdict": "not evaluated", "reason": "There are no data."})"));
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult result = sandbox.run(CLAIMS_PROGRAM, "results toy");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output,
             contains("3 claims. 2 statements of 1 paper: 1 reproduced, 1 not evaluated; 1 closed form: 1 reproduced "
                      "(1 of them by construction). All as expected."));
  const std::string markdown = sandbox.text("results/claims.md");
  // A narrow interval by its middle and half-width; numbers of the record in the texts.
  CHECK_THAT(markdown, contains("| 100 ± 0.1 (with deviation: <= 101) | A count of 100. |") &&
                           contains("| closed_form, identity |") && contains("100 steps.") &&
                           contains("closed_form | 1 | 1 (1) |"));
  CHECK_THAT(markdown, !contains("(no uncertainty) |"));
  CHECK_THAT(sandbox.text("results/claims.json"),
             contains("\"origin\": \"closed_form\"") && contains("\"tolerance_reason\": \"A count of 100.\""));
}

TEST_CASE("a verdict on a quantity of unknown uncertainty is marked", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write(claims_name, toy_claims("final_energy", 0.0, 1000.0));
  REQUIRE(sandbox.toy("").exit_code == 0);
  const ProgramResult result = sandbox.run(CLAIMS_PROGRAM, "results toy");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, contains("(no uncertainty)"));
  CHECK_THAT(sandbox.text("results/claims.md"), contains("(no uncertainty) | reproduced |"));
}

TEST_CASE("an old baseline is refused with a sentence", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  sandbox.write("baseline/toy.json", R"({"experiment": "toy", "paper": "toy2000", "method": {}, "quantities":
    {"q": {"value": 1, "unit": "m", "uncertainty": null, "meaning": "of old"}}})");
  const ProgramResult result = sandbox.run(COMPARE_PROGRAM, "results baseline");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("toy.json") && contains("kind"));
}

TEST_CASE("what to do about a damaged baseline is said", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  REQUIRE(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  sandbox.write("baseline/toy.json", sandbox.text("baseline/toy.json").substr(0, 100));
  for (const char* arguments : {"results baseline", "results baseline --update"}) {
    const ProgramResult result = sandbox.run(COMPARE_PROGRAM, arguments);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("toy.json") && contains("not valid JSON") &&
                                  contains(" (--update makes it anew once the file is deleted)\n"));
  }
  std::filesystem::remove(sandbox.path("baseline/toy.json"));
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline --update").exit_code == 0);
  CHECK(sandbox.run(COMPARE_PROGRAM, "results baseline").exit_code == 0);
}
