#include <string>
#include <vector>

#include "benchmarks/problem_sets/eq33.hpp"
#include "benchmarks/problem_sets/wall.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/motion_log.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

namespace {

// What every solver answers to the problems of a set: percussions, status and iterations.
void print_answers(const std::string& set, const std::vector<ContactProblem>& problems) {
  for (const ContactSolverEntry& entry : contact_solvers()) {
    const auto solver = make_contact_solver(entry.name);
    NumberHash hash;
    std::uint64_t solved = 0;
    for (const ContactProblem& problem : problems) {
      const ContactProblemView view = problem.view();
      std::vector<double> percussions(static_cast<std::size_t>(view.size));
      std::vector<Mode> modes(view.laws.size());
      const SolverResult result = solver->solve(view, percussions, modes);
      for (const double percussion : percussions) hash.add(percussion);
      hash.add(static_cast<std::uint64_t>(result.status));
      hash.add(static_cast<std::uint64_t>(result.iterations));
      if (result.solved()) ++solved;
    }
    print(set + "/" + std::string(entry.name), problems.size(), solved, hash.value());
  }
}

}  // namespace

void print_contact_problems() {
  std::vector<ContactProblem> planar;  // half of them with more laws than degrees of freedom
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    planar.push_back(problem_sets::eq33_problem(seed, 1 + static_cast<int>(seed % 4), seed % 2 == 0));
  }
  print_answers("contact", planar);
  std::vector<ContactProblem> spatial;  // the largest ones are block-sparse
  for (const int contacts : {1, 4, 8, 12, 20, 40}) {
    for (const double push : {0.01, 0.3}) spatial.push_back(problem_sets::wall(contacts, true, push));
  }
  print_answers("contact_spatial", spatial);
}

}  // namespace nsdbench::portability
