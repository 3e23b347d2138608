#include "experiments/disk_mixing/mixing_index.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace nsdbench::experiments::mixing {

namespace {

// Share of unlike pairs among all pairs.
double unlike_at_random(const std::vector<int>& kinds) {
  std::vector<double> counts;
  for (const int kind : kinds) {
    const auto k = static_cast<std::size_t>(kind);
    if (k >= counts.size()) counts.resize(k + 1, 0.0);
    counts[k] += 1.0;
  }
  const auto n = static_cast<double>(kinds.size());
  double like = 0.0;
  for (const double count : counts) like += count * (count - 1.0);
  return 1.0 - like / (n * (n - 1.0));
}

// Calls visit(a, b) for all pairs of neighbours.
template <class Visit>
void for_each_pair(const std::vector<double>& q, const std::vector<double>& radii, double reach, const Visit& visit) {
  // From left to right, so that only those nearby are looked at.
  std::vector<std::size_t> order(radii.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return q[3 * a] < q[3 * b]; });
  const double largest = radii.empty() ? 0.0 : *std::ranges::max_element(radii);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t a = order[i];
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const std::size_t b = order[j];
      const double dx = q[3 * b] - q[3 * a];
      if (dx > radii[a] + largest + reach) break;
      const double dy = q[3 * b + 1] - q[3 * a + 1];
      const double near = radii[a] + radii[b] + reach;
      if (dx * dx + dy * dy <= near * near) visit(a, b);
    }
  }
}

}  // namespace

Mixing mixing_of(const std::vector<double>& q, const std::vector<double>& radii, const std::vector<int>& kinds,
                 double reach) {
  Mixing mixing;
  for_each_pair(q, radii, reach, [&](std::size_t a, std::size_t b) {
    ++mixing.pairs;
    if (kinds[a] != kinds[b]) ++mixing.unlike;
  });
  const double expected = unlike_at_random(kinds);
  mixing.index = mixing.pairs > 0 && expected > 0.0
                     ? static_cast<double>(mixing.unlike) / static_cast<double>(mixing.pairs) / expected
                     : std::numeric_limits<double>::quiet_NaN();
  return mixing;
}

double scatter_of_random_order(const std::vector<double>& q, const std::vector<double>& radii,
                               const std::vector<int>& kinds, double reach, int deals) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for_each_pair(q, radii, reach, [&](std::size_t a, std::size_t b) { pairs.emplace_back(a, b); });
  std::vector<int> dealt = kinds;
  std::mt19937_64 engine(1);
  double squares = 0.0;
  const double expected = unlike_at_random(kinds) * static_cast<double>(pairs.size());
  for (int deal = 0; deal < deals; ++deal) {
    for (std::size_t left = dealt.size(); left > 1; --left) std::swap(dealt[left - 1], dealt[engine() % left]);
    const auto unlike = static_cast<double>(
        std::ranges::count_if(pairs, [&](const auto& p) { return dealt[p.first] != dealt[p.second]; }));
    squares += (unlike / expected - 1.0) * (unlike / expected - 1.0);
  }
  return std::sqrt(squares / static_cast<double>(deals));
}

}  // namespace nsdbench::experiments::mixing
