// Stability of the woodpecker's motion (Glocker & Studer 2005, sec. 4, Table I), by the event-driven integration.
//
//   x = omega_S where contact 2 goes from stick to slip,   x' = P(x): the return map (jammed_sleeve.hpp)
//   limit cycle P(x*) = x* by Newton's method,   multiplier P'(x*)
//
//   woodpecker_stability                         Table I
//   woodpecker_stability --set epsilon_N1=0.7    another restitution of the beak
//
// The run has seven parts: the jammed sleeve, the limit cycle in two precisions and with two tolerances, the return map
// with the other attractor on it, basins, deviations from the cycle, diagrams over the friction and the beak's
// restitution, and the period by Moreau's midpoint rule, an independent calculation.
#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "experiments/woodpecker_stability/attractors.hpp"
#include "experiments/woodpecker_stability/cycle.hpp"
#include "experiments/woodpecker_stability/diagrams.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/analysis/section.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments;
using problems::Woodpecker;
using problems::WoodpeckerParameters;
using LongWoodpecker = problems::BasicWoodpecker<long double>;
using Point = Vector<1>;

// ---- the jammed sleeve ----

// Whether the sleeve stays where it is, with the bird swinging from delta.
bool stays_jammed(const WoodpeckerParameters& parameters, const std::string& solver_name, double delta) {
  const Woodpecker bird(parameters);
  const JammedSleeve<double> jammed(parameters);
  const auto solver = make_contact_solver(solver_name);
  EventDriven<Woodpecker> integrator(bird, *solver);
  State<3> state = jammed.state(delta, 0.0);
  const double swing = 2.0 * M_PI / jammed.swing_frequency;
  const auto result = integrator.integrate(state, 1.1 * swing);
  constexpr double at_rest = 1e-12;  // m/s: rounding leaves some 1e-30
  return result.completed() && result.events == 0 && std::abs(state.u(0)) < at_rest;
}

