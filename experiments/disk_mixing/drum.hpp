// The drum of the experiment: its parameters, the disks at the start, and their layers. All of it is the suite's own,
// since the paper has no data of its Fig. 2.
#pragma once

#include <array>
#include <vector>

#include "problems/disk_assembly.hpp"
#include "problems/parameter_table.hpp"

namespace nsdbench::experiments::mixing {

constexpr int layers = 5;
constexpr int baffles = 4;
constexpr double largest_seed = 1e9;

struct DrumParameters {
  double disks = 0.0;
  double radius = 0.0;
  double radius_spread = 0.0;
  double density = 0.0;
  double g = 0.0;
  double R = 0.0;
  double baffle_length = 0.0;
  double baffle_thickness = 0.0;
  double omega = 0.0;
  double mu = 0.0;
  double epsilon_N = 0.0;
  double seed = 0.0;

  static constexpr auto fields();
};

// Disks in rows from below in a drum that turns about the origin with its baffles, all of it one rigid wall.
class Drum {
 public:
  // Throws std::invalid_argument, with one sentence, for parameters that are not allowed and for a drum that does not
  // have room for the disks.
  explicit Drum(const DrumParameters& parameters);

  const DrumParameters& parameters() const { return parameters_; }
  const problems::DiskAssembly& assembly() const { return assembly_; }
  const ManyBodyState& start() const { return start_; }  // at rest; no two disks touch
  // Of each disk: 0 is the lowest at the start. As many disks in each layer, to one.
  const std::vector<int>& layer_of() const { return layer_of_; }
  const std::vector<double>& radii() const { return radii_; }

  // Ends of the axes of the baffles at time t, where they meet the drum and where they are free.
  std::array<std::array<problems::Point, 2>, baffles> baffles_at(double t) const;

 private:
  DrumParameters parameters_;
  std::vector<double> radii_;
  problems::DiskAssembly assembly_;
  ManyBodyState start_;
  std::vector<int> layer_of_;
};

constexpr auto DrumParameters::fields() {
  using problems::ParameterField;
  using P = DrumParameters;
  using enum problems::ParameterRange;
  return std::array{
      ParameterField<P>{"disks", &P::disks, positive, "1", "number of disks"},
      ParameterField<P>{"radius", &P::radius, positive, "m", "mean radius of the disks"},
      ParameterField<P>{"radius_spread", &P::radius_spread, unit_interval, "1",
                        "largest deviation of a radius from the mean, relative to it"},
      ParameterField<P>{"density", &P::density, positive, "kg/m^2", "mass of the disks per area"},
      ParameterField<P>{"g", &P::g, positive, "m/s^2", "gravity"},
      ParameterField<P>{"R", &P::R, positive, "m", "radius of the drum"},
      ParameterField<P>{"baffle_length", &P::baffle_length, unit_interval, "1",
                        "length of the four baffles, relative to the radius of the drum"},
      ParameterField<P>{"baffle_thickness", &P::baffle_thickness, positive, "m", "thickness of the baffles"},
      ParameterField<P>{"omega", &P::omega, any, "rad/s", "angular velocity of the drum"},
      ParameterField<P>{"mu", &P::mu, non_negative, "1", "friction coefficient, between disks and at the drum"},
      ParameterField<P>{"epsilon_N", &P::epsilon_N, unit_interval, "1", "normal restitution, likewise"},
      ParameterField<P>{"seed", &P::seed, non_negative, "1", "of the random radii"}};
}

}  // namespace nsdbench::experiments::mixing
