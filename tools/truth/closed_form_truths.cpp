// Problems whose whole motion has a closed form.
#include <cmath>

#include "support/reference_data.hpp"
#include "tools/truth/closed_truth.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

namespace {

using support::paper_parameters;

constexpr const char* studer = "studer2008";
constexpr const char* closed_scheme =
    "closed form; values by the finer computation, errors from its difference to the coarser one";

TrueMotion nominal(const char* description) {
  TrueMotion motion;
  motion.name = "nominal";
  motion.description = description;
  motion.scheme = closed_scheme;
  return motion;
}

}  // namespace

TruthFile bouncing_ball_truth() {
  const auto parameters = paper_parameters<problems::BouncingBallParameters>(studer, "bouncing_ball");
  // As many impacts as the event-driven reference solutions list: those that are at least 1e-9 s apart.
  const double speed = std::sqrt(parameters.v_0 * parameters.v_0 + 2.0 * parameters.g * parameters.z_0);
  int impacts = 1;
  for (double flight = 2.0 * speed / parameters.g * parameters.epsilon_N; flight >= 1e-9;
       flight *= parameters.epsilon_N) {
    ++impacts;
  }
  TrueMotion motion = nominal("from the height z_0 through the first impacts and their accumulation to rest");
  fill_closed(motion, {0.1, 0.25, 0.5, 0.6, 0.675, 1.0},
              {{"accumulation_time", "s", "accumulation point of the impacts"}},
              [&]<class Number>(const Number&) { return closed_motion<Number>(parameters, impacts); });
  return {"bouncing_ball", studer, {motion}};
}

TruthFile damped_oscillator_truth() {
  const auto parameters = paper_parameters<problems::DampedOscillatorParameters>(studer, "damped_oscillator");
  TrueMotion motion = nominal("decaying oscillation, without contacts");
  fill_closed(motion, {0.1, 0.5, 1.0, 2.0}, {},
              [&]<class Number>(const Number&) { return closed_motion<Number>(parameters); });
  return {"damped_oscillator", studer, {motion}};
}

TruthFile impact_oscillator_truth() {
  const auto parameters = paper_parameters<problems::ImpactOscillatorParameters>(studer, "impact_oscillator");
  constexpr double end = 1.2;
  TrueMotion motion = nominal("four impacts on the stop");
  fill_closed(motion, {0.1, 0.5, 0.75, 1.0, end},
              {{"impulse_1", "N s", "impulse of the first impact"},
               {"impulse_2", "N s", "impulse of the second impact"},
               {"impulse_3", "N s", "impulse of the third impact"},
               {"impulse_4", "N s", "impulse of the fourth impact"}},
              [&]<class Number>(const Number&) { return closed_motion<Number>(parameters, end); });
  return {"impact_oscillator", studer, {motion}};
}

TruthFile sliding_point_mass_truth() {
  const auto parameters = paper_parameters<problems::SlidingPointMassParameters>(studer, "sliding_point_mass");
  TrueMotion motion = nominal("turned round by the force, which ends at 3 s, and stopped by friction");
  fill_closed(motion, {0.25, 0.5, 1.0, 2.0, 3.0, 3.5, 4.0},
              {{"stop_time", "s", "time of the stop"},
               {"minimum_speed_time", "s", "time of the least speed while the force acts"},
               {"minimum_speed", "m/s", "least speed while the force acts"}},
              [&]<class Number>(const Number&) { return closed_motion<Number>(parameters); });
  return {"sliding_point_mass", studer, {motion}};
}

}  // namespace nsdbench::truth
