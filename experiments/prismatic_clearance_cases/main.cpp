// A slider on a rod with clearance (Chaturvedi, Sandu & Sandu, secs 3 and 4): Figures 4 to 12.
//
//   M (u_n - u_n-1)/h = f(q_n) + W(q_n) lambda_n,   q_n = q_n-1 + h u_n,   0 <= lambda_n perpendicular to g(q_n) >= 0
//   m = 5 kg, J = 8e-4 kg m^2, l_s = 20 mm, c = 10 um, f_x = 50 N at (0, -s) in the slider's axes
//   case 1: s = 0;   case 2: s = 0.5 mm, both under gravity;   case 3: s = l = 10 mm, without gravity
//
//   prismatic_clearance_cases                  h in [1e-4, 1e-3] s, as in the paper
//   prismatic_clearance_cases --dt 1e-5        h in [1e-5, 1e-4] s, and midpoint steps of 1e-5 s
//   prismatic_clearance_cases --set s=2e-3     case 2 with the force further out
//
// Every case by the complementarity program in all its formulations and by Moreau's midpoint rule with a contact
// solver, beside its closed form (closed_form.hpp) and the event-driven integrator; then with friction, over clearances
// and places of the force, and against the step size. Quantities are those of the program with equal steps of 1e-6 s.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/contact_map.hpp"
#include "experiments/prismatic_clearance_cases/runs.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/numbers.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/event_driven.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::prismatic;
using experiments::Experiment;
using experiments::Table;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double ratio_of_steps = 10.0;  // h_max / h_min, as in the paper
constexpr double shown = 5e-3;           // s: first part of the figures, where contacts close
constexpr double compared = 6e-3;        // s: of the interior point method's comparison
constexpr double studied = 3e-3;         // s: of the convergence study; contacts close and settle within it

std::vector<Case> cases(const PrismaticJointParameters& printed) {
  Case first{"c1", printed};
  first.parameters.s = 0.0;
  const Case second{"c2", printed};
  Case third{"c3", printed};
  third.parameters.s = printed.l;
  third.parameters.g = 0.0;
  return {first, second, third};
}

// The interior point method takes some 18 ms a step, a thousand times as long as the others.
bool is_dear(ComplementarityFormulation formulation) {
  return formulation == ComplementarityFormulation::interior_point;
}

Steps paper_steps(const Experiment& experiment) {
  return {*experiment.options().dt, ratio_of_steps * *experiment.options().dt};
}

// Rows for figures. Forces are those on the slider along y.
std::vector<experiments::Column> motion_columns() {
  return {{"t", "s"},
          {"h", "s"},
          {"x", "m"},
          {"x_left", "m"},
          {"x_right", "m"},
          {"y", "m"},
          {"y_left", "m"},
          {"y_right", "m"},
          {"theta", "rad"},
          {"xdot", "m/s"},
          {"ydot", "m/s"},
          {"ydot_left", "m/s"},
          {"ydot_right", "m/s"},
          {"force_left", "N"},
          {"force_right", "N"}};
}

void add_row(Table& table, const PrismaticJoint& joint, const State<3>& s, double h, const Forces& forces) {
  const double lever = 0.5 * joint.parameters().l_s;
  const double cosine = std::cos(s.q(2));
  const double sine = std::sin(s.q(2));
  table.row({s.t, h, s.q(0), s.q(0) - lever * cosine, s.q(0) + lever * cosine, s.q(1), s.q(1) - lever * sine,
             s.q(1) + lever * sine, s.q(2), s.u(0), s.u(1), s.u(1) - lever * cosine * s.u(2),
             s.u(1) + lever * cosine * s.u(2), end_force(forces, 0), end_force(forces, 1)});
}

double distance_error(const PrismaticJoint& joint, const ClosedForm& exact, const State<3>& state) {
  const ClosedForm::Ends d = exact.distances(state.t);
  return std::max(std::abs(joint.end_distance(state.q, 0) - d[0]), std::abs(joint.end_distance(state.q, 1) - d[1]));
}

