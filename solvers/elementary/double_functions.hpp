// Declarations of the elementary functions of doubles; elementary.hpp says what holds for all of them.
#pragma once

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
