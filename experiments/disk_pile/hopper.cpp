#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "experiments/disk_pile/discharge_fit.hpp"
#include "experiments/disk_pile/parts.hpp"
#include "problems/disk_assembly.hpp"
#include "solvers/elementary/elementary.hpp"
#include "solvers/integration/outcome.hpp"
#include "solvers/integration/time_stepping/many_body_integrator.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

using problems::DiskAssembly;
using problems::Point;

// In mean diameters. The width is 2.5 times that of the widest outlet, so that the side walls do not matter to the
// rate.
constexpr double hopper_width = 22.5;
constexpr double wall_height = 60.0;

// In [0, 1), the same with every standard library.
double uniform(std::mt19937_64& generator) { return static_cast<double>(generator() >> 11U) * 0x1p-53; }

// Disks whose radii differ by up to a tenth, so that they do not order themselves, above a flat bottom between two
// walls.
class Hopper {
 public:
  Hopper(const DiskPileParameters& parameters, int disks) : parameters_(parameters) {
    std::mt19937_64 generator(1);
    for (int k = 0; k < disks; ++k) radii_.push_back(parameters.r * (0.9 + 0.2 * uniform(generator)));
    const int in_a_row = static_cast<int>(hopper_width / 1.25);
    for (int k = 0; k < disks; ++k) {
      const double jitter = 0.1 * uniform(generator);
      const double x = (k % in_a_row + 0.5) * hopper_width / in_a_row - 0.5 * hopper_width + jitter - 0.05;
      const double y = 0.6 + 1.12 * std::floor(static_cast<double>(k) / in_a_row);
      centers_.push_back({x * diameter(), y * diameter()});
    }
  }

  double diameter() const { return 2.0 * parameters_.r; }
  int disks() const { return static_cast<int>(radii_.size()); }
  ManyBodyState poured() const { return closed().at_rest(centers_); }

  DiskAssembly closed() const { return with_bottom({line(-0.5 * hopper_width, 0.5 * hopper_width)}); }
  // With an outlet of `width`, in diameters, its middle at `middle`.
  DiskAssembly open(double width, double middle) const {
    return with_bottom(
        {line(-0.5 * hopper_width, middle - 0.5 * width), line(middle + 0.5 * width, 0.5 * hopper_width)});
  }

 private:
  using Line = std::array<Point, 2>;
  static Line line(double begin, double end) { return {Point{begin, 0.0}, Point{end, 0.0}}; }
  DiskAssembly with_bottom(std::vector<Line> lines) const {
    for (const double side : {-0.5, 0.5}) {
      lines.push_back({Point{side * hopper_width, 0.0}, Point{side * hopper_width, wall_height}});
    }
    std::vector<problems::WallSegment> walls;
    const double d = diameter();
    for (const Line& line : lines) {
      walls.push_back({{line[0].x * d, line[0].y * d}, {line[1].x * d, line[1].y * d}, 0.0, {}});
    }
    problems::DiskAssemblyLaws laws = parameters_.smooth_laws();
    laws.between_disks = laws.with_walls = {parameters_.mu, parameters_.epsilon_N};
    return DiskAssembly(radii_, walls, {}, laws);
  }

  DiskPileParameters parameters_;
  std::vector<double> radii_;
  std::vector<Point> centers_;
};

// Rates in sqrt(g/d).
struct Discharge {
  std::vector<double> times;  // [s] at which disks have left, in order
  double rate = 0.0;
  double rate_ratio = 0.0;   // of the second half of the time to the first
  double penetration = 0.0;  // largest, in diameters
  bool clogged = false;      // there are no rates
};

class HopperStudy {
 public:
  HopperStudy(const Setting& setting, int disks)
      : setting_(setting),
        hopper_(setting.parameters, disks),
        unit_(std::sqrt(setting.parameters.g / hopper_.diameter())) {
    setting_.solver.tolerance = hopper_tolerance(setting.solver.tolerance);
    const DiskAssembly closed = hopper_.closed();
    filled_ = hopper_.poured();
    ManyBodyIntegrator<DiskAssembly> integrator(closed, setting_.dt, setting_.solver, setting_.fallback);
    require_end(integrator.integrate(filled_, {whole_steps(15.0)}), StopReason::completed);
    filled_.t = 0.0;
  }