// The event-driven integrator beside the closed form. Case 2's hits accumulate, from one end to the other: it is left
// after the first ones.
void follow_events(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact,
                   ContactSolver& solver) {
  constexpr int most_hits = 8;
  const PrismaticJoint joint(c.parameters);
  EventDriven<PrismaticJoint> integrator(joint, solver);
  State<3> state = joint.initial_state();
  Table& table = experiment.table("events_" + c.suffix, {{"t", "s"}, {"y_left", "m"}, {"y_right", "m"}});
  double error = 0.0;
  double first_hit = nothing;
  int hits = 0;
  const auto see = [&](const State<3>& at) {
    table.row({at.t, joint.end_distance(at.q, 0), joint.end_distance(at.q, 1)});
    if (exact) error = std::max(error, distance_error(joint, *exact, at));
  };
  integrator.integrate(
      state, *experiment.options().end_time,
      [&](const auto& step) {
        see(step.end());
        return joint.within_range(step.end().q);
      },
      [&](const Event<PrismaticJoint>& event) {
        see(event.after);
        if (++hits == 1) first_hit = event.t;
        return hits < most_hits;
      });
  if (hits == most_hits) {
    experiment.note("Case " + c.suffix.substr(1) + ": the event-driven integration was left after " +
                    std::to_string(most_hits) + " hits, at t = " + experiments::shortest(state.t) + " s.");
  }
  if (!exact || hits == 0) return;
  experiment.quantity("event_driven_hits_" + c.suffix, hits, "1", 0.0,
                      "events followed by the event-driven integration, case " + c.suffix.substr(1));
  experiment.quantity(
      "event_driven_contact_time_error_" + c.suffix, std::abs(first_hit - exact->first_contact_time()), "s",
      std::nullopt,
      "difference of the event-driven integration's first event from the closed form, case " + c.suffix.substr(1));
  experiment.quantity("event_driven_error_" + c.suffix, error, "m", std::nullopt,
                      "largest difference of an end's y from the closed form at the ends of all steps, event-driven "
                      "integration, case " +
                          c.suffix.substr(1));
}

// What all runs with the paper's steps have in common.
struct Extremes {
  double violation = 0.0, residual = 0.0, complementarity = 0.0;
  void see(const ProgramResult& result) {
    violation = std::max(violation, result.max_constraint_violation);
    residual = std::max(residual, result.max_equation_residual);
    complementarity = std::max(complementarity, result.max_complementarity);
  }
};

// Figures 4 to 12: the program with the paper's steps, the midpoint rule, the closed form.
void draw(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, ContactSolver& solver) {
  const PrismaticJoint joint(c.parameters);
  const double end = *experiment.options().end_time;
  const double dt = *experiment.options().dt;
  Table& program = experiment.table("program_" + c.suffix, motion_columns());
  add_row(program, joint, joint.initial_state(), nothing, {});
  run_newton(joint, paper_steps(experiment), end, [&](const State<3>&, const State<3>& after, const auto& report) {
    add_row(program, joint, after, report.h, forces_of(report.normal_forces));
  });
  Table& midpoint = experiment.table("midpoint_" + c.suffix, motion_columns());
  add_row(midpoint, joint, joint.initial_state(), nothing, {});
  run_midpoint(joint, solver, dt, end, [&](const State<3>&, const State<3>& after, const auto& report) {
    add_row(midpoint, joint, after, report.dt, forces_of(report.normal_percussions / report.dt));
  });
  if (!exact) return;
  Table& curve = experiment.table("exact_" + c.suffix, {{"t", "s"},
                                                        {"x", "m"},
                                                        {"y", "m"},
                                                        {"y_left", "m"},
                                                        {"y_right", "m"},
                                                        {"force_left", "N"},
                                                        {"force_right", "N"}});
  constexpr int fine = 1000;
  for (int k = 0; k <= 2 * fine; ++k) {
    const double t = k <= fine ? shown * k / fine : shown + (end - shown) * (k - fine) / fine;
    const ClosedForm::Ends d = exact->distances(t);
    const bool settled = t >= exact->settled_time();
    const ClosedForm::Ends forces = exact->steady_forces();
    const double sign = c.parameters.g > 0.0 ? 1.0 : -1.0;  // of the right end's force: below, or above
    curve.row({t, exact->x(t), 0.5 * (d[0] + d[1]), d[0], d[1], settled ? forces[0] : nothing,
               settled ? sign * forces[1] : nothing});
  }
}

