// Problems of round bodies as files: the same problem comes back, to the last bit, and the file's own matrix is that of
// the bodies.
#include <cmath>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/encode.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "contact_data/round_contacts.hpp"
#include "solvers/contact/round_bodies/round_contact_solver.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/text_matchers.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"
#include "tests/helpers/same_bytes.hpp"

using namespace nsdbench;
using namespace nsdbench::contact_data;
using namespace nsdbench::testing;

namespace {

constexpr double tolerance = 1e-9;

// A row of disks with random masses and velocities that touch each other and the wall below, with a law of its own.
RoundContactProblem row_of_disks(int disks, std::uint64_t seed) {
  Random random(seed);
  RoundContactProblem problem;
  problem.kappa = 1.7;
  problem.friction = 0.3;
  problem.wall_friction = 0.6;
  problem.moving_bodies = disks;
  for (int i = 0; i < disks; ++i) {
    problem.free_bodies.push_back(
        {random.uniform(-0.1, 0.1), random.uniform(-1.1, -0.9), random.uniform(-0.1, 0.1), random.uniform(0.5, 2.0)});
  }
  problem.free_bodies.push_back({});
  for (int i = 0; i < disks; ++i) {
    RoundContact ground;
    ground.first = i;
    ground.second = disks;
    ground.ny = -1.0;
    ground.constant_t = 0.2;
    problem.contacts.push_back(ground);
    if (i == 0) continue;
    RoundContact neighbour;
    neighbour.first = i - 1;
    neighbour.second = i;
    neighbour.nx = 0.6;
    neighbour.ny = i % 2 == 0 ? 0.8 : -0.8;
    neighbour.constant_n = random.uniform(-0.1, 0.0);
    problem.contacts.push_back(neighbour);
  }
  problem.seal();
  return problem;
}

RoundContactProblem solved_row(int disks) {
  RoundContactProblem problem = row_of_disks(disks, 3);
  SolverOptions of_fallback;
  of_fallback.tolerance = tolerance;
  const auto fallback = make_contact_solver("portfolio", of_fallback);
  RoundSolverOptions options;
  options.tolerance = tolerance;
  REQUIRE(RoundContactSolver(options, fallback.get()).solve(problem).solved());
  return problem;
}

void check_same_bits(const RoundContactProblem& a, const RoundContactProblem& b) {
  CHECK(a.kappa == b.kappa);
  CHECK(a.friction == b.friction);
  CHECK(a.wall_friction == b.wall_friction);
  CHECK(a.moving_bodies == b.moving_bodies);
  CHECK(a.reference_velocity() == b.reference_velocity());
  CHECK(a.colors() == b.colors());
  CHECK(same_bytes(a.free_bodies, b.free_bodies));
  CHECK(same_bytes(a.contacts, b.contacts));
}

}  // namespace

TEST_CASE("a problem of round bodies is written and read to the last bit", "[contact_data][round_bodies]") {
  const Sandbox sandbox;
  const RoundContactProblem problem = solved_row(12);
  const ContactData data = from_round_contacts(problem, "row", "twelve disks in a row", "relaxation");
  for (const Format format : {Format::json, Format::json_gz}) {
    sandbox.write("copy", encode(data, format));
    const ContactData copy = read_contact_data(sandbox.path("copy"));
    check_same_bits(to_round_contacts(copy), problem);
    CHECK(encode(copy, format) == encode(data, format));
    // What the file says is the matrix of the bodies.
    const ContactProblem assembled = problem.assembled();
    const ContactProblem from_file = to_contact_problem(copy);
    CHECK(same_bytes(from_file.c, assembled.c));
    REQUIRE(from_file.size() == assembled.size());
    for (int i = 0; i < assembled.size(); ++i) {
      for (int j = 0; j < assembled.size(); ++j) REQUIRE(from_file.view().g(i, j) == assembled.sparse.entry(i, j));
    }
    for (std::size_t l = 0; l < assembled.laws.size(); ++l) CHECK(from_file.laws[l].bound == assembled.laws[l].bound);
  }
}

