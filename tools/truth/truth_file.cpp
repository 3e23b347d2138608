#include "tools/truth/truth_file.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/elementary/elementary.hpp"
#include "support/json_file.hpp"

namespace nsdbench::truth {

namespace {

using Json = nlohmann::ordered_json;

// Rounded to `decimals`, for magnitudes below 10^(33 - decimals), where the scaled number is exact.
std::string fixed_point(const Quadruple& value, int decimals) {
  Quadruple scaled = abs(value);
  for (int k = 0; k < decimals; ++k) scaled *= 10;
  scaled = floor(Quadruple(scaled + 0.5));
  const bool negative = value < 0.0 && scaled > 0.0;
  std::string digits;  // with the point, the last one first; one before the point in any case
  while (scaled > 0.0 || static_cast<int>(digits.size()) <= decimals + 1) {
    const Quadruple rest = floor(Quadruple(scaled / 10));
    digits += static_cast<char>('0' + static_cast<int>(scaled - 10 * rest));
    if (static_cast<int>(digits.size()) == decimals) digits += '.';
    scaled = rest;
  }
  if (negative) digits += '-';
  return {digits.rbegin(), digits.rend()};
}

Json number(const Digits& digits) { return {{"value", digits.text}, {"error", digits.error}}; }

Json numbers(const std::vector<Digits>& list) {
  Json array = Json::array();
  for (const Digits& entry : list) array.push_back(number(entry));
  return array;
}

Json motion_of(const TrueMotion& motion) {
  Json json;
  json["name"] = motion.name;
  json["motion"] = motion.description;
  if (!motion.changes.empty()) json["changed_parameters"] = motion.changes;
  json["scheme"] = motion.scheme;
  json["finer_computation"] = motion.finer;
  json["coarser_computation"] = motion.coarser;
  if (!motion.witness.is_null()) json["witness"] = motion.witness;
  json["until"] = motion.until;
  json["switching_points"] = Json::array();
  for (const TrueSwitching& point : motion.switching_points) {
    json["switching_points"].push_back({{"time", number(point.time)}, {"incidents", point.incidents}});
  }
  json["states"] = Json::array();
  for (const TrueState& state : motion.states) {
    json["states"].push_back(
        {{"time", state.time}, {"position", numbers(state.position)}, {"velocity", numbers(state.velocity)}});
  }
  json["quantities"] = Json::object();
  for (const TrueQuantity& quantity : motion.quantities) {
    Json entry = number(quantity.value);
    entry["unit"] = quantity.unit;
    entry["meaning"] = quantity.meaning;
    json["quantities"][quantity.name] = entry;
  }
  return json;
}

}  // namespace

double rounded_up(double error) {
  const double unit = elementary::pow(10.0, std::floor(elementary::log10(error)));
  const std::string text = std::to_string(static_cast<int>(std::ceil(error / unit))) + "e" +
                           std::to_string(static_cast<int>(std::floor(elementary::log10(error))));
  return std::stod(text);  // the double nearest to the decimal, which the file shows in its shortest form
}

Digits digits(const Quadruple& value, const Quadruple& error) {
  const auto rough = static_cast<double>(error);
  const int decimals = std::max(1, static_cast<int>(std::floor(-elementary::log10(rough))));
  Digits result;
  result.text = fixed_point(value, decimals);
  result.error = rounded_up(rough + 0.5 * elementary::pow(10.0, -decimals));
  return result;
}

Quadruple error_of(const Quadruple& largest_difference) {
  return std::max<Quadruple>(2 * largest_difference, least_error);
}

std::string text_of(const TruthFile& file) {
  Json json;
  json["problem"] = file.problem;
  json["parameters"] = "reference-data/" + file.paper + "/parameters.json, each the double nearest to its decimals";
  for (const TrueMotion& motion : file.motions) json["motions"].push_back(motion_of(motion));
  return support::json_text(json);
}

}  // namespace nsdbench::truth
