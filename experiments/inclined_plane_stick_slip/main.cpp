// Oscillator with three frictional contacts on an inclined plane (Woesle & Pfeiffer 1996, sec. 7): Figures 6, 7, 8.
//
//   M qddot - h - (W_N + H_R) lambda_N - W_T lambda_T = 0,   contact laws on the acceleration level (eq. 40)
//
//   inclined_plane_stick_slip                      three settings, 10 s each
//   inclined_plane_stick_slip --solver alternation by the paper's own iteration
//   inclined_plane_stick_slip --dt 1e-5            finer time stepping beside it
//
// As printed the body cannot rest: the slope pulls harder than friction holds. Two more settings have the stick-slip
// that the text and the figures show: mu = 0.13, and delta = 0.085 rad. Each is integrated on the acceleration level,
// which gives the numbers, and by Moreau's midpoint rule with step --dt, which is laid over it in the figures; and the
// difference of the two is measured against dt.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/acceleration_level/contact_acceleration.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"
#include "support/numbers.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::InclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;
using support::ComputationFailed;
using support::Table;
using Body = InclinedPlaneOscillator;
using Motion = State<6>;
using Samples = AccelerationSamples<Body>;

constexpr double shown = 1.0;  // s: of Figures 6 and 8
// s. When the body stops all feet stop at once; within the velocity tolerance they do so one after the other, and what
// happens between is no part of the motion.
constexpr double shortest_phase = 1e-5;

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

struct Interval {
  double begin, end;
};

// What is read from a motion on the acceleration level.
struct Reading {
  Outcome result;
  Motion at_shown, end;
  std::vector<Interval> sticks;  // the whole body at rest; an open end is NaN
  double smallest_normal_force = std::numeric_limits<double>::infinity();
  double largest_tilt = 0.0;              // |alpha|, |beta| [rad]
  double jump_at_arrest = 0.0;            // of xddot [m/s^2], smallest over the arrests
  std::array<double, 2> first_section{};  // xdot after one and two revolutions
};

AccelerationOptions tight() {
  AccelerationOptions options;
  options.atol = 1e-13;  // positions then are certain to some 1e-12 m after a second
  options.rtol = 1e-11;
  options.velocity_tolerance = 1e-9;  // stiction begins that much too early, over a deceleration of some 0.3 m/s^2
  return options;
}

bool all_stick(const Samples& step) {
  return std::all_of(step.states.begin(), step.states.end(),
                     [](ContactState state) { return state == ContactState::sticking; });
}

template <class Observer>
Reading integrate_accelerations(const Body& body, ContactSolver& solver, const AccelerationOptions& options, double end,
                                Observer observe) {
  ContactAcceleration<Body> integrator(body, solver, options);
  Reading reading;
  Motion state = body.initial_state();
  bool at_rest = false;
  reading.jump_at_arrest = std::numeric_limits<double>::infinity();
  double sliding_acceleration = std::nan("");  // xddot at the end of the last step in which all feet slide
  const double period = 2.0 * M_PI / body.parameters().Omega;
  const auto see = [&](const Samples& step) {
    const bool rests = all_stick(step);
    const double xddot = step.begin.answer.acceleration(0);
    if (rests && !at_rest) {
      reading.sticks.push_back({step.begin.state.t, std::nan("")});
      const double jump = std::abs(xddot - sliding_acceleration);
      if (std::isfinite(jump)) reading.jump_at_arrest = std::min(reading.jump_at_arrest, jump);
    }
    if (!rests && at_rest) {
      // Break-away is noticed when xddot, which grows from zero, exceeds the tolerance: back to where it was zero.
      const double growth = (step.end.answer.acceleration(0) - xddot) / (step.end.state.t - step.begin.state.t);
      const double late = xddot / growth;
      reading.sticks.back().end = step.begin.state.t - (late > 0.0 && late < 1e-5 ? late : 0.0);
    }
    at_rest = rests;
    const bool lasting = step.end.state.t - step.begin.state.t > shortest_phase;
    const bool slides = lasting && std::all_of(step.states.begin(), step.states.end(),
                                               [](ContactState contact) { return contact == ContactState::sliding; });
    if (slides) sliding_acceleration = step.end.answer.acceleration(0);
    for (const AccelerationSample<Body>* sample : {&step.begin, &step.end}) {
      if (lasting) {
        reading.smallest_normal_force =
            std::min(reading.smallest_normal_force, sample->answer.normal_forces.minCoeff());
      }
      reading.largest_tilt =
          std::max({reading.largest_tilt, std::abs(sample->state.q(3)), std::abs(sample->state.q(4))});
    }
    observe(step);
  };
  // Legs that end where states are asked for.
  std::array<double, 4> legs = {period, 2.0 * period, shown, end};
  std::sort(legs.begin(), legs.end());
  long right_hand_sides = 0;
  for (const double leg : legs) {
    if (leg <= state.t || leg > end) continue;
    reading.result =
        integrator.integrate(state, {leg}, [&](const Step<Body>& step) { see(acceleration_samples(step)); });
    right_hand_sides += reading.result.counts.evaluations;
    if (!reading.result.completed()) break;
    if (leg == period) reading.first_section[0] = state.u(0);
    if (leg == 2.0 * period) reading.first_section[1] = state.u(0);
    if (leg == shown) reading.at_shown = state;
  }
  reading.result.counts.evaluations = right_hand_sides;
  reading.end = state;
  return reading;
}

