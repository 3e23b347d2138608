// Projected Gauss-Seidel as DART has it.
#include <dart/constraint/PgsBoxedLcpSolver.hpp>
#include <limits>

#include "benchmarks/peers/dart_boxed_lcp.hpp"
#include "benchmarks/peers/dart_peers.hpp"

namespace nsdbench::peers {

namespace {

class DartPgs : public DartBoxedLcp {
 public:
  explicit DartPgs(const SolverOptions& options) : DartBoxedLcp("dart-pgs", options) {
    // The library's own limit of 30 sweeps serves games; its thresholds for changes and for diagonal entries are
    // absolute numbers that would depend on the units.
    constexpr int default_max_iterations = 10000;
    constexpr double smallest = std::numeric_limits<double>::min();
    const int max_iterations = options.max_iterations > 0 ? options.max_iterations : default_max_iterations;
    solver_.setOption({max_iterations, smallest, options.tolerance, smallest, false});
  }

 protected:
  Outcome call() override {
    constexpr int unbounded = 0;
    Call& lcp = data();
    const bool success = solver_.solve(lcp.n, lcp.a.data(), lcp.x.data(), lcp.b.data(), unbounded, lcp.lower.data(),
                                       lcp.upper.data(), lcp.normal.data(), false);
    return {success, 0};
  }

 private:
  dart::constraint::PgsBoxedLcpSolver solver_;
};

}  // namespace

std::unique_ptr<PeerSolver> make_dart_pgs(const SolverOptions& options) { return std::make_unique<DartPgs>(options); }

}  // namespace nsdbench::peers
