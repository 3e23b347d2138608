// Arguments for the elementary functions, from all ranges of exponents and near the hard cases; the same on every
// platform, since only the bits of the generator are used.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace nsdbench::testing {

using Bits = std::mt19937_64;

struct Arguments {
  double x = 0.0;
  double y = 0.0;
};

inline double uniform(Bits& bits, double low, double high) {
  return low + (high - low) * (static_cast<double>(bits() >> 11U) * 0x1p-53);
}

// Any number with 2^lowest <= |x| < 2^(highest + 1), every exponent as likely. -1023 stands for the subnormal numbers.
inline double of_exponents(Bits& bits, int lowest, int highest) {
  const std::uint64_t first = 1023U + static_cast<std::uint64_t>(lowest);
  const std::uint64_t count = 1024U + static_cast<std::uint64_t>(highest) - first;
  const std::uint64_t exponent = first + bits() % count;
  return std::bit_cast<double>((bits() & 0x800fffffffffffffU) | (exponent << 52U));
}
inline double any_number(Bits& bits) { return of_exponents(bits, -1023, 1023); }

// Up to eight ulps away from x, which is not near zero.
inline double neighbour(Bits& bits, double x) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) + bits() % 17 - 8);
}

// At any distance from 1 down to an ulp.
inline double near_one(Bits& bits) { return 1.0 + of_exponents(bits, -53, -2); }

// Next to a multiple of pi/2, up to 2^60.
inline double near_quarter_turn(Bits& bits) {
  const double n = std::floor(std::fabs(of_exponents(bits, 0, 59)));
  const double x = neighbour(bits, n * 1.5707963267948966);
  return bits() % 2 == 0 ? x : -x;
}

inline Arguments for_angles(Bits& bits) {
  switch (bits() % 4) {
    case 0:
      return {any_number(bits)};
    case 1:
      return {near_quarter_turn(bits)};
    case 2:
      return {uniform(bits, -2e6, 2e6)};
    default:
      return {uniform(bits, -8.0, 8.0)};
  }
}

// From -1 to 1.
inline Arguments for_sines(Bits& bits) {
  switch (bits() % 3) {
    case 0:
      return {of_exponents(bits, -1023, -1)};
    case 1: {
      const double x = 1.0 - std::fabs(of_exponents(bits, -53, -2));
      return {bits() % 2 == 0 ? x : -x};
    }
    default:
      return {uniform(bits, -1.0, 1.0)};
  }
}

inline Arguments for_tangents(Bits& bits) { return {bits() % 2 == 0 ? any_number(bits) : uniform(bits, -4.0, 4.0)}; }

// Any numbers, quotients of ordinary size, diagonals, ordinary numbers, and subnormal ones.
inline Arguments for_vectors(Bits& bits) {
  const double x = any_number(bits);
  switch (bits() % 5) {
    case 0:
      return {x, any_number(bits)};
    case 1:
      return {x, x * of_exponents(bits, -20, 20)};
    case 2:
      return {x, bits() % 2 == 0 ? neighbour(bits, x) : -neighbour(bits, x)};
    case 3:
      return {uniform(bits, -2.0, 2.0), uniform(bits, -2.0, 2.0)};
    default:
      return {0x1p-1030 * uniform(bits, -2.0, 2.0), 0x1p-1030 * uniform(bits, -2.0, 2.0)};
  }
}

// Exponents of e and 2: small ones, those of all results, and those of subnormal results.
inline Arguments for_exponentials(Bits& bits) {
  switch (bits() % 4) {
    case 0:
      return {of_exponents(bits, -1023, 0)};
    case 1:
      return {uniform(bits, -1.0, 1.0)};
    case 2:
      return {uniform(bits, -750.0, 715.0)};
    default:
      return {uniform(bits, -1080.0, -690.0)};
  }
}

inline Arguments for_logarithms(Bits& bits) {
  switch (bits() % 3) {
    case 0:
      return {std::fabs(any_number(bits))};
    case 1:
      return {near_one(bits)};
    default:
      return {uniform(bits, 0.25, 4.0)};
  }
}

// Above -1.
inline Arguments for_shifted_logarithms(Bits& bits) {
  switch (bits() % 4) {
    case 0:
      return {std::fabs(any_number(bits))};
    case 1:
      return {of_exponents(bits, -1023, -1)};
    case 2:
      return {std::fabs(of_exponents(bits, -53, -2)) - 1.0};
    default:
      return {uniform(bits, -0.75, 3.0)};
  }
}

// x^y: any, with results of all sizes, near 1 with huge exponents, whole exponents, and subnormal results.
inline Arguments for_powers(Bits& bits) {
  const double x = std::fabs(any_number(bits));
  switch (bits() % 6) {
    case 0:
      return {x, any_number(bits)};
    case 1:
      return {x, uniform(bits, -760.0, 730.0) / (x == 1.0 ? 1.0 : std::ilogb(x) + 0.5)};
    case 2: {
      const double base = near_one(bits);
      return {base, base == 1.0 ? 1.0 : uniform(bits, -760.0, 730.0) / (base - 1.0)};
    }
    case 3:
      return {uniform(bits, -20.0, 20.0), static_cast<double>(bits() % 101) - 50.0};
    case 4:
      return {uniform(bits, 0.0, 10.0), uniform(bits, -10.0, 10.0)};
    default:
      return {uniform(bits, 1.5, 2.5), uniform(bits, -1100.0, -900.0)};
  }
}

inline Arguments for_roots(Bits& bits) { return {any_number(bits)}; }

}  // namespace nsdbench::testing
