// The program as a user runs it.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/record_schema.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using nsdbench::testing::ProgramResult;
using nsdbench::testing::Sandbox;

namespace {

constexpr char sweep_file[] = R"({"sweep": "motions", "map": "inclined_plane_motions",
    "axes": [{"input": "friction", "from": 0.02, "to": 0.2, "points": 9},
             {"input": "delta", "from": 0.02, "to": 0.2, "points": 9}],
    "quantities": ["motion"], "refine": {"by": "motion", "coarsest": 4}, "cases_per_bundle": 2})";

ProgramResult sweep(const Sandbox& sandbox, const std::string& arguments) {
  return sandbox.run(SWEEP_PROGRAM, arguments);
}

// A sandbox with the papers' parameters.
struct PaperSandbox : Sandbox {
  PaperSandbox() {
    for (const char* paper : {"woesle1996", "glocker2005", "chaturvedi", "flores2010"}) {
      std::filesystem::copy(nsdbench::testing::source_directory() / "reference-data" / paper,
                            path(std::string("reference/") + paper));
    }
  }
};

}  // namespace

TEST_CASE("plan, run, status and merge") {
  const PaperSandbox sandbox;
  sandbox.write("motions.json", sweep_file);
  const ProgramResult plan = sweep(sandbox, "plan motions.json --out s");
  INFO(plan.errors);
  REQUIRE(plan.exit_code == 0);
  CHECK(sweep(sandbox, "--version").output.find(", commit ") != std::string::npos);
  CHECK(plan.output == "motions: 81 cases of inclined_plane_motions, 9 of them at first; the plan is in s\n");
  const ProgramResult before = sweep(sandbox, "status s");
  CHECK(before.exit_code == 1);
  CHECK(before.output.find("9 missing of 9 in stage 1") != std::string::npos);
  CHECK(sweep(sandbox, "merge s").exit_code == 2);
  CHECK_FALSE(sandbox.exists("s/record.json"));
  CHECK(sweep(sandbox, "run s --threads 1").exit_code == 0);
  CHECK(sweep(sandbox, "status s").exit_code == 0);
  // As any folder may be called, in bytes that are no UTF-8; the command in the provenance has them, too.
  std::filesystem::rename(sandbox.path("s"), sandbox.path("s\377"));
  REQUIRE(sweep(sandbox, "merge \"$(printf 's\\377')\"").exit_code == 0);
  std::filesystem::rename(sandbox.path("s\377"), sandbox.path("s"));
  CHECK(nsdbench::testing::RecordSchema("sweeps/sweep_record.schema.json")
            .complaint(nlohmann::json::parse(sandbox.text("s/record.json")))
            .empty());

  // In two parts, from a process that is killed at any moment.
  REQUIRE(sweep(sandbox, "plan motions.json --out t").exit_code == 0);
  for (int k = 0; k < 200 && sweep(sandbox, "status t").exit_code == 1; ++k) {
    sweep(sandbox, "run t --chunk 1/2");
    sandbox.run("timeout", "-s KILL 0.05 " + std::string(SWEEP_PROGRAM) + " run t --chunk 2/2");
    if (k % 3 == 2) sweep(sandbox, "run t --chunk 2/2");
  }
  REQUIRE(sweep(sandbox, "merge t").exit_code == 0);
  CHECK(sandbox.text("t/merged.csv") == sandbox.text("s/merged.csv"));
  CHECK(sandbox.text("t/record.json") == sandbox.text("s/record.json"));
}

