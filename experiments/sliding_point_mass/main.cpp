// A point mass that slides on a table, turned round by a force (Studer, Leine & Glocker 2008, sec. 10.2): Figure 11.
//
//   m udot = F(t) + lambda,   -lambda in a Sgn(u): |lambda| <= a, lambda = -a u/|u| while it slides
//   m = 1 kg, a = 2 N, u_0 = (2, -0.2) m/s, F = (-2.5, -0.25) N until 3 s
//
//   sliding_point_mass                         the paper's setting
//   sliding_point_mass --atol 1e-10            too small a tolerance: steps of dt_min at the turn
//   sliding_point_mass --set F_y=0             a wider turn
//
// Step size adjustment with extrapolation; a step boundary lies where the force is switched off, which no mode shows.
// Truth is an independent integration of the sliding phase in extended precision (problems/sliding_point_mass.hpp).
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/support/adjusted_run.hpp"
#include "problems/sliding_point_mass.hpp"
#include "solvers/analysis/measured_run.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::ExactSlidingMass;
using problems::SlidingPointMass;
using problems::SlidingPointMassParameters;
using MassState = State<2>;
using Step = ExtrapolatedStep<SlidingPointMass>;

constexpr double not_found = std::numeric_limits<double>::quiet_NaN();

bool sticks(const Step& step) { return step.modes.tangential[0] == Mode::constraint; }

// What is read from the motion.
struct Motion {
  AdjustmentResult result;
  MassState end;
  double minimum_speed = not_found, minimum_speed_time = not_found;  // while the force acts
  double lateral_peak_time = not_found;                              // zero of xdot
  Vector<2> velocity_at_switch = Vector<2>::Constant(not_found);
  double stop_time = not_found;     // middle of the last step from sliding to sticking
  int lambda_x_reversals = 0;       // changes of sign of lambda_x while the force acts
  double friction_deviation = 0.0;  // largest | |lambda| - a | / a of a sliding step
  double smallest_step_at_turn = std::numeric_limits<double>::infinity();
  int largest_order_at_turn = 0;  // both within 0.1 s of the least speed of the closed form
  int largest_order_later = 0;    // from 1 s after it until the switch-off
};

// The time within the smooth step `step` at which `function(state)` is zero, if it changes sign there: the step is
// repeated with other sizes.
template <class Function>
std::optional<MassState> zero_within(Extrapolation<SlidingPointMass>& extrapolation, const Step& step, double dt_min,
                                     Function function) {
  const double start = function(step.begin);
  if (step.begin.t == step.end.t || !(start * function(step.end) < 0.0)) return std::nullopt;
  double below = 0.0;
  double above = step.dt;
  MassState state = step.end;
  while (above - below > 1e-15 * std::max(step.end.t, 1.0)) {
    const double middle = 0.5 * (below + above);
    if (middle <= below || middle >= above) break;
    const Step& part =
        extrapolation.step(step.begin, middle, std::min(dt_min, 0.01 * middle), step.modes, step.percussions, step.dt);
    if (part.flag != ExtrapolationFlag::successful && part.flag != ExtrapolationFlag::inaccurate) return std::nullopt;
    state = part.end;
    (start * function(state) > 0.0 ? below : above) = middle;
  }
  return state;
}

