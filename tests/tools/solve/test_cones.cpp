// Friction cones without width, and cones so wide that their duals have none: judges and solvers against exact
// arithmetic.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/laws.hpp"
#include "solvers/contact/prox/local_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/contact/wide_residual.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/samples.hpp"
#include "tests/tools/solve/planar_truth.hpp"
#include "tools/solve/solve_problem.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;
using contact_data::ContactData;

namespace {

constexpr std::array coefficients = {0.0, 0.0, 1e-300, 0.5, 1.0, 2.0, 10.0, 1e3, 1e8, 1e16, 1e50, 1e308};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : bits_(seed) {}
  int below(int end) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(end)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  template <class List>
  auto one_of(const List& list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }

 private:
  std::mt19937_64 bits_;
};

ContactData contacts(std::vector<double> mu, std::vector<double> w, std::vector<double> q) {
  ContactData data;
  data.kind = contact_data::Kind::friction_contact;
  data.dimension = static_cast<int>(q.size() / mu.size());
  data.name = "drawn";
  data.mu = std::move(mu);
  data.q = std::move(q);
  data.matrix.size = static_cast<int>(data.q.size());
  data.matrix.values = std::move(w);
  return data;
}

struct DrawnProblem {
  ContactData data;
  bool mechanical = false;  // W is symmetric and positive semidefinite
};

// W = B B^T of small whole numbers, singular if B has few columns, or any whole numbers; q with zeros.
DrawnProblem drawn_problem(Draw& draw, int contact_count) {
  const int n = 2 * contact_count;
  const bool mechanical = draw.below(4) != 0;
  const int columns = draw.between(1, n + 1);
  std::vector<double> b(static_cast<std::size_t>(n * columns));
  for (double& entry : b) entry = draw.between(-2, 2);
  std::vector<double> w(static_cast<std::size_t>(n * n), 0.0);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      double& entry = w[static_cast<std::size_t>(i * n + j)];
      if (!mechanical) entry = draw.between(-1, 2);
      for (int k = 0; mechanical && k < columns; ++k) {
        entry += b[static_cast<std::size_t>(i * columns + k)] * b[static_cast<std::size_t>(j * columns + k)];
      }
    }
  }
  std::vector<double> q(static_cast<std::size_t>(n));
  for (double& entry : q) entry = draw.below(3) == 0 ? (draw.below(2) == 0 ? 0.0 : -0.0) : draw.between(-4, 4);
  std::vector<double> mu(static_cast<std::size_t>(contact_count));
  for (double& entry : mu) entry = draw.one_of(coefficients);
  return {contacts(std::move(mu), std::move(w), std::move(q)), mechanical};
}

// mu = 1e308 may ask for percussions that no double holds, mu = 1e-300 for normal ones that are excluded.
bool representable(const RationalVector& r) {
  constexpr double excluded = 1e12;  // a W_NN of 10 and more takes a digit from the 1e13 natural sizes
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double size = std::abs(static_cast<double>(r[i]));
    if (!std::isfinite(size) || (i % 2 == 0 && size > excluded)) return false;
  }
  return true;
}

double file_residual(const ContactData& data, const std::vector<double>& r) {
  return contact_data::residuals(data, r).scaled;
}

double solvers_residual(const ContactData& data, const std::vector<double>& r) {
  return contact_residual(contact_data::to_contact_problem(data).view(), r);
}

// The residual for wider numbers, in double.
double residual_by_evaluate(const ContactData& data, const std::vector<double>& r) {
  FixedContactProblem<4, 4, double> problem;
  for (const double mu : data.mu) {
    const int normal = problem.add(LawKind::unilateral, 1, 0.0);
    problem.add(LawKind::coulomb, 1, mu, normal);
  }
  data.matrix.for_each_entry([&](int i, int j, double value) { problem.g(i, j) = value; });
  WideMotion<4, 4, double> motion;
  std::array<double, 4> inverse_r{};
  for (std::size_t i = 0; i < data.q.size(); ++i) {
    problem.c(static_cast<int>(i)) = data.q[i];
    motion.percussions[i] = r[i];
  }
  for (int l = 0; l < problem.law_count(); ++l) {
    inverse_r[static_cast<std::size_t>(l)] = wide_inverse_prox_parameter(problem, l);
  }
  evaluate(problem, inverse_r, motion);
  return motion.residual;
}

}  // namespace

