// The factors r_i of the prox equations P_i = prox_i(P_i - r_i xi_i): any positive number gives the same solutions, and
// the choice decides whether, and how fast, the iterations (22) and (23) of Studer, Leine & Glocker 2008 converge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/contact/contact_blocks.hpp"
#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Strategies for the factors r_i.
enum class RFactor : std::uint8_t {
  given,            // one r for all laws, from the options
  global_norm,      // r = 1 / max_i sum_j |G_ij|: never above the spectral value, at the price of one pass over G
  global_spectral,  // r = 1 / (1.02 x an estimate of lambda_max(G) by 40 power iterations)
  local_diagonal,   // r_i = d_i / trace(G_ii) of the law's own block; with eq. (23) this is projected SOR
  local_row_sum,    // r_i = 1 / max_k sum_j |G_kj| over the law's rows k: eq. (22) converges for symmetric G >= 0 and
                    // fixed bounds
  local_spectral,   // r_i = d_i / trace(G_ii) / lambda_max of G scaled by these: local units, global stability
};

// Writes 1 / r_i for every coordinate of the problem to `inverse_r`. `given` is the r of RFactor::given. Laws whose own
// rule gives nothing positive take the 1 / r_i of the residual.
class RFactors {
 public:
  void compute(const ContactProblemView& problem, const ContactBlocks& blocks, RFactor strategy, double given,
               std::span<double> inverse_r);

 private:
  double spectral_radius(const ContactProblemView& problem, std::span<const double> inverse_r);

  std::vector<double> vector_;
  std::vector<double> image_;
};

}  // namespace nsdbench
