// Waves in a chain of rigid grains whose contact problems get N sweeps a step (Unger, Brendel, Wolf & Kertesz 2002
// found that such a chain is elastic), derived for the sweeps of this suite.
//
// n equal grains of mass m in a row, pressed together, n - 1 contacts that stay closed. Velocities xi = A P + c of the
// contacts with A = (1/m) tridiag(-1, 2, -1); c = xi of the step before plus what forces add. A sweep with r = 1/G_ii
// sets each percussion to the value with which its contact is solved, first the odd contacts, then the even ones, since
// contacts are coloured. It takes the error of P to E times it; with J = I - (m/2) A the sweep of Jacobi, the
// eigenvalues of E are the squares of those of J, cos(kappa)^2 with kappa = k pi / n, and zeros (Young 1971, Iterative
// Solution of Large Linear Systems, ch. 5). The percussions of the last step are the guess. Let w_s be its error in
// step s, P*_s the exact percussions of that step and P_0 those of constant forces. N sweeps leave P*_s + E^N w_s and
// xi = A E^N w_s, so that P*_{s+1} = P_0 - E^N w_s, and
//   w_{s+1} = (P*_s + E^N w_s) - P*_{s+1} = 2 E^N w_s - E^N w_{s-1}.
// This is a wave equation. For each eigenvector of E, with beta = cos(kappa)^{2 N},
//   z^2 - 2 beta z + beta = 0,   z = sqrt(beta) exp(+-i phi),   cos(phi) = sqrt(beta) = |cos(kappa)|^N:
// a step turns the phase by phi = arccos(|cos(kappa)|^N) and takes the amplitude to |cos(kappa)|^N of it. For long
// waves
//   phi = sqrt(N) kappa,   decay = N kappa^2 / 2 a step:
// the speed of sound is sqrt(N) grains a step, c = sqrt(N) d/dt with d the diameter, that of springs of stiffness N
// m/dt^2 between the grains, and sound is damped as by dashpots of N m/dt. Waves of fewer than pi sqrt(N) grains decay
// faster than they oscillate; once that exceeds twice the length of the chain, which is that of its longest wave, there
// is no sound.
#pragma once

#include <numbers>

namespace nsdbench::experiments::disk_pile {

struct Wave {
  double phase = 0.0;  // that a step adds
  double decay = 0.0;  // -ln of the factor by which a step multiplies the amplitude
};

// kappa: wave number times the distance of the grains, in (0, pi/2).
Wave wave_of_sweeps(double kappa, int sweeps);

// Mode k = 1, 2, ... of a chain of `grains` whose ends are free to move.
inline double wave_number(int mode, int grains) { return mode * std::numbers::pi / grains; }

// Grains a step.
double sound_speed(int sweeps);

}  // namespace nsdbench::experiments::disk_pile
