// nsdbench-solve as a user runs it.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;
using nlohmann::json;

namespace {

ProgramResult solve(const Sandbox& sandbox, const std::string& arguments) {
  return sandbox.run(SOLVE_PROGRAM, arguments);
}

// z = (2, 0) is the only solution.
std::string solvable_lcp() { return replaced(lcp_text(), "-1.0]", "1.0]"); }

// -z - 1 >= 0 has no solution z >= 0.
constexpr char unsolvable_lcp[] = R"({"kind": "lcp", "n": 1, "q": [-1.0],
    "M": {"storage": "dense", "rows": 1, "cols": 1, "values": [-1.0]}})";

// Approaching at speed 1 without friction: every solver of planar friction has r = (1/2, 0, 1/2, 0) in one or two
// steps.
std::string planar_problem() {
  return R"({"kind": "friction-contact", "dimension": 2, "number_of_contacts": 2, "mu": [0.5, 0.5],
    "W": {"storage": "coo", "rows": 4, "cols": 4, "row_index": [0, 1, 2, 3], "col_index": [0, 1, 2, 3],
          "values": [2, 2, 2, 2]}, "q": [-1, 0.1, -1, 3]})";
}

std::vector<std::string> entries(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a solved LCP is written to the standard output", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", solvable_lcp());
  const ProgramResult result = solve(sandbox, "problem.json --solver lemke");
  CAPTURE(result.output, result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.errors.empty());
  const json answer = json::parse(result.output);
  CHECK(answer.at("status") == "solved");
  CHECK(answer.at("solver") == "lemke");
  CHECK(answer.at("iterations").is_number_integer());
  CHECK(answer.at("residual") == 0.0);
  CHECK(answer.at("natural_residual") == 0.0);
  CHECK(answer.at("prox_residual") == 0.0);
  CHECK(answer.at("time_s").get<double>() >= 0.0);
  CHECK(answer.at("problem") == "small-lcp");
  CHECK(answer.at("kind") == "lcp");
  CHECK(answer.at("tolerance") == 1e-8);
  CHECK(answer.at("solution") == json({2.0, 0.0}));
  CHECK_FALSE(answer.contains("relative_residual"));
}

TEST_CASE("a solution file appears whole, and nothing beside it", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", planar_problem());
  sandbox.write("out/solution.json", "old");
  const ProgramResult result = solve(sandbox, "problem.json --solver lemke --tolerance 1e-12 --out out/solution.json");
  CAPTURE(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output.empty());
  CHECK(entries(sandbox.path("out")) == std::vector<std::string>{"solution.json"});
  const json answer = json::parse(sandbox.text("out/solution.json"));
  CHECK(answer.at("status") == "solved");
  CHECK(answer.at("tolerance") == 1e-12);
  CHECK(answer.at("residual").get<double>() <= 1e-12);
  CHECK(answer.contains("relative_residual"));
  // Contact 1 sticks against 0.1, contact 2 slides: normal component first.
  const auto r = answer.at("solution").get<std::vector<double>>();
  REQUIRE(r.size() == 4);
  const std::vector<double> expected = {0.5, -0.05, 0.5, -0.25};
  for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(r[i] - expected[i]) <= 1e-12);  // the tolerance asked for
}

TEST_CASE("every format of a problem gives the same answer", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", planar_problem());
  std::vector<std::string> names = {"copy.json", "copy.json.gz"};
  if (contact_data::hdf5_available()) names.push_back("copy.hdf5");
  const json expected = json::parse(solve(sandbox, "problem.json --solver lemke").output);
  for (const std::string& name : names) {
    const ProgramResult converted = solve(sandbox, "problem.json --convert " + name);
    CAPTURE(name, converted.errors);
    CHECK(converted.exit_code == 0);
    CHECK(converted.output.empty());
    CHECK(sandbox.text(name) == contact_data::encode(contact_data::read_contact_data(sandbox.path("problem.json")),
                                                     contact_data::format_of(name)));
    const ProgramResult solved = solve(sandbox, name + " --solver lemke");
    CHECK(solved.exit_code == 0);
    CHECK(json::parse(solved.output).at("solution") == expected.at("solution"));
  }
}

