#include "benchmarks/peers/peer_solver.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>

namespace nsdbench::peers {

namespace {

bool same_view(const ContactProblemView& a, const ContactProblemView& b) {
  return a.laws.data() == b.laws.data() && a.laws.size() == b.laws.size() && a.size == b.size &&
         a.delassus == b.delassus && a.stride == b.stride && a.c == b.c && a.sparse == b.sparse;
}

using Clock = std::chrono::steady_clock;

// Seconds between two readings of the clock with nothing in between: some 20 ns, a sizeable part of the solve of a
// single contact.
double clock_overhead() {
  static const double overhead = [] {
    Clock::duration shortest = Clock::duration::max();
    for (int i = 0; i < 1000; ++i) {
      const auto start = Clock::now();
      shortest = std::min(shortest, Clock::now() - start);
    }
    return std::chrono::duration<double>(shortest).count();
  }();
  return overhead;
}

// Discards what is written to standard output and error while it lives.
class SilencedOutput {
 public:
  SilencedOutput() {
    static const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (std::size_t i = 0; i < 2; ++i) {
      std::fflush(streams_[i]);
      saved_[i] = dup(fileno(streams_[i]));
      if (saved_[i] >= 0 && nowhere >= 0) dup2(nowhere, fileno(streams_[i]));
    }
  }
  ~SilencedOutput() {
    for (std::size_t i = 0; i < 2; ++i) {
      std::fflush(streams_[i]);
      if (saved_[i] < 0) continue;
      dup2(saved_[i], fileno(streams_[i]));
      close(saved_[i]);
    }
  }
  SilencedOutput(const SilencedOutput&) = delete;
  SilencedOutput& operator=(const SilencedOutput&) = delete;

 private:
  std::FILE* streams_[2] = {stdout, stderr};
  int saved_[2] = {-1, -1};
};

}  // namespace

void PeerSolver::prepare(const ContactProblemView& problem) {
  is_prepared_ = false;
  if (defect(problem) != nullptr) return;  // `solve` will say so
  is_applicable_ = build(problem);
  prepared_ = problem;
  is_prepared_ = true;
}

SolverResult PeerSolver::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  claimed_success_ = false;
  solve_seconds_ = 0.0;
  if (!is_prepared_ || !same_view(problem, prepared_)) {
    is_prepared_ = false;
    is_applicable_ = build(problem);
  }
  if (!is_applicable_) return {SolverStatus::not_applicable, 0.0, 0};

  const double overhead = clock_overhead();
  load(problem, percussions);
  Outcome outcome;
  {
    std::optional<SilencedOutput> silence;
    if (is_noisy()) silence.emplace();
    const auto start = Clock::now();
    outcome = call();
    solve_seconds_ = std::max(std::chrono::duration<double>(Clock::now() - start).count() - overhead, 0.0);
  }
  claimed_success_ = outcome.claimed_success;
  store(problem, percussions);
  return {outcome.claimed_success ? SolverStatus::solved : SolverStatus::iteration_limit, 0.0, outcome.iterations};
}

}  // namespace nsdbench::peers
