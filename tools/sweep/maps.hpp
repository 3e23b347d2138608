// The maps that sweeps know, by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sweeps/swept_map.hpp"

namespace nsdbench::tools {

struct MapEntry {
  std::string name;
  std::string title;
  std::unique_ptr<sweeps::SweptMap> (*make)();  // with the papers' parameters
};

const std::vector<MapEntry>& swept_maps();

// Throws std::invalid_argument, with the names that there are, for an unknown one.
std::unique_ptr<sweeps::SweptMap> make_map(const std::string& name);

}  // namespace nsdbench::tools
