// Damped semismooth Newton method for LCPs.
#pragma once

#include <vector>

#include "solvers/contact/lcp/active_set_step.hpp"
#include "solvers/contact/lcp/lcp.hpp"

namespace nsdbench {

// Options of LcpNewton.
struct LcpNewtonOptions {
  SolverOptions solver;  // max_iterations: Newton steps, 0 means 200

  // Whether steps of the min-map are tried at all. They are a fraction of the work of the others and end the iteration
  // after finitely many steps, but alone they may cycle, even for P-matrices (Ben Gharbia & Gilbert 2012).
  bool min_map_steps = true;
};

// Let Psi(x) = 1/2 sum_i phi(d_i x_i, y_i)^2, phi(a, b) = sqrt(a^2 + b^2) - a - b (Fischer & Burmeister), d_i the row
// scale. Every step makes Psi smaller, by at least a fixed fraction or by Armijo's rule, so that it cannot cycle:
//
//   1. the full step of the min-map (ActiveSetStep), if it reduces Psi to a quarter,
//   2. otherwise Newton's direction for phi = 0, from V d = -phi with V = D_a D + D_b A, (D_a, D_b) from the
//      generalized gradient of phi, both <= 0, and D the row scales; if Psi falls along it, with backtracking. Where V
//      is close to singular, D_a - s E takes the place of D_a, s = 1e-8, 1e-6, 1e-4: regular if A is a P0-matrix,
//   3. otherwise the steepest descent of Psi in terms of D x, with backtracking
// (De Luca, Facchinei & Kanzow 1996, with the min-map step of Ferris & Kanzow 2002 in front). Every limit point is a
// stationary point of Psi; if A is a P0-matrix it solves the LCP, otherwise it need not: where Psi stops falling, the
// iteration starts again from x = 0 and then from fixed other points before it gives up, unless the residual is one
// that the rounding of A x + b alone explains.
class LcpNewton : public LcpSolver {
 public:
  explicit LcpNewton(const SolverOptions& options = {});
  explicit LcpNewton(const LcpNewtonOptions& options);

  SolverResult attempt(const LcpView& lcp, std::span<double> x) override;
  std::string_view name() const override { return "lcp_newton"; }

 private:
  enum class Outcome : unsigned char { converged, stalled, out_of_steps, out_of_time };

  void resize(int n);
  Outcome iterate(const LcpView& lcp, const Deadline& deadline, int max_steps, int& steps);
  double merit(const LcpView& lcp, const std::vector<double>& x, std::vector<double>& y);
  double residual() const;
  bool min_map_step(const LcpView& lcp);
  bool newton_direction(const LcpView& lcp);
  bool search(const LcpView& lcp, double slope);
  void keep_if_better();
  bool best_is_rounding(const LcpView& lcp) const;
  void accept();

  LcpNewtonOptions options_;
  ActiveSetStep active_set_;
  DenseLu lu_;
  int n_ = 0;
  double reference_ = 1.0;
  double rho_ = 0.0;  // of the min-map steps
  double psi_ = 0.0;
  double trial_psi_ = 0.0;
  double best_residual_ = 0.0;
  std::vector<double> scale_, x_, y_, trial_x_, trial_y_, direction_, gradient_, phi_, dx_, dy_, best_x_;
};

}  // namespace nsdbench
