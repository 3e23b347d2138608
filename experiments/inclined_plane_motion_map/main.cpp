// Which motions the oscillator on an inclined plane has (Woesle & Pfeiffer 1996, sec. 7): maps of the planes (delta,
// mu) and (Omega, mu).
//
//   inclined_plane_motion_map                    101 x 101 points each, the other parameters as printed
//   inclined_plane_motion_map --set m_E=0.11     a larger unbalance
//
// Every point is a motion from rest by Moreau's midpoint rule with 160 steps a revolution of the unbalance, watched one
// revolution after the other until it is
//   at rest             no motion in a revolution
//   stick-slip          rest and motion in three revolutions in a row
//   sliding             no rest, the same velocity after each of two revolutions
//   runaway             no rest, downhill all the time, and the gain of speed in a revolution does not fall any more
//   lift-off            a foot without force, or a tilt beyond the linearised kinematics
// or 400 revolutions are over: undecided. Runaway has a closed form: the unbalance gives nothing over a revolution, and
// at high speed all friction is against the drift, so the body runs away if and only if tan(delta) > mu.
//
// Rows of points are kept in <out>/rows.partial while the maps are computed; an interrupted run goes on from there.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <mutex>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "problems/inclined_plane_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/numbers.hpp"
#include "support/output_files.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::InclinedPlaneOscillator;
using problems::InclinedPlaneOscillatorParameters;

enum class Motion { at_rest = 1, stick_slip, sliding, runaway, lift_off, undecided, unsolved };

constexpr int steps_per_revolution = 160;
constexpr int most_revolutions = 400;
constexpr double foot_distance = 0.05;  // m from the centre of mass
constexpr double rest_velocity = 1e-9;  // m/s: what the contact solver leaves of stiction is some 1e-12

// What happened in one revolution.
struct Revolution {
  bool solved = true;
  bool lifted = false;
  int steps_at_rest = 0;
  double smallest_xdot = std::numeric_limits<double>::infinity();
  double largest_across = 0.0;  // velocity of feet across the slope, from turning and drifting [m/s]
};

Revolution revolve(const InclinedPlaneOscillator& body, MoreauMidpoint<InclinedPlaneOscillator>& integrator,
                   State<6>& state, int number, bool settled) {
  const double dt = 2.0 * M_PI / (body.parameters().Omega * steps_per_revolution);
  Revolution seen;
  for (int k = 0; k < steps_per_revolution; ++k) {
    state.t = (static_cast<double>(number) * steps_per_revolution + k) * dt;
    const auto& report = integrator.step(state, dt);
    if (!report.advanced()) {
      seen.solved = false;
      return seen;
    }
    const bool all_pressed = (report.normal_percussions.array() > 0.0).all();
    if ((settled && !all_pressed) || !InclinedPlaneOscillator::within_range(state.q)) {
      seen.lifted = true;
      return seen;
    }
    const double speed = std::abs(state.u(0)) + std::abs(state.u(1)) + foot_distance * std::abs(state.u(5));
    if (speed < rest_velocity) ++seen.steps_at_rest;
    seen.smallest_xdot = std::min(seen.smallest_xdot, state.u(0));
    seen.largest_across = std::max(seen.largest_across, std::abs(state.u(1)) + foot_distance * std::abs(state.u(5)));
  }
  return seen;
}

