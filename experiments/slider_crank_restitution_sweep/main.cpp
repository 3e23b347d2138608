// The slider-crank with a translational clearance joint (Flores, Leine & Glocker 2010, sec. 6, Table 1): Figures 10-13.
//
//   M(q) du - h(q,u) dt - sum_i (w_Ni dP_Ni + w_Ti dP_Ti) = 0,   the slider's four corners as contacts (eqs 89-113)
// integrated by Moreau's midpoint rule over two crank revolutions; the LCP of eqs (76), (85) in every step.
//
//   slider_crank_restitution_sweep                     the paper's setting, restitution 0.1, 0.4, 0.6, 0.9
//   slider_crank_restitution_sweep --dt 2e-6           finer drawings
//   slider_crank_restitution_sweep --set mu=0.1        more friction
//
// Two starts. The printed one has theta_3 = omega_3 = 0, which is an exact invariant: both corners of a face hit
// together and the slider never tilts. A second start with omega_3 = -0.01 rad/s, labelled `tilted`, shows what the
// joint does once it may tilt. Quantities belong to the printed start unless their key says `tilted`.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/slider_crank.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/analysis/section.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::SliderCrank;
using problems::SliderCrankParameters;
using support::ComputationFailed;
using CrankState = State<3>;
using Report = StepReport<SliderCrank>;

struct Restitution {
  double value;
  const char* key;  // in the names of quantities and tables
};
constexpr std::array<Restitution, 4> restitutions{{{0.1, "e01"}, {0.4, "e04"}, {0.6, "e06"}, {0.9, "e09"}}};

// Initial angular velocity of the slider in the tilted variant [rad/s].
constexpr double tilted_omega_3 = -0.01;

// Impacts below this approach velocity are not counted [m/s].
constexpr double counted_approach = 0.1;

// A corner counts as in contact with the guide if its gap is below this fraction of the clearance: lasting contacts
// drift off by some nanometres for single steps, and penetrate by up to a few hundredths of the clearance.
constexpr double contact_gap = 0.01;

// Tilts below this are the solver's noise [rad]. From the printed start the exact motion has none.
constexpr double symmetric_tilt = 1e-9;

// The joint's configurations (Fig. 8): which corners are in contact.
enum class Joint { none, one_corner, two_adjacent, two_opposite, three_or_four };

Joint configuration_of(const Vector<4>& gaps, double clearance) {
  std::array<bool, 4> active{};
  for (int i = 0; i < 4; ++i) active[static_cast<std::size_t>(i)] = gaps(i) < contact_gap * clearance;
  const auto count = std::count(active.begin(), active.end(), true);
  if (count == 0) return Joint::none;
  if (count == 1) return Joint::one_corner;
  if (count > 2) return Joint::three_or_four;
  const bool one_face = (active[0] && active[1]) || (active[2] && active[3]);
  return one_face ? Joint::two_adjacent : Joint::two_opposite;
}

// What two revolutions of the crank show.
struct Revolutions {
  static constexpr double not_reached = std::numeric_limits<double>::quiet_NaN();
  std::array<double, 2> time{not_reached, not_reached};    // at which revolution k is completed [s]
  std::array<double, 2> energy{not_reached, not_reached};  // total mechanical energy then [J]
  double first_impact_time = std::numeric_limits<double>::quiet_NaN();
  double first_impact_speed = 0.0;
  int impacts = 0;  // steps with an approach velocity above counted_approach
  double crank_speed_min = std::numeric_limits<double>::infinity();
  double rod_speed_max = 0.0;
  double rod_speed_jump_max = 0.0;
  double penetration_max = 0.0;
  double energy_growth_max = 0.0;
  double tilt_max = 0.0;              // |theta_3|
  double lateral_speed_square = 0.0;  // integral over time [m^2/s]
  double duration = 0.0;
  double residual_max = 0.0;
  std::array<long, 5> steps_in{};
  long steps = 0;