TEST_CASE("what is wrong is said in one sentence, with exit code 2, and nothing is written") {
  const PaperSandbox sandbox;
  const auto refused = [&](const std::string& arguments, const std::string& part) {
    const ProgramResult result = sweep(sandbox, arguments);
    INFO(arguments + ": " + result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors.find(part) != std::string::npos);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_FALSE(sandbox.exists("s"));
  };
  refused("plan nothing.json --out s", "nothing.json");
  const auto file = [&](const std::string& old_text, const std::string& new_text) {
    std::string text = sweep_file;
    const std::size_t place = text.find(old_text);
    REQUIRE(place != std::string::npos);
    sandbox.write("sweep.json", text.replace(place, old_text.size(), new_text));
  };
  file("inclined_plane_motions", "pendulum");
  refused("plan sweep.json --out s", "there is no map 'pendulum': the maps are inclined_plane_motions");
  file("\"delta\"", "\"slope\"");
  refused("plan sweep.json --out s", "no input 'slope'");
  file("[\"motion\"]", "[\"motion\", \"period\"]");
  refused("plan sweep.json --out s", "no quantity 'period'");
  file(", \"refine\": {\"by\": \"motion\", \"coarsest\": 4}", "");
  sandbox.write("sweep.json", std::regex_replace(sandbox.text("sweep.json"), std::regex("9"), "1000000"));
  refused("plan sweep.json --out s", "1e+12 cases");
  sandbox.write("sweep.json", sweep_file);
  refused("run s", "s/plan.json");
  refused("run s --chunk 3/2", "'3/2'");
  refused("run s --chunk 0/2", "'0/2'");
  refused("run s --chunk 1", "'1'");
  refused("run s --chunk ''", "''");
  refused("plan sweep.json --out ''", "--out");
  refused("run s --threads -1", "option --threads: '-1' is not a number from 0 to 256\n");
  refused("run s --threads 257", "option --threads: '257' is not a number from 0 to 256\n");
  refused("run s --threads abc", "option --threads: 'abc' is not a whole number\n");
  refused("run s --threads 99999999999", "option --threads: 99999999999 is more than 2147483647\n");
  for (const std::string command : {"run", "status", "merge"})
    refused(command + " ''", "DIR must name a folder, not ''\n");
  refused("status s", "s/plan.json");
  refused("merge s", "s/plan.json");
  refused("expand s", "expand");
}

TEST_CASE("of two plans made at once in a folder one is refused, and a link is not replaced by a plan") {
  const PaperSandbox sandbox;
  for (const char* points : {"5", "9"}) {
    sandbox.write(std::string(points) + ".json",
                  std::regex_replace(sweep_file, std::regex("\"points\": 9"), std::string("\"points\": ") + points));
  }
  const std::string program = SWEEP_PROGRAM;
  for (int k = 0; k < 10; ++k) {
    sandbox.run("rm", "-rf s");
    const ProgramResult both =
        sandbox.run("sh", "-c '" + program + " plan 5.json --out s & a=$!; " + program +
                              " plan 9.json --out s & b=$!; " + "wait $a; c=$?; wait $b; echo codes $((c + $?)) >&2'");
    INFO(both.errors);
    CHECK(both.errors.find("codes 2\n") != std::string::npos);
    CHECK(both.errors.find("s/plan.json: there is another plan") != std::string::npos);
    CHECK(std::count(both.output.begin(), both.output.end(), '\n') == 1);
    CHECK(std::distance(std::filesystem::directory_iterator(sandbox.path("s")), {}) == 1);
  }
  std::filesystem::remove(sandbox.path("s/plan.json"));
  std::filesystem::create_symlink("nowhere", sandbox.path("s/plan.json"));
  const ProgramResult refused = sweep(sandbox, "plan 9.json --out s");
  CHECK(refused.exit_code == 2);
  CHECK(refused.errors.find("s/plan.json") != std::string::npos);
  CHECK(std::filesystem::is_symlink(sandbox.path("s/plan.json")));
  CHECK_FALSE(sandbox.exists("s/nowhere"));
}

