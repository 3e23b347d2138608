#include "support/reference_data.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "support/json_file.hpp"
#include "support/numbers.hpp"

namespace nsdbench::support {

namespace {

std::filesystem::path directory(const char* environment_variable, const char* built_in) {
  const char* const override = std::getenv(environment_variable);
  return override != nullptr && *override != '\0' ? override : built_in;
}

TrueValue true_value(const JsonPlace& place) {
  const std::optional<double> value = parse_number(place.text("value"));
  if (!value) place.refuse("'value' is not a finite decimal number");
  return {*value, place.number("error")};
}

std::vector<TrueValue> true_values(const JsonPlace& list) {
  std::vector<TrueValue> values;
  for (std::size_t k = 0; k < list.value().size(); ++k) values.push_back(true_value(list.entry(k)));
  return values;
}

TrueMotion true_motion(const JsonPlace& place) {
  TrueMotion motion;
  motion.name = place.text("name");
  const JsonPlace points = place.array("switching_points");
  for (std::size_t k = 0; k < points.value().size(); ++k) {
    const JsonPlace point = points.entry(k);
    const TrueValue time = true_value(point.object("time"));
    motion.switching_points.push_back({time.value, time.error, {}});
    motion.switching_points.back().incidents = point.texts("incidents");
  }
  const JsonPlace states = place.array("states");
  for (std::size_t k = 0; k < states.value().size(); ++k) {
    const JsonPlace state = states.entry(k);
    motion.states.push_back(
        {state.number("time"), true_values(state.array("position")), true_values(state.array("velocity"))});
  }
  const JsonPlace quantities = place.object("quantities");
  for (const auto& [name, ignored] : quantities.value().items()) {
    motion.quantities.emplace_back(name, true_value(quantities.object(name)));
  }
  return motion;
}

}  // namespace

std::filesystem::path reference_data_directory() {
  return directory("NSDBENCH_REFERENCE_DATA_DIR", NSDBENCH_REFERENCE_DATA_DIR);
}

std::filesystem::path experiments_directory() {
  return directory("NSDBENCH_EXPERIMENTS_DIR", NSDBENCH_EXPERIMENTS_DIR);
}

std::filesystem::path figure_style_file() { return NSDBENCH_FIGURE_STYLE; }

std::filesystem::path nominal_parameters_file(std::string_view paper) {
  return reference_data_directory() / paper / "parameters.json";
}

std::filesystem::path claims_file(std::string_view paper) { return reference_data_directory() / paper / "claims.json"; }

std::vector<ParameterEntry> read_parameters_file(const std::filesystem::path& path, std::string_view problem) {
  const nlohmann::ordered_json document = read_json(path);
  const JsonPlace root(document, path.string());
  if (!document.is_object()) root.refuse("must hold an object");
  const JsonPlace parameters = root.object("problems").object(problem).object("parameters");

  std::vector<ParameterEntry> entries;
  for (const auto& [name, ignored] : parameters.value().items()) {
    const JsonPlace parameter = parameters.object(name);
    // "printed" ("no", "in part") tells readers of the report what the paper does not say; the source says why.
    parameter.allow_only({"value", "unit", "meaning", "source", "printed"});
    entries.push_back({name, parameter.number("value"), parameter.text("unit"),
                       parameter.has("meaning") ? parameter.text("meaning") : std::string(), parameter.text("source")});
  }
  return entries;
}

TrueValue TrueMotion::quantity(std::string_view wanted) const {
  const auto found = std::ranges::find(quantities, wanted, &std::pair<std::string, TrueValue>::first);
  if (found == quantities.end()) {
    throw std::invalid_argument("motion " + name + " has no true quantity '" + std::string(wanted) + "'");
  }
  return found->second;
}

TrueMotion read_true_motion(std::string_view problem, std::string_view name) {
  const std::filesystem::path path = reference_data_directory() / "truth" / (std::string(problem) + ".json");
  const nlohmann::ordered_json document = read_json(path);
  const JsonPlace root(document, path.string());
  if (!document.is_object()) root.refuse("must hold an object");
  const JsonPlace motions = root.array("motions");
  for (std::size_t k = 0; k < motions.value().size(); ++k) {
    const JsonPlace place = motions.entry(k);
    if (!name.empty() && place.text("name") != name) continue;
    return true_motion(place);
  }
  motions.refuse("has no motion '" + std::string(name) + "'");
}

std::vector<TrueSwitchingPoint> read_true_switching_points(std::string_view problem) {
  return read_true_motion(problem).switching_points;
}

}  // namespace nsdbench::support