  // Root mean square of the slider's speed across the guide [m/s].
  double portrait_width() const { return std::sqrt(lateral_speed_square / duration); }
  double fraction(Joint joint) const {
    return static_cast<double>(steps_in[static_cast<std::size_t>(joint)]) / static_cast<double>(steps);
  }
};

// Integrates over `revolutions` of the crank and calls observe(before, after, report, joint) for every step.
template <class Observer>
Revolutions revolve(const SliderCrank& system, ContactSolver& solver, double dt, int revolutions, Observer observe) {
  MoreauMidpoint integrator(system, solver);
  CrankState state = system.initial_state();
  Revolutions seen;
  seen.crank_speed_min = state.u(0);
  seen.rod_speed_max = std::abs(state.u(1));
  double energy = total_energy(system, state);
  const double start_angle = state.q(0);
  const double first_gap = system.gaps(system.configuration(state.q, 0.0)).minCoeff();
  if (first_gap < 0.0)
    throw std::invalid_argument("the start has a corner inside the guide: smallest gap " + std::to_string(first_gap) +
                                " m");
  // The slowest mean crank speed that still counts as revolving: 2 pi rad/s.
  const double longest = static_cast<double>(revolutions);
  int completed = 0;
  const IntegrationResult result = integrate(
      integrator, state, longest, dt, [&](const CrankState& before, const CrankState& after, const Report& report) {
        const double energy_after = total_energy(system, after);
        seen.energy_growth_max = std::max(seen.energy_growth_max, energy_after - energy);
        energy = energy_after;
        ++seen.steps;
        const Vector<4> gaps = system.gaps(system.configuration(after.q, after.t));
        const Joint joint = configuration_of(gaps, system.parameters().c);
        ++seen.steps_in[static_cast<std::size_t>(joint)];
        seen.crank_speed_min = std::min(seen.crank_speed_min, after.u(0));
        seen.rod_speed_max = std::max(seen.rod_speed_max, std::abs(after.u(1)));
        seen.tilt_max = std::max(seen.tilt_max, std::abs(after.q(2)));
        seen.residual_max = std::max(seen.residual_max, report.solver.residual);
        seen.penetration_max = std::max(seen.penetration_max, -gaps.minCoeff());
        if (report.active_contacts > 0) {
          const double approach = -report.normal_approach.minCoeff();
          if (!(seen.first_impact_time >= 0.0)) {
            seen.first_impact_time = before.t + 0.5 * report.dt;
            seen.first_impact_speed = approach;
          }
          if (approach > counted_approach) {
            ++seen.impacts;
            seen.rod_speed_jump_max = std::max(seen.rod_speed_jump_max, std::abs(after.u(1) - before.u(1)));
          }
        }
        const double lateral = system.slider_velocity(after.q, after.u)(1);
        seen.lateral_speed_square += report.dt * lateral * lateral;
        seen.duration = after.t;
        observe(before, after, report, joint);
        const double target = start_angle + 2.0 * std::numbers::pi * (completed + 1);
        const auto crossing = upward_crossing(before, after, [&](const CrankState& at) { return at.q(0) - target; });
        if (crossing) {
          if (completed < 2) {
            seen.time[static_cast<std::size_t>(completed)] = crossing->t;
            seen.energy[static_cast<std::size_t>(completed)] = energy_after;
          }
          ++completed;
        }
        return completed < revolutions;
      });
  experiments::require_solved(result, state.t, dt);
  if (completed < revolutions) {
    throw support::ComputationFailed("the crank completed " + std::to_string(completed) + " of " +
                                     std::to_string(revolutions) + " revolutions in " + std::to_string(longest) + " s");
  }
  return seen;
}

// Columns of the drawings: Figs 10 to 13 and the configuration of the joint.
std::vector<support::Column> drawing_columns() {
  return {{"t", "s"},           {"revolutions", "1"}, {"corner_1", "1"},  {"corner_2", "1"},  {"corner_3", "1"},
          {"corner_4", "1"},    {"theta_1", "rad"},   {"theta_2", "rad"}, {"theta_3", "rad"}, {"omega_1", "rad/s"},
          {"omega_2", "rad/s"}, {"omega_3", "rad/s"}, {"slider_x", "m"},  {"slider_y", "m"},  {"slider_vx", "m/s"},
          {"slider_vy", "m/s"}, {"joint", "1"}};
}

