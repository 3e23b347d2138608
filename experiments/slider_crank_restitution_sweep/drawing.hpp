// The table of a motion: Figs 10 to 13 and the configuration of the joint.
#pragma once

#include <string>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::slider_crank {

// One row every 1e-4 s (in smaller steps of size dt), and both ends of every step with an impact or a change of the
// joint's configuration.
class Drawing {
 public:
  // Of a motion by any method. `dt` is the step size [s]. Keeps a reference to the system.
  Drawing(Experiment& experiment, const std::string& table, const problems::SliderCrank& system, double dt);
  // Of a motion by events, into a table of columns_by_events(). Keeps references to both.
  Drawing(support::Table& table, const problems::SliderCrank& system);

  // With modes, forces and percussions of the corners.
  static std::vector<support::Column> columns_by_events();

  void add(const Part& part);

 private:
  void row(const Part& part, const CrankState& s, Joint joint, const Percussions<problems::SliderCrank>& percussions);
  std::vector<double> values(const CrankState& s, Joint joint) const;

  support::Table& table_;
  const problems::SliderCrank& system_;
  bool by_events_;
  long stride_;
  Joint last_ = Joint::none;
  long step_ = 0;
};

}  // namespace nsdbench::experiments::slider_crank
