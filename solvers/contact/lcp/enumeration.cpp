#include "solvers/contact/lcp/enumeration.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include "solvers/contact/deadline.hpp"

namespace nsdbench {

namespace {

constexpr int capacity = Enumeration::max_size;
using SmallMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, capacity, capacity>;
using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, capacity, 1>;

// A complementary basis: an index set B and what solves A_BB x_B = -b_B.
class ComplementaryBasis {
 public:
  ComplementaryBasis(const LcpView& lcp, std::uint32_t set) : lcp_(lcp) {
    for (int i = 0; i < lcp.size; ++i) {
      if ((set >> i) & 1U) members_[static_cast<std::size_t>(count_++)] = i;
    }
    if (count_ == 0) return;
    a_.resize(count_, count_);
    for (int j = 0; j < count_; ++j) {
      for (int i = 0; i < count_; ++i) a_(i, j) = lcp.entry(member(i), member(j));
    }
    lu_.compute(a_);
  }

  // Writes the solution to x, with all other x zero; where A_BB is singular, one with as many zeros as it lacks rank.
  void solve(std::span<double> x) const {
    std::fill(x.begin(), x.end(), 0.0);
    if (count_ == 0) return;
    SmallVector b(count_);
    for (int i = 0; i < count_; ++i) b(i) = -lcp_.b[member(i)];
    SmallVector solution = lu_.solve(b);
    if (lu_.isInvertible()) solution += lu_.solve(b - a_ * solution);  // one step of refinement
    for (int i = 0; i < count_; ++i) x[static_cast<std::size_t>(member(i))] = solution(i);
  }

  // Whether it is proven that no solution belongs to the basis: with z_B such that A_BB^T z_B - t = 0 and
  //   t = -e_k, z_N = 0    where x_k < 0:  b^T z = x_k,
  //   t = -A_iB, z_N = e_i where y_i < 0:  b^T z = y_i,
  //   t = 0, z_N = 0       where A_BB is singular but for rounding: b^T z < 0 if the equations contradict each other.
  // Where A_BB is singular, the first two need not have a solution z_B, and then prove nothing.
  // `x` is what solve() wrote. The most negative entries are tried, each relative to its natural size.
  bool refuted(InfeasibilityProof& proof, std::span<const double> x) const {
    return denied_sign(proof, x) || (may_be_singular(proof) && contradictory(proof));
  }

 private:
  int member(int k) const { return members_[static_cast<std::size_t>(k)]; }

  // Smallest pivot by the largest.
  double pivot_ratio() const { return lu_.matrixLU().diagonal().cwiseAbs().minCoeff() / lu_.maxPivot(); }

  // Singular, or regular by no more than the rounding of its entries. Equations with exact entries and a regular A_BB
  // do not contradict each other, however large their solution is.
  bool may_be_singular(const InfeasibilityProof& proof) const {
    constexpr double few_roundings = 1e-14;
    if (count_ == 0) return false;
    return !lu_.isInvertible() || (proof.entries_are_rounded() && pivot_ratio() < few_roundings);
  }

  bool denied_sign(InfeasibilityProof& proof, std::span<const double> x) const {
    int worst_x = -1;
    int worst_y = -1;
    double lowest_x = 0.0;
    double lowest_y = 0.0;
    for (int k = 0, i = 0; i < lcp_.size; ++i) {
      if (k < count_ && member(k) == i) {
        const double entry = row_scale(lcp_, i) * x[static_cast<std::size_t>(i)];
        if (entry < lowest_x) {
          lowest_x = entry;
          worst_x = k;
        }
        ++k;
        continue;
      }
      double y = lcp_.b[i];
      for (int j = 0; j < count_; ++j) y += lcp_.entry(i, member(j)) * x[static_cast<std::size_t>(member(j))];
      if (y < lowest_y) {
        lowest_y = y;
        worst_y = i;
      }
    }
    const auto by_x = [&] {
      if (worst_x < 0) return false;
      SmallVector t = SmallVector::Zero(count_);
      t(worst_x) = -1.0;
      return excluded(proof, t, SmallVector::Zero(count_), -1);
    };
    const auto by_y = [&] {
      if (worst_y < 0) return false;
      SmallVector t(count_);
      for (int j = 0; j < count_; ++j) t(j) = -lcp_.entry(worst_y, member(j));
      return excluded(proof, t, SmallVector::Zero(count_), worst_y);
    };
    return lowest_x < lowest_y ? by_x() || by_y() : by_y() || by_x();
  }

