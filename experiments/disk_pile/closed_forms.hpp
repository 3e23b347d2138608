// Forces in a column and in a triangular pile of equal disks without friction, from the equilibrium of each disk, and
// what the residual of a contact problem leaves of them.
//
// Column: contact k from the top carries the k disks above it.
//
// Pile of N rows on a fixed row: row i = 1 ... N from the top has disks j = 1 ... i; disk (i, j) lies on (i + 1, j), to
// its lower left, and on (i + 1, j + 1), to its lower right; row N + 1 is fixed. Disks of one row do not touch. All
// contacts have the angle alpha to the vertical. With L_ij and R_ij the forces of disk (i, j) on its lower left and
// lower right neighbour, zero where there is no disk, and w the weight of a disk,
//   horizontally:  L_ij - L_{i-1,j} = R_ij - R_{i-1,j-1}
//   vertically:    (L_ij - L_{i-1,j} + R_ij - R_{i-1,j-1}) cos(alpha) = w,
// so that both differences are w / (2 cos(alpha)):
//   L_ij = (i - j + 1) w / (2 cos(alpha)),   R_ij = j w / (2 cos(alpha)).
// There are two contacts for each disk and two equations: the forces are the only ones. Each disk of the base carries
// N w / 2, wherever it is, and is pushed outwards by (j - 1 - N/2) w tan(alpha), j = 1 ... N + 1, to the right.
#pragma once

namespace nsdbench::experiments::disk_pile {

// In weights of a disk.
double column_force(int contact);
double pile_force_left(int row, int place, double alpha);
double pile_force_right(int row, int place, double alpha);
double base_load(int rows);
double base_thrust(int rows, int place, double alpha);

// How far forces may be from these, relative to each, if all relative velocities of the contacts are within `residual`
// times v_ref, max |c|, after a step from rest. The disks move then a little, and the inertia of a disk with the
// velocity v is m v / dt.
//
// Column: v_ref = g dt. The disk at place h from the floor has at most h residual g dt, and so contact k, with n - k +
// 1
// <= h <= n above it, a relative error of at most n residual.
double column_force_error_bound(int disks, double residual);
// Pile: v_ref = g dt max(cos(alpha), sin(alpha)), of the contacts with the base. Along the unit vectors a and b to its
// lower neighbours, the velocity of a disk in row i has components of at most (N + 1 - i) residual v_ref, since it has
// those of the neighbours and the relative velocity of the contact. With cos(2 alpha) between a and b, L_ij - L_{i-1,j}
// changes by m (v_a - cos(2 alpha) v_b) / (dt sin(2 alpha)^2), at most m N residual v_ref / (dt (1 - |cos(2 alpha)|)),
// and so does the force relative to its value, in each term w / (2 cos(alpha)).
double pile_force_error_bound(int rows, double alpha, double residual);

}  // namespace nsdbench::experiments::disk_pile
