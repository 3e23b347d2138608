// The maps that sweeps know, by name.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sweeps/sweep.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::tools {

struct MapEntry {
  std::string name;
  std::string title;
  std::unique_ptr<sweeps::SweptMap> (*make)();  // with the papers' parameters
};

const std::vector<MapEntry>& swept_maps();

// What a sweep evaluates: its map, or its experiment as it was planned, whose cases may take `patience` seconds each
// (experiment_map.hpp). Throws std::invalid_argument for an unknown map, with the names that there are.
std::unique_ptr<sweeps::SweptMap> make_map(const sweeps::Sweep& sweep, std::optional<double> patience = std::nullopt);

}  // namespace nsdbench::tools