// Rows for figures.
std::vector<support::Column> motion_columns() {
  return {{"t", "s"},
          {"x", "m"},
          {"y", "m"},
          {"gamma", "rad"},
          {"xdot", "m/s"},
          {"ydot", "m/s"},
          {"gammadot", "rad/s"},
          {"xddot", "m/s^2"},
          {"yddot", "m/s^2"},
          {"gammaddot", "rad/s^2"},
          {"lambda_1", "N"},
          {"lambda_2", "N"},
          {"lambda_3", "N"}};
}

void add_row(Table& table, const AccelerationSample<Body>& sample) {
  const Motion& s = sample.state;
  const auto& a = sample.answer.acceleration;
  const auto& n = sample.answer.normal_forces;
  table.row({s.t, s.q(0), s.q(1), s.q(5), s.u(0), s.u(1), s.u(5), a(0), a(1), a(5), n(0), n(1), n(2)});
}

// Two points fixed on the body: above foot 1 and above the middle of feet 2 and 3. Where the paper's light-emitting
// diodes are is not printed. As in gdot_T the motion of the centre of mass within the body is left out: at rest they
// rest.
std::array<Vector<2>, 2> light_points(const InclinedPlaneOscillatorParameters& p, const Motion& s) {
  const double sine = std::sin(s.q(5));
  const double cosine = std::cos(s.q(5));
  std::array<Vector<2>, 2> points;
  const std::array<Vector<2>, 2> on_body = {Vector<2>(-p.a_1, p.b_1), Vector<2>(p.a_2, 0.5 * (p.b_3 - p.b_2))};
  for (std::size_t k = 0; k < 2; ++k) {
    points[k] << s.q(0) + cosine * on_body[k](0) - sine * on_body[k](1),
        s.q(1) + sine * on_body[k](0) + cosine * on_body[k](1);
  }
  return points;
}

// Time stepping: from feet that are 1e-9 m in the plane, since rounding opens feet that are closed by exactly nothing.
template <class Observer>
Motion step_in_time(const Body& body, ContactSolver& solver, double end, double dt, Observer observe) {
  MoreauMidpoint integrator(body, solver);
  Motion state = body.initial_state();
  state.q(2) -= 1e-9;
  const IntegrationResult result = integrate(integrator, state, end, dt, observe);
  experiments::require_solved(result, state.t, dt);
  return state;
}

double distance(const Motion& a, const Motion& b) {
  return std::max(std::abs(a.q(0) - b.q(0)), std::abs(a.q(1) - b.q(1)));
}

