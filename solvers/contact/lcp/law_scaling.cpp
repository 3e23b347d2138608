#include "solvers/contact/lcp/law_scaling.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace nsdbench {

namespace {

// The power of two next to x^(-1/2) from below, for x > 0: x d^2 lies in [1, 4).
double inverse_root(double x) {
  constexpr int bias = 1023;
  constexpr int fraction_bits = 52;
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(x) >> fraction_bits) - bias;
  return std::bit_cast<double>(static_cast<std::uint64_t>(bias - (exponent >> 1)) << fraction_bits);
}

}  // namespace

void scale_laws(const ContactProblemView& problem, std::span<double> scale) {
  for (std::size_t l = 0; l < problem.laws.size(); ++l) scale[l] = inverse_root(inverse_prox_parameter(problem, l));
}

}  // namespace nsdbench
