// Sine and cosine, inline for loops over time steps.
//
// Reduction (Cody & Waite 1980): n is the integer nearest to 2x/pi and r = x - n pi/2, with pi/2 in two parts of 33
// bits, whose products with n are exact up to |n| = 2^20, and a third of 53. r has an error of 2^-99, so that a
// remainder below 2^-27 is left to reduce_angle(), and so are numbers beyond 10^6. Loops predict the branches, of which
// numbers of ordinary size take the same, but for the one between the two polynomials. An angle below pi/4 is r itself,
// one double: without the terms of a second one a step of the slider-crank is 5 % shorter.
//
// Polynomials on [-pi/4, pi/4]: minimax in r^2 of the relative error (Remez's exchange), computed with 200 bits and
// rounded. Their errors are 2^-56.3 (sine) and 2^-59.6 (cosine). The terms 1, r and r^2/2 are exact.
#pragma once

#include <bit>
#include <cstdint>

#include "solvers/elementary/double_double.hpp"

namespace nsdbench::elementary {

// x - n pi/2 for the nearest n, of which the last two bits are kept.
struct ReducedAngle {
  double high = 0.0;
  double low = 0.0;
  unsigned quadrant = 0;
};

// For |x| >= 1/2, with a relative error of 2^-75; not a number of those that are not finite.
ReducedAngle reduce_angle(double x);

namespace angle {

// Below pi/4.
inline constexpr double quarter_pi = 0.785;
inline constexpr double two_over_pi = 0x1.45f306dc9c883p-1;
// pi/2 = first + second + third with an error of 2^-121.
inline constexpr double first = 0x1.921fb544p+0;
inline constexpr double second = 0x1.0b4611a6p-34;
inline constexpr double third = 0x1.3198a2e037073p-69;
inline constexpr double largest = 1e6;
inline constexpr double smallest = 0x1p-27;

// Of the square of r: sin r = r - r^3 sine_factor, cos r = 1 - r^2/2 + r^4 cosine_factor.
inline double sine_factor(double square) {
  const double fourth = square * square;
  const double last = (0x1.a01a019bfdee9p-13 - square * 0x1.71de3567d3703p-19) +
                      fourth * (0x1.ae5e5a91dc8bap-26 - square * 0x1.5d8fd1cf95fa3p-33);
  return (0x1.5555555555548p-3 - square * 0x1.111111110f7d0p-7) + fourth * last;
}

inline double cosine_factor(double square) {
  const double fourth = square * square;
  const double last = (0x1.a01a019c844e4p-16 + square * -0x1.27e4f7eac3deep-22) +
                      fourth * (0x1.1ee9d7b44132bp-29 + square * -0x1.8fa499adcd654p-37);
  return (0x1.555555555554bp-5 + square * -0x1.6c16c16c14f91p-10) + fourth * last;
}

// Of r that is a double.
inline double sine(double r) {
  const double square = r * r;
  const double value = r - (square * r) * sine_factor(square);
  return std::bit_cast<double>(bits_of(value) | (bits_of(r) & 0x8000000000000000U));  // of -0 it is -0
}

inline double cosine(double r) {
  const double square = r * r;
  const double half = 0.5 * square;
  const double start = 1.0 - half;
  return start + (((1.0 - start) - half) + (square * square) * cosine_factor(square));
}

// Of r = high + low, the same bits for low = 0. With n near 2^20 low is up to 2^-49, so that its factor has more than
// one term.
inline double sine(double high, double low) {
  const double square = high * high;
  const double change = low * ((1.0 - 0.5 * square) + (square * square) * (1.0 / 24.0));
  return high - ((square * high) * sine_factor(square) - change);
}

inline double cosine(double high, double low) {
  const double square = high * high;
  const double half = 0.5 * square;
  const double start = 1.0 - half;
  const double change = (high * low) * (1.0 - square * (1.0 / 6.0));
  return start + (((1.0 - start) - half) + ((square * square) * cosine_factor(square) - change));
}

// For |x| >= quarter_pi; a smaller one is its own remainder.
inline ReducedAngle reduced(double x) {
  const double rounded = x * two_over_pi + rounder;
  const double n = rounded - rounder;
  const double left = x - n * first;
  const double product = n * second;
  const double high = left - product;
  if (!(magnitude(x) < largest && magnitude(high) >= smallest)) [[unlikely]]
    return reduce_angle(x);
  const double low = compensated::sum_error(left, -product, high) - n * third;
  return {high, low, static_cast<unsigned>(bits_of(rounded)) & 3U};
}

}  // namespace angle

inline double sin(double x) {
  if (magnitude(x) < angle::quarter_pi) return angle::sine(x);
  const ReducedAngle r = angle::reduced(x);
  const double value = (r.quadrant & 1U) != 0 ? angle::cosine(r.high, r.low) : angle::sine(r.high, r.low);
  return with_sign(value, (r.quadrant & 2U) != 0);
}

inline double cos(double x) {
  if (magnitude(x) < angle::quarter_pi) return angle::cosine(x);
  const ReducedAngle r = angle::reduced(x);
  const double value = (r.quadrant & 1U) != 0 ? angle::sine(r.high, r.low) : angle::cosine(r.high, r.low);
  return with_sign(value, ((r.quadrant + 1U) & 2U) != 0);
}

template <class Scalar>
struct SineCosine {
  Scalar sine;
  Scalar cosine;
};

// Both at once, the same bits as sin(x) and cos(x), without a branch that depends on the quadrant.
inline SineCosine<double> sincos(double x) {
  if (magnitude(x) < angle::quarter_pi) return {angle::sine(x), angle::cosine(x)};
  const ReducedAngle r = angle::reduced(x);
  const double sine = angle::sine(r.high, r.low);
  const double cosine = angle::cosine(r.high, r.low);
  const bool swapped = (r.quadrant & 1U) != 0;
  return {with_sign(swapped ? cosine : sine, (r.quadrant & 2U) != 0),
          with_sign(swapped ? sine : cosine, ((r.quadrant + 1U) & 2U) != 0)};
}

}  // namespace nsdbench::elementary
