#include "solvers/contact/round_bodies/round_contact_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "solvers/contact/round_bodies/relax_pair.hpp"

namespace nsdbench {

namespace {

constexpr int chunk = 256;  // contacts that one thread treats together; sums are made chunk by chunk
constexpr double epsilon = std::numeric_limits<double>::epsilon();

int chunks_in(int begin, int end) { return (end - begin + chunk - 1) / chunk; }

// Calls work(chunk begin, chunk end, index of the chunk) for all contacts, colour by colour, chunks of one colour on
// all threads. To be called by all threads of a parallel region.
template <class Work>
void for_each_chunk(const RoundContactProblem& problem, const Work& work) {
  int first_chunk = 0;
  for (int color = 0; color < problem.colors(); ++color) {
    const int begin = problem.color_begin(color);
    const int end = problem.color_end(color);
    const int count = chunks_in(begin, end);
    if (problem.one_after_the_other(color)) {
#pragma omp single
      for (int k = 0; k < count; ++k) {
        work(begin + k * chunk, std::min(begin + (k + 1) * chunk, end), first_chunk + k);
      }
    } else {
#pragma omp for schedule(static)
      for (int k = 0; k < count; ++k) {
        work(begin + k * chunk, std::min(begin + (k + 1) * chunk, end), first_chunk + k);
      }
    }
    first_chunk += count;
  }
}

// |P - prox(P - r xi)| / r of both laws, the larger one [m/s].
double defect(const RoundContact& c, double kappa, double friction, const std::array<double, 2>& xi) {
  const double inverse_r_n = 1.0 / c.mass;
  const double inverse_r_t = (1.0 + kappa) / c.mass;
  const double normal = HalfLine<double>::deviation(inverse_r_n * c.percussion_n, xi[0]).value;
  const double bound = inverse_r_t * friction_bound(true, friction, c.percussion_n);
  const Deviation<double> tangential = FrictionSet<double>{1, bound}.deviation(inverse_r_t, &c.percussion_t, &xi[1]);
  return std::max(normal, tangential.value + tangential.rounding);
}

// One projected step of a contact. Returns the changes of its percussions.
std::array<double, 2> relax(RoundContact& c, double kappa, double friction, int moving_bodies, RoundBody* bodies) {
  const std::array<double, 2> xi = contact_velocity(c, bodies[c.first], bodies[c.second]);
  const double p_n = std::max(c.percussion_n - c.mass * xi[0], 0.0);
  const double bound = friction * p_n;
  const double p_t = std::clamp(c.percussion_t - c.mass / (1.0 + kappa) * xi[1], -bound, bound);
  const std::array<double, 2> change = {p_n - c.percussion_n, p_t - c.percussion_t};
  c.percussion_n = p_n;
  c.percussion_t = p_t;
  if (change[0] != 0.0 || change[1] != 0.0) press(c, kappa, moving_bodies, change[0], change[1], bodies);
  return change;
}

// Velocities after the percussions, colour by colour, so that each body adds them up in one order.
void apply_percussions(const RoundContactProblem& problem, RoundBody* bodies, [[maybe_unused]] int threads) {
#pragma omp parallel num_threads(threads) if (threads > 1)
  for_each_chunk(problem, [&](int begin, int end, int /*k*/) {
    for (int i = begin; i < end; ++i) {
      const RoundContact& c = problem.contacts[static_cast<std::size_t>(i)];
      press(c, problem.kappa, problem.moving_bodies, c.percussion_n, c.percussion_t, bodies);
    }
  });
}

// What rounding may hide in the velocity of a contact. A body adds up k percussions at most, one for each colour and
// those of the colour that is treated one after the other; none of them changes its velocity by more than
// `largest_term` [m/s], so that the sum is wrong by at most k epsilon times k of these.
double rounding_of_velocities(const RoundContactProblem& problem, double largest_term) {
  double k = problem.colors();
  if (problem.colors() > 0 && problem.one_after_the_other(problem.colors() - 1)) {
    k += problem.color_end(problem.colors() - 1) - problem.color_begin(problem.colors() - 1);
  }
  constexpr double two_bodies_and_products = 4.0;
  return two_bodies_and_products * epsilon * k * k * largest_term;
}

}  // namespace

std::string_view to_string(RoundMethod method) {
  switch (method) {
    case RoundMethod::psor:
      return "psor";
    case RoundMethod::conjugate_gradient:
      return "conjugate_gradient";
    case RoundMethod::newton:
      return "newton";
    case RoundMethod::portfolio:
      return "portfolio";
  }
  return "?";
}

double round_contact_residual(const RoundContactProblem& problem, std::vector<RoundBody>& bodies,
                              [[maybe_unused]] int threads) {
  std::ranges::copy(problem.free_bodies, bodies.begin());
  apply_percussions(problem, bodies.data(), threads);
  double largest = 0.0;
  double largest_term = 0.0;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(max : largest, largest_term) reduction(&& : finite) \
    num_threads(threads) if (threads > 1)
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const RoundContact& c = problem.contacts[i];
    const std::array<double, 2> xi =
        contact_velocity(c, bodies[static_cast<std::size_t>(c.first)], bodies[static_cast<std::size_t>(c.second)]);
    finite = finite && std::isfinite(c.percussion_n + c.percussion_t + xi[0] + xi[1]);
    largest = std::max(largest, defect(c, problem.kappa, problem.friction_of(c), xi));
    const double term = (std::abs(c.percussion_n) + std::abs(c.percussion_t)) * (1.0 + problem.kappa) / c.mass;
    largest_term = std::max(largest_term, term);
  }
  if (!finite) return std::numeric_limits<double>::infinity();
  return (largest + rounding_of_velocities(problem, largest_term)) / problem.reference_velocity();
}

