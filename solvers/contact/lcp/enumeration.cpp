#include "solvers/contact/lcp/enumeration.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

namespace nsdbench {

namespace {

constexpr int capacity = Enumeration::max_size;
using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, capacity, capacity>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, capacity, 1>;

// What a basis says about the LCP.
enum class Basis {
  candidate,  // x was written; only its residual can tell whether it solves
  refuted,    // proven up to rounding: no solution belongs to this basis
  undecided   // x was written, and neither its residual nor the rounding bound may settle the matter
};

// Writes to x the solution of A_BB x_B = -b_B, B given by the bits of `set`; where A_BB is singular, one with as many
// zeros as it lacks rank.
//
// The basis counts as refuted if its equations contradict each other, or if some entry of x or of y = A x + b is
// negative, each by more than the rounding of the solution: with rcond the reciprocal condition number of A_BB, as
// the pivots of complete pivoting show it,
//   |delta x| <= safety n eps / rcond max |x|,    |delta y| <= safety n eps (sum_j |A_ij| max |x| / rcond + |b_i|).
Basis solve_basis(const LcpView& lcp, std::uint32_t set, std::span<double> x) {
  constexpr double safety = 100.0;
  const double rounding = safety * std::max(lcp.size, 1) * std::numeric_limits<double>::epsilon();
  std::array<int, capacity> members{};
  int count = 0;
  for (int i = 0; i < lcp.size; ++i) {
    if ((set >> i) & 1U) members[static_cast<std::size_t>(count++)] = i;
  }
  std::fill(x.begin(), x.end(), 0.0);
  double rcond = 1.0;
  bool regular = true;
  double largest_x = 0.0;
  if (count > 0) {
    SmallMatrix a(count, count);
    SmallVector b(count);
    for (int i = 0; i < count; ++i) {
      b(i) = -lcp.b[members[static_cast<std::size_t>(i)]];
      for (int j = 0; j < count; ++j) {
        a(i, j) = lcp.entry(members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>(j)]);
      }
    }
    const Eigen::FullPivLU<SmallMatrix> decomposition(a);
    SmallVector solution = decomposition.solve(b);
    regular = decomposition.isInvertible();
    if (regular) {
      solution += decomposition.solve(b - a * solution);  // one step of refinement
      const double smallest_pivot = decomposition.matrixLU().diagonal().cwiseAbs().minCoeff();
      rcond = smallest_pivot / (decomposition.maxPivot() * count);
    }
    if (!solution.allFinite()) return Basis::undecided;
    largest_x = solution.cwiseAbs().maxCoeff();
    for (int i = 0; i < count; ++i) x[static_cast<std::size_t>(members[static_cast<std::size_t>(i)])] = solution(i);
    if (!regular) {
      const double contradiction = (a * solution - b).cwiseAbs().maxCoeff();
      const double scale = a.cwiseAbs().maxCoeff() * count * largest_x + b.cwiseAbs().maxCoeff();
      return contradiction > 1e-6 * scale ? Basis::refuted : Basis::undecided;
    }
  }
  const double x_bound = rounding / rcond * largest_x;
  for (int i = 0; i < lcp.size; ++i) {
    if (x[static_cast<std::size_t>(i)] < -x_bound) return Basis::refuted;
    double y = lcp.b[i];
    double row = 0.0;
    for (int j = 0; j < lcp.size; ++j) {
      y += lcp.entry(i, j) * x[static_cast<std::size_t>(j)];
      row += std::abs(lcp.entry(i, j));
    }
    if (y < -(row * x_bound + rounding * std::abs(lcp.b[i]))) return Basis::refuted;
  }
  return Basis::candidate;
}

}  // namespace

SolverResult Enumeration::attempt(const LcpView& lcp, std::span<double> x) {
  if (lcp.size > max_size) return {SolverStatus::not_applicable, 0.0, 0};
  std::array<double, capacity> storage{};
  const std::span<double> candidate(storage.data(), static_cast<std::size_t>(lcp.size));
  double best = std::numeric_limits<double>::infinity();
  bool undecided = false;
  const Deadline deadline(options().time_limit);
  constexpr std::uint32_t bases_between_looks = 256;
  std::fill(x.begin(), x.end(), 0.0);
  const std::uint32_t bases = std::uint32_t{1} << lcp.size;
  for (std::uint32_t set = 0; set < bases; ++set) {
    if (set % bases_between_looks == bases_between_looks - 1 && deadline.passed()) {
      return {SolverStatus::time_limit, best, static_cast<int>(set)};
    }
    const Basis basis = solve_basis(lcp, set, candidate);
    const double residual = lcp_residual(lcp, candidate);
    if (basis != Basis::refuted && residual > options().tolerance) undecided = true;
    if (residual < best) {
      best = residual;
      std::copy(candidate.begin(), candidate.end(), x.begin());
    }
  }
  SolverResult result{SolverStatus::solved, best, static_cast<int>(bases)};
  if (best > options().tolerance) result.status = undecided ? SolverStatus::singular : SolverStatus::infeasible;
  return result;
}

std::vector<std::vector<double>> all_lcp_solutions(const LcpView& lcp, double tolerance) {
  if (lcp.size > Enumeration::max_size) {
    throw std::invalid_argument("enumeration of an LCP of size " + std::to_string(lcp.size) +
                                " is not allowed: at most " + std::to_string(Enumeration::max_size));
  }
  std::vector<std::vector<double>> solutions;
  std::vector<double> candidate(static_cast<std::size_t>(lcp.size));
  for (std::uint32_t set = 0; set < (std::uint32_t{1} << lcp.size); ++set) {
    solve_basis(lcp, set, candidate);
    if (lcp_residual(lcp, candidate) > tolerance) continue;
    double largest = 1.0;
    for (const double entry : candidate) largest = std::max(largest, std::abs(entry));
    const bool known = std::any_of(solutions.begin(), solutions.end(), [&](const std::vector<double>& other) {
      double distance = 0.0;
      for (std::size_t i = 0; i < other.size(); ++i) distance = std::max(distance, std::abs(other[i] - candidate[i]));
      return distance <= 100.0 * tolerance * largest;
    });
    if (!known) solutions.push_back(candidate);
  }
  return solutions;
}

}  // namespace nsdbench
