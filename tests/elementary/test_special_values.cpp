// Special values of the elementary functions: zeros with their signs, infinities, numbers that are none, subnormal and
// huge numbers, as Annex F of the C standard has them.
#include <array>
#include <limits>
#include <vector>

#include "tests/elementary/functions.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::testing;
namespace elementary = nsdbench::elementary;
using elementary::infinity;
using elementary::not_a_number;

namespace {

constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr double huge = std::numeric_limits<double>::max();

// Arguments and result; y is ignored by functions of one argument.
struct Special {
  double x;
  double y;
  double result;
};

void check_special(double (*function)(double, double), const std::vector<Special>& values) {
  for (const Special& s : values) {
    INFO(s.x << ", " << s.y << " gives " << function(s.x, s.y) << " instead of " << s.result);
    CHECK(same_bits(function(s.x, s.y), s.result));
  }
}
void check_special(double (*function)(double), const std::vector<std::array<double, 2>>& values) {
  for (const auto& [x, result] : values) {
    INFO(x << " gives " << function(x) << " instead of " << result);
    CHECK(same_bits(function(x), result));
  }
}

}  // namespace

TEST_CASE("Elementary functions: special values of angles", "[elementary]") {
  for (auto* const function : std::array<double (*)(double), 3>{elementary::sin, elementary::tan, elementary::atan}) {
    check_special(function, {{0.0, 0.0}, {-0.0, -0.0}, {tiny, tiny}, {-tiny, -tiny}, {not_a_number, not_a_number}});
  }
  for (auto* const function : std::array<double (*)(double), 3>{elementary::sin, elementary::cos, elementary::tan}) {
    check_special(function, {{infinity, not_a_number}, {-infinity, not_a_number}, {not_a_number, not_a_number}});
  }
  check_special(elementary::cos, {{0.0, 1.0}, {-0.0, 1.0}, {tiny, 1.0}});
  constexpr double pi = 3.141592653589793;
  check_special(elementary::atan, {{infinity, 0.5 * pi}, {-infinity, -0.5 * pi}});
  check_special(elementary::asin, {{0.0, 0.0},
                                   {-0.0, -0.0},
                                   {tiny, tiny},
                                   {1.0, 0.5 * pi},
                                   {-1.0, -0.5 * pi},
                                   {1.0000000000000002, not_a_number},
                                   {-2.0, not_a_number},
                                   {infinity, not_a_number},
                                   {not_a_number, not_a_number}});
  check_special(elementary::acos, {{0.0, 0.5 * pi},
                                   {-0.0, 0.5 * pi},
                                   {1.0, 0.0},
                                   {-1.0, pi},
                                   {-1.0000000000000002, not_a_number},
                                   {-infinity, not_a_number},
                                   {not_a_number, not_a_number}});
  check_special(elementary::atan2, {{0.0, 0.0, 0.0},
                                    {-0.0, 0.0, -0.0},
                                    {0.0, -0.0, pi},
                                    {-0.0, -0.0, -pi},
                                    {0.0, 1.0, 0.0},
                                    {-0.0, 1.0, -0.0},
                                    {0.0, -1.0, pi},
                                    {-0.0, -1.0, -pi},
                                    {1.0, 0.0, 0.5 * pi},
                                    {1.0, -0.0, 0.5 * pi},
                                    {-1.0, 0.0, -0.5 * pi},
                                    {1.0, infinity, 0.0},
                                    {-1.0, infinity, -0.0},
                                    {1.0, -infinity, pi},
                                    {-1.0, -infinity, -pi},
                                    {infinity, 1.0, 0.5 * pi},
                                    {-infinity, -1.0, -0.5 * pi},
                                    {infinity, infinity, 0.25 * pi},
                                    {infinity, -infinity, 0.75 * pi},
                                    {-infinity, infinity, -0.25 * pi},
                                    {-infinity, -infinity, -0.75 * pi},
                                    {not_a_number, 1.0, not_a_number},
                                    {1.0, not_a_number, not_a_number},
                                    {not_a_number, 0.0, not_a_number},
                                    {infinity, not_a_number, not_a_number},
                                    {tiny, huge, 0.0},
                                    {-tiny, huge, -0.0},
                                    {tiny, -huge, pi},
                                    {huge, tiny, 0.5 * pi}});
}

