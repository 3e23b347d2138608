// Experiments with integrators other than the papers', run as a user runs them.
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

// One quantity of an experiment by one integrator, beside its reference solution.
struct Comparison {
  std::string experiment, arguments, integrator, quantity;
  double reference;
  double tolerance;  // some times what the method's default settings leave
};

struct Refusal {
  std::string experiment, integrator, reason;
};

}  // namespace

TEST_CASE("the same quantity by every integrator that applies", "[experiments]") {
  constexpr double accumulation_time = 0.6769509168983044;  // s, closed form
  constexpr double stop_time = 3.6656500437508606;          // s, reference-data/truth/sliding_point_mass.json
  constexpr double x_1s = 0.092221806707984;                // m, reference-data/truth/inclined_plane_oscillator.json
  const std::vector<Comparison> comparisons = {
      {"bouncing_ball_accumulation", "", "moreau", "accumulation_time", accumulation_time, 5e-4},
      {"bouncing_ball_accumulation", "", "event_driven", "accumulation_time", accumulation_time, 1e-11},
      {"sliding_point_mass", "--dt-max 1e-3", "moreau", "stop_time", stop_time, 2e-3},
      {"sliding_point_mass", "", "event_driven", "stop_time", stop_time, 1e-7},
      {"inclined_plane_stick_slip", "--end-time 1", "moreau", "x_1s_as_printed", x_1s, 1e-4},
      {"inclined_plane_stick_slip", "--end-time 1", "event_driven", "x_1s_as_printed", x_1s, 1e-9},
      {"damped_oscillator_convergence", "", "moreau", "slope_p1", 1.0, 0.1},
      {"damped_oscillator_convergence", "", "implicit_euler", "slope_p1", 1.0, 0.1},
      {"impact_oscillator_convergence", "", "moreau", "slope_p1", 1.0, 0.2},
  };
  const Sandbox sandbox;
  for (const Comparison& c : comparisons) {
    CAPTURE(c.experiment, c.integrator);
    const ProgramResult result =
        run(sandbox, c.experiment, "--quick " + c.arguments + " --integrator " + c.integrator + " --out here");
    CAPTURE(result.errors);
    REQUIRE(result.exit_code == 0);
    const auto record = nlohmann::json::parse(sandbox.text("here/record.json"));
    CHECK(record["method"]["integrator"] == c.integrator);
    REQUIRE(record["quantities"].contains(c.quantity));
    CHECK(std::abs(record["quantities"][c.quantity]["value"].get<double>() - c.reference) <= c.tolerance);
    CHECK_THAT(sandbox.text("here/run.gp"), contains(c.integrator));
  }
}

TEST_CASE("an integrator that does not apply is refused with the reason", "[experiments]") {
  const std::vector<Refusal> refusals = {
      {"bouncing_ball_accumulation", "acceleration_level", "does not treat impacts"},
      {"bouncing_ball_accumulation", "implicit_euler", "'implicit_euler' does not apply"},
      {"impact_oscillator_convergence", "acceleration_level", "does not treat impacts"},
      {"slider_crank_restitution_sweep", "acceleration_level", "does not treat impacts"},
      {"sliding_point_mass", "acceleration_level", "Tresca friction"},
      {"inclined_plane_stick_slip", "implicit_euler", "'implicit_euler' does not apply"},
      {"inclined_plane_motion_map", "implicit_euler", "'implicit_euler' does not apply"},
  };
  const Sandbox sandbox;
  for (const Refusal& refusal : refusals) {
    CAPTURE(refusal.experiment, refusal.integrator);
    const ProgramResult result = run(sandbox, refusal.experiment, "--quick --integrator " + refusal.integrator);
    CAPTURE(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
    CHECK_THAT(result.errors, contains(refusal.reason));
    CHECK_FALSE(sandbox.exists("results"));
  }
}
