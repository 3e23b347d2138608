// Exact solutions of the contact problem of one block, all other percussions held: the inner step of block relaxation
// (Jean 1999, Comput. Methods Appl. Mech. Engrg. 177). The modes are tried one after the other: open, sticking,
// sliding. Sliding in the plane leaves a linear equation for each side; sliding in space leaves one equation for the
// angle of the friction, a quartic in the tangent of half of it (Bonnefon & Daviet 2011), here solved by Newton's
// method from the guess and, where that fails, between changes of sign.
#pragma once

namespace nsdbench {

// One unilateral law: 0 <= p perpendicular to g p + q >= 0. Returns false, p untouched, if g is not positive.
bool solve_unilateral(double g, double q, double& p);

// One contact with planar friction: u = G p + q (G 2 x 2, column-major; normal first),
//   0 <= p_N perpendicular to u_N >= 0,   -p_T in mu p_N Sgn(u_T).
// Returns false, p untouched, if no mode fits (a Painleve case, or G is singular).
bool solve_planar_contact(const double* g, const double* q, double mu, double* p);

// One contact with spatial friction: G 3 x 3, column-major; normal first;
//   0 <= p_N perpendicular to u_N >= 0,   |p_T| <= mu p_N,   p_T = -mu p_N u_T / |u_T| where u_T is not 0.
// p holds a guess on entry: its tangential direction is where the search for the sliding direction begins. Returns
// false, p untouched, if no solution was found.
bool solve_spatial_contact(const double* g, const double* q, double mu, double* p);

// Tresca friction in a disc: u = G p + q (2 x 2, column-major), p the minimizer-like solution of
//   |p| <= bound,   p = -bound u / |u| where u is not 0.
// p holds a guess on entry. Returns false, p untouched, if no solution was found.
bool solve_disc(const double* g, const double* q, double bound, double* p);

}  // namespace nsdbench
