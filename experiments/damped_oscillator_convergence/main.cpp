// Damped oscillator: the order of the augmented scheme on a smooth problem whose forces depend on the velocity.
//
//   m xddot = -c x - d xdot,   m = 1 kg, c = 40 N/m, d = 0.8 N s/m, x_0 = 0.1 m, xdot_0 = 0.5 m/s
//
//   damped_oscillator_convergence
//   damped_oscillator_convergence --set d=4
//   damped_oscillator_convergence --integrator implicit_euler   motion and order of another method
//
// Not an experiment of the paper (Studer, Leine & Glocker 2008) but a check of its claim of order p: where forces do
// not depend on velocity, Moreau's midpoint rule is the symmetric leapfrog, whose error has even powers of the step
// size only, and extrapolation of order p = 1, 3, 5 shows 2, 4, 6. With a damper the bonus is gone. Errors are
// differences from the closed form.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>

#include "experiments/damped_oscillator_convergence/base_scheme.hpp"
#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/chosen_order.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/order_record.hpp"
#include "experiments/support/run_outcome.hpp"
#include "problems/damped_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/numbers.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::DampedOscillator;
using problems::DampedOscillatorParameters;
using problems::ExactDampedOscillator;

constexpr int largest_order = 6;

// The usable dt_max for p = 1 ... 6: from where the oscillation is resolved down to where errors are rounding.
constexpr StudyRange damped_ranges[largest_order] = {{8e-3, 6},   {1.6e-2, 6}, {2.4e-2, 5},
                                                     {3.2e-2, 4}, {4e-2, 3},   {1e-1, 3}};
constexpr StudyRange undamped_ranges[largest_order] = {{4e-2, 4}, {4e-2, 4}, {4e-2, 4},
                                                       {4e-2, 4}, {6e-2, 3}, {1e-1, 3}};
constexpr double shortest_end = 0.2;  // s: two of the largest steps

bool adjusts_steps(const Experiment& experiment) { return experiment.options().integrator == "moreau_adjusted"; }

// The oscillator with damping, or without, and its closed form.
class Oscillation {
 public:
  Oscillation(Experiment& experiment, const DampedOscillatorParameters& parameters, bool damped, ContactSolver& solver)
      : experiment_(experiment),
        damped_(damped),
        oscillator_(parameters),
        exact_(parameters),
        solver_(solver),
        end_(*experiment.options().end_time) {}

  // The orders p = 1 ... 6, or that of another integrator.
  void study_orders() {
    experiments::OrderRecord record(experiment_, damped_ ? "" : "undamped", "m");
    if (!adjusts_steps(experiment_)) {
      experiments::record_chosen_order(experiment_, record, oscillator_, solver_, {end_}, rounding(),
                                       [&](const State<1>& at) { return error_at(at); });
      return;
    }
    for (int p = 1; p <= largest_order; ++p) study_order_of_extrapolation(p, record);
  }

 private:
  double error_at(const State<1>& at) const { return std::abs(at.q(0) - exact_.position(at.t)); }

  // Errors below it [m] are rounding.
  double rounding() const {
    double largest_position = 0.0;
    for (int k = 0; k <= 1000; ++k)
      largest_position = std::max(largest_position, std::abs(exact_.position(end_ * k / 1000.0)));
    return 256.0 * std::numeric_limits<double>::epsilon() * largest_position;
  }

  void study_order_of_extrapolation(int p, experiments::OrderRecord& record) {
    StudyRange range = damped_ ? damped_ranges[p - 1] : undamped_ranges[p - 1];
    range.per_octave = experiment_.options().quick ? 8 : 32;
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    const double smallest_dt_min = std::max(1e-13, 128.0 * std::numeric_limits<double>::epsilon() * end_);
    const OrderStudy orders = study_order<DampedOscillator>(
        [&](double dt_max, double dt_min) {
          StepSizeOptions sizes;
          sizes.dt_max = dt_max;
          sizes.dt_min = dt_min;
          sizes.max_evaluations = experiments::study_step_limit;
          return make_moreau_adjusted(oscillator_, solver_, sizes, extrapolation);
        },
        oscillator_.initial_state(), {end_}, range, {smallest_dt_min, rounding()},
        // Of the first step, which has the size dt_min and order 1: its error of dt_min^2 must not count.
        [&](double dt_max) { return elementary::pow(0.5 * dt_max, damped_ ? p + 1 : 7); },
        [&](const State<1>& at) { return error_at(at); },
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
          experiment_.progress().update(damped_ ? "damped" : "undamped", (p - 1 + within) / largest_order);
        });
    record.add(p, orders, range,
               std::string("order in dt_max of the position with order p, ") + (damped_ ? "damped" : "d = 0"));
  }

  Experiment& experiment_;
  bool damped_;
  DampedOscillator oscillator_;
  ExactDampedOscillator exact_;
  ContactSolver& solver_;
  double end_;  // [s]
};

