// The table of a motion: Figs 10 to 13 and the configuration of the joint.
#pragma once

#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/support/experiment.hpp"

namespace nsdbench::experiments::slider_crank {

// One row every 1e-4 s (in smaller steps of size dt), and both ends of every step with an impact or a change of the
// joint's configuration.
class Drawing {
 public:
  // `dt` is the step size [s]. Keeps a reference to the system.
  Drawing(Experiment& experiment, const std::string& table, const problems::SliderCrank& system, double dt);

  void add(const Part& part);

 private:
  void row(const CrankState& s, Joint joint);

  support::Table& table_;
  const problems::SliderCrank& system_;
  long stride_;
  Joint last_ = Joint::none;
  long step_ = 0;
};

}  // namespace nsdbench::experiments::slider_crank
