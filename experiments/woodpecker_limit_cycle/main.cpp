// The woodpecker toy (Glocker & Studer 2005, sec. 4 and Table I): Figures 4, 5, 6 and the maps of Figures 1, 2.
//
//   M du - h dt - sum_i (w_Ni dL_Ni + w_Ti dL_Ti) = 0,   three frictional unilateral contacts (eqs 6, 14-16)
// integrated by Moreau's midpoint rule (sec. 5); every step's inequality problem is an LCP in standard form (eq. 33).
//
//   woodpecker_limit_cycle                               the paper's setting
//   woodpecker_limit_cycle --dt 1e-6 --cycles 10         a finer and longer run
//   woodpecker_limit_cycle --set mu_2=0.35 --set mu_3=0.35  another friction coefficient
//
// The run has five parts: the motion from Table I's start (Figs 4, 5), the settled cycle (Fig. 6), the cycle's
// quantities at many step sizes and their limits for dt -> 0, the distance of Table I's start from the cycle, and the
// state after about one cycle against reference-data/truth/woodpecker.json.
#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "experiments/support/experiment.hpp"
#include "experiments/support/integration_failure.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/analysis/energy.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/analysis/section.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/computation_failed.hpp"
#include "support/reference_data.hpp"

namespace {

using namespace nsdbench;
using experiments::Experiment;
using problems::Woodpecker;
using problems::WoodpeckerParameters;
using support::ComputationFailed;
using WoodpeckerState = State<3>;
using Report = StepReport<Woodpecker>;

// The cycle's largest multiplier is near -0.84: a deviation from the cycle alternates and shrinks by 0.84^100 = 3e-8
// in the cycles that are let pass.
constexpr int settling_cycles = 100;

// Longest time one cycle may take before the run counts as not cyclic: some seven periods of the paper's cycle.
constexpr double longest_cycle = 1.0;

// What is seen along a number of cycles.
struct Watch {
  int active_contacts_max = 0;
  long lcps = 0;
  long steps = 0;
  long contact_2_sticks = 0;
  long contact_2_stick_phases = 0;
  bool contact_2_stuck = false;
  long both_edges_closed = 0;
  long unsolved = 0;
  double residual_max = 0.0;
  double phi_s_min = std::numeric_limits<double>::infinity();
  double phi_s_max = -std::numeric_limits<double>::infinity();
  double omega_m_max = 0.0;
  double second_smallest_gap_min = std::numeric_limits<double>::infinity();

  // What concerns the solver, from another watch.
  void merge_solver_checks(const Watch& other) {
    active_contacts_max = std::max(active_contacts_max, other.active_contacts_max);
    lcps += other.lcps;
    both_edges_closed += other.both_edges_closed;
    unsolved += other.unsolved;
    residual_max = std::max(residual_max, other.residual_max);
  }

