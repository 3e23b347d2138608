// The parts of the experiment, in the order of main.cpp.
#pragma once

#include <algorithm>
#include <string>

#include "experiments/disk_pile/parameters.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench::experiments::disk_pile {

struct Setting {
  DiskPileParameters parameters;
  double dt = 0.0;  // [s]
  RoundSolverOptions solver;
  ContactSolver* fallback = nullptr;
};

// Disks that touch overlap by this share of their diameter, so that rounding opens no contact.
inline constexpr double overlap = 1e-10;

// The end of a quantity's key: "_10_disks".
inline std::string case_of(int number, const char* things) {
  std::string end = "_";
  end += std::to_string(number);
  end += '_';
  return end += things;
}

// A column of disks at rest: one step from percussions of zero.
void load_columns(Experiment& experiment, const Setting& setting);

// A triangular pile of disks at rest on a fixed row, likewise.
void load_piles(Experiment& experiment, const Setting& setting);

// The same problems by each method of RoundContactSolver.
void compare_methods(Experiment& experiment, const Setting& setting);

// A chain of grains that is pressed together, with a fixed number of sweeps a step: its waves and its stiffness.
void carry_waves(Experiment& experiment, const Setting& setting);

// The same chain, pushed at one end: with few sweeps, and solved.
void push_chain(Experiment& experiment, const Setting& setting);

// Of the contact problems in the hopper, relative to velocities of some 0.5 m/s with which disks meet, where those at
// rest are solved relative to g dt. A coarser tolerance than 1e-3 would be none.
inline double hopper_tolerance(double tolerance) { return std::min(1e3 * tolerance, 1e-3); }

// A hopper with a flat bottom: disks that leave over time, and their rate against the width of the outlet.
void empty_hopper(Experiment& experiment, const Setting& setting);

}  // namespace nsdbench::experiments::disk_pile
