// Contact problems of many round bodies (solvers/contact/round_bodies) as problem files: a step of a run with many
// disks can be exported, and solved elsewhere or again.
#pragma once

#include <string>

#include "contact_data/contact_data.hpp"
#include "solvers/contact/round_bodies/round_contact_problem.hpp"

namespace nsdbench::contact_data {

// The planar friction-contact problem with the contacts in the order of `problem`, which seal() has prepared:
//   W            the Delassus matrix in blocks of 2 x 2, q = c, mu of each contact
//   reference    the percussions that the contacts hold, with their residuals
//   round_bodies (among the other keys) what W and q were made of, see docs/contact-data.md
// `method` says where the percussions come from.
ContactData from_round_contacts(const RoundContactProblem& problem, const std::string& name,
                                const std::string& description, const std::string& method);

// The problem that from_round_contacts() was given, to the last bit: from the key round_bodies, with the percussions of
// the reference, or zeros without one. It is sealed. W and q are not looked at. Throws support::InputError if the key
// is missing or what it says is no problem of round bodies, naming the problem and the place.
RoundContactProblem to_round_contacts(const ContactData& data);

}  // namespace nsdbench::contact_data