// A step every 1e-4 s, and both ends of every step with an impact or a change of the joint's configuration.
class Drawing {
 public:
  Drawing(support::Table& table, const SliderCrank& system, double dt)
      : table_(table), system_(system), stride_(std::max(1L, std::lround(1e-4 / dt))) {
    row(system.initial_state(), Joint::none);
  }

  void see(const CrankState& before, const CrankState& after, const Report& report, Joint joint) {
    const bool impact = report.normal_approach.minCoeff() < -0.5 * counted_approach;
    if (impact || joint != last_) row(before, last_);
    if (impact || joint != last_ || ++step_ % stride_ == 0) row(after, joint);
    last_ = joint;
  }

 private:
  void row(const CrankState& s, Joint joint) {
    const auto& p = system_.parameters();
    const Vector<4> corner = system_.dimensionless_corners(s.q);
    const Vector<2> centre = system_.slider_centre(s.q);
    const Vector<2> velocity = system_.slider_velocity(s.q, s.u);
    table_.row({s.t, (s.q(0) - p.theta_1_0) / (2.0 * std::numbers::pi), corner(0), corner(1), corner(2), corner(3),
                s.q(0), s.q(1), s.q(2), s.u(0), s.u(1), s.u(2), centre(0), centre(1), velocity(0), velocity(1),
                static_cast<double>(joint)});
  }

  support::Table& table_;
  const SliderCrank& system_;
  long stride_ = 1;
  Joint last_ = Joint::none;
  long step_ = 0;
};

// Limits for dt -> 0 of one restitution coefficient's quantities.
struct Study {
  std::vector<double> dt;
  std::vector<Revolutions> runs;

  template <class Get>
  std::vector<double> values(Get get) const {
    std::vector<double> all;
    for (const Revolutions& run : runs) all.push_back(get(run));
    return all;
  }
  template <class Get>
  LimitFit limit(Get get) const {
    return limit_by_line(dt, values(get));
  }
  template <class Get>
  OrderFit order(Get get) const {
    const LimitFit fit = limit(get);
    std::vector<double> deviation = values(get);
    for (double& value : deviation) value = std::abs(value - fit.limit);
    return fit_order(dt, deviation, OctaveStatistic::median);
  }
};

// What the claims compare between restitution coefficients.
struct Counted {
  double impacts = 0.0;
  double contact_fraction = 0.0;
};

