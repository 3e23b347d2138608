// Reference solution by event-driven integration: two computations of different precision, with the digits on which
// both agree.
#pragma once

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "solvers/analysis/incidents.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tools/truth/truth_file.hpp"

namespace nsdbench::truth {

// How exact a run is; both go into the files.
struct EventResolution {
  std::string number_type;
  EventDrivenOptions options;
};

// rtol and atol; `slip_tolerance` matters for spatial friction alone.
inline EventDrivenOptions tolerance_of(double tolerance, double slip_tolerance = 3e-8) {
  EventDrivenOptions options;
  options.rtol = options.atol = tolerance;
  options.slip_tolerance = slip_tolerance;
  return options;
}

struct EventInstant {
  Quadruple time;
  std::vector<std::string> incidents;
};

template <int Dof>
struct FollowedMotion {
  std::vector<EventInstant> instants;
  std::vector<State<Dof, Quadruple>> states;
};

// Impacts that accumulate are followed one by one down to this distance [s]; then comes their end.
constexpr double least_distance = 1e-9;

// The limit of the times at which a contact rebounds. Near the limit the time differences are a geometric series.
template <class Scalar>
Scalar accumulation_point(const std::array<Scalar, 3>& times) {
  const Scalar last = times[2] - times[1];
  const Scalar before = times[1] - times[0];
  return times[2] + last * last / (before - last);
}

// Integrates from the system's initial state to the last of `times` (sorted) and returns the states at `times`. Events
// without a switching contact (a slip that has just begun finds its direction) are left out. Throws std::runtime_error
// if the run ends early.
template <class S>
FollowedMotion<S::dof> follow(const S& system, const std::vector<double>& times, const EventDrivenOptions& options) {
  using Scalar = ScalarOf<S>;
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(system, *solver, options);
  FollowedMotion<S::dof> motion;
  const auto wide = [](const StateOf<S>& state) {
    State<S::dof, Quadruple> result;
    result.t = Quadruple(state.t);
    result.q = state.q.template cast<Quadruple>();
    result.u = state.u.template cast<Quadruple>();
    return result;
  };
  std::array<std::array<Scalar, 3>, S::contact_count> thrown_off;
  for (auto& last : thrown_off) last.fill(Scalar(0.0));
  std::size_t next = 0;
  while (next < times.size() && times[next] == 0.0) {
    motion.states.push_back(wide(system.initial_state()));
    ++next;
  }
  Scalar last_event = -1.0;
  StateOf<S> state = system.initial_state();
  const Outcome result = integrator->integrate(
      state, {Scalar(times.back())},
      [&](const Step<S>& step) {
        while (next < times.size() && Scalar(times[next]) < step.end().t) {
          motion.states.push_back(wide(*step.at_time(Scalar(times[next]))));
          ++next;
        }
      },
      [&](const Event<S>& event) {
        const std::vector<std::string> incidents = incidents_of(event);
        if (incidents.empty()) return;
        Scalar time = event.t;
        bool settles = false;
        for (std::size_t i = 0; i < thrown_off.size(); ++i) {
          const bool leaves = event.impact && opens(event, static_cast<int>(i));
          if (!leaves && !event.settled[i]) continue;
          auto& last = thrown_off[i];
          last = {last[1], last[2], event.t};
          // Of two contacts that settle together, one may miss the last and smallest rebounds.
          if (event.settled[i] && last[2] - last[1] < last[1] - last[0]) time = accumulation_point(last);
          settles = settles || event.settled[i];
        }
        const bool chatters = event.t - last_event < least_distance && !settles;
        last_event = event.t;
        if (!chatters) motion.instants.push_back({Quadruple(time), incidents});
      });
  if (!result.completed()) throw std::runtime_error("an event-driven run ended early: " + brief_report(result));
  for (; next < times.size(); ++next) motion.states.push_back(wide(state));
  return motion;
}

// Largest differences up to now: errors grow along a motion.
struct Growth {
  Quadruple time = 0.0, position = 0.0, velocity = 0.0;
  static void raise(Quadruple& largest, const Quadruple& difference) {
    largest = std::max<Quadruple>(largest, abs(difference));
  }
};

// Throws std::runtime_error, with the first difference, if the two do not have the same incidents.
template <int Dof>
void check_same_incidents(const std::string& name, const FollowedMotion<Dof>& fine, const FollowedMotion<Dof>& coarse) {
  const auto same = [](const EventInstant& a, const EventInstant& b) { return a.incidents == b.incidents; };
  const auto [first, other] = std::ranges::mismatch(fine.instants, coarse.instants, same);
  if (first == fine.instants.end() && other == coarse.instants.end()) return;
  std::ostringstream sentence;
  sentence << "the two computations of motion " << name << " do not meet the same incidents:";
  const auto tell = [&](const char* computation, auto at, auto end) {
    sentence << ' ' << computation << ' ';
    if (at == end) {
      sentence << "has no more";
      return;
    }
    for (const std::string& incident : at->incidents) sentence << incident << ", ";
    sentence << "at " << static_cast<double>(at->time) << " s";
  };
  tell("the finer one", first, fine.instants.end());
  tell("; the coarser one", other, coarse.instants.end());
  throw std::runtime_error(sentence.str());
}

// Switching points and states of `motion`: values of `fine` with errors from the difference to `coarse`, the largest up
// to the value's own instant.
template <int Dof>
void fill(TrueMotion& motion, const std::vector<double>& times, const FollowedMotion<Dof>& fine,
          const FollowedMotion<Dof>& coarse) {
  check_same_incidents(motion.name, fine, coarse);
  Growth growth;
  for (std::size_t k = 0; k < fine.instants.size(); ++k) {
    Growth::raise(growth.time, fine.instants[k].time - coarse.instants[k].time);
    motion.switching_points.push_back(
        {digits(fine.instants[k].time, error_of(growth.time)), fine.instants[k].incidents});
  }
  const auto entries = [](const Vector<Dof, Quadruple>& values, const Quadruple& error) {
    std::vector<Digits> list;
    for (int i = 0; i < Dof; ++i) list.push_back(digits(values(i), error));
    return list;
  };
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto& a = fine.states[k];
    const auto& b = coarse.states[k];
    Growth::raise(growth.position, (a.q - b.q).cwiseAbs().maxCoeff());
    Growth::raise(growth.velocity, (a.u - b.u).cwiseAbs().maxCoeff());
    motion.states.push_back(
        {times[k], entries(a.q, error_of(growth.position)), entries(a.u, error_of(growth.velocity))});
  }
  motion.until = times.back();
}

inline nlohmann::ordered_json description(const EventResolution& resolution, bool spatial) {
  nlohmann::ordered_json json = {{"number_type", resolution.number_type}, {"tolerance", resolution.options.rtol}};
  if (spatial) json["slip_tolerance"] = resolution.options.slip_tolerance;
  return json;
}

constexpr const char* event_scheme =
    "event-driven integration with collocation of high order and located events; values by the finer computation, "
    "errors "
    "from its difference to the coarser one";

// The motion of `system` at `times`, with the errors that `same`, the system in another number type or itself, shows at
// the coarser resolution. `spatial`: whether the slip tolerance matters.
template <class Fine, class Coarse>
TrueMotion motion_by_events(const char* name, const Fine& system, const Coarse& same, const std::vector<double>& times,
                            const EventResolution& finer, const EventResolution& coarser, bool spatial) {
  TrueMotion motion;
  motion.name = name;
  motion.scheme = event_scheme;
  motion.finer = description(finer, spatial);
  motion.coarser = description(coarser, spatial);
  fill(motion, times, follow(system, times, finer.options), follow(same, times, coarser.options));
  return motion;
}

}  // namespace nsdbench::truth
