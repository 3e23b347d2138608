// What a specialist would write by hand for one mechanism: the yardstick of bench_moreau_step.
//
// Same mechanics, same midpoint rule, same LCP (eq. 33 of Glocker & Studer 2005) and Lemke's method, but everything
// the suite adds is left out: no interface between mechanism, integrator and solver, no degeneracy rule beyond
// taking the larger pivot of tied rows, no residual, no modes, no report, no check of the input.
#pragma once

#include <array>
#include <cmath>

#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::plain {

// Lemke for n = 3 k, k <= 2 contacts, on the stack. Returns false on a ray or after 60 pivots.
template <int N>
bool lemke(double (&t)[N][N + 2], double (&x)[N]) {
  int basic[N];
  int nonbasic[N + 1];
  for (int i = 0; i < N; ++i) {
    basic[i] = i;
    nonbasic[i] = N + i;
    t[i][N] = 1.0;
    x[i] = 0.0;
  }
  nonbasic[N] = 2 * N;
  int leaving = 0;
  for (int i = 1; i < N; ++i) {
    if (t[i][N + 1] < t[leaving][N + 1]) leaving = i;
  }
  if (t[leaving][N + 1] >= 0.0) return true;
  int entering = N;
  for (int pivots = 0; pivots < 60; ++pivots) {
    const double inverse = 1.0 / t[leaving][entering];
    for (int j = 0; j < N + 2; ++j) t[leaving][j] *= -inverse;
    t[leaving][entering] = inverse;
    for (int i = 0; i < N; ++i) {
      if (i == leaving) continue;
      const double factor = t[i][entering];
      t[i][entering] = 0.0;
      for (int j = 0; j < N + 2; ++j) t[i][j] += factor * t[leaving][j];
    }
    const int left = basic[leaving];
    basic[leaving] = nonbasic[entering];
    nonbasic[entering] = left;
    if (left == 2 * N) {
      for (int i = 0; i < N; ++i) {
        if (basic[i] >= N) x[basic[i] - N] = t[i][N + 1];
      }
      return true;
    }
    const int wanted = left < N ? left + N : left - N;
    entering = 0;
    while (nonbasic[entering] != wanted) ++entering;
    leaving = -1;
    double best = 0.0;
    for (int i = 0; i < N; ++i) {
      if (t[i][entering] >= -1e-9) continue;
      const double ratio = -t[i][N + 1] / t[i][entering];
      // Of tied rows z0 leaves, otherwise the one with the larger pivot: no guard against cycling, but enough here.
      const bool tie = leaving >= 0 && std::abs(ratio - best) <= 1e-11 * best + 1e-18;
      if (leaving < 0 || (tie ? basic[leaving] != 2 * N && (basic[i] == 2 * N || t[i][entering] < t[leaving][entering])
                              : ratio < best)) {
        leaving = i;
        best = ratio;
      }
    }
    if (leaving < 0) return false;
  }
  return false;
}

