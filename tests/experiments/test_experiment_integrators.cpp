// Experiments with integrators other than the papers', run as a user runs them.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "solvers/integration/integrator_table.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/record_schema.hpp"
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

// Record and caption have the settings that the method uses, and no others.
void check_settings(const nlohmann::json& method, const std::string& integrator, const std::string& script) {
  const std::vector<std::string> all = {"dt", "dt_min", "dt_max", "order", "max_order", "atol", "rtol", "formulation"};
  std::vector<std::string> used;
  if (integrator == "moreau") used = {"dt"};
  if (integrator == "moreau_adjusted") used = {"dt_min", "dt_max", "max_order", "atol", "rtol"};
  if (integrator == "event_driven") used = {"dt_max", "atol", "rtol"};
  if (integrator == "implicit_euler") used = {"dt_min", "dt_max", "formulation"};
  REQUIRE_FALSE(used.empty());
  for (const std::string& key : all) {
    CAPTURE(key);
    const bool uses = std::find(used.begin(), used.end(), key) != used.end();
    CHECK(method.contains(key) == uses);
    const std::string caption = script.substr(0, script.find("run_name = "));
    CHECK((caption.find(", " + key + " = ") != std::string::npos) == uses);
  }
}

// Runs of one experiment by one integrator with coarser and with much finer settings; quantities whose uncertainty must
// be known.
struct Refinement {
  std::string experiment, integrator, coarse, fine;
  std::vector<std::string> known;
};

struct Refusal {
  std::string experiment, integrator, reason;
};

std::vector<std::string> experiments() {
  std::istringstream names(EXPERIMENTS);
  return {std::istream_iterator<std::string>(names), {}};
}

// Short runs: what is looked at is which tables, quantities and figures there are, not their numbers.
std::string cheap_options(const std::string& experiment, const nsdbench::IntegratorInfo& integrator) {
  const std::map<std::string, std::string> options = {
      {"disk_mixing", "--end-time 0.2 --set disks=200 --set R=0.12"},
      {"impact_oscillator_convergence", integrator.name == "moreau" ? "--dt-min 1e-6" : ""},  // of its study
      {"inclined_plane_motion_map", "--set m_E=0"},  // no unbalance: the body rests or slides
      {"inclined_plane_stick_slip", "--end-time 0.5 --dt 1e-3"},
      {"prismatic_clearance_cases", "--end-time 0.004"},
      {"slider_crank_restitution_sweep", "--cycles 1 --dt 1e-4"},
      {"woodpecker_limit_cycle", "--cycles 1 --dt 1e-4"},
      {"woodpecker_step_size_adjustment", integrator.has_smallest_step ? "--dt-min 1e-6" : ""},
  };
  const auto found = options.find(experiment);
  return "--quick" + (found == options.end() ? "" : " " + found->second);
}

// One sentence, and nothing written.
void check_refusal(const Sandbox& sandbox, const ProgramResult& result, const std::string& experiment,
                   const std::string& folder) {
  CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') == 1);
  CHECK_THAT(result.errors, Catch::Matchers::StartsWith(experiment + ": "));
  CHECK(result.output.empty());
  CHECK_FALSE(sandbox.exists(folder));
}

// Draws the figure as a user would, but as SVG alone.
void check_drawing(const Sandbox& sandbox, const std::string& folder, const std::string& figure) {
  CAPTURE(figure);
  std::string script = sandbox.text(folder + "/" + figure + ".gp");
  const std::string formats = "do for [t=1:3]";
  REQUIRE(script.find(formats) != std::string::npos);
  script.replace(script.find(formats), formats.size(), "do for [t=1:1]");
  sandbox.write(folder + "/" + figure + ".gp", script);
  const std::string command = "'cd " + folder + " && LC_ALL=C.UTF-8 " GNUPLOT " -d " + figure + ".gp'";
  const ProgramResult drawn = sandbox.run("/bin/sh", "-c " + command);
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.errors == "");  // nothing is missing, empty or out of range
  CHECK_THAT(sandbox.text(folder + "/" + figure + ".svg"), contains("</svg>"));
}

