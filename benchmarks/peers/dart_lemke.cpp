// Lemke's method as DART has it.
#include <algorithm>
#include <dart/lcpsolver/Lemke.hpp>

#include "benchmarks/peers/dart_peers.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"

namespace nsdbench::peers {

namespace {

// It factors an n x n matrix anew for every pivot and cannot be stopped: beyond this size a solve takes minutes.
constexpr int largest_size = 300;

class DartLemke : public PeerSolver {
 public:
  explicit DartLemke(const SolverOptions& options) : PeerSolver("dart-lemke", options) {}

 protected:
  bool build(const ContactProblemView& problem) override {
    if (problem.size == 0 || !form_.build(problem) || form_.size() > largest_size) return false;
    const LcpView lcp = form_.view();
    m_.resize(lcp.size, lcp.size);
    q_ = Eigen::Map<const Eigen::VectorXd>(lcp.b, lcp.size);
    for (int j = 0; j < lcp.size; ++j) {
      for (int i = 0; i < lcp.size; ++i) m_(i, j) = lcp.entry(i, j);
    }
    return true;
  }

  void load(const ContactProblemView& /*problem*/, std::span<const double> /*percussions*/) override {
    z_.setZero(m_.rows());
  }

  Outcome call() override { return {dart::lcpsolver::Lemke(m_, q_, &z_) == 0, 0}; }

  void store(const ContactProblemView& problem, std::span<double> percussions) const override {
    form_.split(problem, {z_.data(), static_cast<std::size_t>(z_.size())}, percussions);
  }

 private:
  StandardForm form_;
  Eigen::MatrixXd m_;
  Eigen::VectorXd q_;
  Eigen::VectorXd z_;
};

}  // namespace

std::unique_ptr<PeerSolver> make_dart_lemke(const SolverOptions& options) {
  return std::make_unique<DartLemke>(options);
}

}  // namespace nsdbench::peers
