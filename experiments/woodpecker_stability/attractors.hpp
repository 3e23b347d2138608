// Where motions of the woodpecker end: what returns to the section, and how, and what does not.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#include "experiments/woodpecker_stability/jammed_sleeve.hpp"

namespace nsdbench::experiments {

enum class Outcome {
  pecks = 1,      // returns to the section again and again
  jams,           // the sleeve sticks for good: the bird swings without loss
  outside_model,  // |phi_S| > 1 rad, where the linearised gaps do not hold
  late,           // not back on the section within the longest time
  inconsistent,   // the contact laws have no solution (Painleve), or several
  other           // another discrete state on the section, or limits of the integration
};

// A motion followed from return to return.
struct Orbit {
  Outcome outcome = Outcome::other;
  std::vector<double> omegas;  // omega_S on the section [rad/s], with `pecks`: a period, or a number of values
  int period = 0;              // in returns; 0: none found
  bool decided = true;         // false: neither periodic nor settled at the cap on returns
};

// Tolerance and limits of the many motions of diagrams: errors far below what can be drawn.
inline EventDrivenOptions diagram_options() {
  EventDrivenOptions options;
  options.rtol = options.atol = 1e-9;
  options.max_events = 4000;
  options.max_steps = 20000;
  return options;
}

inline Outcome outcome_of(const Return<problems::Woodpecker, 1>& made) {
  if (made.returned()) return Outcome::pecks;
  if (made.status == ReturnStatus::ended) return Outcome::outside_model;
  if (made.status == ReturnStatus::too_late) {
    constexpr double at_rest = 1e-9;  // m/s
    return std::abs(made.state.u(0)) < at_rest ? Outcome::jams : Outcome::late;
  }
  const EventDrivenStatus status = made.integration.status;
  const bool paradox = status == EventDrivenStatus::inconsistent || status == EventDrivenStatus::indeterminate;
  return paradox ? Outcome::inconsistent : Outcome::other;
}

// Up to `transient` returns pass until the last ones repeat themselves to 1e-9 with a period of up to 8, which then is
// what is kept; otherwise `kept` further returns. By then a motion counts as without period only if it has settled: how
// far the last 24 returns are from repeating themselves (least, of all periods) is more than 2 % and has changed by
// less than a factor of two since half of the returns. Others, near a slow multiplier or on their way from an unstable
// orbit, go on until they are periodic, or settled by that measure after 2, 4, ... times as many, or undecided after
// 3000. Values that differ by less than 1e-5 are not told apart: deviations that alternate and decay slowly look like a
// period of two before they are gone.
inline Orbit settle(WoodpeckerMap<double>& here, Return<problems::Woodpecker, 1> made, int transient, int kept) {
  constexpr int longest_period = 8;
  constexpr int most_returns = 3000;
  constexpr double repeats = 1e-9;
  constexpr double nearly = 0.02;
  constexpr double distinct = 1e-5;
  Orbit orbit;
  std::vector<double> all;
  // Largest relative change over p returns, of the last `count` of them.
  const auto change = [&](std::size_t p, std::size_t count) {
    double largest = 0.0;
    for (std::size_t k = all.size() - count; k < all.size(); ++k) {
      largest = std::max(largest, std::abs(all[k] - all[k - p]) / std::abs(all[k]));
    }
    return largest;
  };
  const auto find_period = [&] {
    if (all.size() < 3 * static_cast<std::size_t>(longest_period)) return 0;
    for (int p = 1; p <= longest_period; ++p) {
      const double now = change(static_cast<std::size_t>(p), static_cast<std::size_t>(p));
      if (now <= repeats) return p;
      if (now < distinct) return 0;
    }
    return 0;
  };
  const auto from_repeating = [&] {
    double least = std::numeric_limits<double>::infinity();
    if (all.size() < static_cast<std::size_t>(4 * longest_period)) return least;
    for (std::size_t p = 1; p <= static_cast<std::size_t>(longest_period); ++p) {
      least = std::min(least, change(p, static_cast<std::size_t>(3 * longest_period)));
    }
    return least;
  };
  int check = (transient + kept) / 2;
  double before = 0.0;
  while (made.returned()) {
    all.push_back(made.point(0));
    const auto count = static_cast<int>(all.size());
    orbit.period = find_period();
    bool settled = false;
    if (orbit.period == 0 && count == check) {
      const double now = from_repeating();
      settled = count >= transient + kept && now > nearly && now < 2.0 * before && before < 2.0 * now;
      before = now;
      check *= 2;
    }
    if (orbit.period > 0 || settled || count == most_returns) {
      orbit.decided = orbit.period > 0 || settled;
      orbit.outcome = Outcome::pecks;
      orbit.omegas.assign(all.end() - (orbit.period > 0 ? orbit.period : kept), all.end());
      return orbit;
    }
    made = here.map.go(made.point);
  }
  orbit.outcome = outcome_of(made);
  return orbit;
}

// Calls work(k) for k = 0 .. count-1, on all cores; `done(fraction)` now and then. What is computed for an index must
// depend on it alone.
inline void for_each_index(int count, const std::function<void(int)>& work, const std::function<void(double)>& done) {
  std::atomic<int> next{0};
  std::mutex lock;
  int finished = 0;
  const auto run = [&] {
    for (int k = next++; k < count; k = next++) {
      work(k);
      const std::lock_guard<std::mutex> guard(lock);
      done(static_cast<double>(++finished) / count);
    }
  };
  std::vector<std::thread> others;
  for (unsigned k = 1; k < std::max(1U, std::thread::hardware_concurrency()); ++k) others.emplace_back(run);
  run();
  for (std::thread& other : others) other.join();
}

}  // namespace nsdbench::experiments