TEST_CASE("Elementary functions: special values of exponentials and logarithms", "[elementary]") {
  for (auto* const function : std::array<double (*)(double), 2>{elementary::exp, elementary::exp2}) {
    check_special(function, {{0.0, 1.0},
                             {-0.0, 1.0},
                             {tiny, 1.0},
                             {infinity, infinity},
                             {-infinity, 0.0},
                             {not_a_number, not_a_number},
                             {1100.0, infinity},
                             {-1100.0, 0.0},
                             {huge, infinity},
                             {-huge, 0.0}});
  }
  check_special(elementary::expm1, {{0.0, 0.0},
                                    {-0.0, -0.0},
                                    {tiny, tiny},
                                    {-tiny, -tiny},
                                    {infinity, infinity},
                                    {-infinity, -1.0},
                                    {not_a_number, not_a_number},
                                    {720.0, infinity},
                                    {-50.0, -1.0}});
  for (auto* const function : std::array<double (*)(double), 3>{elementary::log, elementary::log2, elementary::log10}) {
    check_special(function, {{0.0, -infinity},
                             {-0.0, -infinity},
                             {1.0, 0.0},
                             {-1.0, not_a_number},
                             {-tiny, not_a_number},
                             {infinity, infinity},
                             {-infinity, not_a_number},
                             {not_a_number, not_a_number}});
  }
  check_special(elementary::log1p, {{0.0, 0.0},
                                    {-0.0, -0.0},
                                    {tiny, tiny},
                                    {-1.0, -infinity},
                                    {-1.5, not_a_number},
                                    {infinity, infinity},
                                    {-infinity, not_a_number},
                                    {not_a_number, not_a_number}});
}

TEST_CASE("Elementary functions: special values of powers and roots", "[elementary]") {
  // The table of Annex F, F.10.4.4 of C11 and C17.
  check_special(elementary::pow, {{0.0, -3.0, infinity},
                                  {-0.0, -3.0, -infinity},
                                  {0.0, -2.0, infinity},
                                  {-0.0, -2.5, infinity},
                                  {-0.0, -2.0, infinity},
                                  {0.0, -infinity, infinity},
                                  {-0.0, -infinity, infinity},
                                  {0.0, 3.0, 0.0},
                                  {-0.0, 3.0, -0.0},
                                  {-0.0, 2.0, 0.0},
                                  {-0.0, 0.5, 0.0},
                                  {0.0, infinity, 0.0},
                                  {-1.0, infinity, 1.0},
                                  {-1.0, -infinity, 1.0},
                                  {1.0, not_a_number, 1.0},
                                  {1.0, infinity, 1.0},
                                  {not_a_number, 0.0, 1.0},
                                  {not_a_number, -0.0, 1.0},
                                  {infinity, 0.0, 1.0},
                                  {-8.0, 1.0 / 3.0, not_a_number},
                                  {-8.0, -0.5, not_a_number},
                                  {0.5, -infinity, infinity},
                                  {-0.5, -infinity, infinity},
                                  {2.0, -infinity, 0.0},
                                  {-2.0, -infinity, 0.0},
                                  {0.5, infinity, 0.0},
                                  {2.0, infinity, infinity},
                                  {-2.0, infinity, infinity},
                                  {-infinity, -3.0, -0.0},
                                  {-infinity, -2.0, 0.0},
                                  {-infinity, -2.5, 0.0},
                                  {-infinity, 3.0, -infinity},
                                  {-infinity, 2.0, infinity},
                                  {-infinity, 0.5, infinity},
                                  {infinity, -0.5, 0.0},
                                  {infinity, 0.5, infinity},
                                  {not_a_number, 1.0, not_a_number},
                                  {2.0, not_a_number, not_a_number},
                                  {-1.0, 1e300, 1.0},
                                  {-1.0, 9007199254740991.0, -1.0},
                                  {-1.0, 9007199254740992.0, 1.0},
                                  {-2.0, 1023.0, -0x1p1023},
                                  {-2.0, 1025.0, -infinity},
                                  {-2.0, -1077.0, -0.0},
                                  {-3.0, 1e300, infinity},
                                  {0.5, 1e300, 0.0},
                                  {0.5, -1e300, infinity},
                                  {2.0, 1e-300, 1.0},
                                  {-2.0, 1e-300, not_a_number},
                                  {2.0, -1074.0, tiny},
                                  {2.0, -1075.0, 0.0},
                                  {1.0 + 0x1p-52, 0x1p64, infinity},
                                  {1.0 - 0x1p-53, 0x1p64, 0.0}});
  check_special(elementary::hypot, {{infinity, not_a_number, infinity},
                                    {not_a_number, -infinity, infinity},
                                    {-infinity, 0.0, infinity},
                                    {not_a_number, 0.0, not_a_number},
                                    {1.0, not_a_number, not_a_number},
                                    {0.0, -0.0, 0.0},
                                    {-0.0, -0.0, 0.0},
                                    {-2.0, 0.0, 2.0},
                                    {tiny, 0.0, tiny},
                                    {huge, huge, infinity},
                                    {huge, 1.0, huge},
                                    {tiny, tiny, tiny}});
  check_special(elementary::cbrt,
                {{0.0, 0.0}, {-0.0, -0.0}, {infinity, infinity}, {-infinity, -infinity}, {not_a_number, not_a_number}});
}