// Runs that a formulation did not bring to their end: none is silent.
class Unfinished {
 public:
  explicit Unfinished(Experiment& experiment) : experiment_(experiment) {}

  // True if the run came to its end. Otherwise it is counted, and the first of its kind is noted.
  bool finished(ComplementarityFormulation formulation, const ProgramResult& result, const std::string& run) {
    if (result.completed()) return true;
    if (++counts_[static_cast<std::size_t>(formulation)] == 1) {
      std::string sentence = "Formulation " + std::string(to_string(formulation));
      sentence += " did not finish the run with " + run + ": a program ended ";
      sentence += to_string(result.status);
      sentence += ".";
      experiment_.note(sentence);
    }
    return false;
  }

  void record() {
    for (const ComplementarityFormulation formulation : formulations()) {
      const std::string name(to_string(formulation));
      experiment_.quantity("unfinished_" + name, counts_[static_cast<std::size_t>(formulation)], "1", 0.0,
                           "runs that formulation " + name + " did not bring to their end");
    }
  }

 private:
  Experiment& experiment_;
  std::array<int, 3> counts_{};
};

// What each formulation costs with the paper's steps.
void count(Experiment& experiment, const std::vector<Case>& all, ContactSolver& solver, Unfinished& unfinished) {
  const double end = *experiment.options().end_time;
  Extremes extremes;
  Table& steps = experiment.table(
      "cost", {{"formulation", "1"}, {"case", "1"}, {"t", "s"}, {"programs", "1"}, {"iterations", "1"}});
  for (const ComplementarityFormulation formulation : formulations()) {
    const std::string name(to_string(formulation));
    long total_steps = 0, total_programs = 0, total_iterations = 0, total_evaluations = 0, failures = 0;
    int most = 0;
    int most_programs = 0;
    std::vector<double> per_step;
    for (std::size_t k = 0; k < all.size(); ++k) {
      const PrismaticJoint joint(all[k].parameters);
      const ProgramResult result = run_program(
          joint, formulation, paper_steps(experiment), end, [&](const State<3>&, const State<3>& after, const auto& r) {
            steps.row({static_cast<double>(formulation), static_cast<double>(k + 1), after.t,
                       static_cast<double>(r.programs), static_cast<double>(r.iterations)});
            most = std::max(most, r.iterations);
            most_programs = std::max(most_programs, r.programs);
            per_step.push_back(r.iterations);
          });
      steps.break_line();
      failures += result.failures;
      if (!unfinished.finished(formulation, result, "the paper's steps, case " + all[k].suffix.substr(1))) continue;
      extremes.see(result);
      total_steps += result.steps;
      total_programs += result.programs;
      total_iterations += result.iterations;
      total_evaluations += result.evaluations;
    }
    experiment.quantity(
        "failures_" + name, static_cast<double>(failures), "1", 0.0,
        "programs that " + name + " left unsolved, the paper's steps, all cases; their steps were halved");
    if (total_steps == 0) continue;
    const auto per = [&](const char* what, double value, const std::string& meaning) {
      std::string sentence = meaning;
      sentence += ", formulation ";
      sentence += name;
      sentence += ", the paper's steps, all cases";
      experiment.quantity(std::string(what) + "_" + name, value, "1", std::nullopt, sentence);
    };
    const auto mean = [&](long sum) { return static_cast<double>(sum) / static_cast<double>(total_steps); };
    per("programs_per_step", mean(total_programs), "programs solved a step, those that find its size included");
    per("iterations_per_step", mean(total_iterations), "iterations a step");
    per("evaluations_per_step", mean(total_evaluations), "evaluations of the program a step");
    per("iterations_ratio", most / median(per_step), "iterations of the dearest step over the median of all steps");
    per("programs_of_dearest_step", most_programs, "most programs solved for one step");
  }
  experiment.quantity("max_constraint_violation", extremes.violation, "m", std::nullopt,
                      "largest -g at the end of a step, the paper's steps, all cases and formulations");
  experiment.quantity("max_equation_residual", extremes.residual, "N", std::nullopt,
                      "largest residual of the equations of motion (N, N m), likewise, recomputed from the end state");
  experiment.quantity("max_complementarity", extremes.complementarity, "m", std::nullopt,
                      "largest |min(h^2 G_ii lambda_i, g_i)|, likewise");
  long iterations = 0;
  long count = 0;
  for (const Case& c : all) {
    run_midpoint(PrismaticJoint(c.parameters), solver, paper_steps(experiment).h_min, end,
                 [&](const State<3>&, const State<3>&, const auto& report) {
                   iterations += report.solver.iterations;
                   ++count;
                 });
  }
  experiment.quantity("iterations_per_step_midpoint", static_cast<double>(iterations) / static_cast<double>(count), "1",
                      std::nullopt, "iterations of the contact solver a step of the midpoint rule, all cases");
}

