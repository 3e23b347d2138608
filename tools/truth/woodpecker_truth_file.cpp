#include "tools/truth/woodpecker_truth_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "solvers/integration/integrator_table_definitions.hpp"
#include "support/reference_data.hpp"
#include "tools/truth/event_truth.hpp"
#include "tools/truth/truth_table.hpp"

namespace nsdbench::truth {

namespace {

using Json = nlohmann::ordered_json;

Json description(const Resolution& resolution) {
  return {{"number_type", "quadruple precision"},
          {"dt_min", resolution.dt_min},
          {"dt_max", resolution.dt_max},
          {"order", resolution.order},
          {"error_powers", resolution.powers == ErrorPowers::even ? "even" : "all"}};
}

std::vector<Digits> entries(const Vector<3, Quadruple>& fine, const Vector<3, Quadruple>& coarse) {
  const Quadruple error = error_of((fine - coarse).cwiseAbs().maxCoeff());
  std::vector<Digits> list;
  for (int i = 0; i < 3; ++i) list.push_back(digits(fine(i), error));
  return list;
}

// By time stepping.
TrueMotion first_period(const WoodpeckerMotion& fine, const WoodpeckerMotion& coarse) {
  const auto same_incidents = [](const auto& a, const auto& b) { return a.incidents == b.incidents; };
  if (!std::ranges::equal(coarse.switching_points, fine.switching_points, same_incidents)) {
    throw std::runtime_error("the two computations of the woodpecker do not meet the same incidents");
  }
  Quadruple largest = 0.0;
  for (std::size_t k = 0; k < fine.switching_points.size(); ++k) {
    Growth::raise(largest, fine.switching_points[k].time - coarse.switching_points[k].time);
  }
  TrueMotion motion;
  motion.name = "first_period";
  motion.description = "first period from the initial state of Glocker & Studer 2005, Table I";
  motion.scheme =
      "Moreau's midpoint rule with extrapolation of fixed order and step size adjustment (Studer, Leine & Glocker "
      "2008); "
      "values by the finer computation, errors from its difference to the coarser one";
  motion.finer = description(fine_resolution());
  motion.coarser = description(coarse_resolution());
  motion.until = woodpecker_end;
  for (const auto& point : fine.switching_points) {
    motion.switching_points.push_back({digits(point.time, error_of(largest)), point.incidents});
  }
  motion.states = {{woodpecker_end, entries(fine.end.q, coarse.end.q), entries(fine.end.u, coarse.end.u)}};
  return motion;
}

// How far the event-driven computation is from the first period by time stepping.
Json witness_of(const WoodpeckerMotion& stepped, const FollowedMotion<3>& followed, const EventResolution& resolution) {
  Growth growth;
  for (std::size_t k = 0; k < stepped.switching_points.size(); ++k) {
    if (k >= followed.instants.size() || followed.instants[k].incidents != stepped.switching_points[k].incidents) {
      throw std::runtime_error("time stepping and events do not show the same incidents of the woodpecker");
    }
    Growth::raise(growth.time, followed.instants[k].time - stepped.switching_points[k].time);
  }
  const auto& end = followed.states.front();
  Growth::raise(growth.position, (end.q - stepped.end.q).cwiseAbs().maxCoeff());
  Growth::raise(growth.velocity, (end.u - stepped.end.u).cwiseAbs().maxCoeff());
  const auto rounded = [](const Quadruple& difference) { return rounded_up(static_cast<double>(difference)); };
  Json json = {{"scheme", "event-driven integration, as in two_periods"},
               {"computation", description(resolution, false)},
               {"time_difference", rounded(growth.time)},
               {"position_difference", rounded(growth.position)},
               {"velocity_difference", rounded(growth.velocity)}};
  return json;
}

}  // namespace

// The errors of the switching points are a few dt_min, those of the smooth parts smaller.
Resolution coarse_resolution() { return {1e-20, 1.25e-4, 12, ErrorPowers::all}; }
Resolution fine_resolution() { return {1e-21, 1e-4, 12, ErrorPowers::even}; }

TruthFile woodpecker_truth() {
  const problems::WoodpeckerParameters parameters = nominal_woodpecker_parameters();
  const WoodpeckerMotion fine = woodpecker_motion(parameters, fine_resolution());
  TrueMotion stepped = first_period(fine, woodpecker_motion(parameters, coarse_resolution()));

  const EventResolution finer{"quadruple precision", tolerance_of(1e-30)};
  const EventResolution coarser{"quadruple precision", tolerance_of(1e-26)};
  const problems::BasicWoodpecker<Quadruple> woodpecker(parameters);
  const std::vector<double> times = {woodpecker_end, woodpecker_two_periods};
  const FollowedMotion<3> followed = follow(woodpecker, times, finer.options);
  TrueMotion events;
  events.name = "two_periods";
  events.description = "two periods from the same state";
  events.scheme = event_scheme;
  events.finer = description(finer, false);
  events.coarser = description(coarser, false);
  fill(events, times, followed, follow(woodpecker, times, coarser.options));
  stepped.witness = witness_of(fine, followed, finer);
  return {"woodpecker", "glocker2005", {stepped, events}};
}

problems::WoodpeckerParameters nominal_woodpecker_parameters() {
  return support::paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker");
}

}  // namespace nsdbench::truth

// For the tests, too.
NSDBENCH_INSTANTIATE_EVENT_DRIVEN(nsdbench::problems::BasicWoodpecker<nsdbench::Quadruple>);
