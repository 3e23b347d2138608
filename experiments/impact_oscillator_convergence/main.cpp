// Impact oscillator (Studer, Leine & Glocker 2008, sec. 10.3): Figure 12 and the order of the augmented scheme.
//
//   m xddot = -c (x - x_s),   x <= 0,   Newton's impact law at x = 0
//   m = 0.1 kg, c = 20 N/m, eps = 0.6, x_s = -0.15 m, x_0 = -0.5 m, xdot_0 = 0.2 m/s
//
//   impact_oscillator_convergence                             the paper's setting
//   impact_oscillator_convergence --dt-min 1e-6               blunter impacts in the motion drawn
//   impact_oscillator_convergence --set epsilon_N=1
//   impact_oscillator_convergence --integrator event_driven   motion and order of another method
//
// 1. The motion, with the settings of the command line (Fig. 12 b-d). 2. For every order p = 1 ... 6 the error against
// dt_max, with dt_min = dt_max^p (Fig. 12 e, eq. 50), and against its cost (Fig. 12 f). Another integrator has one
// order, its own. Errors are differences from the closed form.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/impact_oscillator_convergence/statistics.hpp"
#include "experiments/impact_oscillator_convergence/step_limits.hpp"
#include "experiments/support/adjusted_steps.hpp"
#include "experiments/support/chosen_order.hpp"
#include "experiments/support/integrator_settings.hpp"
#include "experiments/support/order_record.hpp"
#include "experiments/support/refinement.hpp"
#include "experiments/support/run_outcome.hpp"
#include "problems/impact_oscillator.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::impact_oscillator;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::ImpactOscillatorParameters;

constexpr std::size_t impacts_told = 4;
constexpr int largest_order = 6;

// The usable dt_max for p = 1 ... 6: from where the oscillation is resolved down to where errors or dt_min are
// rounding. For odd p the error is that of the impacts' times, and is anything up to its bound: for p = 3 and 5 the
// range begins where the search for impacts takes enough halvings for the median not to move.
constexpr StudyRange ranges[largest_order] = {{8e-3, 6},   {1.6e-2, 6}, {1.6e-2, 5},
                                              {3.2e-2, 4}, {2.4e-2, 3}, {5.6e-2, 3}};
constexpr double rounding = 1e-14;         // m: some hundred units in the last place of 0.5 m
constexpr double smallest_dt_min = 1e-13;  // s: times of 1 s have three digits left for it

class OscillatorStudy {
 public:
  OscillatorStudy(Experiment& experiment, const ImpactOscillatorParameters& parameters, ContactSolver& solver)
      : experiment_(experiment),
        oscillator_(parameters),
        exact_(parameters),
        solver_(solver),
        end_(*experiment.options().end_time),
        sizes_(experiments::step_sizes(*experiment.options().control)),
        extrapolation_(experiments::extrapolation(*experiment.options().control)) {
    experiment.require_integrator(why_not_applicable(integrator(), oscillator_));
  }

  // Fig. 12 (b) to (d). False if the motion did not reach its end.
  bool show_motion() {
    auto& table = experiment_.table(
        "motion", {{"t_begin", "s"}, {"t", "s"}, {"dt", "s"}, {"order", "1"}, {"x", "m"}, {"xdot", "m/s"}});
    const auto integrator_of_motion = make(0);
    experiment_.integrator_settings(integrator_of_motion->settings());
    const MotionStatistics motion = oscillate(*integrator_of_motion, &table);
    if (!experiments::completed(experiment_, motion.outcome)) return false;
    if (adjusts_steps()) experiments::record_scheme(experiment_, extrapolation_);
    experiment_.method("step_boundaries", "0.75 s");
    const MotionStatistics check = oscillate(*make(1));
    const Motions motions{motion, check, adjusts_steps() ? check : oscillate(*make(2))};
    record_impacts(motions, experiments::event_resolution(integrator_of_motion->settings()));
    record_end(motions);
    experiment_.quantity("position_error_max", motion.position_error_max, "m", Uncertainty::of_one_run(),
                         "largest difference from the closed form over all accepted nodes of the motion drawn");
    // Rounding of energies of less than 1 J.
    experiment_.quantity("impact_energy_growth_max", motion.impact_energy_growth_max, "J", Uncertainty::residual(1e-12),
                         "largest kinetic energy that the percussion of an impact puts in: none, since there is one "
                         "contact with a restitution coefficient of at most 1");
    experiment_.quantity("accepted_steps", static_cast<double>(motion.outcome.counts.accepted_steps), "1",
                         Uncertainty::count(), "accepted steps of the motion drawn");
    draw_exact();
    return true;
  }