// The formulations side by side, at equal steps.
void compare_formulations(Experiment& experiment, const std::vector<Case>& all, Unfinished& unfinished) {
  const double h = *experiment.options().dt;
  std::vector<std::vector<State<3>>> reference(all.size());
  for (const ComplementarityFormulation formulation : formulations()) {
    const bool first = formulation == ComplementarityFormulation::newton;
    const double end = std::min(*experiment.options().end_time, is_dear(formulation) ? compared : 1e300);
    double difference = 0.0;
    bool complete = true;
    for (std::size_t k = 0; k < all.size() && complete; ++k) {
      const PrismaticJoint joint(all[k].parameters);
      std::size_t at = 0;
      const ProgramResult result = run_program(
          joint, formulation, equal_steps(h), end, [&](const State<3>&, const State<3>& after, const auto&) {
            if (first) {
              reference[k].push_back(after);
              return;
            }
            const State<3>& other = reference[k].at(at++);
            difference = std::max(
                {difference, (after.q - other.q).cwiseAbs().maxCoeff(), (after.u - other.u).cwiseAbs().maxCoeff()});
          });
      complete = unfinished.finished(formulation, result, "equal steps, case " + all[k].suffix.substr(1));
    }
    if (first || !complete) continue;
    experiment.quantity("state_difference_" + std::string(to_string(formulation)), difference, "1", std::nullopt,
                        "largest difference of a position (m, rad) or velocity (m/s, rad/s) from newton's, after any "
                        "step of equal steps " +
                            experiments::shortest(h) + " s, all cases" + (is_dear(formulation) ? ", first 6 ms" : ""));
  }
  if (!available(ComplementarityFormulation::interior_point)) {
    experiment.note("This build has no interior point method: Ipopt was not found when it was configured.");
  }
}

// One run with equal steps.
struct FineRun {
  explicit FineRun(const PrismaticJoint& joint) : watcher(joint) {}
  Watcher watcher;
  State<3> end;
};

FineRun run_fine(const PrismaticJoint& joint, double h, double end) {
  FineRun run(joint);
  run_newton(joint, equal_steps(h), end, [&](const State<3>& before, const State<3>& after, const auto& report) {
    run.watcher.see(before, after, forces_of(report.normal_forces));
    run.end = after;
  });
  return run;
}

