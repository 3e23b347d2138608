// The prox iterations: projected Jacobi and Gauss-Seidel relaxation, plain, over-relaxed and accelerated.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "solvers/contact/prox/block_relaxation.hpp"
#include "solvers/contact/prox/r_factor.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench {

// The prox iterations.
enum class ProxScheme : std::uint8_t {
  pjor,       // Studer, Leine & Glocker 2008, eq. (22): all laws with the percussions of the last iteration
  psor,       // eq. (23): each law with the latest percussions
  psor_block  // eq. (23) contact by contact, each contact solved exactly
};

// What is made of the last iterates.
enum class Acceleration : std::uint8_t {
  none,
  nesterov,  // pjor only: momentum, restarted when it points against the last change
  anderson   // the step is combined with the last few so that its change is smallest; taken only where that helps
};

// Options of ProxSolver.
struct ProxOptions {
  SolverOptions solver;  // max_iterations: sweeps; 0 means 10 000
  ProxScheme scheme = ProxScheme::psor;
  RFactor r_factor = RFactor::local_diagonal;  // not read by psor_block
  double r = 1.0;                              // of RFactor::given [N s / (m/s)]
  // Multiplies all r_i (omega of eqs 27 and 28); of psor_block: the over-relaxation of the exact step.
  double relaxation = 1.0;
  // Changes the multiplier while iterating: 0.7 of it when the largest change of an iteration, divided by the
  // multiplier, has grown (psor: by more than a fifth), 1.05 of it otherwise, within [1/64, 1.9] of the start. After 32
  // iterations without a smaller change, 0.9 of the multiplier becomes its upper limit.
  bool adaptive = false;
  Acceleration acceleration = Acceleration::none;
};

// The accelerations: Nesterov's (1983) with adaptive restart (O'Donoghue & Candes 2015, Found. Comput. Math. 15), as
// Mazhar et al. (2015, ACM Trans. Graph. 34) use it for contacts; Anderson's (1965, J. ACM 12; Walker & Ni 2011, SIAM
// J. Numer. Anal. 49). Starts from the initial guess. Ends when the residual, recomputed from P, is within the
// tolerance; small changes between iterations are only the signal to compute it.
class ProxSolver : public ContactSolver {
 public:
  // Throws std::invalid_argument if r or the relaxation is not positive and finite, or for an acceleration that the
  // scheme does not have. `name` is static text.
  explicit ProxSolver(const ProxOptions& options, std::string_view name = "prox");

  std::string_view name() const override { return name_; }

  // The method alone: improves `percussions` until the residual is within `tolerance` or max_sweeps are done, and
  // leaves the percussions of the smallest residual that was computed. result.residual is that residual.
  SolverResult iterate(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                       int max_sweeps, const Deadline& deadline);

 protected:
  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;

 private:
  void prepare(const ContactProblemView& problem, std::span<const double> percussions);
  double step();
  void adapt(double change);
  double jacobi_iteration();
  double nesterov_iteration();
  void anderson_step();

  ProxOptions options_;
  std::string_view name_;
  ContactProblemView problem_;
  BlockRelaxation relaxation_;
  RFactors factors_;
  std::vector<double> inverse_r_;
  std::vector<double> next_;
  std::vector<double> momentum_;  // nesterov: the point the gradient is taken at
  double theta_ = 1.0;
  double multiplier_ = 1.0;

  // adaptive: changes divided by their multiplier
  double last_rate_ = 0.0;
  double smallest_rate_ = 0.0;
  int without_progress_ = 0;  // iterations since then
  double ceiling_ = 0.0;

  // anderson: differences of the last iterates and of their changes, one column each, oldest overwritten
  static constexpr int memory = 6;
  int remembered_ = 0;
  int newest_ = 0;
  bool has_previous_ = false;
  std::vector<double> start_;
  std::vector<double> change_;
  std::vector<double> previous_image_;
  std::vector<double> previous_change_;
  std::vector<double> image_differences_;
  std::vector<double> change_differences_;
};

}  // namespace nsdbench
