// The naming rule of quantities, as docs/add-an-experiment.md states it, over the baseline of all experiments.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

namespace {

std::vector<std::string> words_of(const std::string& key) {
  std::istringstream stream(key);
  std::vector<std::string> words;
  for (std::string word; std::getline(stream, word, '_');) words.push_back(word);
  return words;
}

bool is_number(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

// Which part of the rule the key breaks; empty if none.
std::string broken_rule(const std::string& key) {
  static const std::set<std::string> statistics = {"max", "min", "mean", "largest", "smallest", "most", "fewest"};
  const std::vector<std::string> words = words_of(key);
  if (statistics.count(words.front()) != 0) return "a statistic stands after what it is taken of";
  if (words.size() > 1 && words[words.size() - 2] == "error" && is_number(words.back())) {
    return "the number of a thing stands before its error";
  }
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == "slope") return "an order of convergence is an order";
    if (words[k] == "order" && k > 0 && words[k - 1] != "used") return "an order of convergence begins with order";
  }
  return {};
}

// Older than the rule.
bool is_known_exception(const std::string& key) {
  static const std::set<std::string> exceptions = {
      "max_complementarity", "max_constraint_violation", "max_equation_residual", "max_equation_residual_fine",
      "max_penetration",     "mean_active_contacts",     "mean_fall_speed",       "period_order",
      "truth_order"};
  static const std::vector<std::string> of_many_cases = {"largest_angle_",   "largest_tilt_",
                                                         "max_penetration_", "mean_drift_velocity_",
                                                         "most_iterations_", "time_stepping_order_"};
  return exceptions.count(key) != 0 ||
         std::any_of(of_many_cases.begin(), of_many_cases.end(),
                     [&](const std::string& beginning) { return key.rfind(beginning, 0) == 0; });
}

}  // namespace

TEST_CASE("keys of quantities are named by one rule", "[experiments]") {
  for (const char* good : {"impact_time_1_error", "position_error_max", "position_error_max_fixed_step",
                           "order_p3_smooth", "used_order_max_at_turn", "step_min"}) {
    CAPTURE(good);
    CHECK(broken_rule(good).empty());
  }
  for (const char* bad : {"impact_time_error_1", "max_position_error", "largest_step", "slope_p3", "smooth_order_p3"}) {
    CAPTURE(bad);
    CHECK_FALSE(broken_rule(bad).empty());
  }

  std::size_t keys = 0;
  const auto folder = nsdbench::testing::source_directory() / "results" / "baseline";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const nlohmann::json record = nlohmann::json::parse(file);
    for (const auto& [key, quantity] : record.at("quantities").items()) {
      ++keys;
      if (is_known_exception(key)) continue;
      CAPTURE(entry.path().filename().string(), key, broken_rule(key));
      CHECK(broken_rule(key).empty());
    }
  }
  CHECK(keys > 0);
}
