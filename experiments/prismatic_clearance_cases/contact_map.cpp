#include "experiments/prismatic_clearance_cases/contact_map.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "experiments/prismatic_clearance_cases/swept_contacts.hpp"
#include "experiments/support/experiment_sweep.hpp"
#include "support/bisection.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

constexpr double early = 2e-3;  // s

struct Point {
  PrismaticJointParameters parameters;                // those of the start are other ones
  std::optional<Configuration> early = std::nullopt;  // by events; nothing where that run did not come to its end
  Configuration early_program = Configuration::none, late = Configuration::none;  // with the paper's steps
};

// Statics: the weight holds both ends down as long as the force's moment s |f_x| is below m g l_s/2. Pushed backwards,
// it is the left end that lifts.
double line_contact_limit(const PrismaticJointParameters& p) { return 0.5 * p.m * p.g * p.l_s / std::abs(p.f_x); }

// [m] Near that limit the end stays where the first hit left it, and falls or rises so slowly that it does not
// arrive until `end`: with |s - limit| (1 + r) |f_x| a / J over at most 2 c, a = l_s/2, r as in closed_form.hpp.
double undecided_width(const PrismaticJointParameters& p, double end) {
  const double a = 0.5 * p.l_s;
  const double r = (1.0 / p.m - a * a / p.J) / (1.0 / p.m + a * a / p.J);
  return 2.0 * (2.0 * p.c) / (end * end) / ((1.0 + r) * std::abs(p.f_x) * a / p.J);
}

// After the time t, in closed form, where there is one. A slider that is pushed backwards is the mirror image.
std::optional<Configuration> expected_after(PrismaticJointParameters p, double t) {
  p.f_x = std::abs(p.f_x);
  if (const auto exact = ClosedForm::of(p)) {
    if (t < exact->first_contact_time()) return Configuration::none;
    if (t < exact->settled_time()) return Configuration::one_end;
    return p.g > 0.0 ? Configuration::line : Configuration::two_point;
  }
  PrismaticJointParameters level = p;
  level.s = 0.0;
  level.g = 1.0;
  if (!ClosedForm::of(level)) return std::nullopt;
  if (!(p.g > 0.0)) return Configuration::none;  // nothing turns it, and nothing pulls it down
  // The moment is larger than the weight's: the left end stays down from its hit on, and the right one, which that hit
  // lifts, rises until it touches the other side.
  const double a = 0.5 * p.l_s;
  const double r = (1.0 / p.m - a * a / p.J) / (1.0 / p.m + a * a / p.J);
  const double tilting = p.s * p.f_x * a / p.J;
  const double hit = std::sqrt(2.0 * p.c / (p.g + tilting));
  if (t < hit) return Configuration::none;
  const double rising = tilting - p.g + r * (tilting + p.g);
  const double since = t - hit;
  const double height = p.c + 0.5 * (tilting - p.g) * hit * hit + rising * since * (hit + 0.5 * since);
  return height < 2.0 * p.c ? Configuration::one_end : Configuration::two_point;
}

Configuration expected(const PrismaticJointParameters& p) {
  if (p.g > 0.0) return p.s < line_contact_limit(p) ? Configuration::line : Configuration::two_point;
  return p.s * std::abs(p.f_x) > 0.0 ? Configuration::two_point : Configuration::none;
}

// The map, line by line, with gravity first.
sweeps::Sweep sweep_of(const PrismaticJointParameters& parameters, bool quick) {
  using Spacing = sweeps::Axis::Spacing;
  sweeps::Sweep sweep;
  sweep.name = "contact_map";
  sweep.axes = {{"g", Spacing::listed, 0.0, 0.0, 2, {parameters.g, 0.0}},
                {"s", Spacing::linear, 0.0, parameters.l, quick ? 11 : 51},
                {"c", Spacing::logarithmic, 1e-6, 1e-4, quick ? 9 : 41}};
  sweep.quantities = {early_by_events, early_by_program, late_by_program};
  sweep.cases_per_bundle = 8;
  return sweep;
}

std::vector<Point> points_of(const PrismaticJointParameters& parameters, const sweeps::Sweep& sweep,
                             const sweeps::SweepStages& stages) {
  const auto configuration = [](double of_class) { return static_cast<Configuration>(static_cast<int>(of_class) - 1); };
  std::vector<Point> points;
  for (long number = 0; number < sweep.cases(); ++number) {
    Point point{parameters};
    const std::vector<double> values = sweep.at(number);
    point.parameters.g = values[0];
    point.parameters.s = values[1];
    point.parameters.c = values[2];
    const std::vector<double> found = stages.row(number).quantities;
    if (found[0] < 5.0) point.early = configuration(found[0]);
    point.early_program = configuration(found[1]);
    point.late = configuration(found[2]);
    points.push_back(point);
  }
  return points;
}

