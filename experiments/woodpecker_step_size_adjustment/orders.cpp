#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/order_record.hpp"
#include "experiments/woodpecker_step_size_adjustment/studies.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::woodpecker_steps {
namespace {

using problems::BasicWoodpecker;
using problems::Woodpecker;

constexpr int largest_order = 6;
constexpr double study_end = 0.146;  // s: one period

// The motion that errors are measured against: step sizes [s], and the tolerance that the order follows, or 0 for order
// 6 in even powers, since no force depends on velocity.
struct Reference {
  double dt_min, dt_max, atol;
};

std::string told(const Reference& reference) {
  return (reference.atol > 0.0 ? "up to order 6, atol = " + support::shortest(reference.atol)
                               : "order 6 in even powers") +
         ", dt = " + support::shortest(reference.dt_min) + " to " + support::shortest(reference.dt_max) + " s";
}

enum class Norm {
  end,   // |phi_S - reference| at the end of the study
  nodes  // its largest value over the accepted nodes
};

struct Setting {
  const char* variant;  // of tables and quantities
  double dt_min;        // s
  Reference reference;
  Norm norm;
  std::array<StudyRange, largest_order> ranges;
  const char* meaning;  // of the quantities
};

constexpr double papers_dt_min = 1e-10;  // s

// From the dt_max of Fig. 13, the largest one that sec. 10.4 prints, down to where the errors of the switching times
// are the largest: the paper does not print the dt_max of Fig. 14.
constexpr std::array<StudyRange, largest_order> papers_range = {
    {{5e-3, 5}, {5e-3, 5}, {5e-3, 5}, {5e-3, 5}, {5e-3, 5}, {5e-3, 5}}};

// Fig. 14 by the paper's protocol: the reference is the same scheme with the same dt_min. Its steps of up to 0.9 ms,
// which are no grid to interpolate on, leave the end to be compared.
constexpr Setting papers_protocol = {
    "",
    papers_dt_min,
    {papers_dt_min, 9e-4, 1e-10},
    Norm::end,
    papers_range,
    "slope in dt_max of the error of phi_S with order p in smooth parts and dt_min = 1e-10 s, "
    "against the paper's reference"};
// The same runs against a reference whose own errors do not show.
constexpr Setting finer_reference = {
    "finer_reference", papers_dt_min, {1e-12, 1e-5, 0.0},
    Norm::nodes,       papers_range,  "the same against a reference with dt_min = 1e-12 s, over all accepted nodes"};
// dt_min so small that it does not count, dt_max below where that oscillation is well resolved.
constexpr Setting smooth = {"smooth",
                            1e-17,
                            {2e-18, 4e-6, 0.0},
                            Norm::nodes,
                            {{{5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {9e-4, 3}, {9e-4, 3}}},
                            "order in dt_max of phi_S with order p in smooth parts and negligible dt_min"};

// The motion over one period, to be looked up; nothing if that takes too many steps.
template <class Scalar>
std::optional<ReferenceTrajectory<3, Scalar>> reference_motion(const BasicWoodpecker<Scalar>& woodpecker,
                                                               ContactSolver& solver, const Reference& reference) {
  ExtrapolationOptions extrapolation;
  if (reference.atol > 0.0) {
    extrapolation.atol = reference.atol;
  } else {
    extrapolation.order = 6;
    extrapolation.powers = ErrorPowers::even;
  }
  StepSizeOptions sizes;
  sizes.dt_min = reference.dt_min;
  sizes.dt_max = reference.dt_max;
  sizes.max_evaluations = 4 * study_step_limit;
  const auto integrator = make_moreau_adjusted(woodpecker, solver, sizes, extrapolation);
  auto state = woodpecker.initial_state();
  ReferenceTrajectory<3, Scalar> motion;
  motion.add(state);
  const Outcome outcome = integrator->integrate(
      state, {Scalar(study_end), {}, {}}, [&](const Step<BasicWoodpecker<Scalar>>& step) { motion.add(step.end()); });
  if (!outcome.completed()) return std::nullopt;
  return motion;
}

struct Slope {
  double value, standard_error;
};

// Of a line through the runs' errors over dt_max, log-log.
Slope slope_of(std::span<const double> dt_max, std::span<const MeasuredRun> runs) {
  const auto n = static_cast<double>(dt_max.size());
  double mean_x = 0.0, mean_y = 0.0;
  for (std::size_t k = 0; k < dt_max.size(); ++k) {
    mean_x += elementary::log(dt_max[k]) / n;
    mean_y += elementary::log(runs[k].error) / n;
  }
  double xx = 0.0, xy = 0.0, yy = 0.0;
  for (std::size_t k = 0; k < dt_max.size(); ++k) {
    const double x = elementary::log(dt_max[k]) - mean_x;
    const double y = elementary::log(runs[k].error) - mean_y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const double slope = xy / xx;
  return {slope, std::sqrt(std::max(yy - slope * xy, 0.0) / ((n - 2.0) * xx))};
}

// Where Fig. 14 may have its points. A dt_max below that of the reference, 0.9 ms, cannot be measured by it; the upper
// end is not printed. It may be anything from the limit of stability of Moreau's rule, 2/omega for the oscillation of
// the sleeve, which leaves one octave, up to the dt_max of Fig. 13.
void tell_papers_range(Experiment& experiment, const problems::WoodpeckerParameters& parameters, int p,
                       const OrderStudy& study) {
  const double stable = 2.0 / std::sqrt(parameters.c_phi / parameters.J_M);
  const std::span<const double> sizes(study.dt_max);
  const std::span<const MeasuredRun> runs(study.runs);
  const auto end = static_cast<std::size_t>(
      std::count_if(sizes.begin(), sizes.end(), [](double dt) { return dt >= papers_protocol.reference.dt_max; }));
  constexpr std::size_t fewest = 4;  // points that leave a line a scatter
  if (!study.completed || end < fewest) return;
  const Slope whole = slope_of(sizes.first(end), runs.first(end));
  double half_width = 2.0 * whole.standard_error;
  // The last of them is the first whose steps are all stable.
  for (std::size_t first = 1; first + fewest <= end && sizes[first - 1] >= stable; ++first) {
    const Slope part = slope_of(sizes.subspan(first, end - first), runs.subspan(first, end - first));
    half_width = std::max(half_width, std::abs(part.value - whole.value));
  }
  experiment.quantity("order_p" + std::to_string(p) + "_papers_range", whole.value, "1", half_width,
                      "slope in dt_max of the error of phi_S with order p, dt_min = 1e-10 s and the paper's reference, "
                      "from 5 ms down to the 0.9 ms of that reference; uncertainty: its change where the upper end is "
                      "lowered, down to 2/omega = 1.9 ms");
}

// Median of the errors of runs with dt_max in an octave up from `lowest` [s]; NaN if there are none.
double median_error(const OrderStudy& study, double lowest) {
  std::vector<double> errors;
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    if (study.dt_max[k] >= lowest && study.dt_max[k] < 2.0 * lowest) errors.push_back(study.runs[k].error);
  }
  return median(errors);
}

// How much of the errors in the lowest octave of the paper's range the switching points make. What they leave alone is
// the error of order 6 in the smallest octave of all, where smooth parts leave less than a thousandth of it.
void tell_switching_share(Experiment& experiment, const std::vector<OrderStudy>& studies) {
  if (studies.size() != largest_order || !studies.back().completed) return;
  const double of_switching = median_error(studies.back(), studies.back().dt_max.back());
  for (int p = 1; p <= largest_order; ++p) {
    const double error = median_error(studies[static_cast<std::size_t>(p - 1)], papers_protocol.reference.dt_max);
    const double share = of_switching / error;
    if (!std::isfinite(share)) continue;
    experiment.quantity("switching_error_share_p" + std::to_string(p), share, "1", Uncertainty::of_one_run(),
                        "median error that switching points leave with dt_min = 1e-10 s, relative to the median error "
                        "with order p and dt_max from 0.9 ms to 1.8 ms, against the finer reference");
  }
}

// The runs with order p and their errors against `reference`.
template <class Scalar>
OrderStudy study_one_order(Experiment& experiment, const BasicWoodpecker<Scalar>& woodpecker, ContactSolver& solver,
                           const Setting& setting, int p, const StudyRange& range,
                           const ReferenceTrajectory<3, Scalar>& reference) {
  ExtrapolationOptions extrapolation;
  extrapolation.order = p;
  const Scalar end = reference.nodes().back().t;
  return study_order<BasicWoodpecker<Scalar>>(
      [&](double dt_max, double dt_min) {
        StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
        sizes.max_evaluations = study_step_limit;
        return make_moreau_adjusted(woodpecker, solver, sizes, extrapolation);
      },
      woodpecker.initial_state(), {Scalar(study_end), {}, {}}, range, {setting.dt_min, 0.0},
      [&](double) { return setting.dt_min; },
      [&](const State<3, Scalar>& at) {
        if (setting.norm == Norm::end && at.t < end) return 0.0;
        const Scalar difference = at.q(2) - reference.position(at.t)(2);
        return static_cast<double>(difference < 0 ? -difference : difference);
      },
      [&](std::size_t k) {
        const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
        experiment.progress().update("orders", (p - 1 + within) / largest_order);
      });
}

template <class Scalar>
void study_setting(Experiment& experiment, const BasicWoodpecker<Scalar>& woodpecker, ContactSolver& solver,
                   const Setting& setting, int per_octave,
                   const std::function<void(int p, const OrderStudy&)>& also = {}) {
  const std::string variant = setting.variant[0] == '\0' ? "" : std::string("_") + setting.variant;
  experiment.method("study_dt_min" + variant, setting.dt_min);
  experiment.method("study_reference" + variant, told(setting.reference));
  experiment.method("study_norm" + variant, setting.norm == Norm::end
                                                ? "|phi_S - reference| at the end; slopes through medians of octaves"
                                                : "largest |phi_S - reference| over accepted nodes; slopes likewise");
  const auto reference = reference_motion(woodpecker, solver, setting.reference);
  if (!reference) {
    experiment.note("No reference motion with dt from " + support::shortest(setting.reference.dt_min) +
                    " s: it takes too many steps. Orders are left out.");
    return;
  }
  OrderRecord record(experiment, setting.variant, "rad");
  for (int p = 1; p <= largest_order; ++p) {
    StudyRange range = setting.ranges[static_cast<std::size_t>(p - 1)];
    range.per_octave = per_octave;
    const OrderStudy study = study_one_order(experiment, woodpecker, solver, setting, p, range, *reference);
    record.add(p, study, range, setting.meaning);
    if (also) also(p, study);
  }
}

}  // namespace

void study_orders(Experiment& experiment, const problems::WoodpeckerParameters& parameters, ContactSolver& solver) {
  const bool quick = experiment.options().quick;
  experiment.method("study_end_time", study_end);
  const Woodpecker woodpecker(parameters);
  study_setting(experiment, woodpecker, solver, papers_protocol, quick ? 4 : 12,
                [&](int p, const OrderStudy& study) { tell_papers_range(experiment, parameters, p, study); });
  std::vector<OrderStudy> studies;
  study_setting(experiment, woodpecker, solver, finer_reference, quick ? 4 : 12,
                [&](int /*p*/, const OrderStudy& study) { studies.push_back(study); });
  tell_switching_share(experiment, studies);
  experiment.method("study_scalar_digits_smooth", std::numeric_limits<Extended>::digits);
  study_setting(experiment, BasicWoodpecker<Extended>(parameters), solver, smooth, quick ? 6 : 12);
}

}  // namespace nsdbench::experiments::woodpecker_steps
