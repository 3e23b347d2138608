// Statistics of a motion of the impact oscillator, for any integrator.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "problems/impact_oscillator.hpp"
#include "solvers/integration/integrator.hpp"

namespace nsdbench::experiments::impact_oscillator {

using problems::ExactImpactOscillator;
using problems::ImpactOscillator;
using OscillatorState = State<1>;
using OscillatorStep = Step<ImpactOscillator>;

// End of the error study: after two impacts. At 1 s the mass turns round, which hides errors of time.
inline constexpr double study_end = 0.75;  // s

struct Impact {
  double time, impulse;
};

class MotionStatistics final : public Observer<ImpactOscillator> {
 public:
  // Keeps a reference to the closed form.
  explicit MotionStatistics(const ExactImpactOscillator& exact) : exact_(exact) { at_study_end.q(0) = std::nan(""); }

  Outcome outcome;
  OscillatorState at_study_end;  // NaN if not reached
  std::vector<Impact> impacts;
  double position_error_max = 0.0;        // from the closed form, over the ends of steps [m]
  double impact_energy_growth_max = 0.0;  // [J] that the percussion of an impact puts in

  bool on_step(const OscillatorStep& step) override {
    const OscillatorState& end = step.end();
    if (end.t == study_end) at_study_end = end;
    position_error_max = std::max(position_error_max, std::abs(end.q(0) - exact_.position(end.t)));
    return true;
  }

  // A contact that stays closed has percussions, too, but no approach velocity.
  bool on_event(const Event<ImpactOscillator>& event) override {
    const double impulse = event.percussions.normal(0);
    if (impulse > 0.0 && event.before.u(0) > 0.0) {
      impacts.push_back({event.t, impulse});
      impact_energy_growth_max = std::max(impact_energy_growth_max, event.contact_work.value_or(0.0));
    }
    return true;
  }

 private:
  const ExactImpactOscillator& exact_;
};

}  // namespace nsdbench::experiments::impact_oscillator
