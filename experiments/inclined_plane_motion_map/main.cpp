// Which motions the oscillator on an inclined plane has (Woesle & Pfeiffer 1996, sec. 7): maps of the planes (delta,
// mu) and (Omega, mu).
//
//   inclined_plane_motion_map                    the other parameters as printed
//   inclined_plane_motion_map --full             every point of 101 x 101 points
//   inclined_plane_motion_map --set m_E=0.11     a larger unbalance
//
// Every point is a motion from rest by Moreau's midpoint rule with 160 steps per revolution of the unbalance (or by
// --integrator, with no less than 16), observed one revolution after the other until it is at rest, stick-slip,
// sliding, runaway or lift-off (motions.hpp), or 400 revolutions are over: undecided. Runaway has a closed form: the
// unbalance adds nothing over a revolution, and at high speed all friction is against the drift, so the body runs away
// if and only if tan(delta) > mu.
//
// Only every fourth point in both directions is computed at first; between points of different motions the distance is
// halved twice (map.hpp). Rows of points are kept in <out>/rows.partial until the record is written; an interrupted run
// goes on from there.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/inclined_plane_motion_map/map.hpp"
#include "experiments/support/experiment.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/bisection.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::motion_map;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::InclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;

// Points on each axis of the maps, and of the lines on which stick-slip is looked for.
struct Resolution {
  int map_points;
  int coarsest;  // compute_map
  int line_points;
  int halvings;  // where stick-slip begins and ends on such a line
};

Resolution resolution_of(const Experiment& experiment) {
  if (experiment.options().full) return {101, 1, 181, 14};
  // A motion by another method than the midpoint rule takes ten to a hundred times as long.
  if (experiment.options().quick && experiment.options().integrator != "moreau") return {5, 4, 5, 4};
  if (experiment.options().quick) return {21, 4, 37, 14};
  return {49, 4, 49, 14};
}

void set_friction(InclinedPlaneOscillatorParameters& p, double mu) { p.mu = p.mu_0 = mu; }
void set_inclination(InclinedPlaneOscillatorParameters& p, double delta) { p.delta = delta; }

std::array<Plane, 2> planes(int points) {
  const Axis friction{0.02, 0.2, points};
  return {Plane{"inclination_map",
                {0.02, 0.2, points},
                friction,
                [](InclinedPlaneOscillatorParameters& p, double delta, double mu) {
                  set_inclination(p, delta);
                  set_friction(p, mu);
                }},
          Plane{"speed_map",
                {2.0, 70.0, points},
                friction,
                [](InclinedPlaneOscillatorParameters& p, double Omega, double mu) {
                  p.Omega = Omega;
                  set_friction(p, mu);
                }}};
}

// Everything that decides the motions of the maps' points.
std::string settings_of(const InclinedPlaneOscillatorParameters& parameters, const Method& method,
                        const Resolution& resolution) {
  std::string settings = method.solver + " " + method.integrator;
  const auto add = [&](double number) {
    settings += ' ';
    settings += support::shortest(number);
  };
  for (const int number :
       {resolution.map_points, resolution.coarsest, steps_per_revolution(method), most_revolutions}) {
    add(number);
  }
  for (const Plane& plane : planes(resolution.map_points)) {
    for (const double limit : {plane.across.from, plane.across.to, plane.up.from, plane.up.to}) add(limit);
  }
  for (const auto& field : InclinedPlaneOscillatorParameters::fields()) add(parameters.*(field.member));
  return settings;
}

// Half-width of a motion's share of the plane: a border between two motions may lie anywhere within the cells whose
// corners differ. Half of these cells' share, of those with such a corner.
double half_width_of(const Plane& plane, const Map& map, Motion motion) {
  long cells = 0;
  for (int row = 0; row + 1 < plane.up.points; ++row) {
    for (int column = 0; column + 1 < plane.across.points; ++column) {
      const int corners = (map.at(row, column) == motion) + (map.at(row + 1, column) == motion) +
                          (map.at(row, column + 1) == motion) + (map.at(row + 1, column + 1) == motion);
      if (corners > 0 && corners < 4) ++cells;
    }
  }
  // A motion that was seen nowhere may still have one cell.
  return 0.5 * static_cast<double>(std::max(cells, 1L)) / ((plane.up.points - 1.0) * (plane.across.points - 1.0));
}