// The quantities of one case; returns its state at the end.
State<3> measure(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, double h) {
  const PrismaticJoint joint(c.parameters);
  const double end = *experiment.options().end_time;
  const FineRun fine = run_fine(joint, h, end);
  const FineRun coarser = run_fine(joint, 2.0 * h, end);
  const Watcher& w = fine.watcher;
  const Watcher& v = coarser.watcher;
  // First order: the error is about the difference to twice the step. An instant is the end of a step, besides.
  const auto quantity = [&](const std::string& key, double value, double coarse, const char* unit,
                            const std::string& meaning, double resolution = 0.0) {
    if (!std::isfinite(value)) return;
    std::optional<double> uncertainty;
    if (std::isfinite(coarse)) uncertainty = 2.0 * std::abs(value - coarse) + resolution;
    experiment.quantity(key + "_" + c.suffix, value, unit, uncertainty, meaning + ", case " + c.suffix.substr(1));
  };
  quantity("first_contact_time", w.first_contact_time(), v.first_contact_time(), "s",
           "time when the first contact closes", 2.0 * h);
  quantity("contact_velocity", w.contact_velocity(), v.contact_velocity(), "m/s",
           "approach velocity of the end that closes first");
  const bool settles = w.settled_time() < end && w.configuration() != Configuration::none;
  if (settles) {
    // A hit with v = O(h) still lifts an end for one step.
    quantity(c.suffix == "c3" ? "two_point_contact_time" : "line_contact_time", w.settled_time(), v.settled_time(), "s",
             "time from which on both ends stay in contact", 4.0 * h);
  }
  const std::array<const char*, 2> sides = {"left", "right"};
  for (const std::size_t side : {0U, 1U}) {
    const std::string name = sides[side];
    quantity("steady_force_" + name, w.force(side), v.force(side), "N", "normal force on the " + name + " end",
             1e-9);  // beyond rounding of forces of 50 N
    if (settles && w.settled_time() + Watcher::impulse_window <= end) {
      quantity("impulse_" + name + "_4ms", w.impulse(side), v.impulse(side), "N s",
               "impulse on the " + name + " end in the first 4 ms after the contacts have settled", 1e-11);
    }
  }
  quantity("angle_steady", fine.end.q(2), coarser.end.q(2), "rad", "angle of the slider at the end", 1e-12);
  quantity("y_steady", fine.end.q(1), coarser.end.q(1), "m", "y of the slider's centre at the end", 1e-12);
  experiment.quantity("largest_angle_" + c.suffix, w.largest_angle(), "rad", std::nullopt,
                      "largest angle of the slider, case " + c.suffix.substr(1));
  quantity("left_contact_share", w.contact_share(0), v.contact_share(0), "1",
           "share of the time after the first contact in which the left end is in contact", 1e-4);
  quantity("right_contact_share", w.contact_share(1), v.contact_share(1), "1",
           "share of the time after the first contact in which the right end is in contact", 1e-4);
  quantity("one_end_share", w.one_end_share(), v.one_end_share(), "1",
           "share of the time after the first contact in which one end alone is in contact", 1e-4);
  if (!exact) return fine.end;
  experiment.quantity("x_end_error_" + c.suffix, std::abs(fine.end.q(0) - exact->x(fine.end.t)), "m", std::nullopt,
                      "difference of x at the end from the closed form, case " + c.suffix.substr(1));
  const auto error = [&](const std::string& key, double value, double truth, const char* unit) {
    if (!std::isfinite(value)) return;
    experiment.quantity(key + "_error_" + c.suffix, std::abs(value - truth), unit, std::nullopt,
                        "difference of " + key + " from the closed form, case " + c.suffix.substr(1));
  };
  error("first_contact_time", w.first_contact_time(), exact->first_contact_time(), "s");
  error("contact_velocity", w.contact_velocity(), exact->contact_velocity(), "m/s");
  if (settles) error("settled_time", w.settled_time(), exact->settled_time(), "s");
  error("steady_force_left", w.force(0), exact->steady_forces()[0], "N");
  error("steady_force_right", w.force(1), exact->steady_forces()[1], "N");
  return fine.end;
}

