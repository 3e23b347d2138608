// What integrator_table.hpp declares, for any system: all methods with all their templates. Programs that integrate the
// problems of the suite link nsdbench::motions instead and compile in a fraction of the time; programs with a system of
// their own include this.
#pragma once

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "solvers/integration/acceleration_level/contact_acceleration.hpp"
#include "solvers/integration/event_driven/event_driven.hpp"
#include "solvers/integration/implicit_euler/complementarity_program.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace nsdbench {

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_moreau(const S& system, ContactSolver& solver, const ScalarOf<S>& dt,
                                           double activation_gap) {
  return std::make_unique<FixedStep<S>>(system, solver, dt, 0, activation_gap);
}

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_moreau_adjusted(const S& system, ContactSolver& solver,
                                                    const StepSizeOptions& sizes,
                                                    const ExtrapolationOptions& extrapolation) {
  return std::make_unique<StepSizeAdjustment<S>>(system, solver, sizes, extrapolation);
}

template <MechanicalSystem S>
std::unique_ptr<EventDrivenIntegrator<S>> make_event_driven(const S& system, ContactSolver& solver,
                                                            const EventDrivenOptions& options) {
  if constexpr (AccelerationLevelSystem<S>) {
    return std::make_unique<EventDriven<S>>(system, solver, options);
  } else {
    throw std::invalid_argument("event_driven is not allowed: " + why_not_applicable("event_driven", system));
  }
}

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_acceleration_level(const S& system, ContactSolver& solver,
                                                       const AccelerationOptions& options) {
  if constexpr (AccelerationLevelSystem<S> && std::is_same_v<ScalarOf<S>, double>) {
    return std::make_unique<ContactAcceleration<S>>(system, solver, options);
  } else {
    throw std::invalid_argument("acceleration_level is not allowed: " +
                                why_not_applicable("acceleration_level", system));
  }
}

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_implicit_euler(const S& system, const ComplementarityProgramOptions& options) {
  if constexpr (DifferentiableSystem<S>) {
    return std::make_unique<ComplementarityProgram<S>>(system, options);
  } else {
    throw std::invalid_argument("implicit_euler is not allowed: " + why_not_applicable("implicit_euler", system));
  }
}

namespace detail {

template <MechanicalSystem S>
std::string why_no_complementarity_program(const S& system) {
  if (DifferentiableSystem<S> || !why_no_step_program(system).empty()) return why_no_step_program(system);
  return "the system is not written for numbers that carry derivatives, which the program of a step needs";
}

template <MechanicalSystem S>
std::string why_no_accelerations(const S& system, bool has_tresca, bool has_wide_numbers) {
  if constexpr (!AccelerationLevelSystem<S>) {
    return "the system does not give the terms of its contacts' accelerations";
  } else {
    if (!has_wide_numbers && !std::is_same_v<ScalarOf<S>, double>) return "the method computes in double only";
    for (int i = 0; i < S::contact_count; ++i) {
      if (has_tresca || has_gap(system.law(i))) continue;
      return "contact " + std::to_string(i) + " has Tresca friction, which the acceleration level does not treat";
    }
    return {};
  }
}

// Tolerances that decide nothing, as those of IntegratorSettings::of_size: steps are then of the largest size.
inline bool decide_nothing(const IntegratorSettings& settings) { return settings.atol >= 1.0 && settings.rtol >= 1.0; }

// Sets an option from an entry of the settings, unless that is zero.
inline void set_if_given(double& option, double given) {
  if (given != 0.0) option = given;
}

// Of methods that locate events as sharply as times allow: dt_min does not count. `time` and `velocity` are the units
// of the options.
template <class Options>
void set_located_events(Options& options, const IntegratorSettings& settings, double time, double velocity) {
  set_if_given(options.largest_step, settings.dt_max / time);
  options.max_evaluations = settings.max_evaluations;
  options.error_control = !decide_nothing(settings);
  if (!options.error_control) return;
  set_if_given(options.atol, settings.atol / velocity);
  set_if_given(options.rtol, settings.rtol);
}

inline EventDrivenOptions event_driven_options(const IntegratorSettings& settings) {
  EventDrivenOptions options;
  options.length_scale = settings.length_scale;
  options.time_scale = settings.time_scale;
  set_located_events(options, settings, settings.time_scale, settings.length_scale / settings.time_scale);
  return options;
}

inline AccelerationOptions acceleration_options(const IntegratorSettings& settings) {
  AccelerationOptions options;
  options.time_scale = settings.time_scale;
  options.largest_step *= settings.time_scale;
  options.smallest_step *= settings.time_scale;
  const double velocity = settings.length_scale / settings.time_scale;
  set_located_events(options, settings, 1.0, velocity);
  if (!options.error_control) return options;
  if (settings.atol != 0.0) options.velocity_scale = velocity;
  constexpr double times_atol = 1000.0;  // errors of velocities must not look like reversals of slip
  options.velocity_tolerance = std::max(options.velocity_tolerance, times_atol * options.atol);
  return options;
}

// h_max is dt; h_min is dt_min, or a tenth of dt as in the paper's example (sec. 4).
inline ComplementarityProgramOptions program_options(const IntegratorSettings& settings) {
  ComplementarityProgramOptions options;
  const double length = settings.length_scale;
  const double time = settings.time_scale;
  options.h_max *= time;
  options.landing_tolerance *= length;
  options.gap_tolerance *= length;
  options.equation_tolerance *= settings.mass_scale * length / (time * time);
  options.program.tolerance *= length / time;
  set_if_given(options.h_max, settings.dt);
  options.h_min = 0.1 * options.h_max;
  set_if_given(options.h_min, settings.dt_min);
  options.max_evaluations = settings.max_evaluations;
  return options;
}

}  // namespace detail