// Largest value of [low, high] for which `yes` holds, which does at low and not at high; to 2^-40 of their distance.
template <class Predicate>
double last_yes(double low, double high, Predicate yes) {
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = 0.5 * (low + high);
    (yes(middle) ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Table I's state moved towards the jammed rest: `factor` of the way from there, in phi_S and all velocities.
State<3> scaled_start(const Woodpecker& bird, const JammedSleeve<double>& jammed, double factor) {
  const State<3> start = bird.initial_state();
  State<3> state = jammed.state(factor * (start.q(2) - jammed.rest_phi_s), factor * start.u(2));
  state.u(0) = factor * start.u(0);
  return state;
}

// Friction coefficient from which on contact 2, closed and sliding down, has no or several forces that satisfy its laws
// (Painleve's paradox): w_N^T M^-1 (w_N + mu w_T) = 0. Infinite if friction does not press.
double paradox_friction(const WoodpeckerParameters& parameters) {
  const Woodpecker bird(parameters);
  const auto configuration = bird.configuration(bird.initial_state().q, 0.0);
  const auto& w = bird.directions(configuration, 1);
  const Vector<3> image = bird.mass_matrix(configuration).llt().solve(w.normal);
  const double coupling = image.dot(w.tangential.col(0));
  return coupling < 0.0 ? -image.dot(w.normal) / coupling : std::numeric_limits<double>::infinity();
}

void measure_jamming(Experiment& experiment, const WoodpeckerParameters& parameters) {
  const std::string& solver = experiment.options().solver;
  const JammedSleeve<double> jammed(parameters);
  if (!(jammed.friction_at_rest > 0.0)) {
    experiment.note("No jammed rest exists with these parameters, whatever the friction.");
    return;
  }
  const double threshold = jammed.friction_at_rest;
  const double integrated = -last_yes(-2.0 * threshold, -0.5 * threshold, [&](double minus_mu) {
    WoodpeckerParameters here = parameters;
    here.mu_2 = -minus_mu;
    return stays_jammed(here, solver, 0.0);
  });
  experiment.quantity("jammed_friction_threshold", threshold, "1", std::abs(integrated - threshold) + 1e-15,
                      "least friction coefficient of contact 2 with which the sleeve, jammed with the bird at rest, "
                      "stays: closed form of statics; uncertainty: difference from the integrator's threshold");
  experiment.quantity("jammed_friction_threshold_integrated", integrated, "1", std::nullopt,
                      "the same by bisection with the event-driven integration");
  experiment.quantity("jammed_phi_s", jammed.rest_phi_s, "rad", std::nullopt, "angle of the bird at the jammed rest");
  experiment.quantity("jammed_phi_m", jammed.phi_m, "rad", std::nullopt, "angle of the sleeve with contact 2 closed");
  experiment.quantity("jammed_swing_frequency", jammed.swing_frequency, "rad/s", std::nullopt,
                      "angular frequency of the bird's swing while the sleeve is jammed: undamped");
  if (!jammed.can_rest(parameters.mu_2) || !jammed.ends_upwards()) return;
  const double swing =
      last_yes(0.0, 4.0 * jammed.slip_delta, [&](double delta) { return stays_jammed(parameters, solver, delta); });
  experiment.quantity("jammed_swing_limit", jammed.slip_delta, "rad", std::abs(swing - jammed.slip_delta) + 1e-15,
                      "amplitude of the bird's swing up to which the sleeve stays jammed: closed form; uncertainty: "
                      "difference from bisection with the event-driven integration");
  // The factor below which Table I's motion jams: the first change along the way from the jammed rest, refined.
  WoodpeckerMap<double> here(parameters, solver, diagram_options());
  const auto jams = [&](double factor) {
    return outcome_of(here.map.reach(scaled_start(here.bird, here.jammed, factor))) == Outcome::jams;
  };
  constexpr int trials = 400;
  int edges = 0;
  double edge = 0.0;
  bool before = jams(0.0);
  for (int k = 1; k <= trials; ++k) {
    const double factor = static_cast<double>(k) / trials;
    const bool now = jams(factor);
    if (now != before) {
      ++edges;
      if (before && edges == 1) edge = last_yes(factor - 1.0 / trials, factor, jams);
    }
    before = now;
  }
  experiment.quantity(
      "jamming_edges", edges, "1", std::nullopt,
      "how often jamming and pecking change along the way from the jammed rest to Table I's state, on a grid of "
      "400 points: other ways have other edges");
  if (edges == 0) return;
  experiment.quantity("jamming_factor", edge, "1", std::nullopt,
                      "least part of Table I's deviation from the jammed rest, in phi_S, omega_S and v, that leads to "
                      "pecking: on this way, with its first edge on a grid of 400 points, bisected");
}

// ---- the limit cycle ----

// A value in two precisions and with two tolerances: the difference is what is not known of it.
struct Measured {
  double value = 0.0;
  double uncertainty = 0.0;
};

struct CycleRuns {
  Cycle<double> coarse;        // double
  Cycle<long double> fine;     // long double
  Cycle<long double> checked;  // long double with a larger tolerance

  // `own`: the method's estimate of the value's error, where it has one.
  template <class Member, class Own>
  Measured of(Member member, Own own) const {
    const long double value = member(fine);
    const long double other = member(checked);
    const auto narrow = static_cast<long double>(member(coarse));
    const double spacing = std::numeric_limits<double>::epsilon() * std::abs(static_cast<double>(value));
    return {static_cast<double>(value),
            static_cast<double>(std::max({std::abs(value - other), std::abs(value - narrow), own(fine),
                                          static_cast<long double>(own(coarse))})) +
                spacing};
  }
};

CycleRuns find_cycles(const WoodpeckerParameters& parameters, const std::string& solver) {
  CycleRuns runs;
  {
    WoodpeckerMap<double> here(parameters, solver, {});
    const auto first = here.map.reach(here.bird.initial_state());
    if (!first.returned()) {
      std::string sentence = "the motion does not come to the section where contact 2 goes from stick to slip: ";
      sentence += to_string(outcome_of(first) == Outcome::jams ? ReturnStatus::too_late : first.status);
      throw support::ComputationFailed(sentence);
    }
    // Newton from where the motion is after some cycles.
    Point x = first.point;
    for (int k = 0; k < 40; ++k) {
      const auto next = here.map(x);
      if (!next) break;
      x = *next;
    }
    runs.coarse = find_cycle(here, x(0));
    runs.coarse.start_omega_s = first.point(0);
    if (!runs.coarse.found()) {
      std::string sentence = "no limit cycle was found from the motion's 40th return: ";
      sentence += to_string(runs.coarse.fixed.status);
      throw support::ComputationFailed(sentence);
    }
  }
  const long double guess = runs.coarse.fixed.x(0);
  WoodpeckerMap<long double> fine(parameters, solver, {});
  runs.fine = find_cycle(fine, guess);
  EventDrivenOptions loose;
  loose.rtol = loose.atol = 1e-16;
  WoodpeckerMap<long double> checked(parameters, solver, loose);
  runs.checked = find_cycle(checked, guess);
  if (!runs.fine.found() || !runs.checked.found())
    throw support::ComputationFailed("no limit cycle was found in long double");
  return runs;
}

void measure_cycle(Experiment& experiment, const CycleRuns& runs) {
  const auto add_with = [&](const char* key, const char* unit, auto member, auto own, const char* meaning) {
    const Measured measured = runs.of(member, own);
    experiment.quantity(key, measured.value, unit, measured.uncertainty, meaning);
  };
  const auto add = [&](const char* key, const char* unit, auto member, const char* meaning) {
    add_with(
        key, unit, member, [](const auto& c) { return 0 * c.period; }, meaning);
  };
  add(
      "period", "s", [](const auto& c) { return c.period; }, "period of the limit cycle");
  add(
      "fall_height", "m", [](const auto& c) { return c.fall; }, "height lost per cycle");
  add(
      "frequency", "Hz", [](const auto& c) { return 1 / c.period; }, "1 / period");
  add(
      "mean_fall_speed", "m/s", [](const auto& c) { return c.fall / c.period; }, "fall_height / period");
  add(
      "energy_loss_per_cycle", "J", [](const auto& c) { return c.loss; }, "energy that the contacts take in a cycle");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string contact = "contact_" + std::to_string(i + 1);
    add(("impact_loss_" + contact).c_str(), "J", [i](const auto& c) { return c.impact_loss[i]; },
        "of it, by impacts of that contact");
    add(("friction_loss_" + contact).c_str(), "J", [i](const auto& c) { return c.friction_loss[i]; },
        "of it, by sliding of that contact");
  }
  experiment.quantity("energy_balance_mismatch",
                      static_cast<double>(std::abs(1 - runs.fine.loss / runs.fine.gravity_work)), "1", std::nullopt,
                      "work of gravity over the cycle minus energy that the contacts take, relative to the former");
  add_with(
      "multiplier_largest", "1", [](const auto& c) { return c.fixed.multipliers[0].real; },
      [](const auto& c) { return c.fixed.multipliers[0].error; },
      "multiplier of the cycle of largest magnitude, but for the two of one that go with time and height; the other "
      "three are zero: stiction leaves one coordinate on the section");
  add(
      "section_phi_s", "rad", [](const auto& c) { return c.phi_s; },
      "angle of the bird on the cycle where contact 2 goes from stick to slip: the stick limit");
  add_with(
      "section_omega_s", "rad/s", [](const auto& c) { return c.fixed.x(0); },
      [](const auto& c) { return c.fixed.error(0); }, "angular velocity of the bird there");
  add(
      "phi_s_min", "rad", [](const auto& c) { return c.phi_s_min; }, "smallest angle of the bird on the cycle");
  add(
      "phi_s_max", "rad", [](const auto& c) { return c.phi_s_max; }, "largest angle of the bird on the cycle");
  add(
      "omega_m_max", "rad/s", [](const auto& c) { return c.omega_m_max; },
      "largest magnitude of the sleeve's angular velocity on the cycle");
  add(
      "omega_s_max", "rad/s", [](const auto& c) { return c.omega_s_max; },
      "largest magnitude of the bird's angular velocity on the cycle");
  add(
      "stick_fraction_contact_2", "1", [](const auto& c) { return c.stick_time / c.period; },
      "part of the period in which the sleeve's lower edge sticks");
  experiment.quantity("multiplier_error_estimate", static_cast<double>(runs.coarse.fixed.multipliers[0].error), "1",
                      std::nullopt, "of multiplier_largest in double, by the extrapolation of differences");
  experiment.quantity("distance_of_start_from_cycle", static_cast<double>(runs.fine.start_distance), "1", std::nullopt,
                      "distance of Table I's start from the cycle: smallest, over the cycle, of the largest difference "
                      "in phi_M, phi_S, v, omega_M, omega_S, each relative to its range over the cycle");
}

// The cycle for drawing: modes are 0 flight, 1 contact 2 slips, 2 contact 2 sticks, 3 contact 3 is closed, 4 contact 1.
void draw_cycle(Experiment& experiment, WoodpeckerMap<double>& here, double omega) {
  auto& table = experiment.table("cycle", {{"t", "s"},
                                           {"y", "m"},
                                           {"phi_M", "rad"},
                                           {"phi_S", "rad"},
                                           {"v", "m/s"},
                                           {"omega_M", "rad/s"},
                                           {"omega_S", "rad/s"},
                                           {"mode", "1"}});
  const State<3> start = here.bird.initial_state();
  experiment.table("start", {{"phi_M", "rad"}, {"omega_M", "rad/s"}, {"phi_S", "rad"}, {"omega_S", "rad/s"}})
      .row({start.q(1), start.u(1), start.q(2), start.u(2)});
  State<3> last = here.jammed.state(here.jammed.slip_delta, omega);
  double last_mode = -1.0;
  const auto row = [&](const State<3>& at, double mode) {
    table.row({at.t, at.q(0), at.q(1), at.q(2), at.u(0), at.u(1), at.u(2), mode});
  };
  here.map.go(
      Point(omega),
      [&](const SmoothStep<Woodpecker>& step) {
        const auto& contacts = step.held().contacts;
        double mode = 0.0;
        if (contacts[0] != ContactState::open) mode = 4.0;
        if (contacts[2] != ContactState::open) mode = 3.0;
        if (contacts[1] != ContactState::open) mode = contacts[1] == ContactState::sticking ? 2.0 : 1.0;
        if (mode != last_mode) {  // a block a mode, so that lines of one mode are not joined across others
          table.break_line();
          row(last, mode);
        }
        last_mode = mode;
        constexpr int pieces = 24;
        for (int k = 0; k <= pieces; ++k) {
          last = step.at(step.used() * k / pieces);
          row(last, mode);
        }
      },
      [](const Event<Woodpecker>&) {});
}

void measure_deviations(Experiment& experiment, WoodpeckerMap<double>& here, const CycleRuns& runs, int cycles) {
  auto& table = experiment.table("deviations", {{"cycle", "1"}, {"deviation", "rad/s"}, {"size", "rad/s"}});
  const double fixed = runs.coarse.fixed.x(0);
  Point x(runs.coarse.start_omega_s);
  double first = 0.0;
  double last = 0.0;
  int counted = 0;
  int alternations = 0;
  double before = 0.0;
  for (int k = 0; k <= cycles; ++k) {
    const double deviation = x(0) - fixed;
    table.row({static_cast<double>(k), deviation, std::abs(deviation)});
    if (k > 0 && deviation * before < 0.0) ++alternations;
    before = deviation;
    // Small enough for the multiplier alone, large enough not to be rounding.
    if (std::abs(deviation) > 1e-8) {
      if (k == cycles / 4) first = deviation;
      last = deviation;
      counted = k;
    }
    const auto next = here.map(x);
    if (!next) break;
    x = *next;
  }
  experiment.quantity("deviation_alternations", alternations, "1", std::nullopt,
                      "changes of the sign of omega_S minus its value on the cycle, from return to return, from Table "
                      "I's start on");
  const int quarter = cycles / 4;
  if (first == 0.0 || counted <= quarter) return;
  experiment.quantity("deviation_ratio", std::pow(std::abs(last / first), 1.0 / (counted - quarter)), "1", std::nullopt,
                      "mean factor of the deviation's size per return, after the first quarter of them");
}

// ---- the return map ----

// Motions of period two on the section, with the multipliers of two returns.
struct TwoCycle {
  double low = 0.0, high = 0.0, multiplier = 0.0;
  double error = 0.0, multiplier_error = 0.0;  // estimates of the methods
};
std::vector<TwoCycle> find_two_cycles(WoodpeckerMap<double>& here, double fixed) {
  const auto twice = [&](const Point& x) -> std::optional<Point> {
    const auto once = here.map(x);
    if (!once) return std::nullopt;
    return here.map(*once);
  };
  const auto defect = [&](double x) {
    const auto image = twice(Point(x));
    return image ? (*image)(0) - x : std::nan("");
  };
  std::vector<TwoCycle> cycles;
  constexpr int trials = 160;
  const double reach = 0.4 * std::abs(fixed);
  double last = defect(fixed - reach);
  for (int k = 1; k < trials; ++k) {
    const double x = fixed - reach + reach * k / trials;
    const double next = defect(x);
    if (last * next < 0.0) {
      FixedPointOptions options;
      options.derivative.step = 0.002;
      const auto found =
          find_fixed_point<1, double>(twice, Point(x - 0.5 * reach / trials), Point(omega_scale), options);
      if (found.converged() && std::abs(found.x(0) - fixed) > 1e-3) {
        const double partner = (*here.map(found.x))(0);
        cycles.push_back({std::min(found.x(0), partner), std::max(found.x(0), partner), found.multipliers[0].real,
                          found.error(0), found.multipliers[0].error});
      }
    }
    last = next;
  }
  return cycles;
}

struct SectionAttractors {
  double fixed = 0.0;
  std::optional<TwoCycle> stable;
};

// Where motions from the section end.
enum class Basin { cycle = 1, two_cycle, jams, outside_model, late, other };

Basin basin_of(WoodpeckerMap<double>& here, const SectionAttractors& attractors, Return<Woodpecker, 1> made) {
  constexpr int most_returns = 300;
  constexpr double near = 0.02;  // rad/s: there the return map is as good as linear
  for (int k = 0; k < most_returns && made.returned(); ++k) {
    const double x = made.point(0);
    if (std::abs(x - attractors.fixed) < near) return Basin::cycle;
    if (attractors.stable &&
        (std::abs(x - attractors.stable->low) < near || std::abs(x - attractors.stable->high) < near)) {
      return Basin::two_cycle;
    }
    made = here.map.go(made.point);
  }
  switch (outcome_of(made)) {
    case Outcome::jams:
      return Basin::jams;
    case Outcome::outside_model:
      return Basin::outside_model;
    case Outcome::late:
      return Basin::late;
    default:
      return Basin::other;
  }
}

// The first point of the section beyond which motions do not go to the cycle any longer, seen from it in steps of
// `step` [rad/s] and refined.
std::optional<double> basin_edge(WoodpeckerMap<double>& here, const SectionAttractors& attractors, double step) {
  const auto goes = [&](double x) { return basin_of(here, attractors, here.map.go(Point(x))) == Basin::cycle; };
  for (int k = 1; k <= 200; ++k) {
    const double x = attractors.fixed + k * step;
    if (!(x > 0.0)) return std::nullopt;
    if (!goes(x)) return last_yes(x - step, x, goes);
  }
  return std::nullopt;
}

SectionAttractors measure_return_map(Experiment& experiment, WoodpeckerMap<double>& here, double fixed, int points) {
  auto& table = experiment.table("return_map", {{"omega", "rad/s"}, {"next", "rad/s"}, {"after_next", "rad/s"}});
  for (int k = 1; k <= points; ++k) {
    const Point x(40.0 * k / points);
    const auto next = here.map(x);
    const auto after = next ? here.map(*next) : std::nullopt;
    const double nan = std::nan("");
    table.row({x(0), next ? (*next)(0) : nan, after ? (*after)(0) : nan});
  }
  SectionAttractors found;
  found.fixed = fixed;
  for (const TwoCycle& cycle : find_two_cycles(here, fixed)) {
    if (std::abs(cycle.multiplier) < 1.0 && !found.stable) found.stable = cycle;
  }
  if (!found.stable) {
    experiment.note("No stable motion of two returns was found near the cycle.");
    return found;
  }
  const TwoCycle& two = *found.stable;
  // Once more with a larger tolerance: what it changes, and the methods' own estimates, is not known.
  EventDrivenOptions loose;
  loose.rtol = loose.atol = 1e-12;
  WoodpeckerMap<double> other(here.bird.parameters(), experiment.options().solver, loose);
  std::optional<double> low_error, high_error, multiplier_error;
  for (const TwoCycle& again : find_two_cycles(other, fixed)) {
    if (low_error || std::abs(again.low - two.low) > 1e-3) continue;
    low_error = std::abs(again.low - two.low) + two.error;
    high_error = std::abs(again.high - two.high) + two.error;
    multiplier_error = std::abs(again.multiplier - two.multiplier) + two.multiplier_error;
  }
  experiment.quantity("two_cycle_low", two.low, "rad/s", low_error,
                      "omega_S on the section of a stable motion that repeats itself after two returns, an attractor "
                      "beside the limit cycle");
  experiment.quantity("two_cycle_high", two.high, "rad/s", high_error, "the other omega_S of it");
  experiment.quantity("two_cycle_multiplier", two.multiplier, "1", multiplier_error,
                      "its multiplier, over two returns");
  for (const bool up : {false, true}) {
    const auto edge = basin_edge(here, found, up ? 0.02 : -0.02);
    if (!edge) continue;
    experiment.quantity(up ? "cycle_basin_high" : "cycle_basin_low", *edge, "rad/s", std::nullopt,
                        "edge of the limit cycle's basin on the section: omega_S at which it ends on that side");
  }
  return found;
}

// ---- basins ----

void map_basins(Experiment& experiment, const WoodpeckerParameters& parameters, const SectionAttractors& attractors,
                const std::string& name, double delta_from, double delta_to, double omega_to, int points) {
  const JammedSleeve<double> jammed(parameters);
  std::vector<Basin> basins(static_cast<std::size_t>(points) * static_cast<std::size_t>(points), Basin::other);
  const auto place = [points](int row, int column) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(points) + static_cast<std::size_t>(column);
  };
  const auto delta = [&](int k) { return delta_from + (delta_to - delta_from) * k / (points - 1); };
  const auto omega = [&](int k) { return omega_to * (2.0 * k / (points - 1) - 1.0); };
  for_each_index(
      points,
      [&](int row) {
        WoodpeckerMap<double> here(parameters, experiment.options().solver, diagram_options());
        for (int column = 0; column < points; ++column) {
          basins[place(row, column)] =
              basin_of(here, attractors, here.map.reach(jammed.state(delta(column), omega(row))));
        }
      },
      [&](double part) { experiment.progress().update(name, part); });
  auto& table = experiment.table(name, {{"phi_S", "rad"}, {"omega_S", "rad/s"}, {"basin", "1"}});
  std::array<long, 7> counts{};
  for (int row = 0; row < points; ++row) {
    for (int column = 0; column < points; ++column) {
      const auto basin = static_cast<std::size_t>(basins[place(row, column)]);
      ++counts[basin];
      table.row({jammed.rest_phi_s + delta(column), omega(row), static_cast<double>(basin)});
    }
    table.break_line();
  }
  constexpr std::array<const char*, 6> names{"cycle", "two_cycle", "jams", "outside_model", "late", "other"};
  constexpr std::array<const char*, 6> meanings{"to the limit cycle",
                                                "to the motion of two returns",
                                                "the sleeve jams",
                                                "|phi_S| > 1 rad: outside the model, of which eq. (15) is linearised",
                                                "not back on the section within longest_return",
                                                "none of these"};
  for (std::size_t k = 0; k < names.size(); ++k) {
    experiment.quantity(name + "_" + names[k], static_cast<double>(counts[k + 1]) / (points * points), "1",
                        std::nullopt, std::string("share of the points of that map: ") + meanings[k]);
  }
}

