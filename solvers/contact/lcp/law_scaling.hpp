// Powers of two that bring the laws of a contact problem to the same size.
#pragma once

#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// For laws of dimension one: d_i, the power of two next to r_i^(1/2) from below, 1 / r_i as in contact_residual: G_ii
// where that is not negligible against its column, so that the diagonal of D G D lies in [1, 4) there, otherwise the
// largest entry of the column. `scale` has one entry per law.
void scale_laws(const ContactProblemView& problem, std::span<double> scale);

}  // namespace nsdbench