void record_map(Experiment& experiment, const Plane& plane, const Map& map, const char* across, const char* unit) {
  auto& table = experiment.table(
      plane.name,
      {{across, unit},
       {"mu", "1"},
       {"motion", "1", "1 at rest, 2 stick-slip, 3 sliding, 4 runaway, 5 lift-off, 6 undecided, 7 unsolved"}});
  std::array<long, motion_count + 1> counts{};
  for (int row = 0; row < plane.up.points; ++row) {
    for (int column = 0; column < plane.across.points; ++column) {
      const Motion motion = map.at(row, column);
      ++counts[static_cast<std::size_t>(motion)];
      table.row({plane.across.at(column), plane.up.at(row), static_cast<double>(motion)});
    }
    table.break_line();
  }
  const double points = plane.across.points * plane.up.points;
  const auto share = [&](Motion motion, const std::string& name) {
    experiment.quantity(plane.name + "_" + name, static_cast<double>(counts[static_cast<std::size_t>(motion)]) / points,
                        "1", half_width_of(plane, map, motion),
                        "share of the points of that map: " + name +
                            "; uncertainty: half of the cells in which it meets "
                            "another motion");
  };
  share(Motion::at_rest, "at_rest");
  share(Motion::stick_slip, "stick_slip");
  share(Motion::sliding, "sliding");
  share(Motion::runaway, "runaway");
  share(Motion::lift_off, "lift_off");
  share(Motion::undecided, "undecided");
  share(Motion::unsolved, "unsolved");
  experiment.quantity(plane.name + "_computed", static_cast<double>(map.computed) / points, "1", Uncertainty::count(),
                      "share of the points of that map whose motion was computed: the others lie between equal ones");
  const long unsolved = counts[static_cast<std::size_t>(Motion::unsolved)];
  if (unsolved > 0)
    experiment.incomplete(plane.name + ": contact problems of " + std::to_string(unsolved) + " points stayed unsolved");
}

// Runaway against its closed form.
void compare_runaway(Experiment& experiment, const Plane& inclination, const Map& map) {
  long wrong = 0;
  for (int row = 0; row < inclination.up.points; ++row) {
    for (int column = 0; column < inclination.across.points; ++column) {
      const Motion motion = map.at(row, column);
      if (motion == Motion::lift_off || motion == Motion::unsolved) continue;
      const bool runs_away = elementary::tan(inclination.across.at(column)) > inclination.up.at(row);
      if ((motion == Motion::runaway) != runs_away) ++wrong;
    }
  }
  experiment.quantity(
      "runaway_disagreements", static_cast<double>(wrong), "1", Uncertainty::count(),
      "points of the (delta, mu) plane, those with lift-off apart, where runaway and tan(delta) > mu do "
      "not agree");
}

void compute_maps(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters, const Method& method,
                  const Resolution& resolution) {
  const auto [inclination, speed] = planes(resolution.map_points);
  support::PartialRows& partial = experiment.partial_rows("rows.partial", settings_of(parameters, method, resolution));
  const auto map_of = [&](const Plane& plane) {
    return compute_map(parameters, plane, method, resolution.coarsest, partial, experiment.progress());
  };
  const Map by_inclination = map_of(inclination);
  record_map(experiment, inclination, by_inclination, "delta", "rad");
  const Map by_speed = map_of(speed);
  record_map(experiment, speed, by_speed, "Omega", "rad/s");
  compare_runaway(experiment, inclination, by_inclination);
}

// A line through the printed point.
struct Line {
  const char* key;
  void (*set)(InclinedPlaneOscillatorParameters&, double);
  const char* unit;
  const char* what;
};

// An end of the stick-slip on a line, and how far the number is known.
struct StickSlipEnd {
  double value = 0.0;
  double half_width = 0.0;
};

// Near the end where stick-slip turns into sliding, stiction dies out after some tens of revolutions. The end is found
// with the method of the map first, between `outside` and `inside`; then beside it with ten times as many revolutions,
// and with half the step. What the waiting moves it by counts once, the step's order of one twice.
template <class Sticks>
StickSlipEnd stick_slip_end(const Sticks& sticks, const Method& method, double outside, double inside, int halvings) {
  Method patient = method;
  patient.stick_slip_revolutions = 10 * method.stick_slip_revolutions;
  Method finer = patient;
  finer.step_divisor = 2;
  const auto edge = [&](const Method& by, double from, double to, int times) {
    return support::bisect(from, to, times, [&](double value) { return !sticks(value, by); });
  };
  const double quick = edge(method, outside, inside, halvings).middle();
  const double near = (inside - outside) / 16.0;  // some 2e-4
  const auto beside = [&](const Method& by) {
    const double from = sticks(quick - near, by) ? outside : quick - near;
    const double to = sticks(quick + near, by) ? quick + near : inside;
    return edge(by, from, to, halvings / 2);
  };
  const support::EdgeBracket waited = beside(patient);
  const support::EdgeBracket halved = beside(finer);
  const double bracket = std::abs(halved.inside - halved.outside) + std::abs(waited.inside - waited.outside);
  return {halved.middle(),
          std::abs(waited.middle() - quick) + 2.0 * std::abs(halved.middle() - waited.middle()) + bracket};
}

