// Tables of a motion for Figures 6 to 8.
#pragma once

#include <string>

#include "experiments/inclined_plane_stick_slip/motion_statistics.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::inclined_plane {

// Positions, velocities, accelerations and normal forces up to `shown`, and the paths of two points fixed on the body.
// Accelerations and forces are means over steps, or over parts of steps, where the method does not compute them.
class Drawing {
 public:
  // Keeps a reference to the parameters.
  Drawing(Experiment& experiment, const std::string& setting,
          const problems::InclinedPlaneOscillatorParameters& parameters);

  void add(const BodyStep& step);

 private:
  void add_samples(const AccelerationSamples<Body>& step);
  void add_parts(const BodyStep& step);
  void add_row(const BodyState& s, const Vector<6>& acceleration, const Vector<3>& normal_forces);
  void add_point(const BodyState& s);

  const problems::InclinedPlaneOscillatorParameters& parameters_;
  support::Table& motion_;
  support::Table& path_;
  double next_point_ = 0.0;  // [s]
};

}  // namespace nsdbench::experiments::inclined_plane
