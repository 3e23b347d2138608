// What proofs of infeasibility have to know about a planar contact problem in the form of an LCP.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// For laws of dimension one: the natural size of |P_l| of every law, v_ref max r_i for a unilateral law (v_ref and r_i
// as in contact_residual, the maximum over all unilateral laws: what lies on a light body may weigh more than it), mu
// times that for a Coulomb law, and the bound for Tresca friction. If all normal percussions of an answer lie below
// R >= 1 times their natural size, friction percussions do too.
void natural_percussions(const ContactProblemView& problem, std::span<double> percussions);

// v_ref + sum_j |G_lj| P_j: percussions within R >= 1 times the given ones lead to velocities within R times this.
void natural_velocities(const ContactProblemView& problem, std::span<const double> percussions,
                        std::span<double> velocities);

// Whether d_i G_ij d_j, with d_j the scale of law j and, for a Coulomb law, also with that of its normal, is free of
// rounding: powers of two do not round unless they lead out of the range of normal numbers.
bool scales_exactly(const ContactProblemView& problem, std::span<const double> scale);

}  // namespace nsdbench