TEST_CASE("the file's residual of the percussions is computed anew by the reader", "[contact_data][round_bodies]") {
  // Percussions with a prox residual of d differ from such that hold the laws exactly, with velocities that are d away,
  // by r_N d and (r_T + mu r_N) d; r_T = r_N / (1 + kappa). The projection onto the cone is no expansion, so that
  // r - P_K(r - rho v) moves by twice the first and rho times the second, and 1 / rho = (2 + kappa) / 2 / r_N.
  const auto in_other_terms = [](const RoundContactProblem& of, double mu) {
    const double percussions = std::hypot(1.0, 1.0 / (1.0 + of.kappa) + mu);
    return (2.0 + of.kappa) * percussions + std::sqrt(2.0) + mu;
  };
  const Sandbox sandbox;
  const RoundContactProblem problem = solved_row(12);
  sandbox.write("row.json", encode(from_round_contacts(problem, "row", "", "relaxation"), Format::json));
  const ContactData read = read_contact_data(sandbox.path("row.json"));
  REQUIRE(read.reference);
  const Residuals again = residuals(read, read.reference->solution);
  CHECK(again.scaled == *read.reference->scaled_residual);
  CHECK(again.natural == *read.reference->natural_residual);
  CHECK(again.scaled <= in_other_terms(problem, problem.wall_friction) * tolerance);
  // Percussions that are a tenth too small have another one.
  std::vector<double> worse = read.reference->solution;
  for (double& percussion : worse) percussion *= 0.9;
  CHECK(residuals(read, worse).scaled > 0.01);
}

TEST_CASE("without a reference the percussions are zero", "[contact_data][round_bodies]") {
  const RoundContactProblem problem = row_of_disks(5, 4);
  ContactData data = from_round_contacts(problem, "row", "", "none");
  data.reference.reset();
  check_same_bits(to_round_contacts(data), problem);
}

TEST_CASE("what is no problem of round bodies is refused with its place", "[contact_data][round_bodies]") {
  const ContactData good = from_round_contacts(row_of_disks(3, 5), "row", "", "none");
  const auto changed = [&](const std::string& part, const std::string& by) {
    ContactData data = good;
    data.other_keys = replaced(data.other_keys, part, by);
    return data;
  };
  ContactData without = good;
  without.other_keys.clear();
  CHECK_THROWS_WITH(to_round_contacts(without), contains("row") && contains("round_bodies"));
  CHECK_THROWS_WITH(to_round_contacts(changed("\"kappa\":1.7", "\"kappa\":0")), contains("kappa"));
  CHECK_THROWS_WITH(to_round_contacts(changed("\"moving_bodies\":3", "\"moving_bodies\":9")),
                    contains("moving_bodies"));
  CHECK_THROWS_WITH(to_round_contacts(changed("\"first\":[0,", "\"first\":[")), contains("first"));
  CHECK_THROWS_WITH(to_round_contacts(changed("\"nx\":[0.0", "\"nx\":[0.5")), contains("unit length"));
  ContactData lcp = small_lcp(1, {1.0}, {-1.0});
  lcp.other_keys = good.other_keys;
  CHECK_THROWS_WITH(to_round_contacts(lcp), contains("dimension 2"));
}

TEST_CASE("FCLIB holds the matrix of round bodies and no bodies", "[contact_data][round_bodies]") {
  if (!hdf5_available()) return;
  const Sandbox sandbox;
  const RoundContactProblem problem = solved_row(12);
  const ContactData data = from_round_contacts(problem, "row", "twelve disks in a row", "relaxation");
  sandbox.write("row.hdf5", encode(data, Format::hdf5));
  const ContactData copy = read_contact_data(sandbox.path("row.hdf5"));
  CHECK(same_bytes(in_full(copy.matrix).values, in_full(data.matrix).values));
  CHECK(same_bytes(copy.q, data.q));
  CHECK(same_bytes(copy.mu, data.mu));
  REQUIRE(copy.reference);
  CHECK(same_bytes(copy.reference->solution, data.reference->solution));
  CHECK_THROWS_WITH(to_round_contacts(copy), contains("round_bodies"));
}
