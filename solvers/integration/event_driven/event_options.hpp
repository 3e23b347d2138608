// Options of the event-driven integration.
#pragma once

#include <cstdint>

namespace nsdbench {

// The choice at an accumulation point of impacts: of one contact that a force presses back (accumulation_height), or of
// several contacts that are hit in turns, with or without forces. The latter are closed as soon as all gaps that they
// would still have are below 640 epsilon L, or ten times what rounding leaves of gaps (ImpactSequence).
enum class Accumulation : std::uint8_t {
  rest,  // the contacts are closed for good, as soon as the criterion holds
  stop   // the integration ends there, with StopReason::accumulation
};

// One accuracy decides what counts as zero: a, the error of a velocity relative to the largest ones that an impact or a
// smooth step may leave. The options that are 0 follow from it, with L and T the scales of length and time:
//
//   rtol, atol              32 a,  32 a L / T    of smooth steps: the least that rounding allows if a is epsilon
//   impacts                 as near to rounding as their equations allow, whatever the tolerance of the contact solver:
//                           its answer decides the modes, and Newton's method refines the percussions
//                           (AccurateContactSolver)
//   gap_tolerance           1e4 a L
//   velocity_tolerance      1e4 a L / T
//   instant                 64 a max(time since the start, T): events within it belong to one instant
//   accumulation_height     a L
//
// Contacts that would close together are told apart by errors. An impact leaves some a V in velocities V; a flight of
// the duration F makes gaps of a V F out of them, which the gap tolerance covers for flights of up to 1000 L. Contacts
// that close within the gap tolerance therefore have one impact. With the percussions as the contact solver leaves
// them, within 1e-10 V for its default tolerance, no gap tolerance that tells neighbouring impacts apart would do.
//
// docs/tolerances.md has the same table for all integrators.
struct EventDrivenOptions {
  // a. 0: epsilon, the distance from 1 to the next number of the scalar, which is also the least.
  double accuracy = 0.0;
  // [m], [s] The scales L and T of the motion. All lengths, times and velocities among the options below are in units
  // of L, T and L / T.
  double length_scale = 1.0;
  double time_scale = 1.0;
  // A smooth step is accepted if its estimated error of every velocity is within atol + rtol (|u| + h |udot|), the
  // largest values in the step, and the rounding of the terms of udot; atol in the unit of the velocity. Other
  // tolerances do not follow from these two. 0: see above.
  double rtol = 0.0;
  double atol = 0.0;
  // [T] Largest step. Steps resolve the motion to the tolerance; between the points of a step it is a polynomial.
  //
  // No closing of a contact is missed or late by more than rounding, whatever the step, if the system bounds the third
  // derivatives of its gaps (BoundedGapJerk): intervals in which the bound does not exclude a zero are divided
  // (ClosingSearch). Only dips below zero by less than the rounding of the coordinates, or by less than the gap
  // tolerance right after a contact has left, are not seen. For other systems the bound is four times the largest third
  // derivative that gaps and their derivatives show at the points, which dense points refine: a spin or a vibration is
  // seen however fast it is, but a prescribed motion that begins and ends between two points is not. Where a bound asks
  // for too many points, RunCounts::unresolved_gaps counts the step.
  //
  // Zeros of contact forces and slips are searched for between the points, too, and at the minima that these suggest:
  // what is missed is a force that vanishes, and grows again, between all points.
  double largest_step = 0.05;
  // [L], [L/T] Within these gaps and normal velocities are zero, and contacts closed, at the start and at impacts.
  // An open contact that does not leave has part in the impact of another one if its gap is within the tolerance.
  // 0: see above.
  double gap_tolerance = 0.0;
  double velocity_tolerance = 0.0;
  // [L/T] Spatial slip below which the direction of a contact is undefined: a contact that slows down is stopped,
  // within the time that its deceleration takes for the rest; one that starts to slide creeps, with friction against
  // gddot_T. The equations of sliding have the rate mu lambda_N / (m |gdot_T|) across the slip, so that smaller values
  // cost steps. The positions of the inclined plane change by some 1e-12 m through it. Planar contacts do not need it.
  double slip_tolerance = 3e-8;
  // [L] Largest penetration at the start. Contacts that start with a negative gap keep it until they open.
  double largest_penetration = 1e-5;
  // A contact has come to rest after impacts if it has had three or more with speeds that fall by a factor r < 1, and
  // the height v^2 / (2 g) of the next rebound would be below this [L], with g > 0 the acceleration that presses it
  // back; its flights would end after 2 v / (g (1 - r)). 0: a L. For a of epsilon that is 16 units in the last place of
  // a position of 0.1 L: the flights that are left out are those that the gaps of a mechanism of that size cannot show
  // any longer, and the last ones before them, some times higher, still stand out from the rounding of a sum of a few
  // such terms.
  double accumulation_height = 0.0;
  Accumulation accumulation = Accumulation::rest;
  // Events after which the run ends with StopReason::event_limit; 0: none. A run with too many events at one instant
  // ends in the same way, whatever the limit.
  long max_events = 0;
  long max_evaluations = 0;  // RunCounts::evaluations after which the run ends, at its next step; 0: none
  // False: steps have the largest size whatever their estimated error, except those that end at events or whose
  // equations are not solved. The tolerances then apply to the solution of these equations. For measuring the order.
  bool error_control = true;
};

// Throws std::invalid_argument, naming the option and its value, for options outside their range.
void check(const EventDrivenOptions& options);

// The same options with lengths, times and velocities in m, s and m/s; those that are 0 stay so.
EventDrivenOptions in_si_units(EventDrivenOptions options);

}  // namespace nsdbench
