#include "solvers/contact/lcp/lemke.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include "solvers/contact/deadline.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench {

namespace {

// Residuals above this are improved by solving the final basis anew: pivots on nearly dependent rows, such as the
// friction rows of two contacts that slide almost alike, multiply the rounding of the dictionary.
constexpr double refinement_threshold = 1e-14;
constexpr int largest_dictionary = 12;
// Of a lost path, for each covering vector, and how many covering vectors may end like that.
constexpr int singular_restarts = 8;
constexpr int most_lost_paths = 3;
// Below this size pivoting is as fast as the factorizations of the crash start.
constexpr int smallest_crash_start = 64;

// Of the last resort: its steps are no pivots, and have limits of their own.
SolverOptions without_limit_of_pivots(SolverOptions options) {
  options.max_iterations = 0;
  return options;
}

}  // namespace

Lemke::Lemke(const SolverOptions& options)
    : Lemke([&] {
        LemkeOptions all;
        all.solver = options;
        return all;
      }()) {}

Lemke::Lemke(LemkeOptions options)
    : LcpSolver(options.solver),
      options_(std::move(options)),
      enumeration_(without_limit_of_pivots(options_.solver)),
      newton_(options_.solver) {
  proof_.reserve(largest_dictionary);
  if (options_.covering_vectors < 1) {
    throw std::invalid_argument("number of covering vectors " + std::to_string(options_.covering_vectors) +
                                " is not allowed: it must be at least 1");
  }
  for (const double entry : options_.covering_vector) {
    if (!(entry > 0.0) || !std::isfinite(entry)) {
      throw std::invalid_argument("covering vector entry " + std::to_string(entry) +
                                  " is not allowed: it must be positive and finite");
    }
  }
}

SolverResult Lemke::attempt(const LcpView& lcp, std::span<double> x) {
  return attempt_with(lcp, x, options_.covering_vectors, options_.last_resort);
}

SolverResult Lemke::attempt_briefly(const LcpView& lcp, std::span<double> x) { return attempt_with(lcp, x, 1, false); }

bool Lemke::uses_guess(int size) const { return options_.crash_start && size >= smallest_crash_start; }

SolverResult Lemke::attempt_with(const LcpView& lcp, std::span<double> x, int covering_vectors, bool last_resort) {
  const bool zero_solves = std::all_of(lcp.b, lcp.b + lcp.size, [](double b) { return b >= 0.0; });
  if (zero_solves) {
    std::fill(x.begin(), x.end(), 0.0);
    return {SolverStatus::solved, 0.0, 0};
  }
  const bool covering_vector_fits =
      options_.covering_vector.empty() || options_.covering_vector.size() == static_cast<std::size_t>(lcp.size);
  if (!covering_vector_fits) return {SolverStatus::not_applicable, 0.0, 0};

  static_assert(largest_dictionary == 12);
  const auto pivot = [&] {
    switch (lcp.size) {
      case 1:
        return attempt_small<1>(lcp, x, covering_vectors);
      case 2:
        return attempt_small<2>(lcp, x, covering_vectors);
      case 3:
        return attempt_small<3>(lcp, x, covering_vectors);
      case 4:
        return attempt_small<4>(lcp, x, covering_vectors);
      case 5:
        return attempt_small<5>(lcp, x, covering_vectors);
      case 6:
        return attempt_small<6>(lcp, x, covering_vectors);
      case 7:
        return attempt_small<7>(lcp, x, covering_vectors);
      case 8:
        return attempt_small<8>(lcp, x, covering_vectors);
      case 9:
        return attempt_small<9>(lcp, x, covering_vectors);
      case 10:
        return attempt_small<10>(lcp, x, covering_vectors);
      case 11:
        return attempt_small<11>(lcp, x, covering_vectors);
      case 12:
        return attempt_small<12>(lcp, x, covering_vectors);
      default:
        return attempt_large(lcp, x, covering_vectors);
    }
  };
  SolverResult result = pivot();
  if (result.status == SolverStatus::ray && has_infeasible_row(lcp)) result.status = SolverStatus::infeasible;
  const bool settled = result.status == SolverStatus::solved || result.status == SolverStatus::infeasible ||
                       result.status == SolverStatus::time_limit;
  return settled || !last_resort ? result : try_last_resort(lcp, x, result);
}

// A row of A that is nowhere positive with a negative b: y_i < 0 for every x >= 0.
bool Lemke::has_infeasible_row(const LcpView& lcp) {
  for (int i = 0; i < lcp.size; ++i) {
    const double* a = lcp.a + static_cast<std::ptrdiff_t>(i) * lcp.stride;
    if (!(lcp.b[i] < 0.0) || std::any_of(a, a + lcp.size, [](double entry) { return entry > 0.0; })) continue;
    certificate_.assign(static_cast<std::size_t>(lcp.size), 0.0);
    certificate_[static_cast<std::size_t>(i)] = 1.0;
    proof_.start(lcp);
    if (proof_.excludes_all(certificate_)) return true;
  }
  return false;
}

// Whether the direction of a ray is a certificate. Only its proportions matter.
bool Lemke::ray_excludes_all(const LcpView& lcp, std::span<const double> ray) {
  double largest = 0.0;
  for (const double entry : ray) largest = std::max(largest, entry);
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  certificate_.resize(ray.size());
  std::transform(ray.begin(), ray.end(), certificate_.begin(), [&](double entry) { return entry / largest; });
  proof_.start(lcp);
  return proof_.excludes_all(certificate_);
}

