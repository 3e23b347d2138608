#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/run_outcome.hpp"
#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/section.hpp"
#include "support/text_table.hpp"

namespace nsdbench::experiments {
namespace {

using problems::Woodpecker;

std::optional<double> moreau_period(const Woodpecker& bird, ContactSolver& solver, State<3> state, double dt,
                                    int transient, int cycles) {
  std::vector<double> times;
  const auto integrator = make_moreau(bird, solver, dt);
  const double end = state.t + 0.3 * (transient + cycles + 1);
  const Outcome outcome = integrator->integrate(state, {end, {}, {}}, [&](const Step<Woodpecker>& step) {
    const auto crossing = upward_crossing(step.begin(), step.end(), [](const State<3>& at) { return at.q(2); });
    if (crossing) times.push_back(crossing->t);
    return static_cast<int>(times.size()) <= transient + cycles;
  });
  require_solved(outcome);
  if (static_cast<int>(times.size()) <= transient + cycles) return std::nullopt;
  return (times.back() - times[static_cast<std::size_t>(transient)]) / cycles;
}

}  // namespace

void compare_with_midpoint_rule(Experiment& experiment, WoodpeckerMap<double>& here, double omega, double period) {
  const bool quick = experiment.options().quick;
  const std::vector<double> steps = jittered_step_sizes(quick ? 5e-5 : 1e-4, quick ? 3 : 4, quick ? 4 : 6);
  auto& table = experiment.table("moreau", {{"dt", "s"}, {"period", "s"}, {"deviation", "s"}});
  std::vector<double> periods;
  double done = 0.0;
  double work = 0.0;
  for (const double dt : steps) work += 1.0 / dt;
  for (const double dt : steps) {
    experiment.progress().update("Moreau's midpoint rule", done / work);
    const auto found =
        moreau_period(here.bird, *here.solver, here.jammed.state(here.jammed.slip_delta, omega), dt, 24, 40);
    done += 1.0 / dt;
    if (!found) {
      experiment.note(
          "By Moreau's midpoint rule the motion did not stay on the cycle at dt = " + support::readable(dt) + " s.");
      return;
    }
    periods.push_back(*found);
    table.row({dt, *found, std::abs(*found - period)});
  }
  const LimitFit limit = limit_by_line(steps, periods);
  // Beside the event-driven period, which is known to rounding, scatter and what is left of the steps are seen
  // directly.
  experiment.quantity("period_moreau", limit.limit, "s", limit.uncertainty_beside(period),
                      "period of the limit cycle by Moreau's midpoint rule, limit for dt -> 0");
  experiment.quantity("period_moreau_difference", std::abs(limit.limit / period - 1.0), "1",
                      limit.standard_error / period, "its relative difference from the event-driven period");
}

}  // namespace nsdbench::experiments
