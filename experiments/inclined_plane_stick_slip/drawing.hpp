// Tables of a motion for Figures 6 to 8.
#pragma once

#include <vector>

#include "experiments/inclined_plane_stick_slip/motion_statistics.hpp"
#include "support/table.hpp"

namespace nsdbench::experiments::inclined_plane {

// Positions, velocities, accelerations, modes and forces of the feet up to `shown`, and the paths of two points fixed
// on the body. Accelerations and forces are means over steps, or over parts of steps, where the method does not compute
// them. Where feet stick, their shares of the friction are one choice of many, which lies within the cones by the
// acceleration level, and need not by events.
class Drawing {
 public:
  static std::vector<support::Column> motion_columns();
  static std::vector<support::Column> path_columns();

  // Keeps references to the tables, which have these columns, and to the parameters.
  Drawing(support::Table& motion, support::Table& path, const problems::InclinedPlaneOscillatorParameters& parameters);

  void add(const BodyStep& step);

 private:
  void add_samples(const AccelerationSamples<Body>& step, const ModeVector<Body>& modes);
  void add_parts(const BodyStep& step);
  void add_row(const BodyState& s, const Vector<6>& acceleration, const ContactForces<Body>& forces,
               const ModeVector<Body>& modes);
  void add_point(const BodyState& s);

  const problems::InclinedPlaneOscillatorParameters& parameters_;
  support::Table& motion_;
  support::Table& path_;
  double next_point_ = 0.0;  // [s]
};

}  // namespace nsdbench::experiments::inclined_plane
