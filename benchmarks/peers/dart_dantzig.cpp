// Dantzig's pivoting method as ODE and DART have it.
#include <dart/external/odelcpsolver/lcp.h>

#include <cstdarg>

#include "benchmarks/peers/dart_boxed_lcp.hpp"
#include "benchmarks/peers/dart_peers.hpp"

namespace nsdbench::peers {

namespace {

void ignore_message(int /*number*/, const char* /*message*/, std::va_list /*arguments*/) {}

class DartDantzig : public DartBoxedLcp {
 public:
  explicit DartDantzig(const SolverOptions& options) : DartBoxedLcp("dart-dantzig", options) {
    dart::external::ode::dSetMessageHandler(&ignore_message);  // it reports failures on the terminal
  }

 protected:
  Outcome call() override {
    constexpr int unbounded = 0;
    Call& lcp = data();
    const bool success =
        dart::external::ode::dSolveLCP(lcp.n, lcp.a.data(), lcp.x.data(), lcp.b.data(), lcp.w.data(), unbounded,
                                       lcp.lower.data(), lcp.upper.data(), lcp.normal.data());
    return {success, 0};
  }
};

}  // namespace

std::unique_ptr<PeerSolver> make_dart_dantzig(const SolverOptions& options) {
  return std::make_unique<DartDantzig>(options);
}

}  // namespace nsdbench::peers
