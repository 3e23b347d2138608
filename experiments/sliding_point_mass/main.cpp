// A point mass that slides on a table, turned round by a force (Studer, Leine & Glocker 2008, sec. 10.2): Figure 11.
//
//   m udot = F(t) + lambda,   -lambda in a Sgn(u): |lambda| <= a, lambda = -a u/|u| while it slides
//   m = 1 kg, a = 2 N, u_0 = (2, -0.2) m/s, F = (-2.5, -0.25) N until 3 s
//
//   sliding_point_mass                             the paper's setting
//   sliding_point_mass --atol 1e-10                too small a tolerance: steps of dt_min at the turn
//   sliding_point_mass --set F_y=0                 a wider turn
//   sliding_point_mass --integrator event_driven   the same motion by another method
//
// Step size adjustment with extrapolation; a step boundary lies where the force is switched off, which no mode shows.
// The motion is compared with an independent integration of the sliding phase in extended precision
// (problems/sliding_point_mass.hpp).
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sliding_point_mass/constraint_mode.hpp"
#include "experiments/sliding_point_mass/statistics.hpp"
#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/analysis/measured_run.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::sliding_mass;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::SlidingPointMassParameters;

constexpr double degrees = 180.0 / 3.14159265358979323846;

// [rad], NaN if an entry is. By the tangent, which is sharp for small angles and for those near pi.
double angle_between(const Vector<2>& a, const Vector<2>& b) {
  return std::abs(elementary::atan2(a(0) * b(1) - a(1) * b(0), a.dot(b)));
}

std::optional<double> scaled(double factor, std::optional<double> value) {
  return value ? std::optional<double>(factor * *value) : std::nullopt;
}

// The method of a run and its settings: those of the paper's method, and those of all others.
struct Method {
  std::string integrator;
  StepSizeOptions sizes;
  ExtrapolationOptions extrapolation;
  IntegratorSettings settings;

  bool adjusts_steps() const { return integrator == "moreau_adjusted"; }

  std::unique_ptr<Integrator<SlidingPointMass>> make(const SlidingPointMass& mass, ContactSolver& solver) const {
    if (adjusts_steps()) return make_moreau_adjusted(mass, solver, sizes, extrapolation);
    return make_integrator(integrator, mass, solver, settings);
  }
};

Method method_of(const experiments::RunOptions& options) {
  return {options.integrator, experiments::step_sizes(*options.control), experiments::extrapolation(*options.control),
          experiments::integrator_settings(options)};
}

// For the uncertainties, at levels 1 and 2. The paper's method has one finer run.
Method finer(const Method& method, int level, double end) {
  Method finer = method;
  finer.sizes = experiments::finer(method.sizes, end);
  finer.extrapolation.atol *= 0.2;
  finer.extrapolation.rtol *= 0.2;
  finer.settings = experiments::refined(method.settings, level, end);
  return finer;
}

// The motion as it was asked for, and finer ones.
struct Motions {
  std::array<SlidingStatistics, experiments::refinement_levels> levels;
  double time_resolution = 0.0;  // [s]
  const SlidingStatistics& drawn() const { return levels[0]; }
};

class SlidingMassStudy {
 public:
  SlidingMassStudy(Experiment& experiment, const SlidingPointMassParameters& parameters, ContactSolver& solver)
      : experiment_(experiment),
        mass_(parameters),
        solver_(solver),
        end_(*experiment.options().end_time),
        method_(method_of(experiment.options())) {
    experiment.require_integrator(why_not_applicable(method_.integrator, mass_));
    try {
      exact_.emplace(parameters);
    } catch (const std::invalid_argument& why) {
      experiment.note(std::string("No reference solution for these parameters: ") + why.what() + ".");
    }
  }

  // Fig. 11. False if the motion did not reach its end.
  bool integrate_motion() {
    support::Table& table = experiment_.table("motion", {{"t_begin", "s"},
                                                         {"t", "s"},
                                                         {"dt", "s"},
                                                         {"order", "1"},
                                                         {"x", "m"},
                                                         {"y", "m"},
                                                         {"xdot", "m/s"},
                                                         {"ydot", "m/s"},
                                                         {"speed", "m/s"},
                                                         {"lambda_x", "N"},
                                                         {"lambda_y", "N"},
                                                         {"position_error", "m"}});
    const auto integrator = method_.make(mass_, solver_);
    experiment_.integrator_settings(integrator->settings());
    const double resolution = experiments::event_resolution(integrator->settings());
    const SlidingStatistics motion = slide(method_, &table);
    if (!experiments::completed(experiment_, motion.outcome)) return false;
    if (method_.adjusts_steps()) {
      experiments::record_scheme(experiment_, method_.extrapolation);
    } else {
      experiment_.note("The study of tolerances belongs to the integrator moreau_adjusted.");
    }
    experiment_.method("step_boundaries", "force_end");
    const SlidingStatistics check = slide(finer(method_, 1, end_));
    const SlidingStatistics last = method_.adjusts_steps() ? check : slide(finer(method_, 2, end_));
    const Motions motions{{motion, check, last}, resolution};
    record_motion(motions);
    if (!exact_) return true;
    record_turn(motions);
    draw_exact();
    return true;
  }