template <MechanicalSystem S>
std::string why_not_applicable(std::string_view name, const S& system) {
  integrator_named(name);
  if (name == "implicit_euler") return detail::why_no_complementarity_program(system);
  if (name == "event_driven") return detail::why_no_accelerations(system, true, true);
  if (name == "acceleration_level") return detail::why_no_accelerations(system, false, false);
  return {};
}

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_integrator(std::string_view name, const S& system, ContactSolver& solver,
                                               const IntegratorSettings& settings) {
  if (const std::string reason = why_not_applicable(name, system); !reason.empty()) {
    throw std::invalid_argument(std::string(name) + " is not allowed: " + reason);
  }
  if (name == "moreau") {
    return std::make_unique<FixedStep<S>>(system, solver, ScalarOf<S>(settings.dt), settings.max_evaluations,
                                          settings.activation_gap);
  }
  if (name == "moreau_adjusted") {
    return make_moreau_adjusted(system, solver, step_size_options(settings), extrapolation_options(settings));
  }
  if (name == "event_driven") {
    return make_event_driven(system, solver, detail::event_driven_options(settings));
  }
  if (name == "acceleration_level") {
    return make_acceleration_level(system, solver, detail::acceleration_options(settings));
  }
  if (name == "implicit_euler") return make_implicit_euler(system, detail::program_options(settings));
  throw std::logic_error("the table of integrators has no maker for " + std::string(name));
}

}  // namespace nsdbench

// NOLINTBEGIN(bugprone-macro-parentheses): a type is no expression.

// Single methods for one system.
#define NSDBENCH_INSTANTIATE_MOREAU_ADJUSTED(System)                                     \
  template std::unique_ptr<nsdbench::Integrator<System>> nsdbench::make_moreau_adjusted( \
      const System&, nsdbench::ContactSolver&, const nsdbench::StepSizeOptions&,         \
      const nsdbench::ExtrapolationOptions&)
#define NSDBENCH_INSTANTIATE_EVENT_DRIVEN(System)                                                \
  template std::unique_ptr<nsdbench::EventDrivenIntegrator<System>> nsdbench::make_event_driven( \
      const System&, nsdbench::ContactSolver&, const nsdbench::EventDrivenOptions&)
#define NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(System)                                     \
  template std::unique_ptr<nsdbench::Integrator<System>> nsdbench::make_acceleration_level( \
      const System&, nsdbench::ContactSolver&, const nsdbench::AccelerationOptions&)

// Everything above for one system.
#define NSDBENCH_INSTANTIATE_INTEGRATORS(System)                                                       \
  template std::string nsdbench::why_not_applicable<System>(std::string_view, const System&);          \
  template std::unique_ptr<nsdbench::Integrator<System>> nsdbench::make_integrator<System>(            \
      std::string_view, const System&, nsdbench::ContactSolver&, const nsdbench::IntegratorSettings&); \
  template std::unique_ptr<nsdbench::Integrator<System>> nsdbench::make_moreau<System>(                \
      const System&, nsdbench::ContactSolver&, const nsdbench::ScalarOf<System>&, double);             \
  template std::unique_ptr<nsdbench::Integrator<System>> nsdbench::make_implicit_euler<System>(        \
      const System&, const nsdbench::ComplementarityProgramOptions&);                                  \
  NSDBENCH_INSTANTIATE_MOREAU_ADJUSTED(System);                                                        \
  NSDBENCH_INSTANTIATE_EVENT_DRIVEN(System);                                                           \
  NSDBENCH_INSTANTIATE_ACCELERATION_LEVEL(System)

// NOLINTEND(bugprone-macro-parentheses)
