#include "tools/sweep/maps.hpp"

#include <algorithm>
#include <stdexcept>

#include "experiments/inclined_plane_motion_map/swept_motions.hpp"
#include "experiments/prismatic_clearance_cases/swept_contacts.hpp"
#include "experiments/slider_crank_restitution_sweep/swept_joint.hpp"
#include "experiments/woodpecker_stability/swept_basins.hpp"
#include "experiments/woodpecker_stability/swept_orbits.hpp"
#include "tools/sweep/experiment_map.hpp"

namespace nsdbench::tools {

const std::vector<MapEntry>& swept_maps() {
  static const std::vector<MapEntry> maps{
      {"inclined_plane_motions", "Motions from rest of the oscillator on an inclined plane (Woesle & Pfeiffer 1996)",
       [] { return experiments::motion_map::make_swept_motions(); }},
      {"prismatic_contacts", "Contacts that close in a prismatic joint with clearance (Chaturvedi, Sandu & Sandu)",
       [] { return experiments::prismatic::make_swept_contacts(); }},
      {"slider_crank_joint", "What the slider of a slider-crank does in its guide (Flores, Leine & Glocker 2010)",
       [] { return experiments::slider_crank::make_swept_joint(); }},
      {"woodpecker_basins",
       "Where motions of the woodpecker end that start with the sleeve at rest (Glocker & Studer 2005)",
       [] { return experiments::make_swept_basins(); }},
      {"woodpecker_orbits", "Attractors of the woodpecker's return map (Glocker & Studer 2005)",
       [] { return experiments::make_swept_orbits(); }}};
  return maps;
}

std::unique_ptr<sweeps::SweptMap> make_map(const sweeps::Sweep& sweep, std::optional<double> patience) {
  if (!sweep.experiment.empty()) return make_experiment_map(sweep, patience);
  const auto found = std::ranges::find(swept_maps(), sweep.map, &MapEntry::name);
  if (found != swept_maps().end()) return found->make();
  std::string names;
  for (const MapEntry& map : swept_maps()) names += (names.empty() ? "" : ", ") + map.name;
  throw std::invalid_argument("there is no map '" + sweep.map + "': the maps are " + names);
}

}  // namespace nsdbench::tools
