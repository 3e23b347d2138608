// The planar contacts of a motion by events as columns of its table: their modes and forces as the integrator holds
// them, and the percussions of its events.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/integration/event_driven/event_driven_step.hpp"
#include "support/table.hpp"

namespace nsdbench::experiments {

// Words of the columns mode_i.
enum class ContactWord : std::uint8_t { open, closed, stick, slip_forwards, slip_backwards };

// mode_1, lambda_N1, lambda_T1, P_N1, P_T1, mode_2, ...
inline std::vector<support::Column> contact_columns(int contacts) {
  std::vector<support::Column> columns;
  for (int i = 1; i <= contacts; ++i) {
    const std::string number = std::to_string(i);
    columns.push_back({"mode_" + number,
                       "1",
                       "contact " + number +
                           " in the smooth motion that the row belongs to; closed: without friction; slip+ with, slip- "
                           "against the direction in which T counts",
                       {"open", "closed", "stick", "slip+", "slip-"}});
    columns.push_back(
        {"lambda_N" + number, "N", "normal force of contact " + number + "; one choice where not unique"});
    columns.push_back({"lambda_T" + number, "N", "tangential force of contact " + number + ", likewise"});
    columns.push_back({"P_N" + number, "N s",
                       "normal percussion of contact " + number + " between the row before and this one, 0 without"});
    columns.push_back({"P_T" + number, "N s", "tangential percussion of contact " + number + ", likewise"});
  }
  return columns;
}

// What contact i of the step does.
template <MechanicalSystem S>
requires(S::tangential_dimension == 1) ContactWord
    contact_word(const S& system, const EventDrivenStep<S>& step, std::size_t i) {
  const DiscreteState<S>& held = step.held();
  if (held.contacts[i] == ContactState::open) return ContactWord::open;
  if (held.contacts[i] == ContactState::sticking) return ContactWord::stick;
  if (!has_friction(system.law(static_cast<int>(i)))) return ContactWord::closed;
  return held.slip[i](0) > 0.0 ? ContactWord::slip_forwards : ContactWord::slip_backwards;
}

// The values of these columns at a state of the step; `percussions` have been since the row before.
template <MechanicalSystem S>
requires(S::tangential_dimension == 1) std::array < double, 5 * static_cast<std::size_t>(S::contact_count)
> contact_values(const S& system, const EventDrivenStep<S>& step, const StateOf<S>& state,
                 const Percussions<S>& percussions) {
  const ContactForces<S> forces = step.forces(state);
  std::array<double, 5 * static_cast<std::size_t>(S::contact_count)> values{};
  for (int i = 0; i < S::contact_count; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::array<double, 5> of_contact{
        static_cast<double>(contact_word(system, step, k)), static_cast<double>(forces.normal(i)),
        static_cast<double>(forces.tangential(i)), static_cast<double>(percussions.normal(i)),
        static_cast<double>(percussions.tangential(i))};
    std::copy(of_contact.begin(), of_contact.end(), values.begin() + static_cast<std::ptrdiff_t>(5 * k));
  }
  return values;
}

}  // namespace nsdbench::experiments
