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

// The motion over one period with small steps, to be looked up; nothing if that takes too many.
template <class Scalar>
std::optional<ReferenceTrajectory<3, Scalar>> reference_motion(const BasicWoodpecker<Scalar>& woodpecker,
                                                               ContactSolver& solver, double dt_min, double dt_max) {
  ExtrapolationOptions sixth;
  sixth.order = 6;
  sixth.powers = ErrorPowers::even;  // no force depends on velocity
  StepSizeOptions sizes;
  sizes.dt_min = dt_min;
  sizes.dt_max = dt_max;
  sizes.max_evaluations = 4 * study_step_limit;
  const auto integrator = make_moreau_adjusted(woodpecker, solver, sizes, sixth);
  auto state = woodpecker.initial_state();
  ReferenceTrajectory<3, Scalar> reference;
  reference.add(state);
  const Outcome outcome =
      integrator->integrate(state, {Scalar(study_end), {}, {}},
                            [&](const Step<BasicWoodpecker<Scalar>>& step) { reference.add(step.end()); });
  if (!outcome.completed()) return std::nullopt;
  return reference;
}

struct Setting {
  const char* prefix;                                 // of tables and quantities
  double dt_min, reference_dt_min, reference_dt_max;  // s
  std::array<StudyRange, largest_order> ranges;
};

// Fig. 14, dt_min as in the paper. From where the fast oscillation of the sleeve (1060 rad/s) is barely resolved down
// to where the errors of the switching times, some 1e-8 rad, are the largest.
constexpr Setting as_in_the_paper = {
    "", 1e-10, 1e-12, 1e-5, {{{4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}, {4e-3, 5}}}};
// dt_min so small that it does not count, dt_max below where that oscillation is well resolved.
constexpr Setting smooth = {
    "smooth_", 1e-17, 2e-18, 4e-6, {{{5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {5e-4, 3}, {9e-4, 3}, {9e-4, 3}}}};

// Errors of phi_S in the maximum norm over accepted nodes.
template <class Scalar>
void study_setting(Experiment& experiment, const BasicWoodpecker<Scalar>& woodpecker, ContactSolver& solver,
                   const Setting& setting, int per_octave, const std::string& meaning) {
  const std::string prefix = setting.prefix;
  experiment.progress().update(prefix + "orders", 0.0);
  experiment.method(prefix + "study_dt_min", setting.dt_min);
  experiment.method(prefix + "study_reference",
                    "order 6 in even powers, dt = " + support::shortest(setting.reference_dt_min) + " to " +
                        support::shortest(setting.reference_dt_max) + " s");
  const auto reference = reference_motion(woodpecker, solver, setting.reference_dt_min, setting.reference_dt_max);
  if (!reference) {
    experiment.note("No reference motion with dt from " + support::shortest(setting.reference_dt_min) +
                    " s: it takes too many steps. Orders are left out.");
    return;
  }
  OrderRecord record(experiment, prefix, "rad");
  for (int p = 1; p <= largest_order; ++p) {
    StudyRange range = setting.ranges[static_cast<std::size_t>(p - 1)];
    range.per_octave = per_octave;
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    const OrderStudy study = study_order<BasicWoodpecker<Scalar>>(
        [&](double dt_max, double dt_min) {
          StepSizeOptions sizes{.dt_min = dt_min, .dt_max = dt_max};
          sizes.max_evaluations = study_step_limit;
          return make_moreau_adjusted(woodpecker, solver, sizes, extrapolation);
        },
        woodpecker.initial_state(), {Scalar(study_end), {}, {}}, range, {setting.dt_min, 0.0},
        [&](double) { return setting.dt_min; },
        [&](const State<3, Scalar>& at) {
          const Scalar difference = at.q(2) - reference->position(at.t)(2);
          return static_cast<double>(difference < 0 ? -difference : difference);
        },
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
          experiment.progress().update(prefix + "orders", (p - 1 + within) / largest_order);
        });
    record.add(p, study, range, meaning);
  }
}

}  // namespace

void study_orders(Experiment& experiment, const problems::WoodpeckerParameters& parameters, ContactSolver& solver) {
  const bool quick = experiment.options().quick;
  experiment.method("study_end_time", study_end);
  experiment.method("study_norm", "largest |phi_S - reference| over accepted nodes; slopes through medians of octaves");
  study_setting(experiment, Woodpecker(parameters), solver, as_in_the_paper, quick ? 4 : 12,
                "slope in dt_max of the error of phi_S with order p in smooth parts and dt_min = 1e-10 s");
  experiment.method("smooth_study_scalar_digits", std::numeric_limits<long double>::digits);
  if (std::numeric_limits<long double>::digits <= std::numeric_limits<double>::digits) {
    experiment.note(
        "Orders with negligible dt_min need a long double of more than 53 bits, which this machine has not.");
    return;
  }
  study_setting(experiment, BasicWoodpecker<long double>(parameters), solver, smooth, quick ? 6 : 12,
                "order in dt_max of phi_S with order p in smooth parts and negligible dt_min");
}

}  // namespace nsdbench::experiments::woodpecker_steps
