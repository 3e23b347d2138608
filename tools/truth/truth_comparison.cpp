#include "tools/truth/truth_comparison.hpp"

#include <nlohmann/json.hpp>
#include <string_view>

#include "solvers/linear_algebra/quadruple.hpp"

namespace nsdbench::truth {

namespace {

using Json = nlohmann::ordered_json;

constexpr double larger_error = 10.0;

bool is_value_with_error(const Json& json) {
  return json.is_object() && json.contains("value") && json["value"].is_string() && json.contains("error") &&
         json["error"].is_number();
}

std::string differs(const std::string& place, const Json& computed, const Json& committed) {
  return place + ": " + computed.dump() + " was computed, " + committed.dump() + " is committed";
}

bool values_agree(const Json& computed, const Json& committed) {
  const Quadruple difference = abs(
      Quadruple(Quadruple(computed["value"].get<std::string>()) - Quadruple(committed["value"].get<std::string>())));
  const double new_error = computed["error"].get<double>();
  const double old_error = committed["error"].get<double>();
  return difference <= Quadruple(new_error) + Quadruple(old_error) && new_error <= larger_error * old_error;
}

bool same_keys(const Json& a, const Json& b) {
  if (a.size() != b.size()) return false;
  for (const auto& item : a.items()) {
    if (!b.contains(item.key())) return false;
  }
  return true;
}

bool is_difference_to_witness(std::string_view key) { return key.ends_with("_difference"); }

std::string compare(const std::string& place, const Json& computed, const Json& committed);

std::string compare_members(const std::string& place, const Json& computed, const Json& committed) {
  if (!same_keys(computed, committed)) return place + ": other fields were computed than are committed";
  const bool with_error = is_value_with_error(computed);
  for (const auto& item : computed.items()) {
    const std::string& key = item.key();
    if (with_error && (key == "value" || key == "error")) continue;  // compared before
    const Json& other = committed[key];
    const std::string at = place.empty() ? key : place + "." + key;
    if (is_difference_to_witness(key) && item.value().is_number() && other.is_number()) {
      if (item.value().get<double>() > larger_error * other.get<double>()) return differs(at, item.value(), other);
      continue;
    }
    if (std::string found = compare(at, item.value(), other); !found.empty()) return found;
  }
  return {};
}

std::string compare_entries(const std::string& place, const Json& computed, const Json& committed) {
  if (computed.size() != committed.size()) {
    return place + ": " + std::to_string(computed.size()) + " entries were computed, " +
           std::to_string(committed.size()) + " are committed";
  }
  for (std::size_t i = 0; i < computed.size(); ++i) {
    std::string found = compare(place + "[" + std::to_string(i) + "]", computed[i], committed[i]);
    if (!found.empty()) return found;
  }
  return {};
}

std::string compare(const std::string& place, const Json& computed, const Json& committed) {
  if (is_value_with_error(computed) && is_value_with_error(committed) && !values_agree(computed, committed)) {
    return differs(place, computed, committed);
  }
  if (computed.is_object() && committed.is_object()) return compare_members(place, computed, committed);
  if (computed.is_array() && committed.is_array()) return compare_entries(place, computed, committed);
  return computed == committed ? std::string() : differs(place, computed, committed);
}

}  // namespace

std::string disagreement(const Json& computed, const Json& committed) { return compare("", computed, committed); }

}  // namespace nsdbench::truth