  // By the part of -b_B that no A_BB x_B reaches, or, where rounding made A_BB regular, hardly reaches.
  bool contradictory(InfeasibilityProof& proof) const {
    const SmallMatrix transposed = a_.transpose();
    Eigen::FullPivLU<SmallMatrix> decomposition(transposed);
    const bool regular = lu_.isInvertible();
    if (regular) decomposition.setThreshold(2.0 * pivot_ratio());
    if (decomposition.dimensionOfKernel() == 0) return false;
    const SmallMatrix kernel = decomposition.kernel();
    SmallVector b(count_);
    for (int i = 0; i < count_; ++i) b(i) = lcp_.b[member(i)];
    const SmallVector z = -(kernel * (kernel.transpose() * b));
    // A regular factorization would refine z to zero.
    return excluded(proof, SmallVector::Zero(count_), z, -1, regular ? 0 : most_refinements);
  }

  // Solves for z_B from the given start, which is refined, with twice the digits of a double, until it proves something
  // or the rounding of the factorization is all that is left.
  bool excluded(InfeasibilityProof& proof, const SmallVector& t, const SmallVector& start, int row,
                int refinements = most_refinements) const {
    std::array<double, capacity> high{};
    std::array<double, capacity> low{};
    const auto n = static_cast<std::size_t>(lcp_.size);
    for (int k = 0; k < count_; ++k) high[static_cast<std::size_t>(member(k))] = start(k);
    if (row >= 0) high[static_cast<std::size_t>(row)] = 1.0;
    for (int refinement = 0; refinement <= refinements; ++refinement) {
      if (count_ > 0 && (refinement > 0 || start.isZero(0.0))) {
        SmallVector residual(count_);
        for (int j = 0; j < count_; ++j) {
          ProductSum sum;
          sum.add(t(j), 1.0);
          for (int k = 0; k < count_; ++k) {
            sum.add(a_(k, j), -high[static_cast<std::size_t>(member(k))]);
            sum.add(a_(k, j), -low[static_cast<std::size_t>(member(k))]);
          }
          residual(j) = sum.value();
        }
        const SmallVector change = lu_.transpose().solve(residual);
        for (int k = 0; k < count_; ++k) {
          double& upper = high[static_cast<std::size_t>(member(k))];
          double& lower = low[static_cast<std::size_t>(member(k))];
          const double digits = lower + change(k);
          const double sum = upper + digits;
          const double part = sum - upper;
          lower = (upper - (sum - part)) + (digits - part);
          upper = sum;
        }
      }
      if (proof.excludes_basis({members_.data(), static_cast<std::size_t>(count_)}, {high.data(), n},
                               {low.data(), n})) {
        return true;
      }
      if (count_ == 0) return false;
    }
    return false;
  }

  static constexpr int most_refinements = 4;

  const LcpView& lcp_;
  int count_ = 0;
  std::array<int, capacity> members_{};
  SmallMatrix a_;
  Eigen::FullPivLU<SmallMatrix> lu_;
};

}  // namespace

Enumeration::Enumeration(const SolverOptions& options) : LcpSolver(options) { proof_.reserve(max_size); }

SolverResult Enumeration::attempt(const LcpView& lcp, std::span<double> x) {
  if (lcp.size > max_size) return {SolverStatus::not_applicable, 0.0, 0};
  std::array<double, capacity> storage{};
  const std::span<double> candidate(storage.data(), static_cast<std::size_t>(lcp.size));
  double best = std::numeric_limits<double>::infinity();
  bool all_refuted = true;
  bool proof_started = false;
  const Deadline deadline(options().time_limit);
  constexpr std::uint32_t bases_between_looks = 256;
  std::fill(x.begin(), x.end(), 0.0);
  const std::uint32_t all_bases = std::uint32_t{1} << lcp.size;
  const auto limit = static_cast<std::uint32_t>(options().max_iterations);
  const std::uint32_t bases = limit > 0 ? std::min(limit, all_bases) : all_bases;
  for (std::uint32_t set = 0; set < bases; ++set) {
    if (set % bases_between_looks == bases_between_looks - 1 && deadline.passed()) {
      return {SolverStatus::time_limit, best, static_cast<int>(set)};
    }
    const ComplementaryBasis basis(lcp, set);
    basis.solve(candidate);
    const double residual = lcp_residual(lcp, candidate);
    if (residual < best) {
      best = residual;
      std::copy(candidate.begin(), candidate.end(), x.begin());
    }
    // Once a basis has solved or could not be refuted, nothing more is to be proven.
    if (best <= options().tolerance) all_refuted = false;
    if (!all_refuted) continue;
    if (!proof_started) proof_.start(lcp);
    proof_started = true;
    all_refuted = basis.refuted(proof_, candidate);
  }
  SolverResult result{SolverStatus::solved, best, static_cast<int>(bases)};
  if (best > options().tolerance) {
    result.status = bases < all_bases ? SolverStatus::iteration_limit
                    : all_refuted     ? SolverStatus::infeasible
                                      : SolverStatus::singular;
  }
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
    ComplementaryBasis(lcp, set).solve(candidate);
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