  void see(const WoodpeckerState& after, const Report& report) {
    ++steps;
    active_contacts_max = std::max(active_contacts_max, report.active_contacts);
    if (report.active_contacts > 0) ++lcps;
    const bool sticks = report.tangential_modes[1] == Mode::constraint;
    if (sticks) ++contact_2_sticks;
    if (sticks && !contact_2_stuck) ++contact_2_stick_phases;
    contact_2_stuck = sticks;
    if (report.active[1] && report.active[2]) ++both_edges_closed;
    residual_max = std::max(residual_max, report.solver.residual);
    phi_s_min = std::min(phi_s_min, after.q(2));
    phi_s_max = std::max(phi_s_max, after.q(2));
    omega_m_max = std::max(omega_m_max, std::abs(after.u(1)));
    const double largest = report.gaps.maxCoeff();
    const double second = report.gaps.sum() - report.gaps.minCoeff() - largest;
    second_smallest_gap_min = std::min(second_smallest_gap_min, second);
  }
};

// Follows the motion for `cycles` returns to the section phi_S = 0 (rising) and calls observe(before, after, report)
// for every step up to the last return. Returns the crossings: cycles + 1 of them. Throws UnsolvedContactProblem if a
// contact problem stays unsolved, support::ComputationFailed if the motion is not cyclic.
template <class Observer>
std::vector<WoodpeckerState> follow_cycles(const Woodpecker& system, ContactSolver& solver, WoodpeckerState& state,
                                           double dt, int cycles, Watch& watch, Observer observe) {
  std::vector<WoodpeckerState> crossings;
  MoreauMidpoint integrator(system, solver);
  double last_return = state.t;
  const double end = state.t + longest_cycle * (cycles + 1);
  const IntegrationResult result = integrate(
      integrator, state, end, dt,
      [&](const WoodpeckerState& before, const WoodpeckerState& after, const Report& report) {
        watch.see(after, report);
        observe(before, after, report);
        const auto crossing = upward_crossing(before, after, [](const WoodpeckerState& at) { return at.q(2); });
        if (crossing) {
          crossings.push_back(*crossing);
          last_return = after.t;
        }
        return static_cast<int>(crossings.size()) <= cycles && after.t - last_return < longest_cycle;
      });
  experiments::require_solved(result, state.t, dt);
  if (static_cast<int>(crossings.size()) <= cycles) {
    throw support::ComputationFailed("the motion is not cyclic: phi_S did not return to zero within 1 s after t = " +
                                     std::to_string(last_return) + " s");
  }
  return crossings;
}

// Averages over the cycles between the first and the last crossing.
struct Cycle {
  double period = 0.0;
  double fall_height = 0.0;
};

Cycle mean_cycle(const std::vector<WoodpeckerState>& crossings) {
  const double cycles = static_cast<double>(crossings.size() - 1);
  return {(crossings.back().t - crossings.front().t) / cycles,
          (crossings.front().q(0) - crossings.back().q(0)) / cycles};
}

// A state on the cycle as the scheme with step dt has it, time and height set to zero.
WoodpeckerState settle(const Woodpecker& system, ContactSolver& solver, WoodpeckerState state, double dt, int cycles,
                       Watch& watch) {
  follow_cycles(system, solver, state, dt, cycles, watch, [](const auto&...) {});
  state.t = 0.0;
  state.q(0) = 0.0;
  return state;
}

// phi_M, phi_S, v, omega_M, omega_S: what is periodic.
using Phase = Eigen::Matrix<double, 5, 1>;
Phase phase(const WoodpeckerState& state) {
  Phase x;
  x << state.q(1), state.q(2), state.u(0), state.u(1), state.u(2);
  return x;
}

// Distance of `point` from the cycle through `on_cycle`: over the cycle's states, the smallest of the largest
// difference in phi_M, phi_S, v, omega_M, omega_S, each divided by its range over the cycle.
double distance_from_cycle(const Woodpecker& system, ContactSolver& solver, WoodpeckerState on_cycle, double dt,
                           const WoodpeckerState& point, Watch& watch) {
  std::vector<Phase> states;
  follow_cycles(
      system, solver, on_cycle, dt, 2, watch,
      [&](const WoodpeckerState&, const WoodpeckerState& after, const Report&) { states.push_back(phase(after)); });
  Phase smallest = states.front();
  Phase largest = states.front();
  for (const Phase& x : states) {
    smallest = smallest.cwiseMin(x);
    largest = largest.cwiseMax(x);
  }
  const Phase range = largest - smallest;
  double distance = std::numeric_limits<double>::infinity();
  for (const Phase& x : states) {
    distance = std::min(distance, (x - phase(point)).cwiseAbs().cwiseQuotient(range).maxCoeff());
  }
  return distance;
}

// Short motions from `count` initial states spread over the admissible configurations and twice the cycle's
// velocities: what the solver meets beyond the cycle, two closed contacts and jammed sleeves among it.
Watch start_anywhere(const Woodpecker& system, ContactSolver& solver, int count) {
  const auto& p = system.parameters();
  const double phi_m_max = (p.r_M - p.r_O) / p.h_M;
  const double phi_s_max = (p.l_M + p.l_G - p.l_S - p.r_O) / p.h_S;
  // Additive recurrence with the powers of the root of x^6 = x + 1: fixed, evenly spread points in five dimensions.
  constexpr double root = 1.1347241384015194;
  Watch seen;
  MoreauMidpoint integrator(system, solver);
  for (int k = 1; k <= count; ++k) {
    std::array<double, 5> x{};
    double power = 1.0;
    for (double& entry : x) {
      power /= root;
      entry = 2.0 * (0.5 + k * power - std::floor(0.5 + k * power)) - 1.0;
    }
    WoodpeckerState state;
    state.q << 0.0, phi_m_max * x[0], phi_s_max + 0.35 * (x[1] - 1.0);
    state.u << 0.7 * x[2], 60.0 * x[3], 35.0 * x[4];
    const IntegrationResult result = integrate(
        integrator, state, 0.05, 2e-5, [&](const WoodpeckerState&, const WoodpeckerState& after, const Report& report) {
          seen.see(after, report);
          return true;
        });
    if (!result.completed()) ++seen.unsolved;
  }
  return seen;
}

// Rows for figures: a step every 1e-4 s (more rarely in long runs), and every step with an impact so that jumps stay
// upright.
class Drawing {
 public:
  Drawing(support::Table& table, double dt, int cycles) : table_(table) {
    constexpr double spacing = 1e-4;
    constexpr double rows = 1e5;
    constexpr double typical_period = 0.15;
    stride_ = std::max(1L, std::lround(std::max(spacing, cycles * typical_period / rows) / dt));
  }