// Impulses of `Contacts` closed contacts and the change of velocity they make.
template <int Contacts>
bool add_contact_impulses(const double (&inverse_mass)[3][3], const double (&w_n)[Contacts][3],
                          const double (&w_t)[Contacts][3], const double* epsilon, const double* mu,
                          const double (&u)[3], double (&change)[3]) {
  constexpr int N = 3 * Contacts;
  double minv_n[Contacts][3];
  double minv_t[Contacts][3];
  for (int c = 0; c < Contacts; ++c) {
    for (int i = 0; i < 3; ++i) {
      minv_n[c][i] = inverse_mass[i][0] * w_n[c][0] + inverse_mass[i][1] * w_n[c][1] + inverse_mass[i][2] * w_n[c][2];
      minv_t[c][i] = inverse_mass[i][0] * w_t[c][0] + inverse_mass[i][1] * w_t[c][1] + inverse_mass[i][2] * w_t[c][2];
    }
  }
  const auto dot = [](const double(&a)[3], const double(&b)[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
  // Without scaling the percussions the ties of opening contacts are lost in rounding.
  const double scale = dot(w_n[0], minv_n[0]) + dot(w_t[0], minv_t[0]);
  const double inverse_scale = 1.0 / scale;
  double t[N][N + 2] = {};
  for (int r = 0; r < Contacts; ++r) {
    for (int c = 0; c < Contacts; ++c) {
      const double nt = dot(w_n[r], minv_t[c]) * inverse_scale;
      const double tt = dot(w_t[r], minv_t[c]) * inverse_scale;
      t[r][c] = dot(w_n[r], minv_n[c]) * inverse_scale - mu[c] * nt;
      t[r][Contacts + c] = nt;
      t[Contacts + r][c] = dot(w_t[r], minv_n[c]) * inverse_scale - mu[c] * tt;
      t[Contacts + r][Contacts + c] = tt;
    }
    t[Contacts + r][2 * Contacts + r] = 1.0;
    t[2 * Contacts + r][r] = 2.0 * mu[r];
    t[2 * Contacts + r][Contacts + r] = -1.0;
    t[r][N + 1] = dot(w_n[r], change) + (1.0 + epsilon[r]) * dot(w_n[r], u);
    t[Contacts + r][N + 1] = dot(w_t[r], change) + dot(w_t[r], u);
  }
  double x[N];
  if (!lemke<N>(t, x)) return false;
  for (int c = 0; c < Contacts; ++c) {
    const double normal = x[c] * inverse_scale;
    const double tangential = x[Contacts + c] * inverse_scale - mu[c] * normal;
    for (int i = 0; i < 3; ++i) change[i] += normal * minv_n[c][i] + tangential * minv_t[c][i];
  }
  return true;
}

// Up to two closed contacts out of `Count`; more are not expected in the runs that are timed.
template <int Count>
bool solve_contacts(const double (&inverse_mass)[3][3], const double (&w_n)[Count][3], const double (&w_t)[Count][3],
                    const double (&gap)[Count], const double (&epsilon)[Count], const double (&mu)[Count],
                    const double (&u)[3], double (&change)[3]) {
  int closed[Count];
  int count = 0;
  for (int i = 0; i < Count; ++i) {
    if (gap[i] <= 0.0) closed[count++] = i;
  }
  if (count == 0) return true;
  if (count > 2) return false;
  double n[2][3];
  double t[2][3];
  double e[2];
  double m[2];
  for (int c = 0; c < count; ++c) {
    for (int i = 0; i < 3; ++i) {
      n[c][i] = w_n[closed[c]][i];
      t[c][i] = w_t[closed[c]][i];
    }
    e[c] = epsilon[closed[c]];
    m[c] = mu[closed[c]];
  }
  if (count == 2) return add_contact_impulses<2>(inverse_mass, n, t, e, m, u, change);
  const double n1[1][3] = {{n[0][0], n[0][1], n[0][2]}};
  const double t1[1][3] = {{t[0][0], t[0][1], t[0][2]}};
  return add_contact_impulses<1>(inverse_mass, n1, t1, e, m, u, change);
}

inline void invert(const double (&m)[3][3], double (&inverse)[3][3]) {
  const double c00 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
  const double c01 = m[1][2] * m[2][0] - m[1][0] * m[2][2];
  const double c02 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
  const double d = 1.0 / (m[0][0] * c00 + m[0][1] * c01 + m[0][2] * c02);
  inverse[0][0] = c00 * d;
  inverse[1][0] = inverse[0][1] = c01 * d;
  inverse[2][0] = inverse[0][2] = c02 * d;
  inverse[1][1] = (m[0][0] * m[2][2] - m[0][2] * m[2][0]) * d;
  inverse[2][1] = inverse[1][2] = (m[0][1] * m[2][0] - m[0][0] * m[2][1]) * d;
  inverse[2][2] = (m[0][0] * m[1][1] - m[0][1] * m[1][0]) * d;
}

class Woodpecker {
 public:
  explicit Woodpecker(const problems::WoodpeckerParameters& parameters) : p_(parameters) {
    const double m[3][3] = {{p_.m_S + p_.m_M, p_.m_S * p_.l_M, p_.m_S * p_.l_G},
                            {p_.m_S * p_.l_M, p_.J_M + p_.m_S * p_.l_M * p_.l_M, p_.m_S * p_.l_M * p_.l_G},
                            {p_.m_S * p_.l_G, p_.m_S * p_.l_M * p_.l_G, p_.J_S + p_.m_S * p_.l_G * p_.l_G}};
    invert(m, inverse_mass_);
    const double n[3][3] = {{0, 0, -p_.h_S}, {0, p_.h_M, 0}, {0, -p_.h_M, 0}};
    const double t[3][3] = {{1, p_.l_M, p_.l_G - p_.l_S}, {1, p_.r_M, 0}, {1, p_.r_M, 0}};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        w_n_[i][j] = n[i][j];
        w_t_[i][j] = t[i][j];
      }
    }
    epsilon_[0] = p_.epsilon_N1;
    epsilon_[1] = p_.epsilon_N2;
    epsilon_[2] = p_.epsilon_N3;
    mu_[0] = p_.mu_1;
    mu_[1] = p_.mu_2;
    mu_[2] = p_.mu_3;
  }

  bool step(double (&q)[3], double (&u)[3], double dt) const {
    double middle[3];
    for (int i = 0; i < 3; ++i) middle[i] = q[i] + 0.5 * dt * u[i];
    const double moment = p_.c_phi * (middle[1] - middle[2]);
    const double h[3] = {-(p_.m_S + p_.m_M) * p_.g * dt, (-moment - p_.m_S * p_.l_M * p_.g) * dt,
                         (moment - p_.m_S * p_.l_G * p_.g) * dt};
    double change[3];
    for (int i = 0; i < 3; ++i) {
      change[i] = inverse_mass_[i][0] * h[0] + inverse_mass_[i][1] * h[1] + inverse_mass_[i][2] * h[2];
    }
    const double gap[3] = {p_.l_M + p_.l_G - p_.l_S - p_.r_O - p_.h_S * middle[2], p_.r_M - p_.r_O + p_.h_M * middle[1],
                           p_.r_M - p_.r_O - p_.h_M * middle[1]};
    if (!solve_contacts<3>(inverse_mass_, w_n_, w_t_, gap, epsilon_, mu_, u, change)) return false;
    for (int i = 0; i < 3; ++i) {
      u[i] += change[i];
      q[i] = middle[i] + 0.5 * dt * u[i];
    }
    return true;
  }

 private:
  problems::WoodpeckerParameters p_;
  double inverse_mass_[3][3];
  double w_n_[3][3];
  double w_t_[3][3];
  double epsilon_[3];
  double mu_[3];
};

