// The integrators by name, beside the contact solvers by name: programs choose a method by a string, and call it
// through the contract of integrator.hpp. This header is light: the functions are defined in
// integrator_table_definitions.hpp, and the library nsdbench::motions has them for the problems of the suite in double.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "solvers/contact/solver.hpp"
#include "solvers/integration/acceleration_level/acceleration_options.hpp"
#include "solvers/integration/event_driven/event_driven_integrator.hpp"
#include "solvers/integration/implicit_euler/program_options.hpp"
#include "solvers/integration/integrator.hpp"
#include "solvers/integration/integrator_settings.hpp"
#include "solvers/integration/time_stepping/time_stepping_options.hpp"

namespace nsdbench {

// One line of the table.
struct IntegratorInfo {
  std::string_view name;
  std::string_view description;
  std::string_view source;  // the paper
  bool treats_impacts;      // false: a contact that closes with a velocity ends a run with StopReason::impact
  // Whether the method reads dt_min (or dt, which stands for it), order, tolerances and the activation gap of
  // IntegratorSettings, and gives contact problems to a solver. Programs refuse options that would be without effect.
  bool has_smallest_step = true;
  bool has_order = true;
  bool has_tolerances = true;
  bool has_contact_solver = true;
  bool has_activation_gap = false;
};

// In the order in which the methods are listed to users.
std::span<const IntegratorInfo> integrator_table();

// Throws std::invalid_argument, naming the known methods, if there is none of that name.
const IntegratorInfo& integrator_named(std::string_view name);

// What `moreau_adjusted` makes of the settings.
StepSizeOptions step_size_options(const IntegratorSettings& settings);
ExtrapolationOptions extrapolation_options(const IntegratorSettings& settings);

// Why the method cannot integrate `system`, as a plain sentence without a full stop; empty if it can. Whether contacts
// close with impacts shows only while running: a method that does not treat them ends the run with
// StopReason::impact. Throws std::invalid_argument for an unknown name.
template <MechanicalSystem S>
std::string why_not_applicable(std::string_view name, const S& system);

// The method of that name. The integrator holds references to system and solver, which must outlive it. Throws
// std::invalid_argument with one sentence for an unknown name, a method that does not apply to the system, or settings
// outside their range.
template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_integrator(std::string_view name, const S& system, ContactSolver& solver,
                                               const IntegratorSettings& settings);

// The methods with all their options. References and exceptions are as above.
template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_moreau(const S& system, ContactSolver& solver, const ScalarOf<S>& dt,
                                           double activation_gap = 0.0);
template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_moreau_adjusted(const S& system, ContactSolver& solver,
                                                    const StepSizeOptions& sizes,
                                                    const ExtrapolationOptions& extrapolation);
template <MechanicalSystem S>
std::unique_ptr<EventDrivenIntegrator<S>> make_event_driven(const S& system, ContactSolver& solver,
                                                            const EventDrivenOptions& options = {});
template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_acceleration_level(const S& system, ContactSolver& solver,
                                                       const AccelerationOptions& options = {});
// The method has no contact solver: a step is a program of its own.
template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make_implicit_euler(const S& system, const ComplementarityProgramOptions& options);

}  // namespace nsdbench