void record(Experiment& experiment, const std::vector<Point>& points, double end) {
  support::Table& table = experiment.table(
      "contact_map",
      {{"gravity", "1", "1 with gravity, 0 without"},
       {"c", "m", "clearance"},
       {"s", "m", "place of the force"},
       {"early", "1",
        "after 2 ms, by the event-driven integrator: 1 none, 2 single-point, 3 line, 4 two-point contact; empty where "
        "its run did not come to its end"},
       {"early_program", "1",
        "in the step that ends after 2 ms, by newton with the paper's steps: 1 none, 2 single-point, 3 line, 4 "
        "two-point contact"},
       {"late", "1",
        "at the end, by newton with the paper's steps: 1 none, 2 single-point, 3 line, 4 two-point contact"}});
  long disagreements = 0;
  long undecided = 0;
  double last_s = points.front().parameters.s;
  for (const Point& point : points) {
    const PrismaticJointParameters& p = point.parameters;
    if (p.s != last_s) table.break_line();
    last_s = p.s;
    table.row({p.g > 0.0 ? 1.0 : 0.0, p.c, p.s,
               point.early ? class_of(*point.early) : std::numeric_limits<double>::quiet_NaN(),
               class_of(point.early_program), class_of(point.late)});
    if (p.g > 0.0 && std::abs(p.s - line_contact_limit(p)) < undecided_width(p, end)) {
      ++undecided;
    } else if (point.late != expected(p)) {
      ++disagreements;
    }
  }
  experiment.quantity("contact_map_disagreements", static_cast<double>(disagreements), "1", Uncertainty::count(),
                      "points of the map whose contacts at the end are not those of statics: line contact below the "
                      "limit of s and two-point contact above it; without gravity two-point contact for all s > 0; "
                      "those too close to the limit to "
                      "get there apart");
  experiment.quantity("contact_map_undecided", static_cast<double>(undecided), "1", Uncertainty::count(),
                      "points of the map too close to the limit to get there until the end");
}

// The contacts after 2 ms against the closed form, by events and by the program.
void compare_early(Experiment& experiment, const std::vector<Point>& points) {
  long by_events = 0;
  long by_program = 0;
  for (const Point& point : points) {
    const auto closed_form = expected_after(point.parameters, early);
    if (!closed_form) return;
    by_events += point.early != closed_form ? 1 : 0;
    by_program += point.early_program != *closed_form ? 1 : 0;
  }
  experiment.quantity("contact_map_early_disagreements", static_cast<double>(by_events), "1", Uncertainty::count(),
                      "points of the map whose contacts after 2 ms, by the event-driven integrator, are not those of "
                      "the closed form");
  experiment.quantity("contact_map_early_disagreements_program", static_cast<double>(by_program), "1",
                      Uncertainty::count(), "likewise by newton with the paper's steps, the last of which ends there");
}

// The limit of line contact, by halving: whether both ends stay down.
void measure_limit(Experiment& experiment, const PrismaticJointParameters& parameters, const Steps& steps, double end) {
  if (!(parameters.g > 0.0) || line_contact_limit(parameters) >= parameters.l) return;
  const auto both_are_down = [&](double s) {
    PrismaticJointParameters p = parameters;
    p.s = s;
    return by_program(PrismaticJoint(p), steps, end) == Configuration::line;
  };
  constexpr int halvings = 20;
  const support::EdgeBracket limit = support::bisect(0.0, parameters.l, halvings, both_are_down);
  experiment.quantity("line_contact_limit_s", limit.middle(), "m",
                      undecided_width(parameters, end) + (limit.outside - limit.inside),
                      "largest s for which both ends are down at the end, by halving");
  experiment.quantity("line_contact_limit_s_closed_form", line_contact_limit(parameters), "m", Uncertainty::exact(),
                      "largest s with line contact: m g l_s / (2 |f_x|)");
}

}  // namespace

void map_contacts(Experiment& experiment, const PrismaticJointParameters& parameters, const Steps& steps, double end) {
  const sweeps::Sweep sweep = sweep_of(parameters, experiment.options().quick);
  experiment.method("contact_map", "c = 1e-6 to 1e-4 m, " + std::to_string(sweep.axes[2].points) +
                                       " values; s = 0 to l, " + std::to_string(sweep.axes[1].points) +
                                       " values; early: after 2 ms, by events");
  const auto swept = make_swept_contacts(parameters, steps, early, end, experiment.options().solver);
  const std::vector<Point> points = points_of(parameters, sweep, compute_sweep(experiment, sweep, *swept));
  record(experiment, points, end);
  compare_early(experiment, points);
  measure_limit(experiment, parameters, steps, end);
}

}  // namespace nsdbench::experiments::prismatic