TEST_CASE("an unsolved problem has exit code 1 and the best answer there is", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", unsolvable_lcp);
  const ProgramResult result = solve(sandbox, "problem.json --solver lemke --out solution.json");
  CAPTURE(result.errors);
  CHECK(result.exit_code == 1);
  CHECK(result.errors.empty());
  const json answer = json::parse(sandbox.text("solution.json"));
  CHECK(answer.at("status") == "infeasible");
  CHECK(answer.at("residual") == 1.0);
  CHECK(answer.at("solution").size() == 1);

  // A disc in an LCP: the solver has no answer, the vector of zeros is one.
  sandbox.write("disc.json", contact_data::encode(sliding_contact(), contact_data::Format::json));
  const ProgramResult disc = solve(sandbox, "disc.json --solver lemke");
  CHECK(disc.exit_code == 1);
  const json unsolved = json::parse(disc.output);
  CHECK(unsolved.at("status") == "not_applicable");
  CHECK(unsolved.at("solution") == json({0.0, 0.0, 0.0}));
  CHECK(std::abs(unsolved.at("residual").get<double>() - std::sqrt(0.8) / 4.0) <= 1e-15);  // by hand; rounding
}

TEST_CASE("every solver's verdict is one that the file's numbers bear out", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("lcp.json", solvable_lcp());
  sandbox.write("unsolvable.json", unsolvable_lcp);
  sandbox.write("planar.json", planar_problem());
  sandbox.write("spatial.json", contact_data::encode(sliding_contact(), contact_data::Format::json));
  for (const std::string& solver : contact_solver_names()) {
    for (const std::string name : {"lcp.json", "unsolvable.json", "planar.json", "spatial.json"}) {
      std::string arguments = name;
      arguments.append(" --tolerance 1e-9 --time-limit 10 --solver ").append(solver);
      const ProgramResult result = solve(sandbox, arguments);
      CAPTURE(solver, name, result.output, result.errors);
      const json answer = json::parse(result.output);
      const bool solved = answer.at("status") == "solved";
      CHECK(result.exit_code == (solved ? 0 : 1));
      CHECK(answer.at("solver") == solver);
      const contact_data::ContactData data = contact_data::read_contact_data(sandbox.path(name));
      const auto x = answer.at("solution").get<std::vector<double>>();
      const contact_data::Residuals measured = contact_data::residuals(data, x);
      CHECK(answer.at("residual") == measured.scaled);
      CHECK(answer.at("natural_residual") == measured.natural);
      if (solved) CHECK(std::max(measured.scaled, answer.at("prox_residual").get<double>()) <= 1e-9);
      if (name == "unsolvable.json") CHECK_FALSE(solved);
    }
  }
}

TEST_CASE("without a name the default solver solves", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", solvable_lcp());
  const ProgramResult result = solve(sandbox, "problem.json");
  CHECK(result.exit_code == 0);
  CHECK(json::parse(result.output).at("solver") == std::string(default_contact_solver()));
}

TEST_CASE("problems without unknowns are solved by nothing", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("lcp.json", R"({"kind": "lcp", "n": 0, "q": [],
      "M": {"storage": "dense", "rows": 0, "cols": 0, "values": []}})");
  sandbox.write("contacts.json", R"({"kind": "friction-contact", "dimension": 3, "number_of_contacts": 0, "mu": [],
      "q": [], "W": {"storage": "block-coo", "rows": 0, "cols": 0, "block_size": 3, "block_row": [], "block_col": [],
      "values": []}})");
  for (const std::string name : {"lcp.json", "contacts.json"}) {
    const ProgramResult result = solve(sandbox, name + " --solver lemke");
    CAPTURE(name, result.output, result.errors);
    CHECK(result.exit_code == 0);
    CHECK(json::parse(result.output).at("solution").empty());
  }
}

