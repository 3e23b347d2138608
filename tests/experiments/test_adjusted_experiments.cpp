// Experiments with adjusted steps, or with parts of their own, run as a user runs them.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::testing;

namespace {

// With the suite's own reference data, not the sandbox's.
ProgramResult run(const Sandbox& sandbox, const std::string& experiment, const std::string& arguments) {
  return sandbox.run("/usr/bin/env", "-u NSDBENCH_REFERENCE_DATA_DIR -u NSDBENCH_EXPERIMENTS_DIR " PROGRAMS_DIR "/" +
                                         experiment + " " + arguments);
}

struct Refusal {
  std::string experiment, arguments;
  std::vector<std::string> words;
};

}  // namespace

TEST_CASE("what only the experiment knows to be wrong is refused with one sentence", "[experiments]") {
  const std::vector<Refusal> refusals = {
      {"sliding_point_mass", "--solver lemke", {"--solver", "'lemke'", "does not apply"}},
      {"sliding_point_mass", "--set a=-1", {"a = -1"}},
      {"sliding_point_mass", "--set u_x_0=nan", {"'nan'", "u_x_0"}},
      {"impact_oscillator_convergence", "--set x_0=0.1", {"x_0", "0.1"}},
      {"impact_oscillator_convergence", "--dt-min 1e-15", {"--dt-min", "1e-15 s", "rounding"}},
      {"damped_oscillator_convergence", "--set k_3=1", {"k_3"}},
      {"bouncing_ball_accumulation", "--dt-min 0.1", {"--dt-max", "0.05 s", "0.1 s"}},
      {"bouncing_ball_accumulation", "--set z_0=0", {"z_0 = 0"}},
      {"woodpecker_stability", "--set mu_2=-0.1", {"mu_2 = -0.1"}},
      {"woodpecker_stability", "--set r_M=0.0025", {"r_M = 0.0025", "wider than the pole"}},
      {"inclined_plane_stick_slip", "--solver lemke", {"--solver", "'lemke'", "does not apply"}},
      {"inclined_plane_stick_slip", "--set mu=0.2", {"mu_0 = 0.098", "mu = 0.2"}},
      {"inclined_plane_motion_map", "--solver enumeration", {"--solver", "'enumeration'", "does not apply"}},
      {"inclined_plane_motion_map", "--set m=0", {"m = 0", "positive"}},
      {"disk_pile", "--tolerance 0", {"--tolerance", "'0'"}},
      {"disk_pile", "--set r=0", {"r = 0"}},
      // The inverse of a diameter of 2e-320 m is not finite.
      {"disk_pile", "--set r=1e-320", {"centres of the disks are not allowed"}},
      {"disk_mixing", "--set disks=5000", {"disks = 5000", "R = 0.257 m", "has room for"}},
      {"disk_mixing", "--set disks=100.5", {"disks = 100.5", "whole number"}},
      {"disk_mixing", "--set epsilon_N=2", {"epsilon_N = 2"}},
      {"disk_mixing", "--tolerance 0", {"--tolerance", "'0'"}},
      {"disk_mixing", "--quick --export-step 3 --export-to nowhere/problem.json", {"cannot write", "nowhere"}},
      {"disk_mixing", "--threads 0", {"--threads", "'0'"}},
      {"disk_mixing", "--integrator event_driven", {"--integrator", "'event_driven' does not apply"}},
      {"prismatic_clearance_cases", "--dt-min 2e-3", {"--dt-max", "0.001 s", "0.002 s"}},
      {"prismatic_clearance_cases", "--dt-max 1e-5", {"--dt-max", "1e-05 s", "1e-04 s"}},
      {"prismatic_clearance_cases", "--order 2", {"--order", "2", "order 1"}},
      {"prismatic_clearance_cases", "--step-limit 7", {"--step-limit", "7"}},
      {"prismatic_clearance_cases", "--set c=0", {"c = 0", "positive"}},
      {"prismatic_clearance_cases", "--set s=0.02", {"s = 0.02", "0.01 m"}},
      {"woodpecker_step_size_adjustment", "--order 13", {"--order", "13"}},
      {"woodpecker_step_size_adjustment", "--dt 1e-5", {"--dt"}},
      {"woodpecker_step_size_adjustment", "--set r_M=0.002", {"r_M"}},
  };
  const Sandbox sandbox;
  for (const Refusal& refusal : refusals) {
    const ProgramResult result = run(sandbox, refusal.experiment, refusal.arguments);
    CAPTURE(refusal.experiment, refusal.arguments, result.errors);
    CHECK(result.exit_code == 2);
    CHECK(result.output.empty());
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_THAT(result.errors, Catch::Matchers::StartsWith(refusal.experiment + ": "));
    for (const std::string& word : refusal.words) CHECK_THAT(result.errors, contains(word));
    CHECK_FALSE(sandbox.exists("results"));
  }
}

