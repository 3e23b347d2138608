#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "experiments/woodpecker_step_size_adjustment/studies.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/adjusted_step.hpp"

namespace nsdbench::experiments::woodpecker_steps {
namespace {

using problems::Woodpecker;

// The six rows of bars under Fig. 13: for every law the intervals of time in one mode.
class ModeBars {
 public:
  explicit ModeBars(support::Table& table) : table_(table) {}

  void observe(const Step<Woodpecker>& step) {
    const ModeVector<Woodpecker> modes = step.modes();
    for (std::size_t law = 0; law < laws; ++law) {
      const Mode mode = law % 2 == 0 ? modes.normal[law / 2] : modes.tangential[law / 2];
      if (since_[law] >= 0.0 && mode == mode_[law]) continue;
      finish(law, step.begin().t);
      since_[law] = step.begin().t;
      mode_[law] = mode;
    }
  }

  void finish(double t) {
    for (std::size_t law = 0; law < laws; ++law) finish(law, t);
  }

 private:
  static constexpr std::size_t laws = 6;  // unilateral 1, friction 1, unilateral 2, ...

  void finish(std::size_t law, double t) {
    if (since_[law] < 0.0) return;
    table_.row({static_cast<double>(law), since_[law], t, mode_[law] == Mode::constraint ? 1.0 : 0.0});
  }

  support::Table& table_;
  std::array<double, laws> since_ = {-1.0, -1.0, -1.0, -1.0, -1.0, -1.0};
  std::array<Mode, laws> mode_{};
};

bool resolves_switching(const Step<Woodpecker>& step) {
  const auto* adjusted = dynamic_cast<const AdjustedStep<Woodpecker>*>(&step);
  return adjusted != nullptr && adjusted->switching();
}

FirstPeriod integrate_motion(Integrator<Woodpecker>& integrator, const Woodpecker& woodpecker, double end,
                             const std::function<void(const Step<Woodpecker>&)>& observe) {
  FirstPeriod motion;
  motion.end = woodpecker.initial_state();
  motion.outcome = integrator.integrate(
      motion.end, {end, {}, {}},
      [&](const Step<Woodpecker>& step) {
        motion.steps.push_back({step.begin().t, step.size(), step.order()});
        if (resolves_switching(step)) {
          ++motion.resolved_switching_points;
          motion.largest_switching_order = std::max(motion.largest_switching_order, step.order());
          motion.largest_switching_step = std::max(motion.largest_switching_step, step.size());
        }
        observe(step);
      },
      [&](const Event<Woodpecker>& event) { motion.switching.observe(event); });
  return motion;
}

// By --integrator; the adjusted steps of the paper with all their options. Fineness is a level of refinement.hpp with
// other methods; the paper's has its own finer steps.
class Method {
 public:
  Method(const Experiment& experiment, const Woodpecker& woodpecker, ContactSolver& solver)
      : experiment_(experiment), woodpecker_(woodpecker), solver_(solver) {}

  bool is_the_papers() const { return experiment_.options().integrator == "moreau_adjusted"; }

  // The run that is recorded, and finer ones.
  std::unique_ptr<Integrator<Woodpecker>> at_level(int level) const {
    const RunOptions& options = experiment_.options();
    const double end = *options.end_time;
    if (!is_the_papers()) return other(refined(integrator_settings(options), level, end));
    const StepSizeOptions sizes = step_sizes(*options.control);
    return papers(level == 0 ? sizes : finer(sizes, end));
  }

  // With steps of at most 2e-4 s, which are small enough to be drawn.
  std::unique_ptr<Integrator<Woodpecker>> for_drawing() const {
    IntegratorSettings drawn = integrator_settings(experiment_.options());
    drawn.dt_max = std::max(std::min(drawn.dt_max, 2e-4), drawn.dt_min);
    return is_the_papers() ? papers(step_size_options(drawn)) : other(drawn);
  }

 private:
  std::unique_ptr<Integrator<Woodpecker>> papers(const StepSizeOptions& sizes) const {
    return make_moreau_adjusted(woodpecker_, solver_, sizes, extrapolation(*experiment_.options().control));
  }
  std::unique_ptr<Integrator<Woodpecker>> other(const IntegratorSettings& settings) const {
    return make_integrator(experiment_.options().integrator, woodpecker_, solver_, settings);
  }

