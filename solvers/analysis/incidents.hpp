// Switching points of a motion and the incidents at them (Studer, Leine & Glocker 2008, sec. 10.4, Table VII).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "solvers/integration/event_driven/event_driven.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"

namespace nsdbench {

// What the change of modes from `before` to `now` shows, a contact at a time, contacts counted from 1: "U2 closes",
// "U2 opens", and where the contact stays closed, or is a friction element without a gap, "F2 sticks" or "F2 slips".
template <MechanicalSystem S>
std::vector<std::string> incidents_of(const ModeVector<S>& before, const ModeVector<S>& now) {
  std::vector<std::string> incidents;
  for (std::size_t i = 0; i < now.normal.size(); ++i) {
    const std::string contact = std::to_string(i + 1);
    const bool closed = now.normal[i] == Mode::constraint;
    if (now.normal[i] != before.normal[i]) {
      incidents.push_back("U" + contact + (closed ? " closes" : " opens"));
    } else if (now.tangential[i] != before.tangential[i]) {
      incidents.push_back("F" + contact + (now.tangential[i] == Mode::constraint ? " sticks" : " slips"));
    }
  }
  return incidents;
}

// What an event of EventDriven shows, in the same words: what closes, what opens (a contact that closes and rebounds
// does both), and what sticks or slips of the rest.
template <AccelerationLevelSystem S>
std::vector<std::string> incidents_of(const EventDrivenEvent<S>& event) {
  const auto closed = [](ContactState state) { return state != ContactState::open; };
  std::vector<std::string> incidents;
  const auto add = [&](char law, std::size_t i, const char* what) {
    incidents.push_back(law + std::to_string(i + 1) + what);
  };
  const auto& before = event.held_before.contacts;
  const auto& after = event.held_after.contacts;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (event.hit[i]) add('U', i, " closes");
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if ((closed(before[i]) || event.hit[i]) && !closed(after[i])) add('U', i, " opens");
  }
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!closed(before[i]) || !closed(after[i])) continue;
    const bool sticks = after[i] == ContactState::sticking;
    if (sticks != (before[i] == ContactState::sticking)) add('F', i, sticks ? " sticks" : " slips");
  }
  return incidents;
}

template <class Scalar>
struct SwitchingPoint {
  Scalar time = 0.0;  // middle of the first step that has other modes [s]
  std::vector<std::string> incidents;
};

// Collects the switching points from the accepted steps of a StepSizeAdjustment: one, or several directly after each
// other (an impact: a step in which the contact closes, a step in which it is open again), are one switching point.
template <MechanicalSystem S>
class SwitchingPoints {
 public:
  using Point = SwitchingPoint<ScalarOf<S>>;

  void observe(const AcceptedStep<S>& accepted) {
    if (accepted.switching) {
      if (!last_switched_) points_.push_back({accepted.step.middle(), {}});
      for (std::string& incident : incidents_of<S>(modes_, accepted.step.modes)) {
        points_.back().incidents.push_back(std::move(incident));
      }
    }
    last_switched_ = accepted.switching;
    modes_ = accepted.step.modes;
  }

  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
  ModeVector<S> modes_;
  bool last_switched_ = false;
};

}  // namespace nsdbench
