// Contact solvers by name.
#include <set>
#include <stdexcept>
#include <string>

#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"

using namespace nsdbench;

TEST_CASE("every registered solver has a name, a description, and answers to its name", "[registry]") {
  REQUIRE_FALSE(contact_solvers().empty());
  std::set<std::string_view> names;
  for (const ContactSolverEntry& entry : contact_solvers()) {
    CHECK(names.insert(entry.name).second);
    CHECK_FALSE(entry.description.empty());
    CHECK(make_contact_solver(entry.name)->name() == entry.name);
  }
  CHECK(contact_solver_names().size() == contact_solvers().size());
  CHECK(default_contact_solver() == "portfolio");
  CHECK(names.count(default_contact_solver()) == 1);
  CHECK(names.count("lemke") == 1);
  CHECK(names.count("enumeration") == 1);
}

TEST_CASE("every registered solver stops a block that hits a rough plane", "[registry]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  CAPTURE(name);
  // Unit mass, mu = 0.5, approach -1 m/s, sliding 2 m/s: P_N = 1, P_T = -0.5.
  testing::DenseContactProblem problem;
  problem.add_frictional(0.5);
  problem.g = Eigen::Matrix2d::Identity();
  problem.c = Eigen::Vector2d(-1.0, 2.0);
  SolverOptions options;
  options.tolerance = 1e-13;  // G and mu are of order one: percussions are as far off as the residual
  const testing::Answer answer = testing::solve(*make_contact_solver(name, options), problem);
  if (name == "lcp_relaxation") {  // the standard form of friction has zeros on its diagonal
    CHECK(answer.result.status == SolverStatus::not_applicable);
    return;
  }
  CHECK(answer.result.solved());
  CHECK(answer.percussions(0) == Catch::Approx(1.0).epsilon(2.0 * options.tolerance));
  CHECK(answer.percussions(1) == Catch::Approx(-0.5).epsilon(2.0 * options.tolerance));
  CHECK(answer.modes[0] == Mode::constraint);
  CHECK(answer.modes[1] == Mode::impressed);
}

TEST_CASE("options reach the solver", "[registry]") {
  const std::string name = GENERATE(from_range(contact_solver_names()));
  SolverOptions options;
  options.tolerance = 1e-3;
  options.max_iterations = 7;
  const auto solver = make_contact_solver(name, options);
  CHECK(solver->options().tolerance == 1e-3);
  CHECK(solver->options().max_iterations == 7);
}

TEST_CASE("an unknown solver is refused in a sentence that lists the known ones", "[registry]") {
  std::string sentence;
  try {
    make_contact_solver("lemkee");
  } catch (const std::invalid_argument& error) {
    sentence = error.what();
  }
  CHECK(sentence.find("'lemkee'") != std::string::npos);
  for (const std::string& name : contact_solver_names()) CHECK(sentence.find(name) != std::string::npos);
}