// Equal steps of 1e-3 s, which the paper calls sufficient.
void judge_coarse_step(Experiment& experiment, const std::vector<Case>& all,
                       const std::vector<std::optional<ClosedForm>>& exact) {
  const double end = *experiment.options().end_time;
  constexpr double h = 1e-3;
  double position = 0.0;
  double force = 0.0;
  double instant = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!exact[k]) return;
    const PrismaticJoint joint(all[k].parameters);
    const FineRun run = run_fine(joint, h, end);
    position = std::max(position, distance_error(joint, *exact[k], run.end));
    for (const std::size_t side : {0U, 1U}) {
      force = std::max(force, std::abs(run.watcher.force(side) - exact[k]->steady_forces()[side]));
    }
    instant = std::max(instant, std::abs(run.watcher.settled_time() / exact[k]->settled_time() - 1.0));
  }
  experiment.quantity("step_1e_3_position_error", position, "m", std::nullopt,
                      "largest error of y of an end at the end time with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_force_error", force, "N", std::nullopt,
                      "largest error of a steady force with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_settled_time_error", instant, "1", std::nullopt,
                      "largest error of the time when the contacts have settled, relative to the closed form, with "
                      "equal steps of 1e-3 s, all cases");
}

// Largest error of an end's y in the first 3 ms against the step size.
void study_convergence(Experiment& experiment, const Case& c, const ClosedForm& exact, ContactSolver& solver,
                       Unfinished& unfinished) {
  const PrismaticJoint joint(c.parameters);
  const bool quick = experiment.options().quick;
  const double end = std::min(studied, *experiment.options().end_time);
  Table& table = experiment.table("convergence_" + c.suffix, {{"method", "1"}, {"h", "s"}, {"error", "m"}});
  double method = 0.0;
  const auto study = [&](const std::string& name, double largest, int octaves, int per_octave, const auto& error_of) {
    const std::vector<double> sizes = jittered_step_sizes(largest, octaves, per_octave);
    std::vector<double> errors;
    for (const double h : sizes) {
      errors.push_back(error_of(h));
      table.row({method, h, errors.back() > 0.0 ? errors.back() : nothing});
    }
    table.break_line();
    method += 1.0;
    const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
    if (!std::isfinite(fit.order)) return;
    experiment.quantity("order_" + name + "_" + c.suffix, fit.order, "1", 2.0 * fit.standard_error,
                        "order in h of the largest error of an end's y in the first 3 ms, medians of octaves, " + name +
                            ", case " + c.suffix.substr(1));
    experiment.quantity("error_at_1e_5_" + name + "_" + c.suffix, fit.constant * std::pow(1e-5, fit.order), "m",
                        std::nullopt, "that error at h = 1e-5 s on the fitted line");
  };
  for (const ComplementarityFormulation formulation : formulations()) {
    experiment.progress().update("convergence " + c.suffix, 0.25 * method);
    const bool dear = is_dear(formulation);
    if (dear && quick) {
      method += 1.0;
      continue;
    }
    study(std::string(to_string(formulation)), 2e-4,
          dear    ? 3
          : quick ? 4
                  : 8,
          dear    ? 3
          : quick ? 6
                  : 12,
          [&](double h) {
            double error = 0.0;
            const ProgramResult result = run_program(joint, formulation, equal_steps(h), end,
                                                     [&](const State<3>&, const State<3>& after, const auto&) {
                                                       error = std::max(error, distance_error(joint, exact, after));
                                                     });
            const bool finished = unfinished.finished(
                formulation, result, "h = " + experiments::shortest(h) + " s, case " + c.suffix.substr(1));
            return finished ? error : 0.0;  // which the fit leaves out
          });
  }
  method = 3.0;
  study("midpoint", 2e-4, quick ? 4 : 8, quick ? 6 : 12, [&](double h) {
    double error = 0.0;
    run_midpoint(joint, solver, h, end, [&](const State<3>&, const State<3>& after, const auto&) {
      error = std::max(error, distance_error(joint, exact, after));
    });
    return error;
  });
}

