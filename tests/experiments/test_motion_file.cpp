// Motions as files that other machines compare theirs with: --record and --check.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;

namespace {

nlohmann::json motions_of(const Sandbox& sandbox, const std::string& run) {
  return nlohmann::json::parse(sandbox.text(run + "/record.json"))["provenance"]["motions"];
}

long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("a run says what it has integrated, and its hash shows the last bit of a parameter", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out plain").exit_code == 0);
  REQUIRE(sandbox.toy("--out again").exit_code == 0);
  REQUIRE(sandbox.toy("--out other --set g=9.810000000000002").exit_code == 0);
  const nlohmann::json plain = motions_of(sandbox, "plain");
  CHECK(plain["runs"] == 1);
  CHECK(plain["steps"] == 100);  // 1 s in steps of 0.01 s
  CHECK(plain["events"] == 0);
  CHECK(motions_of(sandbox, "again") == plain);
  CHECK(motions_of(sandbox, "other")["hash"] != plain["hash"]);
}

TEST_CASE("recorded motions are found again, and the first step that differs is named", "[motion_file]") {
  const Sandbox sandbox;
  ProgramResult result = sandbox.toy("--out recorded --record motions.txt --record-every 10");
  CAPTURE(result.errors);
  REQUIRE(result.exit_code == 0);
  // Four lines of header, the start, every tenth of 100 steps, the end.
  CHECK(lines_in(sandbox.text("motions.txt")) == 4 + 1 + 10 + 1);

  result = sandbox.toy("--out checked --check motions.txt");
  CAPTURE(result.errors, result.output);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, contains("12 states") && contains("to the last bit"));

  // One bit of gravity: the starts are the same, and the first ten steps together are seen to differ.
  result = sandbox.toy("--out other --check motions.txt --set g=9.810000000000002");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("motion 1, step 10: the first difference") && contains("up to 9 steps earlier"));

  // A motion that goes on after the file ends, and one that ends before it.
  result = sandbox.toy("--out other --check motions.txt --end-time 0.5");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("motion 1, step 50"));
  std::string text = sandbox.text("motions.txt");
  sandbox.write("longer.txt", text + "2 0 - 0123456789abcdef 0 q 1 u 0\n");
  result = sandbox.toy("--out other --check longer.txt");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("the run is over") && contains("2 0"));
  text.erase(text.rfind('\n', text.size() - 2) + 1);
  sandbox.write("shorter.txt", text);
  result = sandbox.toy("--out other --check shorter.txt");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("shorter.txt ends before motion 1, step 100"));
}

TEST_CASE("one motion alone can be recorded, step by step", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out a --record first.txt --record-every 1 --record-motion 1").exit_code == 0);
  CHECK(lines_in(sandbox.text("first.txt")) == 4 + 1 + 100 + 1);
  REQUIRE(sandbox.toy("--out a --record second.txt --record-motion 2").exit_code == 0);
  CHECK(lines_in(sandbox.text("second.txt")) == 4);
  CHECK(sandbox.toy("--out b --check first.txt").exit_code == 0);
  const ProgramResult result = sandbox.toy("--out c --check first.txt --set g=9.810000000000002");
  CHECK_THAT(result.errors, contains("motion 1, step 1: ") && !contains("steps earlier"));
}

TEST_CASE("what cannot be recorded or checked is refused before anything is computed", "[motion_file]") {
  const Sandbox sandbox;
  sandbox.write("else.txt", "something else\n");
  sandbox.write("foreign.txt",
                "# nsdbench motions 1: motion, step, hash up to there, t, q, u\nexperiment woodpecker\nevery 1\n"
                "motion 0\n");
  const auto refused = [&](const std::string& options, const std::string& because) {
    const ProgramResult result = sandbox.toy("--out never " + options);
    CAPTURE(options);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains(because));
    CHECK_FALSE(std::filesystem::exists(sandbox.path("never")));
  };
  refused("--check missing.txt", "missing.txt");
  refused("--check else.txt", "not a file that --record has written");
  refused("--check foreign.txt", "experiment woodpecker");
  refused("--check else.txt --record other.txt", "only one of them");
  refused("--record-every 5", "says nothing without --record");
  refused("--record motions.txt --record-every 0", "--record-every");
  refused("--record motions.txt --threads 2", "one thread");
  refused("--record nowhere/motions.txt", "nowhere");
}
