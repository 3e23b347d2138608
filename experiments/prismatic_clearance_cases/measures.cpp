#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "experiments/prismatic_clearance_cases/motion_table.hpp"
#include "experiments/prismatic_clearance_cases/studies.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

// One run with equal steps.
struct FineRun {
  explicit FineRun(const PrismaticJoint& joint) : statistics(joint) {}
  SliderStatistics statistics;
  State<3> end;
  double residual = 0.0;  // [N] largest of the equations of motion
};

FineRun run_fine(const PrismaticJoint& joint, double h, double end, const Observe& observe) {
  FineRun fine(joint);
  const ProgramRun run = run_newton(joint, equal_steps(h), end, [&](const SliderStep& step) {
    fine.statistics.observe(step);
    fine.end = step.end();
    observe(step);
  });
  fine.residual = run.equation_residual(joint);
  return fine;
}

// Rows of a fine run for figures: every 5 us while contacts close, every 1 ms later. Forces are means since the row
// before, so that no hit is left out.
class ThinTable {
 public:
  ThinTable(Experiment& experiment, const Case& c) : table_(experiment.table("fine_" + c.suffix, motion_columns())) {}
  void add(const PrismaticJoint& joint, const SliderStep& step, double h) {
    const State<3>& after = step.end();
    const Forces forces = forces_of(step);
    for (std::size_t i = 0; i < forces.size(); ++i) impulses_[i] += step.size() * forces[i];
    if (after.t < next_ - 0.5 * h) return;
    for (double& impulse : impulses_) impulse /= after.t - last_;
    add_row(table_, joint, after, h, impulses_);
    impulses_ = {};
    last_ = after.t;
    next_ = after.t + (after.t < shown ? 5e-6 : 1e-3);
  }

 private:
  support::Table& table_;
  std::array<double, 4> impulses_{};  // [N s] since the last row
  double last_ = 0.0, next_ = 0.0;
};

// A case by equal steps h and 2 h.
struct FineRuns {
  const Case& c;
  double h;    // [s]
  double end;  // [s]
  FineRun fine, coarser;

  bool settles() const {
    return fine.statistics.settled_time() < end && fine.statistics.configuration() != Configuration::none;
  }
};

// First order: the error is about the difference to twice the step. An instant is the end of a step, besides.
class FineQuantities {
 public:
  FineQuantities(Experiment& experiment, const FineRuns& runs) : experiment_(experiment), runs_(runs) {}

  template <class Read>
  void add(const std::string& key, const char* unit, const std::string& meaning, double resolution, Read read) {
    const double value = read(runs_.fine);
    const double coarse = read(runs_.coarser);
    if (!std::isfinite(value)) return;
    const Uncertainty uncertainty = std::isfinite(coarse)
                                        ? Uncertainty(2.0 * std::abs(value - coarse) + resolution)
                                        : Uncertainty::unknown("The run with twice the step does not have it.");
    experiment_.quantity(key + "_" + runs_.c.suffix, value, unit, uncertainty, meaning + ", " + case_name(runs_.c));
  }

 private:
  Experiment& experiment_;
  const FineRuns& runs_;
};

void measure_instants(FineQuantities& quantities, const FineRuns& runs) {
  quantities.add("first_contact_time", "s", "time when the first contact closes", 2.0 * runs.h,
                 [](const FineRun& run) { return run.statistics.first_contact_time(); });
  quantities.add("contact_velocity", "m/s", "approach velocity of the end that closes first", 0.0,
                 [](const FineRun& run) { return run.statistics.contact_velocity(); });
  if (!runs.settles()) return;
  // A hit with v = O(h) still lifts an end for one step.
  quantities.add(runs.c.suffix == "c3" ? "two_point_contact_time" : "line_contact_time", "s",
                 "time from which on both ends stay in contact", 4.0 * runs.h,
                 [](const FineRun& run) { return run.statistics.settled_time(); });
}

void measure_forces(FineQuantities& quantities, const FineRuns& runs) {
  const std::array<const char*, 2> sides = {"left", "right"};
  for (const std::size_t side : {0U, 1U}) {
    const std::string name = sides[side];
    constexpr double rounding = 1e-9;  // of forces of 50 N
    // Percussions add up to the weight's impulse, but for the rounding of a sum of 4000 terms.
    constexpr double impulse_rounding = 5e-14;
    quantities.add("steady_force_" + name, "N", "normal force on the " + name + " end", rounding,
                   [side](const FineRun& run) { return run.statistics.force(side); });
    quantities.add("steady_force_y_" + name, "N", "normal force on the " + name + " end along y, from below positive",
                   rounding, [side](const FineRun& run) { return run.statistics.signed_force(side); });
    if (runs.settles() && runs.fine.statistics.settled_time() + SliderStatistics::impulse_window <= runs.end) {
      quantities.add("impulse_" + name + "_4ms", "N s",
                     "impulse on the " + name + " end in the first 4 ms after the contacts have settled",
                     impulse_rounding, [side](const FineRun& run) { return run.statistics.impulse(side); });
    }
  }
}