double residual_of_guess(RoundContactProblem& problem, std::vector<RoundBody>& bodies, int threads) {
  const double residual = round_contact_residual(problem, bodies, threads);
  if (std::isfinite(residual)) return residual;
  for (RoundContact& c : problem.contacts) c.percussion_n = c.percussion_t = 0.0;
  return round_contact_residual(problem, bodies, threads);
}

RoundContactSolver::RoundContactSolver(const RoundSolverOptions& options, ContactSolver* fallback)
    : options_(options), fallback_(fallback) {
  const auto refuse = [](const char* name, double value, const char* rule) {
    std::ostringstream sentence;
    sentence << name << " = " << value << " is not allowed: it must be " << rule;
    throw std::invalid_argument(sentence.str());
  };
  if (!(options.tolerance > 0.0) || !std::isfinite(options.tolerance)) {
    refuse("tolerance", options.tolerance, "positive and finite");
  }
  if (options.max_sweeps < 1) refuse("max_sweeps", options.max_sweeps, "at least 1");
  if (options.max_newton_steps < 1) refuse("max_newton_steps", options.max_newton_steps, "at least 1");
  if (options.threads < 1) refuse("threads", options.threads, "at least 1");
}

int RoundContactSolver::threads_for(const RoundContactProblem& problem) const {
  return static_cast<int>(problem.contacts.size()) < options_.contacts_for_threads ? 1 : options_.threads;
}

void RoundContactSolver::start(const RoundContactProblem& problem) {
  bodies_.resize(problem.free_bodies.size());
  squares_ = 0.0;
  if (options_.method == RoundMethod::psor || options_.method == RoundMethod::newton) return;
  before_.resize(bodies_.size());
  body_direction_.resize(bodies_.size());
  change_.resize(problem.contacts.size());
  direction_.resize(problem.contacts.size());
  int chunks = 0;
  for (int k = 0; k < problem.colors(); ++k) chunks += chunks_in(problem.color_begin(k), problem.color_end(k));
  chunk_squares_.resize(static_cast<std::size_t>(chunks));
}