TEST_CASE("F1: a frictionless contact that separates is solved by no percussion, and by no other", "[tools]") {
  for (const std::size_t d : {std::size_t{2}, std::size_t{3}}) {
    std::vector<double> w(d * d, 0.0);
    for (std::size_t k = 0; k < d; ++k) w[k * d + k] = 1.0;
    for (const double zero : {0.0, -0.0}) {
      std::vector<double> q(d, zero);
      q[0] = 1.0;
      const ContactData open = contacts({zero}, w, q);
      CHECK(file_residual(open, std::vector<double>(d, zero)) == 0.0);
      for (const ContactSolverEntry& solver : contact_solvers()) {
        CAPTURE(solver.name, d);
        const tools::Answer answer = tools::solve(open, std::string(solver.name), {}, std::vector<double>(d, 0.0));
        if (answer.status == SolverStatus::not_applicable) continue;
        CHECK(answer.status == SolverStatus::solved);
        CHECK(answer.solution == std::vector<double>(d, 0.0));
      }
      // At rest, u = 0: a contact that pulls is no solution.
      q[0] = 1.0;
      std::vector<double> pulls(d, zero);
      pulls[0] = -1.0;
      CHECK(file_residual(contacts({zero}, w, q), pulls) == 1.0);
      CHECK(solvers_residual(contacts({zero}, w, q), pulls) == 1.0);
    }
  }
}

TEST_CASE("F13: normal velocities count at contacts with any friction", "[tools]") {
  // The body penetrates with -1 and slides: no percussion is no answer, however wide the cone.
  for (const double mu : {0.5, 10.0, 11.0, 1e8, 1e16, 1e308}) {
    const ContactData data = contacts({mu}, {1.0, 0.0, 0.0, 1.0}, {-1.0, 1.0});
    CAPTURE(mu);
    // From the distance to the cone of mu <= 10: no less than 1 / sqrt(1 + mu^2).
    CHECK(file_residual(data, {0.0, 0.0}) > 0.09);
    CHECK(solvers_residual(data, {0.0, 0.0}) >= 1.0);
    // Sticks with a slip of one rounding.
    if (mu < 1.0) continue;
    const double slip = 0x1p-53;
    CHECK(file_residual(data, {1.0, -1.0 + slip}) <= 2.0 * (mu > 10.0 ? 1.0 : 1.0 + mu) * slip);
  }
}

TEST_CASE("F13: where the judge of files changes its measure, the two agree within the factors of the cone",
          "[tools]") {
  // A distance to the cone counts a slip up to mu times, and a normal component down to 1 / sqrt(1 + mu^2).
  constexpr double factor = 11.0;
  const double below = widest_cone;
  const double above = std::nextafter(widest_cone, 11.0);
  std::mt19937_64 bits(1013);
  const auto uniform = [&] { return static_cast<double>(bits() >> 11U) * 0x1p-52 - 1.0; };
  double least = 1.0, most = 1.0;
  for (int sample = 0; sample < testing::samples(4000); ++sample) {
    // W = 1, so that any percussion has any velocity: r and u in all octants, and near the boundary of the cone.
    const double r_n = uniform();
    const double r_t = sample % 2 == 0 ? uniform() : 10.0 * r_n * (1.0 + 1e-3 * uniform());
    const std::vector<double> r = {r_n, r_t};
    const std::vector<double> q = {uniform() * std::abs(uniform()) - r_n, uniform() * std::abs(uniform()) - r_t};
    const double one = file_residual(contacts({below}, {1.0, 0.0, 0.0, 1.0}, q), r);
    const double other = file_residual(contacts({above}, {1.0, 0.0, 0.0, 1.0}, q), r);
    REQUIRE(one > 0.0);
    least = std::min(least, other / one);
    most = std::max(most, other / one);
  }
  CAPTURE(least, most);
  CHECK(least >= 1.0 / factor);
  CHECK(most <= factor);
}