  // Fig. 12 (e) and (f).
  void study_orders() {
    experiment_.method("study_end_time", study_end);
    experiments::OrderRecord record(experiment_, "", "m");
    if (adjusts_steps()) {
      study_orders_of_extrapolation(record);
      study_smallest_steps(experiment_, oscillator_, exact_, solver_);
      study_too_large_steps(experiment_, oscillator_, exact_, solver_);
    } else {
      study_order_of_integrator(record);
    }
  }

 private:
  const std::string& integrator() const { return experiment_.options().integrator; }
  bool adjusts_steps() const { return integrator() == "moreau_adjusted"; }

  // The integrator of the motion drawn (level 0), or finer ones for the uncertainties: one of the paper's method, two
  // of others.
  std::unique_ptr<Integrator<ImpactOscillator>> make(int level) const {
    if (adjusts_steps()) {
      return make_moreau_adjusted(oscillator_, solver_, level > 0 ? experiments::finer(sizes_, end_) : sizes_,
                                  extrapolation_);
    }
    const IntegratorSettings settings = experiments::integrator_settings(experiment_.options());
    return make_integrator(integrator(), oscillator_, solver_, experiments::refined(settings, level, end_));
  }

  MotionStatistics oscillate(Integrator<ImpactOscillator>& integrator, support::Table* table = nullptr) const {
    MotionStatistics motion(exact_);
    OscillatorState state = oscillator_.initial_state();
    const std::vector<double> boundaries = experiments::boundaries_within({study_end}, end_, sizes_.dt_min);
    Destination<ImpactOscillator> destination;
    destination.t_end = end_;
    destination.boundaries = boundaries;
    motion.outcome = integrator.integrate(
        state, destination,
        [&](const OscillatorStep& step) {
          motion.on_step(step);
          if (table == nullptr) return;
          table->row({step.begin().t, step.end().t, step.size(), static_cast<double>(step.order()), step.end().q(0),
                      step.end().u(0)});
        },
        [&](const Event<ImpactOscillator>& event) { motion.on_event(event); });
    return motion;
  }

  void add(const std::string& key, double value, std::optional<double> uncertainty, double exact, const char* unit,
           const std::string& meaning) {
    const auto known = Uncertainty::or_unknown(uncertainty, experiments::finer_runs_disagree);
    experiment_.quantity(key, value, unit, known, meaning);
    experiment_.quantity(key + "_error", std::abs(value - exact), unit, known,
                         "difference of " + key + " from the closed form");
  }

  using Motions = std::array<MotionStatistics, experiments::refinement_levels>;

  // Of the paper's method: twice the change with finer settings. `get(run)`: NaN where the run has no such value.
  template <class Get>
  std::optional<double> uncertainty_of(const Motions& motions, const Get& get, double resolution) const {
    const experiments::RefinedValues values = experiments::values_of(motions, [&](const MotionStatistics& run) {
      return run.outcome.completed() ? get(run) : std::numeric_limits<double>::quiet_NaN();
    });
    if (!adjusts_steps()) {
      return experiments::uncertainty(values, std::max(resolution, experiments::rounding_of(values[0])));
    }
    if (!std::isfinite(values[1])) return std::nullopt;
    return std::max(2.0 * std::abs(values[0] - values[1]), resolution);
  }

  // Impacts in the middle of steps are as uncertain as these are long.
  void record_impacts(const Motions& motions, double time_resolution) {
    auto& table =
        experiment_.table("impacts", {{"t", "s"}, {"impulse", "N s"}, {"t_exact", "s"}, {"impulse_exact", "N s"}});
    const std::vector<Impact>& impacts = motions[0].impacts;
    for (std::size_t k = 0; k < impacts.size(); ++k) {
      const int number = static_cast<int>(k) + 1;
      const Impact& impact = impacts[k];
      table.row({impact.time, impact.impulse, exact_.impact_time(number), exact_.impulse(number)});
      if (k >= impacts_told || !motions[1].outcome.completed() || k >= motions[1].impacts.size()) continue;
      const auto of_impact = [k](auto get) {
        return [k, get](const MotionStatistics& run) {
          return k < run.impacts.size() ? get(run.impacts[k]) : std::numeric_limits<double>::quiet_NaN();
        };
      };
      const std::string suffix = std::to_string(number);
      add("impact_time_" + suffix, impact.time,
          uncertainty_of(motions, of_impact([](const Impact& i) { return i.time; }), time_resolution),
          exact_.impact_time(number), "s", "time of impact " + suffix);
      add("impulse_" + suffix, impact.impulse,
          uncertainty_of(motions, of_impact([](const Impact& i) { return i.impulse; }), 0.0), exact_.impulse(number),
          "N s", "impulse of the contact in impact " + suffix);
    }
  }