Counted record_quantities(Experiment& experiment, const Restitution& restitution, const Revolutions& nominal,
                          const Study& study) {
  const auto key = [&](const char* name) { return std::string(name) + "_" + restitution.key; };
  const auto limit = [&](const char* name, auto get, const char* unit, const char* meaning) {
    const LimitFit fit = study.limit(get);
    experiment.quantity(key(name), fit.limit, unit, fit.uncertainty, std::string(meaning) + ", limit for dt -> 0");
  };
  limit(
      "revolution_1_time", [](const Revolutions& r) { return r.time[0]; }, "s",
      "time at which the crank completes its first revolution");
  limit(
      "revolution_2_time", [](const Revolutions& r) { return r.time[1]; }, "s",
      "time at which the crank completes its second revolution");
  limit(
      "energy_revolution_1", [](const Revolutions& r) { return r.energy[0]; }, "J",
      "total mechanical energy after the first revolution (potential energy zero at the height of the crank's axis)");
  limit(
      "energy_revolution_2", [](const Revolutions& r) { return r.energy[1]; }, "J",
      "total mechanical energy after the second revolution");
  limit(
      "first_impact_time", [](const Revolutions& r) { return r.first_impact_time; }, "s",
      "time of the first contact of the slider with the guide");
  limit(
      "first_impact_velocity", [](const Revolutions& r) { return r.first_impact_speed; }, "m/s",
      "approach speed of the corners at the first contact");
  limit(
      "crank_speed_min", [](const Revolutions& r) { return r.crank_speed_min; }, "rad/s",
      "smallest angular velocity of the crank in two revolutions");
  limit(
      "rod_speed_max", [](const Revolutions& r) { return r.rod_speed_max; }, "rad/s",
      "largest magnitude of the connecting rod's angular velocity in two revolutions");

  // Counts and fractions: the median over the finest octave of step sizes, and the spread there.
  const auto octave = [&](const char* name, auto get, const char* meaning) {
    std::vector<double> values;
    for (std::size_t i = 0; i < study.dt.size(); ++i) {
      if (study.dt[i] < 2.0 * study.dt.back()) values.push_back(get(study.runs[i]));
    }
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    const double middle = median(values);
    experiment.quantity(key(name), middle, "1", std::max(middle - *smallest, *largest - middle),
                        std::string(meaning) + "; median over the finest octave of step sizes");
    return middle;
  };
  Counted counted;
  counted.impacts = octave(
      "impacts_above_0p1", [](const Revolutions& r) { return static_cast<double>(r.impacts); },
      "impacts with an approach speed above 0.1 m/s in two revolutions (both corners of a face that hit together count "
      "once)");
  counted.contact_fraction = octave(
      "contact_fraction", [](const Revolutions& r) { return 1.0 - r.fraction(Joint::none); },
      "fraction of the time of two revolutions in which some corner is in contact (gap below 1 % of the clearance)");
  experiment.quantity(key("max_penetration"), nominal.penetration_max, "m", std::nullopt,
                      "deepest penetration of a corner at the end of a step, at the nominal dt (it vanishes with dt)");
  experiment.quantity(key("rod_speed_jump_max"), nominal.rod_speed_jump_max, "rad/s", std::nullopt,
                      "largest jump of the connecting rod's angular velocity at an impact, at the nominal dt");
  experiment.quantity(key("slider_portrait_width"), nominal.portrait_width(), "m/s", std::nullopt,
                      "root mean square of the slider's speed across the guide in two revolutions, at the nominal dt");
  experiment.quantity(key("theta_3_max"), nominal.tilt_max, "rad", std::nullopt,
                      "largest tilt of the slider: an exact invariant of the printed start is theta_3 = 0, so this is "
                      "the solver's noise");
  const OrderFit order = study.order([](const Revolutions& r) { return r.time[1]; });
  experiment.quantity(key("order_revolution_2_time"), order.order, "1", 2.0 * order.standard_error,
                      "order in dt of the time of the second revolution: slope through per-octave medians of its "
                      "deviation from the limit");
  return counted;
}

