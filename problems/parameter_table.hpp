// Named, range-checked parameters of a problem.
//
// A problem's parameters are a plain struct of doubles. Its table of fields gives every member the name used in
// parameter files and on the command line, the range it may take, its unit and its meaning. Reading, validating,
// overriding and recording parameters all go through that table, so that a name exists in one place only.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace nsdbench::problems {

// The numbers that a parameter may be.
enum class ParameterRange {
  any,           // any finite number
  positive,      // > 0: masses, lengths, inertias
  non_negative,  // >= 0: friction coefficients, stiffnesses
  unit_interval  // [0, 1]: restitution coefficients
};

// A line of the table: one member of `Parameters` with its name, range, unit and meaning.
template <class Parameters>
struct ParameterField {
  std::string_view name;
  double Parameters::*member;
  ParameterRange range;
  std::string_view unit;
  std::string_view meaning;
};

// Throws std::invalid_argument with the name and the offending value unless `value` is finite and in `range`.
inline void check_parameter(std::string_view name, double value, ParameterRange range) {
  const auto refuse = [&](std::string_view rule) {
    std::ostringstream sentence;
    sentence << "parameter " << name << " = " << value << " is not allowed: it must be " << rule;
    throw std::invalid_argument(sentence.str());
  };
  if (!std::isfinite(value)) refuse("a finite number");
  switch (range) {
    case ParameterRange::any:
      break;
    case ParameterRange::positive:
      if (!(value > 0.0)) refuse("positive");
      break;
    case ParameterRange::non_negative:
      if (!(value >= 0.0)) refuse("zero or positive");
      break;
    case ParameterRange::unit_interval:
      if (!(value >= 0.0 && value <= 1.0)) refuse("in [0, 1]");
      break;
  }
}

// Checks every field of `parameters` against its range. `Parameters::fields()` is the problem's table.
template <class Parameters>
void check_parameters(const Parameters& parameters) {
  for (const auto& field : Parameters::fields()) {
    check_parameter(field.name, parameters.*(field.member), field.range);
  }
}

}  // namespace nsdbench::problems