// README's example. In one of the runs with larger steps the sleeve jams.
TEST_CASE("a motion without a cycle is a result: exit code 0, and the record says so", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult result =
      run(sandbox, "woodpecker_limit_cycle", "--quick --set mu_2=0.35 --set mu_3=0.35 --out more");
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.errors, contains("the motion is not cyclic"));
  const auto record = nlohmann::json::parse(sandbox.text("more/record.json"));
  CHECK_THAT(record["notes"].dump(), contains("The run ended early") && contains("not cyclic"));
  CHECK_FALSE(record["quantities"].contains("period"));
  CHECK(record["tables"].contains("time_history"));
  for (const auto& claim : record["claims"]) CHECK(claim["verdict"] == "not evaluated");
}

TEST_CASE("a run of disk_mixing that ends early is not judged as a whole one", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult result = run(sandbox, "disk_mixing", "--quick --tolerance 1e-14 --out early");
  CHECK(result.exit_code == 1);
  const auto record = nlohmann::json::parse(sandbox.text("early/record.json"));
  CHECK(record["quantities"]["steps_missing"]["value"] > 0.0);
  REQUIRE(record["claims"].size() > 1);
  for (const auto& claim : record["claims"]) {
    CAPTURE(claim["id"].dump());
    CHECK(claim["verdict"] == (claim["id"] == "studer2008-disks-solved" ? "not reproduced" : "not evaluated"));
  }
}

TEST_CASE("disk_mixing has no bound of penetrations for restitution above 1/2", "[experiments]") {
  const Sandbox sandbox;
  const std::string small = "--quick --set disks=200 --set R=0.115 --end-time 0.1";
  REQUIRE(run(sandbox, "disk_mixing", small + " --set epsilon_N=0.5 --out with").exit_code == 0);
  REQUIRE(run(sandbox, "disk_mixing", small + " --set epsilon_N=0.51 --out without").exit_code == 0);
  const auto with = nlohmann::json::parse(sandbox.text("with/record.json"));
  const auto without = nlohmann::json::parse(sandbox.text("without/record.json"));
  CHECK(with["quantities"].contains("penetration_share_max"));
  CHECK_FALSE(without["quantities"].contains("penetration_share_max"));
  CHECK(without["quantities"].contains("max_penetration"));
  // A quick run says which parameters it took, and instead of which.
  const auto& parameters = with["parameters"]["disk_mixing"];
  CHECK(parameters["disks"]["value"] == 50);
  CHECK(parameters["disks"]["given"] == 200);
  CHECK_FALSE(parameters["epsilon_N"].contains("given"));
  CHECK(parameters["disks"]["source"] == "quick run: instead of 200 (--set)");
  CHECK(parameters["R"]["value"] == 0.0575);
  CHECK(parameters["epsilon_N"]["source"] == "--set");
}

TEST_CASE("a coarse tolerance leaves the hopper of disk_pile its own", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult result = run(sandbox, "disk_pile", "--quick --tolerance 1e-3 --out coarse");
  CHECK(result.exit_code == 0);
  const auto record = nlohmann::json::parse(sandbox.text("coarse/record.json"));
  CHECK(record["method"]["hopper_tolerance"] == 1e-3);
  CHECK(record["quantities"].contains("outlet_offset"));
}

TEST_CASE("a part of disk_pile that fails leaves the others to the record", "[experiments]") {
  const Sandbox sandbox;
  // In a step of 0.1 s disks fall through five diameters: nothing in the hopper has a meaning.
  const ProgramResult result = run(sandbox, "disk_pile", "--quick --tolerance 1e-3 --dt 0.1 --out part");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("the part 'hopper' did not come to its end"));
  const auto record = nlohmann::json::parse(sandbox.text("part/record.json"));
  CHECK_THAT(record["notes"].dump(), contains("'hopper'"));
  CHECK_FALSE(record["quantities"].contains("outlet_offset"));
  CHECK(record["quantities"].contains("column_force_error_max_100_disks"));
  CHECK(record["tables"].contains("chain_push"));
}

