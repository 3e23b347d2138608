#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "experiments/disk_pile/chain_waves.hpp"
#include "experiments/disk_pile/few_sweeps.hpp"
#include "experiments/disk_pile/parts.hpp"
#include "experiments/disk_pile/pressed_chain.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::experiments::disk_pile {
namespace {

// A standing wave of the percussions, and its amplitude after each step.
std::vector<double> amplitudes(const Setting& setting, int mode, int sweeps, int steps) {
  const double force = setting.parameters.weight();
  const double kappa = wave_number(mode, grains);
  PressedChain chain(grains, setting.parameters.mass(), setting.dt, force);
  constexpr double share = 0.1;  // of the percussions that the wave begins with
  for (int k = 1; k < grains; ++k) {
    chain.set_percussion(k - 1, force * setting.dt * (1.0 + share * elementary::sin(kappa * k)));
  }
  RoundContactSolver solver = sweeping_solver(sweeps);
  std::vector<double> result;
  for (int s = 0; s < steps; ++s) {
    chain.step(solver, force, force);
    double sum = 0.0;
    for (int k = 1; k < grains; ++k) {
      sum += elementary::sin(kappa * k) * (chain.percussion(k - 1) / (force * setting.dt) - 1.0);
    }
    result.push_back(sum);
  }
  return result;
}

// z of a_{s+1} = (z + z') a_s - z z' a_{s-1} by least squares, from the steps in which the wave is alone (what belongs
// to the zeros of E is gone after two) and not yet lost in rounding.
Wave fitted_wave(const std::vector<double>& a) {
  constexpr std::size_t first = 3;
  constexpr double lost = 1e-3;
  double aa = 0.0;
  double ab = 0.0;
  double bb = 0.0;
  double ac = 0.0;
  double bc = 0.0;
  for (std::size_t s = first + 1; s + 1 < a.size(); ++s) {
    if (std::max(std::abs(a[s]), std::abs(a[s - 1])) < lost * std::abs(a[first])) break;
    aa += a[s] * a[s];
    ab += a[s] * a[s - 1];
    bb += a[s - 1] * a[s - 1];
    ac += a[s] * a[s + 1];
    bc += a[s - 1] * a[s + 1];
  }
  const double determinant = aa * bb - ab * ab;
  const double sum = (ac * bb - bc * ab) / determinant;
  const double product = -(bc * aa - ac * ab) / determinant;
  return {elementary::acos(0.5 * sum / std::sqrt(product)), -0.5 * elementary::log(product)};
}

struct MeasuredWave {
  int sweeps = 0;
  int mode = 0;
  Wave wave;
  double sound_speed() const { return wave.phase / wave_number(mode, grains); }  // [grains/step]
};

std::vector<MeasuredWave> measure_waves(const Setting& setting) {
  constexpr double fastest_decay = 1.0;  // a step: of what decays faster too few steps are left
  constexpr int steps = 200;
  std::vector<MeasuredWave> waves;
  for (const int sweeps : {1, 2, 5, 10, 20, 50, 100, 200, 500}) {
    for (const int mode : {1, 2, 4, 8, 16}) {
      if (wave_of_sweeps(wave_number(mode, grains), sweeps).decay > fastest_decay) continue;
      waves.push_back({sweeps, mode, fitted_wave(amplitudes(setting, mode, sweeps, steps))});
    }
  }
  return waves;
}

// Exponent of the speed of sound over the number of sweeps, of the longest wave with up to 20 sweeps, from the first
// point to the last. Uncertainty: how far the exponents between neighbouring points lie from it.
void record_exponent(Experiment& experiment, const std::vector<MeasuredWave>& waves) {
  std::vector<MeasuredWave> longest;
  std::ranges::copy_if(waves, std::back_inserter(longest),
                       [](const MeasuredWave& w) { return w.mode == 1 && w.sweeps <= 20; });
  const auto exponent = [](const MeasuredWave& a, const MeasuredWave& b) {
    return elementary::log(b.sound_speed() / a.sound_speed()) /
           elementary::log(static_cast<double>(b.sweeps) / a.sweeps);
  };
  const double over_all = exponent(longest.front(), longest.back());
  double spread = 0.0;
  for (std::size_t k = 1; k < longest.size(); ++k) {
    spread = std::max(spread, std::abs(exponent(longest[k - 1], longest[k]) - over_all));
  }
  experiment.quantity("sound_speed_exponent", over_all, "1", spread,
                      "exponent of the speed of sound in the chain over the number of sweeps, 1 to 20; uncertainty: "
                      "largest difference of that between neighbouring numbers");
}

void record_waves(Experiment& experiment, const Setting& setting) {
  auto& table = experiment.table("chain_waves", {{"sweeps", "1", "a step"},
                                                 {"mode", "1"},
                                                 {"kappa", "1", "wave number times diameter"},
                                                 {"phase", "1", "that a step adds"},
                                                 {"decay", "1", "of the logarithm of the amplitude, a step"},
                                                 {"phase_exact", "1", "of the closed form"},
                                                 {"decay_exact", "1", "of the closed form"},
                                                 {"sound_speed", "1", "in diameters a step"}});
  const std::vector<MeasuredWave> waves = measure_waves(setting);
  double phase_error = 0.0;
  double decay_error = 0.0;
  for (const MeasuredWave& w : waves) {
    const double kappa = wave_number(w.mode, grains);
    const Wave exact = wave_of_sweeps(kappa, w.sweeps);
    phase_error = std::max(phase_error, std::abs(w.wave.phase - exact.phase));
    decay_error = std::max(decay_error, std::abs(w.wave.decay - exact.decay));
    table.row({static_cast<double>(w.sweeps), static_cast<double>(w.mode), kappa, w.wave.phase, w.wave.decay,
               exact.phase, exact.decay, w.sound_speed()});
  }
  // Percussions carry some hundred roundings of 1e-16; amplitudes down to 1e-4 of them are used, and the fit divides by
  // the square of the phase, 2.5e-3 at least.
  constexpr double rounding = 4e-8;
  experiment.quantity("chain_wave_phase_error_max", phase_error, "1", Uncertainty::residual(rounding),
                      "largest difference of the phase that a step adds to a wave from the closed form");
  experiment.quantity("chain_wave_decay_error_max", decay_error, "1", Uncertainty::residual(rounding),
                      "the same for the decay of its amplitude, as a logarithm");
  record_exponent(experiment, waves);
}

// Stiffness of the contacts between grains a and b, relative to sweeps m/dt^2, once the chain has come to rest under a
// larger force.
struct Squeeze {
  Squeeze(const Setting& setting, int sweep_count)
      : sweeps(sweep_count),
        setting_(setting),
        chain_(grains, setting.parameters.mass(), setting.dt, setting.parameters.weight()) {
    const double force = (1.0 + push) * setting.parameters.weight();
    RoundContactSolver solver = sweeping_solver(sweeps);
    constexpr double rest = 20.0;  // logarithm of what is left of the longest wave
    const auto steps = static_cast<int>(rest / wave_of_sweeps(wave_number(1, grains), sweeps).decay);
    for (int s = 0; s < steps; ++s) chain_.step(solver, force, force);
  }
  double stiffness(int a, int b) const {
    const double shortening = (chain_.displacement(a) - chain_.displacement(b)) / (b - a);
    const double unit = sweeps * setting_.parameters.mass() / (setting_.dt * setting_.dt);
    return push * setting_.parameters.weight() / shortening / unit;
  }

  int sweeps;

 private:
  const Setting& setting_;
  PressedChain chain_;
};

void record_stiffness(Experiment& experiment, const Setting& setting, int sweeps) {
  const Squeeze squeeze(setting, sweeps);
  const double middle = squeeze.stiffness(grains / 4, 3 * grains / 4);
  const double wider = squeeze.stiffness(grains / 4 - 4, 3 * grains / 4 + 4);
  constexpr double rest = 1e-8;  // of the waves, with some for the sums of displacements
  experiment.quantity("chain_stiffness_ratio" + case_of(sweeps, "sweeps"), middle, "1", std::abs(middle - wider) + rest,
                      "stiffness of a contact in the middle half of the chain, relative to sweeps m/dt^2; uncertainty: "
                      "change with four more grains on each side, nearer to the ends");
}

}  // namespace

void carry_waves(Experiment& experiment, const Setting& setting) {
  experiment.progress().update("waves", 0.0);
  record_waves(experiment, setting);
  for (const int sweeps : {1, 10}) record_stiffness(experiment, setting, sweeps);
}

}  // namespace nsdbench::experiments::disk_pile
