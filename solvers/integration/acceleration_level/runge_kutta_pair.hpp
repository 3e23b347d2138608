// Embedded Runge-Kutta pairs of orders 4 and 5 (Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I,
// secs II.4 and II.5).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nsdbench {

// The embedded pairs that the integrator has.
enum class RungeKuttaPair : std::uint8_t {
  fehlberg45,        // Fehlberg 1969: six stages; what Woesle & Pfeiffer 1996, sec. 6.2, use
  dormand_prince54,  // Dormand & Prince 1980: seven stages, smaller error constants
};

// The name in records.
constexpr std::string_view to_string(RungeKuttaPair pair) {
  return pair == RungeKuttaPair::fehlberg45 ? "Fehlberg 4(5)" : "Dormand-Prince 5(4)";
}

// Butcher tableau. Steps go on with `fifth`; fifth - fourth estimates their error, on the safe side.
struct RungeKuttaTableau {
  static constexpr int max_stages = 7;
  int stages = 0;
  std::array<double, max_stages> nodes{};
  std::array<std::array<double, max_stages - 1>, max_stages> weights{};  // one row per stage
  std::array<double, max_stages> fifth{};
  std::array<double, max_stages> fourth{};
};

// Coefficients of Fehlberg 1969.
inline constexpr RungeKuttaTableau fehlberg45_tableau = {
    6,
    {0.0, 1.0 / 4, 3.0 / 8, 12.0 / 13, 1.0, 1.0 / 2, 0.0},
    {{{},
      {1.0 / 4},
      {3.0 / 32, 9.0 / 32},
      {1932.0 / 2197, -7200.0 / 2197, 7296.0 / 2197},
      {439.0 / 216, -8.0, 3680.0 / 513, -845.0 / 4104},
      {-8.0 / 27, 2.0, -3544.0 / 2565, 1859.0 / 4104, -11.0 / 40},
      {}}},
    {16.0 / 135, 0.0, 6656.0 / 12825, 28561.0 / 56430, -9.0 / 50, 2.0 / 55, 0.0},
    {25.0 / 216, 0.0, 1408.0 / 2565, 2197.0 / 4104, -1.0 / 5, 0.0, 0.0}};

// Coefficients of Dormand & Prince 1980.
inline constexpr RungeKuttaTableau dormand_prince54_tableau = {
    7,
    {0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0},
    {{{},
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84, 0.0},
    {5179.0 / 57600, 0.0, 7571.0 / 16695, 393.0 / 640, -92097.0 / 339200, 187.0 / 2100, 1.0 / 40}};

// The coefficients of a pair.
constexpr const RungeKuttaTableau& tableau(RungeKuttaPair pair) {
  return pair == RungeKuttaPair::fehlberg45 ? fehlberg45_tableau : dormand_prince54_tableau;
}

}  // namespace nsdbench
