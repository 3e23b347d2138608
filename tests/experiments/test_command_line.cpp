#include <algorithm>
#include <string>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/support/catch.hpp"

using namespace nsdbench::testing;

namespace {

struct Refusal {
  std::string arguments;
  std::vector<std::string> words;
};

}  // namespace

TEST_CASE("bad input is refused with one sentence and nothing written", "[experiments]") {
  const std::vector<Refusal> refusals = {
      {"--frobnicate", {"--frobnicate"}},
      {"-x", {"-x"}},
      {"more", {"'more'"}},
      {"--set mass=2", {"'mass'", "m, g, epsilon"}},
      {"--set m=1 --set m=2", {"m", "twice"}},
      {"--set m=-1", {"m = -1", "positive"}},
      {"--set m=0", {"m = 0", "positive"}},
      {"--set epsilon=1.2", {"epsilon = 1.2", "[0, 1]"}},
      {"--set m=nan", {"'nan'", "m"}},
      {"--set m=inf", {"'inf'", "m"}},
      {"--set m=1e", {"'1e'", "m"}},
      {"--set m=0x1", {"'0x1'", "m"}},
      {"--set m=", {"''", "m"}},
      {"--set m", {"'m'", "name=value"}},
      {"--set =1", {"'=1'", "name=value"}},
      {"--set", {"--set"}},
      {"--dt 0", {"--dt", "0 s"}},
      {"--dt -1e-3", {"--dt", "-0.001 s"}},
      {"--dt nan", {"--dt", "'nan'"}},
      {"--dt fast", {"--dt", "'fast'"}},
      {"--dt 1e-3 --dt 1e-4", {"--dt", "more than once"}},
      {"--end-time 0", {"--end-time", "not after the start"}},
      {"--end-time -2", {"--end-time", "-2 s"}},
      {"--end-time 1e-3", {"--end-time", "0.001 s", "0.01 s"}},
      {"--cycles 0", {"--cycles", "0"}},
      {"--cycles 1.5", {"--cycles", "'1.5'"}},
      {"--solver gauss", {"'gauss'", "lemke", "enumeration"}},
      {"--parameters absent.json", {"absent.json", "No such file"}},
      {"--out ''", {"--out"}},
      {"--quick=maybe", {"maybe"}},
  };
  const Sandbox sandbox;
  for (const Refusal& refusal : refusals) {
    const ProgramResult result = sandbox.toy(refusal.arguments);
    CAPTURE(refusal.arguments, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_THAT(result.errors, Catch::Matchers::StartsWith("toy: "));
    for (const std::string& word : refusal.words) CHECK_THAT(result.errors, contains(word));
    CHECK_FALSE(sandbox.exists("results"));
  }
}

TEST_CASE("a results directory that cannot be written to is refused before computing", "[experiments]") {
  const Sandbox sandbox;
  sandbox.write("file", "precious");
  for (const char* out : {"file", "file/below", "/proc/nsdbench"}) {
    // A time step above 1 s would let the computation fail with exit code 1.
    const ProgramResult result = sandbox.toy(std::string("--dt 2 --end-time 4 --out ") + out);
    CAPTURE(out, result.errors);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains("results directory") && contains(out));
  }
  CHECK(sandbox.text("file") == "precious");
}

TEST_CASE("a failed computation is exit code 1 and leaves nothing", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult result = sandbox.toy("--dt 2 --end-time 4");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("computation failed") && contains("above 1 s"));
  CHECK_FALSE(sandbox.exists("results"));
}

TEST_CASE("what is asked for is listed", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult help = sandbox.toy("--help");
  CHECK(help.exit_code == 0);
  for (const char* option : {"--list-figures", "--list-solvers", "--solver", "--dt", "--end-time", "--cycles", "--set",
                             "--parameters", "--quick", "--out"}) {
    CHECK_THAT(help.output, contains(option));
  }
  const ProgramResult figures = sandbox.toy("--list-figures");
  CHECK(figures.exit_code == 0);
  CHECK(figures.output == "toy2000_fig1  Height and speed over time\n");
  const ProgramResult solvers = sandbox.toy("--list-solvers");
  CHECK(solvers.exit_code == 0);
  CHECK_THAT(solvers.output, Catch::Matchers::StartsWith("lemke  "));
  CHECK_FALSE(sandbox.exists("results"));
}

TEST_CASE("figure scripts and claims must be there before anything is computed", "[experiments]") {
  const Sandbox sandbox;
  std::filesystem::remove(sandbox.path("experiments/toy/figures/toy2000_fig1.gp"));
  const ProgramResult no_script = sandbox.toy("");
  CHECK(no_script.exit_code == 2);
  CHECK_THAT(no_script.errors, contains("toy2000_fig1.gp"));

  const Sandbox other;
  other.write(claims_name, "{");
  const ProgramResult no_claims = other.toy("");
  CHECK(no_claims.exit_code == 2);
  CHECK_THAT(no_claims.errors, contains("claims.json"));
  CHECK_FALSE(other.exists("results"));
}