void show(Experiment& experiment, const Setting& setting, ContactSolver& solver) {
  const std::string& name = setting.name;
  const Body body(setting.parameters);
  const double end = *experiment.options().end_time;
  const bool quick = experiment.options().quick;
  experiment.progress().update(name, 0.0);

  Table& motion = experiment.table("motion_" + name, motion_columns());
  Table& path = experiment.table("path_" + name, {{"t", "s"}, {"x_1", "m"}, {"y_1", "m"}, {"x_2", "m"}, {"y_2", "m"}});
  double next_point = 0.0;
  const Reading reading = integrate_accelerations(body, solver, tight(), end, [&](const Samples& step) {
    const bool lasting = step.end.state.t - step.begin.state.t > shortest_phase;
    if (lasting && step.begin.state.t < shown) {
      add_row(motion, step.begin);
      add_row(motion, step.end);
    }
    if (step.end.state.t >= next_point) {
      const auto points = light_points(setting.parameters, step.end.state);
      path.row({step.end.state.t, points[0](0), points[0](1), points[1](0), points[1](1)});
      next_point = step.end.state.t + 0.01;
    }
  });
  experiment.require_applicable(reading.result.solver);
  if (!reading.result.completed()) {
    experiment.incomplete("setting " + name + " ended at t = " + support::shortest(reading.end.t) +
                          " s: " + std::string(to_string(reading.result.reason)));
    return;
  }
  AccelerationOptions looser = tight();
  looser.atol *= 30.0;
  looser.rtol *= 30.0;
  looser.velocity_tolerance *= 30.0;
  const Reading check = integrate_accelerations(body, solver, looser, end, [](const Samples&) {});

  Table& bars = experiment.table("stick_" + name, {{"t_begin", "s"}, {"t_end", "s"}});
  for (const Interval& stick : reading.sticks) bars.row({stick.begin, std::isfinite(stick.end) ? stick.end : end});

  // Uncertainties from the looser run: its error is thirty times that of the tighter one.
  const auto quantity = [&](const std::string& key, double value, double looser_value, const char* unit,
                            const std::string& meaning) {
    std::optional<double> half_width;
    if (check.result.completed() && std::isfinite(looser_value)) half_width = std::abs(value - looser_value);
    experiment.quantity(key + "_" + name, value, unit, half_width, meaning);
  };
  if (end >= shown) {
    quantity("x_1s", reading.at_shown.q(0), check.at_shown.q(0), "m", "x at 1 s");
    quantity("y_1s", reading.at_shown.q(1), check.at_shown.q(1), "m", "y at 1 s");
    quantity("gamma_1s", reading.at_shown.q(5), check.at_shown.q(5), "rad", "gamma at 1 s");
  }
  if (end == 10.0) {
    quantity("x_10s", reading.end.q(0), check.end.q(0), "m", "x at 10 s");
    quantity("gamma_10s", reading.end.q(5), check.end.q(5), "rad", "gamma at 10 s");
    experiment.quantity("stick_phases_10s_" + name, static_cast<double>(reading.sticks.size()), "1", 0.0,
                        "phases of stiction of the whole body in 10 s");
    quantity("mean_drift_velocity", reading.end.q(0) / 10.0, check.end.q(0) / 10.0, "m/s", "x at 10 s, over 10 s");
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(2, reading.sticks.size()); ++k) {
    const std::string number = std::to_string(k + 1);
    const bool comparable = check.sticks.size() == reading.sticks.size();
    const double nothing = std::nan("");
    quantity("stick_start_" + number, reading.sticks[k].begin, comparable ? check.sticks[k].begin : nothing, "s",
             "start of stick phase " + number);
    if (!std::isfinite(reading.sticks[k].end)) continue;
    quantity("stick_end_" + number, reading.sticks[k].end, comparable ? check.sticks[k].end : nothing, "s",
             "end of stick phase " + number);
  }
  experiment.quantity("normal_force_min_" + name, reading.smallest_normal_force, "N", std::nullopt,
                      "smallest normal force of a foot at the ends of all steps above 10 us");
  experiment.quantity("largest_tilt_" + name, reading.largest_tilt, "rad", std::nullopt, "largest |alpha| or |beta|");
  if (std::isfinite(reading.jump_at_arrest)) {
    experiment.quantity("jump_at_arrest_" + name, reading.jump_at_arrest, "m/s^2", std::nullopt,
                        "smallest jump of xddot where the body comes to rest");
  }
  if (end > 4.0 * M_PI / setting.parameters.Omega) {
    experiment.quantity("velocity_gain_" + name, reading.first_section[1] - reading.first_section[0], "m/s",
                        std::nullopt, "change of xdot over the second revolution");
  }
  experiment.quantity("right_hand_sides_" + name, static_cast<double>(reading.result.counts.evaluations), "1", 0.0,
                      "contact problems on the acceleration level to the end time");

  // Time stepping, over it and against dt.
  Table& stepped = experiment.table("stepped_" + name, {{"t", "s"}, {"x", "m"}, {"y", "m"}, {"gamma", "rad"}});
  const double dt = *experiment.options().dt;
  const double until = std::min(end, shown);
  const long stride = std::max(1L, std::lround(2e-3 / dt));
  long count = 0;
  step_in_time(body, solver, until, dt, [&](const Motion&, const Motion& after, const auto&) {
    if (count++ % stride == 0) stepped.row({after.t, after.q(0), after.q(1), after.q(5)});
    return true;
  });
  if (end < shown) return;
  if (setting.parameters.mu_0 > setting.parameters.mu) {
    experiment.note("Setting " + name + ": time stepping knows mu_0 only and is not compared.");
    return;
  }
  Table& convergence = experiment.table("convergence_" + name, {{"dt", "s"}, {"difference", "m"}});
  const std::vector<double> sizes = jittered_step_sizes(2e-3, quick ? 4 : 6, quick ? 6 : 12);
  std::vector<double> differences;
  for (const double h : sizes) {
    const Motion there = step_in_time(body, solver, shown, h, [](const auto&...) { return true; });
    differences.push_back(distance(there, reading.at_shown));
    convergence.row({h, differences.back()});
  }
  const OrderFit fit = fit_order(sizes, differences, OctaveStatistic::median);
  experiment.quantity("time_stepping_order_" + name, fit.order, "1", 2.0 * fit.standard_error,
                      "order in dt of the distance between both integrators' positions at 1 s, medians of octaves");
  experiment.quantity("time_stepping_distance_" + name, fit.constant * std::pow(1e-4, fit.order), "m", std::nullopt,
                      "distance between both integrators' positions at 1 s for dt = 1e-4 s, from the fitted line");
}

