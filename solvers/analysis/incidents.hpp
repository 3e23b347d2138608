// Switching points of a motion and the incidents at them (Studer, Leine & Glocker 2008, sec. 10.4, Table VII).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "solvers/integration/event.hpp"

namespace nsdbench {

// The incidents of an event, with contacts counted from 1: contacts that close ("U2 closes") and that open (a contact
// that rebounds does both), and those that begin to stick or slip while they stay closed or have no gap ("F2 sticks").
template <MechanicalSystem S>
std::vector<std::string> incidents_of(const Event<S>& event) {
  std::vector<std::string> incidents;
  const auto add = [&](char law, int i, const char* what) { incidents.push_back(law + std::to_string(i + 1) + what); };
  for (int i = 0; i < S::contact_count; ++i) {
    if (closes(event, i)) add('U', i, " closes");
  }
  for (int i = 0; i < S::contact_count; ++i) {
    if (opens(event, i)) add('U', i, " opens");
  }
  for (int i = 0; i < S::contact_count; ++i) {
    if (begins_to_stick(event, i)) add('F', i, " sticks");
    if (begins_to_slip(event, i)) add('F', i, " slips");
  }
  return incidents;
}

// The incidents of a change of modes.
template <MechanicalSystem S>
std::vector<std::string> incidents_of(const ModeVector<S>& before, const ModeVector<S>& after) {
  Event<S> event;
  event.modes_before = before;
  event.modes_after = after;
  for (std::size_t k = 0; k < event.hit.size(); ++k) {
    event.hit[k] = after.normal[k] == Mode::constraint && before.normal[k] != Mode::constraint;
  }
  return incidents_of(event);
}

// An instant with what happens at it.
template <class Scalar>
struct SwitchingPoint {
  Scalar time = 0.0;  // of the event; of time stepping the middle of the first step that has other modes [s]
  std::vector<std::string> incidents;
};

// Collects the switching points from the events of any integrator. Those of steps of time stepping that follow directly
// after each other (an impact: a step in which the contact closes, a step in which it is open again) are one switching
// point.
template <MechanicalSystem S>
class SwitchingPoints {
 public:
  using Point = SwitchingPoint<ScalarOf<S>>;

  void observe(const Event<S>& event) {
    const bool is_step = event.before.t < event.after.t;
    const bool goes_on = is_step && !points_.empty() && event.before.t == last_end_;
    if (!goes_on) points_.push_back({event.t, {}});
    for (std::string& incident : incidents_of(event)) points_.back().incidents.push_back(std::move(incident));
    last_end_ = event.after.t;
  }

  const std::vector<Point>& points() const { return points_; }

 private:
  std::vector<Point> points_;
  ScalarOf<S> last_end_ = 0.0;  // of the last event [s]
};

}  // namespace nsdbench
