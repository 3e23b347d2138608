// Semismooth Newton method on the prox equations, known for Coulomb friction as the augmented Lagrangian or
// Alart-Curnier method.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "solvers/contact/contact_blocks.hpp"
#include "solvers/contact/prox/block_relaxation.hpp"
#include "solvers/contact/solver.hpp"
#include "solvers/linear_algebra/dense_lu.hpp"

namespace nsdbench {

// How the linear systems of the steps are factored.
enum class NewtonStorage : std::uint8_t {
  dense,   // does not allocate once it has seen a problem of the same size
  sparse,  // Eigen's SparseLU with column ordering; allocates in every factorization
  by_size  // dense up to dense_limit unknowns, sparse above if G is sparse
};

// Options of NewtonSolver.
struct NewtonOptions {
  SolverOptions solver;  // max_iterations: Newton steps; 0 means 200
  NewtonStorage storage = NewtonStorage::by_size;
  int dense_limit = 120;
  // Added to the diagonal of G in units of 1 / r_i: the step is then close to the shortest one where G is
  // rank-deficient (hyperstatic contacts), and unchanged to eight digits where it is not.
  double regularization = 1e-8;
  // Sweeps of exact block relaxation before the first step; planar contacts need fewer if a sweep
  // leaves all modes as they were.
  int initial_sweeps = 16;
  // Sweeps after the first failure of the line search; twice as many after every further one, up to 1024. 0 leaves them
  // out, and the method ends with the first failure.
  int relaxation_sweeps = 16;
};

// Solves Phi(P) = 0,
//   Phi_N = P_N - prox(P_N - r xi_N),   Phi_T = P_T - prox_{A(P_N)}(P_T - r xi_T),   xi = G P + c,
// with the generalized Jacobian at the modes of the current P. What the modes determine is eliminated first: open
// contacts (P = 0) and planar sliding (P_T = +-mu P_N), so that the linear system has only the closed contacts.
//
// This is the augmented Lagrangian method of Alart & Curnier (1991, Comput. Methods Appl. Mech. Engrg. 92); Qi & Sun
// (1993, Math. Program. 58) prove that Newton's method with generalized Jacobians converges superlinearly near a
// solution where they are regular.
//
// Globalization: the step is halved until the merit function 1/2 sum |Phi_i / r_i|^2 falls below the largest of its
// last values (Grippo, Lampariello & Lucidi 1986, SIAM J. Numer. Anal. 23); if it does not, or the system is singular,
// the regularization is raised a hundredfold (a proximal point step) and lowered again after a success.
class NewtonSolver : public ContactSolver {
 public:
  // Throws std::invalid_argument if the regularization is negative or not finite. `name` is static text.
  explicit NewtonSolver(const NewtonOptions& options = {}, std::string_view name = "newton");
  ~NewtonSolver() override;

  std::string_view name() const override { return name_; }

  // The method alone: improves `percussions` until the residual is within `tolerance` or max_steps are done. Leaves the
  // percussions of the smallest residual met. result.residual is that residual.
  SolverResult iterate(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                       int max_steps, const Deadline& deadline);

 protected:
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;

 private:
  enum class Friction : std::uint8_t { none, fixed, dependent, stick, slide };
  struct BlockMode {
    bool closed = false;
    Friction friction = Friction::none;
    double e1 = 0.0;  // direction of P_T - r xi_T
    double e2 = 0.0;
    double kappa = 0.0;  // bound / |P_T - r xi_T| of sliding in a disc
  };

  void prepare(const ContactProblemView& problem, std::span<const double> percussions);
  void find_modes();
  void number_unknowns();
  void set_up_right_hand_side();
  bool solve_linear_system(double regularization);
  bool solve_dense(double regularization);
  bool solve_sparse(double regularization);
  template <class Visit>
  void for_each_entry(double regularization, const Visit& entry);
  void gather_column(int coordinate);
  void add_delassus_column(int coordinate, double factor);
  void touch(int b);
  void expand_step();
  bool search_line();
  double merit(const double* percussions, const double* velocities) const;
  bool normal_law_closed(const ContactBlock& block) const;
  int relax(int sweeps, std::span<const double> best, double tolerance);
  void restart_merit();

  NewtonOptions options_;
  std::string_view name_;
  ContactProblemView problem_;
  ContactBlocks blocks_;
  std::vector<BlockMode> modes_;
  std::vector<int> block_of_;       // of a coordinate
  std::vector<int> unknown_of_;     // of a coordinate: its place in the linear system, or -1
  std::vector<int> coordinate_of_;  // of an unknown
  int unknowns_ = 0;
  bool planar_ = true;

  std::vector<double> p_;
  std::vector<double> xi_;
  std::vector<double> trial_p_;
  std::vector<double> trial_xi_;
  std::vector<double> step_;        // dP
  std::vector<double> step_image_;  // G dP
  std::vector<double> right_;
  std::vector<double> column_;  // of the linear system over all coordinates; zero between uses
  std::vector<int> touched_;    // blocks with an entry in column_
  std::vector<char> touched_by_column_;
  std::vector<int> coupled_to_other_block_;  // blocks whose normal law is in another block
  double current_merit_ = 0.0;
  std::vector<double> recent_merits_;
  std::size_t oldest_merit_ = 0;

  BlockRelaxation relaxation_;
  DenseLu lu_;
  struct SparseSystem;  // Eigen's, which is long to compile
  std::unique_ptr<SparseSystem> sparse_;
};

}  // namespace nsdbench