template <class Observer>
Motion slide(const SlidingPointMass& mass, double turn, ContactSolver& solver, const StepSizeOptions& sizes,
             const ExtrapolationOptions& extrapolation, double end, Observer observe) {
  const SlidingPointMassParameters& p = mass.parameters();
  const Vector<2> force(p.F_x, p.F_y);
  StepSizeAdjustment<SlidingPointMass> integrator(mass, solver, sizes, extrapolation);
  ExtrapolationOptions sixth;
  sixth.order = 6;
  Extrapolation<SlidingPointMass> within(mass, solver, sixth);
  Motion motion;
  MassState state = mass.initial_state();
  bool slid = true;
  double last_lambda_x = 0.0;
  motion.result = integrator.integrate(
      state, end, experiments::boundaries_within({p.force_end}, end, sizes.dt_min),
      [&](const AcceptedStep<SlidingPointMass>& accepted) {
        const Step& step = accepted.step;
        const double middle = step.middle();
        if (step.end.t <= p.force_end && !sticks(step)) {
          const auto power = [&](const MassState& at) { return at.u.dot(force) - p.a * at.u.norm(); };
          if (const auto least = zero_within(within, step, sizes.dt_min, power)) {
            motion.minimum_speed = least->u.norm();
            motion.minimum_speed_time = least->t;
          }
          const auto along_x = [](const MassState& at) { return at.u(0); };
          if (const auto peak = zero_within(within, step, sizes.dt_min, along_x)) motion.lateral_peak_time = peak->t;
          if (std::abs(middle - turn) < 0.1) {
            motion.smallest_step_at_turn = std::min(motion.smallest_step_at_turn, step.dt);
            motion.largest_order_at_turn = std::max(motion.largest_order_at_turn, step.order);
          }
          if (middle > turn + 1.0) motion.largest_order_later = std::max(motion.largest_order_later, step.order);
        }
        if (step.end.t <= p.force_end && !sticks(step)) {
          const double lambda_x = step.percussions.tangential(0, 0);
          if (lambda_x * last_lambda_x < 0.0) ++motion.lambda_x_reversals;
          last_lambda_x = lambda_x;
        }
        if (step.end.t == p.force_end) motion.velocity_at_switch = step.end.u;
        if (sticks(step) && slid) motion.stop_time = middle;
        slid = !sticks(step);
        if (slid && p.a > 0.0) {
          const double friction = step.percussions.tangential.row(0).norm() / step.dt;
          motion.friction_deviation = std::max(motion.friction_deviation, std::abs(friction / p.a - 1.0));
        }
        observe(accepted);
        return true;
      });
  motion.end = state;
  return motion;
}

