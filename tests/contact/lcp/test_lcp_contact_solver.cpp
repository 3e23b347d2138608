// From contact problems to LCPs and back: storage, initial guesses, limits, and the seeded sequence.
#include <Eigen/Dense>
#include <string>
#include <vector>

#include "benchmarks/problem_sets/problem_set.hpp"
#include "solvers/contact/lcp/lcp_contact_solver.hpp"
#include "solvers/contact/lcp/lemke.hpp"
#include "solvers/contact/lcp/projected_relaxation.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/seeded_problems.hpp"

using namespace nsdbench;
using testing::SeededFamily;

namespace {

ContactProblem sparse_copy(const ContactProblem& dense) {
  ContactProblem copy = dense;
  const int n = dense.size();
  std::vector<BlockSparseMatrix::Entry> entries;
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double g = dense.dense[static_cast<std::size_t>(i) + static_cast<std::size_t>(j * n)];
      if (g != 0.0) entries.push_back({i, j, g});
    }
  }
  copy.dense.clear();
  copy.sparse = BlockSparseMatrix(n, 2, entries);
  return copy;
}

struct Solved {
  SolverResult result;
  std::vector<double> percussions;
};

Solved solve(ContactSolver& solver, const ContactProblem& problem, std::vector<double> guess = {}) {
  if (guess.empty()) guess.resize(problem.c.size());
  std::vector<Mode> modes(problem.laws.size());
  Solved solved{{}, std::move(guess)};
  solved.result = solver.solve(problem.view(), solved.percussions, modes);
  return solved;
}

}  // namespace

TEST_CASE("sparse and dense problems have the same standard form", "[lcp_contact]") {
  for (const int contacts : {1, 4, 13, 30}) {
    const auto seeded = testing::seeded_planar_problem(5, contacts, SeededFamily::redundant);
    const ContactProblem sparse = sparse_copy(seeded.problem);
    StandardForm one;
    StandardForm other;
    REQUIRE(one.build(seeded.problem.view()));
    REQUIRE(other.build(sparse.view()));
    REQUIRE(one.size() == other.size());
    CopositiveForm first;
    CopositiveForm second;
    REQUIRE(first.build(seeded.problem.view()));
    REQUIRE(second.build(sparse.view()));
    for (int i = 0; i < one.size(); ++i) {
      CHECK(one.view().b[i] == other.view().b[i]);
      // The order of the two terms of an entry is that of the columns in both.
      for (int j = 0; j < one.size(); ++j) REQUIRE(one.view().entry(i, j) == other.view().entry(i, j));
    }
    for (int i = 0; i < first.size(); ++i) {
      for (int j = 0; j < first.size(); ++j) REQUIRE(first.view().entry(i, j) == second.view().entry(i, j));
    }
    const auto solver = make_contact_solver("lemke");
    CHECK(solve(*solver, seeded.problem).percussions == solve(*solver, sparse).percussions);
  }
}

TEST_CASE("the standard form of too large a problem is not built", "[lcp_contact]") {
  const int contacts = StandardForm::max_size / 3 + 1;
  ContactProblem problem;
  std::vector<BlockSparseMatrix::Entry> entries;
  for (int i = 0; i < contacts; ++i) {
    problem.add_frictional(0.5, 1);
    entries.push_back({2 * i, 2 * i, 1.0});
    entries.push_back({2 * i + 1, 2 * i + 1, 1.0});
    problem.c.insert(problem.c.end(), {-1.0, 1.0});
  }
  problem.sparse = BlockSparseMatrix(2 * contacts, 2, entries);
  const auto solver = make_contact_solver("lemke");
  CHECK(solve(*solver, problem).result.status == SolverStatus::not_applicable);
}

