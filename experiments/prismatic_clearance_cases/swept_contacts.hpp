// The contacts that close as a map of the joint's parameters, for sweeps.
#pragma once

#include <memory>
#include <string>

#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::experiments::prismatic {

// Names of its quantities.
inline constexpr char early_by_events[] = "early";
inline constexpr char early_by_program[] = "early_program";
inline constexpr char late_by_program[] = "late";

// The class of a configuration: those of a map begin at 1. The experiment's table has the same numbers.
inline double class_of(Configuration configuration) { return static_cast<double>(configuration) + 1.0; }

// Inputs: the parameters, of which those of the start are not looked at, since the slider starts centred, aligned and
// at rest: another start may be outside of a small clearance; t_early and t_end [s]; h_min and h_max, bounds of the
// steps of the complementarity program [s]. Quantities, each a configuration (statistics.hpp): after t_early by the
// event-driven integrator, which has a class for a run that did not come to its end; in the step that ends there by the
// program; and at the end by the program. Settings: the contact solver of the event-driven integrator. The defaults are
// those that are given.
std::unique_ptr<sweeps::SweptMap> make_swept_contacts(const PrismaticJointParameters& parameters, const Steps& steps,
                                                      double early, double end, const std::string& solver);
// With the paper's parameters and steps.
std::unique_ptr<sweeps::SweptMap> make_swept_contacts();

// By the program, in the last step, which ends at `end`.
Configuration by_program(const PrismaticJoint& joint, const Steps& steps, double end);

}  // namespace nsdbench::experiments::prismatic