// The solvers on the acceleration-level contact problems of one second.
void compare_solvers(Experiment& experiment, const Setting& setting) {
  const Body body(setting.parameters);
  Table& table = experiment.table("solvers", {{"solver", "1"},
                                              {"completed", "1"},
                                              {"right_hand_sides", "1"},
                                              {"iterations", "1"},
                                              {"unsolved", "1"},
                                              {"x_1s", "m"}});
  std::optional<double> reference;
  double number = 0.0;
  for (const std::string solver_name : {"newton", "alternation", "psor", "portfolio"}) {
    number += 1.0;
    const auto solver = make_contact_solver(solver_name);
    AccelerationOptions options;
    options.max_steps = 200000;
    ContactAcceleration<Body> integrator(body, *solver, options);
    Motion state = body.initial_state();
    const Outcome result = integrator.integrate(state, {shown});
    table.row({number, result.completed() ? 1.0 : 0.0, static_cast<double>(result.counts.evaluations),
               static_cast<double>(result.counts.solver_iterations),
               static_cast<double>(result.counts.unsolved_problems), state.q(0)});
    if (result.counts.evaluations == 0) continue;
    experiment.quantity(
        "iterations_" + solver_name,
        static_cast<double>(result.counts.solver_iterations) / static_cast<double>(result.counts.evaluations), "1",
        std::nullopt, "iterations of " + solver_name + " a right-hand side, setting " + setting.name);
    experiment.quantity(
        "unsolved_" + solver_name, static_cast<double>(result.counts.unsolved_problems), "1", 0.0,
        "contact problems that " + solver_name + " left unsolved; their steps were tried again, smaller");
    if (!result.completed()) {
      experiment.note("With solver " + solver_name + " setting " + setting.name + " ended at t = " +
                      support::shortest(state.t) + " s: " + std::string(to_string(result.reason)) + ".");
      continue;
    }
    if (!reference) reference = state.q(0);
    experiment.quantity("x_difference_" + solver_name, std::abs(state.q(0) - *reference), "m", std::nullopt,
                        "difference of x at 1 s from that by newton, default tolerances");
  }
}

void run(Experiment& experiment) {
  const auto printed = experiment.parameters<InclinedPlaneOscillatorParameters>("inclined_plane_oscillator");
  const std::vector<Setting> all = settings(printed);
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.method("acceleration_pair", "Runge-Kutta-Fehlberg 4(5)");
  experiment.method("acceleration_atol", tight().atol);
  experiment.method("acceleration_rtol", tight().rtol);
  experiment.method("velocity_tolerance", tight().velocity_tolerance);
  experiment.method("acceleration_tolerance", tight().acceleration_tolerance);
  experiment.method(
      "light_points",
      "above foot 1 and above the middle of feet 2 and 3, without the motion of the centre of mass in the body");
  experiment.method("settings", "friction_013: mu = mu_0 = 0.13; inclination_0085: delta = 0.085 rad");
  for (const Setting& setting : all) show(experiment, setting, *solver);
  if (*experiment.options().end_time >= shown) compare_solvers(experiment, all[1]);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "inclined_plane_stick_slip";
  info.paper = "woesle1996";
  info.title = "Oscillator on an inclined plane (Woesle & Pfeiffer 1996, sec. 7): Figures 6, 7, 8";
  info.description =
      "Integrates the printed setting and two with stick-slip (mu = 0.13; delta = 0.085 rad) on the acceleration level "
      "and\n"
      "by Moreau's midpoint rule with step --dt.\n\n"
      "  inclined_plane_stick_slip\n"
      "  inclined_plane_stick_slip --solver alternation --end-time 1 --out results/alternation\n"
      "  inclined_plane_stick_slip --dt 1e-5 --out results/finer";
  info.default_solver = "portfolio";  // an LCP has no friction disc
  info.default_dt = 1e-4;
  info.default_end_time = 10.0;
  info.figures = {
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
