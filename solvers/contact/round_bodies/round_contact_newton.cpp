#include "solvers/contact/round_bodies/round_contact_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/round_bodies/round_contact_solver.hpp"

namespace nsdbench {

namespace {

// rho: where it starts, its bounds, and its factor from one centre to the next. From measurements on drums and piles of
// a thousand disks: starts between 3 and 50 and factors between 1.5 and 3 take about the same number of steps.
constexpr double first_rho = 10.0;
constexpr double smallest_rho = 2.0;
constexpr double largest_rho = 1e6;
constexpr double rho_factor = 2.0;
// Newton steps for one centre: up to the first number rho grows, beyond the second it shrinks, beyond the third it
// shrinks at once, with the centre as it is.
constexpr int easy = 1;
constexpr int hard = 4;
constexpr int too_hard = 6;
// What a centre is left with: this share of the residual of the contact problem, or of the tolerance.
constexpr double share_of_residual = 0.1;
constexpr double share_of_tolerance = 0.2;
constexpr int trials = 8;  // of the line search

using Row = BlockLu::Vector;

std::size_t at(std::int32_t i) { return static_cast<std::size_t>(i); }

void add_to(BlockLu::Block& sum, const BlockLu::Block& term) {
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += term[k];
}

// inverse_mass (1, 1, kappa) times (r_n (n + mu t) n'^T + r_t t t'^T): what velocities of the body with the directions
// n', t' do, by way of the percussions, to the body with the directions n, t.
BlockLu::Block response(const Row& n, const Row& t, const Row& n_other, const Row& t_other, double r_n, double r_t,
                        double mu, double inverse_mass, double kappa) {
  BlockLu::Block block;
  for (std::size_t i = 0; i < 3; ++i) {
    const double scale = i == 2 ? kappa * inverse_mass : inverse_mass;
    const double normal = scale * r_n * (n[i] + mu * t[i]);
    const double tangential = scale * r_t * t[i];
    for (std::size_t j = 0; j < 3; ++j) block[3 * i + j] = normal * n_other[j] + tangential * t_other[j];
  }
  return block;
}

}  // namespace

void RoundContactNewton::start(const RoundContactProblem& problem, const std::vector<RoundBody>& bodies) {
  const std::size_t n = problem.contacts.size();
  pairs_.clear();
  pair_of_contact_.assign(n, -1);
  center_.resize(n);
  percussions_.resize(n);
  modes_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const RoundContact& c = problem.contacts[k];
    center_[k] = {c.percussion_n, c.percussion_t};
    if (c.second >= problem.moving_bodies) continue;
    pair_of_contact_[k] = static_cast<std::int32_t>(pairs_.size());
    pairs_.push_back({c.first, c.second});
  }
  lu_.analyze(problem.moving_bodies, pairs_);
  best_ = center_;
  velocities_ = bodies;
  trial_ = bodies;
  residual_.resize(at(problem.moving_bodies));
  direction_.resize(at(problem.moving_bodies));
  rho_ = first_rho;
  factorized_rho_ = 0.0;
  steps_with_this_center_ = 0;
  norm_ = imbalance(problem, velocities_);
}

// Fills residual_, percussions_ and modes_ for the given velocities. Returns sqrt(F^T M F) of the residual
// F = V - V_free - M^-1 W P(V).
double RoundContactNewton::imbalance(const RoundContactProblem& problem, const std::vector<RoundBody>& velocities) {
  for (std::size_t b = 0; b < residual_.size(); ++b) {
    const RoundBody& now = velocities[b];
    const RoundBody& free = problem.free_bodies[b];
    residual_[b] = {now.vx - free.vx, now.vy - free.vy, now.surface - free.surface};
  }
  const double kappa = problem.kappa;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const RoundContact& c = problem.contacts[k];
    const std::array<double, 2> xi = contact_velocity(c, velocities[at(c.first)], velocities[at(c.second)]);
    const double p_n = std::max(center_[k][0] - rho_ * c.mass * xi[0], 0.0);
    const double bound = problem.friction_of(c) * p_n;
    const double wanted = center_[k][1] - rho_ * c.mass / (1.0 + kappa) * xi[1];
    const double p_t = std::clamp(wanted, -bound, bound);
    const int side = wanted >= bound ? 1 : -1;
    modes_[k].normal = p_n > 0.0 ? 1 : 0;
    modes_[k].tangential = static_cast<std::int8_t>(std::abs(wanted) < bound ? 0 : side);
    percussions_[k] = {p_n, p_t};
    if (p_n == 0.0) continue;  // and p_t with it
    const double fx = c.nx * p_n - c.ny * p_t;
    const double fy = c.ny * p_n + c.nx * p_t;
    const double a = velocities[at(c.first)].inverse_mass;
    Row& first = residual_[at(c.first)];
    first[0] += a * fx;
    first[1] += a * fy;
    first[2] += kappa * a * p_t;
    if (c.second >= problem.moving_bodies) continue;
    const double b = velocities[at(c.second)].inverse_mass;
    Row& second = residual_[at(c.second)];
    second[0] -= b * fx;
    second[1] -= b * fy;
    second[2] += kappa * b * p_t;
  }
  double squares = 0.0;
  for (std::size_t b = 0; b < residual_.size(); ++b) {
    const double inverse_mass = problem.free_bodies[b].inverse_mass;
    const Row& f = residual_[b];
    if (inverse_mass > 0.0) squares += (f[0] * f[0] + f[1] * f[1] + f[2] * f[2] / kappa) / inverse_mass;
  }
  return std::sqrt(squares);
}

// Relative to v_ref.
double RoundContactNewton::largest_imbalance(const RoundContactProblem& problem) const {
  double largest = 0.0;
  for (const Row& f : residual_) largest = std::max({largest, std::abs(f[0]), std::abs(f[1]), std::abs(f[2])});
  return largest / problem.reference_velocity();
}