Motion classify(const InclinedPlaneOscillatorParameters& parameters, const std::string& solver_name) {
  const InclinedPlaneOscillator body(parameters);
  const auto solver = make_contact_solver(solver_name);
  MoreauMidpoint integrator(body, *solver);
  State<6> state = body.initial_state();
  state.q(2) -= 1e-9;  // m: rounding opens feet that are closed by exactly nothing
  int stick_slip = 0;
  int periodic = 0;
  std::vector<double> gains;  // of xdot, in the last revolutions downhill [m/s]
  for (int number = 0; number < most_revolutions; ++number) {
    const Vector<6> before = state.u;
    const Revolution seen = revolve(body, integrator, state, number, number > 0);
    if (!seen.solved) return Motion::unsolved;
    if (seen.lifted) return Motion::lift_off;
    if (number == 0) continue;
    if (seen.steps_at_rest == steps_per_revolution) return Motion::at_rest;
    stick_slip = seen.steps_at_rest > 0 ? stick_slip + 1 : 0;
    if (stick_slip == 3) return Motion::stick_slip;
    const double change = (state.u - before).cwiseAbs().maxCoeff();
    const double size = state.u.cwiseAbs().maxCoeff();
    periodic = seen.steps_at_rest == 0 && change < 1e-6 * size ? periodic + 1 : 0;
    if (periodic == 2) return Motion::sliding;
    // Downhill all the time, and ever faster: if that is to end it is since feet that move across, as the body turns,
    // take friction from the drift. At ten times that speed they take no more than half a per cent of it, and the gain
    // of a revolution is a constant.
    if (seen.smallest_xdot <= 0.0) gains.clear();
    gains.push_back(state.u(0) - before(0));
    const std::size_t count = gains.size();
    const bool fast = seen.smallest_xdot > 10.0 * seen.largest_across;
    if (fast && count >= 8 && gains[count - 1] > 0.8 * gains[count / 2 - 1] && gains[count / 2 - 1] > 0.0) {
      return Motion::runaway;
    }
  }
  return Motion::undecided;
}

struct Axis {
  double from, to;
  int points;
  double at(int k) const { return from + (to - from) * k / (points - 1); }
};

// One plane: `set` puts the coordinates into the parameters.
struct Plane {
  std::string name;
  Axis across, up;
  void (*set)(InclinedPlaneOscillatorParameters&, double across, double up);
};

// Rows that a run which was interrupted left behind, if it had the same settings, and where new ones go.
class PartialRows {
 public:
  PartialRows(const std::filesystem::path& folder, std::string settings)
      : path_(folder / "rows.partial"), settings_(std::move(settings)) {
    std::ifstream earlier(path_);
    std::string line;
    if (std::getline(earlier, line) && line == settings_) {
      while (std::getline(earlier, line)) {
        if (line.ends_with(" end")) rows_.push_back(line);
      }
    } else {
      std::filesystem::create_directories(folder);
      std::ofstream(path_) << settings_ << '\n';
    }
  }

  // True, and the row, if it is there.
  bool find(const std::string& plane, int row, std::vector<Motion>& motions) const {
    for (const std::string& line : rows_) {
      std::istringstream text(line);
      std::string name;
      int number = 0;
      if (!(text >> name >> number) || name != plane || number != row) continue;
      std::vector<Motion> read;
      for (int motion = 0; text >> motion;) {
        if (motion < 1 || motion > static_cast<int>(Motion::unsolved)) break;
        read.push_back(static_cast<Motion>(motion));
      }
      if (read.size() != motions.size()) continue;
      motions = read;
      return true;
    }
    return false;
  }

  void add(const std::string& plane, int row, const std::vector<Motion>& motions) {
    std::ofstream file(path_, std::ios::app);
    file << plane << ' ' << row;
    for (const Motion motion : motions) file << ' ' << static_cast<int>(motion);
    file << " end\n";
  }

  void remove() const { std::filesystem::remove(path_); }

 private:
  std::filesystem::path path_;
  std::string settings_;
  std::vector<std::string> rows_;
};

using Map = std::vector<std::vector<Motion>>;  // by row (up), then column (across)

Map compute(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters, const Plane& plane,
            PartialRows& partial) {
  Map map(static_cast<std::size_t>(plane.up.points),
          std::vector<Motion>(static_cast<std::size_t>(plane.across.points), Motion::undecided));
  std::atomic<int> next{0};
  std::mutex lock;
  int done = 0;
  const auto work = [&] {
    for (int row = next++; row < plane.up.points; row = next++) {
      std::vector<Motion>& motions = map[static_cast<std::size_t>(row)];
      if (!partial.find(plane.name, row, motions)) {
        for (int column = 0; column < plane.across.points; ++column) {
          InclinedPlaneOscillatorParameters here = parameters;
          plane.set(here, plane.across.at(column), plane.up.at(row));
          motions[static_cast<std::size_t>(column)] = classify(here, experiment.options().solver);
        }
        const std::lock_guard<std::mutex> guard(lock);
        partial.add(plane.name, row, motions);
      }
      const std::lock_guard<std::mutex> guard(lock);
      experiment.progress().update(plane.name, static_cast<double>(++done) / plane.up.points);
    }
  };
  // Every point is computed alone: the result does not depend on who computes it.
  std::vector<std::thread> helpers;
  for (unsigned k = 1; k < std::max(1U, std::thread::hardware_concurrency()); ++k) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
  return map;
}

