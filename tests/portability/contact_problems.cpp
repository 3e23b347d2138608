#include <string>
#include <vector>

#include "benchmarks/problem_sets/eq33.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/motion_log.hpp"
#include "tests/portability/golden_motions.hpp"

namespace nsdbench::portability {

// Every solver on the same planar problems, half of them with more laws than degrees of freedom: percussions, status
// and iterations.
void print_contact_problems() {
  constexpr std::uint64_t problems = 200;
  for (const ContactSolverEntry& entry : contact_solvers()) {
    const auto solver = make_contact_solver(entry.name);
    NumberHash hash;
    std::uint64_t solved = 0;
    for (std::uint64_t seed = 0; seed < problems; ++seed) {
      const ContactProblem problem = problem_sets::eq33_problem(seed, 1 + static_cast<int>(seed % 4), seed % 2 == 0);
      const ContactProblemView view = problem.view();
      std::vector<double> percussions(static_cast<std::size_t>(view.size));
      std::vector<Mode> modes(view.laws.size());
      const SolverResult result = solver->solve(view, percussions, modes);
      for (const double percussion : percussions) hash.add(percussion);
      hash.add(static_cast<std::uint64_t>(result.status));
      hash.add(static_cast<std::uint64_t>(result.iterations));
      if (result.solved()) ++solved;
    }
    print("contact/" + std::string(entry.name), problems, solved, hash.value());
  }
}

}  // namespace nsdbench::portability
