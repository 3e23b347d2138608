// The papers' parameters, as committed under reference-data/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nsdbench::support {

// Where the suite's own files are: the source tree it was built from, unless the environment variable
// NSDBENCH_REFERENCE_DATA_DIR or NSDBENCH_EXPERIMENTS_DIR says otherwise.
std::filesystem::path reference_data_directory();
std::filesystem::path experiments_directory();
// Whether a file or folder lies in one of the two, whose files runs read and must not replace.
bool lies_among_own_files(const std::filesystem::path& name);
// The names of all experiments, sorted: folders of experiments_directory() with a main.cpp or figures.
std::vector<std::string> experiment_names();
bool is_experiment(std::string_view name);
// The gnuplot style that all figures share.
std::filesystem::path figure_style_file();

// parameters.json and claims.json of a paper, named as its folder.
std::filesystem::path nominal_parameters_file(std::string_view paper);
std::filesystem::path claims_file(std::string_view paper);

// What a paper prints of a parameter, beside the value and unit that are used.
enum class Printed : std::uint8_t {
  as_used,
  in_another_unit,  // the same quantity
  otherwise,        // another value, or something that can be read otherwise
  in_part,          // the source says what is missing
  no
};

// A value that some runs take instead.
struct AlternativeValue {
  double value = 0.0;
  std::string run;  // which runs
  std::string reason;
};

// The entry of one parameter in a parameters file.
struct ParameterEntry {
  std::string name;
  double value = 0.0;
  std::string unit;
  std::string meaning;  // may be empty
  std::string source;   // where in the paper it stands, or why it was assumed
  Printed printed = Printed::as_used;
  std::string printed_text = {};  // what is printed, if in another unit or otherwise
  std::string reason = {};        // for what is used, if printed otherwise; only in a copy of a paper's file empty
  std::optional<AlternativeValue> also = {};
};

// Value and unit as people write them, without the unit "1".
std::string with_unit(double value, const std::string& unit);

// The parameters of `problem` in the order of the file, of which this is the text. Throws std::invalid_argument, naming
// file and place, for a text of another shape, and for a problem that it does not have.
std::vector<ParameterEntry> read_parameters(const std::string& text, const std::string& file, std::string_view problem);

// The values that the problems of such a text give to each parameter, without a look at what else they hold. Where a
// problem gives one nothing, or something that is no number, it is passed over; there is no parameter without a value.
// Throws std::invalid_argument for a text that is no JSON.
std::map<std::string, std::vector<double>> values_of_parameters(const std::string& text, const std::string& file);

// The parameters of a file. Throws also for one that cannot be read.
std::vector<ParameterEntry> read_parameters_file(const std::filesystem::path& path, std::string_view problem);

// The parameters of `problem` as the paper has them. Throws std::invalid_argument as above, and for a parameter that is
// missing or unknown.
template <class Parameters>
Parameters paper_parameters(std::string_view paper, std::string_view problem) {
  const std::filesystem::path path = nominal_parameters_file(paper);
  const std::vector<ParameterEntry> entries = read_parameters_file(path, problem);
  const auto fields = Parameters::fields();
  const auto refuse = [&](const std::string& name, const char* why) {
    throw std::invalid_argument(path.string() + ": parameter '" + name + "' of problem " + std::string(problem) + why);
  };
  Parameters parameters{};
  for (const ParameterEntry& entry : entries) {
    const auto field = std::ranges::find(fields, entry.name, [](const auto& f) { return f.name; });
    if (field == fields.end()) refuse(entry.name, " is unknown");
    parameters.*(field->member) = entry.value;
  }
  for (const auto& field : fields) {
    if (std::ranges::find(entries, field.name, &ParameterEntry::name) == entries.end()) {
      refuse(std::string(field.name), " is missing");
    }
  }
  return parameters;
}

// A number of reference-data/truth/<problem>.json.
struct TrueValue {
  double value = 0.0;  // the double nearest to the exact value
  double error = 0.0;  // of the exact value, without the rounding to a double
};

// A switching point of a reference solution.
struct TrueSwitchingPoint {
  double time = 0.0;   // [s], the double nearest to the exact value
  double error = 0.0;  // [s], of the exact value
  std::vector<std::string> incidents;
};

// A state of a reference solution.
struct TrueState {
  double time = 0.0;  // [s]
  std::vector<TrueValue> position, velocity;
};

// One motion of a reference solution (reference-data/truth).
struct TrueMotion {
  std::string hash;  // of the file that it stands in
  std::string name;
  std::vector<TrueSwitchingPoint> switching_points;  // in the order of time
  std::vector<TrueState> states;                     // likewise
  std::vector<std::pair<std::string, TrueValue>> quantities;

  // Throws std::invalid_argument, naming it, if there is none of that name.
  TrueValue quantity(std::string_view wanted) const;
};

// The motion `name` of a problem, or its first one. Throws std::invalid_argument as above.
TrueMotion read_true_motion(std::string_view problem, std::string_view name = "");

}  // namespace nsdbench::support
