#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

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
      {"--set", {"option --set needs a value"}},
      {"--dt", {"option --dt needs a value"}},
      {"--dt=", {"option --dt needs a value"}},
      {"--dt --quick", {"option --dt needs a value"}},
      {"--end-time", {"option --end-time needs a value"}},
      {"--cycles", {"option --cycles needs a value"}},
      {"--solver", {"option --solver needs a value"}},
      {"--parameters", {"option --parameters needs a value"}},
      {"--out", {"option --out needs a value"}},
      {"--out --quick", {"option --out needs a value"}},
      {"--quick --set", {"option --set needs a value"}},
      {"--dt 0", {"--dt", "0 s"}},
      {"--dt -1e-3", {"--dt", "-0.001 s"}},
      {"--dt 1e-300", {"--dt", "1e-300 s is too small", "1 s", "1e10 steps"}},
      {"--dt 1e-320", {"--dt", "too small"}},
      {"--end-time 1e300", {"--dt", "too small", "1e+300 s"}},
      {"--dt nan", {"--dt", "'nan'"}},
      {"--dt fast", {"--dt", "'fast'"}},
      {"--dt 1e-3 --dt 1e-4", {"--dt", "more than once"}},
      {"--end-time 0", {"--end-time", "not after the start"}},
      {"--end-time -2", {"--end-time", "-2 s"}},
      {"--end-time 1e-3", {"--end-time", "0.001 s", "0.01 s"}},
      {"--dt-min", {"option --dt-min needs a value"}},
      {"--dt-min 0", {"--dt-min", "positive", "0 s"}},
      {"--dt-min -1e-3", {"--dt-min", "-0.001 s"}},
      {"--dt-min nan", {"--dt-min", "'nan'"}},
      {"--dt-min inf", {"--dt-min", "'inf'"}},
      {"--dt-min 1e-16", {"--dt-min", "1e-16 s", "rounding", "1 s"}},
      {"--dt-min 0.2", {"--dt-max", "0.1 s", "0.2 s"}},
      {"--dt-max 1e-6", {"--dt-max", "1e-06 s", "1e-05 s"}},
      {"--dt-max 1e-2 --dt-max 1e-2", {"--dt-max", "more than once"}},
      {"--end-time 0.05 --dt-min 0.07", {"--end-time", "0.05 s", "0.07 s"}},
      {"--tolerance", {"option --tolerance needs a value"}},
      {"--tolerance 0", {"--tolerance", "0"}},
      {"--tolerance -1e-6", {"--tolerance", "-1e-6"}},
      {"--tolerance inf", {"--tolerance", "'inf'"}},
      {"--threads 0", {"--threads", "0"}},
      {"--threads 257", {"--threads", "257", "256"}},
      {"--threads 1.5", {"--threads", "'1.5'"}},
      {"--threads 1 --threads 2", {"--threads", "more than once"}},
      {"--export-step 3", {"--export-step", "--export-to", "without the other"}},
      {"--export-to step.json", {"--export-step", "--export-to", "without the other"}},
      {"--export-step 0 --export-to step.json", {"--export-step", "0"}},
      {"--export-step 3 --export-to step.txt", {"step.txt", ".json.gz"}},
      {"--parameters p.json --export-step 3 --export-to ./p.json", {"--export-to", "is the file of --parameters"}},
      {"--check p.json --export-step 3 --export-to p.json", {"--export-to", "is the file of --check"}},
      {"--out p.json/o --export-step 3 --export-to p.json", {"--export-to", "is the folder of the results, or above"}},
      {"--out reference/toy2000/out", {"--out", "among the suite's own files"}},
      {"--out experiments/../experiments", {"--out", "among the suite's own files"}},
      {"--export-step 3 --export-to reference/toy2000/claims.json", {"--export-to", "among the suite's own files"}},
      {"--out o --export-step 3 --export-to ./o/record.json", {"--export-to", "is the record of the results"}},
      {"\"$(printf -- '--x\\033[31m\\ny')\"", {"--x\\x1b[31m\\x0ay"}},
      {"--order 13", {"--order", "13", "1 to 12"}},
      {"--order -1", {"--order", "-1"}},
      {"--order 2.5", {"--order", "'2.5'"}},
      {"--atol -1e-8", {"--atol", "-1e-08", "negative"}},
      {"--rtol -1", {"--rtol", "-1", "negative"}},
      {"--atol nan", {"--atol", "'nan'"}},
      {"--atol 0", {"--atol", "--rtol", "positive"}},
      {"--step-limit 0", {"--step-limit", "0"}},
      {"--activation-gap -1e-9 --integrator moreau", {"--activation-gap", "-1e-09", "negative"}},
      {"--activation-gap nan --integrator moreau", {"--activation-gap", "'nan'"}},
      {"--step-limit 1e6", {"--step-limit", "'1e6'"}},
      {"--order 4 --atol 1e-8", {"--atol", "order of 4"}},
      {"--order 4 --rtol 1e-8", {"--rtol", "order of 4"}},
      {"--cycles 0", {"--cycles", "0"}},
      {"--cycles 1.5", {"--cycles", "'1.5'"}},
      {"--solver gauss", {"'gauss'", "lemke", "enumeration"}},
      {"--integrator", {"option --integrator needs a value"}},
      {"--integrator euler", {"unknown integrator 'euler'", "moreau", "implicit_euler"}},
      {"--integrator moreau --integrator moreau", {"--integrator", "more than once"}},
      {"--integrator moreau_adjusted", {"--integrator", "'moreau_adjusted' does not apply", "explicit Euler"}},
      {"--parameters absent.json", {"absent.json", "No such file"}},
      {"--parameters ''", {"option --parameters", "is empty"}},
      {"--out ''", {"option --out", "is empty"}},
      {"--quick=maybe", {"maybe"}},
      {"--quick --full", {"--quick", "--full", "one of them"}},
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
  for (const char* out : {"file", "file/below", "/dev/null"}) {
    CAPTURE(out);
    CHECK_THAT(sandbox.toy(std::string("--out ") + out).errors, contains("Not a directory"));
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

TEST_CASE("too little memory and infinite values are said plainly", "[experiments]") {
  const Sandbox sandbox;
  for (const char* arguments : {"--cycles 2000000000", "--cycles 2000000"}) {
    const ProgramResult result = sandbox.toy(arguments);
    CHECK(result.exit_code == 1);
    CHECK(result.errors == "toy: the computation needs more memory than there is\n");
  }
  const ProgramResult infinite = sandbox.toy("--set g=1e308 --dt 1 --end-time 100");
  CHECK(infinite.exit_code == 1);
  CHECK(infinite.errors ==
        "toy: the computation failed: column v_down of table toy_motion is infinite at these settings\n");
  CHECK_FALSE(sandbox.exists("results"));
}

TEST_CASE("a standard output that cannot be written to is noticed", "[experiments]") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("skipped: no /dev/full here");
    return;
  }
  const Sandbox sandbox;
  REQUIRE(sandbox.toy("").exit_code == 0);
  // In a shell of its own, since the sandbox redirects the output itself.
  const auto into_full = [&](const std::string& command) {
    return sandbox.run("/bin/sh", "-c '\"" + command + " > /dev/full'");
  };
  const std::string toy = std::string(TOY_PROGRAM) + "\" ";
  for (const std::string& command :
       {toy + "--help", toy + "-h", toy + "--version", toy + "--list-figures", toy + "--list-solvers",
        toy + "--list-integrators", toy, std::string(CLAIMS_PROGRAM) + "\" results",
        std::string(COMPARE_PROGRAM) + "\" results baseline --update"}) {
    const ProgramResult result = into_full(command);
    CAPTURE(command, result.errors);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, Catch::Matchers::EndsWith(": cannot write to the standard output\n"));
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
  }
}

