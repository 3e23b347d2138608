// The order that the event-driven integration declares in double, measured by a slope across impacts. In double errors
// are rounding long before a step is small beside a swing; the same method with as many points in a step, but 45
// digits, shows its order over four octaves.
#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/eigen.hpp>
#include <cmath>
#include <vector>

#include "solvers/integration/event_driven/collocation_basis.hpp"

// No other file has a basis for this type.
using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<45>, boost::multiprecision::et_off>;

// Before anything uses one.
template <>
inline constexpr int nsdbench::collocation_degree<Wide> = nsdbench::collocation_degree<double>;

#include "problems/impact_oscillator.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/event_driven/event_driven.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tools/truth/closed_forms.hpp"

using namespace nsdbench;

TEST_CASE("the event-driven integration has the order that it declares", "[truth][event][order]") {
  using Oscillator = problems::BasicImpactOscillator<Wide>;
  const auto parameters = testing::impact_oscillator_parameters();
  const Oscillator oscillator(parameters);
  constexpr double t_end = 0.75;  // [s] two impacts and the beginning of the third flight
  const auto exact = truth::closed_motion<Wide>(parameters, t_end);
  const auto solver = make_contact_solver("lemke");

  // From 1.4 to 0.09 over the angular frequency. The errors depend on where the impacts lie in their steps: the medians
  // of 64 sizes per octave settle.
  const std::vector<double> sizes = jittered_step_sizes(0.1, 4, 64);
  std::vector<double> errors;
  for (const double size : sizes) {
    EventDrivenOptions options;
    options.largest_step = size;
    options.error_control = false;
    EventDriven<Oscillator> integrator(oscillator, *solver, options);
    auto state = oscillator.initial_state();
    Wide error = 0;
    const Outcome outcome = integrator.integrate(state, {Wide(t_end)}, [&](const auto& step) {
      error = std::max<Wide>(error, abs(step.end().q(0) - exact.at(step.end().t).position[0]));
    });
    REQUIRE(outcome.completed());
    REQUIRE(outcome.counts.impacts == 2);
    errors.push_back(static_cast<double>(error));
  }
  const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
  const double uncertainty = order_uncertainty(sizes, errors, OctaveStatistic::median);
  const int declared = EventDriven<problems::ImpactOscillator>::convergence_order;
  CAPTURE(declared, fit.order, uncertainty, errors.front(), errors.back());
  // One point fewer has order 14: a quarter of the distance is a slope that says which.
  CHECK(uncertainty <= 0.5);
  CHECK(std::abs(fit.order - declared) <= uncertainty);
}
