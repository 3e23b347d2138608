// The woodpecker toy with step size adjustment and extrapolation (Studer, Leine & Glocker 2008, sec. 10.4): Figures 13
// and 14, Table VII. Model and start: Glocker & Studer 2005, Table I.
//
//   woodpecker_step_size_adjustment                    the paper's setting: dt from 1e-7 s to 5e-3 s, orders up to 6
//   woodpecker_step_size_adjustment --dt-min 1e-9      sharper switching points
//   woodpecker_step_size_adjustment --set mu_2=0.35 --set mu_3=0.35
//
// 1. The motion over the first period (Fig. 13), its switching points and incidents (Table VII). 2. The error of phi_S
// against dt_max for every order p = 1 ... 6 with dt_min = 1e-10 s (Fig. 14), and with a dt_min so small that it does
// not count, in extended precision. Truth is the same scheme with far smaller steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/adjusted_run.hpp"
#include "experiments/support/order_record.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "support/numbers.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::BasicWoodpecker;
using problems::Woodpecker;
using problems::WoodpeckerParameters;
using Accepted = AcceptedStep<Woodpecker>;

constexpr int largest_order = 6;
constexpr double study_end = 0.146;  // s: one period

// Table VII, in the notation of incidents_of().
const std::vector<std::string> table_vii = {"F2 sticks", "F2 slips",  "U2 opens", "U3 closes", "U3 opens", "U1 closes",
                                            "U1 opens",  "U3 closes", "U3 opens", "U2 closes", "U2 opens", "U2 closes"};

struct Motion {
  AdjustmentResult result;
  State<3> end;
  SwitchingPoints<Woodpecker> switching;
};

template <class Observer>
Motion integrate_motion(const Woodpecker& woodpecker, ContactSolver& solver, const StepSizeOptions& sizes,
                        const ExtrapolationOptions& extrapolation, double end, Observer observe) {
  StepSizeAdjustment<Woodpecker> integrator(woodpecker, solver, sizes, extrapolation);
  Motion motion;
  motion.end = woodpecker.initial_state();
  motion.result = old_result(integrator.integrate(
      motion.end, {end},
      [&](const Step<Woodpecker>& step) {
        const AdjustedStep<Woodpecker>& shown = adjusted_step(step);
        observe(Accepted{shown.details(), shown.switching()});
      },
      [&](const Event<Woodpecker>& event) { motion.switching.observe(event); }));
  return motion;
}

// The six rows of bars under Fig. 13: for every law the intervals of time in one mode.
class ModeBars {
 public:
  explicit ModeBars(support::Table& table) : table_(table) {}