// What friction changes: the paper's last remark.
void study_friction(Experiment& experiment, const std::vector<Case>& all) {
  const double end = *experiment.options().end_time;
  Table& motions =
      experiment.table("friction_motion", {{"case", "1"}, {"mu", "1"}, {"t", "s"}, {"x", "m"}, {"xdot", "m/s"}});
  Table& sweep =
      experiment.table("friction", {{"case", "1"}, {"mu", "1"}, {"acceleration", "m/s^2"}, {"closed_form", "m/s^2"}});
  double worst = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto number = static_cast<double>(k + 1);
    const auto run_with = [&](double mu, bool record) {
      PrismaticJointParameters p = all[k].parameters;
      p.mu = mu;
      const PrismaticJoint joint(p);
      Watcher watcher(joint);
      run_newton(joint, paper_steps(experiment), end,
                 [&](const State<3>& before, const State<3>& after, const auto& report) {
                   watcher.see(before, after, forces_of(report.normal_forces));
                   if (record) motions.row({number, mu, after.t, after.q(0), after.u(0)});
                 });
      if (record) motions.break_line();
      return watcher;
    };
    for (const auto& [mu, suffix] : {std::pair(0.0, "mu0"), std::pair(0.1, "mu01"), std::pair(0.3, "mu03")}) {
      const Watcher watcher = run_with(mu, true);
      if (mu == 0.0) continue;
      const std::string key = all[k].suffix + "_" + suffix;
      const std::string meaning = ", case " + std::to_string(k + 1) + " with mu = " + experiments::shortest(mu);
      experiment.quantity("acceleration_" + key, watcher.acceleration(), "m/s^2", 1e-6, "xddot at the end" + meaning);
      experiment.quantity("angle_" + key, watcher.largest_angle(), "rad", std::nullopt, "largest angle" + meaning);
    }
    const int points = experiment.options().quick ? 7 : 25;
    for (int j = 0; j < points; ++j) {
      const double mu = 1.2 * j / (points - 1);
      const double measured = run_with(mu, false).acceleration();
      const double expected = sliding_acceleration(all[k].parameters, mu);
      worst = std::max(worst, std::abs(measured - expected));
      sweep.row({number, mu, measured, expected});
    }
    sweep.break_line();
  }
  experiment.quantity("friction_acceleration_error", worst, "m/s^2", std::nullopt,
                      "largest difference of xddot at the end from the closed form, all cases, mu = 0 to 1.2");
  const PrismaticJointParameters& third = all.back().parameters;
  experiment.quantity("jamming_friction_c3", 0.5 * third.l_s / third.s, "1", 0.0,
                      "friction coefficient from which on two-point contact jams: l_s / (2 s)");
}

