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
// halved twice (sweeps/grid_refinement.hpp). Rows of points are kept in <out>/rows.partial until the record is written;
// an interrupted run goes on from there.
#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/inclined_plane_motion_map/swept_motions.hpp"
#include "experiments/support/experiment_sweep.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/bisection.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"
#include "sweeps/partial_rows_store.hpp"
#include "sweeps/sweep_summary.hpp"

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

// A plane of two parameters and the motions at its points.
struct Plane {
  sweeps::Sweep sweep;  // the friction coefficient varies slowest
  const char* unit;     // of the other parameter

  const sweeps::Axis& across() const { return sweep.axes[1]; }
};

struct Map {
  Plane plane;
  sweeps::SweepStages stages;

  Motion at(long number) const { return static_cast<Motion>(static_cast<int>(stages.value(number, 0))); }
};

Plane plane_of(const char* name, const char* parameter, const char* unit, double from, double to,
               const Resolution& resolution) {
  constexpr auto linear = sweeps::Axis::Spacing::linear;
  sweeps::Sweep sweep;
  sweep.name = name;
  sweep.axes = {{"friction", linear, 0.02, 0.2, resolution.map_points},
                {parameter, linear, from, to, resolution.map_points}};
  sweep.quantities = {"motion"};
  sweep.refinement = {"motion", resolution.coarsest};
  sweep.cases_per_bundle = 16;
  return {sweep, unit};
}

Plane inclination_plane(const Resolution& resolution) {
  return plane_of("inclination_map", "delta", "rad", 0.02, 0.2, resolution);
}
Plane speed_plane(const Resolution& resolution) {
  return plane_of("speed_map", "Omega", "rad/s", 2.0, 70.0, resolution);
}

// Everything that decides the motions of the maps' points.
std::string settings_of(const InclinedPlaneOscillatorParameters& parameters, const Method& method,
                        const Resolution& resolution) {
  std::string settings = method.solver + " " + method.integrator;
  const auto add = [&](double number) {
    settings += ' ';
    settings += support::shortest(number);
  };
  add(steps_per_revolution(method));
  add(most_revolutions);
  settings += inclination_plane(resolution).sweep.as_json() + speed_plane(resolution).sweep.as_json();
  for (const auto& field : InclinedPlaneOscillatorParameters::fields()) add(parameters.*(field.member));
  return settings;
}

void record_map(Experiment& experiment, const Map& map) {
  const sweeps::Sweep& sweep = map.plane.sweep;
  auto& table = experiment.table(
      sweep.name,
      {{map.plane.across().input, map.plane.unit},
       {"mu", "1"},
       {"motion", "1", "1 at rest, 2 stick-slip, 3 sliding, 4 runaway, 5 lift-off, 6 undecided, 7 unsolved"}});
  long unsolved = 0;
  for (long number = 0; number < sweep.cases(); ++number) {
    if (number % map.plane.across().points == 0) table.break_line();
    const std::vector<double> point = sweep.at(number);
    table.row({point[1], point[0], static_cast<double>(map.at(number))});
    if (map.at(number) == Motion::unsolved) ++unsolved;
  }
  const auto share = [&](Motion motion, const std::string& name) {
    const sweeps::Share found = sweeps::share_of_class(sweep, map.stages, 0, static_cast<int>(motion));
    experiment.quantity(sweep.name + "_" + name, found.value, "1", found.half_width(),
                        "share of the points of that map: " + name +
                            "; uncertainty: twice the standard error of as many points at random as were computed at "
                            "first, at least 3 of those points' share, or half of the cells in which it meets another "
                            "motion, whichever is larger, and the share of points without a motion");
  };
  share(Motion::at_rest, "at_rest");
  share(Motion::stick_slip, "stick_slip");
  share(Motion::sliding, "sliding");
  share(Motion::runaway, "runaway");
  share(Motion::lift_off, "lift_off");
  share(Motion::undecided, "undecided");
  share(Motion::unsolved, "unsolved");
  experiment.quantity(sweep.name + "_computed",
                      static_cast<double>(map.stages.computed()) / static_cast<double>(sweep.cases()), "1",
                      Uncertainty::count(),
                      "share of the points of that map whose motion was computed: the others lie between equal ones");
  if (unsolved > 0)
    experiment.incomplete(sweep.name + ": contact problems of " + std::to_string(unsolved) + " points stayed unsolved");
}

// Runaway against its closed form.
void compare_runaway(Experiment& experiment, const Map& map) {
  long wrong = 0;
  for (long number = 0; number < map.plane.sweep.cases(); ++number) {
    const Motion motion = map.at(number);
    if (motion == Motion::lift_off || motion == Motion::unsolved) continue;
    const std::vector<double> point = map.plane.sweep.at(number);
    const bool runs_away = elementary::tan(point[1]) > point[0];
    if ((motion == Motion::runaway) != runs_away) ++wrong;
  }
  experiment.quantity(
      "runaway_disagreements", static_cast<double>(wrong), "1", Uncertainty::count(),
      "points of the (delta, mu) plane, those with lift-off apart, where runaway and tan(delta) > mu do "
      "not agree");
}

void compute_maps(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters, const Method& method,
                  const Resolution& resolution) {
  support::PartialRows& partial = experiment.partial_rows("rows.partial", settings_of(parameters, method, resolution));
  const auto swept = make_swept_motions(parameters, method);
  const auto map_of = [&](const Plane& plane) {
    sweeps::PartialRowsStore store(partial, plane.sweep.name, plane.sweep.quantities.size());
    return Map{plane, experiments::compute_sweep(experiment, plane.sweep, *swept, &store)};
  };
  const Map by_inclination = map_of(inclination_plane(resolution));
  record_map(experiment, by_inclination);
  record_map(experiment, map_of(speed_plane(resolution)));
  compare_runaway(experiment, by_inclination);
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
                     const sweeps::Axis& axis, int halvings, const Line& line) {
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
  const sweeps::Axis fine{{}, sweeps::Axis::Spacing::linear, 0.02, 0.2, resolution.line_points};
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