void RoundContactNewton::add_contact(const RoundContactProblem& problem, std::size_t k) {
  if (modes_[k].normal == 0) return;  // mu P_N = 0 then: no tangential percussion either
  const RoundContact& c = problem.contacts[k];
  const double r_n = rho_ * c.mass;
  const double r_t = modes_[k].tangential == 0 ? r_n / (1.0 + problem.kappa) : 0.0;
  const double mu = problem.friction_of(c) * modes_[k].tangential;
  const Row n_first = {-c.nx, -c.ny, 0.0};
  const Row t_first = {c.ny, -c.nx, -1.0};
  const Row n_second = {c.nx, c.ny, 0.0};
  const Row t_second = {-c.ny, c.nx, -1.0};
  const double a = problem.free_bodies[at(c.first)].inverse_mass;
  add_to(lu_.diagonal(c.first), response(n_first, t_first, n_first, t_first, r_n, r_t, mu, a, problem.kappa));
  if (c.second >= problem.moving_bodies) return;
  const double b = problem.free_bodies[at(c.second)].inverse_mass;
  add_to(lu_.diagonal(c.second), response(n_second, t_second, n_second, t_second, r_n, r_t, mu, b, problem.kappa));
  lu_.add(at(pair_of_contact_[k]), response(n_first, t_first, n_second, t_second, r_n, r_t, mu, a, problem.kappa),
          response(n_second, t_second, n_first, t_first, r_n, r_t, mu, b, problem.kappa));
}

void RoundContactNewton::assemble(const RoundContactProblem& problem) {
  lu_.clear();
  for (int b = 0; b < problem.moving_bodies; ++b) {
    BlockLu::Block& block = lu_.diagonal(b);
    block[0] = block[4] = block[8] = 1.0;
  }
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) add_contact(problem, k);
}

// J^-1 F at the current velocities; the factors of the last step serve again where no mode has changed. False if J is
// singular.
bool RoundContactNewton::find_direction(const RoundContactProblem& problem) {
  if (rho_ != factorized_rho_ || modes_ != factorized_modes_) {
    assemble(problem);
    factorized_rho_ = 0.0;
    if (!lu_.factorize()) return false;
    factorized_rho_ = rho_;
    factorized_modes_ = modes_;
  }
  direction_ = residual_;
  lu_.solve(direction_);
  return true;
}

void RoundContactNewton::move(const std::vector<RoundBody>& from, double share, std::vector<RoundBody>& to) const {
  for (std::size_t b = 0; b < direction_.size(); ++b) {
    to[b].vx = from[b].vx - share * direction_[b][0];
    to[b].vy = from[b].vy - share * direction_[b][1];
    to[b].surface = from[b].surface - share * direction_[b][2];
  }
}

// The first of the shares 1, 1/2, 1/4, ... of the step that makes F smaller. If none does, the one that makes it least:
// F has kinks where modes change, so that no descent is promised, and a step that leaves them behind is better than
// none.
void RoundContactNewton::search_along_direction(const RoundContactProblem& problem) {
  constexpr double enough = 1e-4;  // of the decrease that Newton's method promises
  double share = 1.0;
  double best = std::numeric_limits<double>::infinity();
  double best_share = 1.0;
  for (int k = 0; k < trials; ++k, share *= 0.5) {
    move(velocities_, share, trial_);
    const double norm = imbalance(problem, trial_);
    if (norm < (1.0 - enough * share) * norm_) {
      velocities_.swap(trial_);
      norm_ = norm;
      return;
    }
    if (norm >= best) continue;
    best = norm;
    best_share = share;
  }
  move(velocities_, best_share, velocities_);
  norm_ = imbalance(problem, velocities_);
}

// The percussions become the centre, and the answer so far.
void RoundContactNewton::next_center(RoundContactProblem& problem) {
  center_ = percussions_;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    problem.contacts[k].percussion_n = percussions_[k][0];
    problem.contacts[k].percussion_t = percussions_[k][1];
  }
  if (steps_with_this_center_ <= easy) rho_ = std::min(rho_ * rho_factor, largest_rho);
  if (steps_with_this_center_ > hard) rho_ = std::max(rho_ / rho_factor, smallest_rho);
  steps_with_this_center_ = 0;
  norm_ = imbalance(problem, velocities_);
}

SolverResult RoundContactNewton::solve(RoundContactProblem& problem, std::vector<RoundBody>& bodies, double tolerance,
                                       int max_steps) {
  SolverResult result;
  result.status = SolverStatus::iteration_limit;
  double residual = residual_of_guess(problem, bodies);
  double best_residual = residual;
  start(problem, bodies);
  while (best_residual > tolerance && result.iterations < max_steps) {
    if (steps_with_this_center_ > too_hard) {
      rho_ = std::max(rho_ / rho_factor, smallest_rho);
      steps_with_this_center_ = 0;
      norm_ = imbalance(problem, velocities_);
    }
    ++result.iterations;
    if (!find_direction(problem)) {
      result.status = SolverStatus::singular;
      break;
    }
    search_along_direction(problem);
    ++steps_with_this_center_;
    if (!std::isfinite(norm_)) break;
    if (largest_imbalance(problem) > std::max(share_of_residual * residual, share_of_tolerance * tolerance)) continue;
    next_center(problem);
    residual = round_contact_residual(problem, bodies);
    if (residual > best_residual) continue;
    best_residual = residual;
    best_ = center_;
  }
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    problem.contacts[k].percussion_n = best_[k][0];
    problem.contacts[k].percussion_t = best_[k][1];
  }
  return judge(result, round_contact_residual(problem, bodies), tolerance);
}

}  // namespace nsdbench
