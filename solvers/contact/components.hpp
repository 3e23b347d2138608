// The connected components of a contact problem: contacts that no entry of the Delassus matrix connects, directly or
// through others, are separate problems.
#pragma once

#include <span>
#include <vector>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/contact/disjoint_sets.hpp"

namespace nsdbench {

// contact_residual divides by the largest velocity of the whole problem. Grains at rest beside a bullet are within its
// tolerance whatever their percussions are; within that of their own component they are not.
//
// A workspace: finding does not allocate once it has seen problems of the same size.
class ContactComponents {
 public:
  // Finds the components whose own residual may exceed the tolerance, although `residual`, the contact_residual of the
  // problem, does not: those with 0 < v_k < residual v_ref / tolerance, v_k being the largest |c| in the component
  // (where c vanishes, or is below 1e-292, there is no scale of its own). Returns whether there are any. Costs a look
  // at c for most problems, else one at every entry of G.
  bool find_suspects(const ContactProblemView& problem, double residual, double tolerance);

  // The components that the last find_suspects found, as one problem, and which coordinates of `problem` it has.
  struct Part {
    ContactProblem problem;
    std::vector<int> coordinates;
  };
  Part extract(const ContactProblemView& problem) const;

 private:
  void connect(const ContactProblemView& problem);

  DisjointSets sets_;            // of coordinates
  std::vector<double> speed_;    // v_k, at the root
  std::vector<char> suspected_;  // of each coordinate
};

}  // namespace nsdbench
