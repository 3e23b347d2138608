// The slider-crank with an ideal joint, without clearance and friction: what the clearance is compared with.
#pragma once

#include "problems/slider_crank.hpp"

namespace nsdbench::experiments::slider_crank {

// Time [s] that the crank needs for `revolutions` from the start's angle and angular velocity, with the slider's centre
// held on the middle of the guide: one degree of freedom, whose energy is conserved, and a quadrature of 1/omega_1 over
// the crank's angle. Nothing is known of a crank that does not get round: NaN.
double ideal_revolution_time(const problems::SliderCrankParameters& parameters, int revolutions);

}  // namespace nsdbench::experiments::slider_crank
