// A contact problem as a file holds it: its numbers, and what is known of it.
//
// Two kinds, in the conventions of the contact-data format:
//   lcp                w = M z + q,   0 <= w  perpendicular to  z >= 0
//   friction-contact   u = W r + q,   v = u + mu ||u_T|| n,   K = { ||r_T|| <= mu r_N },
//                      r in K,  v in K*,  v . r = 0   for every contact.
// Contact i of a friction-contact problem owns the entries d i .. d i + d - 1 of q, r and u: the normal component
// first, then the d - 1 tangential ones. u_N > 0 separates. These are the laws of solvers/contact/contact_problem.hpp
// in other words: Coulomb's law as one cone of the percussions and its dual.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "contact_data/matrix.hpp"

namespace nsdbench::contact_data {

// Which of the two: w = M z + q, or u = W r + q with friction.
enum class Kind : std::uint8_t { lcp, friction_contact };
std::string_view to_string(Kind kind);  // as in the files: "lcp", "friction-contact"

// What is known of a problem: has it a solution?
enum class Solvable : std::uint8_t { unknown, yes, no };
std::string_view to_string(Solvable solvable);

// The best vector somebody found, with the residuals stated for it (see residuals.hpp).
struct Reference {
  std::string method;
  std::vector<double> solution;  // z or r
  std::optional<double> natural_residual;
  std::optional<double> relative_residual;  // friction-contact only
  std::optional<double> scaled_residual;
};

// A problem with what is known of it, as one file holds it.
struct ContactData {
  std::string name;
  std::string description;
  std::vector<std::string> tags;
  Kind kind = Kind::lcp;
  Solvable solvable = Solvable::unknown;

  int dimension = 1;       // friction-contact: d, 2 or 3; lcp: 1
  std::vector<double> mu;  // friction-contact: one per contact [1]; lcp: empty
  Matrix matrix;           // M or W
  std::vector<double> q;
  std::vector<double> start;  // lcp: a start for which the problem is interesting; empty if there is none
  std::optional<Reference> reference;

  // The remarks in a JSON file (source, derivation, properties, runs, ...), as the text of a JSON object; empty if
  // there is nothing else. Carried along so that a conversion loses no licence.
  std::string other_keys;

  int size() const { return static_cast<int>(q.size()); }        // entries of q and of a solution
  int number_of_contacts() const { return size() / dimension; }  // lcp: the size
  bool has_tag(std::string_view tag) const;
};

}  // namespace nsdbench::contact_data