// ---- diagrams ----

void draw_diagram(Experiment& experiment, const WoodpeckerParameters& parameters, const Sweep& plan, double fixed,
                  bool quick) {
  const std::string& solver = experiment.options().solver;
  const SweptOrbits orbits = sweep(plan, parameters, solver, quick ? 60 : 200, quick ? 16 : 40,
                                   [&](double part) { experiment.progress().update(plan.name, part); });
  auto& points = experiment.table(
      plan.name, {{plan.parameter, "1"}, {"from_table", "rad/s"}, {"from_gentle", "rad/s"}, {"from_hard", "rad/s"}});
  auto& outcomes = experiment.table(
      plan.name + "_outcomes",
      {{plan.parameter, "1"}, {"of_table", "1"}, {"of_gentle", "1"}, {"of_hard", "1"}, {"period_of_table", "1"}});
  long unexplained = 0;
  long undecided = 0;
  long outside = 0;
  for (int k = 0; k < plan.points; ++k) {
    const auto& row = orbits[static_cast<std::size_t>(k)];
    const double value = plan.at(k);
    for (std::size_t start = 0; start < row.size(); ++start) {
      for (const double omega : row[start].omegas) {
        std::array<double, 4> entry{value, std::nan(""), std::nan(""), std::nan("")};
        entry[start + 1] = omega;
        points.row(entry);
      }
      if (row[start].outcome == Outcome::other) ++unexplained;
      if (row[start].outcome == Outcome::outside_model) ++outside;
      if (!row[start].decided) ++undecided;
    }
    const auto outcome = [&](std::size_t start) { return static_cast<double>(row[start].outcome); };
    outcomes.row(
        {value, outcome(0), outcome(1), outcome(2), row[0].decided ? static_cast<double>(row[0].period) : -1.0});
  }
  experiment.quantity(
      plan.name + "_unexplained", static_cast<double>(unexplained), "1", std::nullopt,
      "motions of that diagram that ended otherwise than pecking, jamming, outside the model, late or in a paradox");
  experiment.quantity(plan.name + "_undecided", static_cast<double>(undecided), "1", std::nullopt,
                      "motions of that diagram that were neither periodic to 1e-9 nor settled without a period after "
                      "3000 returns; period_of_table is -1 for them");
  experiment.quantity(plan.name + "_outside_model", static_cast<double>(outside), "1", std::nullopt,
                      "motions of that diagram that were not followed beyond |phi_S| = 1 rad, since the gaps, eq. "
                      "(15), are linearised");

  experiment.progress().update(plan.name + ": fixed point", 0.0);
  SweptMap map(plan, parameters, solver);
  const auto branches = follow_fixed_point(plan, map, fixed);
  auto& branch = experiment.table(
      plan.name + "_branch", {{plan.parameter, "1"}, {"stable", "rad/s"}, {"unstable", "rad/s"}, {"multiplier", "1"}});
  bool was_stable = false;
  const auto row = [&](const BranchPoint<1, double>& at) {
    const double multiplier = at.fixed.multipliers[0].real;
    const bool stable = std::abs(multiplier) < 1.0;
    if (stable != was_stable) branch.break_line();
    was_stable = stable;
    const double nan = std::nan("");
    branch.row({at.parameter, stable ? at.fixed.x(0) : nan, stable ? nan : at.fixed.x(0), multiplier});
  };
  const auto& [down, up] = branches;
  for (std::size_t k = down.points.size(); k > 0; --k) row(down.points[k - 1]);
  for (std::size_t k = 1; k < up.points.size(); ++k) row(up.points[k]);
  for (const bool upwards : {false, true}) {
    const auto& side = branches[upwards ? 1 : 0];
    const std::string suffix = upwards ? "_above" : "_below";
    if (!side.points.empty() && !side.complete) {
      experiment.quantity(plan.name + "_branch_end" + suffix, side.last.parameter, "1",
                          (plan.to - plan.from) / (plan.points - 1) / 16.0,
                          std::string("where the branch of the limit cycle could not be followed any further on that "
                                      "side of the nominal value; Newton's method there: ") +
                              std::string(to_string(side.status)));
    }
  }
  std::vector<StabilityChange> changes = stability_changes(down, map);
  std::reverse(changes.begin(), changes.end());
  for (const StabilityChange& change : stability_changes(up, map)) changes.push_back(change);
  int count = 0;
  for (const StabilityChange& change : changes) {
    std::ostringstream key;
    key << plan.name << "_change_" << ++count << '_' << to_string(change.kind);
    std::ostringstream meaning;
    meaning << "change of stability along the limit cycle's branch, counted from below, that the grid shows: a "
            << to_string(change.kind) << ", stable " << (change.stable_above ? "above" : "below")
            << "; multipliers just below and above " << change.multiplier_below << " and " << change.multiplier_above;
    experiment.quantity(key.str(), change.at, "1", change.uncertainty, meaning.str());
  }
}