// As folders that another user does not let us enter; these are that for the administrator, too.
TEST_CASE("what cannot be looked at is not taken for missing") {
  const PaperSandbox sandbox;
  sandbox.write("motions.json", sweep_file);
  REQUIRE(sweep(sandbox, "plan motions.json --out s").exit_code == 0);
  REQUIRE(sweep(sandbox, "run s --threads 1").exit_code == 0);
  std::filesystem::create_symlink("loop", sandbox.path("loop"));
  const auto refused = [&](const std::string& arguments, const std::string& file) {
    const ProgramResult result = sweep(sandbox, arguments);
    INFO(arguments + ": " + result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors.find("nsdbench-sweep: cannot read " + file) == 0);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
  };
  for (const std::string command : {"run", "status", "merge"}) refused(command + " loop", "loop/plan.json: ");
  refused("plan motions.json --out loop", "loop/plan.json: ");
  std::filesystem::rename(sandbox.path("s/cases/000/000"), sandbox.path("cases"));
  std::filesystem::create_symlink("000", sandbox.path("s/cases/000/000"));
  for (const std::string command : {"run", "status", "merge"}) refused(command + " s", "s/cases/000/000/000000.txt: ");
  std::filesystem::remove(sandbox.path("s/cases/000/000"));
  std::filesystem::rename(sandbox.path("cases"), sandbox.path("s/cases/000/000"));
  CHECK(sweep(sandbox, "status s").exit_code == 0);
}

TEST_CASE("what a map refuses of all cases is refused by plan, and what it cannot compute is not") {
  const PaperSandbox sandbox;
  const auto plan = [&](const std::string& map, const std::string& rest) {
    sandbox.write("sweep.json", R"({"sweep": "s", "map": ")" + map + "\", " + rest + "}");
    return sweep(sandbox, "plan sweep.json --out s");
  };
  const auto refused = [&](const ProgramResult& result, const std::string& part) {
    INFO(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors.find(part) != std::string::npos);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_FALSE(sandbox.exists("s"));
  };
  const std::string contacts = R"("quantities": ["early"], "axes": [{"input": "s", "values": [0, 0.01]}])";
  refused(plan("prismatic_contacts", R"("fixed": {"h_min": 0.01, "h_max": 0.001}, )" + contacts),
          "the map 'prismatic_contacts' refuses a case: h_min = 0.01 s is not allowed: it must not exceed h_max");
  // The last case alone.
  refused(plan("prismatic_contacts",
               R"("quantities": ["early"], "axes": [{"input": "h_min", "from": 0.0001, "to": 0.01, "points": 3}])"),
          "h_min = 0.01 s is not allowed");
  refused(plan("prismatic_contacts", R"("fixed": {"t_early": 0.002, "t_end": 0.001}, )" + contacts),
          "t_early = 0.002 s is not allowed: it must not come after t_end = 0.001 s");
  const auto revolutions = [&](const std::string& axis) {
    return plan("slider_crank_joint", R"("quantities": ["impacts"], )" + axis);
  };
  refused(revolutions(R"("fixed": {"revolutions": 1.5}, "axes": [{"input": "c", "values": [0.001, 0.002]}])"),
          "revolutions = 1.5 is not allowed: it must be a whole number");
  // First and last are whole, and those between are not.
  refused(revolutions(R"("axes": [{"input": "revolutions", "from": 1, "to": 3, "points": 4}])"),
          "revolutions = 1.6666666666666665 is not allowed: it must be a whole number");
  refused(revolutions(
              R"("points": {"sequence": "sobol", "count": 4, "box": [{"input": "revolutions", "from": 1, "to": 3}]})"),
          "input 'revolutions' is a whole number");
  refused(plan("inclined_plane_motions",
               R"("quantities": ["motion"], "axes": [{"input": "friction", "values": [0.1, -1]}])"),
          "sweep.json: parameter friction = -1 is not allowed: it must be zero or positive");
  refused(plan("woodpecker_orbits",
               R"("quantities": ["end_table"], "axes": [{"input": "mu", "from": -0.2, "to": 1, "points": 7}])"),
          "sweep.json: parameter mu = -0.2 is not allowed: it must be zero or positive");
  refused(plan("woodpecker_orbits", R"("quantities": ["end_table"], "fixed": {"mu_1": 0.4},
               "axes": [{"input": "mu", "from": 0.2, "to": 1, "points": 7}])"),
          "sweep.json: input 'mu_1' is given beside 'mu', which takes its place");
  // Friction at which the woodpecker has no limit cycle.
  const ProgramResult failing =
      plan("woodpecker_basins", R"("quantities": ["basin"], "axes": [{"input": "mu_2", "values": [0.05, 0.04]}])");
  INFO(failing.errors);
  CHECK(failing.exit_code == 0);
  const std::string note = "\nNote: the first case and the last one both fail: ";
  CHECK(failing.output.find(note) != std::string::npos);
  CHECK(std::count(failing.output.begin(), failing.output.end(), '\n') == 2);
  sandbox.run("rm", "-r s");
  // One that fails is a result like any other.
  const ProgramResult one =
      plan("woodpecker_basins", R"("quantities": ["basin"], "axes": [{"input": "mu_2", "values": [0.3, 0.04]}])");
  CHECK(one.exit_code == 0);
  CHECK(std::count(one.output.begin(), one.output.end(), '\n') == 1);
}

