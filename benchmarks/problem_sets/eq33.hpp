// The family of the set eq33, by seed.
#pragma once

#include <cstdint>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::problem_sets {

// A planar problem of `contacts` frictional contacts with 0 <= mu <= 1.5, a tenth of them smooth: random directions of
// full column rank if `regular`, otherwise bodies in the plane, each contact between two of them or with the ground,
// some doubled, with more laws than degrees of freedom, so that G is singular. c = (1 + eps) W^T u, half of the
// problems with eps = 0. c lies in the range of W^T: then a solution exists for any mu, since the problem's form with a
// variable for the slip of each contact is an LCP with a copositive matrix to which Lemke's method finds a solution
// (Stewart & Trinkle 1996).
ContactProblem eq33_problem(std::uint64_t seed, int contacts, bool regular);

}  // namespace nsdbench::problem_sets