// A valid record that names the integrator, and figures that can be drawn.
void check_run(const Sandbox& sandbox, const RecordSchema& schema, const std::string& folder,
               const std::string& integrator) {
  const auto record = nlohmann::json::parse(sandbox.text(folder + "/record.json"));
  CHECK(schema.complaint(record) == "");
  CHECK(record["method"]["integrator"] == integrator);
  CHECK_FALSE(record["quantities"].empty());
  CHECK_FALSE(record["tables"].empty());
  CHECK_THAT(sandbox.text(folder + "/run.gp"), contains(integrator));
  if (std::string(GNUPLOT).empty()) return;
  for (const auto& figure : record["figures"]) check_drawing(sandbox, folder, figure["id"]);
}

}  // namespace

TEST_CASE("every integrator in every experiment is refused or leaves a record whose figures can be drawn",
          "[experiments]") {
  for (const std::string& experiment : experiments()) {
    DYNAMIC_SECTION(experiment) {
      const RecordSchema schema;
      const Sandbox sandbox;
      std::set<std::string> applicable;
      for (const nsdbench::IntegratorInfo& info : nsdbench::integrator_table()) {
        const std::string integrator(info.name);
        const std::string options =
            cheap_options(experiment, info) + " --integrator " + integrator + " --out " + integrator;
        const ProgramResult result = run(sandbox, experiment, options);
        CAPTURE(integrator, result.exit_code, result.errors);
        if (result.exit_code == 2) {
          check_refusal(sandbox, result, experiment, integrator);
          continue;
        }
        CHECK(result.exit_code == 0);
        REQUIRE(sandbox.exists(integrator + "/record.json"));
        check_run(sandbox, schema, integrator, integrator);
        applicable.insert(integrator);
      }
      CHECK_FALSE(applicable.empty());
    }
  }
}

TEST_CASE("options that would be without effect on an integrator are refused", "[experiments]") {
  struct Useless {
    std::string experiment, integrator, arguments, complaint;
  };
  const std::vector<Useless> all = {
      {"sliding_point_mass", "moreau", "--atol 1e-12", "option --atol: 'moreau' follows no tolerance"},
      {"sliding_point_mass", "moreau", "--order 3", "option --order: 'moreau' has no order to choose"},
      {"sliding_point_mass", "event_driven", "--dt-min 1e-6", "option --dt-min: 'event_driven' locates events"},
      {"sliding_point_mass", "event_driven", "--activation-gap 1e-9", "option --activation-gap: 'event_driven' closes"},
      {"damped_oscillator_convergence", "implicit_euler", "--rtol 1e-6", "option --rtol: 'implicit_euler' follows no"},
      {"damped_oscillator_convergence", "implicit_euler", "--solver psor", "'implicit_euler' has no contact solver"},
  };
  const Sandbox sandbox;
  for (const Useless& useless : all) {
    CAPTURE(useless.experiment, useless.integrator, useless.arguments);
    const ProgramResult result =
        run(sandbox, useless.experiment, "--quick --integrator " + useless.integrator + " " + useless.arguments);
    CHECK(result.exit_code == 2);
    CHECK_THAT(result.errors, contains(useless.complaint));
    CHECK_FALSE(sandbox.exists("results"));
  }
}

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
      {"inclined_plane_stick_slip", "--end-time 1", "moreau_adjusted", "x_1s_as_printed", x_1s, 1e-6},
      {"inclined_plane_stick_slip", "--end-time 1", "event_driven", "x_1s_as_printed", x_1s, 1e-9},
      {"damped_oscillator_convergence", "", "moreau", "order_p1", 1.0, 0.1},
      {"damped_oscillator_convergence", "", "implicit_euler", "order_p1", 1.0, 0.1},
      {"impact_oscillator_convergence", "", "moreau", "order_p1", 1.0, 0.2},
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
    check_settings(record["method"], c.integrator, sandbox.text("here/run.gp"));
  }
}

