#include "solvers/contact/prox/local_solver.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/contact/laws.hpp"

namespace nsdbench {

namespace {

// A singular or badly conditioned block is left to the caller.
constexpr double smallest_relative_determinant = 1e-14;
// Stick at the edge of slip, where rounding may refuse both: what lies outside by less is put on the boundary. Above
// the rounding of ordinary blocks, below every tolerance.
constexpr double edge_of_slip = 1.0 + 1e-13;
constexpr double rounding_of_slope = 1e-14;
// Newton steps in the angle of sliding; each doubles the digits once it is near.
constexpr int max_newton_steps = 12;
constexpr double angle_tolerance = 1e-15;

// The sliding direction e (of the percussion) of a disc law: f(e) = e x g(e) vanishes and e . g(e) <= 0, where g(e) is
// a positive multiple of the sliding velocity, with derivative dg along e' = (-e_2, e_1).
//   angle e = phi:  df/dphi = -e . g + e x dg
// `velocity(e, g, dg)` returns false where e is not admissible; g is smooth there all the same.
template <class Velocity>
bool refine_direction(const Velocity& velocity, std::array<double, 2>& e) {
  for (int step = 0; step < max_newton_steps; ++step) {
    std::array<double, 2> g{};
    std::array<double, 2> dg{};
    if (!velocity(e, g, dg)) return false;
    const double f = e[0] * g[1] - e[1] * g[0];
    const double along = e[0] * g[0] + e[1] * g[1];
    const double slope = -along + e[0] * dg[1] - e[1] * dg[0];
    const double scale = std::abs(g[0]) + std::abs(g[1]);
    if (std::abs(f) <= angle_tolerance * scale) return along <= 0.0;
    if (!(slope > 0.0)) return false;  // the solution that is sought has a positive slope
    const double turn = std::clamp(-f / slope, -1.0, 1.0);
    const std::array<double, 2> turned = {e[0] - turn * e[1], e[1] + turn * e[0]};
    const double length = std::sqrt(turned[0] * turned[0] + turned[1] * turned[1]);
    e = {turned[0] / length, turned[1] / length};
    if (std::abs(turn) <= 1e-9) {  // the next error is its square
      return velocity(e, g, dg) && e[0] * g[0] + e[1] * g[1] <= 0.0;
    }
  }
  return false;
}

// The same without a good guess: brackets a change of sign among evenly spread directions and bisects before refining.
// Brackets may reach beyond the admissible directions at one end: a solution may lie near the end of their arc.
template <class Velocity>
bool search_direction(const Velocity& velocity, std::array<double, 2>& e) {
  constexpr int directions = 24;
  constexpr double cos_step = 0.9659258262890683;  // of 15 degrees
  constexpr double sin_step = 0.25881904510252074;
  const auto evaluate = [&](const std::array<double, 2>& direction, double& f) {
    std::array<double, 2> g{};
    std::array<double, 2> dg{};
    const bool admissible = velocity(direction, g, dg);
    f = direction[0] * g[1] - direction[1] * g[0];
    return admissible;
  };
  std::array<double, 2> right = {1.0, 0.0};
  double f_right = 0.0;
  bool right_admissible = evaluate(right, f_right);
  for (int k = 0; k < directions; ++k) {
    const std::array<double, 2> left = right;
    const double f_left = f_right;
    const bool left_admissible = right_admissible;
    right = {cos_step * left[0] - sin_step * left[1], sin_step * left[0] + cos_step * left[1]};
    right_admissible = evaluate(right, f_right);
    // A NaN brackets nothing, and halving it would take long.
    if ((!left_admissible && !right_admissible) || !(f_left <= 0.0) || !(f_right >= 0.0)) continue;
    std::array<double, 2> low = left;
    std::array<double, 2> high = right;
    for (int halving = 0; halving < 60; ++halving) {
      std::array<double, 2> middle = {low[0] + high[0], low[1] + high[1]};
      const double length = std::sqrt(middle[0] * middle[0] + middle[1] * middle[1]);
      middle = {middle[0] / length, middle[1] / length};
      double f = 0.0;
      evaluate(middle, f);
      (f < 0.0 ? low : high) = middle;
      if (halving % 4 == 3) {
        std::array<double, 2> candidate = middle;
        if (refine_direction(velocity, candidate)) {
          e = candidate;
          return true;
        }
      }
    }
  }
  return false;
}

template <class Velocity>
bool find_direction(const Velocity& velocity, std::array<double, 2> guess, std::array<double, 2>& e) {
  const double length = std::sqrt(guess[0] * guess[0] + guess[1] * guess[1]);
  if (length > 0.0) {
    e = {guess[0] / length, guess[1] / length};
    if (refine_direction(velocity, e)) return true;
  }
  return search_direction(velocity, e);
}

// p = -G^-1 q for a 2 x 2 matrix; false if it is singular.
bool solve_2x2(const double* g, const double* q, double* p) {
  const double determinant = g[0] * g[3] - g[1] * g[2];
  const double size = std::abs(g[0] * g[3]) + std::abs(g[1] * g[2]);
  if (!(std::abs(determinant) > smallest_relative_determinant * size)) return false;
  p[0] = (-q[0] * g[3] + q[1] * g[2]) / determinant;
  p[1] = (-q[1] * g[0] + q[0] * g[1]) / determinant;
  return true;
}

// p = -G^-1 q for a 3 x 3 matrix by cofactors; false if it is singular.
bool solve_3x3(const double* g, const double* q, double* p) {
  const double c0 = g[4] * g[8] - g[5] * g[7];
  const double c1 = g[5] * g[6] - g[3] * g[8];
  const double c2 = g[3] * g[7] - g[4] * g[6];
  const double determinant = g[0] * c0 + g[1] * c1 + g[2] * c2;
  // Of the terms themselves: the cofactors of a matrix of rank 1 are rounding already.
  const double size = std::abs(g[0]) * (std::abs(g[4] * g[8]) + std::abs(g[5] * g[7])) +
                      std::abs(g[1]) * (std::abs(g[5] * g[6]) + std::abs(g[3] * g[8])) +
                      std::abs(g[2]) * (std::abs(g[3] * g[7]) + std::abs(g[4] * g[6]));
  if (!(std::abs(determinant) > smallest_relative_determinant * size)) return false;
  const double inverse = -1.0 / determinant;
  p[0] = inverse * (c0 * q[0] + c1 * q[1] + c2 * q[2]);
  p[1] = inverse *
         ((g[2] * g[7] - g[1] * g[8]) * q[0] + (g[0] * g[8] - g[2] * g[6]) * q[1] + (g[1] * g[6] - g[0] * g[7]) * q[2]);
  p[2] = inverse *
         ((g[1] * g[5] - g[2] * g[4]) * q[0] + (g[2] * g[3] - g[0] * g[5]) * q[1] + (g[0] * g[4] - g[1] * g[3]) * q[2]);
  return true;
}

// Friction along e and its normal percussion as multiples of one number s: p_N = normal s, p_T = tangential s e, one of
// the two factors being 1. With s = p_N, mu G_NT and mu p_N overflow or swallow what stands beside them once cones are
// so wide that their duals have no width left in double precision; there, s is the length of p_T. Ordinary cones keep
// s = p_N, to the last bit.
struct ConeScale {
  explicit ConeScale(double mu) : normal(mu > widest ? 1.0 / mu : 1.0), tangential(mu > widest ? 1.0 : mu) {}
  static constexpr double widest = 1e6;
  double normal;
  double tangential;
};

}  // namespace

bool solve_unilateral(double g, double q, double& p) {
  if (!(g > 0.0)) return false;
  p = std::max(-q / g, 0.0);
  return true;
}

bool solve_planar_contact(const double* g, const double* q, double mu, double* p) {
  if (q[0] >= 0.0) {
    p[0] = 0.0;
    p[1] = 0.0;
    return true;
  }
  std::array<double, 2> stick{};
  if (solve_2x2(g, q, stick.data()) && stick[0] >= 0.0 && std::abs(stick[1]) <= edge_of_slip * mu * stick[0]) {
    p[0] = stick[0];
    p[1] = stick[1];
    FrictionSet<double>{1, mu * stick[0]}.project(p + 1);
    return true;
  }
  // Sliding with p_T = e mu p_N, against u_T: the sign that stick wants first.
  const double first = stick[1] * (stick[0] >= 0.0 ? 1.0 : -1.0) >= 0.0 ? 1.0 : -1.0;
  const ConeScale scale(mu);
  for (const double e : {first, -first}) {
    const double slope = scale.normal * g[0] + e * scale.tangential * g[2];
    if (!(slope > 0.0)) continue;
    const double s = -q[0] / slope;
    const double sliding = q[1] + s * (scale.normal * g[1] + e * scale.tangential * g[3]);
    if (!(e * sliding <= 0.0)) continue;
    p[0] = scale.normal * s;
    p[1] = e * scale.tangential * s;
    return true;
  }
  return false;
}

bool solve_spatial_contact(const double* g, const double* q, double mu, double* p) {
  if (q[0] >= 0.0) {
    p[0] = p[1] = p[2] = 0.0;
    return true;
  }
  std::array<double, 3> stick{};
  const bool regular = solve_3x3(g, q, stick.data());
  const double reach = edge_of_slip * mu * stick[0];
  if (regular && stick[0] >= 0.0 && stick[1] * stick[1] + stick[2] * stick[2] <= reach * reach) {
    p[0] = stick[0];
    p[1] = stick[1];
    p[2] = stick[2];
    FrictionSet<double>{2, mu * stick[0]}.project(p + 1);
    return true;
  }
  // Sliding: p_T = b s e and p_N = a s (ConeScale) with u_N = 0, s = -q_N / D(e), D(e) = a G_NN + b G_NT . e > 0;
  // D u_T = D q_T - q_N (a G_TN + b G_TT e). A D of the size of rounding is none: its percussions are without bound.
  const ConeScale scale(mu);
  const double a = scale.normal;
  const double b = scale.tangential;
  const double smallest_slope = rounding_of_slope * (a * std::abs(g[0]) + b * (std::abs(g[3]) + std::abs(g[6])));
  const auto slope = [&](const std::array<double, 2>& e) { return a * g[0] + b * (g[3] * e[0] + g[6] * e[1]); };
  const auto velocity = [&](const std::array<double, 2>& e, std::array<double, 2>& u, std::array<double, 2>& du) {
    const double d = slope(e);
    const double d_turned = b * (-g[3] * e[1] + g[6] * e[0]);
    u[0] = d * q[1] - q[0] * (a * g[1] + b * (g[4] * e[0] + g[7] * e[1]));
    u[1] = d * q[2] - q[0] * (a * g[2] + b * (g[5] * e[0] + g[8] * e[1]));
    du[0] = d_turned * q[1] - q[0] * b * (-g[4] * e[1] + g[7] * e[0]);
    du[1] = d_turned * q[2] - q[0] * b * (-g[5] * e[1] + g[8] * e[0]);
    return d > smallest_slope;
  };
  std::array<double, 2> e{};
  std::array<double, 2> guess = {p[1], p[2]};
  if (p[1] == 0.0 && p[2] == 0.0) {
    // Against the sliding that the normal percussion alone would leave.
    const double normal = g[0] > 0.0 ? -q[0] / g[0] : 0.0;
    guess = {-(q[1] + g[1] * normal), -(q[2] + g[2] * normal)};
  }
  if (!find_direction(velocity, guess, e)) return false;
  const double s = -q[0] / slope(e);
  p[0] = a * s;
  p[1] = b * s * e[0];
  p[2] = b * s * e[1];
  return true;
}

bool solve_disc(const double* g, const double* q, double bound, double* p) {
  std::array<double, 2> stick{};
  const double reach = edge_of_slip * bound;
  if (solve_2x2(g, q, stick.data()) && stick[0] * stick[0] + stick[1] * stick[1] <= reach * reach) {
    p[0] = stick[0];
    p[1] = stick[1];
    FrictionSet<double>{2, bound}.project(p);
    return true;
  }
  const auto velocity = [&](const std::array<double, 2>& e, std::array<double, 2>& u, std::array<double, 2>& du) {
    u[0] = q[0] + bound * (g[0] * e[0] + g[2] * e[1]);
    u[1] = q[1] + bound * (g[1] * e[0] + g[3] * e[1]);
    du[0] = bound * (-g[0] * e[1] + g[2] * e[0]);
    du[1] = bound * (-g[1] * e[1] + g[3] * e[0]);
    return true;
  };
  std::array<double, 2> e{};
  std::array<double, 2> guess = {p[0], p[1]};
  if (p[0] == 0.0 && p[1] == 0.0) guess = {-q[0], -q[1]};
  if (!find_direction(velocity, guess, e)) return false;
  p[0] = bound * e[0];
  p[1] = bound * e[1];
  return true;
}

}  // namespace nsdbench
