// The papers' parameters as literals, so that the tests do not depend on the data files.
#pragma once

#include "problems/bouncing_ball.hpp"
#include "problems/damped_oscillator.hpp"
#include "problems/impact_oscillator.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "problems/prismatic_joint.hpp"
#include "problems/slider_crank.hpp"
#include "problems/sliding_point_mass.hpp"
#include "problems/woodpecker.hpp"

namespace nsdbench::testing {

// Glocker & Studer 2005, Table I.
inline problems::WoodpeckerParameters woodpecker_parameters() {
  problems::WoodpeckerParameters p;
  p.r_O = 0.0025;
  p.r_M = 0.0031;
  p.h_M = 0.0058;
  p.l_M = 0.010;
  p.l_G = 0.015;
  p.h_S = 0.02;
  p.l_S = 0.0201;
  p.m_M = 0.0003;
  p.m_S = 0.0045;
  p.J_M = 5.0e-9;
  p.J_S = 7.0e-7;
  p.c_phi = 0.0056;
  p.g = 9.81;
  p.epsilon_N1 = 0.5;
  p.mu_1 = p.mu_2 = p.mu_3 = 0.3;
  p.phi_M_0 = -0.1036;
  p.phi_S_0 = -0.2788;
  p.v_0 = -0.3411;
  p.omega_S_0 = -7.4583;
  return p;
}

// Flores, Leine & Glocker 2010, Table 1.
inline problems::SliderCrankParameters slider_crank_parameters() {
  problems::SliderCrankParameters p;
  p.l_1 = 0.1530;
  p.l_2 = 0.3060;
  p.a = 0.0500;
  p.b = 0.0250;
  p.c = 0.0010;
  p.m_1 = 0.0380;
  p.m_2 = 0.0380;
  p.m_3 = 0.0760;
  p.J_1 = 7.4e-5;
  p.J_2 = 5.9e-4;
  p.J_3 = 2.7e-6;
  p.g = 9.81;
  p.epsilon_N = 0.4;
  p.mu = 0.01;
  p.omega_1_0 = 150.0;
  p.omega_2_0 = -75.0;
  return p;
}

// Studer, Leine & Glocker 2008, sec. 10.1; g is not printed there.
inline problems::BouncingBallParameters bouncing_ball_parameters() {
  problems::BouncingBallParameters p;
  p.m = 1.0;
  p.g = 9.81;
  p.epsilon_N = 0.7;
  p.z_0 = 0.07;
  return p;
}

// Sec. 10.2; x_0 is not printed there.
inline problems::SlidingPointMassParameters sliding_point_mass_parameters() {
  problems::SlidingPointMassParameters p;
  p.m = 1.0;
  p.a = 2.0;
  p.F_x = -2.5;
  p.F_y = -0.25;
  p.force_end = 3.0;
  p.u_x_0 = 2.0;
  p.u_y_0 = -0.2;
  return p;
}

// Sec. 10.3; the stop at x = 0 is not printed there.
inline problems::ImpactOscillatorParameters impact_oscillator_parameters() {
  problems::ImpactOscillatorParameters p;
  p.m = 0.1;
  p.c = 20.0;
  p.x_s = -0.15;
  p.epsilon_N = 0.6;
  p.x_0 = -0.5;
  p.v_0 = 0.2;
  return p;
}

// Woesle & Pfeiffer 1996, appendix C; v_s is not printed there.
inline problems::InclinedPlaneOscillatorParameters inclined_plane_oscillator_parameters() {
  problems::InclinedPlaneOscillatorParameters p;
  p.m = 0.663;
  p.A = 0.85e-3;
  p.B = 1.6e-3;
  p.C = 1.75e-3;
  p.g = 9.81;
  p.mu = p.mu_0 = 0.098;
  p.v_s = 0.01;
  p.a_1 = 0.0424;
  p.a_2 = 0.0496;
  p.Da = 0.0035;
  p.b_1 = 0.0010;
  p.b_2 = 0.0250;
  p.b_3 = 0.0310;
  p.h_S = 0.0374;
  p.Dh = 0.0045;
  p.l_1 = 0.0104;
  p.l_2 = 0.0430;
  p.l_3 = 0.0165;
  p.delta = 0.115;
  p.m_E = 0.055;
  p.r_E = 0.0110;
  p.Omega = 19.6;
  return p;
}

// Chaturvedi, Sandu & Sandu, Table 1 and case 2 of sec. 4; g and the guide's inertia are not printed there.
inline problems::PrismaticJointParameters prismatic_joint_parameters() {
  problems::PrismaticJointParameters p;
  p.m = 5.0;
  p.J = 8e-4;
  p.L = 0.1;
  p.l_s = 0.02;
  p.l = 0.01;
  p.c = 1e-5;
  p.f_x = 50.0;
  p.s = 5e-4;
  p.g = 9.81;
  p.m_j = 2.0;
  p.J_j = 3e-3;
  return p;
}

// The suite's own.
inline problems::DampedOscillatorParameters damped_oscillator_parameters() {
  problems::DampedOscillatorParameters p;
  p.m = 1.0;
  p.c = 40.0;
  p.d = 0.8;
  p.x_0 = 0.1;
  p.v_0 = 0.5;
  return p;
}

}  // namespace nsdbench::testing
