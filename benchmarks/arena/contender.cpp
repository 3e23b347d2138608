#include "benchmarks/arena/contender.hpp"

#include <algorithm>
#include <chrono>

#include "solvers/contact/selection/registry.hpp"

#ifdef NSDBENCH_ARENA_PEERS
#include "benchmarks/peers/peer_registry.hpp"
#endif

namespace nsdbench::arena {

namespace {

using Clock = std::chrono::steady_clock;

class OwnSolver : public Contender {
 public:
  OwnSolver(const std::string& name, const SolverOptions& options) : solver_(make_contact_solver(name, options)) {}

  void prepare(const ContactProblemView& /*problem*/) override {}

  Attempt solve(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes,
                int repetitions) override {
    Attempt attempt;
    const auto start = Clock::now();
    for (int k = 0; k < repetitions; ++k) {
      std::fill(percussions.begin(), percussions.end(), 0.0);
      attempt.result = solver_->solve(problem, percussions, modes);
    }
    attempt.seconds = std::chrono::duration<double>(Clock::now() - start).count() / repetitions;
    attempt.claimed = attempt.result.solved();
    return attempt;
  }

 private:
  std::unique_ptr<ContactSolver> solver_;
};

#ifdef NSDBENCH_ARENA_PEERS
class Peer : public Contender {
 public:
  Peer(const std::string& name, const SolverOptions& options) : solver_(peers::make_peer_solver(name, options)) {}

  void prepare(const ContactProblemView& problem) override { solver_->prepare(problem); }

  Attempt solve(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes,
                int repetitions) override {
    Attempt attempt;
    for (int k = 0; k < repetitions; ++k) {
      std::fill(percussions.begin(), percussions.end(), 0.0);
      attempt.result = solver_->solve(problem, percussions, modes);
      attempt.seconds += solver_->solve_seconds() / repetitions;
    }
    attempt.claimed = solver_->claimed_success();
    return attempt;
  }

 private:
  std::unique_ptr<peers::PeerSolver> solver_;
};
#endif

}  // namespace

std::vector<ContenderInfo> contenders([[maybe_unused]] bool with_peers) {
  std::vector<ContenderInfo> all;
  for (const ContactSolverEntry& entry : contact_solvers()) {
    all.push_back({std::string(entry.name), std::string(entry.description), false});
  }
#ifdef NSDBENCH_ARENA_PEERS
  if (with_peers) {
    for (const peers::PeerEntry& entry : peers::peer_solvers()) {
      all.push_back({std::string(entry.name), std::string(entry.description), true});
    }
  }
#endif
  return all;
}

std::unique_ptr<Contender> make_contender(const ContenderInfo& info, const SolverOptions& options) {
#ifdef NSDBENCH_ARENA_PEERS
  if (info.peer) return std::make_unique<Peer>(info.name, options);
#endif
  return std::make_unique<OwnSolver>(info.name, options);
}

std::vector<LibraryInfo> peer_libraries() {
  std::vector<LibraryInfo> all;
#ifdef NSDBENCH_ARENA_PEERS
  for (const peers::PeerLibrary& library : peers::peer_libraries()) {
    all.push_back({std::string(library.name), std::string(library.version), std::string(library.debian_package)});
  }
#endif
  return all;
}

}  // namespace nsdbench::arena