// Where stick-slip lies on it: between neighbours of different kind.
void record_interval(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters, const Method& method,
                     const Axis& axis, int halvings, const Line& line) {
  const auto sticks = [&](double value, const Method& by) {
    InclinedPlaneOscillatorParameters here = parameters;
    line.set(here, value);
    return classify(here, by) == Motion::stick_slip;
  };
  std::vector<int> at_points(static_cast<std::size_t>(axis.points));
  support::for_each_index(
      axis.points, [&](int k) { at_points[static_cast<std::size_t>(k)] = sticks(axis.at(k), method); }, {},
      method.threads);
  std::optional<StickSlipEnd> first, last;
  for (int k = 1; k < axis.points; ++k) {
    const bool before = at_points[static_cast<std::size_t>(k - 1)] != 0;
    const bool now = at_points[static_cast<std::size_t>(k)] != 0;
    if (now == before) continue;
    if (now && !first) first = stick_slip_end(sticks, method, axis.at(k - 1), axis.at(k), halvings);
    if (!now) last = stick_slip_end(sticks, method, axis.at(k), axis.at(k - 1), halvings);
  }
  if (!first || !last) return;
  const std::string key = line.key;
  const std::string how = "; uncertainty: by ten times as many revolutions, and by half the step";
  experiment.quantity(key + "_min", first->value, line.unit, first->half_width,
                      std::string("least ") + line.what + how);
  experiment.quantity(key + "_max", last->value, line.unit, last->half_width,
                      std::string("largest ") + line.what + how);
}

void record_printed_point(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters,
                          const Method& method) {
  experiment.quantity("motion_as_printed", static_cast<double>(classify(parameters, method)), "1",
                      Uncertainty::choice(),
                      "1 at rest, 2 stick-slip, 3 sliding, 4 runaway, 5 lift-off, 6 undecided, 7 unsolved");
  experiment.quantity("delta_as_printed", parameters.delta, "rad", Uncertainty::setting(),
                      "inclination of these parameters");
  experiment.quantity("mu_as_printed", parameters.mu, "1", Uncertainty::setting(),
                      "friction coefficient of these parameters");
  experiment.quantity("Omega_as_printed", parameters.Omega, "rad/s", Uncertainty::setting(),
                      "angular frequency of these parameters");
}

InclinedPlaneOscillatorParameters checked_parameters(Experiment& experiment, const Method& method) {
  const auto parameters = experiment.parameters<InclinedPlaneOscillatorParameters>("inclined_plane_oscillator");
  const InclinedPlaneOscillator printed(parameters);  // refuses what is unphysical
  if (parameters.Omega == 0.0) {
    throw std::invalid_argument(
        "parameter Omega = 0 is not allowed: motions are observed by revolutions of the unbalance");
  }
  experiment.require_integrator(why_not_applicable(method.integrator, printed));
  experiment.require_applicable(try_solver(printed, method));
  experiment.integrator_settings(settings_of(printed, method));
  return parameters;
}

void run(Experiment& experiment) {
  Method method{experiment.options().solver, experiment.options().integrator};
  method.threads = experiment.options().threads;
  const InclinedPlaneOscillatorParameters parameters = checked_parameters(experiment, method);
  const Resolution resolution = resolution_of(experiment);
  experiment.method("points_per_axis", resolution.map_points);
  experiment.method("coarsest_spacing", resolution.coarsest);
  experiment.method("steps_per_revolution", steps_per_revolution(method));
  experiment.method("most_revolutions", most_revolutions);
  experiment.method("start", "at rest, feet 1e-9 m into the plane");

  compute_maps(experiment, parameters, method, resolution);
  const Axis fine{0.02, 0.2, resolution.line_points};
  record_interval(
      experiment, parameters, method, fine, resolution.halvings,
      {"stick_slip_friction", set_friction, "1", "friction coefficient with stick-slip, at the printed inclination"});
  record_interval(experiment, parameters, method, fine, resolution.halvings,
                  {"stick_slip_inclination", set_inclination, "rad",
                   "inclination with stick-slip, at the printed friction coefficient"});
  record_printed_point(experiment, parameters, method);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "inclined_plane_motion_map";
  info.paper = "woesle1996";
  info.title = "Oscillator on an inclined plane (Woesle & Pfeiffer 1996): maps of its motions (not in the paper)";
  info.description =
      "Tells at rest, stick-slip, sliding, runaway and lift-off apart over the planes (delta, mu) and (Omega, mu), by\n"
      "Moreau's midpoint rule. An interrupted run goes on where it was, with the same options and --out.\n\n"
      "  inclined_plane_motion_map\n"
      "  inclined_plane_motion_map --full\n"
      "  inclined_plane_motion_map --set m_E=0.11 --out results/heavier";
  info.default_solver = "portfolio";  // an LCP has no friction disc
  info.default_threads = 0;
  info.has_full_resolution = true;
  info.figures = {
      {"woesle1996_motion_map", "Motions over inclination and friction, and over speed and friction"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
