#include "solvers/contact/selection/portfolio.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>

#include "solvers/contact/deadline.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/modes/mode_search.hpp"
#include "solvers/contact/modes/spatial_mode_search.hpp"

namespace nsdbench {

enum class PortfolioMethod : std::uint8_t {
  block_relaxation,
  nesterov,
  newton,
  anderson,
  psor_from_zero,
  pjor_from_zero,
  lemke
};

namespace {

using Method = PortfolioMethod;

constexpr int default_rounds = 7;
constexpr int largest_budget = 1 << 16;  // multiples of the first round's iterations
constexpr int early_newton_steps = 16;
constexpr int newton_steps = 40;

// Sizes of the largest problems for which a method is worth its turn: unknowns of the standard form for Lemke's,
// coordinates for Newton's.
struct LargestSizes {
  int lemke_first = 12;                  // up to here it beats everything else
  int lemke_before_rounds = 150;         // before long relaxations
  int lemke_without_friction = 600;      // before Newton, without friction: its block pivots come before the path
  int lemke = 1500;                      // at all
  int dense_newton_before_rounds = 300;  // G dense, before long relaxations
  int newton = 20000;                    // at all
};
constexpr LargestSizes largest_sizes;

// Of few coordinates, the rounds end early where they get nowhere: after so many, when one has not brought the residual
// below this share of what it was before. Four rounds cost up to 0.2 s there, all seven up to 11 s. Of 3000 solvable
// problems of two to five contacts, drawn at random, 4 are given up that rounds six and seven would solve.
constexpr int few_coordinates = 36;
constexpr int patient_rounds = 4;
constexpr double least_progress = 0.999;

// A turn of a method in the rounds.
struct Turn {
  Method method;
  int iterations;  // sweeps or steps in round 0
  bool grows;      // four times as many in every further round
  int first_round;
  int last_round;
};

constexpr int all = std::numeric_limits<int>::max();
constexpr std::array<Turn, 7> turns = {{
    {Method::block_relaxation, 32, true, 0, all},
    {Method::nesterov, 400, true, 0, all},
    {Method::newton, newton_steps, false, 0, all},
    {Method::anderson, 100, true, 0, all},
    {Method::psor_from_zero, 100, true, 1, all},
    {Method::pjor_from_zero, 100, true, 1, all},
    {Method::lemke, 0, false, 1, 1},
}};

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
    if (!law.has_linear_complementarity_form()) return -1;
    size += law.is_unilateral() ? 1 : 2;
  }
  return size;
}

// Delassus matrices are symmetric up to rounding and have a positive diagonal; relaxations count on it.
bool looks_mechanical(const ContactProblemView& problem) {
  constexpr double asymmetry = 1e-2;
  const auto fits = [&](int i, int j, double value) {
    if (i == j) return value > 0.0;
    // Squares: of a few contacts the roots would take longer than all the rest.
    const double difference = value - problem.g(j, i);
    return difference * difference <= asymmetry * asymmetry * std::abs(problem.g(i, i) * problem.g(j, j));
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
  int unknowns = 0;    // of the standard form, -1 without one
  double asked = 0.0;  // tolerance that the next method is asked for

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
  return unknowns >= 0 && unknowns <= largest_sizes.lemke_first;
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
  if (progress.result.residual <= options_.tolerance) {
    progress.result.status = SolverStatus::solved;
    return progress.result;
  }
  progress.unknowns = standard_form_size(problem);
  progress.asked = options_.tolerance;
  try_before_rounds(progress);
  const int count = options_.max_iterations > 0 ? options_.max_iterations : default_rounds;
  int budget = 1;
  for (int round = 0; round < count && !progress.done(); ++round, budget = std::min(4 * budget, largest_budget)) {
    const double before = progress.result.residual;
    for (const Turn& turn : turns) {
      if (turn.first_round > round || round > turn.last_round) continue;
      take_turn(progress, turn.method, turn.iterations * (turn.grows ? budget : 1));
    }
    const bool stalled = progress.result.residual > least_progress * before;
    if (stalled && problem.size <= few_coordinates && round + 1 >= patient_rounds) break;
  }
  if (progress.result.status == SolverStatus::iteration_limit && progress.deadline.passed()) {
    progress.result.status = SolverStatus::time_limit;
  }
  return progress.result;
}

// Steps 3 to 5 of the order.
void Portfolio::try_before_rounds(Progress& progress) {
  const ContactProblemView& problem = progress.problem;
  const bool sparse = problem.sparse != nullptr;
  const bool frictionless = progress.unknowns == problem.size;
  if (!looks_mechanical(problem)) {
    // A pivot costs the square of the size, sparse or not; a Newton step does not.
    if (sparse && problem.size > largest_sizes.dense_newton_before_rounds) try_newton(progress, newton_, newton_steps);
    try_lemke(progress);
  } else if (frictionless && !sparse && progress.unknowns <= largest_sizes.lemke_without_friction) {
    try_lemke(progress);
  } else if (sparse || problem.size <= largest_sizes.dense_newton_before_rounds) {
    try_newton(progress, frictionless ? newton_ : early_newton_, early_newton_steps);
    if (progress.unknowns <= largest_sizes.lemke_before_rounds) try_lemke(progress);
  }
}

void Portfolio::take_turn(Progress& progress, PortfolioMethod method, int iterations) {
  switch (method) {
    case Method::block_relaxation:
      return relax(progress, relaxation_, iterations);
    case Method::nesterov:
      return relax(progress, nesterov_, iterations);
    case Method::newton:
      return try_newton(progress, newton_, iterations);
    case Method::anderson:
      return relax(progress, anderson_, iterations);
    case Method::psor_from_zero:
      return relax_from_zero(progress, psor_, iterations);
    case Method::pjor_from_zero:
      return relax_from_zero(progress, pjor_, iterations);
    case Method::lemke:
      return try_lemke(progress);
  }
}

// Methods judge by velocities of their own, and what they call solved must stand before the common residual; where it
// does not, those that follow are asked for more.
void Portfolio::note(Progress& progress, const SolverResult& answer) {
  progress.result.iterations += answer.iterations;
  progress.result.residual = residual(progress.problem, progress.percussions);
  if (progress.result.residual <= options_.tolerance) {
    progress.result.status = SolverStatus::solved;
  } else if (answer.status == SolverStatus::solved) {
    progress.asked *= 0.1;
  }
}

void Portfolio::relax(Progress& progress, ProxSolver& solver, int sweeps) {
  if (progress.done()) return;
  note(progress, solver.iterate(progress.problem, progress.percussions, progress.asked, sweeps, progress.deadline));
}

void Portfolio::try_newton(Progress& progress, NewtonSolver& solver, int steps) {
  if (progress.done() || progress.problem.size > largest_sizes.newton) return;
  note(progress, solver.iterate(progress.problem, progress.percussions, progress.asked, steps, progress.deadline));
}

// Once per problem.
void Portfolio::try_lemke(Progress& progress) {
  const bool fits = progress.unknowns > 0 && progress.unknowns <= largest_sizes.lemke;
  if (!fits || pivoted_ || progress.done()) return;
  pivot(progress);
  pivoted_ = true;
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
