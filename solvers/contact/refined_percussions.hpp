// The suite's contact solvers for real numbers wider than double: they decide the modes, the percussions follow from
// the equations of these modes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "solvers/contact/solver.hpp"
#include "solvers/contact/wide_residual.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/linear_algebra/complete_pivoting.hpp"

namespace nsdbench {

// Equations of given modes, with b the bound of a friction law and s the sign of its prox argument P - r xi:
//   unilateral law:       constraint xi = 0,     impressed P = 0
//   friction, interval:   constraint xi_T = 0,   impressed P_T = s b
//   friction, disc:       constraint xi_T = 0,   impressed P_T = b (P_T - r xi_T) / |P_T - r xi_T|,
// the last of which says P_T = -b xi_T / |xi_T| where xi_T is not zero. One Newton step solves them unless a disc is
// impressed. The modes are then read again from the arguments of the prox functions, in Scalar: where double could not
// tell them apart they change, and Newton goes on (semismooth Newton on the prox equations). Everything in fixed
// storage.
template <int MaxLaws, int MaxCoordinates, class Scalar>
class RefinedPercussions {
 public:
  using Problem = FixedContactProblem<MaxLaws, MaxCoordinates, Scalar>;

  // Largest residual that counts as solved: the solver's tolerance, by as much smaller as Scalar rounds less.
  static Scalar tolerance(const ContactSolver& solver) {
    return solver.options().tolerance / std::numeric_limits<double>::epsilon() * std::numeric_limits<Scalar>::epsilon();
  }

  // As ContactSolver::solve: `solver` solves the problem rounded to double, refine() does the rest. `solved` is
  // granted for the residual in Scalar only. An answer that is not is the one of least residual that was met.
  SolverResult solve(ContactSolver& solver, const Problem& problem, std::span<Scalar> percussions,
                     std::span<Mode> modes) {
    const std::span<double> answer{answer_.data(), percussions.size()};
    for (std::size_t k = 0; k < answer.size(); ++k) answer[k] = static_cast<double>(percussions[k]);
    const SolverResult first = solver.solve(problem.rounded(rounded_), answer, modes);
    std::copy(answer.begin(), answer.end(), percussions.begin());
    if (first.status == SolverStatus::invalid_input || first.status == SolverStatus::not_applicable) return first;
    const Scalar residual = refine(problem, tolerance(solver), percussions, modes);
    return judge(first, static_cast<double>(residual), static_cast<double>(tolerance(solver)));
  }

  // Replaces `percussions` and `modes`, an answer in double, by the answer in Scalar that Newton finds from there, if
  // its residual is smaller. Returns the residual. Sets of constraints that are dependent (hyperstatic contacts) leave
  // the percussions free in some directions, in which they are not changed: pivots below 1e-9 first, the nearer answer,
  // and if that is not exact enough those that rounding alone may leave in Scalar. With `most_steps` = 1 the modes stay
  // as given.
  Scalar refine(const Problem& problem, const Scalar& tolerance, std::span<Scalar> percussions, std::span<Mode> modes,
                int most_steps = 30) {
    for (int l = 0; l < problem.law_count(); ++l) at(inverse_r_, l) = wide_inverse_prox_parameter(problem, l);
    std::copy(percussions.begin(), percussions.end(), best_.percussions.begin());
    evaluate(problem, inverse_r_, best_);
    const Motion start = best_;
    static const Scalar dependent_in_scalar =
        elementary::pow(Scalar(std::numeric_limits<Scalar>::epsilon()), Scalar(0.875));
    // Better may be possible beyond, but is not worth the percussions' leaving the double answer.
    const Scalar near_rounding = 1e3 * problem.size() * std::numeric_limits<Scalar>::epsilon();
    for (const Scalar& smallest_pivot : {Scalar(1e-9), dependent_in_scalar}) {
      motion_ = start;
      std::copy(modes.begin(), modes.end(), motion_.modes.begin());
      newton(problem, tolerance, smallest_pivot, most_steps);
      if (best_.residual <= std::min<Scalar>(tolerance, near_rounding)) break;
    }
    std::copy_n(best_.percussions.begin(), percussions.size(), percussions.begin());
    std::copy_n(best_.modes.begin(), modes.size(), modes.begin());
    return best_.residual;
  }

 private:
  using Motion = WideMotion<MaxLaws, MaxCoordinates, Scalar>;

  Scalar& entry(int i, int j) { return equations_.entry(i, j); }

