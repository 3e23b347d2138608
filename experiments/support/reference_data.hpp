// The papers' parameters, as committed under reference-data/.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nsdbench::experiments {

// Where the suite's own files are: the source tree it was built from, unless the environment variable
// NSDBENCH_REFERENCE_DATA_DIR or NSDBENCH_EXPERIMENTS_DIR says otherwise.
std::filesystem::path reference_data_directory();
std::filesystem::path experiments_directory();

std::filesystem::path nominal_parameters_file(std::string_view paper);
std::filesystem::path claims_file(std::string_view paper);

// What a parameters file says about one parameter.
struct ParameterEntry {
  std::string name;
  double value = 0.0;
  std::string unit;
  std::string source;  // where in the paper it stands, or why it was assumed
};

// The parameters of `problem` in the order of the file. Throws std::invalid_argument, naming file and place,
// for a file that cannot be read or has another shape, and for a problem that it does not have.
std::vector<ParameterEntry> read_parameters_file(const std::filesystem::path& path, std::string_view problem);

// A switching point of reference-data/truth/<problem>.json.
struct TrueSwitchingPoint {
  double time = 0.0;   // [s], the double nearest to the truth
  double error = 0.0;  // [s], of the truth
  std::vector<std::string> incidents;
};

// In the order of time. Throws std::invalid_argument as above.
std::vector<TrueSwitchingPoint> read_true_switching_points(std::string_view problem);

}  // namespace nsdbench::experiments
