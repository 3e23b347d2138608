#include "benchmarks/arena/measurement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <type_traits>

#include "benchmarks/arena/independent_residual.hpp"
#include "contact_data/residuals.hpp"
#include "support/isolated.hpp"

namespace nsdbench::arena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t memory_limit = std::size_t{3} << 30U;

constexpr double long_solve = 0.1;        // [s] timed as it is
constexpr double shortest_batch = 20e-6;  // [s] a thousand times the clock's own 20 ns
constexpr double enough_time = 2e-3;      // [s]
constexpr int fewest_batches = 3;
constexpr int most_batches = 15;

// Batches of solves, as measure() promises. `answer` is the first solve's, `percussions` the last's.
void time_solves(Contender& contender, const ContactProblemView& view, std::vector<double>& percussions,
                 std::vector<Mode>& modes, const Attempt& first, Measurement& measured) {
  std::vector<double> batches;
  const double estimate = std::max(contender.solve(view, percussions, modes, 1).seconds, 1e-9);
  const int repetitions = std::clamp(static_cast<int>(std::ceil(shortest_batch / estimate)), 1, 10000);
  double total = 0.0;
  while (static_cast<int>(batches.size()) < fewest_batches ||
         (total < enough_time && static_cast<int>(batches.size()) < most_batches)) {
    const double seconds = contender.solve(view, percussions, modes, repetitions).seconds;
    batches.push_back(seconds);
    total += seconds * repetitions;
  }
  std::sort(batches.begin(), batches.end());
  measured.seconds = std::min(batches.front(), first.seconds);
  measured.seconds_median = batches[batches.size() / 2];
  measured.repetitions = repetitions * static_cast<int>(batches.size());
}

Measurement measure_here(const ContenderInfo& info, const ArenaProblem& problem, double tolerance,
                         const MeasurementOptions& options) {
  SolverOptions solver_options;
  solver_options.tolerance = tolerance;
  solver_options.max_iterations = options.max_iterations;
  solver_options.time_limit = options.time_limit;
  Measurement measured;
  measured.file_residual = problem.data ? infinity : -1.0;
  measured.residual = infinity;

  const auto contender = make_contender(info, solver_options);
  const ContactProblemView view = problem.problem.view();
  std::vector<double> percussions(problem.problem.c.size());
  std::vector<Mode> modes(problem.problem.laws.size());
  contender->prepare(view);
  const Attempt first = contender->solve(view, percussions, modes, 1);
  measured.status = first.result.status;
  measured.claimed = first.claimed;
  measured.iterations = first.result.iterations;
  measured.seconds = measured.seconds_median = first.seconds;
  measured.repetitions = 1;
  if (measured.status == SolverStatus::not_applicable) return measured;

  const JudgedResidual judged = independent_residual(problem.problem, percussions);
  measured.residual = judged.value;
  measured.rounding = judged.rounding;
  if (problem.data) measured.file_residual = contact_data::residuals(*problem.data, percussions).scaled;
  // A solve that was interrupted by something else looks long; only one that is long, or solved nothing, is left so.
  const bool within = measured.residual <= allowed(tolerance, measured.rounding);
  const double longest =
      within ? std::min(long_solve, options.time_limit) : 0.2 * std::min(long_solve, options.time_limit);
  if (options.repeat && first.seconds < longest) {
    time_solves(*contender, view, percussions, modes, first, measured);
  }
  return measured;
}

// It travels between processes as bytes.
static_assert(std::is_trivially_copyable_v<Measurement>);

bool ran_out_of_time(const Measurement& measured, const MeasurementOptions& options) {
  return measured.ending == Ending::killed || measured.status == SolverStatus::time_limit ||
         measured.seconds > options.time_limit;
}

}  // namespace

std::string to_string(const Measurement& measurement) {
  switch (measurement.ending) {
    case Ending::answered:
      return std::string(to_string(measurement.status));
    case Ending::killed:
      return "killed";
    case Ending::crashed:
      return "crashed";
    case Ending::out_of_memory:
      return "out_of_memory";
  }
  return "crashed";
}

std::vector<Measurement> measure(const ContenderInfo& contender, const ArenaProblem& problem,
                                 const std::vector<double>& tolerances, const MeasurementOptions& options) {
  std::vector<Measurement> measurements;
  const auto work = [&](const support::Send& send) {
    bool hopeless = false;
    Measurement measured;
    for (const double tolerance : tolerances) {
      if (hopeless) {
        // Nothing was tried at this tolerance, so nothing was claimed.
        measured.claimed = false;
        if (measured.ending == Ending::answered) measured.status = SolverStatus::time_limit;
      } else {
        try {
          measured = measure_here(contender, problem, tolerance, options);
        } catch (const std::bad_alloc&) {
          measured.ending = Ending::out_of_memory;
        }
        hopeless = measured.ending != Ending::answered || ran_out_of_time(measured, options);
      }
      send(&measured);
    }
  };
  const auto receive = [&](const void* record) { measurements.push_back(*static_cast<const Measurement*>(record)); };
  const double patience = 2.0 * options.time_limit + 0.5;
  const support::IsolatedEnd end = support::run_isolated(work, sizeof(Measurement), receive, patience, memory_limit);
  Measurement lost;
  lost.ending = end == support::IsolatedEnd::timed_out ? Ending::killed : Ending::crashed;
  lost.seconds = lost.seconds_median = options.time_limit;
  lost.residual = infinity;
  lost.file_residual = problem.data ? infinity : -1.0;
  measurements.resize(tolerances.size(), lost);
  return measurements;
}

}  // namespace nsdbench::arena