  void record_end(const Motions& motions) {
    const double x = motions[0].at_study_end.q(0);
    const double xdot = motions[0].at_study_end.u(0);
    if (!std::isfinite(x) || !motions[1].outcome.completed()) return;
    const auto position = [](const MotionStatistics& run) { return run.at_study_end.q(0); };
    const auto velocity = [](const MotionStatistics& run) { return run.at_study_end.u(0); };
    add("position_at_end", x, uncertainty_of(motions, position, 0.0), exact_.position(study_end), "m",
        "position at 0.75 s, where the error study ends");
    add("velocity_at_end", xdot, uncertainty_of(motions, velocity, 0.0), exact_.velocity(study_end), "m/s",
        "velocity at 0.75 s, where the error study ends");
  }

  void draw_exact() {
    auto& curve = experiment_.table(
        "exact", {{"t", "s"},
                  {"x", "m"},
                  {"xdot", "m/s"},
                  {"mode_1", "1", "of the contact with the stop from the row on", {"open", "closed"}},
                  {"lambda_N1", "N", "force of the stop"},
                  {"P_N1", "N s", "percussion of the stop between the row before and this one, 0 without"}});
    constexpr double open = 0.0, closed = 1.0;  // places of the words above
    const auto& p = oscillator_.parameters();
    int next_impact = 1;
    constexpr int points = 2000;
    for (int k = 0; k <= points; ++k) {
      const double t = end_ * k / points;
      for (; exact_.impact_time(next_impact) <= t && next_impact < 1000; ++next_impact) {
        // An upright line at the impact.
        const double speed = exact_.impact_speed(next_impact);
        const double time = exact_.impact_time(next_impact);
        curve.row({time, 0.0, speed, open, 0.0, 0.0});
        curve.row({time, 0.0, -p.epsilon_N * speed, open, 0.0, exact_.impulse(next_impact)});
      }
      const bool rests = t >= exact_.rest_time();
      curve.row({t, exact_.position(t), exact_.velocity(t), rests ? closed : open, rests ? p.c * p.x_s : 0.0, 0.0});
    }
  }

  double error_at(const OscillatorState& at) const { return std::abs(at.q(0) - exact_.position(at.t)); }

  // p = 1 ... 6.
  void study_orders_of_extrapolation(experiments::OrderRecord& record) {
    experiment_.method("study_dt_min", "dt_max^p in seconds, never below 1e-13 s");
    experiment_.method("study_norm", "largest |x - x_exact| over accepted nodes; slopes through medians of octaves");
    long fewest_switching_points = std::numeric_limits<long>::max();
    long most_switching_points = 0;
    double coarsest_steps[2] = {0.0, 0.0};  // base steps at the largest dt_max, of the lowest and the highest order
    for (int p = 1; p <= largest_order; ++p) {
      const OrderStudy study = study_order_of_extrapolation(p, record);
      for (const MeasuredRun& run : study.runs) {
        fewest_switching_points = std::min(fewest_switching_points, run.outcome.counts.events);
        most_switching_points = std::max(most_switching_points, run.outcome.counts.events);
      }
      const auto coarsest = static_cast<double>(study.runs.front().outcome.counts.evaluations);
      if (p == 1) coarsest_steps[0] = coarsest;
      if (p == largest_order && study.completed) coarsest_steps[1] = coarsest;
      const double tenfold_cost = elementary::pow(10.0, study.cost_exponent);
      if (!std::isfinite(tenfold_cost)) continue;
      experiment_.quantity(
          "tenfold_cost_p" + std::to_string(p), tenfold_cost, "1",
          p == 1 ? Uncertainty(tenfold_cost * elementary::log(10.0) * study.cost_exponent_uncertainty)
                 : Uncertainty::unknown("It belongs to this range of dt_max, in which the steps at impacts count: the "
                                        "limit for small dt_max is 10^(1/p)."),
          "factor by which the number of base steps grows for an error ten times smaller, over the range of dt_max");
    }
    experiment_.quantity("switching_points_spread",
                         static_cast<double>(most_switching_points - fewest_switching_points), "1",
                         Uncertainty::count(),
                         "difference between the largest and the smallest number of resolved switching points to 0.75 "
                         "s, over all runs");
    if (coarsest_steps[1] > 0.0)
      experiment_.quantity("coarsest_cost_ratio", coarsest_steps[1] / coarsest_steps[0], "1", Uncertainty::count(),
                           "base steps with p = 6 relative to p = 1, each at its largest dt_max");
  }

