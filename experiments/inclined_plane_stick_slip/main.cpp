// Oscillator with three frictional contacts on an inclined plane (Woesle & Pfeiffer 1996, sec. 7): Figures 1, 5, 6,
// 7, 8.
//
//   M qddot - h - (W_N + H_R) lambda_N - W_T lambda_T = 0,   contact laws on the acceleration level (eq. 40)
//
//   inclined_plane_stick_slip                           three settings, 10 s each
//   inclined_plane_stick_slip --solver alternation      by the paper's own iteration
//   inclined_plane_stick_slip --dt 1e-5                 finer time stepping beside it
//   inclined_plane_stick_slip --integrator event_driven the same motions by another method
//
// As printed the body cannot rest: the slope pulls harder than friction holds. Two more settings have the stick-slip
// that the text and the figures show: mu = 0.13, and delta = 0.085 rad. Each is integrated on the acceleration level,
// which gives the numbers, and by Moreau's midpoint rule with step --dt, which is laid over it in the figures; and the
// difference of the two is measured against dt.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/inclined_plane_stick_slip/drawing.hpp"
#include "experiments/inclined_plane_stick_slip/motion_statistics.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/numbers.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::inclined_plane;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::InclinedPlaneOscillatorParameters;
using support::Table;

struct Setting {
  std::string name;
  InclinedPlaneOscillatorParameters parameters;
};

std::vector<Setting> settings(const InclinedPlaneOscillatorParameters& printed) {
  InclinedPlaneOscillatorParameters more_friction = printed;
  more_friction.mu = more_friction.mu_0 = 0.13;
  InclinedPlaneOscillatorParameters less_slope = printed;
  less_slope.delta = 0.085;
  return {{"as_printed", printed}, {"friction_013", more_friction}, {"inclination_0085", less_slope}};
}

AccelerationOptions tight() {
  AccelerationOptions options;
  options.velocity_scale = 1.0;
  options.atol = 1e-13;  // positions then are certain to some 1e-12 m after a second
  options.rtol = 1e-11;
  options.velocity_tolerance = 1e-9;  // stiction begins that much too early, over a deceleration of some 0.3 m/s^2
  return options;
}

constexpr double looser_by = 30.0;

AccelerationOptions looser() {
  AccelerationOptions options = tight();
  options.atol *= looser_by;
  options.rtol *= looser_by;
  options.velocity_tolerance *= looser_by;
  return options;
}

bool on_acceleration_level(const Experiment& experiment) {
  return experiment.options().integrator == "acceleration_level";
}

// Time stepping starts from feet that are 1e-9 m in the plane, since rounding opens feet that are closed by exactly
// nothing.
BodyState start_of(const Body& body, std::string_view integrator) {
  BodyState state = body.initial_state();
  if (integrator.starts_with("moreau")) state.q(2) -= 1e-9;
  return state;
}

double distance(const BodyState& a, const BodyState& b) {
  return std::max(std::abs(a.q(0) - b.q(0)), std::abs(a.q(1) - b.q(1)));
}

// One setting: Figures 6 to 8.
class SettingStudy {
 public:
  SettingStudy(Experiment& experiment, const Setting& setting, ContactSolver& solver)
      : experiment_(experiment),
        name_(setting.name),
        body_(setting.parameters),
        solver_(solver),
        end_(*experiment.options().end_time) {}

  // False if the motion did not reach its end.
  bool integrate_motion() {
    experiment_.progress().update(name_, 0.0);
    Table& drawn = experiment_.table("motion_" + name_, Drawing::motion_columns());
    Drawing drawing(drawn, experiment_.table("path_" + name_, Drawing::path_columns()), body_.parameters());
    const auto integrator = make(0);
    if (name_ == "as_printed") experiment_.integrator_settings(integrator->settings());
    time_resolution_ = experiments::event_resolution(integrator->settings());
    motions_[0] = integrate(0, &drawing);
    experiment_.require_applicable(motion().outcome.solver);
    if (!motion().outcome.completed()) {
      experiment_.incomplete("setting " + name_ + " ended at t = " + support::shortest(motion().end.t) +
                             " s: " + std::string(to_string(motion().outcome.reason)));
      return false;
    }
    motions_[1] = integrate(1, nullptr);
    motions_[2] = on_acceleration_level(experiment_) ? motions_[1] : integrate(2, nullptr);
    Table& bars = experiment_.table("stick_" + name_, {{"t_begin", "s"}, {"t_end", "s"}});
    for (const Interval& stick : motion().sticks) {
      bars.row({stick.begin, std::isfinite(stick.end) ? stick.end : end_});
    }
    record_positions();
    record_sticks();
    record_forces();
    return true;
  }

