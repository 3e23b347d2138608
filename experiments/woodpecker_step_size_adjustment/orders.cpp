#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/order_record.hpp"
#include "experiments/woodpecker_step_size_adjustment/studies.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/integration/integrator_table.hpp"
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

// From where the fast oscillation of the sleeve (1060 rad/s) is barely resolved down to where the errors of the
// switching times are the largest: the paper does not print its dt_max.
constexpr std::array<StudyRange, largest_order> papers_range = {
    {{4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}}};

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
                   const Setting& setting, int per_octave) {
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
    record.add(p, study_one_order(experiment, woodpecker, solver, setting, p, range, *reference), range,
               setting.meaning);
  }
}

}  // namespace

void study_orders(Experiment& experiment, const problems::WoodpeckerParameters& parameters, ContactSolver& solver) {
  const bool quick = experiment.options().quick;
  experiment.method("study_end_time", study_end);
  const Woodpecker woodpecker(parameters);
  for (const Setting& setting : {papers_protocol, finer_reference}) {
    study_setting(experiment, woodpecker, solver, setting, quick ? 4 : 12);
  }
  experiment.method("study_scalar_digits_smooth", std::numeric_limits<long double>::digits);
  if (std::numeric_limits<long double>::digits <= std::numeric_limits<double>::digits) {
    experiment.note(
        "Orders with negligible dt_min need a long double of more than 53 bits, which this machine has not.");
    return;
  }
  study_setting(experiment, BasicWoodpecker<long double>(parameters), solver, smooth, quick ? 6 : 12);
}

}  // namespace nsdbench::experiments::woodpecker_steps