// The contacts from begin to end, two at a time as far as `pairs_end`. Returns the largest change as a velocity; adds
// the changes, as energies, to `squares`.
template <bool KeepChanges>
double RoundContactSolver::sweep_chunk(RoundContactProblem& problem, int begin, int end, int pairs_end,
                                       double& squares) {
  const double kappa = problem.kappa;
  Two largest_normal = {0.0, 0.0};
  Two largest_tangential = {0.0, 0.0};
  int i = begin;
  for (; i + 1 < std::min(end, pairs_end); i += 2) {
    RoundContact* const c = &problem.contacts[static_cast<std::size_t>(i)];
    const Two friction = {problem.friction_of(c[0]), problem.friction_of(c[1])};
    const PairChange change = relax_pair(c[0], c[1], kappa, friction, problem.moving_bodies, bodies_.data());
    const Two normal = magnitude(change.normal) * change.inverse_mass;
    const Two tangential = magnitude(change.tangential) * ((1.0 + kappa) * change.inverse_mass);
    largest_normal = larger_of(normal, largest_normal);
    largest_tangential = larger_of(tangential, largest_tangential);
    if constexpr (KeepChanges) {
      const Two energy = normal * magnitude(change.normal) + tangential * magnitude(change.tangential);
      squares += energy[0];
      squares += energy[1];
      change_[static_cast<std::size_t>(i)] = {change.normal[0], change.tangential[0]};
      change_[static_cast<std::size_t>(i) + 1] = {change.normal[1], change.tangential[1]};
    }
  }
  double largest = std::max({largest_normal[0], largest_normal[1], largest_tangential[0], largest_tangential[1]});
  for (; i < end; ++i) {
    RoundContact& c = problem.contacts[static_cast<std::size_t>(i)];
    const std::array<double, 2> change = relax(c, kappa, problem.friction_of(c), problem.moving_bodies, bodies_.data());
    const double inverse_mass = 1.0 / c.mass;
    const double normal = std::abs(change[0]) * inverse_mass;
    const double tangential = std::abs(change[1]) * ((1.0 + kappa) * inverse_mass);
    largest = std::max({largest, normal, tangential});
    if constexpr (KeepChanges) {
      squares += normal * std::abs(change[0]) + tangential * std::abs(change[1]);
      change_[static_cast<std::size_t>(i)] = change;
    }
  }
  return largest;
}

// One sweep over all contacts. Returns the largest change, as a velocity relative to v_ref: since r = 1 / G_ii, this is
// the residual that the contact had when its turn came.
template <bool KeepChanges>
double RoundContactSolver::sweep(RoundContactProblem& problem) {
  double largest = 0.0;
  [[maybe_unused]] const int threads = threads_for(problem);
  // Contacts of the last colour may share bodies.
  const int last = problem.colors() - 1;
  const int pairs_end =
      problem.one_after_the_other(last) ? problem.color_begin(last) : static_cast<int>(problem.contacts.size());
#pragma omp parallel reduction(max : largest) num_threads(threads) if (threads > 1)
  for_each_chunk(problem, [&](int begin, int end, int k) {
    double squares = 0.0;
    largest = std::max(largest, sweep_chunk<KeepChanges>(problem, begin, end, pairs_end, squares));
    if constexpr (KeepChanges) chunk_squares_[static_cast<std::size_t>(k)] = squares;
  });
  return largest / problem.reference_velocity();
}

// P += beta p and p <- beta p + change for percussions, and the same for the velocities of the bodies, which depend on
// the percussions linearly. With beta = 0 the direction is the last change.
void RoundContactSolver::extrapolate(RoundContactProblem& problem, double beta) {
  [[maybe_unused]] const int threads = threads_for(problem);
#pragma omp parallel num_threads(threads) if (threads > 1)
  {
#pragma omp for schedule(static) nowait
    for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
      RoundContact& c = problem.contacts[i];
      std::array<double, 2>& p = direction_[i];
      if (beta == 0.0) {
        p = change_[i];
        continue;
      }
      c.percussion_n += beta * p[0];
      c.percussion_t += beta * p[1];
      p = {beta * p[0] + change_[i][0], beta * p[1] + change_[i][1]};
    }
#pragma omp for schedule(static)
    for (int b = 0; b < problem.moving_bodies; ++b) {
      const auto i = static_cast<std::size_t>(b);
      RoundBody& now = bodies_[i];
      RoundBody& p = body_direction_[i];
      const RoundBody moved = {now.vx - before_[i].vx, now.vy - before_[i].vy, now.surface - before_[i].surface, 0.0};
      if (beta == 0.0) {
        p = moved;
        continue;
      }
      now.vx += beta * p.vx;
      now.vy += beta * p.vy;
      now.surface += beta * p.surface;
      p = {beta * p.vx + moved.vx, beta * p.vy + moved.vy, beta * p.surface + moved.surface, 0.0};
    }
  }
}