  void row(const WoodpeckerState& s) { table_.row({s.t, s.q(0), s.q(1), s.q(2), s.u(0), s.u(1), s.u(2)}); }

  void see(const WoodpeckerState& before, const WoodpeckerState& after, const Report& report) {
    const bool impact = report.normal_approach.minCoeff() < -0.01;  // m/s
    if (impact) row(before);
    if (impact || ++step_ % stride_ == 0) row(after);
  }

 private:
  support::Table& table_;
  long stride_ = 1;
  long step_ = 0;
};

std::vector<support::Column> state_columns() {
  return {{"t", "s"},   {"y", "m"},           {"phi_M", "rad"},    {"phi_S", "rad"},
          {"v", "m/s"}, {"omega_M", "rad/s"}, {"omega_S", "rad/s"}};
}

bool are_the_papers(const WoodpeckerParameters& parameters) {
  const auto papers = support::paper_parameters<WoodpeckerParameters>("glocker2005", "woodpecker");
  return std::ranges::all_of(WoodpeckerParameters::fields(),
                             [&](const auto& field) { return parameters.*field.member == papers.*field.member; });
}

// The bird's angle at the truth's first state, from Table I's start at all `steps`: its limit for dt -> 0, and how its
// error falls. The truth is computed by schemes and in numbers of its own.
void compare_with_truth(Experiment& experiment, const Woodpecker& system, ContactSolver& solver,
                        const std::vector<double>& steps) {
  if (!are_the_papers(system.parameters())) {
    experiment.note("No comparison with reference-data/truth/woodpecker.json, which has the paper's parameters.");
    return;
  }
  const support::TrueMotion motion = support::read_true_motion("woodpecker");
  const support::TrueState& truth = motion.states.front();
  const double exact = truth.position[2].value;
  std::vector<double> angles;
  std::vector<double> errors;
  for (const double h : steps) {
    experiment.progress().update("comparison with the truth", 0.5);
    MoreauMidpoint integrator(system, solver);
    WoodpeckerState state = system.initial_state();
    const IntegrationResult result =
        integrate(integrator, state, truth.time, h, [](const auto&, const auto&, const Report&) { return true; });
    experiments::require_solved(result, state.t, h);
    angles.push_back(state.q(2));
    errors.push_back(std::abs(state.q(2) - exact));
  }
  const LimitFit limit = limit_by_line(steps, angles);
  const OrderFit order = fit_order(steps, errors, OctaveStatistic::median);
  experiment.quantity("truth_phi_s_error", std::abs(limit.limit - exact), "rad", limit.uncertainty,
                      "difference of the bird's angle at 0.146 s from Table I's start, limit for dt -> 0, from "
                      "reference-data/truth/woodpecker.json");
  experiment.quantity("truth_phi_s_error_over_uncertainty", std::abs(limit.limit - exact) / limit.uncertainty, "1",
                      std::nullopt, "the same, in units of the limit's uncertainty");
  experiment.quantity("truth_order", order.order, "1", 2.0 * order.standard_error,
                      "order in dt of the bird's angle at 0.146 s: slope of its error against the truth through "
                      "per-octave medians");
}

void measure(Experiment& experiment, const WoodpeckerParameters& parameters) {
  Watch watch;
  const Woodpecker system(parameters);
  const auto solver = make_contact_solver(experiment.options().solver);
  const double dt = *experiment.options().dt;
  const bool quick = experiment.options().quick;
  const WoodpeckerState start = system.initial_state();

  // 1. From Table I's start, with contact 2 closed and slipping (Figs 4, 5).
  {
    const int cycles = *experiment.options().cycles;
    Drawing drawing(experiment.table("time_history", state_columns()), dt, cycles);
    drawing.row(start);
    WoodpeckerState state = start;
    follow_cycles(system, *solver, state, dt, cycles, watch,
                  [&](const WoodpeckerState& before, const WoodpeckerState& after, const Report& report) {
                    drawing.see(before, after, report);
                  });
  }

  // 2. The settled cycle (Fig. 6) and its energy balance.
  experiment.progress().update("settling", 0.0);
  const WoodpeckerState settled = settle(system, *solver, start, dt, settling_cycles, watch);
  double contact_energy = 0.0;
  Watch on_cycle;
  {
    Drawing drawing(experiment.table("limit_cycle", state_columns()), dt, 2);
    WoodpeckerState state = settled;
    // The settled state lies just past the section: the first return is one cycle ahead, the second two.
    follow_cycles(system, *solver, state, dt, 1, on_cycle,
                  [&](const WoodpeckerState& before, const WoodpeckerState& after, const Report& report) {
                    drawing.see(before, after, report);
                    contact_energy += step_work(system, before, after, report.dt,
                                                {report.normal_percussions, report.tangential_percussions})
                                          .total();
                  });
    const double fallen = state.q(0) - settled.q(0);
    const double gravity_work = -(parameters.m_S + parameters.m_M) * parameters.g * fallen;
    experiment.quantity("energy_balance_mismatch", std::abs(1.0 + contact_energy / gravity_work), "1", std::nullopt,
                        "work of gravity over two settled cycles plus work of the contacts, relative to the former; "
                        "not zero because the cycle closes to O(dt) only");
    experiment.quantity("stick_fraction_contact_2",
                        static_cast<double>(on_cycle.contact_2_sticks) / static_cast<double>(on_cycle.steps), "1",
                        std::nullopt, "fraction of the settled cycle in which the sleeve's lower edge sticks");
    experiment.quantity("stick_phases_per_cycle", 0.5 * static_cast<double>(on_cycle.contact_2_stick_phases), "1",
                        std::nullopt, "how often the sleeve's lower edge starts to stick, per cycle, over two cycles");
  }

  // 3. The cycle's quantities at many step sizes, and their limits.
  const std::vector<double> steps = quick ? jittered_step_sizes(1e-4, 4, 6) : jittered_step_sizes(1e-4, 5, 12);
  const int transient = 24;
  const int measured = 40;
  experiment.method("settling_cycles", settling_cycles);
  experiment.method("study_step_sizes", static_cast<double>(steps.size()));
  experiment.method("study_largest_dt", steps.front());
  experiment.method("study_smallest_dt", steps.back());
  experiment.method("study_transient_cycles", transient);
  experiment.method("study_measured_cycles", measured);
  auto& study = experiment.table("convergence", {{"dt", "s"},
                                                 {"period", "s"},
                                                 {"fall_height", "m"},
                                                 {"phi_s_min", "rad"},
                                                 {"phi_s_max", "rad"},
                                                 {"omega_m_max", "rad/s"},
                                                 {"period_deviation", "s"}});
  std::vector<double> period;
  std::vector<double> fall;
  std::vector<double> phi_min;
  std::vector<double> phi_max;
  std::vector<double> omega_m;
  double work_done = 0.0;
  double work = 0.0;
  for (const double h : steps) work += 1.0 / h;
  for (const double h : steps) {
    experiment.progress().update("cycle at " + std::to_string(steps.size()) + " step sizes", work_done / work);
    WoodpeckerState state = settle(system, *solver, settled, h, transient, watch);
    Watch cycle;
    const Cycle mean = mean_cycle(follow_cycles(system, *solver, state, h, measured, cycle, [](const auto&...) {}));
    watch.merge_solver_checks(cycle);
    period.push_back(mean.period);
    fall.push_back(mean.fall_height);
    phi_min.push_back(cycle.phi_s_min);
    phi_max.push_back(cycle.phi_s_max);
    omega_m.push_back(cycle.omega_m_max);
    work_done += 1.0 / h;
  }
  const LimitFit period_limit = limit_by_line(steps, period);
  const LimitFit fall_limit = limit_by_line(steps, fall);
  std::vector<double> deviation;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    deviation.push_back(std::abs(period[i] - period_limit.limit));
    study.row({steps[i], period[i], fall[i], phi_min[i], phi_max[i], omega_m[i], deviation[i]});
  }
  const OrderFit order = fit_order(steps, deviation, OctaveStatistic::median);

