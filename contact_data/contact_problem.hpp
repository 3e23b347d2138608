// From a problem file's numbers to a contact problem the solvers take.
#pragma once

#include "contact_data/contact_data.hpp"
#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::contact_data {

// The same problem, with coordinates in the same order, so that percussions are solutions of `data` entry by entry:
//   lcp                 n unilateral laws
//   friction-contact    contact i: law 2 i, unilateral, and law 2 i + 1, Coulomb with mu_i, of dimension d - 1
// The Delassus matrix is block-sparse (blocks of size 1 for an lcp, d for friction) if the file's matrix is stored
// sparsely and has less than 30 % of its entries; dense otherwise.
ContactProblem to_contact_problem(const ContactData& data);

}  // namespace nsdbench::contact_data
