#include "experiments/woodpecker_stability/woodpecker_map.hpp"

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::experiments {

template <class Number>
PoincareSection<problems::BasicWoodpecker<Number>, 1> stick_to_slip(const JammedSleeve<Number>& jammed) {
  using Bird = problems::BasicWoodpecker<Number>;
  PoincareSection<Bird, 1> section;
  section.at_event = [](const Event<Bird>& event) { return begins_to_slip(event, 1); };
  section.embed = [jammed](const Vector<1, Number>& x) { return jammed.state(jammed.slip_delta, x(0)); };
  section.coordinates = [](const State<3, Number>& state) { return Vector<1, Number>(state.u(2)); };
  section.held.contacts[1] = ContactState::sliding;
  section.held.slip[1](0) = -1.0;  // the sleeve slides down
  section.ends = [](const State<3, Number>& state) { return outside_model<Number>(state); };
  return section;
}

template <class Number>
WoodpeckerMap<Number>::WoodpeckerMap(const problems::WoodpeckerParameters& parameters, const std::string& solver_name,
                                     const EventDrivenOptions& options)
    : bird(parameters),
      jammed(parameters),
      solver(make_contact_solver(solver_name)),
      map(make_event_driven(bird, *solver, options), stick_to_slip(jammed), longest) {}

template class WoodpeckerMap<double>;
template class WoodpeckerMap<Extended>;

}  // namespace nsdbench::experiments
