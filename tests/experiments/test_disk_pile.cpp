// The closed forms that the experiment disk_pile compares with.
#include <cmath>

#include "experiments/disk_pile/closed_forms.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::experiments::disk_pile;

namespace {

// Sums of some tens of forces of some tens of weights.
constexpr double rounding = 1e-12;

}  // namespace

TEST_CASE("the closed form of the triangular pile holds every disk in equilibrium", "[experiments]") {
  for (const double alpha : {0.53, 0.7, 0.9}) {
    for (int row = 1; row <= 12; ++row) {
      for (int place = 1; place <= row; ++place) {
        CAPTURE(alpha, row, place);
        const double from_upper_left = place > 1 ? pile_force_right(row - 1, place - 1, alpha) : 0.0;
        const double from_upper_right = place < row ? pile_force_left(row - 1, place, alpha) : 0.0;
        const double left = pile_force_left(row, place, alpha);
        const double right = pile_force_right(row, place, alpha);
        const double up = (left + right - from_upper_left - from_upper_right) * std::cos(alpha);
        const double across = (left - right + from_upper_left - from_upper_right) * std::sin(alpha);
        CHECK(std::abs(up - 1.0) <= rounding);
        CHECK(std::abs(across) <= rounding);
      }
    }
  }
}

TEST_CASE("the base of the pile carries its weight and the sum of its thrusts is zero", "[experiments]") {
  constexpr int rows = 9;
  constexpr double alpha = 0.6;
  double load = 0.0;
  double thrust = 0.0;
  for (int place = 1; place <= rows + 1; ++place) {
    CAPTURE(place);
    const double from_upper_left = place > 1 ? pile_force_right(rows, place - 1, alpha) : 0.0;
    const double from_upper_right = place <= rows ? pile_force_left(rows, place, alpha) : 0.0;
    CHECK(std::abs((from_upper_left + from_upper_right) * std::cos(alpha) - base_load(rows)) <= rounding);
    CHECK(std::abs((from_upper_left - from_upper_right) * std::sin(alpha) - base_thrust(rows, place, alpha)) <=
          rounding);
    load += base_load(rows);
    thrust += base_thrust(rows, place, alpha);
  }
  CHECK(std::abs(load - 0.5 * rows * (rows + 1)) <= rounding);
  CHECK(std::abs(thrust) <= rounding);
}
