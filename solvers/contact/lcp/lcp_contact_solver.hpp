// Planar contact problems as an LCP in standard form, solved by any LCP method.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "solvers/contact/lcp/copositive_form.hpp"
#include "solvers/contact/lcp/lcp.hpp"
#include "solvers/contact/lcp/planar_form.hpp"

namespace nsdbench {

// The standard form of a contact problem with unilateral laws and friction intervals (Glocker & Studer 2005, eqs
// 18-33; Flores et al. 2010, eqs 60-85). With P_T = P_R - mu P_N and P_L = 2 mu P_N - P_R:
//
//   ( xi_N )   ( W_N^T M^-1 (W_N - W_T mu)   W_N^T M^-1 W_T   0 ) ( P_N  )   ( c_N )
//   ( xi_R ) = ( W_T^T M^-1 (W_N - W_T mu)   W_T^T M^-1 W_T   E ) ( P_R  ) + ( c_T )        y perpendicular to x
//   ( P_L  )   ( 2 mu                        -E               0 ) ( xi_L )   (  0  )
//
// For Tresca friction a, mu P_N is replaced by a: P_T = P_R - a, and a moves into b. The size is 3 k for k
// frictional contacts.
//
// Every law is scaled by d_i, the power of two next to G_ii^(-1/2), or to what takes the place of a vanishing G_ii
// (scale_laws): P_i / d_i and d_i xi_i take the places of P_i and xi_i, and mu d_N / d_T that of mu. Then x and y both
// have the unit sqrt(J), the diagonal of D G D lies in [1, 4) whatever the masses, and the scaling itself does not
// round.
// The splitting is P_N, P_R = x and P_L = y; step (vii) of Flores et al., sec. 5.3, has P_L and P_R interchanged.
class StandardForm : public PlanarForm {
 public:
  // Above this size the dense matrix is not built.
  static constexpr int max_size = 3000;

  // Returns false if the problem has a law that no LCP represents (a disc, a bilateral law), or if the LCP exceeds
  // max_size. Keeps a reference to the problem until the next build,
  // for `bounds`.
  bool build(const ContactProblemView& problem);

  // Sizes of x for an answer whose normal percussions have their natural size (natural_percussions): 0 <= P_R <= 2 mu
  // P_N, and xi_L is at most |xi_T|. The columns of P_N carry the rounding of W_N - W_T mu.
  LcpBounds bounds() const override;

  // Percussions of the problem that `build` saw last, from the LCP's x.
  void split(const ContactProblemView& problem, std::span<const double> x, std::span<double> percussions) const;

  // The other way round: x from percussions and the velocities xi = G P + c they lead to, each put on the side of its
  // law.
  void join(const ContactProblemView& problem, std::span<const double> percussions, std::span<const double> velocities,
            std::span<double> x) const;
};

// The LCP method on the standard form; if it ends on a ray or with an answer that is refused, on the copositive form,
// and then with all its persistence on the standard form again. `not_applicable` if there is a disc among the laws or
// the standard form exceeds StandardForm::max_size. The Delassus matrix may be sparse; the LCP is dense. The copositive
// form is sized when it is first needed.
class LcpContactSolver : public ContactSolver {
 public:
  LcpContactSolver(std::unique_ptr<LcpSolver> method, const SolverOptions& options);

  std::string_view name() const override { return method_->name(); }

  // Public for callers that pass a verdict of their own.
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;

 protected:
  // The copositive form, if the residual of the problem refuses what the standard form's accepted.
  bool fall_back(const ContactProblemView& problem, std::span<double> percussions, const SolverResult& first,
                 SolverResult& second) override;

 private:
  void guess(const ContactProblemView& problem, std::span<const double> percussions, std::span<double> x);

  bool attempt_copositive(const ContactProblemView& problem, std::span<double> percussions, SolverResult& result);

  bool copositive_tried_ = false;  // in the last attempt

  std::unique_ptr<LcpSolver> method_;
  StandardForm form_;
  CopositiveForm copositive_;
  std::vector<double> x_;
  std::vector<double> copositive_x_;
  std::vector<double> velocities_;
  std::vector<double> second_;  // percussions by the copositive form
};

}  // namespace nsdbench
