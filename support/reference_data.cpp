#include "support/reference_data.hpp"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>

#include "support/hash.hpp"
#include "support/json_file.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"
#include "support/text_table.hpp"

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

// The factor by which values in the unit `from`, which papers use, become values in the unit `to` of the suite.
std::optional<double> unit_factor(const std::string& from, const std::string& to) {
  struct Factor {
    const char* from;
    const char* to;
    double factor;
  };
  static constexpr Factor factors[] = {
      {"g", "kg", 1e-3}, {"mm", "m", 1e-3}, {"um", "m", 1e-6}, {"kg mm^2", "kg m^2", 1e-6}};
  if (from == to) return 1.0;
  for (const Factor& known : factors) {
    if (from == known.from && to == known.to) return known.factor;
  }
  return std::nullopt;
}

// "printed" is "no", "in part", {"value", "unit"} or {"text"}; nothing if the paper has value and unit as they stand.
void read_printed(const JsonPlace& parameter, ParameterEntry& entry) {
  if (parameter.has("reason")) entry.reason = parameter.text("reason");
  const bool is_known = parameter.has("printed");
  if (!is_known || parameter.value().at("printed").is_string()) {
    if (!entry.reason.empty()) parameter.refuse("'reason' needs the value or text that is 'printed'");
    const std::string words = is_known ? parameter.text("printed") : std::string();
    if (is_known && words != "no" && words != "in part") {
      parameter.refuse_value("printed", "\"no\", \"in part\" or an object");
    }
    entry.printed = !is_known ? Printed::as_used : words == "no" ? Printed::no : Printed::in_part;
    return;
  }
  const JsonPlace printed = parameter.object("printed");
  if (printed.has("text")) {
    printed.allow_only({"text"});
    entry.printed_text = printed.text("text");
  } else {
    printed.allow_only({"value", "unit"});
    const double value = printed.number("value");
    const std::string unit = printed.text("unit");
    entry.printed_text = with_unit(value, unit);
    const std::optional<double> factor = unit_factor(unit, entry.unit);
    if (entry.reason.empty() && factor && std::abs(value * *factor - entry.value) <= 1e-12 * std::abs(entry.value)) {
      entry.printed = Printed::in_another_unit;
      return;
    }
  }
  entry.printed = Printed::otherwise;
}

}  // namespace

std::string with_unit(double value, const std::string& unit) {
  return readable(value) + (unit == "1" ? "" : " " + unit);
}

std::filesystem::path reference_data_directory() {
  return directory("NSDBENCH_REFERENCE_DATA_DIR", NSDBENCH_REFERENCE_DATA_DIR);
}

std::filesystem::path experiments_directory() {
  return directory("NSDBENCH_EXPERIMENTS_DIR", NSDBENCH_EXPERIMENTS_DIR);
}

std::vector<std::string> experiment_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator folder(experiments_directory(), error), end; !error && folder != end;
       folder.increment(error)) {
    std::error_code ignored;
    const std::filesystem::path& path = folder->path();
    if (std::filesystem::exists(path / "main.cpp", ignored) ||
        std::filesystem::is_directory(path / "figures", ignored)) {
      names.push_back(path.filename().string());
    }
  }
  std::ranges::sort(names);
  return names;
}

bool is_experiment(std::string_view name) {
  const std::vector<std::string> names = experiment_names();
  return std::ranges::find(names, name) != names.end();
}

std::filesystem::path figure_style_file() { return NSDBENCH_FIGURE_STYLE; }

bool lies_among_own_files(const std::filesystem::path& name) {
  return lies_in(name, reference_data_directory()) || lies_in(name, experiments_directory());
}

std::filesystem::path nominal_parameters_file(std::string_view paper) {
  return reference_data_directory() / paper / "parameters.json";
}

std::filesystem::path claims_file(std::string_view paper) { return reference_data_directory() / paper / "claims.json"; }

std::vector<ParameterEntry> read_parameters(const std::string& text, const std::string& file,
                                            std::string_view problem) {
  const nlohmann::ordered_json document = parse_json(text, file);
  const JsonPlace root(document, file);
  if (!document.is_object()) root.refuse("must hold an object");
  const JsonPlace parameters = root.object("problems").object(problem).object("parameters");

  std::vector<ParameterEntry> entries;
  for (const auto& [name, ignored] : parameters.value().items()) {
    const JsonPlace parameter = parameters.object(name);
    parameter.allow_only({"value", "unit", "meaning", "source", "printed", "reason", "also"});
    ParameterEntry entry{name, parameter.number("value"), parameter.text("unit"),
                         parameter.has("meaning") ? parameter.text("meaning") : std::string(),
                         parameter.text("source")};
    read_printed(parameter, entry);
    if (parameter.has("also")) {
      const JsonPlace also = parameter.object("also");
      also.allow_only({"value", "run", "reason"});
      entry.also = {also.number("value"), also.text("run"), also.text("reason")};
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::map<std::string, std::vector<double>> values_of_parameters(const std::string& text, const std::string& file) {
  const nlohmann::ordered_json document = parse_json(text, file);
  std::map<std::string, std::vector<double>> values;
  const auto member = [](const nlohmann::ordered_json& value, const std::string& key) {
    const auto found = value.find(key);
    return found == value.end() ? nlohmann::ordered_json() : *found;
  };
  for (const nlohmann::ordered_json& problem : member(document, "problems")) {
    const nlohmann::ordered_json parameters = member(problem, "parameters");
    for (const auto& [name, parameter] : parameters.items()) {
      const nlohmann::ordered_json value = member(parameter, "value");
      if (value.is_number()) values[name].push_back(value.get<double>());
    }
  }
  return values;
}

std::vector<ParameterEntry> read_parameters_file(const std::filesystem::path& path, std::string_view problem) {
  return read_parameters(read_text(path, largest_json), path.string(), problem);
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
  const std::string text = read_text(path);
  const nlohmann::ordered_json document = parse_json(text, path.string());
  const JsonPlace root(document, path.string());
  if (!document.is_object()) root.refuse("must hold an object");
  const JsonPlace motions = root.array("motions");
  for (std::size_t k = 0; k < motions.value().size(); ++k) {
    const JsonPlace place = motions.entry(k);
    if (!name.empty() && place.text("name") != name) continue;
    TrueMotion motion = true_motion(place);
    motion.hash = named_hash(text);
    return motion;
  }
  motions.refuse("has no motion '" + std::string(name) + "'");
}

}  // namespace nsdbench::support