// A sweep and a step along the directions of the earlier ones, by Fletcher and Reeves' rule: back to the plain sweep
// where the changes grow.
double RoundContactSolver::accelerated_sweep(RoundContactProblem& problem, double asked) {
  std::ranges::copy(bodies_, before_.begin());
  const double largest = sweep<true>(problem);
  double squares = 0.0;
  for (const double part : chunk_squares_) squares += part;
  const double beta = squares_ > 0.0 ? squares / squares_ : 2.0;
  squares_ = squares;
  // What a plain sweep leaves lies within the friction cones; what an extrapolation leaves does not.
  if (largest <= asked) return largest;
  extrapolate(problem, beta > 1.0 ? 0.0 : beta);
  return largest;
}

SolverResult RoundContactSolver::sweeps(RoundContactProblem& problem, int max_sweeps) {
  squares_ = 0.0;
  const int threads = threads_for(problem);
  SolverResult result;
  result.status = SolverStatus::iteration_limit;
  result.residual = residual_of_guess(problem, bodies_, threads);
  const bool accelerated = options_.method != RoundMethod::psor;
  double asked = options_.tolerance;
  while (result.residual > options_.tolerance && result.iterations < max_sweeps) {
    const double largest = accelerated ? accelerated_sweep(problem, asked) : sweep<false>(problem);
    ++result.iterations;
    if (largest > asked && result.iterations < max_sweeps) continue;
    result.residual = round_contact_residual(problem, bodies_, threads);
    if (largest == 0.0) break;  // a fixed point in double precision
    asked *= 0.5;               // contacts changed after others had been looked at
    squares_ = 0.0;
  }
  return judge(result, result.residual, options_.tolerance);
}

SolverResult RoundContactSolver::portfolio(RoundContactProblem& problem) {
  constexpr int rounds = 3;
  constexpr int growth = 4;
  SolverResult result;
  int factor = 1;
  for (int round = 0; round < rounds && !result.solved(); ++round, factor *= growth) {
    result = sweeps(problem, factor * options_.max_sweeps);
    sweep_count_ += result.iterations;
    if (result.solved()) break;
    result = newton_.solve(problem, bodies_, options_.tolerance, factor * options_.max_newton_steps);
    newton_steps_ += result.iterations;
  }
  return result;
}

SolverResult RoundContactSolver::solve(RoundContactProblem& problem) {
  start(problem);
  sweep_count_ = 0;
  newton_steps_ = 0;
  SolverResult result;
  if (options_.method == RoundMethod::newton) {
    result = newton_.solve(problem, bodies_, options_.tolerance, options_.max_newton_steps);
    newton_steps_ = result.iterations;
  } else if (options_.method == RoundMethod::portfolio) {
    result = portfolio(problem);
  } else {
    result = sweeps(problem, options_.max_sweeps);
    sweep_count_ = result.iterations;
  }
  result.iterations = sweep_count_ + newton_steps_;
  fell_back_ = !result.solved() && fallback_ != nullptr;
  return fell_back_ ? fall_back(problem, result) : result;
}

SolverResult RoundContactSolver::fall_back(RoundContactProblem& problem, const SolverResult& first) {
  const ContactProblem assembled = problem.assembled();
  std::vector<double> percussions;
  for (const RoundContact& c : problem.contacts) {
    percussions.insert(percussions.end(), {c.percussion_n, c.percussion_t});
  }
  std::vector<Mode> modes(assembled.laws.size());
  SolverResult result = fallback_->solve(assembled.view(), percussions, modes);
  result.iterations += first.iterations;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    problem.contacts[k].percussion_n = percussions[2 * k];
    problem.contacts[k].percussion_t = percussions[2 * k + 1];
  }
  return judge(result, round_contact_residual(problem, bodies_, threads_for(problem)), options_.tolerance);
}

}  // namespace nsdbench
