#include "solvers/contact/selection/portfolio.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "solvers/contact/deadline.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/modes/mode_search.hpp"
#include "solvers/contact/modes/spatial_mode_search.hpp"

namespace nsdbench {

namespace {

constexpr int default_rounds = 7;
constexpr int fast_path_unknowns = 12;   // in standard form: up to here Lemke beats everything else
constexpr int early_pivoting = 150;      // unknowns in standard form up to which Lemke comes before long relaxations
constexpr int early_frictionless = 600;  // the same without friction, where block pivots come before the path of pivots
constexpr int largest_pivoting = 1500;   // and up to which it comes at all
constexpr int largest_dense_early =
    300;                                 // coordinates up to which a dense problem meets Newton before long relaxations
constexpr int largest_newton = 20000;    // coordinates up to which Newton's linear systems are worth it
constexpr int largest_budget = 1 << 16;  // multiples of the first round's iterations
constexpr int block_sweeps = 32;
constexpr int nesterov_iterations = 400;
constexpr int anderson_sweeps = 100;
constexpr int from_zero_sweeps = 100;
constexpr int early_newton_steps = 16;
constexpr int newton_steps = 40;

ProxOptions prox_options(const SolverOptions& solver, ProxScheme scheme, Acceleration acceleration) {
  ProxOptions options;
  options.solver = solver;
  options.scheme = scheme;
  options.acceleration = acceleration;
  if (acceleration == Acceleration::nesterov) {
    options.r_factor = RFactor::local_spectral;
  } else if (scheme == ProxScheme::pjor) {
    options.r_factor = RFactor::local_row_sum;
  }
  return options;
}

NewtonOptions newton_options(const SolverOptions& solver, int relaxation_sweeps) {
  NewtonOptions options;
  options.solver = solver;
  options.relaxation_sweeps = relaxation_sweeps;
  return options;
}

// Rounds are limited by max_iterations, pivots by their own limit.
SolverOptions lemke_options(SolverOptions solver) {
  solver.max_iterations = 0;
  return solver;
}

// Unknowns of the standard form, or -1 if the problem has none.
int standard_form_size(const ContactProblemView& problem) {
  int size = 0;
  for (const SetValuedLaw& law : problem.laws) {
    if (law.dimension != 1) return -1;
    size += law.kind == LawKind::unilateral ? 1 : 2;
  }
  return size;
}

// Delassus matrices are symmetric up to rounding and have a positive diagonal; relaxations count on it.
bool looks_mechanical(const ContactProblemView& problem) {
  constexpr double asymmetry = 1e-2;
  const auto fits = [&](int i, int j, double value) {
    if (i == j) return value > 0.0;
    const double scale = std::sqrt(std::abs(problem.g(i, i) * problem.g(j, j)));
    return std::abs(value - problem.g(j, i)) <= asymmetry * scale;
  };
  if (problem.sparse == nullptr) {
    for (int j = 0; j < problem.size; ++j) {
      for (int i = 0; i <= j; ++i) {
        if (!fits(i, j, problem.g(i, j))) return false;
      }
    }
    return true;
  }
  const BlockSparseMatrix& g = *problem.sparse;
  const int size = g.block_size();
  for (int j = 0; j < problem.size; ++j) {
    if (!(g.entry(j, j) > 0.0)) return false;
  }
  for (int column = 0; column < g.block_columns(); ++column) {
    for (int k = g.begin(column); k < g.end(column); ++k) {
      for (int e = 0; e < size * size; ++e) {
        if (!fits(g.block_row(k) * size + e % size, column * size + e / size, g.block(k)[e])) return false;
      }
    }
  }
  return true;
}

}  // namespace

// What the rounds have reached.
struct Portfolio::Progress {
  const ContactProblemView& problem;
  std::span<double> percussions;
  Deadline deadline;
  SolverResult result;

