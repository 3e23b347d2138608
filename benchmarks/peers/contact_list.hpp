// Contact problems in the layout other libraries use: contacts one after the other, the normal coordinate of each
// before its tangential ones.
#pragma once

#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench::peers {

struct ContactList {
  int dimension = 0;            // of a contact: 2 or 3
  std::vector<double> mu;       // one entry per contact
  std::vector<int> coordinate;  // of entry i of the list: its coordinate in the contact problem

  int contacts() const { return static_cast<int>(mu.size()); }
  int size() const { return static_cast<int>(coordinate.size()); }
  // Whether the contact problem has this layout already.
  bool is_identity() const {
    for (int i = 0; i < size(); ++i) {
      if (coordinate[static_cast<std::size_t>(i)] != i) return false;
    }
    return true;
  }
};

// The contacts of `problem` in the order of their unilateral laws. Returns false, and leaves the list empty, unless
// every law belongs to a contact: a unilateral law and one Coulomb law of dimension `dimension` - 1 on it.
bool list_contacts(const ContactProblemView& problem, int dimension, ContactList& list);

}  // namespace nsdbench::peers
