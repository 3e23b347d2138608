// The slider-crank with a translational clearance joint (Flores, Leine & Glocker 2010, sec. 6, Table 1): Figures 10-13.
//
//   M(q) du - h(q,u) dt - sum_i (w_Ni dP_Ni + w_Ti dP_Ti) = 0,   the slider's four corners as contacts (eqs 89-113)
// integrated by Moreau's midpoint rule over two crank revolutions; the LCP of eqs (76), (85) in every step.
//
//   slider_crank_restitution_sweep                             the paper's setting, restitution 0.1, 0.4, 0.6, 0.9
//   slider_crank_restitution_sweep --dt 2e-6                   finer drawings
//   slider_crank_restitution_sweep --set mu=0.1                more friction
//   slider_crank_restitution_sweep --integrator event_driven   the same revolutions by another method
//
// Two starts. The printed one has theta_3 = omega_3 = 0, which is an exact invariant: both corners of a face hit
// together and the slider never tilts. A second start with omega_3 = -0.01 rad/s, labelled `tilted`, shows what the
// joint does once it may tilt. Quantities belong to the printed start unless their key says `tilted`.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/drawing.hpp"
#include "experiments/slider_crank_restitution_sweep/revolutions.hpp"
#include "experiments/slider_crank_restitution_sweep/step_study.hpp"
#include "experiments/support/experiment.hpp"
#include "experiments/support/refinement.hpp"
#include "problems/slider_crank.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using namespace nsdbench::experiments::slider_crank;
using experiments::Experiment;
using experiments::Uncertainty;
using problems::SliderCrank;
using problems::SliderCrankParameters;

struct Restitution {
  double value;
  const char* key;  // in the names of quantities and tables
};
constexpr std::array<Restitution, 4> restitutions{{{0.1, "e01"}, {0.4, "e04"}, {0.6, "e06"}, {0.9, "e09"}}};

// Initial angular velocity of the slider in the tilted variant [rad/s].
constexpr double tilted_omega_3 = -0.01;

// Tilts below this are the solver's noise [rad]. From the printed start the exact motion has none.
constexpr double symmetric_tilt = 1e-9;

// What the motions of all restitution coefficients show together.
struct SweepStatistics {
  double energy_growth = 0.0;
  double residual = 0.0;
  double penetration = 0.0;
  double tilted_angle = 0.0;
  int asymmetric_runs = 0;
  std::vector<std::optional<double>> impact_errors, contact_fraction_errors;
  std::vector<double> impacts, contact_fractions, portrait_widths, first_times, first_speeds, orders;
  std::array<bool, joint_count> nominal_seen{};
  std::array<bool, joint_count> tilted_seen{};

  void add_nominal(const RevolutionStatistics& run) {
    for (std::size_t j = 0; j < joint_count; ++j) nominal_seen[j] = nominal_seen[j] || run.visited(j);
    energy_growth = std::max(energy_growth, run.energy_growth_max);
    penetration = std::max(penetration, run.penetration_max);
    portrait_widths.push_back(run.portrait_width());
    first_times.push_back(run.first_impact_time);
    first_speeds.push_back(run.first_impact_speed);
  }
  void add_tilted(const RevolutionStatistics& run) {
    for (std::size_t j = 0; j < joint_count; ++j) tilted_seen[j] = tilted_seen[j] || run.visited(j);
    tilted_angle = std::max(tilted_angle, run.tilt_max);
    energy_growth = std::max(energy_growth, run.energy_growth_max);
    residual = std::max(residual, run.residual_max);
  }
};

class Sweep {
 public:
  Sweep(Experiment& experiment, const SliderCrankParameters& parameters, ContactSolver& solver)
      : experiment_(experiment),
        parameters_(parameters),
        method_{solver, experiment.options().integrator, *experiment.options().dt},
        revolutions_(*experiment.options().cycles),
        steps_(method_.fixed_step()
                   ? (experiment.options().quick ? jittered_step_sizes(2e-5, 3, 8) : jittered_step_sizes(8e-6, 4, 16))
                   : std::vector<double>{method_.dt, experiments::refined_step(method_.dt, 1),
                                         experiments::refined_step(method_.dt, 2)}),
        convergence_(experiment.table("convergence", {{"restitution", "1"},
                                                      {"dt", "s"},
                                                      {"revolution_1_time", "s"},
                                                      {"revolution_2_time", "s"},
                                                      {"energy_revolution_2", "J"},
                                                      {"deviation_revolution_2_time", "s"}})) {}