  experiment.quantity("period", period_limit.limit, "s", period_limit.uncertainty,
                      "period of the limit cycle, limit for dt -> 0");
  experiment.quantity("fall_height", fall_limit.limit, "m", fall_limit.uncertainty,
                      "height lost per cycle, limit for dt -> 0");
  experiment.quantity("frequency", 1.0 / period_limit.limit, "Hz",
                      period_limit.uncertainty / (period_limit.limit * period_limit.limit), "1 / period");
  experiment.quantity("mean_fall_speed", fall_limit.limit / period_limit.limit, "m/s",
                      fall_limit.uncertainty / period_limit.limit +
                          fall_limit.limit * period_limit.uncertainty / (period_limit.limit * period_limit.limit),
                      "fall_height / period");
  const auto limit_quantity = [&](std::string_view key, const std::vector<double>& values, std::string_view unit,
                                  std::string_view meaning) {
    const LimitFit fit = limit_by_line(steps, values);
    experiment.quantity(key, fit.limit, unit, fit.uncertainty, meaning);
  };
  limit_quantity("phi_s_min", phi_min, "rad", "smallest angle of the woodpecker on the cycle, limit for dt -> 0");
  limit_quantity("phi_s_max", phi_max, "rad",
                 "largest angle of the woodpecker on the cycle (the beak touches at 0.12 rad), limit for dt -> 0");
  limit_quantity("omega_m_max", omega_m, "rad/s",
                 "largest magnitude of the sleeve's angular velocity on the cycle, limit for dt -> 0");
  experiment.quantity("period_order", order.order, "1", 2.0 * order.standard_error,
                      "order in dt of the period: slope through per-octave medians of its deviation from the limit");
  experiment.quantity("period_deviation_at_dt_1e5", order.constant * std::pow(1e-5, order.order), "s", std::nullopt,
                      "median deviation of the period from its limit at dt = 1e-5 s, from the fitted line");