std::unique_ptr<Integrator<DampedOscillator>> integrator_of(const Experiment& experiment,
                                                            const DampedOscillator& oscillator, ContactSolver& solver) {
  const experiments::RunOptions& options = experiment.options();
  if (adjusts_steps(experiment)) {
    return make_moreau_adjusted(oscillator, solver, experiments::step_sizes(*options.control),
                                experiments::extrapolation(*options.control));
  }
  experiment.require_integrator(why_not_applicable(options.integrator, oscillator));
  return make_integrator(options.integrator, oscillator, solver, experiments::integrator_settings(options));
}

// The motion, with the settings of the command line. False if it did not reach its end.
bool integrate_motion(Experiment& experiment, const DampedOscillatorParameters& parameters, ContactSolver& solver) {
  const DampedOscillator oscillator(parameters);
  const ExactDampedOscillator exact(parameters);
  auto& table = experiment.table(
      "motion", {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"x", "m"}, {"xdot", "m/s"}});
  State<1> state = oscillator.initial_state();
  double error = 0.0;
  const auto integrator = integrator_of(experiment, oscillator, solver);
  experiment.integrator_settings(integrator->settings());
  const Outcome outcome =
      integrator->integrate(state, {*experiment.options().end_time}, [&](const Step<DampedOscillator>& step) {
        const State<1>& end = step.end();
        error = std::max(error, std::abs(end.q(0) - exact.position(end.t)));
        table.row({step.begin().t, end.t, step.size(), static_cast<double>(step.order()), end.q(0), end.u(0)});
      });
  if (!experiments::completed(experiment, outcome)) return false;
  experiment.quantity(
      "position_error_max", error, "m", Uncertainty::of_one_run(),
      "largest difference from the closed form over all accepted nodes of the motion with the options' steps");
  experiment.quantity("accepted_steps", static_cast<double>(outcome.counts.accepted_steps), "1", Uncertainty::count(),
                      "accepted steps of that motion");
  if (adjusts_steps(experiment)) {
    experiments::record_scheme(experiment, experiments::extrapolation(*experiment.options().control));
    return true;
  }
  const auto add_end = [&](const char* key, double value, double exact_value, const char* unit, const char* meaning) {
    experiment.quantity(key, value, unit, std::abs(value - exact_value), meaning);
  };
  add_end("position_at_end", state.q(0), exact.position(state.t), "m",
          "position at the end time; uncertainty: difference from the closed form");
  add_end("velocity_at_end", state.u(0), exact.velocity(state.t), "m/s", "velocity there, likewise");
  return true;
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<DampedOscillatorParameters>("damped_oscillator");
  DampedOscillatorParameters undamped = parameters;
  undamped.d = 0.0;
  const auto solver = make_contact_solver(experiment.options().solver);
  Oscillation with_damper(experiment, parameters, true, *solver);
  const double end = *experiment.options().end_time;
  if (end < shortest_end) {
    throw std::invalid_argument("option --end-time: " + support::shortest(end) +
                                " s is too short for the study, which needs " + support::shortest(shortest_end) + " s");
  }
  if (!integrate_motion(experiment, parameters, *solver)) return;
  if (adjusts_steps(experiment)) {
    experiment.method(
        "study_dt_min",
        "(dt_max/2)^(p+1) in seconds, with d = 0 (dt_max/2)^7, but what times up to the end have digits for");
  } else {
    experiment.note("The orders p = 1 to 6 belong to the integrator moreau_adjusted: here p is the order that " +
                    experiment.options().integrator + " declares.");
  }
  experiment.method("study_norm", "largest |x - x_exact| over accepted nodes; slopes through medians of octaves");
  with_damper.study_orders();
  Oscillation(experiment, undamped, false, *solver).study_orders();
  experiments::damped_oscillator::study_base_scheme(experiment, parameters, *solver);
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "damped_oscillator_convergence";
  info.paper = "studer2008";
  info.title = "Damped oscillator: orders 1 to 6 of the augmented scheme on a smooth problem (not in the paper)";
  info.description =
      "Measures the error of step size adjustment with extrapolation against dt_max for every order p = 1 ... 6, with\n"
      "damping, and without, where odd orders gain one. The options on steps are those of the motion in motion.csv.\n\n"
      "  damped_oscillator_convergence\n"
      "  damped_oscillator_convergence --set d=4 --out results/strong\n"
      "  damped_oscillator_convergence --integrator implicit_euler";
  info.default_integrator = "moreau_adjusted";
  info.default_control = experiments::StepControl{1e-7, 0.05, 0, 1e-9, 0.0};
  info.default_end_time = 2.0;
  info.figures = {
      {"damped_oscillator_convergence", "Error against dt_max for every order, with and without damping"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
