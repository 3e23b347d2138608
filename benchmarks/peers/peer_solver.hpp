// Contact solvers of other libraries behind the suite's own interface, for comparison side by side.
//
// A peer gets the same contact problem, tolerance and judge as the suite's solvers: its answer is measured with
// contact_residual, and `solved` means what it means everywhere. What the peer itself said of its answer is kept as a
// claim beside it. Only the call of the library's driver is timed; translating the problem into the library's storage
// and units and back is not, so that a comparison of times favours the peer, if anyone.
#pragma once

#include <span>
#include <string_view>

#include "solvers/contact/solver.hpp"

namespace nsdbench::peers {

// A peer solves one problem at a time and is not shared between threads: its library may have state of its own.
class PeerSolver : public ContactSolver {
 public:
  explicit PeerSolver(std::string_view name, const SolverOptions& options) : ContactSolver(options), name_(name) {}

  // Translates `problem` ahead of the solves. The next solves of the same view (the same laws, matrix and c, by
  // address) take the translation as it is, until another view comes or prepare is called again; the caller leaves the
  // problem as it is in between. Without prepare, every solve translates anew.
  void prepare(const ContactProblemView& problem);

  // Whether the library reported success in the last solve, whatever its answer is worth.
  bool claimed_success() const { return claimed_success_; }

  // Wall time [s] of the library's driver in the last solve, less what reading the clock takes; 0 if it was not called.
  double solve_seconds() const { return solve_seconds_; }

  std::string_view name() const override { return name_; }

 protected:
  struct Outcome {
    bool claimed_success = false;
    int iterations = 0;  // 0 where the library does not tell
  };

  SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) override;

  // Translates the problem. Returns false if the method cannot represent it.
  virtual bool build(const ContactProblemView& problem) = 0;
  // Everything else a call needs: the initial guess, fresh copies of what the driver overwrites.
  virtual void load(const ContactProblemView& problem, std::span<const double> percussions) = 0;
  // The library's driver, and nothing else.
  virtual Outcome call() = 0;
  // Whether the driver is known to write to the terminal; if so, its output is discarded. That costs the call warm
  // caches, so that it is not done for all.
  virtual bool is_noisy() const { return false; }
  // The answer of the last call in the suite's units and order.
  virtual void store(const ContactProblemView& problem, std::span<double> percussions) const = 0;

 private:
  std::string_view name_;
  ContactProblemView prepared_;
  bool is_prepared_ = false;
  bool is_applicable_ = false;
  bool claimed_success_ = false;
  double solve_seconds_ = 0.0;
};

}  // namespace nsdbench::peers