  const Experiment& experiment_;
  const Woodpecker& woodpecker_;
  ContactSolver& solver_;
};

// What Fig. 13 says of step sizes and orders.
void measure_steps(Experiment& experiment, const FirstPeriod& motion) {
  double largest_step = 0.0;
  double largest_step_near = 0.0;
  int largest_order_near = 0;
  for (const StepSize& step : motion.steps) {
    largest_step = std::max(largest_step, step.dt);
    if (std::abs(step.begin + 0.5 * step.dt - 0.1) >= 0.01) continue;
    largest_step_near = std::max(largest_step_near, step.dt);
    largest_order_near = std::max(largest_order_near, step.order);
  }
  experiment.quantity("accepted_steps", static_cast<double>(motion.outcome.counts.accepted_steps), "1",
                      Uncertainty::count(), "accepted steps to the end time");
  experiment.quantity("base_steps", static_cast<double>(motion.outcome.counts.evaluations), "1", Uncertainty::count(),
                      experiment.options().integrator.starts_with("moreau")
                          ? "steps of the base scheme these took, rejected ones included"
                          : "evaluations of the equations of motion these took, rejected steps included");
  experiment.quantity("step_max", largest_step, "s", Uncertainty::of_one_run(), "largest accepted step");
  if (largest_order_near > 0) {
    experiment.quantity("step_max_near_0_1", largest_step_near, "s", Uncertainty::of_one_run(),
                        "largest accepted step within 0.01 s of 0.1 s");
    experiment.quantity("used_order_max_near_0_1", largest_order_near, "1", Uncertainty::count(),
                        "largest order there");
  }
  if (motion.largest_switching_order > 0) {
    experiment.quantity("used_order_max_at_switching", motion.largest_switching_order, "1", Uncertainty::count(),
                        "largest order of a step that resolved a switching point");
    experiment.quantity("step_max_at_switching", motion.largest_switching_step / experiment.options().control->dt_min,
                        "1", Uncertainty::of_one_run(),
                        "largest accepted step that resolved a switching point, in multiples of dt_min");
  }
}

// Tells which steps have a row: all of the paper's method; of others, which may have fixed steps of dt_min, one every
// so often.
class Rows {
 public:
  explicit Rows(const Method& method) : spacing_(method.is_the_papers() ? 0.0 : 2e-5) {}
  bool has(const Step<Woodpecker>& step) {
    if (step.end().t < next_) return false;
    next_ = step.end().t + spacing_;
    return true;
  }

 private:
  double spacing_;  // [s]
  double next_ = 0.0;
};

// The curves between the accepted steps.
void draw_curve(Experiment& experiment, const Method& method, const Woodpecker& woodpecker) {
  auto& curve = experiment.table(
      "curve", {{"t", "s"}, {"phi_M", "rad"}, {"phi_S", "rad"}, {"omega_M", "rad/s"}, {"omega_S", "rad/s"}});
  Rows rows(method);
  integrate_motion(*method.for_drawing(), woodpecker, *experiment.options().end_time,
                   [&](const Step<Woodpecker>& step) {
                     if (!rows.has(step)) return;
                     const State<3>& s = step.end();
                     curve.row({s.t, s.q(1), s.q(2), s.u(1), s.u(2)});
                   });
}

FirstPeriod draw_motion(Experiment& experiment, const Method& method, const Woodpecker& woodpecker) {
  auto& table =
      experiment.table("motion", {{"t_begin", "s"},
                                  {"t", "s"},
                                  {"dt", "s"},
                                  {"order", "1"},
                                  {"switching", "1", "whether the step resolved a switching point", {"no", "yes"}},
                                  {"y", "m"},
                                  {"phi_M", "rad"},
                                  {"phi_S", "rad"},
                                  {"v", "m/s"},
                                  {"omega_M", "rad/s"},
                                  {"omega_S", "rad/s"}});
  ModeBars bars(experiment.table(
      "modes", {{"law",
                 "1",
                 "of contacts 1 beak, 2 sleeve below, 3 sleeve above",
                 {"unilateral 1", "friction 1", "unilateral 2", "friction 2", "unilateral 3", "friction 3"}},
                {"t_begin", "s"},
                {"t_end", "s"},
                {"mode", "1", "constraint: closed or sticking", {"impressed", "constraint"}}}));
  const auto integrator = method.at_level(0);
  experiment.integrator_settings(integrator->settings());
  Rows rows(method);
  const FirstPeriod motion =
      integrate_motion(*integrator, woodpecker, *experiment.options().end_time, [&](const Step<Woodpecker>& step) {
        bars.observe(step);
        if (!rows.has(step)) return;
        const State<3>& s = step.end();
        table.row({step.begin().t, s.t, step.size(), static_cast<double>(step.order()),
                   resolves_switching(step) ? 1.0 : 0.0, s.q(0), s.q(1), s.q(2), s.u(0), s.u(1), s.u(2)});
      });
  bars.finish(motion.end.t);
  return motion;
}

}  // namespace

bool show_motion(Experiment& experiment, const Woodpecker& woodpecker, ContactSolver& solver) {
  experiment.require_integrator(why_not_applicable(experiment.options().integrator, woodpecker));
  const double end = *experiment.options().end_time;
  const Method method(experiment, woodpecker, solver);
  const FirstPeriod motion = draw_motion(experiment, method, woodpecker);
  if (!completed(experiment, motion.outcome)) return false;
  if (method.is_the_papers()) record_scheme(experiment, extrapolation(*experiment.options().control));
  const auto rerun = [&](int level) {
    return integrate_motion(*method.at_level(level), woodpecker, end, [](const Step<Woodpecker>&) {});
  };
  std::vector<FirstPeriod> finer = {rerun(1)};
  if (!method.is_the_papers()) finer.push_back(rerun(2));
  tell_incidents(experiment, motion, finer, event_resolution(method.at_level(0)->settings()));
  if (experiment.options().papers_parameters_file && experiment.options().overrides.empty()) {
    compare_with_reference(experiment, motion);
  }
  measure_steps(experiment, motion);
  draw_curve(experiment, method, woodpecker);
  return true;
}

}  // namespace nsdbench::experiments::woodpecker_steps
