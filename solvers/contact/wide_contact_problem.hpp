// A contact problem in a real number type wider than double, and the residual its answers are judged by.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Owning contact problem of at most `MaxLaws` laws and `MaxCoordinates` coordinates in fixed storage, filled in like a
// FixedContactProblem. Entries, c and bounds are of type `Scalar`: long double, or a boost::multiprecision number
// without expression templates.
template <int MaxLaws, int MaxCoordinates, class Scalar>
class WideContactProblem {
 public:
  static constexpr int max_laws = MaxLaws;
  static constexpr int max_coordinates = MaxCoordinates;

  void clear() {
    law_count_ = 0;
    size_ = 0;
  }

  // Appends a law and returns its index. The caller keeps to the capacity.
  int add(LawKind kind, int dimension, const Scalar& bound, int normal = -1) {
    laws_[static_cast<std::size_t>(law_count_)] = {kind, size_, dimension, normal, static_cast<double>(bound)};
    bounds_[static_cast<std::size_t>(law_count_)] = bound;
    size_ += dimension;
    return law_count_++;
  }

  int size() const { return size_; }
  int law_count() const { return law_count_; }
  std::span<const SetValuedLaw> laws() const { return {laws_.data(), static_cast<std::size_t>(law_count_)}; }
  // With its bound rounded to double; bound() has all digits.
  const SetValuedLaw& law(int i) const { return laws_[static_cast<std::size_t>(i)]; }
  const Scalar& bound(int i) const { return bounds_[static_cast<std::size_t>(i)]; }
  Scalar& g(int i, int j) { return delassus_[slot(i, j)]; }
  const Scalar& g(int i, int j) const { return delassus_[slot(i, j)]; }
  Scalar& c(int i) { return c_[static_cast<std::size_t>(i)]; }
  const Scalar& c(int i) const { return c_[static_cast<std::size_t>(i)]; }

