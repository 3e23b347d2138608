// Parameters of a mechanism as inputs of a map.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sweeps/swept_map.hpp"

namespace nsdbench::sweeps {

// All of them but those in `without`, in the order of their table.
template <class Parameters>
std::vector<Input> parameter_inputs(const Parameters& values, std::span<const std::string_view> without = {}) {
  std::vector<Input> inputs;
  for (const auto& field : Parameters::fields()) {
    if (std::ranges::find(without, field.name) != without.end()) continue;
    inputs.push_back({std::string(field.name), std::string(field.unit), std::string(field.meaning), field.range,
                      values.*(field.member)});
  }
  return inputs;
}

// The inverse: from as many numbers at the beginning of `inputs`; those in `without` are 0.
template <class Parameters>
Parameters parameters_of(std::span<const double> inputs, std::span<const std::string_view> without = {}) {
  Parameters parameters{};
  std::size_t k = 0;
  for (const auto& field : Parameters::fields()) {
    if (std::ranges::find(without, field.name) == without.end()) parameters.*(field.member) = inputs[k++];
  }
  return parameters;
}

}  // namespace nsdbench::sweeps