TEST_CASE("what is asked for is listed", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult help = sandbox.toy("--help");
  CHECK(help.exit_code == 0);
  for (const char* option : {"--list-figures", "--list-solvers", "--list-integrators",
                             "--solver",       "--integrator",   "--dt",
                             "--dt-min",       "--dt-max",       "--order",
                             "--atol",         "--rtol",         "--step-limit",
                             "--end-time",     "--cycles",       "--tolerance",
                             "--threads",      "--export-step",  "--export-to",
                             "--set",          "--parameters",   "--quick",
                             "--full",         "--out",          "--activation-gap"}) {
    CHECK_THAT(help.output, contains(option));
  }
  CHECK_THAT(help.output, contains("results/toy") && contains("results/variants/toy"));
  const ProgramResult short_help = sandbox.toy("-h");
  CHECK(short_help.exit_code == 0);
  CHECK(short_help.output == help.output);
  const ProgramResult version = sandbox.toy("--version");
  CHECK(version.exit_code == 0);
  CAPTURE(version.output);
  CHECK(std::regex_match(version.output,
                         std::regex("nsdbench [0-9.]+, commit ([0-9a-f]{40}( with changes)?|unknown)\n")));
  const ProgramResult figures = sandbox.toy("--list-figures");
  CHECK(figures.exit_code == 0);
  CHECK(figures.output == "toy2000_fig1  Height and speed over time\n");
  const ProgramResult integrators = sandbox.toy("--list-integrators");
  CHECK(integrators.exit_code == 0);
  // Descriptions begin in one column; the default is marked, and why the others do not apply.
  CHECK_THAT(integrators.output, contains("\n  implicit_euler      implicit Euler"));
  CHECK_THAT(integrators.output, Catch::Matchers::StartsWith("* moreau              Moreau's midpoint rule"));
  CHECK_THAT(integrators.output, contains("\n                      does not apply here: the toy has explicit Euler"));
  const ProgramResult solvers = sandbox.toy("--list-solvers");
  CHECK(solvers.exit_code == 0);
  CHECK_THAT(solvers.output, Catch::Matchers::StartsWith("portfolio  "));
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
