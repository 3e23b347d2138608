#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/output_files.hpp"
#include "support/parallel.hpp"
#include "support/partial_rows.hpp"
#include "support/provenance.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using nsdbench::support::PartialRows;
using nsdbench::testing::contains;
using nsdbench::testing::Sandbox;

namespace {

const std::vector<double> first{1.0, -0.1, 1e-300};
const std::vector<double> second{2.0 / 3.0};

// What a run leaves that is interrupted after two rows.
void interrupted_run(const Sandbox& sandbox, const std::string& settings) {
  PartialRows rows(sandbox.path("out/rows.partial"), settings);
  rows.add("map:0", first);
  rows.add("map:1", second);
}

}  // namespace

TEST_CASE("an interrupted run's rows are taken up with the same settings, and not with others", "[support]") {
  const Sandbox sandbox;
  interrupted_run(sandbox, "lemke 101 0.1");
  {
    const PartialRows same(sandbox.path("out/rows.partial"), "lemke 101 0.1");
    CHECK(same.find("map:0", 3) == first);
    CHECK(same.find("map:1", 1) == second);
    CHECK_FALSE(same.find("map:1", 2));
    CHECK_FALSE(same.find("map:2", 1));
  }
  const PartialRows other(sandbox.path("out/rows.partial"), "lemke 101 0.2");
  CHECK_FALSE(other.find("map:0", 3));
}

TEST_CASE("a run that keeps no rows leaves none behind", "[support]") {
  const Sandbox sandbox;
  const auto interrupted = [&](const std::string& options) {
    CHECK(sandbox.toy("--cycles 999999 --out out " + options).exit_code == 1);
  };
  interrupted("--record motions.txt");
  CHECK_FALSE(sandbox.exists("out"));
  interrupted("");
  const std::string kept = sandbox.text("out/rows.partial");
  CHECK_THAT(kept, contains("row 1 "));
  interrupted("--record motions.txt");
  CHECK(sandbox.text("out/rows.partial") == kept);
  CHECK(std::distance(std::filesystem::directory_iterator(sandbox.path("out")), {}) == 1);
}

TEST_CASE("rows of another commit or of another build are not taken up", "[support]") {
  const Sandbox sandbox;
  interrupted_run(sandbox, "settings");
  std::string text = sandbox.text("out/rows.partial");
  const std::string identity = nsdbench::support::program_identity();
  REQUIRE_THAT(identity, contains("commit ") && contains("executable "));
  REQUIRE_THAT(text, contains(identity));
  text.replace(text.find(identity), identity.size(), "commit 0123456, executable 0123456789abcdef");
  sandbox.write("out/rows.partial", text);
  PartialRows rows(sandbox.path("out/rows.partial"), "settings");
  CHECK_FALSE(rows.find("map:0", 3));
  rows.add("map:5", second);
  CHECK(sandbox.text("out/rows.partial").find("map:0") == std::string::npos);
}

TEST_CASE("a row that was cut off is left out, and the next row is whole", "[support]") {
  const Sandbox sandbox;
  interrupted_run(sandbox, "settings");
  const std::string text = sandbox.text("out/rows.partial");
  sandbox.write("out/rows.partial", text.substr(0, text.size() - 3));
  {
    PartialRows rows(sandbox.path("out/rows.partial"), "settings");
    CHECK(rows.find("map:0", 3) == first);
    CHECK_FALSE(rows.find("map:1", 1));
    rows.add("map:2", second);
  }
  const PartialRows rows(sandbox.path("out/rows.partial"), "settings");
  CHECK(rows.find("map:0", 3) == first);
  CHECK(rows.find("map:2", 1) == second);
}

TEST_CASE("a row that is not as it was written is left out", "[support]") {
  const Sandbox sandbox;
  interrupted_run(sandbox, "settings");
  const std::string text = sandbox.text("out/rows.partial");
  const auto after = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    sandbox.write("out/rows.partial", changed);
    const PartialRows rows(sandbox.path("out/rows.partial"), "settings");
    return rows.find("map:0", 3);
  };
  CHECK(after("-0.1", "-0.1") == first);
  CHECK_FALSE(after("-0.1", "-0.2"));
  CHECK_FALSE(after("-0.1", "?"));
  CHECK_FALSE(after("map:0 1", "map:0 map:0 1"));  // half a row and a whole one
}

TEST_CASE("two runs with one file do not disturb each other", "[support]") {
  const Sandbox sandbox;
  const auto path = sandbox.path("out/rows.partial");
  PartialRows one(path, "settings of one");
  PartialRows two(path, "settings of two");
  one.add("map:0", first);
  two.add("map:1", second);
  one.add("map:2", second);  // into what it had, not into the file of the other
  CHECK_FALSE(PartialRows(path, "settings of one").find("map:0", 3));
  {
    const PartialRows again(path, "settings of two");
    CHECK(again.find("map:1", 1) == second);
    CHECK_FALSE(again.find("map:2", 1));
  }
  one.remove();
  CHECK(PartialRows(path, "settings of two").find("map:1", 1) == second);
  two.remove();
  CHECK_FALSE(sandbox.exists("out/rows.partial"));
  two.add("map:3", second);  // removed by somebody: begun anew
  CHECK(sandbox.exists("out/rows.partial"));
}

TEST_CASE("rows that several threads add are all there", "[support]") {
  const Sandbox sandbox;
  {
    PartialRows rows(sandbox.path("rows.partial"), "settings");
    nsdbench::support::for_each_index(
        20, [&](int k) { rows.add("row:" + std::to_string(k), std::vector<double>{0.5 * k}); }, {}, 4);
  }
  PartialRows rows(sandbox.path("rows.partial"), "settings");
  for (int k = 0; k < 20; ++k) CHECK(rows.find("row:" + std::to_string(k), 1) == std::vector<double>{0.5 * k});
  rows.remove();
  CHECK_FALSE(sandbox.exists("rows.partial"));
}

TEST_CASE("rows that cannot be written are an error", "[support]") {
  const Sandbox sandbox;
  sandbox.write("file", "x");
  PartialRows rows(sandbox.path("file/rows.partial"), "settings");
  CHECK_THROWS_AS(rows.add("row", second), nsdbench::support::OutputError);
  CHECK_THROWS_WITH(rows.add("two words", second), contains("two words"));
}
