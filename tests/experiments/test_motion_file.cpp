// Motions as files that other machines compare theirs with: --record and --check.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/motion_file.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::experiments;
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
  // Five lines of header, the start, every tenth of 100 steps, the end, and their number.
  const std::string text = sandbox.text("motions.txt");
  CHECK(lines_in(text) == 5 + 1 + 10 + 1 + 1);

  result = sandbox.toy("--out checked --check motions.txt");
  CAPTURE(result.errors, result.output);
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.output, contains("12 states") && contains("to the last bit"));

  // A digit of one state, of which the toy knows nothing: its results are those of another run, and are not written.
  const auto check = [&](const std::string& old_text, const std::string& new_text) {
    std::string other = text;
    const std::size_t at = other.find(old_text);
    REQUIRE(at != std::string::npos);
    sandbox.write("other.txt", other.replace(at, old_text.size(), new_text));
    return sandbox.toy("--out other --check other.txt");
  };
  const std::string line_of_step_50 = text.substr(text.find("\n1 50 ") + 1);
  const std::string velocity = line_of_step_50.substr(line_of_step_50.find(" u ") + 3, 4);
  result = check("u " + velocity, "u 1");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("motion 1, step 50, t = ") && contains("the first difference") &&
                                contains("u(1) is " + velocity) && contains("up to 9 steps earlier"));
  CHECK_FALSE(sandbox.exists("other/record.json"));
  // Nothing but the hash: something between the recorded steps.
  const std::string hash = line_of_step_50.substr(line_of_step_50.find(" - ") + 3, 16);
  CHECK_THAT(check(hash, "0123456789abcdef").errors, contains("step 50") && contains("the state is the same"));
  // A motion that the file goes on with, and one that it ends before.
  CHECK_THAT(check("states 12", "2 0 - 0123456789abcdef t 0 q 1 u 0\nstates 13").errors,
             contains("the run is over") && contains("motion 2, step 0"));
  std::string shorter = text.substr(0, text.find("\n1 100 end") + 1) + "states 11\n";
  sandbox.write("shorter.txt", shorter);
  CHECK_THAT(sandbox.toy("--out other --check shorter.txt").errors,
             contains("motion 1, step 100") && contains("shorter.txt ends before it"));
}

TEST_CASE("a difference that an experiment catches is said all the same", "[motion_file]") {
  const Sandbox sandbox;
  RunOptions options;
  options.parameters = sandbox.path(parameters_name);
  options.out = sandbox.path("out");
  options.record_motions = sandbox.path("motions.txt");
  const std::vector<double> q{1.0}, u{0.0}, other{2.0};
  MotionFile recorded(options, "toy");
  recorded.listener().take({1, 0, false, 7, 0.0, q, u});
  recorded.finish();
  sandbox.write("motions.txt", recorded.text());

  std::swap(options.record_motions, options.check_motions);
  MotionFile checked(options, "toy");
  const MotionLog::Listener listener = checked.listener();
  CHECK_THROWS_AS(listener.take({1, 0, false, 7, 0.0, q, other}), MotionsDiffer);
  CHECK_THROWS_AS(listener.take({2, 0, false, 7, 0.0, q, u}), MotionsDiffer);  // nothing is compared any more
  CHECK_THROWS_WITH(checked.finish(), contains("motion 1, step 0") && contains("u(1) is 2 here and 0 there"));
}

TEST_CASE("one motion alone can be recorded, step by step", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out a --record first.txt --record-every 1 --record-motion 1").exit_code == 0);
  CHECK(lines_in(sandbox.text("first.txt")) == 5 + 1 + 100 + 1 + 1);
  CHECK(sandbox.toy("--out b --check first.txt").exit_code == 0);
  const ProgramResult result = sandbox.toy("--out a --record second.txt --record-motion 2");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("no motion 2 to record: this run has 1"));
  CHECK_FALSE(sandbox.exists("second.txt"));
}

TEST_CASE("what cannot be recorded or checked is refused before anything is computed", "[motion_file]") {
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("--out recorded --record motions.txt").exit_code == 0);
  const std::string text = sandbox.text("motions.txt");
  const auto changed = [&](const std::string& name, const std::string& old_text, const std::string& new_text) {
    std::string other = text;
    sandbox.write(name, other.replace(other.find(old_text), old_text.size(), new_text));
  };
  sandbox.write("else.txt", "something else\n");
  sandbox.write("cut.txt", text.substr(0, text.size() / 2));
  changed("foreign.txt", "experiment toy", "experiment woodpecker");
  changed("never.txt", "every 100", "every 0");
  const auto refused = [&](const std::string& options, const std::string& because) {
    const ProgramResult result = sandbox.toy("--out never " + options);
    CAPTURE(options, result.errors);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains(because));
    CHECK_FALSE(sandbox.exists("never"));
  };
  refused("--check missing.txt", "missing.txt");
  refused("--check else.txt", "not a file that --record has written");
  refused("--check cut.txt", "the file is not whole");
  refused("--check foreign.txt", "experiment woodpecker");
  refused("--check never.txt", "line 4 must be 'every'");
  refused("--check motions.txt --quick", "but this run has the settings quick");
  refused("--check motions.txt --set g=9.7", "g=9.7");
  refused("--check else.txt --record other.txt", "only one of them");
  refused("--record-every 5", "says nothing without --record");
  refused("--record motions.txt --record-every 0", "--record-every");
  refused("--record motions.txt --threads 2", "one thread");
  refused("--record nowhere/motions.txt", "nowhere");
  refused("--record never/record.json", "lies in the folder of the results");
}
