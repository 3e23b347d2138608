// Sweeps over whole runs of an experiment, here the toy behind a script that can be slow or be killed.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/record_schema.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

namespace {

using nsdbench::testing::ProgramResult;
using nsdbench::testing::Sandbox;

namespace fs = std::filesystem;

// Programs stand in bin/. The step of 0.25 s never ends unless the file `fast` is there; that of 0.125 s ends by a
// signal unless `fast` is there.
struct ToySandbox : Sandbox {
  ToySandbox() {
    fs::create_directory(path("bin"));
    fs::copy(SWEEP_PROGRAM, path("bin/nsdbench-sweep"));
    write("bin/toy",
          "#!/bin/sh\n[ -e fast ] || case \"$*\" in\n  *--dt=0.25*) exec sleep 600 ;;\n"
          "  *--dt=0.125*) kill -s KILL $$ ;;\nesac\nexec '" +
              (nsdbench::testing::binary_directory() / "tests/toy").string() + "' \"$@\"\n");
    fs::permissions(path("bin/toy"), fs::perms::owner_all);
  }
  ProgramResult sweep(const std::string& arguments) const { return run("bin/nsdbench-sweep", arguments); }
  // With these steps in seconds.
  void write_sweep(const std::string& steps, const std::string& more = R"("settings": {"--full": ""})") const {
    write("toy.json", R"({"sweep": "toy_steps", "experiment": "toy", )" + more + R"(,
      "axes": [{"input": "m", "values": [1, 2, 4]}, {"input": "--dt", "values": [)" +
                          steps +
                          R"(]}], "quantities": ["final_height", "final_height.uncertainty", "final_energy"]})");
  }
};

}  // namespace

TEST_CASE("a sweep of an experiment has the numbers of its runs, however it is computed") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  const ProgramResult plan = sandbox.sweep("plan toy.json --out s");
  INFO(plan.errors);
  REQUIRE(plan.exit_code == 0);
  CHECK(plan.output == "toy_steps: 6 cases of toy; the plan is in s\n");
  REQUIRE(sandbox.sweep("run s --threads 3").exit_code == 0);
  REQUIRE(sandbox.sweep("status s").exit_code == 0);
  REQUIRE(sandbox.sweep("merge s").exit_code == 0);
  const std::string merged = sandbox.text("s/merged.csv");
  CHECK(merged.starts_with("m,dt,final_height,final_height_uncertainty,final_energy,state\n"));

  REQUIRE(sandbox.toy("--full --set m=4 --dt 0.05 --out by_hand").exit_code == 0);
  const auto record = nlohmann::json::parse(sandbox.text("by_hand/record.json"));
  const auto& height = record.at("quantities").at("final_height");
  const std::string last_row = "4,0.05," + height.at("value").dump() + "," + height.at("uncertainty").dump() + "," +
                               record.at("quantities").at("final_energy").at("value").dump() + ",computed\n";
  CHECK(merged.ends_with(last_row));

  const nsdbench::testing::RecordSchema schema("sweeps/sweep_record.schema.json");
  auto summary = nlohmann::json::parse(sandbox.text("s/record.json"));
  CHECK(schema.complaint(summary).empty());
  for (const char* key : {"program", "files", "inputs", "quantities"}) {
    auto changed = summary;
    changed.at("plan").at("planned").erase(key);
    CHECK_FALSE(schema.complaint(changed).empty());
  }
  summary.at("plan").erase("planned");
  CHECK_FALSE(schema.complaint(summary).empty());

