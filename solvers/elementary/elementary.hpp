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
// Code that is written for any number type may call these functions, too: for long double and Boost.Multiprecision they
// are those of the type's own library, for Eigen's AutoDiffScalar of double they are differentiated by its rules. float
// and integers do not compile, but for an int as the exponent of pow.
#pragma once

#include "solvers/elementary/double_functions.hpp"
#include "solvers/elementary/other_scalars.hpp"