  // Time stepping, over it and against dt.
  void compare_with_time_stepping() {
    Table& stepped = experiment_.table("stepped_" + name_, {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"gamma", "rad"}});
    const double dt = *experiment_.options().dt;
    const long stride = std::max(1L, std::lround(2e-3 / dt));
    long count = 0;
    step_in_time(std::min(end_, shown), dt, [&](const BodyStep& step) {
      const BodyState& after = step.end();
      if (count++ % stride == 0) stepped.row({after.t, after.q(0), after.q(1), after.q(5)});
    });
    if (end_ < shown) return;
    if (body_.parameters().mu_0 > body_.parameters().mu) {
      experiment_.note(
          "Setting " + name_ +
          ": Moreau's midpoint rule has one friction coefficient, mu_0, and is not compared where mu_0 > mu.");
      return;
    }
    record_convergence();
  }

 private:
  const MotionStatistics& motion() const { return motions_[0]; }

  // Level 0: as asked for. On the acceleration level the other one is looser; other methods have two finer ones.
  std::unique_ptr<Integrator<Body>> make(int level) const {
    if (on_acceleration_level(experiment_)) {
      return make_acceleration_level(body_, solver_, level > 0 ? looser() : tight());
    }
    return make_integrator(experiment_.options().integrator, body_, solver_,
                           experiments::refined(experiments::integrator_settings(experiment_.options()), level, end_));
  }

  // In legs that end where states are asked for. Levels above 0 are for the uncertainties.
  MotionStatistics integrate(int level, Drawing* drawing) const {
    const auto integrator = make(level);
    MotionStatistics motion;
    BodyState state = start_of(body_, integrator->name());
    const double period = 2.0 * M_PI / body_.parameters().Omega;
    std::array<double, 4> legs = {period, 2.0 * period, shown, end_};
    std::sort(legs.begin(), legs.end());
    long evaluations = 0;
    for (const double leg : legs) {
      if (leg <= state.t || leg > end_) continue;
      motion.outcome = integrator->integrate(state, {leg}, [&](const BodyStep& step) {
        motion.on_step(step);
        if (drawing != nullptr) drawing->add(step);
      });
      evaluations += motion.outcome.counts.evaluations;
      if (!motion.outcome.completed()) break;
      if (leg == period) motion.first_section[0] = state.u(0);
      if (leg == 2.0 * period) motion.first_section[1] = state.u(0);
      if (leg == shown) motion.at_shown = state;
    }
    motion.outcome.counts.evaluations = evaluations;
    motion.end = state;
    return motion;
  }

  // Uncertainties of the acceleration level from one looser run: three times the difference, since two runs may come
  // close by chance, and no less than `resolution`. Of other methods: by two finer runs.
  template <class Get>
  Uncertainty half_width(const Get& get, double resolution = 0.0) const {
    const experiments::RefinedValues values = values_of_runs(get);
    std::optional<double> size;
    if (!on_acceleration_level(experiment_)) {
      size = experiments::uncertainty(values, std::max(resolution, experiments::rounding_of(values[0])));
    } else if (std::isfinite(values[0] - values[1])) {
      size = std::max(3.0 * std::abs(values[0] - values[1]), resolution);
    }
    return Uncertainty::or_unknown(size, experiments::finer_runs_disagree);
  }

  template <class Get>
  experiments::RefinedValues values_of_runs(const Get& get) const {
    return experiments::values_of(
        motions_, [&](const MotionStatistics& run) { return run.outcome.completed() ? get(run) : std::nan(""); });
  }

  template <class Get>
  void add(const std::string& key, const Get& get, const char* unit, const std::string& meaning,
           double resolution = 0.0) {
    const experiments::RefinedValues values = values_of_runs(get);
    experiment_.quantity(key + "_" + name_, values[0], unit, half_width(get, resolution), meaning);
  }

  // Below which positions at `t` [s] are not known whatever two runs say: see tight(). Other methods know their own.
  double position_resolution(double t) const { return on_acceleration_level(experiment_) ? 1e-12 * t : 0.0; }

  void record_positions() {
    if (end_ >= shown) {
      const auto at_shown = [](int k) { return [k](const MotionStatistics& run) { return run.at_shown.q(k); }; };
      add("x_1s", at_shown(0), "m", "x at 1 s", position_resolution(shown));
      add("y_1s", at_shown(1), "m", "y at 1 s", position_resolution(shown));
      add("gamma_1s", at_shown(5), "rad", "gamma at 1 s", position_resolution(shown));
    }
    if (end_ != 10.0) return;
    const auto at_end = [](int k) { return [k](const MotionStatistics& run) { return run.end.q(k); }; };
    add("x_10s", at_end(0), "m", "x at 10 s", position_resolution(end_));
    add("gamma_10s", at_end(5), "rad", "gamma at 10 s", position_resolution(end_));
    if (knows_stick_phases()) {
      experiment_.quantity("stick_phases_10s_" + name_, static_cast<double>(motion().sticks.size()), "1",
                           Uncertainty::count(), "phases of stiction of the whole body in 10 s");
    }
    add(
        "mean_drift_velocity", [](const MotionStatistics& run) { return run.end.q(0) / 10.0; }, "m/s",
        "x at 10 s, over 10 s", position_resolution(1.0));
  }

  // Whether the runs with other steps or tolerances have as many phases of stiction. If not, the body flickers between
  // stiction and slip as it comes to rest, and a phase of the run is not one of the motion.
  bool knows_stick_phases() const {
    return std::all_of(motions_.begin(), motions_.end(), [&](const MotionStatistics& run) {
      return run.outcome.completed() && run.sticks.size() == motion().sticks.size();
    });
  }

  void record_sticks() {
    if (!knows_stick_phases()) {
      experiment_.note("Setting " + name_ + ": " + std::to_string(motion().sticks.size()) +
                       " phases of stiction with these steps, " + std::to_string(motions_[1].sticks.size()) + " and " +
                       std::to_string(motions_[2].sticks.size()) +
                       " with others: their number and their times are not recorded.");
      return;
    }
    const auto stick = [](std::size_t k, double Interval::*time) {
      return [=](const MotionStatistics& run) { return run.sticks[k].*time; };
    };
    for (std::size_t k = 0; k < std::min<std::size_t>(2, motion().sticks.size()); ++k) {
      const std::string number = std::to_string(k + 1);
      record_stick_start(number, stick(k, &Interval::begin));
      if (!std::isfinite(motion().sticks[k].end)) continue;
      add("stick_end_" + number, stick(k, &Interval::end), "s", "end of stick phase " + number, time_resolution_);
    }
  }

  // On the acceleration level stiction begins too early by the velocity tolerance over the deceleration: the looser
  // run's by thirty times as much, so that this one's error is a 29th of the difference. Three times that, since the
  // feet stop one after the other.
  template <class Get>
  void record_stick_start(const std::string& number, const Get& get) {
    const std::string key = "stick_start_" + number;
    const std::string meaning = "start of stick phase " + number;
    const experiments::RefinedValues values = values_of_runs(get);
    const double difference = std::abs(values[0] - values[1]);
    if (!on_acceleration_level(experiment_) || !std::isfinite(difference)) {
      add(key, get, "s", meaning, time_resolution_);
      return;
    }
    experiment_.quantity(key + "_" + name_, values[0], "s", 3.0 * difference / (looser_by - 1.0), meaning);
  }

  void record_normal_force() {
    experiment_.quantity("normal_force_min_" + name_, motion().smallest_normal_force, "N",
                         half_width([](const MotionStatistics& run) { return run.smallest_normal_force; }),
                         on_acceleration_level(experiment_)
                             ? "smallest normal force of a foot at the ends of all steps above 10 us"
                             : "smallest mean normal force of a foot in a step above 10 us");
  }

  void record_forces() {
    if (std::isfinite(motion().smallest_normal_force)) record_normal_force();
    experiment_.quantity("largest_tilt_" + name_, motion().largest_tilt, "rad", Uncertainty::residual(1e-12),
                         "largest |alpha| or |beta|");
    if (std::isfinite(motion().jump_at_arrest)) {
      experiment_.quantity("jump_at_arrest_" + name_, motion().jump_at_arrest, "m/s^2",
                           half_width([](const MotionStatistics& run) { return run.jump_at_arrest; }),
                           "smallest jump of xddot where the body comes to rest");
      experiment_.quantity("force_jump_at_arrest_" + name_, motion().force_jump_at_arrest, "N",
                           half_width([](const MotionStatistics& run) { return run.force_jump_at_arrest; }),
                           "jump of the normal force that jumps most where the body comes to rest, smallest of all "
                           "such instants");
    }
    if (end_ > 4.0 * M_PI / body_.parameters().Omega) {
      experiment_.quantity(
          "velocity_gain_" + name_, motion().first_section[1] - motion().first_section[0], "m/s",
          half_width([](const MotionStatistics& run) { return run.first_section[1] - run.first_section[0]; },
                     position_resolution(1.0)),
          "change of xdot over the second revolution");
    }
    experiment_.quantity("right_hand_sides_" + name_, static_cast<double>(motion().outcome.counts.evaluations), "1",
                         Uncertainty::count(),
                         on_acceleration_level(experiment_)
                             ? "contact problems on the acceleration level to the end time"
                             : "evaluations of the equations of motion to the end time");
  }

  template <class OnStep>
  BodyState step_in_time(double end, double dt, const OnStep& on_step) const {
    const auto integrator = make_moreau(body_, solver_, dt);
    BodyState state = start_of(body_, integrator->name());
    experiments::require_solved(integrator->integrate(state, {end}, on_step));
    return state;
  }

  void record_convergence() {
    const bool quick = experiment_.options().quick;
    Table& convergence = experiment_.table("convergence_" + name_, {{"dt", "s"}, {"difference", "m"}});
    const std::vector<double> sizes = jittered_step_sizes(2e-3, quick ? 4 : 6, quick ? 6 : 12);
    std::vector<double> differences;
    for (const double dt : sizes) {
      const BodyState there = step_in_time(shown, dt, [](const BodyStep&) {});
      differences.push_back(distance(there, motion().at_shown));
      convergence.row({dt, differences.back()});
    }
    const OrderFit fit = fit_order(sizes, differences, OctaveStatistic::median);
    experiment_.quantity("time_stepping_order_" + name_, fit.order, "1", 2.0 * fit.standard_error,
                         "order in dt of the distance between both integrators' positions at 1 s, medians of octaves");
    experiment_.quantity(
        "time_stepping_distance_" + name_, fit.constant * elementary::pow(1e-4, fit.order), "m",
        Uncertainty::unknown("It is read from a fitted line, whose scatter was not carried over to it."),
        "distance between both integrators' positions at 1 s for dt = 1e-4 s, from the fitted line");
  }

  Experiment& experiment_;
  const std::string& name_;
  Body body_;
  ContactSolver& solver_;
  double end_;                                                            // [s]
  std::array<MotionStatistics, experiments::refinement_levels> motions_;  // the one that is recorded, and for its
                                                                          // uncertainties
  double time_resolution_ = 0.0;                                          // [s]
};

