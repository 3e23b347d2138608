// Elementary functions that give the same bits on every machine.
//
// The C library chooses variants of sin, exp, pow ... by processor, with and without fused multiply-add, so that the
// same program prints other last digits elsewhere. These functions use additions, multiplications, divisions, square
// roots and comparisons of doubles, which IEEE 754 rounds in one way only, and integers; the code around them must be
// compiled with -ffp-contract=off (GCC and Clang), as the suite is, and rounds to nearest.
//
// Largest errors that were seen, rounded up, in units of the last place of the exact result, against quadruple precision
// in 10^7 arguments a function from all ranges of exponents and near the hard cases, and of sine and cosine in 10^7 more
// whose remainder is near pi/4 (tests/elementary/measure_ulp.cpp: 0.86); an adverse search there found 0.89:
//
//   sin    0.90   cos    0.90   tan    0.51
//   asin   0.51   acos   0.51   atan   0.51   atan2  0.51
//   exp    0.52   exp2   0.52   expm1  0.55   pow    0.54
//   log    0.51   log1p  0.51   log2   0.51   log10  0.51
//   hypot  0.51   cbrt   0.51
//
// Signed zeros, infinities and NaN are treated as Annex F of the C standard says; errno and the floating-point flags
// are not set on purpose.
//
// Code that is written for any number type may call these functions, too: for Extended and Boost.Multiprecision they
// are those of the type's own library, for Eigen's AutoDiffScalar of double they are differentiated by its rules. float
// and integers do not compile, but for an int as the exponent of pow.
#pragma once

#include "solvers/elementary/double_functions.hpp"
#include "solvers/elementary/other_scalars.hpp"