  // 4. Table I's start and the cycle; the step sizes named for the solver check.
  const double distance = distance_from_cycle(system, *solver, settled, dt, start, watch);
  const WoodpeckerState settled_finer = settle(system, *solver, settled, 0.5 * dt, transient, watch);
  const double distance_finer = distance_from_cycle(system, *solver, settled_finer, 0.5 * dt, start, watch);
  experiment.quantity("distance_of_start_from_cycle", distance_finer, "1", std::abs(distance_finer - distance),
                      "distance of Table I's start from the cycle: smallest, over the cycle, of the largest difference "
                      "in phi_M, phi_S, v, omega_M, omega_S, each relative to its range over the cycle");
  WoodpeckerState perturbed = start;
  perturbed.u(2) *= 0.9;
  const WoodpeckerState returned = settle(system, *solver, perturbed, dt, settling_cycles, watch);
  experiment.quantity("perturbed_start_distance", distance_from_cycle(system, *solver, settled, dt, perturbed, watch),
                      "1", std::nullopt,
                      "distance from the cycle, as above, of Table I's start with omega_S reduced by 10 %");
  experiment.quantity("perturbed_start_distance_after_100_cycles",
                      distance_from_cycle(system, *solver, settled, dt, returned, watch), "1", std::nullopt,
                      "the same after 100 cycles");
  watch.merge_solver_checks(on_cycle);
  for (const double h : {1e-4, 1e-5, 1e-6}) {
    experiment.progress().update("solver check", 0.5);
    WoodpeckerState state = start;
    try {
      follow_cycles(system, *solver, state, h, quick ? 2 : 10, watch, [](const auto&...) {});
    } catch (const experiments::UnsolvedContactProblem& failure) {
      ++watch.unsolved;
      experiment.note("solver check at dt = " + std::to_string(h) + " s: " + failure.what());
    }
  }
  const Watch anywhere = start_anywhere(system, *solver, quick ? 40 : 400);
  const int active_contacts_max = watch.active_contacts_max;  // before the other starts are counted in
  watch.merge_solver_checks(anywhere);
  experiment.quantity(
      "lcp_dimension_max", 3.0 * active_contacts_max, "1", 0.0,
      "largest dimension of an LCP on the motion from Table I's start and on the cycle: three times the "
      "number of closed contacts");
  experiment.quantity("second_smallest_gap_min", on_cycle.second_smallest_gap_min, "m", std::nullopt,
                      "smallest value, over the settled cycle, of the second smallest gap: two contacts are never "
                      "closed at once where it is positive");
  experiment.quantity("lcp_dimension_max_any_start", 3.0 * anywhere.active_contacts_max, "1", 0.0,
                      "largest dimension of an LCP met from initial states all over the state space");
  experiment.quantity("lcp_unsolved_any_start", static_cast<double>(anywhere.unsolved), "1", 0.0,
                      "LCPs left unsolved from those initial states");
  experiment.quantity("lcp_solved", static_cast<double>(watch.lcps), "1", std::nullopt,
                      "number of LCPs solved in all runs");
  experiment.quantity("lcp_unsolved", static_cast<double>(watch.unsolved), "1", 0.0,
                      "number of LCPs left unsolved in all runs (dt = 1e-4, 1e-5, 1e-6 s, the study's, and the other "
                      "initial states)");
  experiment.quantity("lcp_residual_max", watch.residual_max, "1", std::nullopt,
                      "largest recomputed residual of a contact problem in all runs");
  experiment.quantity("both_sleeve_edges_closed", static_cast<double>(watch.both_edges_closed), "1", 0.0,
                      "number of steps with both edges of the sleeve in contact");

