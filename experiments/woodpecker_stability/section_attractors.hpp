// The attractors of motions that return to the section, and which of them a motion goes to.
#pragma once

#include <optional>
#include <vector>

#include "experiments/woodpecker_stability/woodpecker_map.hpp"

namespace nsdbench::experiments {

// A motion that repeats itself after two returns.
struct TwoCycle {
  double low = 0.0, high = 0.0;                // omega_S on the section [rad/s]
  double multiplier = 0.0;                     // over two returns
  double error = 0.0, multiplier_error = 0.0;  // estimates of the methods
};

// Where motions from the section end.
enum class Basin { cycle = 1, two_cycle, jams, outside_model, late, other };

// An attractor's own part of the section: all points between two edges, tried in steps, lead to it.
struct BasinInterval {
  Basin basin = Basin::cycle;
  double attractor = 0.0;        // [rad/s] within it
  double low = 0.0, high = 0.0;  // [rad/s]
  bool contains(double omega) const { return low < omega && omega < high; }
};

// The attractors of motions that return to the section: the limit cycle, and the motion of two returns if it is stable.
class SectionAttractors {
 public:
  // How far apart neighbouring points are that are tried [rad/s]; so close to an attractor the return map is as good as
  // linear.
  static constexpr double spacing = 0.02;

  // `fixed`: omega_S of the limit cycle on the section [rad/s].
  SectionAttractors(double fixed, const std::optional<TwoCycle>& stable);

  double fixed() const { return fixed_; }
  const std::optional<TwoCycle>& stable_two_cycle() const { return stable_; }
  // The limit cycle's interval.
  const BasinInterval& around_cycle() const { return intervals_.front(); }

  // Widens the intervals, all in turn, by steps of `spacing` up to 4 rad/s from the attractors, as long as motions from
  // the next point go to the same attractor.
  void widen(WoodpeckerMap<double>& here);

  // Where a motion ends that is followed from return to return until it comes into an attractor's interval.
  Basin basin_of(WoodpeckerMap<double>& here, Return<problems::Woodpecker, 1> made) const;

 private:
  double fixed_;
  std::optional<TwoCycle> stable_;
  std::vector<BasinInterval> intervals_;
};

// All motions of two returns, stable or not, with omega_S between 0.6 times that of the limit cycle and it.
std::vector<TwoCycle> find_two_cycles(WoodpeckerMap<double>& here, double fixed);

// The attractors if the limit cycle is at `fixed`, with their intervals widened.
SectionAttractors find_attractors(WoodpeckerMap<double>& here, double fixed);

}  // namespace nsdbench::experiments
