#include "benchmarks/arena/histories.hpp"

#include <cmath>

namespace nsdbench::arena {

namespace {

// So tight that the limit of iterations decides nearly everywhere; methods that end earlier have arrived.
constexpr double tightest = 1e-12;
constexpr int largest_limit = 1 << 22;

// The residual no longer falls: at the level of rounding, or by less than half over the last three points.
bool stagnates(const std::vector<double>& residual) {
  constexpr double rounding = 1e-13;
  constexpr double small = 1e-9;
  const std::size_t count = residual.size();
  if (residual.back() <= rounding) return true;
  return count > 3 && residual.back() < small && residual.back() > 0.5 * residual[count - 4];
}

}  // namespace

History history_of(const ContenderInfo& contender, const ArenaProblem& problem, double time_limit) {
  History history{problem.name,
                  std::string(to_string(problem_sets::kind_of(problem.problem))),
                  contender.name,
                  contender.peer,
                  {},
                  {},
                  {}};
  MeasurementOptions options;
  options.time_limit = time_limit;
  for (int limit = 1; limit <= largest_limit; limit *= 2) {
    options.max_iterations = limit;
    const Measurement measured = measure(contender, problem, {tightest}, options).front();
    if (measured.ending != Ending::answered || measured.status == SolverStatus::not_applicable) break;
    if (!std::isfinite(measured.residual) || measured.seconds > time_limit) break;
    history.iterations.push_back(measured.iterations);
    history.seconds.push_back(measured.seconds);
    history.residual.push_back(measured.residual);
    if (stagnates(history.residual)) break;
    const bool stopped_by_limit = measured.iterations >= limit || measured.iterations == 0;
    if (measured.status == SolverStatus::solved || measured.status == SolverStatus::time_limit || !stopped_by_limit)
      break;
  }
  return history;
}

const std::vector<HistoryProblem>& history_problems() {
  static const std::vector<HistoryProblem> problems = {{"mass_ratio", "mass_ratio-planar-5-1e3"},
                                                       {"stack_planar", "stack_planar-rest-20"},
                                                       {"redundant", "redundant-grid-4-moving"},
                                                       {"stack_spatial", "stack_spatial-rest-20"}};
  return problems;
}

}  // namespace nsdbench::arena