// ---- Moreau's midpoint rule ----

std::optional<double> moreau_period(const Woodpecker& bird, ContactSolver& solver, State<3> state, double dt,
                                    int transient, int cycles) {
  std::vector<double> times;
  MoreauMidpoint integrator(bird, solver);
  const double end = state.t + 0.3 * (transient + cycles + 1);
  const IntegrationResult result = integrate(
      integrator, state, end, dt, [&](const State<3>& before, const State<3>& after, const StepReport<Woodpecker>&) {
        const auto crossing = upward_crossing(before, after, [](const State<3>& at) { return at.q(2); });
        if (crossing) times.push_back(crossing->t);
        return static_cast<int>(times.size()) <= transient + cycles;
      });
  require_solved(result, state.t, dt);
  if (static_cast<int>(times.size()) <= transient + cycles) return std::nullopt;
  return (times.back() - times[static_cast<std::size_t>(transient)]) / cycles;
}

void compare_with_moreau(Experiment& experiment, WoodpeckerMap<double>& here, double omega, double period, bool quick) {
  const std::vector<double> steps = jittered_step_sizes(quick ? 5e-5 : 1e-4, quick ? 3 : 4, quick ? 4 : 6);
  auto& table = experiment.table("moreau", {{"dt", "s"}, {"period", "s"}, {"deviation", "s"}});
  std::vector<double> periods;
  double done = 0.0;
  double work = 0.0;
  for (const double dt : steps) work += 1.0 / dt;
  for (const double dt : steps) {
    experiment.progress().update("Moreau's midpoint rule", done / work);
    const auto found =
        moreau_period(here.bird, *here.solver, here.jammed.state(here.jammed.slip_delta, omega), dt, 24, 40);
    done += 1.0 / dt;
    if (!found) {
      experiment.note("By Moreau's midpoint rule the motion did not stay on the cycle at dt = " + std::to_string(dt) +
                      " s.");
      return;
    }
    periods.push_back(*found);
    table.row({dt, *found, std::abs(*found - period)});
  }
  const LimitFit limit = limit_by_line(steps, periods);
  experiment.quantity("period_moreau", limit.limit, "s", limit.uncertainty,
                      "period of the limit cycle by Moreau's midpoint rule, limit for dt -> 0");
  experiment.quantity("period_moreau_uncertainty", limit.uncertainty / period, "1", std::nullopt,
                      "the uncertainty of that limit, relative to the period");
  experiment.quantity("period_moreau_mismatch", std::abs(limit.limit - period) / limit.uncertainty, "1", std::nullopt,
                      "its difference from the event-driven period, in units of its uncertainty");
  experiment.quantity("period_moreau_difference", std::abs(limit.limit / period - 1.0), "1", std::nullopt,
                      "its relative difference from the event-driven period");
}