template <int Size>
SolverResult Lemke::attempt_small(const LcpView& lcp, std::span<double> x, int covering_vectors) {
  LemkeDictionary<Size> dictionary;
  SolverResult result;
  for (int covering = 0; covering < covering_vectors; ++covering) {
    dictionary.build(lcp, [&](int i) { return covering_entry(i, covering); });
    result.status = dictionary.run(max_pivots(Size), result.iterations);
    dictionary.read_solution(x);
    if (result.status == SolverStatus::solved) {
      if (dictionary.well_conditioned()) return result;
      double residual = lcp_residual(lcp, x);
      if (residual > refinement_threshold) {
        dictionary.refine(lcp, x);
        residual = lcp_residual(lcp, x);
      }
      if (residual <= options_.solver.tolerance) return result;
      result.status = SolverStatus::iteration_limit;
    } else if (result.status == SolverStatus::ray) {
      std::array<double, static_cast<std::size_t>(Size)> ray;
      dictionary.read_ray(ray);
      if (!ray_excludes_all(lcp, ray)) continue;
      result.status = SolverStatus::infeasible;
      return result;
    }
  }
  return result;
}

SolverResult Lemke::attempt_large(const LcpView& lcp, std::span<double> x, int covering_vectors) {
  const auto n = static_cast<std::size_t>(lcp.size);
  if (candidate_.size() != n) {
    for (auto* storage : {&covering_, &candidate_, &best_, &certificate_}) storage->resize(n);
    proof_.reserve(lcp.size);
  }
  SolverResult result;
  const Deadline deadline(options_.solver.time_limit);
  const bool crash = options_.crash_start && lcp.size >= smallest_crash_start;
  if (crash && crash_start_.run(lcp, options_.solver.tolerance, deadline, x, result.iterations)) {
    result.status = SolverStatus::solved;
    return result;
  }
  double best_residual = std::numeric_limits<double>::infinity();
  const auto keep_if_better = [&](double residual) {
    if (!(residual < best_residual)) return;
    best_residual = residual;
    std::copy(candidate_.begin(), candidate_.end(), best_.begin());
  };
  int lost_paths = 0;
  for (int covering = 0; covering < covering_vectors && lost_paths < most_lost_paths; ++covering) {
    for (int i = 0; i < lcp.size; ++i) covering_[static_cast<std::size_t>(i)] = covering_entry(i, covering);
    revised_.build(lcp, covering_);
    result.status = revised_.run(max_pivots(lcp.size), deadline, result.iterations);
    for (int restart = 0; restart < singular_restarts && result.status == SolverStatus::singular; ++restart) {
      if (!revised_.restart()) break;
      result.status = revised_.run(max_pivots(lcp.size), deadline, result.iterations);
    }
    revised_.read_solution(candidate_);
    const double residual = lcp_residual(lcp, candidate_);
    keep_if_better(residual);
    if (result.status == SolverStatus::solved) {
      if (residual > refinement_threshold) {
        revised_.refine(candidate_);
        keep_if_better(lcp_residual(lcp, candidate_));
      }
      if (best_residual <= options_.solver.tolerance) break;
      result.status = SolverStatus::iteration_limit;
    } else if (result.status == SolverStatus::ray) {
      revised_.read_ray(candidate_);
      if (ray_excludes_all(lcp, candidate_)) result.status = SolverStatus::infeasible;
    }
    if (result.status == SolverStatus::singular) ++lost_paths;
    if (result.status == SolverStatus::infeasible || result.status == SolverStatus::time_limit) break;
    if (crash && covering == 0 &&
        crash_start_.run_proximal(lcp, options_.solver.tolerance, deadline, candidate_, result.iterations)) {
      keep_if_better(lcp_residual(lcp, candidate_));
      break;
    }
  }
  if (std::isfinite(best_residual)) std::copy(best_.begin(), best_.end(), x.begin());
  if (best_residual <= options_.solver.tolerance) result.status = SolverStatus::solved;
  return result;
}

// The covering vectors have failed, and the last of them as `result` says.
SolverResult Lemke::try_last_resort(const LcpView& lcp, std::span<double> x, const SolverResult& result) {
  LcpSolver& method = lcp.size <= largest_dictionary ? static_cast<LcpSolver&>(enumeration_) : newton_;
  SolverResult last = method.attempt(lcp, x);
  last.iterations += result.iterations;
  if (last.status != SolverStatus::solved && last.status != SolverStatus::infeasible) last.status = result.status;
  return last;
}

int Lemke::max_pivots(int n) const {
  return options_.solver.max_iterations > 0 ? options_.solver.max_iterations : 50 + 10 * n;
}

double Lemke::covering_entry(int i, int covering_vector) const {
  if (covering_vector == 0) {
    return options_.covering_vector.empty() ? 1.0 : options_.covering_vector[static_cast<std::size_t>(i)];
  }
  // exp(+-3): multiples of the golden ratio, modulo 1, are spread evenly and never equal.
  constexpr double golden = 0.6180339887498949;
  const double multiple = golden * (i + 1) * covering_vector;
  return elementary::exp(3.0 * (2.0 * (multiple - std::floor(multiple)) - 1.0));
}

}  // namespace nsdbench
