// Planar contact problems as an LCP with a copositive matrix.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "solvers/contact/lcp/planar_form.hpp"

namespace nsdbench {

// The planar case of Stewart & Trinkle's form (1996, eqs 18-21): friction P_T = P_+ - P_-, and the slip sigma of a
// contact as a variable,
//
//   (        xi_N        )   (  G_NN   G_NT  -G_NT   0 ) (  P_N  )   (  c_N )
//   (    xi_T + sigma    ) = (  G_TN   G_TT  -G_TT   E ) (  P_+  ) + (  c_T )        y perpendicular to x
//   (   -xi_T + sigma    )   ( -G_TN  -G_TT   G_TT   E ) (  P_-  )   ( -c_T )
//   ( mu P_N - P_+ - P_- )   (   mu    -E     -E     0 ) ( sigma )   (   0  )
//
// with a in place of mu P_N, as part of b, for Tresca friction. x^T A x = P^T G P + sigma^T mu P_N: A is
// copositive if G is positive semidefinite, whatever mu is, and Lemke's method does not end on a ray if c lies in the
// range of W^T (theorem 2 there), or if G is regular. On eq. (33), which has a third fewer unknowns, it may (Painleve).
//
// Where mu > 1e6, the last row is divided by mu. The laws are scaled as in StandardForm. Size: normals + 3 frictions.
class CopositiveForm : public PlanarForm {
 public:
  static constexpr int max_size = 4000;

  // Returns false if there is no friction, if the problem has a law that no LCP represents, or if the LCP exceeds
  // max_size. Keeps a reference to the problem until the next build,
  // for `bounds`.
  bool build(const ContactProblemView& problem);

  // Sizes of x for an answer whose normal percussions have their natural size (natural_percussions): the positive and
  // the negative part of P_T lie within mu P_N, and sigma is |xi_T|.
  LcpBounds bounds() const override;

  // Percussions of the problem that `build` saw last, from the LCP's x.
  void split(const ContactProblemView& problem, std::span<const double> x, std::span<double> percussions) const;
};

}  // namespace nsdbench