void measure(Experiment& experiment, const WoodpeckerParameters& parameters) {
  const bool quick = experiment.options().quick;
  const std::string& solver = experiment.options().solver;
  experiment.method("integrator", "event-driven, collocation; tolerances of the cycle: rounding");
  experiment.method("section", "contact 2 goes from stick to slip");
  experiment.method("diagram_tolerance", diagram_options().rtol);
  experiment.method("longest_return", WoodpeckerMap<double>::longest);
  const double paradox = paradox_friction(parameters);
  if (std::isfinite(paradox)) {
    experiment.quantity("paradox_friction", paradox, "1", std::nullopt,
                        "friction coefficient from which on contact 2, closed and sliding down, has no or several "
                        "forces that satisfy its laws (Painleve's paradox): closed form");
  }
  measure_jamming(experiment, parameters);
  if (!JammedSleeve<double>(parameters).ends_upwards()) {
    throw support::ComputationFailed(
        "contact 2 does not go from stick to slip as the bird swings up: there is no section");
  }
  experiment.progress().update("limit cycle", 0.0);
  const CycleRuns runs = find_cycles(parameters, solver);
  measure_cycle(experiment, runs);
  const double omega = runs.coarse.fixed.x(0);
  WoodpeckerMap<double> here(parameters, solver, {});
  draw_cycle(experiment, here, omega);
  measure_deviations(experiment, here, runs, 60);
  experiment.progress().update("return map", 0.0);
  const SectionAttractors attractors = measure_return_map(experiment, here, omega, quick ? 200 : 2000);
  const double swing = here.jammed.slip_delta;
  map_basins(experiment, parameters, attractors, "basins", -0.4, 0.34, 25.0, quick ? 12 : 61);
  map_basins(experiment, parameters, attractors, "basins_near_rest", -3.0 * swing, 3.0 * swing,
             3.0 * swing * here.jammed.swing_frequency, quick ? 14 : 50);
  const auto set_friction = [](WoodpeckerParameters& p, double mu) { p.mu_1 = p.mu_2 = p.mu_3 = mu; };
  const auto set_restitution = [](WoodpeckerParameters& p, double e) { p.epsilon_N1 = e; };
  draw_diagram(experiment, parameters,
               {"friction_diagram", "mu", 0.2, 1.2, quick ? 21 : 401, set_friction, parameters.mu_2}, omega, quick);
  draw_diagram(
      experiment, parameters,
      {"restitution_diagram", "epsilon_N1", 0.0, 1.0, quick ? 21 : 401, set_restitution, parameters.epsilon_N1}, omega,
      quick);
  compare_with_moreau(experiment, here, omega, static_cast<double>(runs.fine.period), quick);
}