  // The problem rounded to double, in `storage`, which the view refers to as well as to this problem's laws.
  struct Rounded {
    std::array<double, static_cast<std::size_t>(MaxCoordinates) * MaxCoordinates> delassus{};
    std::array<double, MaxCoordinates> c{};
  };
  ContactProblemView rounded(Rounded& storage) const {
    for (int j = 0; j < size_; ++j) {
      storage.c[static_cast<std::size_t>(j)] = static_cast<double>(c(j));
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
  std::array<Scalar, MaxLaws> bounds_{};
  std::array<Scalar, static_cast<std::size_t>(MaxCoordinates) * MaxCoordinates> delassus_{};
  std::array<Scalar, MaxCoordinates> c_{};
};

// 1 / r_l of law l, as contact_residual has it.
template <class Problem>
auto wide_inverse_prox_parameter(const Problem& problem, int l) {
  using std::abs;
  constexpr double vanishing = 1e-8;
  const SetValuedLaw& law = problem.law(l);
  auto diagonal = problem.g(law.offset, law.offset);
  if (law.dimension == 2) diagonal = (diagonal + problem.g(law.offset + 1, law.offset + 1)) / 2;
  decltype(diagonal) largest = 0.0;
  for (int j = law.offset; j < law.offset + law.dimension; ++j) {
    for (int i = 0; i < problem.size(); ++i) largest = std::max<decltype(diagonal)>(largest, abs(problem.g(i, j)));
  }
  if (diagonal > vanishing * largest) return diagonal;
  return largest > 0.0 ? largest : decltype(diagonal)(1.0);
}

// Percussions, and what they make of a contact problem.
template <int MaxLaws, int MaxCoordinates, class Scalar>
struct WideMotion {
  using PerLaw = std::array<Scalar, MaxLaws>;
  std::array<Scalar, MaxCoordinates> percussions{};
  std::array<Scalar, MaxCoordinates> velocities{};  // xi = G P + c
  std::array<Scalar, MaxCoordinates> arguments{};   // of the prox functions, as velocities: P / r - xi
  std::array<Mode, MaxLaws> modes{};                // by the arguments
  Scalar residual = std::numeric_limits<Scalar>::infinity();
};

// From motion.percussions everything else. The residual is that of contact_residual, in Scalar, plus what the rounding
// of xi and of differences of percussions may hide; +infinity if a percussion is not finite. `inverse_r` are the laws'
// wide_inverse_prox_parameter.
template <int MaxLaws, int MaxCoordinates, class Scalar>
void evaluate(const WideContactProblem<MaxLaws, MaxCoordinates, Scalar>& problem,
              const typename WideMotion<MaxLaws, MaxCoordinates, Scalar>::PerLaw& inverse_r,
              WideMotion<MaxLaws, MaxCoordinates, Scalar>& motion) {
  using std::abs;
  using std::isfinite;
  using std::sqrt;
  const auto at = [](auto& array, int i) -> auto& { return array[static_cast<std::size_t>(i)]; };
  const auto length = [](const Scalar& x, const Scalar& y) { return Scalar(sqrt(x * x + y * y)); };
  const Scalar rounding = std::numeric_limits<Scalar>::epsilon();
  std::array<Scalar, MaxCoordinates> hidden;
  Scalar reference_velocity = 0.0;
  bool finite = true;
  for (int i = 0; i < problem.size(); ++i) {
    Scalar sum = problem.c(i);
    Scalar magnitudes = abs(sum);
    reference_velocity = std::max<Scalar>(reference_velocity, magnitudes);
    for (int j = 0; j < problem.size(); ++j) {
      const Scalar term = problem.g(i, j) * at(motion.percussions, j);
      sum += term;
      magnitudes += abs(term);
    }
    at(motion.velocities, i) = sum;
    at(hidden, i) = problem.size() * rounding * magnitudes;
    finite = finite && isfinite(sum) && isfinite(at(motion.percussions, i));
  }
  if (reference_velocity == 0.0) reference_velocity = 1.0;

  Scalar residual = 0.0;
  for (int l = 0; l < problem.law_count(); ++l) {
    const SetValuedLaw& law = problem.law(l);
    const int o = law.offset;
    for (int k = o; k < o + law.dimension; ++k) {
      at(motion.arguments, k) = at(inverse_r, l) * at(motion.percussions, k) - at(motion.velocities, k);
    }
    const Scalar percussion = at(inverse_r, l) * at(motion.percussions, o);
    const Scalar argument = at(motion.arguments, o);
    Scalar deviation;
    bool interior = false;
    if (law.kind == LawKind::unilateral) {
      interior = argument > 0.0;
      deviation = interior ? Scalar(abs(at(motion.velocities, o)) + at(hidden, o)) : Scalar(abs(percussion));
    } else {
      Scalar bound = at(inverse_r, l) * problem.bound(l);
      if (law.kind == LawKind::coulomb) {
        bound *= std::max<Scalar>(at(motion.percussions, problem.law(law.normal).offset), 0.0);
      }
      if (law.dimension == 1) {
        interior = abs(argument) < bound;
        deviation = interior ? Scalar(abs(at(motion.velocities, o)) + at(hidden, o))
                             : Scalar(abs(percussion - (argument < 0.0 ? Scalar(-bound) : bound)));
      } else {
        const Scalar second_percussion = at(inverse_r, l) * at(motion.percussions, o + 1);
        const Scalar second_argument = at(motion.arguments, o + 1);
        const Scalar size = length(argument, second_argument);
        interior = size < bound;
        const Scalar scale = size > 0.0 ? Scalar(bound / size) : Scalar(0.0);
        deviation = interior ? Scalar(length(at(motion.velocities, o), at(motion.velocities, o + 1)) +
                                      std::max<Scalar>(at(hidden, o), at(hidden, o + 1)))
                             : length(percussion - scale * argument, second_percussion - scale * second_argument);
      }
      if (!interior) deviation += 4 * rounding * bound;
    }
    at(motion.modes, l) = interior ? Mode::constraint : Mode::impressed;
    residual = deviation <= residual ? residual : deviation;  // a comparison that a NaN fails would hide it
  }
  residual /= reference_velocity;
  motion.residual = finite && isfinite(residual) ? residual : std::numeric_limits<Scalar>::infinity();
}

}  // namespace nsdbench