void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<SliderCrankParameters>("slider_crank");
  const auto solver = make_contact_solver(experiment.options().solver);
  const double dt = *experiment.options().dt;
  const int revolutions = *experiment.options().cycles;
  const bool quick = experiment.options().quick;
  const auto steps = quick ? jittered_step_sizes(2e-5, 3, 8) : jittered_step_sizes(8e-6, 4, 16);
  experiment.method("study_step_sizes", static_cast<double>(steps.size()));
  experiment.method("study_largest_dt", steps.front());
  experiment.method("study_smallest_dt", steps.back());
  experiment.method("tilted_omega_3_0", tilted_omega_3);
  experiment.note("d = 2 (b + c) = 0.052 m for the distance of the guide's surfaces, which Table 1 does not give.");
  experiment.note(
      "The sweep replaces Table 1's restitution coefficient by 0.1, 0.4, 0.6 and 0.9 in turn, as in Fig. 12.");

  auto& convergence = experiment.table("convergence", {{"restitution", "1"},
                                                       {"dt", "s"},
                                                       {"revolution_1_time", "s"},
                                                       {"revolution_2_time", "s"},
                                                       {"energy_revolution_2", "J"},
                                                       {"deviation_revolution_2_time", "s"}});
  double energy_growth = 0.0;
  double residual = 0.0;
  std::array<Counted, 4> counted{};
  double penetration = 0.0;
  int asymmetric_runs = 0;
  const bool parameters_are_symmetric = parameters.theta_3_0 == 0.0 && parameters.omega_3_0 == 0.0;
  std::array<double, 4> portrait_width{};
  std::vector<double> first_times;
  std::vector<double> first_speeds;
  std::vector<double> orders;
  std::array<bool, 5> tilted_seen{};
  std::array<bool, 5> nominal_seen{};
  double tilted_angle = 0.0;
  for (std::size_t e = 0; e < restitutions.size(); ++e) {
    const Restitution& restitution = restitutions[e];
    SliderCrankParameters p = parameters;
    p.epsilon_N = restitution.value;
    const SliderCrank system(p);

    Drawing drawing(experiment.table(std::string("printed_") + restitution.key, drawing_columns()), system, dt);
    const Revolutions nominal = revolve(system, *solver, dt, revolutions,
                                        [&](const auto& before, const auto& after, const Report& report, Joint joint) {
                                          drawing.see(before, after, report, joint);
                                        });
    for (std::size_t j = 0; j < 5; ++j) nominal_seen[j] = nominal_seen[j] || nominal.steps_in[j] > 0;
    energy_growth = std::max(energy_growth, nominal.energy_growth_max);
    penetration = std::max(penetration, nominal.penetration_max);
    portrait_width[e] = nominal.portrait_width();
    first_times.push_back(nominal.first_impact_time);
    first_speeds.push_back(nominal.first_impact_speed);

    // A run in which rounding has grown to a tilt follows another motion (see the paper's notes) and is left out.
    Study study;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      experiment.progress().update(std::string("step sizes for ") + restitution.key,
                                   static_cast<double>(i) / static_cast<double>(steps.size()));
      const Revolutions run_of_study =
          revolve(system, *solver, steps[i], std::max(revolutions, 2), [](const auto&...) {});
      residual = std::max(residual, run_of_study.residual_max);
      if (parameters_are_symmetric && run_of_study.tilt_max > symmetric_tilt) {
        ++asymmetric_runs;
        continue;
      }
      study.dt.push_back(steps[i]);
      study.runs.push_back(run_of_study);
    }
    if (study.runs.size() < steps.size() / 2) {
      throw support::ComputationFailed("rounding tilted the slider in " +
                                       std::to_string(steps.size() - study.runs.size()) + " of " +
                                       std::to_string(steps.size()) + " runs from a start without tilt");
    }
    counted[e] = record_quantities(experiment, restitution, nominal, study);
    orders.push_back(study.order([](const Revolutions& r) { return r.time[1]; }).order);
    const double limit = study.limit([](const Revolutions& r) { return r.time[1]; }).limit;
    for (std::size_t i = 0; i < study.dt.size(); ++i) {
      const Revolutions& r = study.runs[i];
      convergence.row({restitution.value, study.dt[i], r.time[0], r.time[1], r.energy[1], std::abs(r.time[1] - limit)});
    }
    convergence.break_line();

    // The tilted start: the same mechanism, the slider turning at -0.01 rad/s.
    SliderCrankParameters tilted_parameters = p;
    tilted_parameters.omega_3_0 = tilted_omega_3;
    const SliderCrank tilted(tilted_parameters);
    Drawing tilted_drawing(experiment.table(std::string("tilted_") + restitution.key, drawing_columns()), tilted, dt);
    const Revolutions tilted_run = revolve(tilted, *solver, dt, revolutions,
                                           [&](const auto& before, const auto& after, const Report& report,
                                               Joint joint) { tilted_drawing.see(before, after, report, joint); });
    for (std::size_t j = 0; j < 5; ++j) tilted_seen[j] = tilted_seen[j] || tilted_run.steps_in[j] > 0;
    tilted_angle = std::max(tilted_angle, tilted_run.tilt_max);
    energy_growth = std::max(energy_growth, tilted_run.energy_growth_max);
    residual = std::max(residual, tilted_run.residual_max);
    if (revolutions >= 2) {
      experiment.quantity(std::string("revolution_2_time_tilted_") + restitution.key, tilted_run.time[1], "s",
                          std::nullopt,
                          "time at which the crank completes its second revolution, tilted start, at the nominal dt");
    }
    experiment.quantity(
        std::string("contact_fraction_tilted_") + restitution.key, 1.0 - tilted_run.fraction(Joint::none), "1",
        std::nullopt,
        "fraction of the run's time in which some corner is in contact (gap below 1 % of the clearance), tilted "
        "start, nominal dt");
  }

  const auto spread = [](const std::vector<double>& values) {
    const auto [smallest, largest] = std::minmax_element(values.begin(), values.end());
    return *largest - *smallest;
  };
  experiment.quantity("energy_growth_max", energy_growth, "J", std::nullopt,
                      "largest growth of the total mechanical energy in one step, all restitutions and both starts, at "
                      "the nominal dt");
  experiment.quantity("order_revolution_time", median(orders), "1", spread(orders),
                      "order in dt of the time of the second revolution: median over the four restitutions, with their "
                      "spread");
  experiment.quantity("first_impact_time_spread", spread(first_times), "s", 0.0,
                      "difference of the first contact's time between the four restitutions, at the nominal dt");
  experiment.quantity("first_impact_velocity_spread", spread(first_speeds), "m/s", 0.0,
                      "difference of the first contact's approach speed between the four restitutions");
  const auto least_change = [&](auto get) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t e = 1; e < counted.size(); ++e) least = std::min(least, get(counted[e - 1], counted[e]));
    return least;
  };
  experiment.quantity("contact_fraction_least_decrease", least_change([](const Counted& low, const Counted& high) {
                        return low.contact_fraction - high.contact_fraction;
                      }),
                      "1", std::nullopt,
                      "smallest decrease of contact_fraction from one restitution coefficient to the next higher");
  experiment.quantity("impacts_least_increase",
                      least_change([](const Counted& low, const Counted& high) { return high.impacts - low.impacts; }),
                      "1", std::nullopt,
                      "smallest increase of impacts_above_0p1 from one restitution coefficient to the next higher");
  experiment.quantity("max_penetration", penetration, "m", std::nullopt,
                      "deepest penetration of a corner at the end of a step, all restitutions, printed start, at the "
                      "nominal dt (it vanishes with dt)");
  experiment.quantity("slider_portrait_widening", portrait_width[3] / portrait_width[0], "1", std::nullopt,
                      "root mean square of the slider's speed across the guide at restitution 0.9 relative to 0.1");
  // The four of Fig. 8: three or four corners at once, the last entry, are not among them.
  const auto seen = [](const std::array<bool, 5>& flags) {
    return static_cast<double>(std::count(flags.begin(), flags.end() - 1, true));
  };
  experiment.quantity("joint_configurations_seen", seen(nominal_seen), "1", 0.0,
                      "how many of the four configurations of Fig. 8 the printed start visits");
  experiment.quantity(
      "joint_configurations_seen_tilted", seen(tilted_seen), "1", 0.0,
      "how many of the four configurations of Fig. 8 the tilted start visits at the nominal dt (the tilt comes "
      "close to that of two opposite corners, and step sizes decide whether it gets there)");
  experiment.quantity("theta_3_max_tilted", tilted_angle, "rad", std::nullopt,
                      "largest tilt of the slider from the tilted start, all restitutions, at the nominal dt (two "
                      "opposite corners touch where a sin theta_3 = c + b (1 - cos theta_3), at 0.0201 rad)");
  experiment.quantity(
      "study_runs_with_tilt", asymmetric_runs, "1", 0.0,
      "runs of the study in which rounding grew to a tilt above 1e-9 rad although the start has none; they are "
      "left out of the limits");
  experiment.quantity("lcp_residual_max", residual, "1", std::nullopt,
                      "largest recomputed residual of a contact problem in all runs");
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
      "  slider_crank_restitution_sweep --set mu=0.1 --out results/more-friction";
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
