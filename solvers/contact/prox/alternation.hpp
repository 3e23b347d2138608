// The method of Woesle & Pfeiffer 1996, sec. 6.1: velocities (there: accelerations) by Newton's method at fixed
// percussions, and percussions by one projection, in turn.
#pragma once

#include <string_view>
#include <vector>

#include "solvers/contact/contact_blocks.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/linear_algebra/dense_lu.hpp"

namespace nsdbench {

// Options of Alternation.
struct AlternationOptions {
  SolverOptions solver;  // max_iterations: Newton steps of all inner problems together; 0 means 1000
  // r_i = factor d_i / trace(G_ii), block of law i, d_i its dimension; the r_i of the residual where there is no such
  // trace. The percussions contract by about 1 / (1 + r lambda) along an eigenvector of G with eigenvalue lambda, while
  // the inner problem becomes harder as r grows.
  double factor = 100.0;
};

// Outer iteration, with Pi the projections of all laws on tau = P - r xi (eqs 33, 37: the bound of friction is
// mu tau_N^+):
//   1. xi with F(xi) = xi - c - G Pi(P - r xi) = 0 at fixed P (eq. 42, solved for M^-1 by xi = W^T udot + wbar)
//   2. P <- Pi(P - r xi) (eq. 41)
// This is the proximal point iteration on the laws: it needs no regular G. Inner problem by a semismooth Newton method
// whose step is halved until 1/2 |F|^2 falls, to 1 % of the residual so far. The paper leaves r and the choice of the
// norm open. Here an inner problem that the line search does not solve is tried again with a tenth of all r_i, and an
// outer step that leaves more than a half of the residual is followed by one with tenfold r_i.
//
// Dense linear algebra, over the closed contacts only; not_applicable beyond 8000 coordinates.
class Alternation : public ContactSolver {
 public:
  // Throws std::invalid_argument if the factor is not positive and finite.
  explicit Alternation(const AlternationOptions& options = {}, std::string_view name = "alternation");

  std::string_view name() const override { return name_; }

 protected:
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;

 private:
  // Derivative of Pi by tau for one contact at the present tau.
  struct BlockDerivative {
    bool normal = false;      // tau_N > 0
    bool tangential = false;  // the rows below are not zero
    double by_normal[2] = {0.0, 0.0};
    double by_tangential[2][2] = {{0.0, 0.0}, {0.0, 0.0}};
  };

  void prepare(const ContactProblemView& problem, std::span<const double> percussions);
  // Pi(P - r xi) to `projected`.
  void project(const std::vector<double>& velocities, std::vector<double>& projected) const;
  // F(xi) to `defect`; projected_ receives Pi. Returns 1/2 |F|^2.
  double evaluate(const std::vector<double>& velocities, std::vector<double>& defect);
  void differentiate();
  void find_column(std::size_t b, int coordinate);
  template <class Visit>
  void for_each_column(const Visit& visit);
  bool newton_step();
  void add_image(int coordinate, double value, double* image) const;
  // Solves the inner problem until |F| <= goal; false if it cannot.
  bool solve_inner(double goal, int& steps, int limit, const Deadline& deadline);
  double largest_defect() const;

  AlternationOptions options_;
  std::string_view name_;
  ContactProblemView problem_;
  ContactBlocks blocks_;
  double factor_ = 1.0;
  std::vector<BlockDerivative> derivatives_;
  std::vector<double> r_;  // without the factor
  std::vector<double> p_;
  std::vector<double> xi_;
  std::vector<double> trial_xi_;
  std::vector<double> defect_;
  std::vector<double> trial_defect_;
  std::vector<double> projected_;
  std::vector<double> step_;
  std::vector<double> column_;
  std::vector<int> active_;     // coordinates of the linear system
  std::vector<int> active_at_;  // place of a coordinate in it, or -1
  DenseLu lu_;
};

}  // namespace nsdbench