void record(Experiment& experiment, const Plane& plane, const Map& map, const char* across, const char* unit) {
  auto& table = experiment.table(plane.name, {{across, unit}, {"mu", "1"}, {"motion", "1"}});
  std::array<long, 8> counts{};
  for (int row = 0; row < plane.up.points; ++row) {
    for (int column = 0; column < plane.across.points; ++column) {
      const Motion motion = map[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      ++counts[static_cast<std::size_t>(motion)];
      table.row({plane.across.at(column), plane.up.at(row), static_cast<double>(motion)});
    }
    table.break_line();
  }
  const auto share = [&](Motion motion, const char* name) {
    experiment.quantity(
        plane.name + "_" + name,
        static_cast<double>(counts[static_cast<std::size_t>(motion)]) / (plane.across.points * plane.up.points), "1",
        std::nullopt, std::string("share of the points of that map: ") + name);
  };
  share(Motion::at_rest, "at_rest");
  share(Motion::stick_slip, "stick_slip");
  share(Motion::sliding, "sliding");
  share(Motion::runaway, "runaway");
  share(Motion::lift_off, "lift_off");
  share(Motion::undecided, "undecided");
  share(Motion::unsolved, "unsolved");
  const long unsolved = counts[static_cast<std::size_t>(Motion::unsolved)];
  if (unsolved > 0)
    experiment.incomplete(plane.name + ": contact problems of " + std::to_string(unsolved) + " points stayed unsolved");
}

// Where stick-slip lies on the line through the printed point, from the finest scan that the map's spacing allows.
void record_interval(Experiment& experiment, const InclinedPlaneOscillatorParameters& parameters, const char* key,
                     const Axis& axis, void (*set)(InclinedPlaneOscillatorParameters&, double), const char* unit,
                     const char* what) {
  // Bisection between neighbours of different kind.
  const auto sticks = [&](double value) {
    InclinedPlaneOscillatorParameters here = parameters;
    set(here, value);
    return classify(here, experiment.options().solver) == Motion::stick_slip;
  };
  double first = std::nan("");
  double last = std::nan("");
  bool before = sticks(axis.at(0));
  for (int k = 1; k < axis.points; ++k) {
    const bool now = sticks(axis.at(k));
    if (now != before) {
      double low = axis.at(k - 1);
      double high = axis.at(k);
      for (int halving = 0; halving < 14; ++halving) {
        const double middle = 0.5 * (low + high);
        (sticks(middle) == before ? low : high) = middle;
      }
      if (now && std::isnan(first)) first = high;
      if (!now) last = low;
    }
    before = now;
  }
  if (std::isnan(first) || std::isnan(last)) return;
  // Besides the bisection's, the error of the time step: statics puts the rest of the body within 1e-5 of the result.
  const double width = (axis.to - axis.from) / (axis.points - 1) / 16384.0 + 2e-5;
  experiment.quantity(std::string(key) + "_min", first, unit, width, std::string("least ") + what);
  experiment.quantity(std::string(key) + "_max", last, unit, width, std::string("largest ") + what);
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<InclinedPlaneOscillatorParameters>("inclined_plane_oscillator");
  const InclinedPlaneOscillator printed(parameters);  // refuses what is unphysical
  if (parameters.Omega == 0.0) {
    throw std::invalid_argument(
        "parameter Omega = 0 is not allowed: motions are watched by revolutions of the unbalance");
  }
  {
    const auto solver = make_contact_solver(experiment.options().solver);
    MoreauMidpoint integrator(printed, *solver);
    State<6> state = printed.initial_state();
    state.q(2) -= 1e-9;
    experiment.require_applicable(integrator.step(state, 1e-4).solver.status);
  }
  const bool quick = experiment.options().quick;
  const int points = quick ? 21 : 101;
  const auto set_friction = [](InclinedPlaneOscillatorParameters& p, double mu) { p.mu = p.mu_0 = mu; };
  const Plane inclination{"inclination_map",
                          {0.02, 0.2, points},
                          {0.02, 0.2, points},
                          [](InclinedPlaneOscillatorParameters& p, double delta, double mu) {
                            p.delta = delta;
                            p.mu = p.mu_0 = mu;
                          }};
  const Plane speed{"speed_map",
                    {2.0, 122.0, points},
                    {0.02, 0.2, points},
                    [](InclinedPlaneOscillatorParameters& p, double Omega, double mu) {
                      p.Omega = Omega;
                      p.mu = p.mu_0 = mu;
                    }};
  experiment.method("points_per_axis", points);
  experiment.method("steps_per_revolution", steps_per_revolution);
  experiment.method("most_revolutions", most_revolutions);
  experiment.method("start", "at rest, feet 1e-9 m into the plane");

  std::string settings = experiment.options().solver + " " + std::to_string(points) + " " +
                         std::to_string(steps_per_revolution) + " " + std::to_string(most_revolutions);
  for (const Plane& plane : {inclination, speed}) {
    for (const double limit : {plane.across.from, plane.across.to, plane.up.from, plane.up.to}) {
      settings += ' ';
      settings += support::shortest(limit);
    }
  }
  for (const auto& field : InclinedPlaneOscillatorParameters::fields()) {
    settings += ' ';
    settings += support::shortest(parameters.*(field.member));
  }
  PartialRows partial(experiment.options().out, settings);

  const Map by_inclination = compute(experiment, parameters, inclination, partial);
  record(experiment, inclination, by_inclination, "delta", "rad");
  const Map by_speed = compute(experiment, parameters, speed, partial);
  record(experiment, speed, by_speed, "Omega", "rad/s");

  // Runaway against its closed form.
  long wrong = 0;
  for (int row = 0; row < points; ++row) {
    for (int column = 0; column < points; ++column) {
      const Motion motion = by_inclination[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      if (motion == Motion::lift_off || motion == Motion::unsolved) continue;
      const bool runs_away = std::tan(inclination.across.at(column)) > inclination.up.at(row);
      if ((motion == Motion::runaway) != runs_away) ++wrong;
    }
  }
  experiment.quantity(
      "runaway_disagreements", static_cast<double>(wrong), "1", 0.0,
      "points of the (delta, mu) plane, those with lift-off apart, where runaway and tan(delta) > mu do "
      "not agree");
  const Axis fine{0.02, 0.2, quick ? 37 : 181};
  record_interval(experiment, parameters, "stick_slip_friction", fine, set_friction, "1",
                  "friction coefficient with stick-slip, at the printed inclination");
  record_interval(
      experiment, parameters, "stick_slip_inclination", fine,
      [](InclinedPlaneOscillatorParameters& p, double delta) { p.delta = delta; }, "rad",
      "inclination with stick-slip, at the printed friction coefficient");
  experiment.quantity("motion_as_printed", static_cast<double>(classify(parameters, experiment.options().solver)), "1",
                      0.0, "1 at rest, 2 stick-slip, 3 sliding, 4 runaway, 5 lift-off, 6 undecided, 7 unsolved");
  experiment.quantity("delta_as_printed", parameters.delta, "rad", 0.0, "inclination of these parameters");
  experiment.quantity("mu_as_printed", parameters.mu, "1", 0.0, "friction coefficient of these parameters");
  experiment.quantity("Omega_as_printed", parameters.Omega, "rad/s", 0.0, "angular frequency of these parameters");
  partial.remove();
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
      "  inclined_plane_motion_map --set m_E=0.11 --out results/heavier";
  info.default_solver = "portfolio";  // an LCP has no friction disc
  info.figures = {
      {"woesle1996_motion_map", "Motions over inclination and friction, and over speed and friction"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
