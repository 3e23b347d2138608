// Planar frictional contact problems in exact arithmetic: all solutions by trying every mode of every contact.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstddef>
#include <optional>
#include <vector>

#include "contact_data/contact_data.hpp"

namespace nsdbench::testing {

using Rational = boost::multiprecision::cpp_rational;
using RationalVector = std::vector<Rational>;

inline Rational magnitude(const Rational& x) { return x < 0 ? Rational(-x) : x; }

// x of A x = b by Gauss's elimination; nothing if A is singular.
inline std::optional<RationalVector> solve_exactly(std::vector<RationalVector> a, RationalVector b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    while (pivot < n && a[pivot][k] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || a[i][k] == 0) continue;
      const Rational factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) b[k] /= a[k][k];
  return b;
}

// u = W r + q of the numbers of `data`, without rounding.
inline RationalVector exact_velocities(const contact_data::ContactData& data, const RationalVector& r) {
  RationalVector u(data.q.begin(), data.q.end());
  data.matrix.for_each_entry([&](int i, int j, double value) {
    u[static_cast<std::size_t>(i)] += Rational(value) * r[static_cast<std::size_t>(j)];
  });
  return u;
}

// How far one planar contact is from its law: of the modes open, stick and slip to either side, the one whose
// conditions are violated least, each violation in its own unit (percussions as they are, W being of size 1). A
// distance of r_T from mu r_N with mu > 1 counts as the change of r_N that would mend it.
inline Rational violation(const Rational& r_n, const Rational& r_t, const Rational& u_n, const Rational& u_t,
                          const Rational& mu) {
  const auto worst = [](std::initializer_list<Rational> all) {
    Rational result = 0;
    for (const Rational& one : all) result = one > result ? one : result;
    return result;
  };
  const auto least = [](const Rational& a, const Rational& b) { return a < b ? a : b; };
  const Rational unit = mu > 1 ? mu : Rational(1);
  const Rational open = worst({magnitude(r_n), magnitude(r_t), Rational(-u_n)});
  const Rational closed = worst({Rational(-r_n), magnitude(u_n)});
  const Rational stick = worst({closed, magnitude(u_t), Rational((magnitude(r_t) - mu * r_n) / unit)});
  const Rational forth = worst({closed, Rational(-u_t), Rational(magnitude(Rational(r_t + mu * r_n)) / unit)});
  const Rational back = worst({closed, u_t, Rational(magnitude(Rational(r_t - mu * r_n)) / unit)});
  return least(least(open, stick), least(forth, back));
}

inline Rational violation(const contact_data::ContactData& data, const std::vector<double>& solution) {
  const RationalVector r(solution.begin(), solution.end());
  const RationalVector u = exact_velocities(data, r);
  Rational worst = 0;
  for (std::size_t i = 0; i < data.mu.size(); ++i) {
    const Rational one = violation(r[2 * i], r[2 * i + 1], u[2 * i], u[2 * i + 1], Rational(data.mu[i]));
    if (one > worst) worst = one;
  }
  return worst;
}

// Percussions of the first solution that a regular choice of modes gives; nothing if none does.
inline std::optional<RationalVector> solution_by_modes(const contact_data::ContactData& data) {
  const std::size_t n = data.q.size();
  std::vector<RationalVector> w(n, RationalVector(n));
  data.matrix.for_each_entry([&](int i, int j, double value) {
    w[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = Rational(value);
  });
  const RationalVector q(data.q.begin(), data.q.end());
  std::size_t choices = 1;
  for (std::size_t i = 0; i < data.mu.size(); ++i) choices *= 4;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    std::vector<RationalVector> a(n, RationalVector(n));
    RationalVector b(n);
    std::size_t rest = choice;
    for (std::size_t i = 0; i < data.mu.size(); ++i, rest /= 4) {
      const std::size_t mode = rest % 4;  // open, stick, r_T = -mu r_N, r_T = mu r_N
      const std::size_t normal = 2 * i;
      const std::size_t tangential = 2 * i + 1;
      const auto velocity_vanishes = [&](std::size_t k) {
        a[k] = w[k];
        b[k] = -q[k];
      };
      if (mode == 0) {
        a[normal][normal] = 1;
        a[tangential][tangential] = 1;
        continue;
      }
      velocity_vanishes(normal);
      if (mode == 1) {
        velocity_vanishes(tangential);
      } else {
        a[tangential][tangential] = 1;
        a[tangential][normal] = (mode == 2 ? 1 : -1) * Rational(data.mu[i]);
      }
    }
    const std::optional<RationalVector> r = solve_exactly(std::move(a), std::move(b));
    if (!r) continue;
    const RationalVector u = exact_velocities(data, *r);
    bool holds = true;
    for (std::size_t i = 0; holds && i < data.mu.size(); ++i) {
      holds = violation((*r)[2 * i], (*r)[2 * i + 1], u[2 * i], u[2 * i + 1], Rational(data.mu[i])) == 0;
    }
    if (holds) return r;
  }
  return std::nullopt;
}

}  // namespace nsdbench::testing