  REQUIRE(sandbox.sweep("plan toy.json --out t").exit_code == 0);
  REQUIRE(sandbox.sweep("run t --chunk 2/2 --threads 1").exit_code == 0);
  CHECK(sandbox.sweep("status t").exit_code == 1);
  REQUIRE(sandbox.sweep("run t --chunk 1/2 --threads 1").exit_code == 0);
  REQUIRE(sandbox.sweep("merge t").exit_code == 0);
  CHECK(sandbox.text("t/merged.csv") == merged);
  CHECK(sandbox.text("t/record.json") == sandbox.text("s/record.json"));
}

TEST_CASE("what an experiment does not know, or refuses, is said before anything is written") {
  const ToySandbox sandbox;
  const auto refused = [&](const std::string& part, int code = 2) {
    const ProgramResult result = sandbox.sweep("plan toy.json --out s");
    INFO(result.errors);
    CHECK(result.exit_code == code);
    CHECK(result.errors.find(part) != std::string::npos);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_FALSE(sandbox.exists("s"));
  };
  const auto with = [&](const std::string& old_text, const std::string& new_text) {
    sandbox.write_sweep("0.1, 0.05");
    std::string text = sandbox.text("toy.json");
    const std::size_t place = text.find(old_text);
    REQUIRE(place != std::string::npos);
    sandbox.write("toy.json", text.replace(place, old_text.size(), new_text));
  };
  with(R"("experiment": "toy")", R"("experiment": "pendulum")");
  refused("there is no experiment 'pendulum'");
  with(R"("experiment": "toy")", R"("experiment": "../bin/toy")");
  refused("experiment must be a name");
  with(R"("experiment": "toy")", R"("experiment": "toy", "map": "woodpecker_basins")");
  refused("either a map or an experiment");
  with(R"("input": "m")", R"("input": "mass")");
  refused("the experiment 'toy' refuses a case: option --set: unknown parameter 'mass'");
  with("[1, 2, 4]", "[1, 2, -4]");
  refused("parameter m = -4 is not allowed");
  with(R"("--dt")", R"("--step")");
  refused("--step");
  with(R"("--dt")", R"("--record-every")");
  refused("option '--record-every' of the experiment 'toy' cannot be set by a sweep");
  with(R"("--full": "")", R"("--out": "elsewhere")");
  refused("option '--out'");
  with(R"("--full": "")", R"("--parameters=other.json": "")");
  refused("option '--parameters=other.json'");
  with(R"("--full": "")", R"("--full": "--out=elsewhere")");
  refused("elsewhere");
  CHECK_FALSE(sandbox.exists("elsewhere"));
  with(R"("--full": "")", R"("full": "yes")");
  refused("setting 'full' of the experiment 'toy' must be an option");
  with(R"(["final_height",)", R"(["final_height", "period",)");
  refused("the experiment 'toy' has no quantity 'period': it has final_height, final_height.uncertainty");
  with(R"("final_energy"])", R"("final_energy"], "refine": {"by": "final_energy", "coarsest": 1})");
  refused("must have axes with from and to");
  with(R"("final_energy"])", R"("final_energy"], "planned": {})");
  refused("'planned' is what a plan adds");
  sandbox.write_sweep("2, 4", R"("settings": {"--end-time": "10"})");
  refused(
      "neither the first nor the last case of the experiment 'toy' can be computed: the computation failed: a time "
      "step above 1 s",
      1);
  CHECK(sandbox.sweep("experiment toy").output.find("epsilon = 0.5 1  restitution") != std::string::npos);
}

TEST_CASE("no program is started that is not an experiment's") {
  const ToySandbox sandbox;
  for (const char* name : {"bin/echo", "experiments/echo"}) {
    sandbox.write(name, "#!/bin/sh\ntouch started\n");
    fs::permissions(sandbox.path(name), fs::perms::owner_all);
  }
  const std::string echo = sandbox.path("bin/echo").string();
  for (const std::string& name : {std::string("pendulum"), std::string("echo"), echo, std::string("../bin/echo"),
                                  std::string("../bin/toy"), std::string("toy/../echo"), std::string("toy/figures"),
                                  std::string("."), std::string("''"), std::string("nsdbench-sweep")}) {
    const ProgramResult result = sandbox.sweep("experiment " + name);
    INFO(name + ": " + result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find("there is no experiment '" + (name == "''" ? "" : name) +
                             "': those are toy in experiments\n") != std::string::npos);
  }
  sandbox.write_sweep("0.1, 0.05");
  std::string text = sandbox.text("toy.json");
  sandbox.write("echo.json", text.replace(text.find(R"("toy")"), 5, R"("echo")"));
  CHECK(sandbox.sweep("plan echo.json --out s").exit_code == 2);
  // Nor by a plan that names another one than was planned.
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  text = sandbox.text("s/plan.json");
  const std::string experiment = R"("experiment": "toy")";
  REQUIRE(text.find(experiment) != std::string::npos);
  sandbox.write("s/plan.json", text.replace(text.find(experiment), experiment.size(), R"("experiment": "echo")"));
  const ProgramResult run = sandbox.sweep("run s");
  CHECK(run.exit_code == 2);
  CHECK(run.errors.find("there is no experiment 'echo'") != std::string::npos);
  CHECK_FALSE(sandbox.exists("started"));
  fs::remove(sandbox.path("bin/toy"));
  CHECK(sandbox.sweep("experiment toy").errors.find("the experiment 'toy' has not been built") != std::string::npos);
}

TEST_CASE("a folder that takes no plan is refused before the experiment runs") {
  const ToySandbox sandbox;
  sandbox.write("bin/toy", "#!/bin/sh\ntouch started\n");
  sandbox.write("a_file", "");
  sandbox.write_sweep("0.1, 0.05");
  for (const char* folder : {"/dev/null", "a_file", "a_file/s"}) {
    const ProgramResult result = sandbox.sweep("plan toy.json --out " + std::string(folder));
    INFO(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.errors.find(folder) != std::string::npos);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
  }
  CHECK_FALSE(sandbox.exists("started"));
  CHECK(sandbox.sweep("plan toy.json --out s").exit_code != 0);  // what the runs themselves come to
  CHECK(sandbox.exists("started"));
  CHECK_FALSE(sandbox.exists("s"));
}

TEST_CASE("a case that the experiment cannot compute has failed with its sentence") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 2, 0.05", R"("settings": {"--end-time": "10"})");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  const ProgramResult run = sandbox.sweep("run s");
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("9 cases computed, 3 failed\n  case 1: the computation failed: a time step above 1 s") !=
        std::string::npos);
  CHECK(sandbox.sweep("merge s").exit_code == 1);
  CHECK(sandbox.text("s/merged.csv").find("\n1,2,,,,failed\n") != std::string::npos);
}

