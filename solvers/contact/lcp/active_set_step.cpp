#include "solvers/contact/lcp/active_set_step.hpp"

#include <algorithm>
#include <cstddef>

namespace nsdbench {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void ActiveSetStep::start(const LcpView& lcp) {
  size_ = lcp.size;
  if (scale_.size() < at(size_)) {
    scale_.resize(at(size_));
    active_.resize(at(size_));
    rhs_.resize(at(size_));
    lu_.matrix(size_);
  }
  for (int i = 0; i < size_; ++i) scale_[at(i)] = row_scale(lcp, i);
}

double ActiveSetStep::compute(const LcpView& lcp, double rho, std::span<const double> centre, std::span<const double> x,
                              std::span<const double> y, std::span<double> next) {
  int count = 0;
  for (int i = 0; i < size_; ++i) {
    const double shift = rho * scale_[at(i)];
    if (y[at(i)] + shift * (x[at(i)] - centre[at(i)]) >= scale_[at(i)] * x[at(i)]) continue;
    rhs_[at(count)] = -lcp.b[i] + shift * centre[at(i)];
    active_[at(count++)] = i;
  }
  double* entries = lu_.matrix(count);
  constexpr int block = 8;  // rows of A whose lines stay in the cache while the columns are filled
  for (int begin = 0; begin < count; begin += block) {
    const int end = std::min(begin + block, count);
    for (int c = 0; c < count; ++c) {
      double* column = entries + static_cast<std::ptrdiff_t>(c) * count;
      const int j = active_[at(c)];
      for (int r = begin; r < end; ++r) column[r] = lcp.entry(active_[at(r)], j);
    }
  }
  for (int r = 0; r < count; ++r) {
    entries[static_cast<std::ptrdiff_t>(r) * count + r] += rho * scale_[at(active_[at(r)])];
  }
  const double condition = lu_.factorize();
  if (condition == 0.0) return 0.0;
  lu_.solve(rhs_.data());
  std::fill(next.begin(), next.end(), 0.0);
  double probe = 0.0;
  for (int r = 0; r < count; ++r) {
    next[at(active_[at(r)])] = rhs_[at(r)];
    probe += 0.0 * rhs_[at(r)];
  }
  return probe == 0.0 ? condition : 0.0;
}

}  // namespace nsdbench