  // The step size adjustment's tolerance against what it costs and how accurate the motion becomes.
  void study_tolerances() {
    if (!exact_ || !method_.adjusts_steps()) return;
    const int per_decade = experiment_.options().quick ? 1 : 4;
    experiment_.method("study_atol", "1e-4 to 1e-11, " + std::to_string(per_decade) + " a decade, rtol = 0");
    auto& table = experiment_.table(
        "tolerances", {{"atol", "1"}, {"accepted_steps", "1"}, {"base_steps", "1"}, {"position_error_max", "m"}});
    double at_1e_8 = not_found;
    double at_1e_10 = not_found;
    const int points = 7 * per_decade;
    for (int k = 0; k <= points; ++k) {
      experiment_.progress().update("tolerances", static_cast<double>(k) / points);
      const double atol = k % per_decade == 0 ? std::stod("1e-" + std::to_string(4 + k / per_decade))
                                              : elementary::pow(10.0, -4.0 - static_cast<double>(k) / per_decade);
      const MeasuredRun run = run_with(atol);
      if (!run.completed) continue;
      const auto accepted_steps = static_cast<double>(run.outcome.counts.accepted_steps);
      table.row({atol, accepted_steps, static_cast<double>(run.outcome.counts.evaluations), run.error});
      if (atol == 1e-8) at_1e_8 = run.error;
      if (atol != 1e-10) continue;
      at_1e_10 = run.error;
      experiment_.quantity("accepted_steps_at_atol_1e_10", accepted_steps, "1", Uncertainty::count(),
                           "accepted steps with atol = 1e-10");
    }
    if (!std::isfinite(at_1e_8 / at_1e_10)) return;
    experiment_.quantity("error_ratio_atol_1e_10_to_1e_8", at_1e_10 / at_1e_8, "1", Uncertainty::of_one_run(),
                         "largest position error with atol = 1e-10, relative to that with 1e-8");
  }

 private:
  Destination<SlidingPointMass> destination(const std::vector<double>& boundaries) const {
    Destination<SlidingPointMass> destination;
    destination.t_end = end_;
    destination.boundaries = boundaries;
    return destination;
  }
  std::vector<double> boundaries(const Method& method) const {
    return experiments::boundaries_within({mass_.parameters().force_end}, end_, method.sizes.dt_min);
  }

  SlidingStatistics slide(const Method& method, support::Table* table = nullptr) {
    const auto integrator = method.make(mass_, solver_);
    ZeroSearch search(mass_, solver_, method.sizes.dt_min);
    SlidingStatistics motion(mass_, exact_ ? &*exact_ : nullptr, search);
    MassState state = mass_.initial_state();
    const std::vector<double> limits = boundaries(method);
    motion.outcome = integrator->integrate(
        state, destination(limits),
        [&](const MassStep& step) {
          motion.on_step(step);
          if (table != nullptr) add_row(*table, step, motion.position_error(step.end()));
        },
        [&](const Event<SlidingPointMass>& event) { motion.on_event(event); });
    motion.end = state;
    return motion;
  }

  static void add_row(support::Table& table, const MassStep& step, double position_error) {
    const Vector<2> friction = step.percussions().tangential.row(0).transpose() / step.size();
    const MassState& end = step.end();
    table.row({step.begin().t, end.t, step.size(), static_cast<double>(step.order()), end.q(0), end.q(1), end.u(0),
               end.u(1), end.u.norm(), friction(0), friction(1), position_error});
  }

  // Adds a quantity, if there is one, with its difference from the independent integration.
  void add(const std::string& key, double value, std::optional<double> uncertainty, std::optional<double> exact,
           const char* unit, const std::string& meaning) {
    if (!std::isfinite(value)) return;
    const auto known = Uncertainty::or_unknown(uncertainty, experiments::finer_runs_disagree);
    experiment_.quantity(key, value, unit, known, meaning);
    if (!exact || !std::isfinite(*exact)) return;
    experiment_.quantity(key + "_error", std::abs(value - *exact), unit, known,
                         "difference of " + key + " from the independent integration");
  }

  template <class Get>
  std::optional<double> exact_value(Get get) const {
    return exact_ ? std::optional<double>(get(*exact_)) : std::nullopt;
  }

