// The body on the inclined plane: as printed, two settings that stick once a revolution, and a block that is not
// shaken.
#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/closed_truth.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/inclined_plane_sticking.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

using problems::BasicInclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;

TruthFile inclined_plane_oscillator_truth() {
  const auto printed =
      support::paper_parameters<InclinedPlaneOscillatorParameters>("woesle1996", "inclined_plane_oscillator");
  const std::vector<double> times = {0.1, 0.2, 0.25, 0.3, 0.5, 1.0};
  TruthFile file{"inclined_plane_oscillator", "woesle1996", {}};

  // A slip that begins or ends has no direction below the slip tolerance, which the positions show: that is the error.
  const BasicInclinedPlaneOscillator<Quadruple> plane(printed);
  TrueMotion nominal =
      motion_by_events("nominal", plane, plane, times, {"quadruple precision", tolerance_of(1e-22, 1e-14)},
                       {"quadruple precision", tolerance_of(1e-20, 1e-13)}, true);
  nominal.description = "as printed: the body slides without a stop";
  file.motions.push_back(nominal);

  const auto sticks = [&](const char* name, const char* description, const InclinedPlaneOscillatorParameters& changed) {
    TrueMotion motion = inclined_plane_sticking(name, changed, times);
    motion.description = description;
    file.motions.push_back(motion);
  };
  InclinedPlaneOscillatorParameters rough = printed;
  rough.mu = rough.mu_0 = 0.13;
  sticks("mu_013", "rougher: the body sticks once a revolution of the unbalance", rough);
  file.motions.back().changes = {{"mu", rough.mu}, {"mu_0", rough.mu_0}};
  InclinedPlaneOscillatorParameters flat = printed;
  flat.delta = 0.085;
  sticks("delta_0085", "flatter: the body sticks once a revolution of the unbalance", flat);
  file.motions.back().changes = {{"delta", flat.delta}};

  InclinedPlaneOscillatorParameters block = rough;
  block.m_E = block.Da = block.Dh = 0.0;
  block.u_1_0 = 0.1;
  TrueMotion still;
  still.name = "block";
  still.description = "not shaken, pushed down the slope: stops for good";
  still.scheme = "closed form; values by the finer computation, errors from its difference to the coarser one";
  still.changes = {{"mu", block.mu}, {"mu_0", block.mu_0}, {"m_E", 0.0},
                   {"Da", 0.0},      {"Dh", 0.0},          {"u_1_0", block.u_1_0}};
  fill_closed(still, {0.25, 0.5, 1.0},
              {{"stop_time", "s", "time of the stop"}, {"stop_position", "m", "x where the block rests"}},
              [&]<class Number>(const Number&) { return closed_motion<Number>(block); });
  file.motions.push_back(still);
  return file;
}

}  // namespace nsdbench::truth