  void observe(const Accepted& accepted) {
    for (std::size_t law = 0; law < laws; ++law) {
      const ModeVector<Woodpecker>& modes = accepted.step.modes;
      const Mode mode = law % 2 == 0 ? modes.normal[law / 2] : modes.tangential[law / 2];
      if (since_[law] >= 0.0 && mode == mode_[law]) continue;
      finish(law, accepted.step.begin.t);
      since_[law] = accepted.step.begin.t;
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
    table_.row({static_cast<double>(law + 1), since_[law], t, mode_[law] == Mode::constraint ? 1.0 : 0.0});
  }

  support::Table& table_;
  std::array<double, laws> since_ = {-1.0, -1.0, -1.0, -1.0, -1.0, -1.0};
  std::array<Mode, laws> mode_{};
};

// Contact, law (0 unilateral, 1 friction) and new state (1 closed or sticking) of an incident such as "F2 sticks".
std::array<double, 3> as_numbers(const std::string& incident) {
  const bool constraint = incident.ends_with("closes") || incident.ends_with("sticks");
  return {static_cast<double>(incident[1] - '0'), incident[0] == 'F' ? 1.0 : 0.0, constraint ? 1.0 : 0.0};
}

// Table VII and the instants.
void tell_incidents(Experiment& experiment, const Motion& motion, const Motion& finer, double dt_min) {
  auto& table = experiment.table(
      "incidents", {{"instant", "1"}, {"t", "s"}, {"contact", "1"}, {"friction", "1"}, {"constraint", "1"}});
  std::vector<std::string> incidents;
  const auto& points = motion.switching.points();
  for (std::size_t k = 0; k < points.size(); ++k) {
    for (const std::string& incident : points[k].incidents) {
      incidents.push_back(incident);
      const auto [contact, friction, constraint] = as_numbers(incident);
      table.row({static_cast<double>(k + 1), points[k].time, contact, friction, constraint});
    }
  }
  experiment.quantity("switching_instants", static_cast<double>(points.size()), "1", 0.0,
                      "instants of switching; modes that change in steps directly after each other are one instant");
  experiment.quantity("resolved_switching_points", static_cast<double>(motion.result.switching_points), "1", 0.0,
                      "accepted steps of size dt_min that resolved a switching point");
  experiment.quantity("table_vii_matches", incidents == table_vii ? 1.0 : 0.0, "1", 0.0,
                      "1 if the incidents are those of Table VII in their order, 0 if not");
  constexpr std::size_t told = 9;
  for (std::size_t k = 0; k < std::min(points.size(), told); ++k) {
    std::optional<double> uncertainty;
    if (finer.result.completed() && finer.switching.points().size() == points.size()) {
      uncertainty = experiments::time_uncertainty(points[k].time, finer.switching.points()[k].time, dt_min);
    }
    std::string meaning;
    for (const std::string& incident : points[k].incidents) meaning += (meaning.empty() ? "" : ", ") + incident;
    experiment.quantity("switching_time_" + std::to_string(k + 1), points[k].time, "s", uncertainty,
                        "instant " + std::to_string(k + 1) + " of switching: " + meaning);
  }
}

// The instants against those of the same scheme in quadruple precision with a dt_min of 1e-21 s (make truth), and the
// steps that contain the true ones: `steps` are begin, size and order of the accepted steps.
void compare_with_truth(Experiment& experiment, const Motion& motion, const std::vector<std::array<double, 3>>& steps,
                        double dt_min) {
  const std::vector<support::TrueSwitchingPoint> truth = support::read_true_switching_points("woodpecker");
  const auto& points = motion.switching.points();
  double largest_error = 0.0;
  double largest_step = 0.0;
  double largest_order_there = 0.0;
  for (std::size_t k = 0; k < truth.size(); ++k) {
    if (k >= points.size() || points[k].incidents != truth[k].incidents) {
      experiment.note("Instant " + std::to_string(k + 1) + " is not that of reference-data/truth/woodpecker.json.");
      return;
    }
    largest_error = std::max(largest_error, std::abs(points[k].time - truth[k].time));
    for (const auto& [begin, dt, order] : steps) {
      const bool contains = begin <= truth[k].time && truth[k].time <= begin + dt;
      if (!contains) continue;
      largest_step = std::max(largest_step, dt);
      largest_order_there = std::max(largest_order_there, order);
    }
  }
  experiment.quantity("switching_time_error_max", largest_error / dt_min, "1", std::nullopt,
                      "largest difference of a switching time from reference-data/truth/woodpecker.json, in multiples "
                      "of dt_min");
  experiment.quantity("largest_step_at_true_instants", largest_step / dt_min, "1", std::nullopt,
                      "largest accepted step that contains a switching time of that file, in multiples of dt_min");
  experiment.quantity("largest_order_at_true_instants", largest_order_there, "1", 0.0, "largest order of such a step");
}

// Fig. 13.
bool show_motion(Experiment& experiment, const Woodpecker& woodpecker, ContactSolver& solver) {
  const experiments::StepControl& control = *experiment.options().control;
  const double end = *experiment.options().end_time;
  const StepSizeOptions sizes = experiments::step_sizes(control);
  const ExtrapolationOptions extrapolation = experiments::extrapolation(control);

  auto& table = experiment.table("motion", {{"t_begin", "s"},
                                            {"t", "s"},
                                            {"dt", "s"},
                                            {"order", "1"},
                                            {"switching", "1"},
                                            {"y", "m"},
                                            {"phi_M", "rad"},
                                            {"phi_S", "rad"},
                                            {"v", "m/s"},
                                            {"omega_M", "rad/s"},
                                            {"omega_S", "rad/s"}});
  ModeBars bars(experiment.table("modes", {{"law", "1"}, {"t_begin", "s"}, {"t_end", "s"}, {"constraint", "1"}}));
  double largest_step = 0.0;
  double largest_step_near = 0.0;
  int largest_order_near = 0;
  std::vector<std::array<double, 3>> steps;  // begin, size, order
  int largest_switching_order = 0;
  const Motion motion = integrate_motion(woodpecker, solver, sizes, extrapolation, end, [&](const Accepted& accepted) {
    const auto& step = accepted.step;
    const State<3>& s = step.end;
    table.row({step.begin.t, s.t, step.dt, static_cast<double>(step.order), accepted.switching ? 1.0 : 0.0, s.q(0),
               s.q(1), s.q(2), s.u(0), s.u(1), s.u(2)});
    bars.observe(accepted);
    largest_step = std::max(largest_step, step.dt);
    if (std::abs(step.middle() - 0.1) < 0.01) {
      largest_step_near = std::max(largest_step_near, step.dt);
      largest_order_near = std::max(largest_order_near, step.order);
    }
    steps.push_back({step.begin.t, step.dt, static_cast<double>(step.order)});
    if (accepted.switching) {
      largest_switching_order = std::max(largest_switching_order, step.order);
    }
  });
  bars.finish(motion.end.t);
  if (!experiments::completed(experiment, motion.result, motion.end.t)) return false;
  experiments::record_scheme(experiment, extrapolation);

  const StepSizeOptions finer_sizes = experiments::finer(sizes, end);
  const Motion finer = integrate_motion(woodpecker, solver, finer_sizes, extrapolation, end, [](const auto&) {});
  tell_incidents(experiment, motion, finer, sizes.dt_min);
  if (experiment.options().papers_parameters_file && experiment.options().overrides.empty()) {
    compare_with_truth(experiment, motion, steps, sizes.dt_min);
  }
  experiment.quantity("accepted_steps", static_cast<double>(motion.result.accepted_steps), "1", 0.0,
                      "accepted steps to the end time");
  experiment.quantity("base_steps", static_cast<double>(motion.result.base_steps), "1", 0.0,
                      "steps of the base scheme these took, rejected ones included");
  experiment.quantity("largest_step", largest_step, "s", std::nullopt, "largest accepted step");
  if (largest_order_near > 0) {
    experiment.quantity("largest_step_near_0_1", largest_step_near, "s", std::nullopt,
                        "largest accepted step within 0.01 s of 0.1 s");
    experiment.quantity("largest_order_near_0_1", largest_order_near, "1", 0.0, "largest order there");
  }
  if (largest_switching_order > 0) {
    experiment.quantity("largest_switching_order", largest_switching_order, "1", 0.0,
                        "largest order of a step that resolved a switching point");
  }

  // The curves between the accepted steps, from steps small enough to be drawn.
  auto& curve = experiment.table(
      "curve", {{"t", "s"}, {"phi_M", "rad"}, {"phi_S", "rad"}, {"omega_M", "rad/s"}, {"omega_S", "rad/s"}});
  StepSizeOptions drawn = sizes;
  drawn.dt_max = std::max(std::min(sizes.dt_max, 2e-4), sizes.dt_min);
  integrate_motion(woodpecker, solver, drawn, extrapolation, end, [&](const Accepted& accepted) {
    const State<3>& s = accepted.step.end;
    curve.row({s.t, s.q(1), s.q(2), s.u(1), s.u(2)});
  });
  return true;
}

// The motion over one period with small steps, to be looked up; nothing if that takes too many.
template <class Scalar>
std::optional<ReferenceTrajectory<3, Scalar>> reference_motion(const BasicWoodpecker<Scalar>& woodpecker,
                                                               ContactSolver& solver, double dt_min, double dt_max) {
  ExtrapolationOptions sixth;
  sixth.order = 6;
  sixth.powers = ErrorPowers::even;  // no force depends on velocity
  StepSizeOptions sizes;
  sizes.dt_min = dt_min;
  sizes.dt_max = dt_max;
  sizes.max_base_steps = 4 * experiments::study_step_limit;
  StepSizeAdjustment<BasicWoodpecker<Scalar>> integrator(woodpecker, solver, sizes, sixth);
  auto state = woodpecker.initial_state();
  ReferenceTrajectory<3, Scalar> reference;
  reference.add(state);
  const AdjustmentResult result = integrator.integrate(state, study_end, {}, [&](const auto& accepted) {
    reference.add(accepted.step.end);
    return true;
  });
  if (!result.completed()) return std::nullopt;
  return reference;
}

struct Setting {
  const char* prefix;                                 // of tables and quantities
  double dt_min, reference_dt_min, reference_dt_max;  // s
  std::array<StudyRange, largest_order> ranges;
};

// Fig. 14, dt_min as in the paper. From where the fast oscillation of the sleeve (1060 rad/s) is barely resolved down
// to where the errors of the switching times, some 1e-8 rad, are the largest.
constexpr Setting as_in_the_paper = {
    "", 1e-10, 1e-12, 1e-5, {{{4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}}}};
// dt_min so small that it does not count, dt_max below where that oscillation is well resolved.
constexpr Setting smooth = {
    "smooth_", 1e-17, 2e-18, 4e-6, {{{5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {9e-4, 3}, {9e-4, 3}}}};

// Errors of phi_S in the maximum norm over accepted nodes.
template <class Scalar>
void study_orders(Experiment& experiment, const BasicWoodpecker<Scalar>& woodpecker, ContactSolver& solver,
                  const Setting& setting, int per_octave, const std::string& meaning) {
  const std::string prefix = setting.prefix;
  experiment.progress().update(prefix + "orders", 0.0);
  experiment.method(prefix + "study_dt_min", setting.dt_min);
  experiment.method(prefix + "study_reference",
                    "order 6 in even powers, dt = " + support::shortest(setting.reference_dt_min) + " to " +
                        support::shortest(setting.reference_dt_max) + " s");
  const auto reference = reference_motion(woodpecker, solver, setting.reference_dt_min, setting.reference_dt_max);
  if (!reference) {
    experiment.note("No reference motion with dt from " + support::shortest(setting.reference_dt_min) +
                    " s: it takes too many steps. Orders are left out.");
    return;
  }
  experiments::OrderRecord record(experiment, prefix, "rad");
  for (int p = 1; p <= largest_order; ++p) {
    StudyRange range = setting.ranges[static_cast<std::size_t>(p - 1)];
    range.per_octave = per_octave;
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    const OrderStudy study = study_order<BasicWoodpecker<Scalar>>(
        [&](double dt_max, double dt_min) {
          StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
          sizes.max_base_steps = experiments::study_step_limit;
          return std::make_unique<StepSizeAdjustment<BasicWoodpecker<Scalar>>>(woodpecker, solver, sizes,
                                                                               extrapolation);
        },
        woodpecker.initial_state(), {Scalar(study_end)}, range, {setting.dt_min, 0.0},
        [&](double) { return setting.dt_min; },
        [&](const State<3, Scalar>& at) {
          const Scalar difference = at.q(2) - reference->position(at.t)(2);
          return static_cast<double>(difference < 0 ? -difference : difference);
        },
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
          experiment.progress().update(prefix + "orders", (p - 1 + within) / largest_order);
        });
    record.add(p, study, range, meaning);
  }
}

void study(Experiment& experiment, const WoodpeckerParameters& parameters, ContactSolver& solver) {
  const bool quick = experiment.options().quick;
  experiment.method("study_end_time", study_end);
  experiment.method("study_norm", "largest |phi_S - reference| over accepted nodes; slopes through medians of octaves");
  study_orders(experiment, Woodpecker(parameters), solver, as_in_the_paper, quick ? 4 : 12,
               "slope in dt_max of the error of phi_S with order p in smooth parts and dt_min = 1e-10 s");
  experiment.method("smooth_study_scalar_digits", std::numeric_limits<long double>::digits);
  if (std::numeric_limits<long double>::digits <= std::numeric_limits<double>::digits) {
    experiment.note(
        "Orders with negligible dt_min need a long double of more than 53 bits, which this machine has not.");
    return;
  }
  study_orders(experiment, BasicWoodpecker<long double>(parameters), solver, smooth, quick ? 6 : 12,
               "order in dt_max of phi_S with order p in smooth parts and negligible dt_min");
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  const auto solver = make_contact_solver(experiment.options().solver);
  if (show_motion(experiment, Woodpecker(parameters), *solver)) study(experiment, parameters, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_step_size_adjustment";
  info.paper = "studer2008";
  info.parameters_of = "glocker2005";
  info.title =
      "Woodpecker toy with step size adjustment (Studer, Leine & Glocker 2008, sec. 10.4): Figs 13, 14, Table VII";
  info.description =
      "Integrates the woodpecker over its first period with step size adjustment and extrapolation, lists its "
      "switching\n"
      "points and incidents, and measures the error against dt_max for every order. The options on steps are those of "
      "the\n"
      "motion drawn.\n\n"
      "  woodpecker_step_size_adjustment\n"
      "  woodpecker_step_size_adjustment --dt-min 1e-9 --out results/sharper\n"
      "  woodpecker_step_size_adjustment --set mu_2=0.35 --set mu_3=0.35 --out results/more-friction";
  info.default_control = experiments::StepControl{1e-7, 5e-3, 0, 1e-8, 0.0};
  info.default_end_time = 0.15;
  info.figures = {
      {"studer2008_fig13", "Portrait, angular velocities with modes, step size and order of the woodpecker"},
      {"studer2008_fig14", "Error of phi_S against dt_max for every order"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
