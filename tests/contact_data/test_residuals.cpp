#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "contact_data/residuals.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

// A handful of operations on numbers of up to 10.
constexpr double rounding = 5e-15;
constexpr double infinity = std::numeric_limits<double>::infinity();

bool near(double value, double expected) { return std::abs(value - expected) <= rounding; }

}  // namespace

TEST_CASE("residuals of an LCP as computed by hand", "[contact_data]") {
  // w = (2 z1 + z2 - 4, -z2 + 2) = (-1, 1); s = (2, 1), the latter from the largest entry of the row.
  const ContactData data = small_lcp(2, {2.0, 1.0, 0.0, -1.0}, {-4.0, 2.0});
  const Residuals at_ones = residuals(data, std::vector{1.0, 1.0});
  CHECK(at_ones.natural == 1.0);
  CHECK(at_ones.scaled == 0.25);
  CHECK_FALSE(at_ones.relative);

  // w = (4.5, 2): the first entry has z > 0 and w > 0, weighted by M_11 = 2 only in the scaled residual.
  const Residuals off = residuals(data, std::vector{4.25, 0.0});
  CHECK(off.natural == 4.25);
  CHECK(off.scaled == 4.5 / 4.0);

  const Residuals solved = residuals(data, std::vector{2.0, 0.0});
  CHECK(solved.natural == 0.0);
  CHECK(solved.scaled == 0.0);
}

TEST_CASE("rows of zeros and q = 0 divide by one", "[contact_data]") {
  const Residuals zero_row = residuals(small_lcp(1, {0.0}, {3.0}), std::vector{0.5});
  CHECK(zero_row.natural == 0.5);
  CHECK(near(zero_row.scaled, 0.5 / 3.0));
  const Residuals zero_q = residuals(small_lcp(1, {1.0}, {0.0}), std::vector{2.0});
  CHECK(zero_q.natural == 2.0);
  CHECK(zero_q.scaled == 2.0);
}

TEST_CASE("residuals of a sliding contact as computed by hand", "[contact_data]") {
  // r = 0: u = q, ||u_T|| = 5, v = (1.5, 3, 4). The projection of -v onto the cone is (0.8, -0.24, -0.32), of length
  // sqrt(0.8); of -rho v it is rho times that.
  const ContactData data = sliding_contact();
  const Residuals at_rest = residuals(data, std::vector{0.0, 0.0, 0.0});
  CHECK(near(at_rest.natural, std::sqrt(0.8)));
  REQUIRE(at_rest.relative);
  CHECK(near(*at_rest.relative, std::sqrt(0.8 / 26.0)));
  CHECK(near(at_rest.scaled, std::sqrt(0.8) / 4.0));

  // The solution slides: u_N = 0 gives r_N = 1/2, r_T = -0.25 (0.6, 0.8).
  const Residuals solved = residuals(data, std::vector{0.5, -0.15, -0.2});
  CHECK(near(solved.natural, 0.0));
  CHECK(near(solved.scaled, 0.0));
}

TEST_CASE("contacts that separate, stick or have no friction are solved where they should be", "[contact_data]") {
  ContactData data = sliding_contact();
  data.q = {1.0, 3.0, 4.0};
  CHECK(residuals(data, std::vector{0.0, 0.0, 0.0}).scaled == 0.0);
  data.q = {-2.0, 0.5, 0.0};
  CHECK(residuals(data, std::vector{1.0, -0.25, 0.0}).scaled == 0.0);
  data.q = {-2.0, 3.0, 4.0};
  data.mu = {0.0};
  CHECK(residuals(data, std::vector{1.0, 0.0, 0.0}).scaled == 0.0);
  // A percussion outside the cone of a frictionless contact: its tangential part is the residual.
  const Residuals pulled = residuals(data, std::vector{1.0, 0.0, 0.5});
  CHECK(near(pulled.natural, 0.5));
  CHECK(near(pulled.scaled, 1.0 / 4.0));
}

TEST_CASE("contacts add up in the natural residual, the worst counts in the scaled one", "[contact_data]") {
  // Two planar contacts without friction, W = 1, q_N = -3 and -4: at r = 0 each lacks its q_N.
  ContactData data;
  data.kind = Kind::friction_contact;
  data.dimension = 2;
  data.mu = {0.0, 0.0};
  data.q = {-3.0, 0.0, -4.0, 0.0};
  data.matrix = Matrix{Matrix::Storage::coo, 4, 1, {0, 1, 2, 3}, {0, 1, 2, 3}, {1.0, 1.0, 1.0, 1.0}};
  const Residuals at_rest = residuals(data, std::vector<double>(4, 0.0));
  CHECK(near(at_rest.natural, 5.0));
  CHECK(near(*at_rest.relative, 1.0));
  CHECK(near(at_rest.scaled, 1.0));
}

TEST_CASE("a contact without positive trace is scaled by its largest entry", "[contact_data]") {
  ContactData data = sliding_contact();
  data.mu = {0.0};
  data.q = {-1.0, 0.0, 0.0};
  data.matrix.values = {0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  // r = (1, 0, 0): u_N = -1, so that the residual is the missing 1 at any rho.
  CHECK(residuals(data, std::vector{1.0, 0.0, 0.0}).scaled == 1.0);
  // r = (0, 0, 1) must not be: it counts with 1 / rho = 8.
  CHECK(near(residuals(data, std::vector{0.0, 0.0, 1.0}).scaled, std::sqrt(65.0)));
}

TEST_CASE("what is not finite has an infinite residual", "[contact_data]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const ContactData lcp = small_lcp(2, {2.0, 1.0, 0.0, -1.0}, {-4.0, 2.0});
  for (const double bad : {nan, infinity, -infinity}) {
    const Residuals of_lcp = residuals(lcp, std::vector{0.0, bad});
    CHECK(of_lcp.natural == infinity);
    CHECK(of_lcp.scaled == infinity);
    for (const std::vector<double>& r : {std::vector{bad, 0.0, 0.0}, std::vector{0.0, 0.0, bad}}) {
      const Residuals of_contact = residuals(sliding_contact(), r);
      CHECK(of_contact.natural == infinity);
      CHECK(of_contact.relative == infinity);
      CHECK(of_contact.scaled == infinity);
    }
  }
  // Finite, but the product overflows.
  CHECK(residuals(small_lcp(1, {1e200}, {-1.0}), std::vector{1e200}).scaled == infinity);
}

TEST_CASE("the empty problem is solved, and a vector of another size is refused", "[contact_data]") {
  const Residuals of_nothing = residuals(small_lcp(0, {}, {}), {});
  CHECK(of_nothing.natural == 0.0);
  CHECK(of_nothing.scaled == 0.0);
  CHECK_THROWS_AS(residuals(sliding_contact(), std::vector{0.0, 0.0}), std::invalid_argument);
}
