// The slider-crank: the printed start with four coefficients of restitution, and a tilted start.
#include <algorithm>
#include <array>

#include "problems/slider_crank.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

namespace {

using problems::SliderCrankParameters;

using Crank = problems::BasicSliderCrank<Quadruple>;

const EventResolution finer{"quadruple precision", tolerance_of(1e-31)};
const EventResolution coarser{"quadruple precision", tolerance_of(1e-28)};

struct TwoRevolutions {
  std::array<Quadruple, 2> times{};  // at which the crank completes them [s]
  Quadruple in_contact = 0.0;        // time in which some contact is closed, until then [s]
};

// Follows the motion to the end of the crank's second revolution, which is found in the dense output.
TwoRevolutions two_revolutions(const Crank& system, const EventDrivenOptions& options) {
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(system, *solver, options);
  TwoRevolutions found;
  std::size_t completed = 0;
  State<3, Quadruple> state = system.initial_state();
  const Quadruple turn = 8 * elementary::atan(Quadruple(1.0));
  const Outcome result = integrator->integrate(state, {Quadruple(0.2)}, [&](const Step<Crank>& step) {
    const Quadruple goal = turn * (completed + 1);
    Quadruple end = step.end().t;
    if (step.end().q(0) >= goal) {
      Quadruple before = step.begin().t;
      for (int halving = 0; halving < 120; ++halving) {
        const Quadruple middle = (before + end) / 2;
        (step.at_time(middle)->q(0) < goal ? before : end) = middle;
      }
      found.times[completed++] = end;
    }
    const auto modes = step.modes();
    const bool closed = std::ranges::find(modes.normal, Mode::constraint) != modes.normal.end();
    if (closed) found.in_contact += (completed < 2 ? step.end().t : end) - step.begin().t;
    return completed < 2;
  });
  if (result.reason != StopReason::stopped) {
    throw std::runtime_error("two revolutions of the crank ended early: " + brief_report(result));
  }
  return found;
}

void add_revolutions(TrueMotion& motion, const Crank& system) {
  const TwoRevolutions fine = two_revolutions(system, finer.options);
  const TwoRevolutions coarse = two_revolutions(system, coarser.options);
  const auto add = [&](const char* name, const Quadruple& value, const Quadruple& other, const char* unit,
                       const char* meaning) {
    motion.quantities.push_back({name, digits(value, error_of(abs(Quadruple(value - other)))), unit, meaning});
  };
  add("revolution_1_time", fine.times[0], coarse.times[0], "s",
      "time at which the crank completes its first revolution");
  add("revolution_2_time", fine.times[1], coarse.times[1], "s",
      "time at which the crank completes its second revolution");
  add("contact_fraction", fine.in_contact / fine.times[1], coarse.in_contact / coarse.times[1], "1",
      "fraction of the time of two revolutions in which the contact of some corner is closed");
}

TrueMotion motion_with(const char* name, const SliderCrankParameters& parameters, const std::vector<double>& times) {
  const Crank system(parameters);
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
    add_revolutions(motion, Crank(parameters));
    file.motions.push_back(motion);
  }
  SliderCrankParameters tilted = nominal;
  tilted.omega_3_0 = -0.01;
  TrueMotion motion = motion_with("tilted_e04", tilted, {0.0025, 0.003, 0.0035, 0.01, 0.02});
  motion.description =
      "start with omega_3 = -0.01 rad/s: corners of a face hit in turns and accumulate; to the end of the first rest "
      "on the upper surface";
  motion.changes = {{"omega_3_0", tilted.omega_3_0}};
  file.motions.push_back(motion);
  return file;
}

}  // namespace nsdbench::truth
