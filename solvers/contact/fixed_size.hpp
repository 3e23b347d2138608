// The number of coordinates of a few contacts as a compile-time constant, so that the loops over them are unrolled.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace nsdbench {

// A number of coordinates that is known at compile time.
template <int N>
using FixedSize = std::integral_constant<int, N>;

// Whether Size is a FixedSize from `low` to `high`.
template <class Size>
constexpr bool is_fixed(int low, int high) {
  if constexpr (std::is_same_v<Size, int>) {
    return false;
  } else {
    return Size::value >= low && Size::value <= high;
  }
}

// kernel(FixedSize<n>{}) up to ten coordinates and for even numbers up to 20 (ten planar contacts, four spatial ones),
// kernel(n) otherwise. The kernel is one template for both: same operations in the same order, same bits.
template <class Kernel>
auto with_size(int n, const Kernel& kernel) {
  switch (n) {
    case 1:
      return kernel(FixedSize<1>{});
    case 2:
      return kernel(FixedSize<2>{});
    case 3:
      return kernel(FixedSize<3>{});
    case 4:
      return kernel(FixedSize<4>{});
    case 5:
      return kernel(FixedSize<5>{});
    case 6:
      return kernel(FixedSize<6>{});
    case 7:
      return kernel(FixedSize<7>{});
    case 8:
      return kernel(FixedSize<8>{});
    case 9:
      return kernel(FixedSize<9>{});
    case 10:
      return kernel(FixedSize<10>{});
    case 12:
      return kernel(FixedSize<12>{});
    case 14:
      return kernel(FixedSize<14>{});
    case 16:
      return kernel(FixedSize<16>{});
    case 18:
      return kernel(FixedSize<18>{});
    case 20:
      return kernel(FixedSize<20>{});
    default:
      return kernel(n);
  }
}

// Sums in four strands: a single one would wait for every addition.
template <class Size, class Term>
double sum_in_strands(Size n, const Term& term) {
  constexpr int strands = 4;
  std::array<double, strands> sums{};
  int i = 0;
  for (; i + strands <= n; i += strands) {
    for (int k = 0; k < strands; ++k) sums[static_cast<std::size_t>(k)] += term(i + k);
  }
  for (int k = 0; i + k < n; ++k) sums[static_cast<std::size_t>(k)] += term(i + k);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// 0 if all n entries are finite, NaN otherwise: a sum of products with zero.
template <class Size>
double finiteness(const double* x, Size n) {
  return sum_in_strands(n, [x](int i) { return 0.0 * x[i]; });
}

// >= max |x_i|, and NaN or infinite if an entry is.
template <class Size>
double sum_of_magnitudes(const double* x, Size n) {
  return sum_in_strands(n, [x](int i) { return std::abs(x[i]); });
}

}  // namespace nsdbench
