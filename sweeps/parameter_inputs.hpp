// Parameters of a mechanism as inputs of a map.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// All of them, in the order of their table.
template <class Parameters>
std::vector<Input> parameter_inputs(const Parameters& values) {
  std::vector<Input> inputs;
  for (const auto& field : Parameters::fields()) {
    inputs.push_back({std::string(field.name), std::string(field.unit), std::string(field.meaning), field.range,
                      values.*(field.member)});
  }
  return inputs;
}

// The inverse: from as many numbers at the beginning of `inputs`.
template <class Parameters>
Parameters parameters_of(std::span<const double> inputs) {
  Parameters parameters{};
  std::size_t k = 0;
  for (const auto& field : Parameters::fields()) parameters.*(field.member) = inputs[k++];
  return parameters;
}

}  // namespace nsdbench::sweeps
