// The kind of motion that follows from rest: every motion is observed one revolution of the unbalance after the other.
#pragma once

#include <string>

#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/integration/setting.hpp"

namespace nsdbench::experiments::motion_map {

enum class Motion {
  at_rest = 1,  // no motion in a revolution
  stick_slip,   // rest and motion in so many revolutions in a row as the method asks for
  sliding,      // no rest, and the same velocity after each of two revolutions
  runaway,      // no rest, downhill all the time, and the gain of speed in a revolution does not fall any more
  lift_off,     // a foot without force, or a tilt beyond the linearised kinematics
  undecided,    // none of these within most_revolutions, or within as many steps as an event-driven motion may take
  unsolved      // a contact problem stayed unsolved
};

inline constexpr int most_revolutions = 400;

// Names in the tables of contact solvers and of integrators. The number of threads (0: all cores) moves nothing.
struct Method {
  std::string solver;
  std::string integrator;
  int stick_slip_revolutions = 3;  // in a row, after which a motion counts as stick-slip
  int step_divisor = 1;            // makes all steps smaller
  int threads = 0;
};

// A revolution over the largest step: methods of higher order, which locate events, need no small steps between these.
inline int steps_per_revolution(const Method& method) {
  return (method.integrator == "moreau" ? 160 : 16) * method.step_divisor;
}

// The motion from rest with these parameters. Steps are not larger than a revolution over steps_per_revolution. Throws
// std::invalid_argument if the integrator does not apply.
Motion classify(const problems::InclinedPlaneOscillatorParameters& parameters, const Method& method);

// What the integrator says of its settings at these parameters.
IntegratorSettingList settings_of(const problems::InclinedPlaneOscillator& body, const Method& method);

// Status of the contact problem of a first step, which tells whether the contact solver applies to such contacts.
SolverStatus try_solver(const problems::InclinedPlaneOscillator& body, const Method& method);

}  // namespace nsdbench::experiments::motion_map
