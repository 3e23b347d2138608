#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/elementary/elementary.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

// [s] Contacts close and settle within it.
constexpr double studied = 3e-3;

// The step sizes of one method.
struct Range {
  double largest = 0.0;  // [s]
  int octaves = 0, per_octave = 0;
  double end = 0.0;  // [s]
};

// Errors are those against the closed form.
struct Order {
  double order = std::numeric_limits<double>::quiet_NaN();
  double uncertainty = 0.0;
  double deviation() const { return std::abs(order - 1.0); }
};

// The interior point method as far as its time goes: to 2.5 ms, which is after the last contact has settled.
Range range_of(bool expensive, const RunOptions& options) {
  constexpr double expensive_end = 2.5e-3;
  if (expensive && options.full) return {1e-4, 3, 6, expensive_end};
  if (expensive) return {2e-4, 3, options.quick ? 2 : 3, expensive_end};
  return options.quick ? Range{2e-4, 4, 6, studied} : Range{2e-4, 8, 12, studied};
}

}  // namespace

void study_convergence(Experiment& experiment, const Case& c, const ClosedForm& exact, ContactSolver& solver,
                       Unfinished& unfinished) {
  const PrismaticJoint joint(c.parameters);
  const RunOptions& options = experiment.options();
  support::Table& table = experiment.table(
      "convergence_" + c.suffix, {{"method", "1", "0 newton, 1 relaxation, 2 interior point, 3 Moreau's midpoint rule"},
                                  {"h", "s"},
                                  {"error", "m"}});
  // The order, or NaN. `error_of(h, end)`; zero where there is none, which the fit leaves out.
  const auto study = [&](double method, const std::string& name, const Range& range, const auto& error_of) -> Order {
    const double end = std::min(range.end, *options.end_time);
    const std::vector<double> sizes = jittered_step_sizes(range.largest, range.octaves, range.per_octave);
    std::vector<double> errors;
    for (const double h : sizes) {
      errors.push_back(error_of(h, end));
      table.row({method, h, errors.back() > 0.0 ? errors.back() : std::numeric_limits<double>::quiet_NaN()});
    }
    table.break_line();
    const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
    const Order order{fit.order, order_uncertainty(sizes, errors, OctaveStatistic::median)};
    if (!std::isfinite(order.order) || !std::isfinite(order.uncertainty)) return {};
    std::string what = "largest error of an end's y in the first " + support::shortest(1e3 * end);
    what += " ms, medians of " + std::to_string(range.octaves) + " octaves of " + std::to_string(range.per_octave);
    what += " sizes down from " + support::shortest(range.largest) + " s, ";
    what += name;
    what += ", " + case_name(c);
    experiment.quantity("order_" + name + "_" + c.suffix, order.order, "1", order.uncertainty,
                        "order in h of the " + what);
    experiment.quantity(
        "error_at_1e_5_" + name + "_" + c.suffix, fit.constant * elementary::pow(1e-5, fit.order), "m",
        Uncertainty::unknown("It is read from a fitted line, whose scatter was not carried over to it."),
        "at h = 1e-5 s, on the fitted line: " + what);
    return order;
  };
  Order worst{1.0, 0.0};
  for (const ComplementarityFormulation formulation : formulations()) {
    if (!is_studied(experiment, formulation, c)) continue;
    experiment.progress().update("convergence " + c.suffix, 0.25 * static_cast<double>(formulation));
    const Order order = study(static_cast<double>(formulation), std::string(to_string(formulation)),
                              range_of(is_expensive(formulation), options), [&](double h, double end) {
                                double error = 0.0;
                                const ProgramRun run =
                                    run_program(joint, formulation, equal_steps(h), end, [&](const SliderStep& step) {
                                      error = std::max(error, distance_error(joint, exact, step.end()));
                                    });
                                const bool finished = unfinished.finished(
                                    formulation, run, "h = " + support::shortest(h) + " s, " + case_name(c));
                                return finished ? error : 0.0;
                              });
    // Three octaves of few sizes show that the method converges, not its order to a tenth.
    if (is_expensive(formulation)) continue;
    const bool known = std::isfinite(worst.order);  // a NaN stays one
    if (known && !(order.deviation() <= worst.deviation())) worst = order;
  }
  if (std::isfinite(worst.order)) {
    experiment.quantity("order_deviation_" + c.suffix, worst.deviation(), "1", worst.uncertainty,
                        "largest |order - 1| of newton and relaxation, " + case_name(c));
  }
  constexpr double last = 3.0;  // after the formulations
  study(last, "midpoint", range_of(false, options), [&](double h, double end) {
    double error = 0.0;
    run_midpoint(joint, solver, h, end,
                 [&](const SliderStep& step) { error = std::max(error, distance_error(joint, exact, step.end())); });
    return error;
  });
}

}  // namespace nsdbench::experiments::prismatic
