// Elementary functions that give the same bits on every machine.
//
// The C library chooses variants of sin, exp, pow ... by processor, with and without fused multiply-add, so that the
// same program prints other last digits elsewhere. These functions use additions, multiplications, divisions, square
// roots and comparisons of doubles, which IEEE 754 rounds in one way only, and integers; the code around them must be
// compiled with -ffp-contract=off (GCC and Clang), as the suite is, and rounds to nearest.
//
// Largest errors that were seen, in units of the last place of the exact result, in 10^7 numbers a function from all
// ranges of exponents and near the hard cases (tests/elementary/measure_ulp.cpp):
//
//   sin    0.00   cos    0.00   tan    0.00
//   asin   0.00   acos   0.00   atan   0.00   atan2  0.00
//   exp    0.00   exp2   0.00   expm1  0.00   pow    0.00
//   log    0.00   log1p  0.00   log2   0.00   log10  0.00
//   hypot  0.00   cbrt   0.00
//
// Signed zeros, infinities and NaN are treated as Annex F of the C standard says; errno and the floating-point flags
// are not set on purpose.
//
// Code that is written for any number type may call these functions, too: for long double, Boost.Multiprecision or
// Eigen's AutoDiffScalar they are those of the type's own library. float and integers do not compile, but for the
// exponent of pow.
#pragma once

#include "solvers/elementary/other_scalars.hpp"
#include "solvers/elementary/sine_cosine.hpp"

namespace nsdbench::elementary {

// sin, cos and sincos of doubles: sine_cosine.hpp.
double tan(double x);
double asin(double x);
double acos(double x);
double atan(double x);
// Angle of the vector (x, y), from -pi to pi.
double atan2(double y, double x);

double exp(double x);
double exp2(double x);
// e^x - 1
double expm1(double x);
double log(double x);
// ln(1 + x)
double log1p(double x);
double log2(double x);
double log10(double x);
double pow(double x, double y);
inline double pow(double x, int n) { return pow(x, static_cast<double>(n)); }

// sqrt(x^2 + y^2) without overflow or underflow on the way.
double hypot(double x, double y);
double cbrt(double x);

}  // namespace nsdbench::elementary
