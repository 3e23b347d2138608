// Uncertainties of the accepted records, where the exact value is known: from reference-data/truth, or from the
// event-driven cycle of the woodpecker, which is known to rounding.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;

namespace {

// A quantity of a record beside its exact value.
struct Pair {
  std::string experiment, key;
  support::TrueValue exact;
};

nlohmann::ordered_json quantities(const std::string& experiment) {
  return support::read_json(testing::source_directory() / "results/baseline" / (experiment + ".json")).at("quantities");
}

// What the files of truths give: their quantities, and times of switching points.
void add_quantities(std::vector<Pair>& pairs, const std::string& experiment, const std::string& problem,
                    const std::string& motion, const std::vector<std::string>& names, const std::string& suffix = "") {
  const support::TrueMotion truth = support::read_true_motion(problem, motion);
  for (const std::string& name : names) pairs.push_back({experiment, name + suffix, truth.quantity(name)});
}

void add_times(std::vector<Pair>& pairs, const std::string& experiment, const std::string& problem,
               const std::string& motion, const std::vector<std::string>& keys) {
  const support::TrueMotion truth = support::read_true_motion(problem, motion);
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const support::TrueSwitchingPoint& point = truth.switching_points.at(k);
    pairs.push_back({experiment, keys[k], {point.time, point.error}});
  }
}

std::vector<Pair> known_to_truth() {
  std::vector<Pair> pairs;
  add_quantities(pairs, "bouncing_ball_accumulation", "bouncing_ball", "nominal", {"accumulation_time"});
  add_quantities(pairs, "impact_oscillator_convergence", "impact_oscillator", "nominal",
                 {"impulse_1", "impulse_2", "impulse_3", "impulse_4"});
  add_times(pairs, "impact_oscillator_convergence", "impact_oscillator", "nominal",
            {"impact_time_1", "impact_time_2", "impact_time_3", "impact_time_4"});
  add_quantities(pairs, "sliding_point_mass", "sliding_point_mass", "nominal",
                 {"stop_time", "minimum_speed_time", "minimum_speed"});
  for (const std::string motion : {"e01", "e04", "e06", "e09"}) {
    add_quantities(pairs, "slider_crank_restitution_sweep", "slider_crank", motion,
                   {"revolution_1_time", "revolution_2_time", "contact_fraction"}, "_" + motion);
    add_times(pairs, "slider_crank_restitution_sweep", "slider_crank", motion, {"first_impact_time_" + motion});
  }
  add_times(pairs, "woodpecker_step_size_adjustment", "woodpecker", "first_period",
            {"switching_time_1", "switching_time_2", "switching_time_3", "switching_time_4", "switching_time_5",
             "switching_time_6", "switching_time_7", "switching_time_8", "switching_time_9"});
  for (const auto& [motion, setting] : std::vector<std::pair<std::string, std::string>>{
           {"nominal", "as_printed"}, {"mu_013", "friction_013"}, {"delta_0085", "inclination_0085"}}) {
    const support::TrueMotion truth = support::read_true_motion("inclined_plane_oscillator", motion);
    const auto state = std::ranges::find(truth.states, 1.0, &support::TrueState::time);
    REQUIRE(state != truth.states.end());
    pairs.push_back({"inclined_plane_stick_slip", "x_1s_" + setting, state->position.at(0)});
  }
  return pairs;
}

std::vector<Pair> known_by_events() {
  std::vector<Pair> pairs;
  const nlohmann::ordered_json exact = quantities("woodpecker_stability");
  const auto add = [&](const std::string& experiment, const std::string& key, const std::string& there) {
    const auto& found = exact.at(there);
    pairs.push_back({experiment, key, {found.at("value").get<double>(), found.at("uncertainty").get<double>()}});
  };
  for (const std::string key :
       {"period", "fall_height", "frequency", "mean_fall_speed", "phi_s_min", "phi_s_max", "omega_m_max"}) {
    add("woodpecker_limit_cycle", key, key);
  }
  add("woodpecker_stability", "period_moreau", "period");
  return pairs;
}

}  // namespace

TEST_CASE("exact values lie within three uncertainties, which are no thousand times too large", "[records]") {
  std::vector<Pair> pairs = known_to_truth();
  for (Pair& pair : known_by_events()) pairs.push_back(std::move(pair));
  for (const Pair& pair : pairs) {
    CAPTURE(pair.experiment, pair.key, pair.exact.value, pair.exact.error);
    const nlohmann::ordered_json found = quantities(pair.experiment).at(pair.key);
    REQUIRE(found.at("kind") == "measured");
    const double value = found.at("value").get<double>();
    const double uncertainty = found.at("uncertainty").get<double>();
    // The exact value is known to its own error, and rounded to a double.
    const double rounding = 1e-15 * std::abs(pair.exact.value);
    const double error = std::abs(value - pair.exact.value);
    CAPTURE(value, uncertainty, error);
    CHECK(error <= 3.0 * uncertainty + pair.exact.error + rounding);
    // Of the contacts at restitution 0.9, none is ever closed: no error is seen, whatever the resolution.
    if (value == 0.0 && pair.exact.value == 0.0) continue;
    CHECK(uncertainty <= 1000.0 * (error + pair.exact.error + rounding));
  }
}
