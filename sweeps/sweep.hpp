// What a sweep file asks for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// Values of one input.
struct Axis {
  enum class Spacing { linear, logarithmic, listed };
  std::string input;
  Spacing spacing = Spacing::linear;
  double from = 0.0, to = 0.0;
  long points = 0;
  std::vector<double> values = {};  // if they are listed

  double at(long k) const;
};

// Points of a low-discrepancy sequence in a box, in place of a grid: Sobol's, without its first point, which is a
// corner.
struct ScatteredPoints {
  long count = 0;
  std::vector<Axis> box;  // of each input only from, to and whether they are spread logarithmically
};

struct Refinement {
  std::string by;    // a quantity with classes
  int coarsest = 1;  // GridRefinement
};

// An experiment as it was when a plan was made, whose cases are whole runs of it.
struct PlannedExperiment {
  std::string program;       // hash of its executable file
  std::string files;         // names and hashes of those that it may read
  bool has_threads = false;  // its runs are kept to one
  // The settings of the first case, as its record has them: names and values in JSON.
  std::vector<std::pair<std::string, std::string>> method;
  // Its parameters, and the options that the sweep gives numbers to.
  std::vector<Input> inputs;
  // Those that its records have, each with its uncertainty where that is a number: "<quantity>.uncertainty".
  std::vector<Quantity> quantities;
};

// The column of an input or a quantity in tables: "dt_min" of the option "--dt-min".
std::string column_name(std::string name);

struct Sweep {
  std::string name;
  std::string map;                                            // what is evaluated: a map
  std::string experiment;                                     // or an experiment; the other one is empty
  std::optional<PlannedExperiment> planned = {};              // of a plan of an experiment
  std::vector<std::pair<std::string, double>> fixed;          // inputs
  std::vector<std::pair<std::string, std::string>> settings;  // of the map; of an experiment, its options
  std::vector<Axis> axes;                                     // the last one varies fastest
  std::optional<ScatteredPoints> scattered;                   // in place of axes
  std::vector<std::string> quantities;
  std::optional<Refinement> refinement;  // of two axes
  long cases_per_bundle = 0;

  // "the map 'woodpecker_basins'"
  std::string subject() const;
  // The inputs that vary, in the order of the columns.
  std::vector<std::string> varied() const;
  // The columns of inputs that vary and of quantities, in this order.
  std::vector<std::string> columns() const;
  long cases() const;
  // Values of the varied inputs in the case of that number.
  std::vector<double> at(long number) const;
  // Those at the beginning of all axes, or at their end: in the first case or the last one; of scattered points, at
  // opposite corners of their box.
  std::vector<double> corner(bool at_end) const;
  // All of it in one line, equal for equal sweeps: what its hash is made of, and what plan.json holds.
  std::string as_json() const;
};

// Largest number of cases of a sweep. To merge so many takes some 3 GB of memory.
constexpr long most_cases = 20'000'000;

// Reads a sweep file. Throws support::InputError, naming file, place and value, for whatever is not in its schema
// (sweeps/sweep.schema.json), for axes without values, numbers that are not finite, values twice in a list, an input
// twice, and for more than most_cases cases. What it says of a map's inputs and quantities is not looked at.
Sweep read_sweep(const std::filesystem::path& file);
Sweep parse_sweep(const std::string& text, const std::string& file);
// What as_json() wrote: it may hold an experiment as it was planned.
Sweep parse_plan(const std::string& text, const std::string& file);

}  // namespace nsdbench::sweeps