  std::unique_ptr<Integrator<ImpactOscillator>> make_of_order(int p, double dt_max, double dt_min, long limit) const {
    StepSizeOptions sizes;
    sizes.dt_max = dt_max;
    sizes.dt_min = dt_min;
    sizes.max_evaluations = limit;
    ExtrapolationOptions extrapolation;
    extrapolation.order = p;
    return make_moreau_adjusted(oscillator_, solver_, sizes, extrapolation);
  }

  OrderStudy study_order_of_extrapolation(int p, experiments::OrderRecord& record) {
    StudyRange range = ranges[p - 1];
    range.per_octave = experiment_.options().quick ? 48 : 384;
    OrderStudy study = study_order<ImpactOscillator>(
        [&](double dt_max, double dt_min) { return make_of_order(p, dt_max, dt_min, experiments::study_step_limit); },
        oscillator_.initial_state(), {study_end}, range, {smallest_dt_min, rounding},
        [&](double dt_max) { return elementary::pow(dt_max, p); },
        [&](const OscillatorState& at) { return error_at(at); },
        [&](std::size_t k) {
          const double within = static_cast<double>(k) / (range.octaves * range.per_octave);
          experiment_.progress().update("orders", (p - 1 + within) / largest_order);
        });
    record.add(p, study, range, "order in dt_max of the position with order p in smooth parts and dt_min = dt_max^p");
    return study;
  }

  void study_order_of_integrator(experiments::OrderRecord& record) {
    experiment_.note(
        "The orders p = 1 to 6 and their costs (Fig. 12 e, f) belong to the integrator moreau_adjusted: "
        "here p is the order that " +
        integrator() + " declares.");
    experiment_.method("study_norm", "largest |x - x_exact| over accepted nodes; slopes through medians of octaves");
    experiments::record_chosen_order(experiment_, record, oscillator_, solver_, {study_end}, rounding,
                                     [&](const OscillatorState& at) { return error_at(at); });
  }

  Experiment& experiment_;
  ImpactOscillator oscillator_;
  ExactImpactOscillator exact_;
  ContactSolver& solver_;
  double end_;  // [s] of the motion drawn
  StepSizeOptions sizes_;
  ExtrapolationOptions extrapolation_;
};

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<ImpactOscillatorParameters>("impact_oscillator");
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.note(
      "The paper prints neither the position of the stop nor end time, norm and step sizes of its error study.");
  OscillatorStudy study(experiment, parameters, *solver);
  if (study.show_motion()) study.study_orders();
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "impact_oscillator_convergence";
  info.paper = "studer2008";
  info.title = "Impact oscillator (Studer, Leine & Glocker 2008, sec. 10.3): Figure 12, orders 1 to 6";
  info.description =
      "Integrates a mass on a spring that strikes a stop, with step size adjustment and extrapolation, and measures\n"
      "the error against dt_max for every order p = 1 ... 6 with dt_min = dt_max^p, by the closed form. The options "
      "on\n"
      "steps are those of the motion drawn.\n\n"
      "  impact_oscillator_convergence\n"
      "  impact_oscillator_convergence --dt-min 1e-6 --out results/blunt\n"
      "  impact_oscillator_convergence --set epsilon_N=1 --out results/elastic\n"
      "  impact_oscillator_convergence --integrator event_driven";
  info.default_integrator = "moreau_adjusted";
  info.impacts = "the mass hits its stop";
  info.default_control = experiments::StepControl{1e-9, 0.01, 6, 1e-8, 0.0};
  info.default_end_time = 1.25;
  info.figures = {
      {"studer2008_fig12", "Impulses, position, velocity; error against dt_max and against cost for every order"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
