// What the toy reads, overrides and refuses.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "problems/bouncing_ball.hpp"
#include "problems/damped_oscillator.hpp"
#include "problems/impact_oscillator.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "problems/prismatic_joint.hpp"
#include "problems/slider_crank.hpp"
#include "problems/sliding_point_mass.hpp"
#include "problems/woodpecker.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench::testing;

namespace {

// Runs the toy with a parameters file in which `from` was replaced; expects a refusal that says all of
// `words`.
void check_refused(const std::string& from, const std::string& to, std::initializer_list<const char*> words) {
  const Sandbox sandbox;
  std::string text = toy_parameters();
  REQUIRE(text.find(from) != std::string::npos);
  text.replace(text.find(from), from.size(), to);
  sandbox.write("mine.json", text);
  const ProgramResult result = sandbox.toy("--parameters mine.json --out out");
  CAPTURE(from, to, result.errors);
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("mine.json") || contains("parameter "));
  CHECK_THAT(result.errors, !contains("json.exception"));
  for (const char* word : words) CHECK_THAT(result.errors, contains(word));
  CHECK_FALSE(sandbox.exists("out"));
}

}  // namespace

TEST_CASE("a parameters file must hold every parameter, once, and no other", "[experiments]") {
  check_refused(R"("g": {"value": 9.81, "unit": "m/s^2", "meaning": "gravity", "source": "Table I"},)", "",
                {"'g'", "missing"});
  check_refused(R"("g": {)", R"("gravity": {)", {"unknown parameter 'gravity'", "m, g, epsilon"});
  check_refused(R"("g": {)", R"("m": {)", {"\"m\"", "twice"});
}

TEST_CASE("a parameter must be a number in its unit and range", "[experiments]") {
  check_refused("9.81", R"("9.81")", {"g", "must be a number"});
  check_refused("9.81", "null", {"g", "must be a number"});
  check_refused("9.81", "NaN", {"not valid JSON"});
  check_refused("9.81", "1e999", {"not valid JSON"});
  check_refused(R"("unit": "kg")", R"("unit": "g")", {"'m'", "'g'", "'kg'"});
  check_refused(R"("value": 2,)", R"("value": -2,)", {"m = -2", "positive"});
  check_refused(R"("value": 0.5,)", R"("value": 1.2,)", {"epsilon = 1.2", "[0, 1]"});
  check_refused(R"("value": 0.5,)", "", {"epsilon", "epsilon.value is missing"});
}

TEST_CASE("a parameters file must be readable JSON with the problem in it", "[experiments]") {
  check_refused("free_fall", "fall", {"problems.free_fall is missing"});
  check_refused("}}}}}", "}}}}", {"not valid JSON"});
  const Sandbox sandbox;
  for (const char* file : {"absent.json", "experiments"}) {
    const ProgramResult result = sandbox.toy(std::string("--out out --parameters ") + file);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains(std::string("cannot read ") + file));
    CHECK_FALSE(sandbox.exists("out"));
  }
}

TEST_CASE("parameters may come through a pipe, which can be read once", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("mine.json", toy_parameters());
  REQUIRE(sandbox.toy("--parameters mine.json --out from_file --record motions.txt").exit_code == 0);
  const std::string toy = (binary_directory() / "tests" / "toy").string();
  const ProgramResult piped = sandbox.run(
      "/bin/sh", "-c 'cat mine.json | \"" + toy + "\" --parameters /dev/stdin --out piped --check motions.txt'");
  INFO(piped.errors);
  REQUIRE(piped.exit_code == 0);
  const auto hash = [&](const std::string& folder) {
    return nlohmann::json::parse(sandbox.text(folder + "/record.json"))
        .at("/provenance/inputs/parameters"_json_pointer);
  };
  CHECK(hash("piped") == hash("from_file"));
}

