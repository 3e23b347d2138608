#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {

void follow_events(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                   ContactSolver& solver) {
  const PrismaticJoint joint(c.parameters);
  // Some 25 hits of case 2, each smaller by the factor 0.23, are above rounding.
  EventDrivenOptions options;
  options.max_events = 100;
  options.max_evaluations = 1000000;
  const auto integrator = make_event_driven(joint, solver, options);
  State<3> state = joint.initial_state();
  support::Table& table = experiment.table("events_" + c.suffix, event_columns());
  Percussions<PrismaticJoint> percussions;  // since the last row
  double error = 0.0;
  double first_hit = std::numeric_limits<double>::quiet_NaN();
  // A step is a smooth motion of any length: rows within it, up to the event that ends it. Steps that are too short to
  // be seen have one at each end.
  const auto rows_of = [](double length) {
    constexpr double short_step = 1e-7;  // s
    constexpr double spacing = 5e-4;     // s, at most
    return length > short_step ? static_cast<int>(std::clamp(length / spacing, 24.0, 1000.0)) : 1;
  };
  const Outcome result = integrator->integrate(
      state, {*experiment.options().end_time, {}, {}},
      [&](const Step<PrismaticJoint>& any) {
        const EventDrivenStep<PrismaticJoint>& step = event_driven_step(any);
        const double length = step.size();
        const int rows = rows_of(length);
        for (int k = 0; k <= rows; ++k) {
          const State<3> at = k < rows ? step.at(step.end_theta() * k / rows) : step.motion().end();
          add_row(table, joint, step, at, percussions);
          percussions = {};
          if (exact) error = std::max(error, distance_error(joint, *exact, at));
        }
      },
      [&](const Event<PrismaticJoint>& event) {
        if (!std::isfinite(first_hit) && event.impact) first_hit = event.t;
        percussions.normal += event.percussions.normal;
        percussions.tangential += event.percussions.tangential;
      });
  experiment.method("event_driven_status_" + c.suffix, to_string(result.reason));
  if (!result.completed()) {
    std::string sentence = "The event-driven integration of " + case_name(c);
    sentence += " ended at t = " + support::shortest(state.t) + " s, after ";
    sentence += std::to_string(result.counts.events) + " events: ";
    sentence += to_string(result.reason);
    sentence += ".";
    experiment.note(sentence);
  }
  if (!exact || !std::isfinite(first_hit)) return;
  experiment.quantity("event_driven_contact_time_error_" + c.suffix, std::abs(first_hit - exact->first_contact_time()),
                      "s", Uncertainty::residual(1e-13),
                      "difference of the event-driven integration's first event from the closed form, " + case_name(c));
  experiment.quantity("event_driven_error_" + c.suffix, error, "m", Uncertainty::residual(1e-13),
                      "largest difference of an end's y from the closed form, within the steps of the event-driven "
                      "integration, " +
                          case_name(c));
}

}  // namespace nsdbench::experiments::prismatic
