// Options of the integration on the acceleration level.
#pragma once

#include "solvers/integration/acceleration_level/runge_kutta_pair.hpp"

namespace nsdbench {

// Lengths, velocities and accelerations among the options, atol included, are in units of V T, V and V / T, with the
// scales V and T: a slip of 1e-6 V counts as rest. docs/tolerances.md has the table of all integrators.
struct AccelerationOptions {
  // [m/s] V. 0: the motion's own, the largest velocity that a contact has had so far, or its acceleration without
  // contact forces gives it in the largest step. A contact that starts with a slip which counts as rest is stopped, and
  // RunCounts::unresolved_slips says so.
  double velocity_scale = 0.0;
  double time_scale = 1.0;  // [s] T
  // A step is accepted if the estimated error of every entry x of (q, u) is within atol + rtol |x|; atol times V T and
  // V, but no more than 1 m and 1 m/s, since angles have no length. The positions of the inclined plane then have the
  // error atol after a second.
  double atol = 1e-10;
  double rtol = 1e-8;
  // [s] Phases shorter than a step may be missed where no stage of it falls into them.
  double largest_step = 1e-2;
  // [s] Transitions are located to within this time. A step of this size is accepted whatever its error, and ends the
  // run if its contact problem stays unsolved.
  double smallest_step = 1e-12;
  // [V] Slip below which the direction of a contact is undefined: a decelerating contact is stopped, a starting one
  // creeps: its friction opposes gddot_T, as at rest (eq. 25). Equations of sliding are stiff there, with a rate of mu
  // lambda_N / (m |gdot_T|) across the slip. The motion of the inclined plane changes by some 1e-11 m through it; it
  // must stay 100 atol or more, or the errors of the velocities look like reversals of slip.
  double velocity_tolerance = 1e-6;
  // [V/T] gddot_N or gddot_T beyond which a contact has left contact or stiction; above what the residual of the
  // contact solver leaves, and without effect on the motion, whose right-hand side is continuous there.
  double acceleration_tolerance = 1e-6;
  // [V T] Gap within which a contact is closed at the start.
  double gap_tolerance = 1e-8;
  // [V T] Largest penetration at the start. Contacts that start with a negative gap are closed and keep it.
  double largest_penetration = 1e-5;
  RungeKuttaPair pair = RungeKuttaPair::fehlberg45;
  // False: steps have the largest size whatever their estimated error, except those that end at events or whose contact
  // problems are not solved. For measuring the order.
  bool error_control = true;
  long max_evaluations = 0;  // RunCounts::evaluations, right-hand sides, after which the run ends; 0: none
};

// The tolerances of AccelerationOptions in SI units for a velocity scale V [m/s].
struct AccelerationTolerances {
  double atol_position, atol_velocity;
  double velocity;        // [m/s]
  double acceleration;    // [m/s^2]
  double gap;             // [m]
  double penetration;     // [m]
  double gap_resolution;  // [m] of a gap that has closed by more than rounding

  AccelerationTolerances(const AccelerationOptions& options, double scale);
};

// Throws std::invalid_argument, naming the option and its value, for options outside their range or a smallest step
// that is lost in the rounding of times up to `latest` [s].
void check(const AccelerationOptions& options, double latest = 0.0);

}  // namespace nsdbench