// Runs on demand: as a test of label truth of its own.
TEST_CASE("stated uncertainties contain what much finer runs give", "[.refined]") {
  const std::vector<std::string> settled = {"last_event_time_c2", "angle_steady_c3", "first_contact_time_c1"};
  const std::vector<Refinement> refinements = {
      {"prismatic_clearance_cases", "moreau", "", "--dt 4e-6", settled},
      {"prismatic_clearance_cases", "moreau_adjusted", "", "--dt-min 2e-6 --dt-max 1e-4", settled},
      {"prismatic_clearance_cases", "event_driven", "", "--dt-max 2e-4", settled},
      {"woodpecker_limit_cycle", "moreau_adjusted", "--dt 1e-4", "--dt 1e-5", {"period", "phi_s_min"}},
      {"woodpecker_limit_cycle", "event_driven", "", "--dt 1e-6", {"period", "phi_s_min"}},
      {"sliding_point_mass", "moreau", "--dt-max 1e-2", "--dt-max 1e-4", {"stop_time", "minimum_speed"}},
      {"impact_oscillator_convergence",
       "moreau",
       "--dt-min 1e-6 --dt-max 1e-2",
       "--dt-min 1e-7 --dt-max 1e-3",
       {"impact_time_1", "impulse_1"}},
      {"inclined_plane_stick_slip", "event_driven", "--end-time 1", "--end-time 1 --dt 1e-5", {"x_1s_as_printed"}},
      {"slider_crank_restitution_sweep", "event_driven", "", "--dt 1e-6", {"revolution_1_time_e01"}},
      {"woodpecker_step_size_adjustment", "event_driven", "", "--dt-max 5e-4", {"switching_time_1"}},
  };
  const Sandbox sandbox;
  for (const Refinement& r : refinements) {
    CAPTURE(r.experiment, r.integrator);
    const auto quantities = [&](const std::string& arguments, const std::string& folder) {
      const ProgramResult result =
          run(sandbox, r.experiment, "--quick " + arguments + " --integrator " + r.integrator + " --out " + folder);
      CAPTURE(result.errors);
      REQUIRE(result.exit_code == 0);
      return nlohmann::json::parse(sandbox.text(folder + "/record.json"))["quantities"];
    };
    const auto coarse = quantities(r.coarse, r.experiment + r.integrator + "_coarse");
    const auto fine = quantities(r.fine, r.experiment + r.integrator + "_fine");
    for (const std::string& key : r.known) {
      CAPTURE(key);
      REQUIRE(coarse.contains(key));
      CHECK(coarse[key]["uncertainty"].is_number());
    }
    for (const auto& [key, quantity] : coarse.items()) {
      // Counts have none; a fit states that of its line.
      const bool estimated = quantity["uncertainty"].is_number() && quantity["uncertainty"].get<double>() > 0.0;
      if (!estimated || !fine.contains(key) || key.starts_with("slope")) continue;
      CAPTURE(key);
      const double difference = std::abs(quantity["value"].get<double>() - fine[key]["value"].get<double>());
      // The finer value is not exact either: with the event-driven method both are known to rounding only.
      const double fine_uncertainty =
          fine[key]["uncertainty"].is_number() ? fine[key]["uncertainty"].get<double>() : 0.0;
      CHECK(difference <= quantity["uncertainty"].get<double>() + fine_uncertainty);
    }
  }
}

TEST_CASE("an integrator that does not apply is refused with the reason", "[experiments]") {
  const std::vector<Refusal> refusals = {
      {"bouncing_ball_accumulation", "acceleration_level", "does not treat impacts"},
      {"bouncing_ball_accumulation", "implicit_euler", "'implicit_euler' does not apply"},
      {"impact_oscillator_convergence", "acceleration_level", "does not treat impacts"},
      {"woodpecker_step_size_adjustment", "acceleration_level", "hit the pole, and the method does not treat impacts"},
      {"woodpecker_limit_cycle", "acceleration_level", "hit the pole, and the method does not treat impacts"},
      {"prismatic_clearance_cases", "acceleration_level", "does not treat impacts"},
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
