// What is read from steps along the woodpecker's motion.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "problems/woodpecker.hpp"
#include "solvers/integration/observer.hpp"

namespace nsdbench::experiments::woodpecker {

using BirdState = State<3>;
using BirdStep = Step<problems::Woodpecker>;

// The end of the step; where the method has dense output, `pieces` states within it before.
void for_states_of(const BirdStep& step, int pieces, const std::function<void(const BirdState&)>& observe);

// The state where phi_S rises through zero within the step; by linear interpolation where the method has no dense
// output.
std::optional<BirdState> rising_zero_of_phi_s(const BirdStep& step);

// What the contact problems of the midpoint rule were like. Other methods' steps leave it as it is.
struct SolverStatistics : public Observer<problems::Woodpecker> {
  int active_contacts_max = 0;
  long lcps = 0;
  long both_edges_closed = 0;
  long unsolved = 0;
  double residual_max = 0.0;
  double second_smallest_gap_min = std::numeric_limits<double>::infinity();  // [m]

  bool on_step(const BirdStep& step) override;
  // All but the gaps.
  void merge(const SolverStatistics& other);
};

// Extremes and stiction along a number of cycles. `dt` [s] is the unit of time.
class CycleStatistics : public Observer<problems::Woodpecker> {
 public:
  explicit CycleStatistics(double dt) : dt_(dt) {}

  bool on_step(const BirdStep& step) override;

  double stick_fraction() const { return sticking_ / time_; }  // of the time, contact 2
  long stick_phases() const { return stick_phases_; }          // begun, contact 2
  double phi_s_min() const { return phi_s_min_; }              // [rad]
  double phi_s_max() const { return phi_s_max_; }              // [rad]
  double omega_m_max() const { return omega_m_max_; }          // [rad/s], magnitude

 private:
  // Extremes within the step.
  void observe_dense(const BirdStep& step);

  double dt_;
  double time_ = 0.0, sticking_ = 0.0;  // in multiples of dt: whole numbers with a fixed step
  bool stuck_ = false;
  long stick_phases_ = 0;
  double phi_s_min_ = std::numeric_limits<double>::infinity();
  double phi_s_max_ = -std::numeric_limits<double>::infinity();
  double omega_m_max_ = 0.0;
};

// Kinetic energy that impacts put in.
struct ImpactEnergy : public Observer<problems::Woodpecker> {
  double growth_max = 0.0;  // [J]

  bool on_event(const Event<problems::Woodpecker>& event) override {
    if (event.impact && event.contact_work) growth_max = std::max(growth_max, *event.contact_work);
    return true;
  }
};

// Times at which contacts switch [s].
class SwitchingTimes : public Observer<problems::Woodpecker> {
 public:
  struct Entry {
    std::string_view key;  // of the quantity
    std::string_view meaning;
    std::optional<double> time;
  };

  bool on_event(const Event<problems::Woodpecker>& event) override;
  const std::array<Entry, 6>& entries() const { return entries_; }

 private:
  std::array<Entry, 6> entries_ = {{{"contact_3_hits", "the sleeve's upper edge hits, the first time", {}},
                                    {"contact_1_hits", "the beak hits", {}},
                                    {"contact_2_hits", "the sleeve's lower edge hits, the first time", {}},
                                    {"contact_2_sticks", "the sleeve's lower edge begins to stick", {}},
                                    {"contact_2_slips", "the sleeve's lower edge ceases to stick", {}},
                                    {"contact_2_opens", "the sleeve's lower edge opens for good", {}}}};
};

}  // namespace nsdbench::experiments::woodpecker
