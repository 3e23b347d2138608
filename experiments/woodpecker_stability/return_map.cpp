#include <cmath>
#include <optional>

#include "experiments/woodpecker_stability/studies.hpp"
#include "support/bisection.hpp"

namespace nsdbench::experiments {
namespace {

using Point = Vector<1>;

constexpr int halvings = 40;
constexpr char not_found_again[] = "The motion was not found again with a larger tolerance.";

// The edges of the limit cycle's basin on the section: where the interval around it ends, bisected.
void measure_basin_edges(Experiment& experiment, WoodpeckerMap<double>& here, const SectionAttractors& attractors) {
  const BasinInterval& interval = attractors.around_cycle();
  const auto goes = [&](double x) { return attractors.basin_of(here, here.map.go(Point(x))) == Basin::cycle; };
  for (const bool up : {false, true}) {
    const double inside = up ? interval.high : interval.low;
    const double outside = inside + (up ? 1.0 : -1.0) * SectionAttractors::spacing;
    if (!(outside > 0.0) || goes(outside)) continue;
    experiment.quantity(
        up ? "cycle_basin_high" : "cycle_basin_low", support::bisect(inside, outside, halvings, goes).middle(), "rad/s",
        Uncertainty::unknown(
            "Bisected to rounding; how far the tolerances of the integration move it was not measured."),
        "edge of the limit cycle's basin on the section: omega_S at which it ends on that side");
  }
}

// The map and its second iterate at `points` points up to 40 rad/s.
void draw_return_map(Experiment& experiment, WoodpeckerMap<double>& here, int points) {
  auto& table = experiment.table("return_map", {{"omega", "rad/s"}, {"next", "rad/s"}, {"after_next", "rad/s"}});
  for (int k = 1; k <= points; ++k) {
    const Point x(40.0 * k / points);
    const auto next = here.map(x);
    const auto after = next ? here.map(*next) : std::nullopt;
    const double nan = std::nan("");
    table.row({x(0), next ? (*next)(0) : nan, after ? (*after)(0) : nan});
  }
}

// Quantities of the stable motion of two returns. Once more with a larger tolerance: what it changes, and the methods'
// own estimates, is not known.
void measure_two_cycle(Experiment& experiment, const WoodpeckerMap<double>& here, const TwoCycle& two, double fixed) {
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
  experiment.quantity("two_cycle_low", two.low, "rad/s", Uncertainty::or_unknown(low_error, not_found_again),
                      "omega_S on the section of a stable motion that repeats itself after two returns, an attractor "
                      "beside the limit cycle");
  experiment.quantity("two_cycle_high", two.high, "rad/s", Uncertainty::or_unknown(high_error, not_found_again),
                      "the other omega_S of it");
  experiment.quantity("two_cycle_multiplier", two.multiplier, "1",
                      Uncertainty::or_unknown(multiplier_error, not_found_again), "its multiplier, over two returns");
}

}  // namespace

SectionAttractors measure_return_map(Experiment& experiment, WoodpeckerMap<double>& here, double fixed, int points) {
  draw_return_map(experiment, here, points);
  SectionAttractors attractors = find_attractors(here, fixed);
  const std::optional<TwoCycle>& stable = attractors.stable_two_cycle();
  if (!stable) {
    experiment.note("No stable motion of two returns was found near the cycle.");
    return attractors;
  }
  measure_two_cycle(experiment, here, *stable, fixed);
  measure_basin_edges(experiment, here, attractors);
  return attractors;
}

}  // namespace nsdbench::experiments
