#include <array>
#include <cmath>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

// One run with equal steps.
struct FineRun {
  explicit FineRun(const PrismaticJoint& joint) : watcher(joint) {}
  Watcher watcher;
  State<3> end;
  double residual = 0.0;  // largest of the equations of motion [N, N m]
};

// `see(after, forces)` after every step.
template <class Observer>
FineRun run_fine(const PrismaticJoint& joint, double h, double end, Observer&& see) {
  FineRun run(joint);
  const ProgramResult result =
      run_newton(joint, equal_steps(h), end, [&](const State<3>& before, const State<3>& after, const auto& report) {
        const Forces forces = forces_of(report.normal_forces);
        run.watcher.see(before, after, forces);
        run.end = after;
        see(after, forces);
      });
  run.residual = result.max_equation_residual;
  return run;
}

// Rows of a fine run for figures: every 5 us while contacts close, every 1 ms later.
class ThinTable {
 public:
  ThinTable(Experiment& experiment, const Case& c) : table_(experiment.table("fine_" + c.suffix, motion_columns())) {}
  void see(const PrismaticJoint& joint, const State<3>& after, double h, const Forces& forces) {
    if (after.t < next_ - 0.5 * h) return;
    add_row(table_, joint, after, h, forces);
    next_ = after.t + (after.t < shown ? 5e-6 : 1e-3);
  }

 private:
  support::Table& table_;
  double next_ = 0.0;
};

}  // namespace

FineMotion measure(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, double h) {
  const PrismaticJoint joint(c.parameters);
  const double end = *experiment.options().end_time;
  FineMotion motion;
  ThinTable thin(experiment, c);
  const FineRun fine = run_fine(joint, h, end, [&](const State<3>& after, const Forces& forces) {
    motion.along.emplace_back(after.q(0), after.u(0));
    thin.see(joint, after, h, forces);
  });
  const FineRun coarser = run_fine(joint, 2.0 * h, end, [](const State<3>&, const Forces&) {});
  const Watcher& w = fine.watcher;
  const Watcher& v = coarser.watcher;
  // First order: the error is about the difference to twice the step. An instant is the end of a step, besides.
  const auto quantity = [&](const std::string& key, double value, double coarse, const char* unit,
                            const std::string& meaning, double resolution = 0.0) {
    if (!std::isfinite(value)) return;
    std::optional<double> uncertainty;
    if (std::isfinite(coarse)) uncertainty = 2.0 * std::abs(value - coarse) + resolution;
    experiment.quantity(key + "_" + c.suffix, value, unit, uncertainty, meaning + ", " + case_name(c));
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
    quantity("steady_force_y_" + name, w.signed_force(side), v.signed_force(side), "N",
             "normal force on the " + name + " end along y, from below positive", 1e-9);
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
  motion.largest_residual = fine.residual;
  motion.forces = {w.force(0), w.force(1)};
  motion.angle = fine.end.q(2);
  motion.two_points = w.configuration() == Configuration::two_point;
  if (!exact) return motion;
  // Errors that go with h, over h: the same for every h.
  const auto over_h = [&](const std::string& key, double difference, const char* unit, const std::string& meaning) {
    if (!std::isfinite(difference)) return;
    experiment.quantity(key + "_over_h_" + c.suffix, std::abs(difference) / h, unit, std::nullopt,
                        meaning + " from the closed form over h, " + case_name(c));
  };
  const double x_error = fine.end.q(0) - exact->x(fine.end.t);
  experiment.quantity("x_end_error_" + c.suffix, std::abs(x_error), "m", std::nullopt,
                      "difference of x at the end from the closed form, " + case_name(c));
  over_h("x_end_error", x_error, "m/s", "difference of x at the end");
  over_h("first_contact_time_error", w.first_contact_time() - exact->first_contact_time(), "1",
         "difference of the time when the first contact closes");
  if (settles) {
    over_h("settled_time_error", w.settled_time() - exact->settled_time(), "1",
           "difference of the time from which on both ends stay in contact");
  }
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
  return motion;
}

void judge_coarse_step(Experiment& experiment, const std::vector<Case>& all,
                       const std::vector<std::optional<ClosedForm>>& exact) {
  const double end = *experiment.options().end_time;
  constexpr double h = 1e-3;
  double position = 0.0;
  double largest = 0.0;
  double force = 0.0;
  double instant = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!exact[k]) return;
    const PrismaticJoint joint(all[k].parameters);
    const FineRun run = run_fine(joint, h, end, [&](const State<3>& after, const Forces&) {
      largest = std::max(largest, distance_error(joint, *exact[k], after));
    });
    position = std::max(position, distance_error(joint, *exact[k], run.end));
    for (const std::size_t side : {0U, 1U}) {
      force = std::max(force, std::abs(run.watcher.force(side) - exact[k]->steady_forces()[side]));
    }
    instant = std::max(instant, std::abs(run.watcher.settled_time() / exact[k]->settled_time() - 1.0));
  }
  experiment.quantity("step_1e_3_position_error", position, "m", std::nullopt,
                      "largest error of y of an end at the end time with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_largest_error", largest, "m", std::nullopt,
                      "largest error of y of an end after any step of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_force_error", force, "N", std::nullopt,
                      "largest error of a steady force with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_settled_time_error", instant, "1", std::nullopt,
                      "largest error of the time when the contacts have settled, relative to the closed form, with "
                      "equal steps of 1e-3 s, all cases");
}

}  // namespace nsdbench::experiments::prismatic
