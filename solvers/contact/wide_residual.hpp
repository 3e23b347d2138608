// The residual of contact_residual for contact problems in a real number type wider than double.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/contact/fixed_contact_problem.hpp"
#include "solvers/linear_algebra/larger_or_nan.hpp"

namespace nsdbench {

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
void evaluate(const FixedContactProblem<MaxLaws, MaxCoordinates, Scalar>& problem,
              const typename WideMotion<MaxLaws, MaxCoordinates, Scalar>::PerLaw& inverse_r,
              WideMotion<MaxLaws, MaxCoordinates, Scalar>& motion) {
  using std::abs;
  using std::isfinite;
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
    const Scalar* velocities = &at(motion.velocities, o);
    Deviation<Scalar> deviation;
    Scalar lost = at(hidden, o);
    if (law.is_unilateral()) {
      deviation = HalfLine<Scalar>::deviation(at(inverse_r, l) * at(motion.percussions, o), velocities[0]);
    } else {
      const Scalar normal = law.has_normal_law() ? at(motion.percussions, problem.law(law.normal).offset) : Scalar(0.0);
      const Scalar scaled_bound = at(inverse_r, l) * problem.bound(l);
      const FrictionSet<Scalar> set{law.dimension, friction_bound(law.has_normal_law(), scaled_bound, normal)};
      deviation = set.deviation(at(inverse_r, l), &at(motion.percussions, o), velocities);
      if (law.has_normal_law()) {
        const Scalar& normal_velocity = at(motion.velocities, problem.law(law.normal).offset);
        const Scalar open =
            friction_of_open_contact(law, at(inverse_r, l), &at(motion.percussions, o), normal_velocity);
        deviation.value = open > deviation.value ? open : deviation.value;
      }
      if (law.dimension == 2) lost = std::max<Scalar>(lost, at(hidden, o + 1));
    }
    const Scalar value = deviation.value + (deviation.interior ? lost : deviation.rounding);
    at(motion.modes, l) = deviation.mode();
    residual = larger_or_nan(residual, value);
  }
  residual /= reference_velocity;
  motion.residual = finite && isfinite(residual) ? residual : std::numeric_limits<Scalar>::infinity();
}

}  // namespace nsdbench