TEST_CASE("cases that are too slow or killed stay missing, with the reason, and a later run computes them") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.25, 0.125, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  // Ten times what a run of the toy takes on a machine with much other work.
  const ProgramResult run = sandbox.sweep("run s --case-limit 3 --threads 4");
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("6 cases computed, 0 failed\nleft out, and missing therefore:\n"
                        "  case 1: it was not done after 3 s\n"
                        "  case 2: its process was ended by signal 9\n") != std::string::npos);
  const ProgramResult status = sandbox.sweep("status s");
  CHECK(status.exit_code == 1);
  CHECK(
      status.output.find("6 cases done, 0 failed, 6 missing of 12\nleft out by the last run:\n  case 1: it was not") !=
      std::string::npos);
  CHECK(sandbox.sweep("merge s").exit_code == 2);
  sandbox.write("fast", "");
  REQUIRE(sandbox.sweep("run s").exit_code == 0);
  CHECK(sandbox.sweep("status s").output == "toy_steps: 12 cases done, 0 failed, none missing\n");
  REQUIRE(sandbox.sweep("merge s").exit_code == 0);

  REQUIRE(sandbox.sweep("plan toy.json --out t").exit_code == 0);
  REQUIRE(sandbox.sweep("run t").exit_code == 0);
  REQUIRE(sandbox.sweep("merge t").exit_code == 0);
  CHECK(sandbox.text("t/record.json") == sandbox.text("s/record.json"));
}

TEST_CASE("a reason reaches the terminal as text") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  sandbox.write("s/cases/000/000/000000.missing", "0 it was \x1b[2J\n");
  const ProgramResult status = sandbox.sweep("status s");
  CHECK(status.exit_code == 1);
  CHECK(status.output.find("left out by the last run:\n  case 0: it was \\x1b[2J\n") != std::string::npos);
}

TEST_CASE("of folders for temporary files only those of killed programs are removed") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  const std::string begin = "temporary/nsdbench-scratch-";
  sandbox.write(begin + "measured/by_hand.csv", "precious");
  sandbox.write(begin + "killed/.nsdbench-scratch", "");
  sandbox.write(begin + "killed/out/record.json", "{}");
  fs::create_directory(sandbox.path(begin + "empty"));
  fs::create_directory(sandbox.path("elsewhere"));
  fs::create_directory_symlink(sandbox.path("elsewhere"), sandbox.path(begin + "link"));
  const ProgramResult plan =
      sandbox.run("sh", "-c 'TMPDIR=$PWD/temporary exec bin/nsdbench-sweep plan toy.json --out s'");
  INFO(plan.errors);
  REQUIRE(plan.exit_code == 0);
  CHECK(sandbox.text(begin + "measured/by_hand.csv") == "precious");
  CHECK(fs::is_symlink(sandbox.path(begin + "link")));
  CHECK(std::distance(fs::directory_iterator(sandbox.path("temporary")), {}) == 2);
}

TEST_CASE("want of memory is no failure of a case, and whole numbers reach their options") {
  const ToySandbox sandbox;
  sandbox.write("toy.json", R"({"sweep": "cycles", "experiment": "toy", "quantities": ["steps"],
    "axes": [{"input": "--cycles", "values": [3, 2000000000, 1000000]}]})");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  const ProgramResult run = sandbox.sweep("run s");
  INFO(run.output);
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("2 cases computed, 0 failed\nleft out, and missing therefore:\n"
                        "  case 1: the computation needs more memory than there is\n") != std::string::npos);
  for (const std::string limit : {"0", "-1", "nan", "inf", "0x10"}) {
    const ProgramResult refused = sandbox.sweep("run s --case-limit " + limit);
    CHECK(refused.exit_code == 2);
    CHECK(refused.errors == "nsdbench-sweep: option --case-limit: '" + limit + "' is not a positive finite number\n");
  }
  // Programs that were started so do not hear of their children's ends.
  const ProgramResult deaf = sandbox.run("sh", "-c 'trap \"\" CHLD; exec bin/nsdbench-sweep run s'");
  CHECK(deaf.output.find("left out, and missing therefore") != std::string::npos);
}

