#include "experiments/support/reference_data.hpp"

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "experiments/support/json_file.hpp"
#include "experiments/support/numbers.hpp"

namespace nsdbench::experiments {

namespace {

std::filesystem::path directory(const char* environment_variable, const char* built_in) {
  const char* const override = std::getenv(environment_variable);
  return override != nullptr && *override != '\0' ? override : built_in;
}

}  // namespace

std::filesystem::path reference_data_directory() {
  return directory("NSDBENCH_REFERENCE_DATA_DIR", NSDBENCH_REFERENCE_DATA_DIR);
}

std::filesystem::path experiments_directory() {
  return directory("NSDBENCH_EXPERIMENTS_DIR", NSDBENCH_EXPERIMENTS_DIR);
}

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
    parameter.allow_only({"value", "unit", "meaning", "source"});
    entries.push_back({name, parameter.number("value"), parameter.text("unit"), parameter.text("source")});
  }
  return entries;
}

std::vector<TrueSwitchingPoint> read_true_switching_points(std::string_view problem) {
  const std::filesystem::path path = reference_data_directory() / "truth" / (std::string(problem) + ".json");
  const nlohmann::ordered_json document = read_json(path);
  const JsonPlace root(document, path.string());
  if (!document.is_object()) root.refuse("must hold an object");
  const JsonPlace list = root.array("switching_points");

  std::vector<TrueSwitchingPoint> points;
  for (std::size_t k = 0; k < list.value().size(); ++k) {
    const JsonPlace point = list.entry(k);
    const JsonPlace time = point.object("time");
    const std::optional<double> value = parse_number(time.text("value"));
    if (!value) time.refuse("'value' is not a finite decimal number");
    points.push_back({*value, time.number("error"), {}});
    const JsonPlace incidents = point.array("incidents");
    for (const auto& incident : incidents.value()) {
      if (!incident.is_string()) incidents.refuse("must hold texts");
      points.back().incidents.push_back(incident.get<std::string>());
    }
  }
  return points;
}

}  // namespace nsdbench::experiments
