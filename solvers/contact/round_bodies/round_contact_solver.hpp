// Solvers for the contact problem of many round bodies, on the velocities of the bodies: projected relaxation, of which
// a sweep costs two bodies and a line of the cache for each contact, and Newton's method where sweeps do not suffice.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_newton.hpp"
#include "solvers/contact/round_bodies/round_contact_problem.hpp"
#include "solvers/contact/solver.hpp"

namespace nsdbench {

// Residual of contact_residual (contact_problem.hpp), from percussions alone: the velocities are computed anew. What
// rounding may hide in them is added. +infinity if a percussion is not finite. `bodies` receives the velocities after
// the percussions; it must have the size of problem.free_bodies. Same value for any number of threads.
double round_contact_residual(const RoundContactProblem& problem, std::vector<RoundBody>& bodies, int threads = 1);

// The same of the percussions that a method starts from. A guess whose residual overflows is replaced by zero.
double residual_of_guess(RoundContactProblem& problem, std::vector<RoundBody>& bodies, int threads = 1);

// The methods for many round bodies.
enum class RoundMethod {
  psor,  // PSOR (Studer, Leine & Glocker 2008, eq. 23) with r = 1 / G_ii, which solves each contact exactly
  conjugate_gradient,  // the same sweep within a nonlinear conjugate gradient iteration (Silcowitz-Hansen, Niebe &
                       // Erleben 2010, The Visual Computer 26)
  newton,              // proximal semismooth Newton method (round_contact_newton.hpp)
  portfolio            // conjugate_gradient, then newton from where it ends; if that does not suffice, both again with
                       // four times as many iterations, and once more
};

// All of them, for options and tables.
inline constexpr std::array<RoundMethod, 4> all_round_methods = {RoundMethod::psor, RoundMethod::conjugate_gradient,
                                                                 RoundMethod::newton, RoundMethod::portfolio};

// The enumerator's name.
std::string_view to_string(RoundMethod method);

// Options of RoundContactSolver.
struct RoundSolverOptions {
  RoundMethod method = RoundMethod::portfolio;
  // Largest residual that counts as solved, relative to max |c|.
  double tolerance = 1e-6;
  // Of the methods that sweep; the portfolio begins with as many. Enough for loose collections and low piles from the
  // percussions of the step before. The number that a pile needs grows with its height, without acceleration with the
  // square of it, and friction may hold the sweeps up for thousands more.
  int max_sweeps = 200;
  // Of the methods that use Newton's method, likewise. A few suffice for a pile at rest, some hundred while a thousand
  // disks fall on each other.
  int max_newton_steps = 500;
  // The answer is the same, to the last bit, for every number of threads. Newton's method uses one.
  int threads = 1;
  // Problems with fewer are solved by one thread: threads wait for each other after every colour, longer than they work
  // on some thousand contacts, and much longer where other programs hold the processors.
  int contacts_for_threads = 16384;
};

// Owns its workspace: no allocation for a problem no larger than an earlier one, but for the fallback.
class RoundContactSolver {
 public:
  // `fallback`, if there is one, goes on from the percussions so far, with an assembled matrix, where the method has
  // not sufficed; it outlives this solver and has a tolerance of its own. Throws std::invalid_argument if the tolerance
  // is not positive and finite, or if max_sweeps, max_newton_steps or threads is below 1.
  explicit RoundContactSolver(const RoundSolverOptions& options, ContactSolver* fallback = nullptr);

  // Solves `problem`, which seal() has prepared, from the percussions of its contacts as guess, and leaves the answer
  // there. `solved` only if the residual recomputed from the percussions is within the tolerance; otherwise
  // iteration_limit, or what the fallback says. Iterations: sweeps, Newton steps, and those of the fallback. bodies()
  // holds the velocities after the percussions.
  SolverResult solve(RoundContactProblem& problem);

  const std::vector<RoundBody>& bodies() const { return bodies_; }
  // Of the last problem: sweeps and Newton steps, and whether it was given to the fallback.
  int sweep_count() const { return sweep_count_; }
  int newton_steps() const { return newton_steps_; }
  bool fell_back() const { return fell_back_; }
  const RoundSolverOptions& options() const { return options_; }

 private:
  template <bool KeepChanges>
  double sweep_chunk(RoundContactProblem& problem, int begin, int end, int pairs_end, double& squares);
  template <bool KeepChanges>
  double sweep(RoundContactProblem& problem);
  double accelerated_sweep(RoundContactProblem& problem, double asked);
  void extrapolate(RoundContactProblem& problem, double beta);
  void start(const RoundContactProblem& problem);
  SolverResult sweeps(RoundContactProblem& problem, int max_sweeps);
  SolverResult portfolio(RoundContactProblem& problem);
  SolverResult fall_back(RoundContactProblem& problem, const SolverResult& first);
  int threads_for(const RoundContactProblem& problem) const;

  RoundSolverOptions options_;
  ContactSolver* fallback_ = nullptr;
  bool fell_back_ = false;
  int sweep_count_ = 0;
  int newton_steps_ = 0;
  RoundContactNewton newton_;
  std::vector<RoundBody> bodies_;
  // Of the conjugate gradient iteration: last changes and directions of percussions (normal, tangential) and bodies.
  std::vector<std::array<double, 2>> change_;
  std::vector<std::array<double, 2>> direction_;
  std::vector<RoundBody> before_;
  std::vector<RoundBody> body_direction_;
  std::vector<double> chunk_squares_;  // of the changes, as energies
  double squares_ = 0.0;               // their sum in the last sweep; 0 before the first
};

}  // namespace nsdbench
