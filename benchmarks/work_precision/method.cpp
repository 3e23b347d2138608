#include "benchmarks/work_precision/method.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/integrator_table.hpp"

namespace nsdbench::work_precision {

namespace {

constexpr double least_dt_min = 1e-13;  // [s]

// Groups of octaves such that the finest takes about `most` steps where the coarsest takes `first`.
int octaves_between(double first, double most) {
  return std::max(1, static_cast<int>(std::floor(elementary::log2(most / first))));
}

std::vector<Setting> grouped(const std::vector<double>& sizes, int per_group,
                             const std::function<Setting(double)>& setting_of) {
  std::vector<Setting> settings;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    settings.push_back(setting_of(sizes[k]));
    settings.back().group = static_cast<int>(k) / per_group;
  }
  return settings;
}

// Whether the integrator of that name does, as far as the first contact that closes with an impact.
bool applies(const Problem& problem, const char* integrator) {
  return std::visit(
      [&](const auto& motion) {
        if (!why_not_applicable(integrator, motion.system).empty()) return false;
        if (std::string_view(integrator) != "acceleration_level") return true;
        const auto solver = make_contact_solver("portfolio");
        auto state = motion.system.initial_state();
        return make_integrator(integrator, motion.system, *solver, {})->integrate(state, {problem.t_end}).completed();
      },
      problem.motion);
}

bool always(const Problem& /*problem*/) { return true; }
bool in_even_powers(const Problem& problem) { return problem.even_powers; }

// One run of the integrator that make(system) gives, with the error of its nodes or without.
template <class Make>
MeasuredRun run_method(const Problem& problem, bool judged, const Make& make) {
  return std::visit(
      [&](const auto& motion) {
        using StateType = typename std::decay_t<decltype(motion)>::StateType;
        const auto integrator = make(motion.system);
        return measure_run(*integrator, motion.system.initial_state(), {problem.t_end, problem.boundaries},
                           [&](const StateType& state) { return judged ? motion.error_at(state) : 0.0; });
      },
      problem.motion);
}

// What a method takes from the table of integrators with nothing but common settings.
Method of_table(const char* integrator, std::string description, int order,
                std::function<std::vector<Setting>(const Problem&, const Extent&)> settings) {
  const auto given = [](double value) { return std::isnan(value) ? 0.0 : value; };
  return {integrator,
          std::move(description),
          order,
          [integrator](const Problem& problem) { return applies(problem, integrator); },
          std::move(settings),
          [=](const Problem& problem, ContactSolver& solver, const Setting& setting, bool judged) {
            IntegratorSettings common;
            common.dt = given(setting.dt);
            common.atol = common.rtol = given(setting.atol);
            return run_method(problem, judged,
                              [&](const auto& system) { return make_integrator(integrator, system, solver, common); });
          }};
}

// Down to `most_steps`.
std::vector<Setting> fixed_steps(const Problem& problem, const Extent& extent, long most_steps) {
  const double first = problem.t_end / problem.largest_step;
  const int octaves = octaves_between(first, static_cast<double>(most_steps));
  return grouped(jittered_step_sizes(problem.largest_step, octaves, extent.per_group), extent.per_group, [](double dt) {
    Setting setting;
    setting.dt = dt;
    return setting;
  });
}

// A step ends at each boundary, and the next one has the full size again.
Method fixed_step_moreau() {
  return of_table("moreau", "Moreau's midpoint rule, fixed step dt", 1,
                  [](const Problem& problem, const Extent& extent) {
                    return fixed_steps(problem, extent, extent.most_base_steps);
                  });
}

// Its steps take some fifty times as long as those of the midpoint rule.
Method implicit_euler() {
  return of_table("implicit_euler",
                  "implicit Euler with complementarity constraints, steps dt, and down to dt / 10 before impacts", 1,
                  [](const Problem& problem, const Extent& extent) {
                    return fixed_steps(problem, extent, extent.most_base_steps / 64);
                  });
}

MeasuredRun run_adjusted(const Problem& problem, ContactSolver& solver, const Setting& setting,
                         const ExtrapolationOptions& extrapolation, bool judged) {
  StepSizeOptions sizes{.dt_min = setting.dt_min, .dt_max = setting.dt_max};
  // Too small a tolerance can hold the steps at dt_min; such a run counts as not completed.
  sizes.max_evaluations = full_extent().most_base_steps * 2;
  return run_method(problem, judged,
                    [&](const auto& system) { return make_moreau_adjusted(system, solver, sizes, extrapolation); });
}

// As far down as the base steps allow, and as dt_min is not a whole octave below its least value.
std::vector<Setting> largest_steps(const Problem& problem, const Extent& extent, int order, int rows) {
  const double first = problem.t_end / problem.largest_step * rows * rows;  // 1 + 3 + 5 + ... substeps a step
  int octaves = octaves_between(first, static_cast<double>(extent.most_base_steps));
  const double least_dt_max = problem.unit_of_time * elementary::pow(least_dt_min / problem.unit_of_time, 1.0 / order);
  octaves = std::min(octaves, 1 + static_cast<int>(std::floor(elementary::log2(problem.largest_step / least_dt_max))));
  return grouped(jittered_step_sizes(problem.largest_step, octaves, extent.per_group), extent.per_group,
                 [&](double dt_max) {
                   Setting setting;
                   setting.dt_max = dt_max;
                   setting.dt_min = smallest_step(problem, dt_max, order);
                   return setting;
                 });
}

Method extrapolated(int order, ErrorPowers powers) {
  const bool even = powers == ErrorPowers::even;
  ExtrapolationOptions extrapolation;
  extrapolation.order = order;
  extrapolation.powers = powers;
  const int rows = even ? order / 2 : order;
  return {std::string("moreau_adjusted-") + (even ? "even" : "p") + std::to_string(order),
          "extrapolation to order " + std::to_string(order) + (even ? " in even powers" : "") +
              " with step size adjustment",
          order,
          even ? in_even_powers : always,
          [order, rows](const Problem& problem, const Extent& extent) {
            return largest_steps(problem, extent, order, rows);
          },
          [extrapolation](const Problem& problem, ContactSolver& solver, const Setting& setting, bool judged) {
            return run_adjusted(problem, solver, setting, extrapolation, judged);
          }};
}

// Relative tolerances tol from 1e-1 down, eight times finer a group. atol = tol * scale (the numbers in SI units, since
// atol is for positions and velocities alike), and an event that is off by dt_min = tol * T costs about as much.
std::vector<Setting> tolerances(const Problem& problem, const Extent& extent) {
  constexpr double coarsest = 0.1;
  constexpr int groups = 11;  // to 1e-11, a factor of some thousand above rounding
  return grouped(jittered_step_sizes(1.0, groups, extent.per_group), extent.per_group, [&](double size) {
    const double tolerance = coarsest * size * size * size;
    Setting setting;
    setting.atol = tolerance * problem.scale;
    setting.dt_max = problem.largest_step / 4.0;
    setting.dt_min = std::clamp(tolerance * problem.unit_of_time, least_dt_min, setting.dt_max);
    return setting;
  });
}

Method error_controlled() {
  return {"moreau_adjusted-tolerance",
          "extrapolation to the order (1 to 6) and step size that the tolerance atol asks for",
          0,
          always,
          tolerances,
          [](const Problem& problem, ContactSolver& solver, const Setting& setting, bool judged) {
            ExtrapolationOptions extrapolation;
            extrapolation.atol = setting.atol;
            return run_adjusted(problem, solver, setting, extrapolation, judged);
          }};
}

// rtol and atol, from 1e-3 down to near rounding, eight times finer a group.
std::vector<Setting> event_tolerances(const Problem& /*problem*/, const Extent& extent) {
  constexpr double coarsest = 1e-3;
  constexpr int factors_of_eight = 12;  // 1e-14 is the last
  std::vector<double> sizes = jittered_step_sizes(1.0, factors_of_eight, extent.per_group);
  return grouped(sizes, extent.per_group, [&](double size) {
    Setting setting;
    setting.atol = coarsest * size * size * size;
    return setting;
  });
}

// What counts as a base step is an evaluation of the equations of motion. The error is that at the ends of smooth
// steps.
Method event_driven() {
  return of_table("event_driven",
                  "smooth phases by collocation to the tolerance atol = rtol, events located to rounding", 0,
                  event_tolerances);
}

// Likewise, with the right-hand sides.
Method acceleration_level() {
  return of_table("acceleration_level",
                  "Runge-Kutta steps to the tolerance atol = rtol, contact forces from accelerations; without impacts",
                  0, event_tolerances);
}

}  // namespace

Extent full_extent() { return {}; }
Extent quick_extent() { return {.per_group = 4, .most_base_steps = 1 << 14, .seconds_of_timing = 5e-3}; }

double smallest_step(const Problem& problem, double dt_max, int order) {
  const double unit = problem.unit_of_time;
  return std::clamp(unit * elementary::pow(dt_max / unit, order), least_dt_min, dt_max);
}

const std::vector<Method>& method_table() {
  static const std::vector<Method> table = [] {
    std::vector<Method> methods = {fixed_step_moreau()};
    for (int order = 1; order <= 6; ++order) methods.push_back(extrapolated(order, ErrorPowers::all));
    for (int order = 2; order <= 6; order += 2) methods.push_back(extrapolated(order, ErrorPowers::even));
    methods.push_back(error_controlled());
    methods.push_back(event_driven());
    methods.push_back(acceleration_level());
    methods.push_back(implicit_euler());
    return methods;
  }();
  return table;
}

}  // namespace nsdbench::work_precision