TEST_CASE("unknown options and surplus arguments of each command are refused, and nothing is computed or written") {
  const PaperSandbox sandbox;
  sandbox.write("motions.json", sweep_file);
  REQUIRE(sweep(sandbox, "plan motions.json --out s").exit_code == 0);
  const auto refused = [&](const std::string& arguments, const std::string& sentence) {
    const ProgramResult result = sweep(sandbox, arguments);
    INFO(arguments + ": " + result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors == "nsdbench-sweep: " + sentence + " (see --help)\n");
    CHECK_FALSE(sandbox.exists("t"));
    CHECK_FALSE(sandbox.exists("s/cases"));
    CHECK_FALSE(sandbox.exists("s/merged.csv"));
  };
  refused("plan motions.json --out t --force", "unknown option '--force'");
  refused("plan motions.json other.json --out t", "unexpected argument 'other.json'");
  refused("run s --chunks 1/3", "unknown option '--chunks'");
  refused("run s 1/3", "unexpected argument '1/3'");
  refused("status s --nonsense", "unknown option '--nonsense'");
  refused("status s s", "unexpected argument 's'");
  refused("status s -- --nonsense", "unknown option '--nonsense'");
  refused("merge s --outt x", "unknown option '--outt'");
  refused("merge s t", "unexpected argument 't'");
  refused("maps --all", "unknown option '--all'");
  refused("maps status", "unexpected argument 'status'");
  refused("experiment bouncing_ball_accumulation --quick", "unknown option '--quick'");
  refused("experiment bouncing_ball_accumulation woodpecker_stability", "unexpected argument 'woodpecker_stability'");
  refused("--nonsense maps", "unknown option '--nonsense'");
}

TEST_CASE("shares of an experiment's map have the uncertainties of a merge of the same sweep") {
  const PaperSandbox sandbox;
  const std::string figures = "experiments/inclined_plane_motion_map/figures";
  std::filesystem::create_directories(sandbox.path(figures));
  std::filesystem::copy(nsdbench::testing::source_directory() / figures, sandbox.path(figures));
  const ProgramResult experiment = sandbox.run(MOTION_MAP_PROGRAM, "--quick --set m_E=0 --threads 1 --out e");
  INFO(experiment.errors);
  REQUIRE(experiment.exit_code < 2);
  std::string file = std::regex_replace(sweep_file, std::regex("\"points\": 9"), "\"points\": 21");
  sandbox.write("sweep.json", file.insert(file.find("\"axes\""), "\"fixed\": {\"m_E\": 0}, "));
  REQUIRE(sweep(sandbox, "plan sweep.json --out s").exit_code == 0);
  REQUIRE(sweep(sandbox, "run s --threads 1").exit_code == 0);
  REQUIRE(sweep(sandbox, "merge s").exit_code == 0);
  const auto quantities = nlohmann::json::parse(sandbox.text("e/record.json")).at("quantities");
  const auto shares = nlohmann::json::parse(sandbox.text("s/record.json")).at("shares").at("motion");
  REQUIRE(shares.size() == 7);
  for (const auto& [name, share] : shares.items()) {
    INFO(name);
    const auto& quantity = quantities.at("inclination_map_" + name);
    CHECK(quantity.at("value") == share.at("value"));
    CHECK(quantity.at("uncertainty") == share.at("uncertainty"));
  }
}
