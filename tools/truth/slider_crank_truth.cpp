// The slider-crank: the printed start with four coefficients of restitution, and a tilted start.
#include "problems/slider_crank.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

namespace {

using problems::SliderCrankParameters;

TrueMotion motion_with(const char* name, const SliderCrankParameters& parameters, const std::vector<double>& times) {
  const EventResolution finer{"quadruple precision", tolerance_of(1e-31)};
  const EventResolution coarser{"quadruple precision", tolerance_of(1e-28)};
  const problems::BasicSliderCrank<Quadruple> system(parameters);
  return motion_by_events(name, system, system, times, finer, coarser, false);
}

}  // namespace

TruthFile slider_crank_truth() {
  const auto nominal = support::paper_parameters<SliderCrankParameters>("flores2010", "slider_crank");
  struct Restitution {
    double value;
    const char* name;
  };
  TruthFile file{"slider_crank", "flores2010", {}};
  for (const auto& [restitution, name] : {Restitution{0.1, "e01"}, {0.4, "e04"}, {0.6, "e06"}, {0.9, "e09"}}) {
    SliderCrankParameters parameters = nominal;
    parameters.epsilon_N = restitution;
    // A revolution takes some 0.07 s.
    TrueMotion motion = motion_with(name, parameters, {0.0025, 0.01, 0.02, 0.05, 0.1});
    motion.description = "printed start: theta_3 stays zero, both corners of a face touch together";
    motion.changes = {{"epsilon_N", restitution}};
    file.motions.push_back(motion);
  }
  SliderCrankParameters tilted = nominal;
  tilted.omega_3_0 = -0.01;
  TrueMotion motion = motion_with("tilted_e04", tilted, {0.0025, 0.003, 0.0035, 0.01, 0.02});
  motion.description =
      "start with omega_3 = -0.01 rad/s: corners of a face hit in turns and accumulate; to the end of the first rest "
      "on "
      "the upper surface";
  motion.changes = {{"omega_3_0", tilted.omega_3_0}};
  file.motions.push_back(motion);
  return file;
}

}  // namespace nsdbench::truth