TEST_CASE("what a paper prints may stand beside a value", "[experiments]") {
  using nsdbench::support::Printed;
  const auto entry_with = [](const std::string& keys) {
    const Sandbox sandbox;
    sandbox.write("mine.json", R"({"problems": {"p": {"parameters": {"m": {"value": 0.663, "unit": "kg", )"
                               R"("source": "Table I")" +
                                   keys + "}}}}}");
    return nsdbench::support::read_parameters_file(sandbox.path("mine.json"), "p").front();
  };
  CHECK(entry_with("").printed == Printed::as_used);
  CHECK(entry_with(R"(, "printed": "no")").printed == Printed::no);
  CHECK(entry_with(R"(, "printed": "in part")").printed == Printed::in_part);
  const auto converted = entry_with(R"(, "printed": {"value": 663, "unit": "g"})");
  CHECK(converted.printed == Printed::in_another_unit);
  CHECK(converted.printed_text == "663 g");
  for (const char* other : {R"({"value": 663, "unit": "kg"})", R"({"value": 0.663, "unit": "g"})",
                            R"({"value": 663.1, "unit": "g"})", R"({"value": 663, "unit": "mm"})"}) {
    CAPTURE(other);
    CHECK(entry_with(std::string(R"(, "printed": )") + other).printed == Printed::otherwise);
  }
  const auto read = entry_with(R"(, "printed": {"text": "of both"}, "reason": "of each")");
  CHECK(read.printed == Printed::otherwise);
  CHECK(read.printed_text == "of both");
  CHECK(read.reason == "of each");
  const auto also = entry_with(R"(, "also": {"value": 0.5, "run": "light", "reason": "it bounces"})").also;
  REQUIRE(also.has_value());
  CHECK(also->value == 0.5);
  CHECK(also->run == "light");

  for (const char* wrong : {R"(, "printed": "yes")", R"(, "printed": 663)", R"(, "printed": {"value": 663})",
                            R"(, "printed": {"text": "663", "unit": "g"})", R"(, "reason": "none is needed")",
                            R"(, "printed": "no", "reason": "none is needed")", R"(, "also": 0.5)",
                            R"(, "also": {"value": 0.5, "run": "light"})", R"(, "Printed": "no")"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(entry_with(wrong), std::invalid_argument);
  }
}

namespace {

// A parameter's unit and meaning stand in the paper's file, for people, and in the problem's table, for records.
template <class Parameters>
void check_that_file_and_table_agree(const std::string& paper, const std::string& problem) {
  const auto entries =
      nsdbench::support::read_parameters_file(nsdbench::support::nominal_parameters_file(paper), problem);
  const auto fields = Parameters::fields();
  CAPTURE(paper, problem);
  CHECK(entries.size() == fields.size());
  for (const auto& field : fields) {
    CAPTURE(field.name);
    const auto entry =
        std::find_if(entries.begin(), entries.end(), [&](const auto& e) { return e.name == field.name; });
    REQUIRE(entry != entries.end());
    CHECK(entry->unit == field.unit);
    CHECK(entry->meaning == field.meaning);
    CHECK((entry->printed != nsdbench::support::Printed::otherwise || !entry->reason.empty()));
  }
}

}  // namespace

TEST_CASE("the papers' files and the tables of the problems agree on units and meanings", "[experiments]") {
  using namespace nsdbench::problems;
  check_that_file_and_table_agree<WoodpeckerParameters>("glocker2005", "woodpecker");
  check_that_file_and_table_agree<SliderCrankParameters>("flores2010", "slider_crank");
  check_that_file_and_table_agree<PrismaticJointParameters>("chaturvedi", "prismatic_joint");
  check_that_file_and_table_agree<InclinedPlaneOscillatorParameters>("woesle1996", "inclined_plane_oscillator");
  check_that_file_and_table_agree<BouncingBallParameters>("studer2008", "bouncing_ball");
  check_that_file_and_table_agree<SlidingPointMassParameters>("studer2008", "sliding_point_mass");
  check_that_file_and_table_agree<ImpactOscillatorParameters>("studer2008", "impact_oscillator");
  check_that_file_and_table_agree<DampedOscillatorParameters>("studer2008", "damped_oscillator");
}

// test_uncertainties holds the experiment's records against these reference solutions.
TEST_CASE("the values that runs of the inclined plane change are those of its reference solutions", "[experiments]") {
  using namespace nsdbench::support;
  nlohmann::ordered_json changed;
  const auto truth = read_json(reference_data_directory() / "truth" / "inclined_plane_oscillator.json");
  for (const auto& motion : truth.at("motions")) {
    const auto name = motion.at("name").get<std::string>();
    if (name == "mu_013" || name == "delta_0085") changed.update(motion.at("changed_parameters"));
  }
  std::size_t found = 0;
  for (const auto& entry : read_parameters_file(nominal_parameters_file("woesle1996"), "inclined_plane_oscillator")) {
    if (!changed.contains(entry.name)) continue;
    CAPTURE(entry.name);
    ++found;
    CHECK((entry.also && entry.also->value == changed.at(entry.name).get<double>()));
  }
  CHECK(found == 3);
  CHECK(changed.size() == 3);
}