// A motion without limit cycle is a result, too: the record says so and holds what was found until then.
void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  try {
    measure(experiment, parameters);
  } catch (const support::ComputationFailed& failure) {
    experiment.progress().clear();
    experiment.note(std::string("The run ended early: ") + failure.what() + ".");
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_stability";
  info.paper = "glocker2005";
  info.title =
      "The woodpecker toy of Glocker & Studer 2005: limit cycle to many digits, stability, basins, bifurcations";
  info.description =
      "Limit cycle of the woodpecker (sec. 4, Table I) as fixed point of its return map, by the event-driven\n"
      "integration in double and extended precision: period, multiplier, energies; the jammed sleeve; other\n"
      "attractors and basins; diagrams over the friction of all contacts and over the beak's restitution.\n"
      "--solver names the contact solver that decides impacts and accelerations at events.\n\n"
      "  woodpecker_stability\n"
      "  woodpecker_stability --set epsilon_N1=0.7 --out results/harder-beak";
  info.figures = {
      {"woodpecker_cycle", "The limit cycle and its modes"},
      {"woodpecker_return_map", "Return map of the section where stiction ends"},
      {"woodpecker_deviations", "Deviations from the limit cycle, return by return"},
      {"woodpecker_basins", "Basins of the limit cycle, the two-cycle and the jammed sleeve"},
      {"woodpecker_friction_diagram", "Attractors over the friction coefficient"},
      {"woodpecker_restitution_diagram", "Attractors over the beak's restitution coefficient"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