TEST_CASE("F1: judges vanish for solutions in exact arithmetic, and for nothing else", "[tools]") {
  // Whole percussions, also on the boundary of the cone and with either zero: nothing rounds, and the residual is 0 or
  // of the size of the violation. A distance to a cone counts normal components down to 1 / (1 + mu), mu up to 10.
  constexpr double lost_to_cone = 1.0 / 25.0;
  constexpr std::array small = {0.0, 0.0, 0.5, 1.0, 2.0, 8.0, 64.0, 0x1p40, 0x1p60};
  Draw draw(1701);
  int exact = 0;
  for (int sample = 0; sample < testing::samples(4000); ++sample) {
    ContactData data = drawn_problem(draw, 2).data;
    for (double& mu : data.mu) mu = draw.one_of(small);
    std::vector<double> r(4);
    for (std::size_t i = 0; i < 2; ++i) {
      r[2 * i] = draw.below(2) == 0 ? (draw.below(2) == 0 ? 0.0 : -0.0) : draw.between(-1, 2);
      r[2 * i + 1] = draw.one_of(std::array{0.0, -0.0, 1.0, -1.0, data.mu[i] * r[2 * i], -data.mu[i] * r[2 * i]});
    }
    // Half of the contacts are moved to velocities 0 or small ones, so that some laws hold.
    RationalVector u = exact_velocities(data, RationalVector(r.begin(), r.end()));
    for (std::size_t i = 0; i < 4; ++i) {
      if (draw.below(4) == 0) continue;
      const double target = draw.between(-1, 1);
      const double moved = data.q[i] + target - static_cast<double>(u[i]);
      if (std::abs(moved) < 0x1p50) data.q[i] = moved;
    }
    const Rational wrong = violation(data, r);
    CAPTURE(sample, data.mu, data.matrix.values, data.q, r, static_cast<double>(wrong));
    double size = 1.0;
    for (const double entry : data.q) size = std::max(size, std::abs(entry));
    const double expected = static_cast<double>(wrong) / size;
    if (wrong == 0) {
      ++exact;
      REQUIRE(file_residual(data, r) == 0.0);
      REQUIRE(solvers_residual(data, r) == 0.0);
    } else {
      const double least = std::min(1.0, expected) * lost_to_cone;
      REQUIRE(file_residual(data, r) > least);
      REQUIRE(solvers_residual(data, r) > least);
      REQUIRE(residual_by_evaluate(data, r) > least);
    }
  }
  CHECK(exact > testing::samples(200));
}

TEST_CASE("F1: random planar problems are solved where exact arithmetic finds a solution", "[tools]") {
  // Of answers called solved, the exact violation: W and q are whole numbers up to some 20, the tolerance is 1e-8, and
  // velocities are relative to max |q| <= 4; a Delassus entry may multiply it.
  constexpr double largest_violation = 1e-6;
  Draw draw(88);
  int solvable = 0;
  int refused = 0;
  int unresolved = 0;
  int accepted = 0;
  int infeasible = 0;
  SolverOptions options;
  options.tolerance = 1e-8;
  options.max_iterations = 3;
  for (int sample = 0; sample < testing::samples(600); ++sample) {
    const DrawnProblem drawn = drawn_problem(draw, draw.between(1, 2));
    const ContactData& data = drawn.data;
    const std::optional<RationalVector> truth = solution_by_modes(data);
    solvable += truth.has_value();
    for (const char* solver : {"portfolio", "lemke", "enumeration", "newton"}) {
      SolverOptions own = options;
      if (std::string(solver) != "portfolio") own.max_iterations = 0;
      const tools::Answer answer = tools::solve(data, solver, own, std::vector<double>(data.q.size(), 0.0));
      CAPTURE(sample, solver, data.mu, data.matrix.values, data.q, answer.solution, to_string(answer.status));
      if (answer.status == SolverStatus::solved) {
        ++accepted;
        const Rational wrong = violation(data, answer.solution);
        CAPTURE(static_cast<double>(wrong));
        CHECK(wrong <= largest_violation);
      }
      if (answer.status == SolverStatus::infeasible) {
        ++infeasible;
        CHECK_FALSE((truth && representable(*truth)));
      }
      const bool unsolved = truth && answer.status != SolverStatus::solved;
      if (std::string(solver) == "portfolio" && unsolved && representable(*truth)) {
        ++(drawn.mechanical ? refused : unresolved);
      }
    }
  }
  INFO("solvable " << solvable << ", accepted " << accepted << ", infeasible " << infeasible);
  INFO("unresolved without a mechanical W: " << unresolved);
  CHECK(solvable > testing::samples(300));
  CHECK(infeasible > 0);
  // No method of the suite solves all LCPs: of 12000 such problems, 39 stay open, and 17 with a mechanical W, most
  // where a contact slips on a cone so wide that its normal percussion is 1e-50 of the others.
  CHECK(unresolved <= testing::samples(6));
}
