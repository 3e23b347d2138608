// Linear systems of a few unknowns that may be rank-deficient, in fixed storage and any real scalar.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "solvers/linear_algebra/at.hpp"

namespace nsdbench {

// A x = b with at most `Capacity` unknowns, by Gaussian elimination with complete pivoting (Golub & Van Loan 2013, sec.
// 3.4.8), which shows the rank: it ends with the first pivot that is not above a multiple of the first one. Unknowns
// that the equations leave free are zero. No allocation.
template <int Capacity, class Scalar>
class CompletePivoting {
 public:
  // The system to fill in: entries A_ij and right-hand sides b_i, before eliminate().
  void resize(int size) { size_ = size; }
  Scalar& entry(int i, int j) { return at(at(rows_, i), j); }
  Scalar& right(int i) { return at(at(rows_, i), size_); }

  // Uses up the entries. Returns the rank.
  int eliminate(const Scalar& smallest_pivot) {
    using std::abs;
    const int n = size_;
    for (int j = 0; j < n; ++j) at(order_, j) = j;
    Scalar largest = 0.0;
    for (rank_ = 0; rank_ < n; ++rank_) {
      int row = rank_;
      int column = rank_;
      Scalar pivot = -1.0;
      for (int i = rank_; i < n; ++i) {
        for (int j = rank_; j < n; ++j) {
          const Scalar size = abs(ordered(i, j));
          if (!(size > pivot)) continue;
          pivot = size;
          row = i;
          column = j;
        }
      }
      largest = rank_ == 0 ? pivot : largest;
      if (!(pivot > smallest_pivot * largest)) break;
      if (row != rank_) std::swap(at(rows_, row), at(rows_, rank_));
      std::swap(at(order_, column), at(order_, rank_));
      const Scalar inverse = 1.0 / ordered(rank_, rank_);
      for (int i = rank_ + 1; i < n; ++i) {
        const Scalar multiple = ordered(i, rank_) * inverse;
        if (multiple == 0.0) continue;
        for (int j = rank_ + 1; j < n; ++j) ordered(i, j) -= multiple * ordered(rank_, j);
        right(i) -= multiple * right(rank_);
      }
    }
    return rank_;
  }

  // After eliminate(): a solution, to the first entries of `x`.
  template <class Array>
  void solve(Array& x) {
    for (int k = rank_; k < size_; ++k) at(x, at(order_, k)) = 0.0;
    for (int k = rank_ - 1; k >= 0; --k) {
      Scalar value = right(k);
      for (int j = k + 1; j < rank_; ++j) value -= ordered(k, j) * at(x, at(order_, j));
      at(x, at(order_, k)) = value / ordered(k, k);
    }
  }

  // After eliminate(): the solution of A x = 0 in which the free unknown 0 <= `free` < size - rank is 1, and the other
  // free ones are zero.
  template <class Array>
  void null_vector(int free, Array& x) {
    for (int k = rank_; k < size_; ++k) at(x, at(order_, k)) = k == rank_ + free ? 1.0 : 0.0;
    for (int k = rank_ - 1; k >= 0; --k) {
      Scalar value = 0.0;
      for (int j = k + 1; j < size_; ++j) value -= ordered(k, j) * at(x, at(order_, j));
      at(x, at(order_, k)) = value / ordered(k, k);
    }
  }

 private:
  Scalar& ordered(int i, int j) { return entry(i, at(order_, j)); }

  int size_ = 0;
  int rank_ = 0;
  std::array<std::array<Scalar, static_cast<std::size_t>(Capacity) + 1>, static_cast<std::size_t>(Capacity)> rows_{};
  std::array<int, static_cast<std::size_t>(Capacity)> order_{};
};

}  // namespace nsdbench