// One solver on the acceleration-level contact problems of one second. `reference`: x at 1 s by the first solver.
void try_solver(Experiment& experiment, const Setting& setting, const std::string& solver_name, double number,
                Table& table, std::optional<double>& reference) {
  const Body body(setting.parameters);
  const auto solver = make_contact_solver(solver_name);
  AccelerationOptions options;
  options.velocity_scale = 1.0;
  options.max_evaluations = 1200000;
  BodyState state = body.initial_state();
  const Outcome outcome = make_acceleration_level(body, *solver, options)->integrate(state, {shown});
  const auto right_hand_sides = static_cast<double>(outcome.counts.evaluations);
  const auto iterations = static_cast<double>(outcome.counts.solver_iterations);
  const auto unsolved = static_cast<double>(outcome.counts.unsolved_problems);
  table.row({number, outcome.completed() ? 1.0 : 0.0, right_hand_sides, iterations, unsolved, state.q(0)});
  if (outcome.counts.evaluations == 0) return;
  experiment.quantity("iterations_" + solver_name, iterations / right_hand_sides, "1", Uncertainty::count(),
                      "iterations of " + solver_name + " a right-hand side, setting " + setting.name);
  experiment.quantity("unsolved_" + solver_name, unsolved, "1", Uncertainty::count(),
                      "contact problems that " + solver_name + " left unsolved; their steps were tried again, smaller");
  if (!outcome.completed()) {
    experiment.note("With solver " + solver_name + " setting " + setting.name + " ended at t = " +
                    support::shortest(state.t) + " s: " + std::string(to_string(outcome.reason)) + ".");
    return;
  }
  if (!reference) reference = state.q(0);
  experiment.quantity("x_difference_" + solver_name, std::abs(state.q(0) - *reference), "m",
                      Uncertainty::residual(1e-9), "difference of x at 1 s from that by newton, default tolerances");
}

