// Contact problems of a few laws in fixed storage, in any real scalar.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

#include "solvers/contact/contact_problem.hpp"
#include "solvers/linear_algebra/at.hpp"

namespace nsdbench {

// Owning contact problem of at most `MaxLaws` laws and `MaxCoordinates` coordinates: filling it in again never
// allocates. Entries, c and bounds are of type `Scalar`: double, Extended, or a boost::multiprecision number without
// expression templates.
template <int MaxLaws, int MaxCoordinates, class Scalar = double>
class FixedContactProblem {
  static constexpr bool is_double = std::is_same_v<Scalar, double>;

 public:
  void clear() {
    law_count_ = 0;
    size_ = 0;
  }

  // Appends a law and returns its index. The caller keeps to the capacity.
  int add(LawKind kind, int dimension, const Scalar& bound, int normal = -1) {
    at(laws_, law_count_) = {kind, size_, dimension, normal, static_cast<double>(bound)};
    if constexpr (!is_double) at(bounds_, law_count_) = bound;
    size_ += dimension;
    return law_count_++;
  }

  // Another bound for law i.
  void set_bound(int i, const Scalar& bound) {
    at(laws_, i).bound = static_cast<double>(bound);
    if constexpr (!is_double) at(bounds_, i) = bound;
  }

  int size() const { return size_; }
  int law_count() const { return law_count_; }
  std::span<const SetValuedLaw> laws() const { return {laws_.data(), static_cast<std::size_t>(law_count_)}; }
  // With its bound rounded to double; bound() has all digits.
  const SetValuedLaw& law(int i) const { return at(laws_, i); }
  Scalar bound(int i) const {
    if constexpr (is_double) {
      return law(i).bound;
    } else {
      return at(bounds_, i);
    }
  }
  Scalar& g(int i, int j) { return delassus_[slot(i, j)]; }
  const Scalar& g(int i, int j) const { return delassus_[slot(i, j)]; }
  Scalar& c(int i) { return at(c_, i); }
  const Scalar& c(int i) const { return at(c_, i); }

  ContactProblemView view() const requires is_double {
    return {laws(), size_, delassus_.data(), MaxCoordinates, c_.data()};
  }

  // The problem rounded to double, in `storage`, which the view refers to as well as to this problem's laws.
  struct Rounded {
    std::array<double, static_cast<std::size_t>(MaxCoordinates) * MaxCoordinates> delassus{};
    std::array<double, MaxCoordinates> c{};
  };
  ContactProblemView rounded(Rounded& storage) const {
    for (int j = 0; j < size_; ++j) {
      at(storage.c, j) = static_cast<double>(c(j));
      for (int i = 0; i < size_; ++i) storage.delassus[slot(i, j)] = static_cast<double>(g(i, j));
    }
    return {laws(), size_, storage.delassus.data(), MaxCoordinates, storage.c.data()};
  }

 private:
  static std::size_t slot(int i, int j) {
    return static_cast<std::size_t>(i) + static_cast<std::size_t>(j) * MaxCoordinates;
  }

  int law_count_ = 0;
  int size_ = 0;
  std::array<SetValuedLaw, MaxLaws> laws_{};
  std::array<Scalar, is_double ? 0 : MaxLaws> bounds_{};  // a double has all digits of a bound
  std::array<Scalar, static_cast<std::size_t>(MaxCoordinates) * MaxCoordinates> delassus_{};
  std::array<Scalar, MaxCoordinates> c_{};
};

}  // namespace nsdbench
