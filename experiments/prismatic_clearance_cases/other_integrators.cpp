#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
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

MotionSummary run_by_name(const Experiment& experiment, const PrismaticJoint& joint,
                          Integrator<PrismaticJoint>& integrator, const Observe& observe) {
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
  const Outcome outcome = integrator.integrate(state, {*experiment.options().end_time, {}, {}}, all);
  require_applicable(experiment, outcome);
  require_solved(outcome);
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

using Summaries = std::array<MotionSummary, refinement_levels>;

void record_summaries(Experiment& experiment, const Case& c, const Summaries& runs, double time_resolution) {
  const auto quantity = [&](const std::string& key, const auto& get, double resolution, const char* unit,
                            const std::string& meaning) {
    const RefinedValues values = values_of(runs, get);
    if (!std::isfinite(values[0])) return;
    experiment.quantity(
        key + "_" + c.suffix, values[0], unit,
        Uncertainty::or_unknown(uncertainty(values, std::max(resolution, rounding_of(values[0]))), finer_runs_disagree),
        meaning + ", " + case_name(c) + "; " + refinement_sentence);
  };
  using Run = MotionSummary;
  quantity(
      "first_contact_time", [](const Run& r) { return r.first_contact_time(); }, time_resolution, "s",
      "time when the first contact closes");
  quantity(
      "last_event_time", [](const Run& r) { return r.last_event_time(); }, time_resolution, "s",
      "time of the last event: contacts have settled");
  // Normal forces are what a mechanism in equilibrium leaves of terms of some 50 N.
  constexpr double force_resolution = 1e-9;
  quantity(
      "steady_force_left", [](const Run& r) { return r.force(0); }, force_resolution, "N",
      "normal force on the left end");
  quantity(
      "steady_force_right", [](const Run& r) { return r.force(1); }, force_resolution, "N",
      "normal force on the right end");
  quantity(
      "angle_steady", [](const Run& r) { return r.end().q(2); }, 0.0, "rad", "angle of the slider at the end");
  quantity(
      "y_steady", [](const Run& r) { return r.end().q(1); }, 0.0, "m", "y of the slider's centre at the end");
}

}  // namespace

void follow_by_name(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                    ContactSolver& solver) {
  const PrismaticJoint joint(c.parameters);
  const double end = *experiment.options().end_time;
  const auto integrator_at = [&](int level) {
    return make_integrator(experiment.options().integrator, joint, solver,
                           refined(integrator_settings(experiment.options()), level, end));
  };
  support::Table& table = experiment.table("motion_" + c.suffix, motion_columns());
  add_row(table, joint, joint.initial_state(), std::numeric_limits<double>::quiet_NaN(), {});
  double error = 0.0;
  const auto integrator = integrator_at(0);
  if (c.suffix == "c1") experiment.integrator_settings(integrator->settings());
  const MotionSummary run = run_by_name(experiment, joint, *integrator, [&](const SliderStep& step) {
    add_rows(table, joint, step);
    if (exact) error = std::max(error, distance_error(joint, *exact, step.end()));
  });
  const auto rerun = [&](int level) {
    return run_by_name(experiment, joint, *integrator_at(level), [](const SliderStep&) {});
  };
  record_summaries(experiment, c, {run, rerun(1), rerun(2)}, event_resolution(integrator->settings()));
  if (!exact) return;
  draw_closed_form(experiment, c, *exact);
  experiment.quantity("largest_error_" + c.suffix, error, "m", Uncertainty::of_one_run(),
                      "largest error of y of an end after any step, from the closed form, " + case_name(c));
}

}  // namespace nsdbench::experiments::prismatic
