// Siconos numerics on the LCP in standard form.
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <lcp_cst.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "benchmarks/peers/siconos_peers.hpp"
#include "benchmarks/peers/siconos_support.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"

namespace nsdbench::peers {

namespace {

struct FreeMatrix {
  void operator()(NumericsMatrix* matrix) const {
    NM_clear_not_dense(matrix);  // the entries belong to the adapter
    std::free(matrix);
  }
};

struct LcpMethod {
  const char* name;
  int id;
  int max_iterations;  // where the options leave it to the method
  bool is_noisy;
};

class SiconosLcp : public PeerSolver {
 public:
  SiconosLcp(const LcpMethod& method, const SolverOptions& options)
      : PeerSolver(method.name, options), method_(method) {
    siconos::run_quietly_on_one_thread();
  }

 protected:
  bool build(const ContactProblemView& problem) override {
    if (problem.size == 0 || !form_.build(problem)) return false;
    const LcpView lcp = form_.view();
    const auto n = static_cast<std::size_t>(lcp.size);
    matrix_.resize(n * n);
    q_.assign(lcp.b, lcp.b + n);
    z_.resize(n);
    w_.resize(n);
    double largest_diagonal = 0.0;
    double norm_q = 0.0;
    double largest_q = 0.0;
    for (int j = 0; j < lcp.size; ++j) {
      for (int i = 0; i < lcp.size; ++i) matrix_[static_cast<std::size_t>(j) * n + i] = lcp.entry(i, j);
      largest_diagonal = std::max(largest_diagonal, lcp.entry(j, j));
      norm_q = std::hypot(norm_q, lcp.b[j]);
      largest_q = std::max(largest_q, std::abs(lcp.b[j]));
    }
    numerics_matrix_.reset(NM_create_from_data(NM_DENSE, lcp.size, lcp.size, matrix_.data()));
    lcp_ = {lcp.size, numerics_matrix_.get(), q_.data()};

    options_.reset(solver_options_create(method_.id));
    options_->iparam[SICONOS_IPARAM_MAX_ITER] =
        options().max_iterations > 0 ? options().max_iterations : method_.max_iterations;
    options_->dparam[SICONOS_DPARAM_TOL] =
        siconos::peer_tolerance(options().tolerance, largest_q, norm_q, largest_diagonal);
    return true;
  }

  void load(const ContactProblemView& /*problem*/, std::span<const double> /*percussions*/) override {
    std::fill(z_.begin(), z_.end(), 0.0);
    std::copy(q_.begin(), q_.end(), w_.begin());
    options_->iparam[SICONOS_IPARAM_ITER_DONE] = 0;
  }

  Outcome call() override {
    const int info = siconos::call_guarded(
        [this] { return linearComplementarity_driver(&lcp_, z_.data(), w_.data(), options_.get()); });
    return {info == 0, options_->iparam[SICONOS_IPARAM_ITER_DONE]};
  }

  // Newton's method reports every singular Jacobian.
  bool is_noisy() const override { return method_.is_noisy; }

  void store(const ContactProblemView& problem, std::span<double> percussions) const override {
    form_.split(problem, z_, percussions);
  }

 private:
  const LcpMethod& method_;
  StandardForm form_;
  std::vector<double> matrix_;  // column-major
  std::vector<double> q_;
  std::vector<double> z_;
  std::vector<double> w_;
  std::unique_ptr<NumericsMatrix, FreeMatrix> numerics_matrix_;
  LinearComplementarityProblem lcp_{};
  siconos::Options options_;
};

// Pivoting methods end by themselves; the caps on the others are generous, since the library's own (1000) leave hard
// problems unsolved that ten times as many iterations solve.
constexpr LcpMethod lemke = {"siconos-lcp-lemke", SICONOS_LCP_LEMKE, 10000, false};
constexpr LcpMethod newton_minfb = {"siconos-lcp-newton-minfb", SICONOS_LCP_NEWTON_MIN_FBLSA, 1000, true};
constexpr LcpMethod avi = {"siconos-lcp-avi", SICONOS_LCP_AVI_CAOFERRIS, 10000, false};
constexpr LcpMethod rpgs = {"siconos-lcp-rpgs", SICONOS_LCP_RPGS, 10000, false};

}  // namespace

std::unique_ptr<PeerSolver> make_siconos_lcp_lemke(const SolverOptions& options) {
  return std::make_unique<SiconosLcp>(lemke, options);
}
std::unique_ptr<PeerSolver> make_siconos_lcp_newton_minfb(const SolverOptions& options) {
  return std::make_unique<SiconosLcp>(newton_minfb, options);
}
std::unique_ptr<PeerSolver> make_siconos_lcp_avi(const SolverOptions& options) {
  return std::make_unique<SiconosLcp>(avi, options);
}
std::unique_ptr<PeerSolver> make_siconos_lcp_rpgs(const SolverOptions& options) {
  return std::make_unique<SiconosLcp>(rpgs, options);
}

}  // namespace nsdbench::peers