class SliderCrank {
 public:
  explicit SliderCrank(const problems::SliderCrankParameters& parameters) : p_(parameters) {}

  bool step(double (&q)[3], double (&u)[3], double dt) const {
    double middle[3];
    for (int i = 0; i < 3; ++i) middle[i] = q[i] + 0.5 * dt * u[i];
    const auto [s1, c1] = elementary::sincos(middle[0]);
    const auto [s2, c2] = elementary::sincos(middle[1]);
    const auto [s3, c3] = elementary::sincos(middle[2]);
    const double k = (0.5 * p_.m_2 + p_.m_3) * p_.l_1 * p_.l_2;
    const double s21 = s2 * c1 - c2 * s1;
    const double m11 = p_.J_1 + (0.25 * p_.m_1 + p_.m_2 + p_.m_3) * p_.l_1 * p_.l_1;
    const double m22 = p_.J_2 + (0.25 * p_.m_2 + p_.m_3) * p_.l_2 * p_.l_2;
    const double m12 = k * (c2 * c1 + s2 * s1);
    const double d = 1.0 / (m11 * m22 - m12 * m12);
    const double inverse_mass[3][3] = {{m22 * d, -m12 * d, 0}, {-m12 * d, m11 * d, 0}, {0, 0, 1.0 / p_.J_3}};
    const double h1 = (k * s21 * u[1] * u[1] - (0.5 * p_.m_1 + p_.m_2 + p_.m_3) * p_.g * p_.l_1 * c1) * dt;
    const double h2 = (-k * s21 * u[0] * u[0] - (0.5 * p_.m_2 + p_.m_3) * p_.g * p_.l_2 * c2) * dt;
    double change[3] = {inverse_mass[0][0] * h1 + inverse_mass[0][1] * h2,
                        inverse_mass[1][0] * h1 + inverse_mass[1][1] * h2, 0.0};
    const double centre = p_.l_1 * s1 + p_.l_2 * s2;
    const double half = p_.b + p_.c - p_.b * c3;
    const double gap[4] = {half - centre + p_.a * s3, half - centre - p_.a * s3, half + centre - p_.a * s3,
                           half + centre + p_.a * s3};
    if (gap[0] <= 0.0 || gap[1] <= 0.0 || gap[2] <= 0.0 || gap[3] <= 0.0) {
      const double x1 = p_.l_1 * c1;
      const double x2 = p_.l_2 * c2;
      const double y1 = p_.l_1 * s1;
      const double y2 = p_.l_2 * s2;
      const double w_n[4][3] = {{-x1, -x2, p_.a * c3 + p_.b * s3},
                                {-x1, -x2, -p_.a * c3 + p_.b * s3},
                                {x1, x2, -p_.a * c3 + p_.b * s3},
                                {x1, x2, p_.a * c3 + p_.b * s3}};
      const double w_t[4][3] = {{-y1, -y2, p_.a * s3 - p_.b * c3},
                                {-y1, -y2, -p_.a * s3 - p_.b * c3},
                                {-y1, -y2, p_.a * s3 + p_.b * c3},
                                {-y1, -y2, -p_.a * s3 + p_.b * c3}};
      const double epsilon[4] = {p_.epsilon_N, p_.epsilon_N, p_.epsilon_N, p_.epsilon_N};
      const double mu[4] = {p_.mu, p_.mu, p_.mu, p_.mu};
      if (!solve_contacts<4>(inverse_mass, w_n, w_t, gap, epsilon, mu, u, change)) return false;
    }
    for (int i = 0; i < 3; ++i) {
      u[i] += change[i];
      q[i] = middle[i] + 0.5 * dt * u[i];
    }
    return true;
  }

 private:
  problems::SliderCrankParameters p_;
};

}  // namespace nsdbench::plain