  // Of the paper's method: twice the change with finer settings.
  template <class Get>
  std::optional<double> uncertainty_of(const Motions& motions, const Get& get, double resolution) const {
    const experiments::RefinedValues values = experiments::values_of(
        motions.levels, [&](const SlidingStatistics& run) { return run.outcome.completed() ? get(run) : not_found; });
    if (!method_.adjusts_steps()) {
      return experiments::uncertainty(values, std::max(resolution, experiments::rounding_of(values[0])));
    }
    if (!std::isfinite(values[1])) return std::nullopt;
    return std::max(2.0 * std::abs(values[0] - values[1]), resolution);
  }

  void record_motion(const Motions& motions) {
    const SlidingStatistics& motion = motions.drawn();
    using Run = SlidingStatistics;
    const auto change = [&](const auto& get) { return uncertainty_of(motions, get, 0.0); };
    add("minimum_speed", motion.minimum_speed, change([](const Run& r) { return r.minimum_speed; }),
        exact_value([](const auto& e) { return e.minimum_speed(); }), "m/s", "least speed while the force acts");
    add("minimum_speed_time", motion.minimum_speed_time, change([](const Run& r) { return r.minimum_speed_time; }),
        exact_value([](const auto& e) { return e.minimum_speed_time(); }), "s", "time of the least speed");
    add("lateral_friction_peak_time", motion.lateral_peak_time,
        change([](const Run& r) { return r.lateral_peak_time; }),
        exact_value([](const auto& e) { return e.lateral_friction_peak_time(); }), "s",
        "time when the friction force across x is largest: the velocity is along y");
    const double force_end = mass_.parameters().force_end;
    for (const int k : {0, 1}) {
      const std::string axis = k == 0 ? "x" : "y";
      add("velocity_at_force_switch_" + axis, motion.velocity_at_switch(k),
          change([k](const Run& r) { return r.velocity_at_switch(k); }),
          exact_value([&](const auto& e) { return e.velocity(force_end)(k); }), "m/s",
          "velocity along " + axis + " when the force is switched off");
    }
    if (std::isfinite(motion.velocity_at_switch(0))) {
      experiment_.quantity("force_switch_time", force_end, "s", Uncertainty::setting(),
                           "time when the force is switched off");
    }
    record_stop(motions);
    record_counts(motion);
  }

  void record_stop(const Motions& motions) {
    const SlidingStatistics& motion = motions.drawn();
    using Run = SlidingStatistics;
    const auto stop_time = [](const Run& r) { return r.stop_time; };
    add("stop_time", motion.stop_time, uncertainty_of(motions, stop_time, motions.time_resolution),
        exact_value([](const auto& e) { return e.stop_time(); }), "s", "time when the mass sticks for good");
    if (!std::isfinite(motion.stop_time)) return;
    for (const int k : {0, 1}) {
      const std::string axis = k == 0 ? "x" : "y";
      add("stop_position_" + axis, motion.end.q(k),
          uncertainty_of(
              motions, [k](const Run& r) { return r.end.q(k); }, 0.0),
          exact_value([&](const auto& e) { return e.position(end_)(k); }), "m",
          "position along " + axis + " where the mass sticks");
    }
  }

  void record_counts(const SlidingStatistics& motion) {
    if (std::isfinite(motion.friction_deviation)) {
      experiment_.quantity(
          "friction_deviation", motion.friction_deviation, "1", Uncertainty::of_one_run(),
          "largest deviation of |lambda| from a in an accepted step in which the mass slides, relative to a");
      experiment_.quantity(
          "friction_beyond_turning", motion.friction_beyond_turning, "1", Uncertainty::residual(1e-8),
          "largest distance of |lambda| / a from the interval cos(psi/2) to 1, in which the mean over a step lies "
          "if the velocity turns by the angle psi in it");
    }
    experiment_.quantity("accepted_steps", static_cast<double>(motion.outcome.counts.accepted_steps), "1",
                         Uncertainty::count(), "accepted steps to the end time");
    experiment_.quantity(
        "base_steps", static_cast<double>(motion.outcome.counts.evaluations), "1", Uncertainty::count(),
        method_.adjusts_steps() ? "steps of the base scheme these took, rejected ones included"
                                : "evaluations of the equations of motion these took, rejected steps included");
    if (!exact_) return;
    experiment_.quantity("position_error_max", motion.position_error_max, "m", Uncertainty::of_one_run(),
                         "largest distance from the independent integration over all accepted nodes");
  }