  // From motion_ on until the residual does not get any better.
  void newton(const Problem& problem, const Scalar& tolerance, const Scalar& smallest_pivot, int most_steps) {
    const int patience = 10;  // steps without a better residual: modes may change several times before they fit
    Scalar least = std::numeric_limits<Scalar>::infinity();
    int idle = 0;
    for (int step = 0; step < most_steps && idle < patience; ++step) {
      set_up_equations(problem);
      equations_.eliminate(smallest_pivot);
      equations_.solve(change_);
      move(problem);
      evaluate(problem, inverse_r_, motion_);
      if (motion_.residual < best_.residual) best_ = motion_;
      // Within the tolerance rounding is near: one more halving, or it is done.
      const bool halved = motion_.residual < 0.5 * least;
      if (least <= tolerance && !halved) return;
      if (motion_.residual <= problem.size() * 8 * std::numeric_limits<Scalar>::epsilon()) return;
      idle = halved ? 0 : idle + 1;
      least = std::min<Scalar>(least, motion_.residual);
    }
  }

  // Bound of friction law l under the present percussions. It is zero if its normal law is impressed.
  Scalar bound(const Problem& problem, int l) {
    const SetValuedLaw& law = problem.law(l);
    if (!law.has_normal_law()) return problem.bound(l);
    if (at(motion_.modes, law.normal) == Mode::impressed) return 0.0;
    return problem.bound(l) * at(motion_.percussions, problem.law(law.normal).offset);
  }

  // Linear equations of the change of the percussions, as velocities: J delta = -F, rows divided by their largest
  // entry, unknown k being delta_k / r_k.
  void set_up_equations(const Problem& problem) {
    const int n = problem.size();
    equations_.resize(n);
    for (int l = 0; l < problem.law_count(); ++l) {
      const SetValuedLaw& law = problem.law(l);
      for (int k = law.offset; k < law.offset + law.dimension; ++k) at(column_scale_, k) = 1.0 / at(inverse_r_, l);
      for (int k = law.offset; k < law.offset + law.dimension; ++k) {
        for (int j = 0; j <= n; ++j) entry(k, j) = 0.0;
        if (at(motion_.modes, l) != Mode::constraint) continue;
        for (int j = 0; j < n; ++j) entry(k, j) = problem.g(k, j);
        equations_.right(k) = -at(motion_.velocities, k);
      }
      if (at(motion_.modes, l) == Mode::constraint) continue;
      if (law.is_unilateral()) {
        entry(law.offset, law.offset) = at(inverse_r_, l);
        equations_.right(law.offset) = -at(inverse_r_, l) * at(motion_.percussions, law.offset);
      } else if (law.dimension == 1) {
        impress_interval(problem, l);
      } else {
        impress_disc(problem, l);
      }
    }
    for (int i = 0; i < n; ++i) {
      using std::abs;
      Scalar largest = 0.0;
      for (int j = 0; j < n; ++j) {
        entry(i, j) *= at(column_scale_, j);
        largest = std::max<Scalar>(largest, abs(entry(i, j)));
      }
      if (!(largest > 0.0)) continue;
      for (int j = 0; j <= n; ++j) entry(i, j) /= largest;
    }
  }

  // The derivative of the bound with respect to the normal percussion, times `factor`, to the row.
  void add_bound_derivative(const Problem& problem, int l, int row, const Scalar& factor) {
    const SetValuedLaw& law = problem.law(l);
    if (!law.has_normal_law() || at(motion_.modes, law.normal) == Mode::impressed) return;
    entry(row, problem.law(law.normal).offset) += factor * problem.bound(l);
  }

  void impress_interval(const Problem& problem, int l) {
    const int k = problem.law(l).offset;
    const Scalar sign = at(motion_.arguments, k) < 0.0 ? -1.0 : 1.0;
    entry(k, k) = at(inverse_r_, l);
    add_bound_derivative(problem, l, k, -sign * at(inverse_r_, l));
    equations_.right(k) = -at(inverse_r_, l) * (at(motion_.percussions, k) - sign * bound(problem, l));
  }

  // F = P / r - b / r d with d = a / |a|, a = P / r - xi.
  void impress_disc(const Problem& problem, int l) {
    const int o = problem.law(l).offset;
    const int n = problem.size();
    const Scalar inverse_r = at(inverse_r_, l);
    const Scalar radius = inverse_r * bound(problem, l);
    const auto by = FrictionSet<Scalar>{2, radius}.derivative(&at(motion_.arguments, o));
    const std::array<Scalar, 2>& d = by.e;
    for (int p = 0; p < 2; ++p) {
      entry(o + p, o + p) += inverse_r;
      add_bound_derivative(problem, l, o + p, -at(d, p) * inverse_r);
      for (int q = 0; q < 2; ++q) {
        const Scalar turning = by.share * ((p == q ? 1.0 : 0.0) - at(d, p) * at(d, q));
        entry(o + p, o + q) -= turning * inverse_r;
        for (int j = 0; j < n; ++j) entry(o + p, j) += turning * problem.g(o + q, j);
      }
      equations_.right(o + p) = -(inverse_r * at(motion_.percussions, o + p) - radius * at(d, p));
    }
  }