  // Says in the record what is done.
  void record_method() {
    experiment_.method("study_step_sizes", static_cast<double>(steps_.size()));
    experiment_.method("study_largest_dt", steps_.front());
    experiment_.method("study_smallest_dt", steps_.back());
    experiment_.method("tilted_omega_3_0", tilted_omega_3);
    experiment_.note("d = 2 (b + c) = 0.052 m for the distance of the guide's surfaces, which Table 1 does not give.");
    experiment_.note(
        "The sweep replaces Table 1's restitution coefficient by 0.1, 0.4, 0.6 and 0.9 in turn, as in Fig. 12.");
    if (!method_.fixed_step()) {
      experiment_.note(
          "Limits for small steps of fixed size, and their order, belong to the integrator moreau: here "
          "quantities are those of one run. Uncertainties are by runs with 4 and 16 times finer steps.");
      experiment_.integrator_settings(integrator_of(SliderCrank(parameters_), method_)->settings());
    }
  }

  // The printed start with one restitution coefficient: Figs 10 to 13, and its quantities.
  void revolve_printed(const Restitution& restitution) {
    const SliderCrank system(with(restitution));
    Drawing drawing(experiment_, std::string("printed_") + restitution.key, system, method_.dt);
    const RevolutionStatistics nominal =
        revolve(system, method_, revolutions_, [&](const Part& part) { drawing.add(part); });
    seen_.add_nominal(nominal);
    const StepStudy study = study_steps(restitution, system);
    record_estimates(restitution, study);
    record_nominal(restitution, nominal);
    if (method_.fixed_step()) record_order(restitution, study);
    const double limit = study.limit([](const RevolutionStatistics& r) { return r.time[1]; }).value;
    for (std::size_t i = 0; i < study.dt().size(); ++i) {
      const RevolutionStatistics& r = study.runs()[i];
      convergence_.row(
          {restitution.value, study.dt()[i], r.time[0], r.time[1], r.energy[1], std::abs(r.time[1] - limit)});
    }
    convergence_.break_line();
  }

  // The tilted start: the same mechanism, the slider turning at -0.01 rad/s.
  void revolve_tilted(const Restitution& restitution) {
    SliderCrankParameters parameters = with(restitution);
    parameters.omega_3_0 = tilted_omega_3;
    const SliderCrank system(parameters);
    Drawing drawing(experiment_, std::string("tilted_") + restitution.key, system, method_.dt);
    const RevolutionStatistics run =
        revolve(system, method_, revolutions_, [&](const Part& part) { drawing.add(part); });
    seen_.add_tilted(run);
    if (revolutions_ >= 2) {
      experiment_.quantity(std::string("revolution_2_time_tilted_") + restitution.key, run.time[1], "s",
                           chatter_unresolved(),
                           "time at which the crank completes its second revolution, tilted start, at the nominal dt");
    }
    experiment_.quantity(
        std::string("contact_fraction_tilted_") + restitution.key, 1.0 - run.fraction(Joint::none), "1",
        chatter_unresolved(),
        "fraction of the run's time in which some corner is in contact (gap below 1 % of the clearance), tilted "
        "start, nominal dt");
  }

  // What the four restitution coefficients have in common, and how they differ.
  void compare() {
    compare_restitutions();
    record_extremes();
  }

 private:
  SliderCrankParameters with(const Restitution& restitution) const {
    SliderCrankParameters parameters = parameters_;
    parameters.epsilon_N = restitution.value;
    return parameters;
  }

  bool symmetric() const { return parameters_.theta_3_0 == 0.0 && parameters_.omega_3_0 == 0.0; }