  // How the force turns the mass round.
  void record_turn(const Motions& motions) {
    const SlidingStatistics& motion = motions.drawn();
    const Vector<2> start = mass_.initial_state().u;
    const auto turned = [&](const SlidingStatistics& run) { return angle_between(run.velocity_at_switch, start); };
    add("direction_change", degrees * turned(motion), scaled(degrees, uncertainty_of(motions, turned, 0.0)),
        exact_value(
            [&](const auto& e) { return degrees * angle_between(e.velocity(mass_.parameters().force_end), start); }),
        "deg", "angle between the velocities at the start and at the switch-off");
    experiment_.quantity("lambda_x_reversals", motion.lambda_x_reversals, "1", Uncertainty::count(),
                         "how often the friction force along x changes its direction while the force acts");
    const Vector<2> force(mass_.parameters().F_x, mass_.parameters().F_y);
    const auto to_force = [&](const SlidingStatistics& run) { return angle_between(run.velocity_at_switch, force); };
    add("angle_to_force_at_switch", to_force(motion), uncertainty_of(motions, to_force, 0.0),
        exact_value([&](const auto& e) { return angle_between(e.velocity(mass_.parameters().force_end), force); }),
        "rad", "angle between velocity and force when the force is switched off");
    if (motion.largest_order_at_turn > 0) {
      experiment_.quantity("step_min_at_turn", motion.smallest_step_at_turn, "s", Uncertainty::of_one_run(),
                           "smallest step within 0.1 s of the least speed");
      experiment_.quantity("used_order_max_at_turn", motion.largest_order_at_turn, "1", Uncertainty::count(),
                           "largest order within 0.1 s of the least speed");
    }
    if (motion.largest_order_later > 0) {
      experiment_.quantity("used_order_max_later", motion.largest_order_later, "1", Uncertainty::count(),
                           "largest order from 1 s after the least speed until the switch-off");
    }
    if (std::isfinite(motion.above_order_2_until)) {
      experiment_.quantity("used_order_above_2_until", motion.above_order_2_until, "s", Uncertainty::of_one_run(),
                           "end of the last step of an order above 2 before the switch-off");
    }
  }

  void draw_exact() {
    auto& curve = experiment_.table(
        "exact", {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"speed", "m/s"}, {"lambda_x", "N"}, {"lambda_y", "N"}});
    for (int k = 0; k <= 2000; ++k) {
      const double t = end_ * k / 2000.0;
      const Vector<2> q = exact_->position(t);
      const Vector<2> friction = exact_->friction(t);
      curve.row({t, q(0), q(1), exact_->velocity(t).norm(), friction(0), friction(1)});
    }
  }

  MeasuredRun run_with(double atol) {
    ExtrapolationOptions options = method_.extrapolation;
    options.order = 0;
    options.atol = atol;
    options.rtol = 0.0;
    const auto integrator = make_moreau_adjusted(mass_, solver_, method_.sizes, options);
    const std::vector<double> limits = boundaries(method_);
    return measure_run<SlidingPointMass>(*integrator, mass_.initial_state(), destination(limits),
                                         [&](const MassState& at) { return (at.q - exact_->position(at.t)).norm(); });
  }

  Experiment& experiment_;
  SlidingPointMass mass_;
  ContactSolver& solver_;
  double end_;  // [s]
  Method method_;
  std::optional<ExactSlidingMass> exact_;
};

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<SlidingPointMassParameters>("sliding_point_mass");
  // The direction of sliding is found to this tolerance, and what is left of it goes into the motion: the usual 1e-10
  // would show in errors below some 1e-9 m.
  experiment.note(
      "The paper prints neither the initial position nor step sizes, tolerances and end time of this example.");
  SolverOptions solver_options;
  solver_options.tolerance = 1e-14;
  experiment.method("solver_tolerance", solver_options.tolerance);
  const auto solver = make_contact_solver(experiment.options().solver, solver_options);
  SlidingMassStudy study(experiment, parameters, *solver);
  if (!study.integrate_motion()) return;
  study.study_tolerances();
  measure_constraint_mode(experiment, parameters, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "sliding_point_mass";
  info.paper = "studer2008";
  info.title = "Point mass sliding on a table (Studer, Leine & Glocker 2008, sec. 10.2): Figure 11";
  info.description =
      "Integrates a sliding mass that a force turns round, with step size adjustment and extrapolation, and compares\n"
      "with an independent integration in extended precision.\n\n"
      "  sliding_point_mass\n"
      "  sliding_point_mass --atol 1e-10 --out results/trapped\n"
      "  sliding_point_mass --set F_y=0 --out results/wider\n"
      "  sliding_point_mass --integrator event_driven";
  info.default_solver = "portfolio";  // an LCP has no friction disc
  info.default_integrator = "moreau_adjusted";
  info.default_control = experiments::StepControl{1e-5, 0.05, 0, 1e-8, 0.0};
  info.default_end_time = 4.0;
  info.figures = {
      {"studer2008_fig11", "Path, order, step size, friction force and speed of the sliding mass"},
      {"sliding_point_mass_tolerance", "Steps and error against the tolerance"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
