#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/contact_data/small_problems.hpp"
#include "tests/helpers/catch.hpp"
#include "tools/solve/solve_problem.hpp"

using namespace nsdbench;
using namespace nsdbench::testing;

namespace {

// Two planar contacts that stick under large friction, their tangential components coupled, so that relaxation
// converges step by step. The scaled residual counts what slip remains mu times, the solvers' own counts it once.
contact_data::ContactData sticking_contacts() {
  contact_data::ContactData data;
  data.name = "sticking";
  data.kind = contact_data::Kind::friction_contact;
  data.dimension = 2;
  data.mu = {10.0, 10.0};
  data.q = {-1.0, 0.5, -1.0, 0.25};
  data.matrix.size = 4;
  data.matrix.values = {2.0, 0.0, 0.0, 0.0,  //
                        0.0, 2.0, 0.0, 1.9,  //
                        0.0, 0.0, 2.0, 0.0,  //
                        0.0, 1.9, 0.0, 2.0};
  return data;
}

tools::Answer solve_with(const char* solver, const contact_data::ContactData& data, const SolverOptions& options) {
  return tools::solve(data, solver, options, std::vector<double>(data.q.size(), 0.0));
}

}  // namespace

TEST_CASE("an answer that only the solver's own residual accepts is continued until both do", "[tools]") {
  const contact_data::ContactData data = sticking_contacts();
  SolverOptions options;
  options.tolerance = 1e-6;
  const ContactProblem problem = contact_data::to_contact_problem(data);
  std::vector<double> once(data.q.size(), 0.0);
  std::vector<Mode> modes(problem.laws.size());
  REQUIRE(make_contact_solver("psor", options)->solve(problem.view(), once, modes).solved());
  REQUIRE(contact_data::residuals(data, once).scaled > options.tolerance);

  const tools::Answer answer = solve_with("psor", data, options);
  CHECK(answer.status == SolverStatus::solved);
  CHECK(answer.residuals.scaled <= options.tolerance);
  CHECK(answer.prox_residual <= options.tolerance);
  CHECK(answer.residuals.scaled == contact_data::residuals(data, answer.solution).scaled);
  CHECK(answer.prox_residual == contact_residual(problem.view(), answer.solution));
}

TEST_CASE("an answer that the numbers of the file do not bear out is not called solved", "[tools]") {
  // No vector of doubles reaches this tolerance in both measures unless the residuals vanish.
  contact_data::ContactData data = sticking_contacts();
  data.q = {-1.0 / 3.0, 1.0 / 7.0, -1.0 / 11.0, 1.0 / 13.0};
  SolverOptions options;
  options.tolerance = 1e-19;
  const tools::Answer answer = solve_with("psor", data, options);
  const double worst = std::max(answer.prox_residual, answer.residuals.scaled);
  CHECK((answer.status == SolverStatus::solved) == (worst <= options.tolerance));
  CHECK(worst < 1e-13);  // converged to rounding, mu = 100 times that of numbers of order 1
}

TEST_CASE("without a solution the answer is no worse than the guess", "[tools]") {
  SolverOptions options;
  options.max_iterations = 1;
  const contact_data::ContactData unsolvable = small_lcp(2, {-1.0, 0.0, 0.0, 1.0}, {-1.0, -1.0});
  for (const std::string& solver : contact_solver_names()) {
    CAPTURE(solver);
    const std::vector<double> guess = {0.0, 1.0};
    const tools::Answer answer = tools::solve(unsolvable, solver, options, guess);
    CHECK(answer.status != SolverStatus::solved);
    CHECK(answer.residuals.scaled <= contact_data::residuals(unsolvable, guess).scaled);
    CHECK(answer.residuals.scaled == contact_data::residuals(unsolvable, answer.solution).scaled);
  }
}

TEST_CASE("numbers that the solvers refuse are refused by name", "[tools]") {
  contact_data::ContactData data = small_lcp(1, {1.0}, {-1.0});
  data.matrix.values = {std::numeric_limits<double>::infinity()};
  CHECK_THROWS_AS(solve_with("lemke", data, {}), std::invalid_argument);
}
