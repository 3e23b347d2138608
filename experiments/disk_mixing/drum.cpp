#include "experiments/disk_mixing/drum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

#include "support/text_table.hpp"

namespace nsdbench::experiments::mixing {

namespace {

using problems::Point;
using problems::WallSegment;

constexpr double most_disks = 1e6;

[[noreturn]] void refuse(const char* name, double value, const std::string& rule) {
  throw std::invalid_argument("parameter " + std::string(name) + " = " + support::readable(value) +
                              " is not allowed: " + rule);
}

DrumParameters checked(const DrumParameters& p) {
  problems::check_parameters(p);
  constexpr int fewest = 2 * layers;
  if (p.disks != std::floor(p.disks) || p.disks < fewest || p.disks > most_disks) {
    refuse("disks", p.disks, "it must be a whole number from " + std::to_string(fewest) + " to a million");
  }
  if (p.seed != std::floor(p.seed) || p.seed > largest_seed)
    refuse("seed", p.seed, "it must be a whole number up to 1e9");
  if (!(p.radius_spread < 1.0)) refuse("radius_spread", p.radius_spread, "radii must be positive");
  if (!(p.baffle_length > 0.0 && p.baffle_length < 1.0)) {
    refuse("baffle_length", p.baffle_length, "baffles must end between the drum and its centre");
  }
  return p;
}

// Evenly between the least and the largest one. The engine's numbers are the same everywhere; those of the library's
// distributions are not.
std::vector<double> random_radii(const DrumParameters& p) {
  std::mt19937_64 engine(static_cast<std::uint64_t>(p.seed));
  std::vector<double> radii;
  for (int k = 0; k < static_cast<int>(p.disks); ++k) {
    const double share = static_cast<double>(engine() >> 11U) * 0x1p-53;
    radii.push_back(p.radius * (1.0 + p.radius_spread * (2.0 * share - 1.0)));
  }
  return radii;
}

WallSegment baffle(const DrumParameters& p, int k) {
  const Point out = problems::direction_at(static_cast<double>(k) / baffles);
  const double inner = (1.0 - p.baffle_length) * p.R;
  return {{p.R * out.x, p.R * out.y}, {inner * out.x, inner * out.y}, 0.5 * p.baffle_thickness, {{}, p.omega}};
}

problems::DiskAssembly make_assembly(const DrumParameters& p, const std::vector<double>& radii) {
  problems::DiskAssemblyLaws laws;
  laws.density = p.density;
  laws.gravity = p.g;
  laws.between_disks = {p.mu, p.epsilon_N};
  laws.with_walls = laws.between_disks;
  std::vector<WallSegment> segments;
  for (int k = 0; k < baffles; ++k) segments.push_back(baffle(p, k));
  return {radii, segments, {{{}, p.R, 0.0, 1.0, {{}, p.omega}}}, laws};
}

double distance(const Point& p, const WallSegment& wall) {
  const Point along = {wall.b.x - wall.a.x, wall.b.y - wall.a.y};
  const double share =
      ((p.x - wall.a.x) * along.x + (p.y - wall.a.y) * along.y) / (along.x * along.x + along.y * along.y);
  const double s = std::clamp(share, 0.0, 1.0);
  const double dx = p.x - wall.a.x - s * along.x;
  const double dy = p.y - wall.a.y - s * along.y;
  return std::sqrt(dx * dx + dy * dy);
}

// Places of a triangular lattice, row by row from below, at which the largest disk touches neither walls nor
// neighbours.
std::vector<Point> places(const DrumParameters& p) {
  constexpr double clearance = 1.005;
  const double room = clearance * p.radius * (1.0 + p.radius_spread);
  const double row_height = std::sqrt(3.0) * room;
  std::vector<WallSegment> walls;
  for (int k = 0; k < baffles; ++k) walls.push_back(baffle(p, k));
  std::vector<Point> found;
  const auto rows = static_cast<long>(2.0 * p.R / row_height);
  const auto columns = static_cast<long>(p.R / (2.0 * room)) + 1;
  for (long row = 0; row < rows && static_cast<double>(found.size()) < p.disks; ++row) {
    const double y = -p.R + room + static_cast<double>(row) * row_height;
    for (long column = -columns; column <= columns; ++column) {
      const Point place = {room * static_cast<double>(2 * column + row % 2), y};
      if (!(std::sqrt(place.x * place.x + y * y) + room < p.R)) continue;
      const bool free = std::ranges::all_of(
          walls, [&](const WallSegment& wall) { return distance(place, wall) > room + wall.half_thickness; });
      if (free) found.push_back(place);
    }
  }
  return found;
}

ManyBodyState make_start(const DrumParameters& p, const problems::DiskAssembly& assembly) {
  std::vector<Point> centers = places(p);
  if (static_cast<double>(centers.size()) < p.disks) {
    refuse("disks", p.disks,
           "a drum of radius R = " + support::readable(p.R) + " m has room for " + std::to_string(centers.size()) +
               " disks");
  }
  centers.resize(static_cast<std::size_t>(p.disks));
  return assembly.at_rest(centers);
}

// By height; of one height from left to right.
std::vector<int> layers_of(const ManyBodyState& start) {
  const std::size_t n = start.q.size() / 3;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return start.q[3 * a + 1] < start.q[3 * b + 1]; });
  std::vector<int> layer_of(n);
  for (std::size_t k = 0; k < n; ++k) layer_of[order[k]] = static_cast<int>(k * layers / n);
  return layer_of;
}

}  // namespace

Drum::Drum(const DrumParameters& parameters)
    : parameters_(checked(parameters)),
      radii_(random_radii(parameters_)),
      assembly_(make_assembly(parameters_, radii_)),
      start_(make_start(parameters_, assembly_)),
      layer_of_(layers_of(start_)) {}

std::array<std::array<Point, 2>, baffles> Drum::baffles_at(double t) const {
  const double inner = (1.0 - parameters_.baffle_length) * parameters_.R;
  std::array<std::array<Point, 2>, baffles> ends;
  for (int k = 0; k < baffles; ++k) {
    const double turns = parameters_.omega * t / (2.0 * std::numbers::pi) + static_cast<double>(k) / baffles;
    const Point out = problems::direction_at(turns);
    ends[static_cast<std::size_t>(k)] = {Point{parameters_.R * out.x, parameters_.R * out.y},
                                         Point{inner * out.x, inner * out.y}};
  }
  return ends;
}

}  // namespace nsdbench::experiments::mixing
