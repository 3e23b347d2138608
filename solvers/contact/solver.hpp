// The common interface of all contact solvers.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/contact/components.hpp"
#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

class Deadline;  // deadline.hpp

// How a solve has ended.
enum class SolverStatus : std::uint8_t {
  solved,           // the recomputed residual is within the tolerance, for every connected component of the contacts on
                    // its own; granted by verification only
  iteration_limit,  // stopped early, or the residual of what was found exceeds the tolerance
  time_limit,       // stopped by the time limit
  ray,              // a pivoting method ended on a secondary ray: no statement about solvability
  infeasible,       // proven, with bounds for every rounding: no solution, but possibly one with a normal percussion
                    // beyond 1e13 times its natural size v_ref max r_i (see contact_residual)
  singular,         // a matrix the method depends on is singular
  not_applicable,   // the method cannot represent a law of the problem (a disc in an LCP, say)
  invalid_input     // malformed problem or non-finite numbers
};

// The enumerator's name, as records and messages have it.
std::string_view to_string(SolverStatus status);

// What all contact solvers can be told.
struct SolverOptions {
  // Largest residual that counts as solved (see contact_residual and lcp_residual). Direct methods leave 1e-15 or so;
  // 1e-10 is loose enough for hyperstatic problems whose percussions cancel and tight enough to refuse a wrong basis.
  double tolerance = 1e-10;
  // Pivots or iterations; 0 takes the method's own limit.
  int max_iterations = 0;
  // Wall time [s] after which an iterative method stops with what it has; 0 means none. Checked between iterations:
  // answers depend on the clock only if the limit is reached.
  double time_limit = 0.0;
};

// What a solve says of itself; the percussions are an argument of its own.
struct SolverResult {
  SolverStatus status = SolverStatus::invalid_input;
  double residual = 0.0;  // recomputed from the original problem after the solve; +infinity if there is no answer
  int iterations = 0;     // pivots, bases tried or sweeps

  bool solved() const { return status == SolverStatus::solved; }
};

// The verdict on an attempt, from the residual recomputed from the original problem: `solved` if it is within the
// tolerance; `iteration_limit` if it is not although the method believes so; otherwise as the method ended. Every
// `solved` of the suite is granted here.
SolverResult judge(const SolverResult& attempt, double residual, double tolerance);

// A solver owns its workspace: it does not allocate once it has seen a problem of the same size, and is not shared
// between threads.
class ContactSolver {
 public:
  // Throws std::invalid_argument if the tolerance is not positive and finite, or if a limit is negative or not a
  // number.
  explicit ContactSolver(SolverOptions options = {});
  virtual ~ContactSolver();
  ContactSolver(const ContactSolver&) = delete;
  ContactSolver& operator=(const ContactSolver&) = delete;

  // Solves `problem`. `percussions` (problem.size entries) holds the initial guess on entry and the answer on return;
  // `modes` (one entry per law) receives the modes. On invalid_input and not_applicable the percussions are zero.
  // A guess whose residual overflows is replaced by zero.
  // Never throws, never returns a non-finite percussion, and says `solved` only if the residual recomputed from
  // `problem` is within the tolerance, and that of every connected component of its contacts (components.hpp), too.
  // Components that are not, because others are much faster, are solved on their own; the residual is then the worst of
  // theirs. That allocates, and starts the time limit anew.
  SolverResult solve(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes);

  const SolverOptions& options() const { return options_; }
  virtual std::string_view name() const = 0;

 protected:
  // The method itself: returns how it ended and how many iterations it took. `solved` from here only means that the
  // method believes so; residual is not read.
  virtual SolverResult attempt(const ContactProblemView& problem, std::span<double> percussions) = 0;

  // Another attempt of the method, after its first one did not pass the verdict `first`. `percussions` holds the answer
  // of the attempt (zeros if that was not finite) and must be left no worse. Returns false if there is nothing else,
  // otherwise true with the outcome, as of an attempt, in `second`.
  virtual bool fall_back(const ContactProblemView& problem, std::span<double> percussions, const SolverResult& first,
                         SolverResult& second);

 private:
  SolverResult verdict(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes,
                       const SolverResult& attempt);
  SolverResult checked(const ContactProblemView& problem, std::span<double> percussions, std::span<Mode> modes,
                       const SolverResult& proposed, bool guessed);

  SolverResult settle_components(const ContactProblemView& problem, std::span<double> percussions,
                                 std::span<Mode> modes, const SolverResult& whole);

  SolverOptions options_;
  std::vector<double> velocities_;  // of the recomputed residual
  ContactComponents components_;
};

}  // namespace nsdbench
