#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

// What every integrator tells of a motion.
class MotionSummary : public Observer<PrismaticJoint> {
 public:
  explicit MotionSummary(const PrismaticJoint& joint) : joint_(joint) {}

  bool on_step(const SliderStep& step) override {
    forces_ = forces_of(step);
    end_ = step.end();
    return joint_.within_range(end_.q);
  }
  bool on_event(const Event<PrismaticJoint>& event) override {
    const bool hits = std::any_of(event.hit.begin(), event.hit.end(), [](bool b) { return b; });
    if (hits && !(first_contact_ <= event.t)) first_contact_ = event.t;
    last_event_ = event.t;
    return true;
  }

  double first_contact_time() const { return first_contact_; }                       // [s]
  double last_event_time() const { return last_event_; }                             // [s]
  double force(std::size_t end) const { return std::abs(end_force(forces_, end)); }  // [N] mean of the last step
  const State<3>& end() const { return end_; }

 private:
  const PrismaticJoint& joint_;
  Forces forces_{};
  State<3> end_;
  double first_contact_ = std::numeric_limits<double>::quiet_NaN();
  double last_event_ = std::numeric_limits<double>::quiet_NaN();
};

MotionSummary run_by_name(const Experiment& experiment, const PrismaticJoint& joint, ContactSolver& solver,
                          const IntegratorSettings& settings, const Observe& observe) {
  const auto integrator = make_integrator(experiment.options().integrator, joint, solver, settings);
  MotionSummary summary(joint);
  CallableObserver<PrismaticJoint, std::function<bool(const SliderStep&)>,
                   std::function<bool(const Event<PrismaticJoint>&)>>
      all(
          [&](const SliderStep& step) {
            observe(step);
            return summary.on_step(step);
          },
          [&](const Event<PrismaticJoint>& event) { return summary.on_event(event); });
  State<3> state = joint.initial_state();
  const Outcome outcome = integrator->integrate(state, {*experiment.options().end_time, {}, {}}, all);
  require_applicable(experiment, outcome);
  require_solved(outcome, settings.dt);
  return summary;
}

// Rows at the ends of steps, and within those that have dense output.
void add_rows(support::Table& table, const PrismaticJoint& joint, const SliderStep& step) {
  constexpr double spacing = 1e-4;  // s
  const Forces forces = forces_of(step);
  const int parts = std::max(1, static_cast<int>(std::ceil(step.size() / spacing)));
  for (int k = 1; k < parts; ++k) {
    const auto state = step.at_time(step.begin().t + step.size() * k / parts);
    if (state) add_row(table, joint, *state, step.size(), forces);
  }
  add_row(table, joint, step.end(), step.size(), forces);
}

}  // namespace

void follow_by_name(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                    ContactSolver& solver) {
  const PrismaticJoint joint(c.parameters);
  experiment.require_integrator(why_not_applicable(experiment.options().integrator, joint));
  const IntegratorSettings settings = integrator_settings(experiment.options());
  IntegratorSettings finer = settings;
  for (double* size : {&finer.dt, &finer.dt_min, &finer.dt_max}) *size *= 0.5;
  support::Table& table = experiment.table("motion_" + c.suffix, motion_columns());
  add_row(table, joint, joint.initial_state(), std::numeric_limits<double>::quiet_NaN(), {});
  double error = 0.0;
  const MotionSummary run = run_by_name(experiment, joint, solver, settings, [&](const SliderStep& step) {
    add_rows(table, joint, step);
    if (exact) error = std::max(error, distance_error(joint, *exact, step.end()));
  });
  const MotionSummary check = run_by_name(experiment, joint, solver, finer, [](const SliderStep&) {});
  const auto quantity = [&](const std::string& key, double value, double other, const char* unit,
                            const std::string& meaning) {
    if (!std::isfinite(value) || !std::isfinite(other)) return;
    constexpr double rounding = 1e-12;
    experiment.quantity(key + "_" + c.suffix, value, unit, 2.0 * std::abs(value - other) + rounding,
                        meaning + ", " + case_name(c) + "; uncertainty: twice the difference from half the step sizes");
  };
  quantity("first_contact_time", run.first_contact_time(), check.first_contact_time(), "s",
           "time when the first contact closes");
  quantity("last_event_time", run.last_event_time(), check.last_event_time(), "s",
           "time of the last event: contacts have settled");
  quantity("steady_force_left", run.force(0), check.force(0), "N", "normal force on the left end");
  quantity("steady_force_right", run.force(1), check.force(1), "N", "normal force on the right end");
  quantity("angle_steady", run.end().q(2), check.end().q(2), "rad", "angle of the slider at the end");
  quantity("y_steady", run.end().q(1), check.end().q(1), "m", "y of the slider's centre at the end");
  if (!exact) return;
  draw_closed_form(experiment, c, *exact);
  experiment.quantity("largest_error_" + c.suffix, error, "m", std::nullopt,
                      "largest error of y of an end after any step, from the closed form, " + case_name(c));
}

}  // namespace nsdbench::experiments::prismatic