TEST_CASE("a file's start is used on request only", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("start.json", solvable_lcp());
  sandbox.write("none.json", unsolvable_lcp);
  CHECK(solve(sandbox, "start.json --start --solver lemke").exit_code == 0);
  const ProgramResult result = solve(sandbox, "none.json --start");
  CHECK(result.exit_code == 2);
  CHECK_THAT(result.errors, contains("none.json has no start"));
}

TEST_CASE("bad input is refused with one sentence, and nothing is written", "[tools]") {
  struct Refusal {
    std::string arguments;
    std::vector<std::string> words;
  };
  const std::vector<Refusal> refusals = {
      {"", {"not named"}},
      {"''", {"empty"}},
      {"problem.json problem.json", {"unexpected argument 'problem.json'"}},
      {"problem.json --frobnicate", {"'--frobnicate'"}},
      {"problem.json -x", {"'-x'"}},
      {"absent.json", {"absent.json", "No such file"}},
      {"out", {"it is a directory"}},
      {"nan.json", {"nan.json", "not valid JSON"}},
      {"wrong.json", {"wrong.json", "q must have 2 numbers (n), not 1"}},
      {"problem.json --solver gauss", {"'gauss'", "lemke"}},
      {"problem.json --solver", {"option --solver needs a value"}},
      {"problem.json --solver --start", {"option --solver needs a value"}},
      {"problem.json --solver lemke --solver lemke", {"--solver", "more than once"}},
      {"problem.json --tolerance 0", {"--tolerance", "'0' is not a positive"}},
      {"problem.json --tolerance -1e-8", {"--tolerance", "'-1e-8'"}},
      {"problem.json --tolerance nan", {"--tolerance", "'nan'"}},
      {"problem.json --tolerance inf", {"--tolerance", "'inf'"}},
      {"problem.json --tolerance tight", {"--tolerance", "'tight'"}},
      {"problem.json --tolerance", {"option --tolerance needs a value"}},
      {"problem.json --time-limit 0", {"--time-limit", "'0'"}},
      {"problem.json --time-limit soon", {"--time-limit", "'soon'"}},
      {"problem.json --max-iterations 0", {"--max-iterations", "'0'"}},
      {"problem.json --max-iterations 2.5", {"--max-iterations", "'2.5'"}},
      {"problem.json --max-iterations 99999999999", {"--max-iterations", "99999999999 is more than"}},
      {"problem.json --out ''", {"option --out", "empty"}},
      {"problem.json --out out", {"option --out", "out is a directory"}},
      {"problem.json --out absent/solution.json", {"absent/solution.json", "No such file"}},
      {"problem.json --out problem.json", {"option --out", "is the problem itself"}},
      {"problem.json --convert problem.json", {"option --convert", "is the problem itself"}},
      {"problem.json --convert copy.txt", {"copy.txt", ".json.gz"}},
      {"problem.json --convert copy.json --out solution.json", {"--convert and --out exclude"}},
      {"problem.json --convert copy.json --solver lemke", {"--convert and --solver exclude"}},
      {"problem.json --convert copy.json --start", {"--convert and --start exclude"}},
      {"problem.json --convert copy.hdf5", {contact_data::hdf5_available() ? "FCLIB" : "no HDF5"}},
      {"wrong.json --out old.json", {"wrong.json"}},
      {"wrong.json --convert old.json", {"wrong.json"}},
  };
  const Sandbox sandbox;
  sandbox.write("problem.json", solvable_lcp());
  sandbox.write("nan.json", replaced(solvable_lcp(), "[-4.0, 2.0]", "[-4.0, NaN]"));
  sandbox.write("wrong.json", replaced(solvable_lcp(), "[-4.0, 2.0]", "[-4.0]"));
  sandbox.write("old.json", "old");
  std::filesystem::create_directories(sandbox.path("out"));
  solve(sandbox, "--version");
  const std::vector<std::string> before = entries(sandbox.path("."));
  for (const Refusal& refusal : refusals) {
    const ProgramResult result = solve(sandbox, refusal.arguments);
    CAPTURE(refusal.arguments, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_THAT(result.errors, Catch::Matchers::StartsWith("nsdbench-solve: "));
    for (const std::string& word : refusal.words) CHECK_THAT(result.errors, contains(word));
    CHECK(entries(sandbox.path(".")) == before);
    CHECK(sandbox.text("old.json") == "old");
    CHECK(sandbox.text("problem.json") == solvable_lcp());
    CHECK(entries(sandbox.path("out")).empty());
  }
}

TEST_CASE("devices are written to and stay devices", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", solvable_lcp());
  std::filesystem::create_symlink("elsewhere.json", sandbox.path("link.json"));
  sandbox.write("elsewhere.json", "old");
  CHECK(solve(sandbox, "problem.json --out /dev/null").exit_code == 0);
  CHECK(std::filesystem::is_character_file("/dev/null"));
  for (const bool there : {true, false}) {
    CAPTURE(there);
    if (!there) std::filesystem::remove(sandbox.path("elsewhere.json"));
    CHECK(solve(sandbox, "problem.json --out link.json").exit_code == 0);
    CHECK(std::filesystem::is_symlink(sandbox.path("link.json")));
    CHECK_THAT(sandbox.text("elsewhere.json"), contains("\"status\": \"solved\""));
  }
  if (!std::filesystem::exists("/dev/full")) return;
  const ProgramResult full = solve(sandbox, "problem.json --out /dev/full");
  CHECK(full.exit_code == 2);
  CHECK_THAT(full.errors, contains("/dev/full"));
}

#ifdef __linux__
TEST_CASE("what is open already is written to where it stands", "[tools]") {
  const Sandbox sandbox;
  sandbox.write("problem.json", solvable_lcp());
  std::filesystem::create_symlink("/dev/stdout", sandbox.path("link"));
  const auto written_to = [&](const std::string& name) {
    sandbox.write("all.txt", "old\n");
    const std::string command = "echo before; " SOLVE_PROGRAM " problem.json --out " + name + "; echo after";
    CHECK(sandbox.run("/bin/sh", "-c '{ " + command + "; } >> all.txt 3>&1'").exit_code == 0);
    return sandbox.text("all.txt");
  };
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/./fd/3", "link"}) {
    CAPTURE(name);
    const std::string text = written_to(name);
    CHECK_THAT(text, Catch::Matchers::StartsWith("old\nbefore\n{\n") && Catch::Matchers::EndsWith("}\nafter\n"));
    CHECK_THAT(text, contains("\"status\": \"solved\""));
  }
  for (const char* name : {"/dev/fd/77", "/dev/fd/4 4< old.txt"}) {
    CAPTURE(name);
    sandbox.write("old.txt", "old");
    const ProgramResult result = solve(sandbox, std::string("problem.json --out ") + name);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("cannot write /dev/fd/") && contains("Bad file descriptor"));
    CHECK(sandbox.text("old.txt") == "old");
  }
}
#endif

TEST_CASE("the program says what it is and which solvers there are", "[tools]") {
  const Sandbox sandbox;
  const ProgramResult help = solve(sandbox, "--help");
  CHECK(help.exit_code == 0);
  for (const char* word : {"PROBLEM", "--solver", "--tolerance", "--out", "--convert", "Exit code"}) {
    CHECK_THAT(help.output, contains(word));
  }
  const ProgramResult version = solve(sandbox, "--version");
  CHECK(version.exit_code == 0);
  CHECK_THAT(version.output, Catch::Matchers::StartsWith("nsdbench ") && contains(", commit "));
  const ProgramResult solvers = solve(sandbox, "--list-solvers");
  CHECK(solvers.exit_code == 0);
  CHECK(std::count(solvers.output.begin(), solvers.output.end(), '\n') ==
        static_cast<std::ptrdiff_t>(contact_solvers().size()));
  for (const ContactSolverEntry& solver : contact_solvers()) {
    CHECK_THAT(solvers.output, contains(std::string(solver.name) + "  " + std::string(solver.description)));
  }
}