void measure_pose(FineQuantities& quantities, const FineRuns& runs) {
  constexpr double rounding = 1e-18;  // m, of gaps: some hundred units in the last place of the clearance
  constexpr double angle_rounding = rounding / 1e-2;  // over half of the slider's length
  quantities.add("angle_steady", "rad", "angle of the slider at the end", angle_rounding,
                 [](const FineRun& run) { return run.end.q(2); });
  quantities.add("y_steady", "m", "y of the slider's centre at the end", rounding,
                 [](const FineRun& run) { return run.end.q(1); });
  quantities.add("largest_angle", "rad", "largest angle of the slider", angle_rounding,
                 [](const FineRun& run) { return run.statistics.largest_angle(); });
  const double share_resolution = 4.0 * runs.h / runs.end;  // a hit is seen up to two steps late, at both its ends
  quantities.add("left_contact_share", "1",
                 "share of the time after the first contact in which the left end is in contact", share_resolution,
                 [](const FineRun& run) { return run.statistics.contact_share(0); });
  quantities.add("right_contact_share", "1",
                 "share of the time after the first contact in which the right end is in contact", share_resolution,
                 [](const FineRun& run) { return run.statistics.contact_share(1); });
  quantities.add("one_end_share", "1", "share of the time after the first contact in which one end alone is in contact",
                 share_resolution, [](const FineRun& run) { return run.statistics.one_end_share(); });
  quantities.add("left_alone_share", "1",
                 "share of the time after the first contact in which the left end alone is in contact",
                 share_resolution, [](const FineRun& run) { return run.statistics.left_alone_share(); });
  quantities.add("angle_decrease", "rad", "largest angle of the slider minus its angle at the end", angle_rounding,
                 [](const FineRun& run) { return run.statistics.largest_angle() - std::abs(run.end.q(2)); });
}

// Errors that go with h, over h (the same for every h), and errors.
void compare_with_closed_form(Experiment& experiment, const FineRuns& runs, const ClosedForm& exact) {
  const SliderStatistics& w = runs.fine.statistics;
  const std::string in_case = ", " + case_name(runs.c);
  const auto over_h = [&](const std::string& key, double difference, const char* unit, const std::string& meaning) {
    if (!std::isfinite(difference)) return;
    experiment.quantity(key + "_over_h_" + runs.c.suffix, std::abs(difference) / runs.h, unit,
                        Uncertainty::of_one_run(), meaning + " from the closed form over h" + in_case);
  };
  const double x_error = runs.fine.end.q(0) - exact.x(runs.fine.end.t);
  experiment.quantity("x_end_error_" + runs.c.suffix, std::abs(x_error), "m", Uncertainty::of_one_run(),
                      "difference of x at the end from the closed form" + in_case);
  over_h("x_end_error", x_error, "m/s", "difference of x at the end");
  over_h("first_contact_time_error", w.first_contact_time() - exact.first_contact_time(), "1",
         "difference of the time when the first contact closes");
  if (runs.settles()) {
    over_h("settled_time_error", w.settled_time() - exact.settled_time(), "1",
           "difference of the time from which on both ends stay in contact");
  }
  const auto error = [&](const std::string& key, double value, double true_value, const char* unit) {
    if (!std::isfinite(value)) return;
    experiment.quantity(key + "_error_" + runs.c.suffix, std::abs(value - true_value), unit, Uncertainty::of_one_run(),
                        "difference of " + key + " from the closed form" + in_case);
  };
  error("first_contact_time", w.first_contact_time(), exact.first_contact_time(), "s");
  error("contact_velocity", w.contact_velocity(), exact.contact_velocity(), "m/s");
  if (runs.settles()) error("settled_time", w.settled_time(), exact.settled_time(), "s");
  error("steady_force_left", w.force(0), exact.steady_forces()[0], "N");
  error("steady_force_right", w.force(1), exact.steady_forces()[1], "N");
}

}  // namespace

FineMotion measure(Experiment& experiment, const Case& c, const std::optional<ClosedForm>& exact, double h) {
  const PrismaticJoint joint(c.parameters);
  const double end = *experiment.options().end_time;
  FineMotion motion;
  ThinTable thin(experiment, c);
  const auto observe = [&](const SliderStep& step) {
    motion.along.emplace_back(step.end().q(0), step.end().u(0));
    thin.add(joint, step, h);
  };
  const FineRuns runs{c, h, end, run_fine(joint, h, end, observe), run_fine(joint, 2.0 * h, end, [](const auto&) {})};
  FineQuantities quantities(experiment, runs);
  measure_instants(quantities, runs);
  measure_forces(quantities, runs);
  measure_pose(quantities, runs);
  if (runs.settles()) {
    experiment.quantity("openings_" + c.suffix, static_cast<double>(runs.fine.statistics.openings()), "1",
                        Uncertainty::count(), "times that an end lost its contact in the fine run, " + case_name(c));
  }
  if (exact) compare_with_closed_form(experiment, runs, *exact);
  const SliderStatistics& fine = runs.fine.statistics;
  motion.largest_residual = runs.fine.residual;
  motion.forces = {fine.force(0), fine.force(1)};
  motion.angle = runs.fine.end.q(2);
  motion.two_points = fine.configuration() == Configuration::two_point;
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
    const FineRun run = run_fine(joint, h, end, [&](const SliderStep& step) {
      largest = std::max(largest, distance_error(joint, *exact[k], step.end()));
    });
    position = std::max(position, distance_error(joint, *exact[k], run.end));
    for (const std::size_t side : {0U, 1U}) {
      force = std::max(force, std::abs(run.statistics.force(side) - exact[k]->steady_forces()[side]));
    }
    instant = std::max(instant, std::abs(run.statistics.settled_time() / exact[k]->settled_time() - 1.0));
  }
  experiment.quantity("step_1e_3_position_error", position, "m", Uncertainty::residual(1e-8),
                      "largest error of y of an end at the end time with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_largest_error", largest, "m", Uncertainty::of_one_run(),
                      "largest error of y of an end after any step of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_force_error", force, "N", Uncertainty::residual(1e-9),
                      "largest error of a steady force with equal steps of 1e-3 s, all cases");
  experiment.quantity("step_1e_3_settled_time_error", instant, "1", Uncertainty::of_one_run(),
                      "largest error of the time when the contacts have settled, relative to the closed form, with "
                      "equal steps of 1e-3 s, all cases");
}

}  // namespace nsdbench::experiments::prismatic