  // A run in which rounding has grown to a tilt follows another motion (see the paper's notes) and is left out.
  StepStudy study_steps(const Restitution& restitution, const SliderCrank& system) {
    StepStudy study(method_.fixed_step());
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      experiment_.progress().update(std::string("step sizes for ") + restitution.key,
                                    static_cast<double>(i) / static_cast<double>(steps_.size()));
      const RevolutionStatistics run =
          revolve(system, {method_.solver, method_.integrator, steps_[i]}, std::max(revolutions_, 2));
      seen_.residual = std::max(seen_.residual, run.residual_max);
      if (symmetric() && run.tilt_max > symmetric_tilt) {
        ++seen_.asymmetric_runs;
      } else {
        study.add(steps_[i], run);
      }
    }
    if (study.runs().size() < std::max<std::size_t>(steps_.size() / 2, 1)) {
      throw support::ComputationFailed("rounding tilted the slider in " +
                                       std::to_string(steps_.size() - study.runs().size()) + " of " +
                                       std::to_string(steps_.size()) + " runs from a start without tilt");
    }
    return study;
  }

  static std::string key(const char* name, const Restitution& restitution) {
    return std::string(name) + "_" + restitution.key;
  }

  // Limits for small steps.
  void record_estimates(const Restitution& restitution, const StepStudy& study) {
    using Run = RevolutionStatistics;
    const char* const how = method_.fixed_step() ? ", limit for dt -> 0" : ", by one run";
    const auto limit = [&](const char* name, const char* unit, auto get, const char* meaning) {
      const Estimate fit = study.limit(get);
      experiment_.quantity(key(name, restitution), fit.value, unit,
                           Uncertainty::or_unknown(fit.uncertainty, experiments::finer_runs_disagree),
                           std::string(meaning) + how);
    };
    limit(
        "revolution_1_time", "s", [](const Run& r) { return r.time[0]; },
        "time at which the crank completes its first revolution");
    limit(
        "revolution_2_time", "s", [](const Run& r) { return r.time[1]; },
        "time at which the crank completes its second revolution");
    limit(
        "energy_revolution_1", "J", [](const Run& r) { return r.energy[0]; },
        "total mechanical energy after the first revolution (potential energy zero at the height of the crank's axis)");
    limit(
        "energy_revolution_2", "J", [](const Run& r) { return r.energy[1]; },
        "total mechanical energy after the second revolution");
    limit(
        "first_impact_time", "s", [](const Run& r) { return r.first_impact_time; },
        "time of the first contact of the slider with the guide");
    limit(
        "first_impact_velocity", "m/s", [](const Run& r) { return r.first_impact_speed; },
        "approach speed of the corners at the first contact");
    limit(
        "crank_speed_min", "rad/s", [](const Run& r) { return r.crank_speed_min; },
        "smallest angular velocity of the crank in two revolutions");
    limit(
        "rod_speed_max", "rad/s", [](const Run& r) { return r.rod_speed_max; },
        "largest magnitude of the connecting rod's angular velocity in two revolutions");
    record_counts(restitution, study);
  }

  // Counts and fractions: the median over the finest octave of step sizes, and the spread there.
  void record_counts(const Restitution& restitution, const StepStudy& study) {
    using Run = RevolutionStatistics;
    const char* const how = method_.fixed_step() ? "; median over the finest octave of step sizes" : "";
    const auto typical = [&](const char* name, auto get, const char* meaning) {
      const Estimate middle = study.typical(get);
      experiment_.quantity(key(name, restitution), middle.value, "1",
                           Uncertainty::or_unknown(middle.uncertainty, experiments::finer_runs_disagree),
                           std::string(meaning) + how);
      return middle;
    };
    const Estimate impacts = typical(
        "impacts_above_0p1", [](const Run& r) { return static_cast<double>(r.impacts); },
        "impacts with an approach speed above 0.1 m/s in two revolutions (both corners of a face that hit together "
        "count once)");
    seen_.impacts.push_back(impacts.value);
    seen_.impact_errors.push_back(impacts.uncertainty);
    const Estimate fraction = typical(
        "contact_fraction", [](const Run& r) { return 1.0 - r.fraction(Joint::none); },
        "fraction of the time of two revolutions in which some corner is in contact (gap below 1 % of the "
        "clearance)");
    seen_.contact_fractions.push_back(fraction.value);
    seen_.contact_fraction_errors.push_back(fraction.uncertainty);
  }

  void record_nominal(const Restitution& restitution, const RevolutionStatistics& nominal) {
    const auto add = [&](const char* name, double value, const char* unit, const Uncertainty& uncertainty,
                         const char* meaning) {
      experiment_.quantity(key(name, restitution), value, unit, uncertainty, meaning);
    };
    add("max_penetration", nominal.penetration_max, "m", Uncertainty::of_one_run(),
        "deepest penetration of a corner at the end of a step, at the nominal dt (it vanishes with dt)");
    add("rod_speed_jump_max", nominal.rod_speed_jump_max, "rad/s", Uncertainty::of_one_step_size(),
        "largest jump of the connecting rod's angular velocity at an impact, at the nominal dt");
    add("slider_portrait_width", nominal.portrait_width(), "m/s", Uncertainty::of_one_step_size(),
        "root mean square of the slider's speed across the guide in two revolutions, at the nominal dt");
    add("theta_3_max", nominal.tilt_max, "rad",
        symmetric() ? Uncertainty::residual(symmetric_tilt) : Uncertainty::of_one_step_size(),
        "largest tilt of the slider: an exact invariant of the printed start is theta_3 = 0, so this is the solver's "
        "noise");
  }

  void record_order(const Restitution& restitution, const StepStudy& study) {
    const OrderFit order = study.order([](const RevolutionStatistics& r) { return r.time[1]; });
    experiment_.quantity(key("order_revolution_2_time", restitution), order.order, "1", 2.0 * order.standard_error,
                         "order in dt of the time of the second revolution: slope through per-octave medians of its "
                         "deviation from the limit");
    seen_.orders.push_back(order.order);
  }

  static double spread(const std::vector<double>& values) {
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    return *largest - *smallest;
  }

  // Smallest increase from one restitution coefficient to the next higher.
  static double least_increase(const std::vector<double>& values) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t e = 1; e < values.size(); ++e) least = std::min(least, values[e] - values[e - 1]);
    return least;
  }

  // Of the difference of two neighbours: twice the largest uncertainty.
  static Uncertainty difference_of(const std::vector<std::optional<double>>& uncertainties) {
    double largest = 0.0;
    for (const std::optional<double>& uncertainty : uncertainties) {
      if (!uncertainty) return Uncertainty::or_unknown({}, experiments::finer_runs_disagree);
      largest = std::max(largest, *uncertainty);
    }
    return 2.0 * largest;
  }

  Uncertainty chatter_unresolved() const {
    if (!method_.fixed_step()) return Uncertainty::of_one_step_size();
    return Uncertainty::unknown(
        "From the first impact on the tilted slider chatters in times that the step of this run does not resolve.");
  }

  void compare_restitutions() {
    experiment_.quantity("energy_growth_max", seen_.energy_growth, "J", Uncertainty::of_one_run(),
                         "largest growth of the total mechanical energy in one step, all restitutions and both starts, "
                         "at the nominal dt");
    if (method_.fixed_step()) {
      experiment_.quantity("order_revolution_time", median(seen_.orders), "1", spread(seen_.orders),
                           "order in dt of the time of the second revolution: median over the four restitutions, with "
                           "their spread");
    }
    experiment_.quantity("first_impact_time_spread", spread(seen_.first_times), "s", Uncertainty::residual(1e-12),
                         "difference of the first contact's time between the four restitutions, at the nominal dt");
    experiment_.quantity("first_impact_velocity_spread", spread(seen_.first_speeds), "m/s",
                         Uncertainty::residual(1e-12),
                         "difference of the first contact's approach speed between the four restitutions");
    std::vector<double> flight_fractions;
    for (const double fraction : seen_.contact_fractions) flight_fractions.push_back(-fraction);
    experiment_.quantity("contact_fraction_least_decrease", least_increase(flight_fractions), "1",
                         difference_of(seen_.contact_fraction_errors),
                         "smallest decrease of contact_fraction from one restitution coefficient to the next higher");
    experiment_.quantity("impacts_least_increase", least_increase(seen_.impacts), "1",
                         difference_of(seen_.impact_errors),
                         "smallest increase of impacts_above_0p1 from one restitution coefficient to the next higher");
  }

  void record_extremes() {
    experiment_.quantity(
        "max_penetration", seen_.penetration, "m", Uncertainty::of_one_run(),
        "deepest penetration of a corner at the end of a step, all restitutions, printed start, at the "
        "nominal dt (it vanishes with dt)");
    experiment_.quantity("slider_portrait_widening", seen_.portrait_widths.back() / seen_.portrait_widths.front(), "1",
                         Uncertainty::of_one_step_size(),
                         "root mean square of the slider's speed across the guide at restitution 0.9 relative to 0.1");
    // The four of Fig. 8: three or four corners at once, the last entry, are not among them.
    const auto count = [](const std::array<bool, joint_count>& flags) {
      return static_cast<double>(std::count(flags.begin(), flags.end() - 1, true));
    };
    experiment_.quantity("joint_configurations_seen", count(seen_.nominal_seen), "1", Uncertainty::count(),
                         "how many of the four configurations of Fig. 8 the printed start visits");
    experiment_.quantity(
        "joint_configurations_seen_tilted", count(seen_.tilted_seen), "1", Uncertainty::count(),
        "how many of the four configurations of Fig. 8 the tilted start visits at the nominal dt (the tilt comes "
        "close to that of two opposite corners, and step sizes decide whether it gets there)");
    experiment_.quantity("theta_3_max_tilted", seen_.tilted_angle, "rad", chatter_unresolved(),
                         "largest tilt of the slider from the tilted start, all restitutions, at the nominal dt (two "
                         "opposite corners touch where a sin theta_3 = c + b (1 - cos theta_3), at 0.0201 rad)");
    experiment_.quantity(
        "study_runs_with_tilt", seen_.asymmetric_runs, "1", Uncertainty::count(),
        "runs of the study in which rounding grew to a tilt above 1e-9 rad although the start has none; they are "
        "left out of the limits");
    experiment_.quantity("lcp_residual_max", seen_.residual, "1", Uncertainty::residual(1e-10),
                         "largest recomputed residual of a contact problem in all runs");
  }

  Experiment& experiment_;
  const SliderCrankParameters& parameters_;
  Method method_;
  int revolutions_;
  std::vector<double> steps_;
  support::Table& convergence_;
  SweepStatistics seen_;
};

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<SliderCrankParameters>("slider_crank");
  const auto solver = make_contact_solver(experiment.options().solver);
  experiment.require_integrator(why_not_applicable(experiment.options().integrator, SliderCrank(parameters)));
  Sweep sweep(experiment, parameters, *solver);
  sweep.record_method();
  for (const Restitution& restitution : restitutions) {
    sweep.revolve_printed(restitution);
    sweep.revolve_tilted(restitution);
  }
  sweep.compare();
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "slider_crank_restitution_sweep";
  info.paper = "flores2010";
  info.title = "Slider-crank with a clearance joint of Flores, Leine & Glocker 2010: restitution 0.1, 0.4, 0.6, 0.9";
  info.description =
      "Integrates the slider-crank (sec. 6, Table 1) by Moreau's midpoint rule over --cycles crank revolutions,\n"
      "for four restitution coefficients, from the printed start (the slider never tilts) and from a tilted one.\n"
      "Quantities are taken to the limit of small steps.\n\n"
      "  slider_crank_restitution_sweep\n"
      "  slider_crank_restitution_sweep --dt 2e-6 --out results/finer\n"
      "  slider_crank_restitution_sweep --set mu=0.1 --out results/more-friction\n"
      "  slider_crank_restitution_sweep --integrator event_driven";
  info.impacts = "the slider hits its guide";
  info.default_dt = 1e-5;
  info.default_cycles = 2;
  info.figures = {
      {"flores2010_fig10", "Dimensionless motion of the four corners, restitution 0.4"},
      {"flores2010_fig10_tilted", "Dimensionless motion of the four corners, restitution 0.4, tilted start"},
      {"flores2010_fig11", "Crank speed, rod speed, rod portrait and slider portrait, restitution 0.4"},
      {"flores2010_fig12", "Dimensionless motion of corner 1 for four restitution coefficients"},
      {"flores2010_fig12_tilted", "Corner 1 for four restitution coefficients, tilted start"},
      {"flores2010_fig13", "Slider portraits for four restitution coefficients"},
      {"flores2010_joint_configuration",
       "Configuration of the joint over time (none, one corner, two adjacent, two opposite)"},
      {"slider_crank_convergence", "Time of the second revolution against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