  // Until 40 % of the disks have left: the others are still higher than the widest outlet is wide. What is measured
  // begins with 10 %.
  Discharge discharge(double width, double middle) const {
    const DiskAssembly open = hopper_.open(width, middle);
    ManyBodyIntegrator<DiskAssembly> integrator(open, setting_.dt, setting_.solver, setting_.fallback);
    ManyBodyState state = filled_;
    Discharge result;
    const int first = hopper_.disks() / 10;
    const int last = hopper_.disks() * 4 / 10;
    std::vector<bool> out(static_cast<std::size_t>(hopper_.disks()), false);
    constexpr double longest = 100.0;  // in sqrt(d/g): an outlet that has clogged
    const Outcome outcome = integrator.integrate(state, {whole_steps(longest)}, [&](const Step<DiskAssembly>& step) {
      for (std::size_t k = 0; k < out.size(); ++k) {
        if (out[k] || step.end().q[3 * k + 1] >= 0.0) continue;
        out[k] = true;
        result.times.push_back(step.end().t);
      }
      const ManyBodyStep& report = ManyBodyIntegrator<DiskAssembly>::view(step).report();
      result.penetration = std::max(result.penetration, report.max_penetration / hopper_.diameter());
      return static_cast<int>(result.times.size()) < last;
    });
    result.clogged = outcome.completed();
    if (result.clogged) return result;
    require_end(outcome, StopReason::stopped);
    const int half = (first + last) / 2;
    result.rate = rate_between(result.times, first, last) / unit_;
    result.rate_ratio = rate_between(result.times, half, last) / rate_between(result.times, first, half);
    return result;
  }

  double time_unit() const { return 1.0 / unit_; }
  double tolerance() const { return setting_.solver.tolerance; }

 private:
  // A time in sqrt(d/g), rounded to steps [s].
  double whole_steps(double time) const { return std::round(time / unit_ / setting_.dt) * setting_.dt; }

  static void require_end(const Outcome& outcome, StopReason expected) {
    if (outcome.reason == expected) return;
    throw support::ComputationFailed("the disks in the hopper did not come to the end of their motion: " +
                                     std::string(to_string(outcome.reason)));
  }

  Setting setting_;
  Hopper hopper_;
  double unit_;  // sqrt(g/d) [1/s]
  ManyBodyState filled_;
};

// What is measured for all outlets.
struct Rates {
  std::vector<double> widths;  // in diameters
  std::vector<Mean> rates;     // over places of the outlet
  // Of all runs at these widths.
  std::vector<double> run_widths;
  std::vector<double> run_rates;
  std::vector<double> ratios;  // rate_ratio of all runs
  double penetration = 0.0;
  int clogged = 0;  // runs; their widths are left out
};

// Exponent of the rate over D/d - k, through all runs, since the means of few runs hide how far these scatter.
LineFit exponent(const Rates& rates, double k) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < rates.run_widths.size(); ++i) {
    x.push_back(elementary::log(rates.run_widths[i] - k));
    y.push_back(elementary::log(rates.run_rates[i]));
  }
  return fit_line(x, y);
}