// The step size adjustment's tolerance against what it costs and how accurate the motion becomes.
void study_tolerances(Experiment& experiment, const SlidingPointMass& mass, const ExactSlidingMass& exact,
                      ContactSolver& solver) {
  const experiments::StepControl& control = *experiment.options().control;
  const double end = *experiment.options().end_time;
  const StepSizeOptions sizes = experiments::step_sizes(control);
  const std::vector<double> limits = experiments::boundaries_within({mass.parameters().force_end}, end, sizes.dt_min);
  const int per_decade = experiment.options().quick ? 1 : 4;
  experiment.method("study_atol", "1e-4 to 1e-11, " + std::to_string(per_decade) + " a decade, rtol = 0");
  auto& table = experiment.table(
      "tolerances", {{"atol", "1"}, {"accepted_steps", "1"}, {"base_steps", "1"}, {"position_error_max", "m"}});
  double at_1e_8 = not_found;
  double at_1e_10 = not_found;
  const int points = 7 * per_decade;
  for (int k = 0; k <= points; ++k) {
    experiment.progress().update("tolerances", static_cast<double>(k) / points);
    ExtrapolationOptions options = experiments::extrapolation(control);
    options.order = 0;
    options.atol = k % per_decade == 0 ? std::stod("1e-" + std::to_string(4 + k / per_decade))
                                       : std::pow(10.0, -4.0 - static_cast<double>(k) / per_decade);
    options.rtol = 0.0;
    StepSizeAdjustment<SlidingPointMass> integrator(mass, solver, sizes, options);
    const MeasuredRun run =
        measure_run<SlidingPointMass>(integrator, mass.initial_state(), {end, limits},
                                      [&](const MassState& at) { return (at.q - exact.position(at.t)).norm(); });
    if (!run.completed) continue;
    table.row({options.atol, static_cast<double>(run.outcome.counts.accepted_steps),
               static_cast<double>(run.outcome.counts.evaluations), run.error});
    if (options.atol == 1e-8) at_1e_8 = run.error;
    if (options.atol == 1e-10) {
      at_1e_10 = run.error;
      experiment.quantity("accepted_steps_at_atol_1e_10", static_cast<double>(run.outcome.counts.accepted_steps), "1",
                          0.0, "accepted steps with atol = 1e-10");
    }
  }
  if (std::isfinite(at_1e_8 / at_1e_10)) {
    experiment.quantity("error_ratio_atol_1e_10_to_1e_8", at_1e_10 / at_1e_8, "1", std::nullopt,
                        "largest position error with atol = 1e-10, relative to that with 1e-8");
  }
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<SlidingPointMassParameters>("sliding_point_mass");
  const SlidingPointMass mass(parameters);
  // The direction of sliding is found to this tolerance, and what is left of it goes into the motion: the usual 1e-10
  // would show in errors below some 1e-9 m.
  SolverOptions solver_options;
  solver_options.tolerance = 1e-14;
  experiment.method("solver_tolerance", solver_options.tolerance);
  const auto solver = make_contact_solver(experiment.options().solver, solver_options);
  const experiments::StepControl& control = *experiment.options().control;
  const double end = *experiment.options().end_time;
  std::optional<ExactSlidingMass> exact;
  try {
    exact.emplace(parameters);
  } catch (const std::invalid_argument& why) {
    experiment.note(std::string("No truth for these parameters: ") + why.what() + ".");
  }
  const double turn = exact ? exact->minimum_speed_time() : 0.0;
  const StepSizeOptions sizes = experiments::step_sizes(control);
  const ExtrapolationOptions extrapolation = experiments::extrapolation(control);

  auto& table = experiment.table("motion", {{"t_begin", "s"},
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
  double position_error = 0.0;
  const Motion motion =
      slide(mass, turn, *solver, sizes, extrapolation, end, [&](const AcceptedStep<SlidingPointMass>& accepted) {
        const Step& step = accepted.step;
        const Vector<2> friction = step.percussions.tangential.row(0).transpose() / step.dt;
        const double error = exact ? (step.end.q - exact->position(step.end.t)).norm() : not_found;
        if (exact) position_error = std::max(position_error, error);
        table.row({step.begin.t, step.end.t, step.dt, static_cast<double>(step.order), step.end.q(0), step.end.q(1),
                   step.end.u(0), step.end.u(1), step.end.u.norm(), friction(0), friction(1), error});
      });
  if (!experiments::completed(experiment, motion.result, motion.end.t)) return;
  experiments::record_scheme(experiment, extrapolation);
  experiment.method("step_boundaries", "force_end");

  // For the uncertainties.
  const StepSizeOptions finer_sizes = experiments::finer(sizes, end);
  ExtrapolationOptions finer_extrapolation = extrapolation;
  finer_extrapolation.atol *= 0.2;
  finer_extrapolation.rtol *= 0.2;
  const Motion finer = slide(mass, turn, *solver, finer_sizes, finer_extrapolation, end, [](const auto&) {});

  const auto quantity = [&](const std::string& key, double value, double finer_value, std::optional<double> truth,
                            const char* unit, const std::string& meaning) {
    if (!std::isfinite(value)) return;
    std::optional<double> uncertainty;
    if (finer.result.completed() && std::isfinite(finer_value)) uncertainty = 2.0 * std::abs(value - finer_value);
    if (uncertainty && key == "stop_time")
      uncertainty = experiments::time_uncertainty(value, finer_value, sizes.dt_min);
    experiment.quantity(key, value, unit, uncertainty, meaning);
    if (truth && std::isfinite(*truth)) {
      experiment.quantity(key + "_error", std::abs(value - *truth), unit, std::nullopt,
                          "difference of " + key + " from the independent integration");
    }
  };
  const auto truth = [&](auto get) { return exact ? std::optional<double>(get(*exact)) : std::nullopt; };
  quantity("minimum_speed", motion.minimum_speed, finer.minimum_speed,
           truth([](const auto& e) { return e.minimum_speed(); }), "m/s", "least speed while the force acts");
  quantity("minimum_speed_time", motion.minimum_speed_time, finer.minimum_speed_time,
           truth([](const auto& e) { return e.minimum_speed_time(); }), "s", "time of the least speed");
  quantity("lateral_friction_peak_time", motion.lateral_peak_time, finer.lateral_peak_time,
           truth([](const auto& e) { return e.lateral_friction_peak_time(); }), "s",
           "time when the friction force across x is largest: the velocity is along y");
  for (const int k : {0, 1}) {
    const std::string axis = k == 0 ? "x" : "y";
    quantity("velocity_at_force_switch_" + axis, motion.velocity_at_switch(k), finer.velocity_at_switch(k),
             truth([&](const auto& e) { return e.velocity(parameters.force_end)(k); }), "m/s",
             "velocity along " + axis + " when the force is switched off");
  }
  if (std::isfinite(motion.velocity_at_switch(0))) {
    experiment.quantity("force_switch_time", parameters.force_end, "s", 0.0, "time when the force is switched off");
  }
  quantity("stop_time", motion.stop_time, finer.stop_time, truth([](const auto& e) { return e.stop_time(); }), "s",
           "time when the mass sticks for good");
  if (std::isfinite(motion.stop_time)) {
    for (const int k : {0, 1}) {
      const std::string axis = k == 0 ? "x" : "y";
      quantity("stop_position_" + axis, motion.end.q(k), finer.end.q(k),
               truth([&](const auto& e) { return e.position(end)(k); }), "m",
               "position along " + axis + " where the mass sticks");
    }
  }
  experiment.quantity(
      "friction_deviation", motion.friction_deviation, "1", std::nullopt,
      "largest deviation of |lambda| from a in an accepted step in which the mass slides, relative to a");
  experiment.quantity("accepted_steps", static_cast<double>(motion.result.accepted_steps), "1", 0.0,
                      "accepted steps to the end time");
  experiment.quantity("base_steps", static_cast<double>(motion.result.base_steps), "1", 0.0,
                      "steps of the base scheme these took, rejected ones included");
  if (!exact) return;

  experiment.quantity("position_error_max", position_error, "m", std::nullopt,
                      "largest distance from the independent integration over all accepted nodes");
  const auto direction = [](const Vector<2>& u) { return std::atan2(u(1), u(0)); };
  const double turned = std::abs(direction(motion.velocity_at_switch) - direction(mass.initial_state().u));
  if (std::isfinite(turned)) {
    constexpr double degrees = 180.0 / 3.14159265358979323846;
    experiment.quantity("direction_change", degrees * std::min(turned, 2.0 * 180.0 / degrees - turned), "1",
                        std::nullopt, "angle between the velocities at the start and at the switch-off, in degrees");
  }
  experiment.quantity("lambda_x_reversals", motion.lambda_x_reversals, "1", 0.0,
                      "how often the friction force along x changes its direction while the force acts");
  const Vector<2>& u = motion.velocity_at_switch;
  if (std::isfinite(u(0))) {
    const double sine =
        (u(0) * parameters.F_y - u(1) * parameters.F_x) / (u.norm() * std::hypot(parameters.F_x, parameters.F_y));
    experiment.quantity("angle_to_force_at_switch", std::abs(std::asin(sine)), "rad", std::nullopt,
                        "angle between velocity and force when the force is switched off");
  }
  if (motion.largest_order_at_turn > 0) {
    experiment.quantity("smallest_step_at_turn", motion.smallest_step_at_turn, "s", std::nullopt,
                        "smallest step within 0.1 s of the least speed");
    experiment.quantity("largest_order_at_turn", motion.largest_order_at_turn, "1", 0.0,
                        "largest order within 0.1 s of the least speed");
  }
  if (motion.largest_order_later > 0) {
    experiment.quantity("largest_order_later", motion.largest_order_later, "1", 0.0,
                        "largest order from 1 s after the least speed until the switch-off");
  }

  auto& curve = experiment.table(
      "exact", {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"speed", "m/s"}, {"lambda_x", "N"}, {"lambda_y", "N"}});
  for (int k = 0; k <= 2000; ++k) {
    const double t = end * k / 2000.0;
    const Vector<2> q = exact->position(t);
    const Vector<2> friction = exact->friction(t);
    curve.row({t, q(0), q(1), exact->velocity(t).norm(), friction(0), friction(1)});
  }
  study_tolerances(experiment, mass, *exact, *solver);
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
      "  sliding_point_mass --set F_y=0 --out results/wider";
  info.default_solver = "portfolio";  // an LCP has no friction disc
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