  // 5. Against computations that have nothing in common with this one but the mechanism.
  compare_with_truth(experiment, system, *solver, steps);
}

// A motion that is not cyclic (the sleeve may jam and the bird come to rest) and an LCP that stays unsolved are results
// too: the record says so and holds what was found until then.
void run(Experiment& experiment) {
  const auto parameters = experiment.parameters<WoodpeckerParameters>("woodpecker");
  const auto ended_early = [&](const support::ComputationFailed& failure, double unsolved) {
    experiment.progress().clear();
    std::cerr << "woodpecker_limit_cycle: " << failure.what() << '\n';
    experiment.note(std::string("The run ended early: ") + failure.what() + ".");
    experiment.quantity("lcp_unsolved", unsolved, "1", 0.0, "number of LCPs left unsolved when the run ended");
  };
  try {
    measure(experiment, parameters);
  } catch (const experiments::UnsolvedContactProblem& failure) {
    ended_early(failure, 1.0);
  } catch (const support::ComputationFailed& failure) {
    ended_early(failure, 0.0);
  }
}

experiments::ExperimentInfo describe() {
  experiments::ExperimentInfo info;
  info.name = "woodpecker_limit_cycle";
  info.paper = "glocker2005";
  info.title = "The woodpecker toy of Glocker & Studer 2005: time histories, limit cycle and its quantities";
  info.description =
      "Integrates the woodpecker (sec. 4, Table I) by Moreau's midpoint rule; every step's contact problem is\n"
      "the LCP of eq. (33). --cycles sets how many cycles Figures 4 and 5 show; the limit cycle is reached after\n"
      "100 more, and its quantities are taken to the limit of small steps.\n\n"
      "  woodpecker_limit_cycle\n"
      "  woodpecker_limit_cycle --dt 1e-6 --cycles 10 --out results/finer\n"
      "  woodpecker_limit_cycle --set mu_2=0.35 --set mu_3=0.35 --out results/more-friction";
  info.default_dt = 1e-5;
  info.default_cycles = 4;
  info.figures = {
      {"glocker2005_fig1", "The set-valued maps Upr and Sgn"},
      {"glocker2005_fig2", "Decomposition of Sgn into two Upr"},
      {"glocker2005_fig4", "Angle and angular velocity of the woodpecker"},
      {"glocker2005_fig5", "Angle and angular velocity of the sleeve"},
      {"glocker2005_fig6", "Limit cycle in the phase space: sleeve and woodpecker"},
      {"woodpecker_convergence", "Period of the limit cycle against the step size"},
  };
  return info;
}

}  // namespace

int main(int argc, char** argv) { return nsdbench::experiments::run_experiment(argc, argv, describe(), run); }
