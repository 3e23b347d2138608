// How good an answer is, from the numbers of the file alone. Shares no code with solvers/, whose answers it judges.
#pragma once

#include <optional>
#include <span>

#include "contact_data/contact_data.hpp"

namespace nsdbench::contact_data {

// lcp, with w = M z + q:
//   natural    max_i | min(z_i, w_i) |
//   scaled     max_i | min(s_i z_i, w_i) | / max|q|,   s_i = M_ii if positive, else max_j |M_ij|, else 1
//
// friction-contact, with u = W r + q, v = u + mu ||u_T|| n and the projection P_K onto the contact's cone:
//   natural    sqrt( sum_i || r_i - P_K(r_i - v_i) ||^2 )
//   relative   natural / max( ||q||, ||r||, ||u|| )
//   scaled     max_i || r_i - P_K(r_i - rho_i v_i) || / rho_i / max|q|,   rho_i = d / trace(W_ii)
// The Euclidean projection says little of wide cones: a normal velocity that is wrong by d counts as d / mu, and a
// tangential one as mu d, up to 1e308 d. For mu > 10 the laws of the contact are judged apart: in place of
// || r_i - P_K(r_i - rho v_i) || stands the smallest of, with e = r_T / ||r_T||, b = mu max(r_N, 0), (x)_+ = max(x, 0),
//   open    || r_N, r_T, rho (-u_N)_+ ||
//   stick   || (-r_N)_+, rho u_N, (||r_T|| - b)_+, rho u_T ||
//   slip    || (-r_N)_+, rho u_N, ||r_T|| - b, rho (u_T . e)_+, rho u_T x e ||.
// Where the trace is not positive, rho_i = 1 / max |W_kl| over the rows k of the contact, and 1 if they vanish.
//
// A divisor max|q| or max(||q||, ||r||, ||u||) that vanishes is replaced by 1. Every residual of the problem of size 0
// is 0. A residual that is not finite, or whose vector is not, is +infinity.
struct Residuals {
  double natural = 0.0;
  std::optional<double> relative;  // friction-contact only
  double scaled = 0.0;
  // The largest of the scaled residuals of the connected components: contacts or rows that no entry of the matrix other
  // than 0 connects, directly or through others, each with max|q| of its own component in place of max|q|. Where that
  // vanishes, max|q| of all.
  double component = 0.0;
};

// Throws std::invalid_argument if `solution` does not have as many entries as the problem.
Residuals residuals(const ContactData& data, std::span<const double> solution);

}  // namespace nsdbench::contact_data