TEST_CASE("percussions and velocities make up the LCP's x", "[lcp_contact]") {
  Lemke lemke;
  for (int seed = 0; seed < 60; ++seed) {
    const auto seeded =
        testing::seeded_planar_problem(static_cast<std::uint64_t>(seed), 1 + seed % 12, SeededFamily::regular);
    const ContactProblemView problem = seeded.problem.view();
    StandardForm form;
    REQUIRE(form.build(problem));
    std::vector<double> x(static_cast<std::size_t>(form.size()));
    REQUIRE(lemke.solve(form.view(), x).solved());
    std::vector<double> p(seeded.problem.c.size());
    form.split(problem, x, p);
    std::vector<double> xi = seeded.problem.c;
    problem.multiply_add(p.data(), xi.data());
    std::vector<double> joined(x.size());
    form.join(problem, p, xi, joined);
    CAPTURE(seed);
    // Where a contact is open, any split of its sliding velocity into xi_R and xi_L with P_R = 0 serves: compare what
    // the joined vector is worth.
    CHECK(lcp_residual(form.view(), joined) <= 1e-12);
  }
}

TEST_CASE("warm starts: the answer to the problem itself, and to a neighbour", "[lcp_contact]") {
  const std::string name = GENERATE(as<std::string>{}, "lemke", "lcp_newton");
  const auto solver = make_contact_solver(name);
  for (const auto family : {SeededFamily::regular, SeededFamily::redundant}) {
    auto seeded = testing::seeded_planar_problem(77, 40, family);
    const Solved cold = solve(*solver, seeded.problem);
    REQUIRE(cold.result.solved());
    const Solved warm = solve(*solver, seeded.problem, cold.percussions);
    CAPTURE(name, static_cast<int>(family), cold.result.iterations, warm.result.iterations);
    CHECK(warm.result.solved());
    CHECK(warm.result.iterations < cold.result.iterations);
    for (double& c : seeded.problem.c) c *= 1.0 + 1e-4;
    const Solved neighbour = solve(*solver, seeded.problem, cold.percussions);
    CHECK(neighbour.result.solved());
    CHECK(neighbour.result.iterations <= cold.result.iterations);
  }
}

TEST_CASE("relaxation of contact problems: without friction, or not at all", "[lcp_contact]") {
  LcpContactSolver solver(std::make_unique<ProjectedRelaxation>(), SolverOptions{});
  auto seeded = testing::seeded_planar_problem(3, 6, SeededFamily::regular);
  CHECK(solve(solver, seeded.problem).result.status == SolverStatus::not_applicable);
  ContactProblem smooth;
  for (int i = 0; i < 12; ++i) smooth.add(LawKind::unilateral);
  smooth.c = seeded.problem.c;
  smooth.dense = seeded.problem.dense;
  CHECK(solve(solver, smooth).result.solved());
}

TEST_CASE("Lemke solves the seeded sequence", "[lcp_contact][seeded]") {
  // Every problem of the sequence has a solution. All up to n = 60 and a few of the larger ones; the arena runs the
  // whole sequence.
  const auto solver = make_contact_solver("lemke");
  int solved = 0;
  int paradoxical = 0;
  int instances = 0;
  double worst = 0.0;
  const problem_sets::ProblemSet& set = problem_sets::set_named("eq33");
  for (int i = 0; i < set.size; ++i) {
    const ContactProblem problem = set.make(i).problem;
    const int contacts = problem.size() / 2;
    if (contacts > 20 && i % (contacts > 80 ? 100 : 10) != 1) continue;
    const Solved answer = solve(*solver, problem);
    ++instances;
    if (testing::is_paradoxical(problem.view())) ++paradoxical;
    CAPTURE(i, contacts, to_string(answer.result.status), answer.result.residual);
    CHECK(answer.result.solved());
    if (answer.result.solved()) ++solved;
    worst = std::max(worst, answer.result.residual);
  }
  CAPTURE(instances, paradoxical, worst);
  CHECK(solved == instances);
  CHECK(instances > 800);
  CHECK(paradoxical > 50);
  CHECK(worst <= 1e-12);  // a basis solved afresh leaves some rounding errors
}
