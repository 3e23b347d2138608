// The verdict on an answer, in long double and from the laws themselves. Shares no code with solvers/.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::fuzz {

struct WideVerdict {
  // The largest deviation of a law, as a velocity relative to max |c| (1 m/s if that vanishes): never more than the
  // contact_residual of an exact computation.
  long double residual = 0.0L;
  // The same with max |c| of the connected component of each law.
  long double component_residual = 0.0L;
  // v_ref max r_i over the unilateral laws: what a normal percussion is measured by.
  long double natural_percussion = 0.0L;
};

WideVerdict judge_widely(const ContactProblemView& problem, std::span<const double> percussions);

}  // namespace nsdbench::fuzz