void compare_solvers(Experiment& experiment, const Setting& setting) {
  Table& table = experiment.table("solvers", {{"solver", "1", "1 newton, 2 alternation, 3 psor, 4 portfolio"},
                                              {"completed", "1", "1 if the run came to its end"},
                                              {"right_hand_sides", "1"},
                                              {"iterations", "1"},
                                              {"unsolved", "1"},
                                              {"x_1s", "m"}});
  std::optional<double> reference;
  double number = 0.0;
  for (const std::string solver_name : {"newton", "alternation", "psor", "portfolio"}) {
    number += 1.0;
    try_solver(experiment, setting, solver_name, number, table, reference);
  }
}

void record_method(Experiment& experiment) {
  if (on_acceleration_level(experiment)) {
    experiment.method("acceleration_pair", "Runge-Kutta-Fehlberg 4(5)");
    experiment.method("acceleration_atol", tight().atol);
    experiment.method("acceleration_rtol", tight().rtol);
    experiment.method("velocity_tolerance", tight().velocity_tolerance);
    experiment.method("acceleration_tolerance", tight().acceleration_tolerance);
  } else {
    experiment.note(
        "The comparison with Moreau's midpoint rule and that of contact solvers are made only with the integrator "
        "acceleration_level.");
  }
  experiment.method(
      "light_points",
      "above foot 1 and above the middle of feet 2 and 3, without the motion of the centre of mass in the body");
  experiment.method("settings", "friction_013: mu = mu_0 = 0.13; inclination_0085: delta = 0.085 rad");
}