TEST_CASE("a step limit ends the motion, and what was accepted is kept", "[experiments]") {
  const Sandbox sandbox;
  // Some 2000 base steps reach the end of the sliding mass's motion.
  const ProgramResult result = run(sandbox, "sliding_point_mass", "--step-limit 500 --out short");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("step limit") && contains("ended at t = "));
  const auto record = nlohmann::json::parse(sandbox.text("short/record.json"));
  const std::string notes = record["notes"].dump();
  CHECK_THAT(notes, contains("ended early") && contains("step limit"));
  CHECK(record["method"]["motion_status"] == "step limit");
  CHECK_FALSE(record["quantities"].contains("stop_time"));
  const std::string motion = sandbox.text("short/motion.csv");
  const auto rows = std::count(motion.begin(), motion.end(), '\n') - 1;
  CHECK(rows > 10);
  CHECK(rows == record["tables"]["motion"]["rows"].get<long>());
}

TEST_CASE("the limit ends other integrators' motions, too", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult result =
      run(sandbox, "bouncing_ball_accumulation", "--quick --integrator moreau --step-limit 500 --out short");
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.errors, contains("step limit") && contains("ended at t = 0.5 s"));  // 500 steps of 1 ms
  const auto record = nlohmann::json::parse(sandbox.text("short/record.json"));
  CHECK(record["method"]["motion_status"] == "step limit");
  CHECK_FALSE(record["quantities"].contains("accumulation_time"));
}

TEST_CASE("a finer run that ends early gives no uncertainty", "[experiments]") {
  const Sandbox sandbox;
  // Enough for the motion, not for the one with a tenth of dt_min.
  REQUIRE(run(sandbox, "sliding_point_mass", "--quick --step-limit 2200 --out short").exit_code == 0);
  const auto record = nlohmann::json::parse(sandbox.text("short/record.json"));
  CHECK(record["method"]["motion_status"] == "completed");
  CHECK(record["quantities"]["stop_position_x"]["uncertainty"].is_null());
  CHECK(std::abs(record["quantities"]["stop_position_x"]["value"].get<double>() + 1.711879) <= 1e-6);
}

TEST_CASE("what cannot be measured is left out, with a note", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(run(sandbox, "damped_oscillator_convergence", "--quick --set x_0=0 --set v_0=0 --out still").exit_code == 0);
  const auto record = nlohmann::json::parse(sandbox.text("still/record.json"));
  CHECK_FALSE(record["quantities"].contains("order_p1"));
  CHECK_THAT(record["notes"].dump(), contains("No order for p = 1"));
}

TEST_CASE("a slider that is pushed backwards moves backwards, until it leaves the rod", "[experiments]") {
  const Sandbox sandbox;
  REQUIRE(run(sandbox, "prismatic_clearance_cases", "--quick --set f_x=-50 --end-time 0.1 --out back").exit_code == 0);
  const auto record = nlohmann::json::parse(sandbox.text("back/record.json"));
  const auto value = [&](const char* key) { return record["quantities"][key]["value"].get<double>(); };
  CHECK(value("contact_map_disagreements") == 0.0);
  CHECK(value("contact_map_early_disagreements") == 0.0);
  CHECK(std::abs(value("acceleration_c1_mu01") + 9.019) <= 1e-6);  // -(f_x/m - mu g)
  CHECK(value("friction_acceleration_error") <= 1e-10);
  CHECK_THAT(record["notes"].dump(), contains("case 1 end at t = 0.0") && contains("leaves the rod"));
  // The moment turns the other way: the left end is pushed down, the right one up.
  CHECK(std::abs(value("steady_force_y_left_c3") + 25.0) <= 1e-6);
  CHECK(std::abs(value("steady_force_y_right_c3") - 25.0) <= 1e-6);
}

TEST_CASE("an inclined plane that is left ends with a status", "[experiments]") {
  const Sandbox sandbox;
  const ProgramResult tipped =
      run(sandbox, "inclined_plane_stick_slip", "--quick --end-time 0.2 --set q_4_0=0.2 --out tipped");
  CHECK(tipped.exit_code == 1);
  CHECK_THAT(tipped.errors, contains("out of range"));
  const ProgramResult lifted =
      run(sandbox, "inclined_plane_stick_slip", "--quick --end-time 0.2 --set Omega=60 --out lifted");
  CHECK(lifted.exit_code == 1);
  CHECK_THAT(lifted.errors, contains("impact"));
  const auto record = nlohmann::json::parse(sandbox.text("lifted/record.json"));
  CHECK_THAT(record["notes"].dump(), contains("ended early") && contains("impact"));
  CHECK(record["tables"]["motion_as_printed"]["rows"].get<long>() > 10);
}
