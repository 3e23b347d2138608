#include "experiments/woodpecker_stability/attractors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace nsdbench::experiments {
namespace {

// omega_S on the section, return by return.
class Returns {
 public:
  static constexpr int longest_period = 8;

  void add(double omega) { all_.push_back(omega); }
  int count() const { return static_cast<int>(all_.size()); }
  std::vector<double> last(int count) const { return {all_.end() - count, all_.end()}; }

  // Smallest period with which the last returns repeat themselves; 0: none.
  int period(const Settling& settling) const {
    if (count() < 3 * longest_period) return 0;
    for (int p = 1; p <= longest_period; ++p) {
      const double now = change(p, p);
      if (now <= settling.repeats) return p;
      if (now < settling.distinct) return 0;
    }
    return 0;
  }

  // How far the last returns are from repeating themselves: least, of all periods.
  double distance_from_repeating() const {
    double least = std::numeric_limits<double>::infinity();
    if (count() < 4 * longest_period) return least;
    for (int p = 1; p <= longest_period; ++p) least = std::min(least, change(p, 3 * longest_period));
    return least;
  }

  // Whether the last eight returns are those of a periodic orbit, in its order.
  bool follow(const Orbit& orbit, double distance) const {
    if (orbit.period == 0 || count() < longest_period) return false;
    const std::vector<double> mine = last(longest_period);
    const auto period = static_cast<std::size_t>(orbit.period);
    for (std::size_t shift = 0; shift < period; ++shift) {
      bool close = true;
      for (std::size_t k = 0; k < mine.size() && close; ++k) {
        const double omega = orbit.omegas[(k + shift) % period];
        close = std::abs(mine[k] - omega) <= distance * std::abs(omega);
      }
      if (close) return true;
    }
    return false;
  }

 private:
  // Largest relative change over `period` returns, of the last `counted` of them.
  double change(int period, int counted) const {
    const auto p = static_cast<std::size_t>(period);
    double largest = 0.0;
    for (std::size_t k = all_.size() - static_cast<std::size_t>(counted); k < all_.size(); ++k) {
      largest = std::max(largest, std::abs(all_[k] - all_[k - p]) / std::abs(all_[k]));
    }
    return largest;
  }

  std::vector<double> all_;
};

// Whether a motion without period has settled, asked at some of its returns, each time twice as many.
class SettlingCheck {
 public:
  explicit SettlingCheck(const Settling& settling)
      : least_(settling.transient + settling.kept),
        next_((settling.transient + settling.kept) / 2),
        nearly_periodic_(settling.nearly_periodic) {}

  bool settled(const Returns& returns) {
    if (returns.count() != next_) return false;
    const double now = returns.distance_from_repeating();
    const bool steady = now < 2.0 * before_ && before_ < 2.0 * now;
    before_ = now;
    next_ *= 2;
    return returns.count() >= least_ && now > nearly_periodic_ && steady;
  }

 private:
  int least_;
  int next_;
  double nearly_periodic_;
  double before_ = 0.0;
};

}  // namespace

MotionEnd end_of(const Return<problems::Woodpecker, 1>& made) {
  if (made.returned()) return MotionEnd::pecks;
  if (made.status == ReturnStatus::ended) return MotionEnd::outside_model;
  if (made.status == ReturnStatus::too_late) {
    constexpr double at_rest = 1e-9;  // m/s
    return std::abs(made.state.u(0)) < at_rest ? MotionEnd::jams : MotionEnd::late;
  }
  const StopReason reason = made.integration.reason;
  const bool paradox = reason == StopReason::inconsistent || reason == StopReason::indeterminate;
  return paradox ? MotionEnd::inconsistent : MotionEnd::other;
}

Orbit settle(WoodpeckerMap<double>& here, Return<problems::Woodpecker, 1> made, const Settling& settling,
             std::span<const Orbit> known) {
  Orbit orbit;
  Returns returns;
  SettlingCheck check(settling);
  while (made.returned()) {
    returns.add(made.point(0));
    const auto same = std::ranges::find_if(
        known, [&](const Orbit& candidate) { return returns.follow(candidate, settling.same_orbit); });
    if (same != known.end()) return *same;
    orbit.period = returns.period(settling);
    const bool settled = orbit.period == 0 && check.settled(returns);
    if (orbit.period > 0 || settled || returns.count() == settling.most_returns) {
      orbit.decided = orbit.period > 0 || settled;
      orbit.end = MotionEnd::pecks;
      orbit.omegas = returns.last(orbit.period > 0 ? orbit.period : settling.kept);
      return orbit;
    }
    made = here.map.go(made.point);
  }
  orbit.end = end_of(made);
  return orbit;
}

}  // namespace nsdbench::experiments