void run(Experiment& experiment) {
  const auto printed = experiment.parameters<InclinedPlaneOscillatorParameters>("inclined_plane_oscillator");
  const std::vector<Setting> all = settings(printed);
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.require_integrator(why_not_applicable(experiment.options().integrator, Body(printed)));
  record_method(experiment);
  const bool papers_method = on_acceleration_level(experiment);
  for (const Setting& setting : all) {
    SettingStudy study(experiment, setting, *solver);
    if (study.integrate_motion() && papers_method) study.compare_with_time_stepping();
  }
  if (papers_method && *experiment.options().end_time >= shown) compare_solvers(experiment, all[1]);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "inclined_plane_stick_slip";
  info.paper = "woesle1996";
  info.title = "Oscillator on an inclined plane (Woesle & Pfeiffer 1996, sec. 7): Figures 1, 5, 6, 7, 8";
  info.description =
      "Integrates the printed setting and two with stick-slip (mu = 0.13; delta = 0.085 rad) on the acceleration level "
      "and\n"
      "by Moreau's midpoint rule with step --dt.\n\n"
      "  inclined_plane_stick_slip\n"
      "  inclined_plane_stick_slip --solver alternation --end-time 1 --out results/alternation\n"
      "  inclined_plane_stick_slip --dt 1e-5 --out results/finer\n"
      "  inclined_plane_stick_slip --integrator event_driven --end-time 1";
  info.default_solver = "portfolio";  // an LCP has no friction disc
  info.default_integrator = "acceleration_level";
  info.default_dt = 1e-4;
  info.default_end_time = 10.0;
  info.figures = {
      {"woesle1996_fig1", "Friction characteristic that falls with the sliding velocity"},
      {"woesle1996_fig5", "Friction characteristic of the example: constant"},
      {"woesle1996_fig6", "x, y and gamma over 1 s, by both integrators, with the phases of stiction"},
      {"woesle1996_fig7", "Paths of two points on the body"},
      {"woesle1996_fig8", "Acceleration over velocity for x, y and gamma"},
      {"woesle1996_normal_forces", "Normal forces of the three feet"},
      {"woesle1996_convergence", "Distance of the two integrators against the time step"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
