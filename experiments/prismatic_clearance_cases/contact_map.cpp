#include "experiments/prismatic_clearance_cases/contact_map.hpp"

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "support/bisection.hpp"
#include "support/parallel.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

constexpr double early = 2e-3;  // s

struct Point {
  PrismaticJointParameters parameters;
  Configuration early = Configuration::none, late = Configuration::none;
};

// The configuration in the step that `early` ends or falls into, and in the last one.
void find_configurations(Point& point, const Steps& steps, double end) {
  const PrismaticJoint joint(point.parameters);
  SliderStatistics statistics(joint);
  run_newton(joint, steps, end, [&](const SliderStep& step) {
    statistics.observe(step);
    if (step.begin().t < early) point.early = statistics.configuration();
  });
  point.late = statistics.configuration();
}

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

Configuration expected(const PrismaticJointParameters& p) {
  if (p.g > 0.0) return p.s < line_contact_limit(p) ? Configuration::line : Configuration::two_point;
  return p.s * std::abs(p.f_x) > 0.0 ? Configuration::two_point : Configuration::none;
}

// The points of the map, row by row, with gravity first. Centred, aligned and at rest: another start may be outside of
// a small clearance.
std::vector<Point> points_of(const PrismaticJointParameters& parameters, int across, int up) {
  std::vector<Point> points;
  for (const bool gravity : {true, false}) {
    for (int row = 0; row < up; ++row) {
      for (int column = 0; column < across; ++column) {
        Point point{parameters};
        PrismaticJointParameters& p = point.parameters;
        p.x_0 = p.x_j_0;
        p.y_0 = p.y_j_0;
        p.theta_0 = p.theta_j_0;
        p.v_x_0 = p.v_y_0 = p.omega_0 = 0.0;
        p.c = 1e-6 * std::pow(10.0, 2.0 * column / (across - 1));
        p.s = parameters.l * row / (up - 1);
        if (!gravity) p.g = 0.0;
        points.push_back(point);
      }
    }
  }
  return points;
}

void record(Experiment& experiment, const std::vector<Point>& points, double end) {
  support::Table& table = experiment.table(
      "contact_map",
      {{"gravity", "1", "1 with gravity, 0 without"},
       {"c", "m", "clearance"},
       {"s", "m", "place of the force"},
       {"early", "1", "in the step that reaches 2 ms: 0 none, 1 single-point, 2 line, 3 two-point contact"},
       {"late", "1", "at the end: 0 none, 1 single-point, 2 line, 3 two-point contact"}});
  long disagreements = 0;
  long undecided = 0;
  double last_s = points.front().parameters.s;
  for (const Point& point : points) {
    const PrismaticJointParameters& p = point.parameters;
    if (p.s != last_s) table.break_line();
    last_s = p.s;
    table.row({p.g > 0.0 ? 1.0 : 0.0, p.c, p.s, static_cast<double>(point.early), static_cast<double>(point.late)});
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

// The limit of line contact, by halving: whether both ends stay down.
void measure_limit(Experiment& experiment, const PrismaticJointParameters& parameters, const Steps& steps, double end) {
  if (!(parameters.g > 0.0) || line_contact_limit(parameters) >= parameters.l) return;
  const auto both_are_down = [&](double s) {
    Point point{parameters};
    point.parameters.s = s;
    find_configurations(point, steps, end);
    return point.late == Configuration::line;
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
  const int across = experiment.options().quick ? 9 : 41;
  const int up = experiment.options().quick ? 11 : 51;
  experiment.method("contact_map", "c = 1e-6 to 1e-4 m, " + std::to_string(across) + " values; s = 0 to l, " +
                                       std::to_string(up) + " values; early: the step that reaches 2 ms");
  std::vector<Point> points = points_of(parameters, across, up);
  support::for_each_index(
      static_cast<int>(points.size()),
      [&](int k) { find_configurations(points[static_cast<std::size_t>(k)], steps, end); },
      [&](double part) { experiment.progress().update("map", part); });
  record(experiment, points, end);
  measure_limit(experiment, parameters, steps, end);
}

}  // namespace nsdbench::experiments::prismatic