  bool done() const {
    return result.status == SolverStatus::solved || result.status == SolverStatus::infeasible || deadline.passed();
  }
};

Portfolio::Portfolio(const SolverOptions& options)
    : ContactSolver(options),
      options_(options),
      lemke_(std::make_unique<Lemke>(lemke_options(options)), lemke_options(options)),
      relaxation_(prox_options(options, ProxScheme::psor_block, Acceleration::none)),
      nesterov_(prox_options(options, ProxScheme::pjor, Acceleration::nesterov)),
      anderson_(prox_options(options, ProxScheme::psor_block, Acceleration::anderson)),
      psor_(prox_options(options, ProxScheme::psor, Acceleration::none)),
      pjor_(prox_options(options, ProxScheme::pjor, Acceleration::none)),
      early_newton_(newton_options(options, 0)),
      newton_(newton_options(options, NewtonOptions{}.relaxation_sweeps)) {}

bool Portfolio::fits_fast_path(const ContactProblemView& problem) const {
  const int unknowns = standard_form_size(problem);
  return unknowns >= 0 && unknowns <= fast_path_unknowns;
}

SolverResult Portfolio::attempt(const ContactProblemView& problem, std::span<double> percussions) {
  fast_path_ = true;
  pivoted_ = false;
  start_.assign(percussions.begin(), percussions.end());
  int sweeps = 0;
  const double tolerance = options_.tolerance;
  if (mode_search(problem, percussions, tolerance, sweeps) ||
      spatial_mode_search(problem, percussions, tolerance, sweeps)) {
    return {SolverStatus::solved, 0.0, sweeps};
  }
  if (fits_fast_path(problem)) {
    pivoted_ = true;
    SolverResult result = lemke_.attempt(problem, percussions);
    result.iterations += sweeps;
    return result;
  }
  fast_path_ = false;
  return rounds(problem, percussions);
}

bool Portfolio::fall_back(const ContactProblemView& problem, std::span<double> percussions, const SolverResult& first,
                          SolverResult& second) {
  if (!fast_path_) return false;
  if (!(first.residual < residual(problem, start_))) std::ranges::copy(start_, percussions.begin());
  second = {first.status, 0.0, 0};
  if (first.status == SolverStatus::infeasible) return true;  // a proof ends it, with the better percussions
  second = rounds(problem, percussions);
  // A ray says more than a limit.
  if (second.status == SolverStatus::iteration_limit && first.status == SolverStatus::ray) second.status = first.status;
  return true;
}

double Portfolio::residual(const ContactProblemView& problem, std::span<const double> percussions) {
  if (velocities_.size() < percussions.size()) velocities_.resize(percussions.size());
  return contact_residual(problem, percussions, {velocities_.data(), percussions.size()}, {});
}

SolverResult Portfolio::rounds(const ContactProblemView& problem, std::span<double> percussions) {
  Progress progress{problem, percussions, Deadline(options_.time_limit), {}};
  progress.result = {SolverStatus::iteration_limit, residual(problem, percussions), 0};
  const double tolerance = options_.tolerance;
  if (progress.result.residual <= tolerance) {
    progress.result.status = SolverStatus::solved;
    return progress.result;
  }
  const int unknowns = standard_form_size(problem);
  const bool pivoting = unknowns > 0 && unknowns <= largest_pivoting && !pivoted_;
  const bool mechanical = looks_mechanical(problem);
  const bool frictionless = unknowns == problem.size;
  // Methods judge by velocities of their own, and what they call solved must stand before the common residual; where it
  // does not, those that follow are asked for more.
  double asked = tolerance;
  const auto note = [&](const SolverResult& stage) {
    progress.result.iterations += stage.iterations;
    progress.result.residual = residual(problem, percussions);
    if (progress.result.residual <= tolerance) {
      progress.result.status = SolverStatus::solved;
    } else if (stage.status == SolverStatus::solved) {
      asked *= 0.1;
    }
  };
  const auto relax = [&](ProxSolver& solver, int sweeps) {
    if (progress.done()) return;
    note(solver.iterate(problem, percussions, asked, sweeps, progress.deadline));
  };
  const auto newton = [&](NewtonSolver& solver, int steps) {
    if (progress.done() || problem.size > largest_newton) return;
    note(solver.iterate(problem, percussions, asked, steps, progress.deadline));
  };
  const auto lemke = [&] {
    if (!pivoting || pivoted_ || progress.done()) return;
    pivot(progress);
    pivoted_ = true;
  };

  if (!mechanical) {
    // A pivot costs the square of the size, sparse or not; a Newton step does not.
    if (problem.sparse != nullptr && problem.size > largest_dense_early) newton(newton_, newton_steps);
    lemke();
  } else if (frictionless && problem.sparse == nullptr && unknowns <= early_frictionless) {
    lemke();
  } else if (problem.sparse != nullptr || problem.size <= largest_dense_early) {
    newton(frictionless ? newton_ : early_newton_, early_newton_steps);
    if (unknowns <= early_pivoting) lemke();
  }
  const int count = options_.max_iterations > 0 ? options_.max_iterations : default_rounds;
  int budget = 1;
  for (int round = 0; round < count && !progress.done(); ++round, budget = std::min(4 * budget, largest_budget)) {
    relax(relaxation_, block_sweeps * budget);
    relax(nesterov_, nesterov_iterations * budget);
    newton(newton_, newton_steps);
    relax(anderson_, anderson_sweeps * budget);
    if (round > 0) {
      relax_from_zero(progress, psor_, from_zero_sweeps * budget);
      relax_from_zero(progress, pjor_, from_zero_sweeps * budget);
    }
    if (round == 1) lemke();
  }
  if (progress.result.status == SolverStatus::iteration_limit && progress.deadline.passed()) {
    progress.result.status = SolverStatus::time_limit;
  }
  return progress.result;
}

// What a relaxation reaches from zero percussions, if it is better than the percussions so far. With large friction the
// methods before may be caught where a plain iteration is not.
void Portfolio::relax_from_zero(Progress& progress, ProxSolver& solver, int sweeps) {
  if (progress.done()) return;
  const std::size_t n = progress.percussions.size();
  if (candidate_.size() < n) candidate_.resize(n);
  std::fill_n(candidate_.begin(), n, 0.0);
  const SolverResult stage =
      solver.iterate(progress.problem, {candidate_.data(), n}, options_.tolerance, sweeps, progress.deadline);
  progress.result.iterations += stage.iterations;
  if (!(stage.residual < progress.result.residual)) return;
  std::copy_n(candidate_.begin(), n, progress.percussions.begin());
  progress.result.residual = residual(progress.problem, progress.percussions);
  if (progress.result.residual <= options_.tolerance) progress.result.status = SolverStatus::solved;
}

// Lemke's answer, if it is better than the percussions so far.
void Portfolio::pivot(Progress& progress) {
  const std::size_t n = progress.percussions.size();
  if (candidate_.size() < n) candidate_.resize(n);
  if (modes_.size() < progress.problem.laws.size()) modes_.resize(progress.problem.laws.size());
  std::ranges::copy(progress.percussions, candidate_.begin());
  const SolverResult answer =
      lemke_.solve(progress.problem, {candidate_.data(), n}, {modes_.data(), progress.problem.laws.size()});
  progress.result.iterations += answer.iterations;
  if (answer.residual < progress.result.residual) {
    progress.result.residual = answer.residual;
    std::copy_n(candidate_.begin(), n, progress.percussions.begin());
  }
  if (answer.status == SolverStatus::solved || answer.status == SolverStatus::infeasible) {
    progress.result.status = answer.status;
  }
}

}  // namespace nsdbench