void run(Experiment& experiment) {
  const auto printed = experiment.parameters<PrismaticJointParameters>("prismatic_joint");
  const std::vector<Case> all = cases(printed);
  for (const Case& c : all) {
    const PrismaticJoint joint(c.parameters);                   // refuses what cannot be
    ComplementarityProgram<PrismaticJoint> program(joint, {});  // and restitution
  }
  const bool quick = experiment.options().quick;
  const auto solver = make_contact_solver(experiment.options().solver);
  const double fine = quick ? 8e-6 : 1e-6;
  experiment.method("h_min", paper_steps(experiment).h_min);
  experiment.method("h_max", paper_steps(experiment).h_max);
  experiment.method("fine_h", fine);
  experiment.method("cases", "c1: s = 0; c2: as in the parameters; c3: s = l, g = 0");
  std::vector<std::optional<ClosedForm>> exact;
  for (const Case& c : all) {
    exact.push_back(ClosedForm::of(c.parameters));
    if (!exact.back()) experiment.note("No closed form for case " + c.suffix.substr(1) + " with these parameters.");
  }

  std::vector<State<3>> ends;
  for (std::size_t k = 0; k < all.size(); ++k) {
    experiment.progress().update("case " + std::to_string(k + 1), 0.0);
    draw(experiment, all[k], exact[k], *solver);
    follow_events(experiment, all[k], exact[k], *solver);
    ends.push_back(measure(experiment, all[k], exact[k], fine));
  }
  for (const std::size_t k : {1U, 2U}) {
    experiment.quantity("x_difference_" + all[k].suffix, std::abs(ends[k].q(0) - ends[0].q(0)), "m", std::nullopt,
                        "difference of x at the end from case 1, case " + std::to_string(k + 1));
  }
  std::array<double, 3> totals{};
  if (exact[0] && exact[1] && exact[2]) {
    double most = 0.0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      const ClosedForm::Ends forces = exact[k]->steady_forces();
      totals[k] = forces[0] + forces[1];
      most = std::max(most, totals[k]);
      least = std::min(least, totals[k]);
    }
    experiment.quantity("steady_force_spread", most / least - 1.0, "1", 0.0,
                        "largest over smallest sum of both steady normal forces among the cases, minus one");
    const PrismaticJointParameters& p = printed;
    experiment.quantity("misalignment_over_bound", exact[2]->steady_angle() / (p.c / (2.0 * p.l_s)), "1", 0.0,
                        "angle of the two-point contact over the bound c/(2 l) of eq. 19");
  }
  judge_coarse_step(experiment, all, exact);
  experiment.progress().update("formulations", 0.0);
  Unfinished unfinished(experiment);
  count(experiment, all, *solver, unfinished);
  compare_formulations(experiment, all, unfinished);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (exact[k]) study_convergence(experiment, all[k], *exact[k], *solver, unfinished);
  }
  unfinished.record();
  experiment.progress().update("friction", 0.0);
  study_friction(experiment, all);
  map_contacts(experiment, printed, paper_steps(experiment), *experiment.options().end_time);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "prismatic_clearance_cases";
  info.paper = "chaturvedi";
  info.title = "Slider on a rod with clearance (Chaturvedi, Sandu & Sandu, secs 3 and 4): Figures 4 to 12";
  info.description =
      "Integrates the three cases by implicit Euler with complementarity constraints, h between --dt and ten times\n"
      "that, in all formulations, and by Moreau's midpoint rule with step --dt; compares with the closed form; adds\n"
      "friction, and clearances from 1 to 100 um.\n\n"
      "  prismatic_clearance_cases\n"
      "  prismatic_clearance_cases --dt 1e-5 --out results/finer\n"
      "  prismatic_clearance_cases --set s=2e-3 --out results/further-out";
  info.default_dt = 1e-4;
  info.default_end_time = 0.08;
  info.figures = {
      {"chaturvedi_fig4", "Case 1: positions of centre and ends along y and x"},
      {"chaturvedi_fig5", "Case 1: velocities along y and x"},
      {"chaturvedi_fig6", "Case 1: contact forces"},
      {"chaturvedi_fig7", "Case 2: positions of centre and ends along y"},
      {"chaturvedi_fig8", "Case 2: velocity along y"},
      {"chaturvedi_fig9", "Case 2: contact forces"},
      {"chaturvedi_fig10", "Case 3: positions of centre and ends along y"},
      {"chaturvedi_fig11", "Case 3: velocity along y"},
      {"chaturvedi_fig12", "Case 3: contact forces"},
      {"chaturvedi_friction", "Speed with friction, and acceleration over the friction coefficient"},
      {"chaturvedi_contact_map", "Contacts over clearance and place of the force"},
      {"chaturvedi_convergence", "Error against the step size"},
      {"chaturvedi_cost", "Iterations a step"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