void record_rates(Experiment& experiment, const Rates& rates) {
  experiment.quantity("clogged_outlets", rates.clogged, "1", Uncertainty::count(),
                      "runs in which the outlet clogged; rates of its width are left out");
  if (rates.widths.size() < 3) {
    experiment.note("No law for the rates of the hopper: fewer than three widths of the outlet did not clog.");
    return;
  }
  for (std::size_t i = 0; i < rates.widths.size(); ++i) {
    const Mean& rate = rates.rates[i];
    experiment.quantity(
        "discharge_rate" + case_of(static_cast<int>(rates.widths[i]), "diameters"), rate.value, "1",
        std::isfinite(rate.half_width) ? Uncertainty(rate.half_width) : Uncertainty::of_one_run(),
        "disks that leave, in sqrt(g/d), mean over places of the outlet; uncertainty: interval of 95 %");
  }
  std::vector<double> roots;
  for (const double rate : rates.run_rates) roots.push_back(elementary::pow(rate, 2.0 / 3.0));
  const LineFit line = fit_line(rates.run_widths, roots);
  experiment.quantity(
      "outlet_offset", line.zero, "1", line.zero_half_width,
      "k of Beverloo's law, where the rate to the power 2/3 is zero, in diameters; uncertainty: interval "
      "of 95 % of the fit through all runs");
  // k is not known: Beverloo et al. found 1.4 for most of their materials.
  const LineFit middle = exponent(rates, 1.4);
  const double of_k = 0.5 * std::abs(exponent(rates, 1.0).slope - exponent(rates, 2.0).slope);
  experiment.quantity("discharge_exponent", middle.slope, "1", middle.slope_half_width + of_k,
                      "exponent of the rate over D/d - 1.4; uncertainty: interval of 95 % of the fit through all runs, "
                      "and half of what "
                      "changes from an offset of 1 to one of 2");
  const Mean ratio = mean_of(rates.ratios);
  experiment.quantity(
      "discharge_rate_ratio", ratio.value, "1",
      std::isfinite(ratio.half_width) ? Uncertainty(ratio.half_width) : Uncertainty::of_one_run(),
      "rate while the second half of the disks leaves relative to that of the first half, mean over all "
      "runs; uncertainty: interval of 95 %");
  experiment.quantity("penetration_max", rates.penetration, "1",
                      Uncertainty::varying("The flow is chaotic: another last digit makes it another flow."),
                      "largest penetration while the hopper empties, in diameters");
}

}  // namespace

void empty_hopper(Experiment& experiment, const Setting& setting) {
  const bool quick = experiment.options().quick;
  const std::vector<double> widths = quick ? std::vector<double>{6, 7, 9} : std::vector<double>{6, 7, 8, 9};
  const std::vector<double> middles = quick ? std::vector<double>{0.0} : std::vector<double>{-2.0, 0.0, 2.0};
  const int disks = quick ? 200 : 350;
  auto& counts = experiment.table("discharge", {{"width", "1", "of the outlet, in diameters"},
                                                {"t", "1", "in sqrt(d/g)"},
                                                {"out", "1", "disks that have left"}});
  auto& table = experiment.table("discharge_rates", {{"width", "1", "of the outlet, in diameters"},
                                                     {"rate", "1", "in sqrt(g/d)"},
                                                     {"half_width", "1", "of the interval of 95 %; 0: not known"}});
  experiment.progress().update("hopper", 0.0);
  const HopperStudy study(setting, disks);
  experiment.method("hopper_disks", static_cast<double>(disks));
  experiment.method("hopper_tolerance", study.tolerance());
  Rates rates;
  for (const double width : widths) {
    std::vector<double> of_places;
    for (const double middle : middles) {
      experiment.progress().update("hopper", (width - widths.front() + 1.0) / (widths.back() - widths.front() + 2.0));
      const Discharge discharge = study.discharge(width, middle);
      if (discharge.clogged) {
        ++rates.clogged;
      } else {
        of_places.push_back(discharge.rate);
        rates.ratios.push_back(discharge.rate_ratio);
      }
      rates.penetration = std::max(rates.penetration, discharge.penetration);
      if (middle != 0.0) continue;
      double out = 0.0;
      for (const double t : discharge.times) counts.row({width, t / study.time_unit(), ++out});
      counts.break_line();
    }
    if (of_places.size() < middles.size()) continue;
    rates.widths.push_back(width);
    rates.run_widths.insert(rates.run_widths.end(), of_places.size(), width);
    rates.run_rates.insert(rates.run_rates.end(), of_places.begin(), of_places.end());
    rates.rates.push_back(mean_of(of_places));
    const Mean& rate = rates.rates.back();
    table.row({width, rate.value, std::isfinite(rate.half_width) ? rate.half_width : 0.0});
  }
  record_rates(experiment, rates);
}

}  // namespace nsdbench::experiments::disk_pile
