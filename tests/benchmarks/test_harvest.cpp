// The committed problems are those that the program computes.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "benchmarks/problem_sets/harvest.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::problem_sets;

namespace {

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return size > 0.0 ? difference / size : difference;
}

}  // namespace

TEST_CASE("the recipe yields the committed problems again", "[harvest]") {
  const std::vector<HarvestedProblem> committed = read_harvested(harvested_file());
  const std::vector<HarvestedProblem> repeated = harvest();
  CHECK(committed.size() > 500);
  REQUIRE(repeated.size() == committed.size());
  // On one machine the bytes are the same. Mathematical libraries differ in the last bit of a sine, which an impact
  // multiplies by some ten and a run of ten impacts by 1e6 or so.
  constexpr double rounding = 1e-9;
  for (std::size_t i = 0; i < committed.size(); ++i) {
    CAPTURE(committed[i].name);
    CHECK(repeated[i].name == committed[i].name);
    CHECK(repeated[i].step == committed[i].step);
    CHECK(repeated[i].active == committed[i].active);
    CHECK(repeated[i].modes == committed[i].modes);
    REQUIRE(repeated[i].problem.c.size() == committed[i].problem.c.size());
    CHECK(largest_difference(repeated[i].problem.dense, committed[i].problem.dense) <= rounding);
    CHECK(largest_difference(repeated[i].problem.c, committed[i].problem.c) <= rounding);
  }
}

TEST_CASE("the harvest has contacts of every sort the mechanisms show", "[harvest]") {
  std::map<std::string, int> active;
  for (const HarvestedProblem& harvested : read_harvested(harvested_file())) {
    ++active[harvested.source.substr(0, harvested.source.find('-')) + " " + harvested.active];
  }
  for (const char* sort : {"woodpecker 1", "woodpecker 2", "woodpecker 3", "woodpecker 13", "slider_crank 1",
                           "slider_crank 12", "slider_crank 34", "slider_crank 4", "bouncing_ball 1"}) {
    CAPTURE(sort);
    CHECK(active[sort] > 0);
  }
}

TEST_CASE("a harvested problem reads back bit by bit", "[harvest]") {
  HarvestedProblem harvested;
  harvested.name = "pair";
  harvested.source = "test";
  harvested.step = 7;
  harvested.active = "1";
  harvested.modes = "cii";
  harvested.problem.add_frictional(0.1, 1);
  harvested.problem.add(LawKind::tresca, 1, 0.3);
  harvested.problem.c = {-0.1, 1.0 / 3.0, 1e-300};
  harvested.problem.dense = {2.0, 0.1, 0.0, 0.1, 1.0, 0.0, 0.0, 0.0, 0.7};
  const HarvestedProblem read = parse_harvested(json_line(harvested), "here");
  CHECK(json_line(read) == json_line(harvested));
  CHECK(read.problem.c == harvested.problem.c);
  CHECK(read.problem.dense == harvested.problem.dense);
  CHECK(read.problem.laws[1].normal == 0);
  CHECK(read.problem.laws[2].kind == LawKind::tresca);
}

TEST_CASE("a damaged line is refused with its place", "[harvest]") {
  const char* line = GENERATE(
      "", "{", R"({"name":"a"})",
      R"({"name":"a","source":"s","step":0,"active":"1","modes":"c","laws":[{"kind":"glue"}],"G":[1],"c":[1]})",
      R"({"name":"a","source":"s","step":0,"active":"1","modes":"c","laws":[{"kind":"unilateral"}],"G":[1,2],"c":[1]})");
  std::string sentence;
  try {
    parse_harvested(line, "file, line 3");
  } catch (const std::invalid_argument& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("file, line 3") == 0);
}