TEST_CASE("results of another program or of other parameters never get into a plan") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  std::string parameters = nsdbench::testing::toy_parameters();
  parameters.replace(parameters.find("9.81"), 4, "9.82");
  sandbox.write(nsdbench::testing::parameters_name, parameters);
  const ProgramResult other_files = sandbox.sweep("run s");
  CHECK(other_files.exit_code == 2);
  CHECK(other_files.errors.find("the plan was made with other files (parameters FNV-1a-64 ") != std::string::npos);
  // A reference solution that a case compares with. That of another problem does not matter.
  parameters.replace(parameters.find("9.82"), 4, "9.81");
  sandbox.write(nsdbench::testing::parameters_name, parameters);
  const std::string truth = "reference/truth/toy.json";
  sandbox.write(truth, R"({"motions": [{"name": "fall", "switching_points": [], "states": [], "quantities": {}}]})");
  REQUIRE(sandbox.sweep("plan toy.json --out t").exit_code == 0);
  sandbox.write("reference/truth/other.json", "{}");
  REQUIRE(sandbox.sweep("run t --chunk 1/3").exit_code == 0);
  sandbox.write(truth,
                R"({"motions": [{"name": "free fall", "switching_points": [], "states": [], "quantities": {}}]})");
  const ProgramResult other_truth = sandbox.sweep("run t");
  CHECK(other_truth.exit_code == 2);
  CHECK(other_truth.errors.find(") than this run (truth/toy FNV-1a-64 ") != std::string::npos);
  std::filesystem::remove(sandbox.path(truth));
  parameters.replace(parameters.find("epsilon"), 7, "epsilom");
  sandbox.write(nsdbench::testing::parameters_name, parameters);
  const ProgramResult no_parameters = sandbox.sweep("run s");
  CHECK(no_parameters.exit_code == 2);
  CHECK(no_parameters.errors.find("parameters.json: unknown parameter 'epsilom'") != std::string::npos);
  CHECK(sandbox.sweep("status s").output.find("0 cases done, 0 failed, 6 missing") != std::string::npos);
  sandbox.write("bin/toy", sandbox.text("bin/toy") + "# changed\n");
  const ProgramResult other_program = sandbox.sweep("run s");
  CHECK(other_program.exit_code == 2);
  CHECK(other_program.errors.find("the plan was made with another build of the experiment 'toy'") != std::string::npos);
}

TEST_CASE("a plan that was changed by hand says no more to an experiment than a sweep file") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  const auto plan = nlohmann::json::parse(sandbox.text("s/plan.json"));
  const auto refused = [&](nlohmann::json changed, const std::string& because) {
    sandbox.write("s/plan.json", changed.dump());
    for (const char* command : {"run s", "merge s"}) {
      const ProgramResult result = sandbox.sweep(command);
      CAPTURE(command, because, result.errors);
      CHECK(result.exit_code == 2);
      CHECK(result.errors.find(because) != std::string::npos);
    }
  };
  auto changed = plan;
  const ProgramResult among = sandbox.sweep("plan toy.json --out reference/plans");
  CHECK(among.exit_code == 2);
  CHECK(among.errors.find("reference/plans lies among the suite's own files") != std::string::npos);
  changed.at("plan").erase("planned");
  refused(changed, "the plan of the experiment 'toy' has no 'planned'");
  changed = plan;
  changed.at("plan")["settings"]["--record"] = "motions.txt";
  refused(changed, "option '--record' of the experiment 'toy' cannot be set by a sweep");
  CHECK_FALSE(sandbox.exists("motions.txt"));
}

TEST_CASE("what a run of an experiment cannot write is no failure of its case") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  const ProgramResult result = sandbox.run("env", "TMPDIR=/nowhere bin/nsdbench-sweep run s");
  CHECK(result.exit_code == 2);
  CHECK(result.errors.find("temporary files") != std::string::npos);
  CHECK(sandbox.sweep("status s").output.find("0 cases done, 0 failed, 6 missing") != std::string::npos);
}

TEST_CASE("what a killed run leaves among temporary files is removed by the next") {
  const ToySandbox sandbox;
  sandbox.write_sweep("0.1, 0.25, 0.05");
  REQUIRE(sandbox.sweep("plan toy.json --out s").exit_code == 0);
  fs::create_directory(sandbox.path("tmp"));
  const auto left = [&] {
    return std::distance(fs::directory_iterator(sandbox.path("tmp")), fs::directory_iterator());
  };
  // The step of 0.25 s does not end.
  sandbox.run("env", "TMPDIR=tmp timeout -s KILL 2 bin/nsdbench-sweep run s --threads 1");
  CHECK(left() == 1);
  sandbox.write("fast", "");
  CHECK(sandbox.run("env", "TMPDIR=tmp bin/nsdbench-sweep run s").exit_code == 0);
  CHECK(left() == 0);
}