  // Adds the change; what is impressed on lines stands on its bound to the last digit.
  void move(const Problem& problem) {
    for (int k = 0; k < problem.size(); ++k) at(motion_.percussions, k) += at(change_, k) * at(column_scale_, k);
    for (int pass = 0; pass < 2; ++pass) {  // unilateral laws first
      for (int l = 0; l < problem.law_count(); ++l) {
        const SetValuedLaw& law = problem.law(l);
        if (at(motion_.modes, l) == Mode::constraint || law.dimension == 2) continue;
        const bool unilateral = law.is_unilateral();
        if (unilateral != (pass == 0)) continue;
        const Scalar sign = at(motion_.arguments, law.offset) < 0.0 ? -1.0 : 1.0;
        at(motion_.percussions, law.offset) = unilateral ? Scalar(0.0) : Scalar(sign * bound(problem, l));
      }
    }
  }

  typename Problem::Rounded rounded_;
  std::array<double, MaxCoordinates> answer_{};
  std::array<Scalar, MaxLaws> inverse_r_{};
  std::array<Scalar, MaxCoordinates> column_scale_{};
  CompletePivoting<MaxCoordinates, Scalar> equations_;
  std::array<Scalar, MaxCoordinates> change_{};  // in units of column_scale_
  Motion motion_;
  Motion best_;
};

// Solves contact problems of any scalar with a solver of the suite: directly in double, with RefinedPercussions in
// wider numbers. Refers to the solver, which must outlive it.
template <int MaxLaws, int MaxCoordinates, class Scalar>
class ScalarContactSolver {
 public:
  using Problem = FixedContactProblem<MaxLaws, MaxCoordinates, Scalar>;

  explicit ScalarContactSolver(ContactSolver& solver) : solver_(solver) {}

  // As ContactSolver::solve.
  SolverResult solve(const Problem& problem, std::span<Scalar> percussions, std::span<Mode> modes) {
    return refined_.solve(solver_, problem, percussions, modes);
  }
  // The problem in double. Valid until the next call, and as long as the problem.
  ContactProblemView view(const Problem& problem) { return problem.rounded(rounded_); }

 private:
  ContactSolver& solver_;
  RefinedPercussions<MaxLaws, MaxCoordinates, Scalar> refined_;
  typename Problem::Rounded rounded_;
};

// In double there is nothing to refine: this is the suite's solver alone.
template <int MaxLaws, int MaxCoordinates>
class ScalarContactSolver<MaxLaws, MaxCoordinates, double> {
 public:
  using Problem = FixedContactProblem<MaxLaws, MaxCoordinates>;

  explicit ScalarContactSolver(ContactSolver& solver) : solver_(solver) {}

  SolverResult solve(const Problem& problem, std::span<double> percussions, std::span<Mode> modes) {
    return solver_.solve(problem.view(), percussions, modes);
  }
  ContactProblemView view(const Problem& problem) const { return problem.view(); }

 private:
  ContactSolver& solver_;
};

// As ScalarContactSolver, but in double, too, the solver's answer decides the modes only: percussions that are solved
// are refined until rounding is all that is left of the residual, or what dependent constraints cannot do without.
template <int MaxLaws, int MaxCoordinates, class Scalar>
class AccurateContactSolver : public ScalarContactSolver<MaxLaws, MaxCoordinates, Scalar> {
 public:
  using ScalarContactSolver<MaxLaws, MaxCoordinates, Scalar>::ScalarContactSolver;
};

// The same with percussions that are refined in double.
template <int MaxLaws, int MaxCoordinates>
class AccurateContactSolver<MaxLaws, MaxCoordinates, double>
    : public ScalarContactSolver<MaxLaws, MaxCoordinates, double> {
 public:
  using Base = ScalarContactSolver<MaxLaws, MaxCoordinates, double>;
  using Base::Base;

  // As ContactSolver::solve.
  SolverResult solve(const typename Base::Problem& problem, std::span<double> percussions, std::span<Mode> modes) {
    SolverResult result = Base::solve(problem, percussions, modes);
    if (!result.solved()) return result;
    const double rounding = problem.size() * std::numeric_limits<double>::epsilon();
    const double residual = refined_.refine(problem, rounding, percussions, modes);
    result.residual = std::min(result.residual, residual);
    return result;
  }

 private:
  RefinedPercussions<MaxLaws, MaxCoordinates, double> refined_;
};

}  // namespace nsdbench
