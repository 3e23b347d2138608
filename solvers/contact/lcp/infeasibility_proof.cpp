#include "solvers/contact/lcp/infeasibility_proof.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "solvers/linear_algebra/compensated.hpp"

namespace nsdbench {

namespace {

constexpr double unit = 0x1p-53;       // largest relative error of one operation
constexpr double tiniest = 0x1p-1060;  // bounds what underflow may hide in one product
// What is said about R must survive the rounding of its own evaluation, a sum and a few products.
constexpr double safety = 2.0;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void add_product(double a, double b, double& high, double& low, double& magnitude) {
  compensated::add_product(a, b, high, low);
  magnitude += std::abs(a * b);
}

// |exact - (high + low)| <= unit |exact| + gamma^2 magnitude with gamma about terms * unit; both doubled.
double upper_bound_of(double high, double low, double magnitude, int terms) {
  const double value = high + low;
  const double gamma = (terms + 2.0) * unit;
  return value + 2.0 * unit * std::abs(value) + 2.0 * gamma * gamma * magnitude + terms * tiniest;
}

}  // namespace

void ProductSum::add(double a, double b) {
  add_product(a, b, high_, low_, magnitude_);
  ++terms_;
}

double ProductSum::upper_bound() const { return upper_bound_of(high_, low_, magnitude_, terms_); }

void InfeasibilityProof::reserve(int n) {
  if (sizes_.size() >= at(n)) return;
  for (auto* storage : {&sizes_, &high_, &low_, &magnitude_}) storage->resize(at(n));
}

void InfeasibilityProof::start(const LcpView& lcp) {
  reserve(lcp.size);
  lcp_ = lcp;
  bounds_ = {};
  if (lcp.source != nullptr) {
    bounds_ = lcp.source->bounds();
    return;
  }
  double reference = 0.0;
  for (int i = 0; i < lcp.size; ++i) reference = std::max(reference, std::abs(lcp.b[i]));
  if (reference == 0.0) reference = 1.0;
  for (int i = 0; i < lcp.size; ++i) sizes_[at(i)] = reference / row_scale(lcp, i);
  bounds_.sizes = {sizes_.data(), at(lcp.size)};
}

bool InfeasibilityProof::entries_are_rounded() const {
  return std::any_of(bounds_.a_errors.begin(), bounds_.a_errors.end(), [](double error) { return error > 0.0; });
}

bool InfeasibilityProof::excludes_all(std::span<const double> z) {
  for (const double entry : z) {
    if (!(entry >= 0.0)) return false;
  }
  struct All {
    int count;
    int size() const { return count; }
    int operator[](int k) const { return k; }
  };
  return contradicts(All{lcp_.size}, z, {});
}

bool InfeasibilityProof::excludes_basis(std::span<const int> basis, std::span<const double> z,
                                        std::span<const double> z_low) {
  std::size_t next = 0;  // the basis is sorted
  for (int i = 0; i < lcp_.size; ++i) {
    if (next < basis.size() && basis[next] == i) {
      ++next;
    } else if (!(z[at(i)] >= 0.0) || z_low[at(i)] != 0.0) {
      return false;
    }
  }
  struct Some {
    std::span<const int> indices;
    int size() const { return static_cast<int>(indices.size()); }
    int operator[](int k) const { return indices[at(k)]; }
  };
  return contradicts(Some{basis}, z, z_low);
}

template <class Columns>
bool InfeasibilityProof::contradicts(const Columns& columns, std::span<const double> z, std::span<const double> z_low) {
  const int count = columns.size();
  for (auto* storage : {&high_, &low_, &magnitude_}) std::fill_n(storage->begin(), count, 0.0);
  ProductSum product;
  int terms = 0;
  double b_error = 0.0;
  double z_norm = 0.0;
  for (int i = 0; i < lcp_.size; ++i) {
    const double* row = lcp_.a + static_cast<std::ptrdiff_t>(i) * lcp_.stride;
    const double parts[] = {z[at(i)], z_low.empty() ? 0.0 : z_low[at(i)]};
    for (const double factor : parts) {
      if (factor == 0.0) continue;
      ++terms;
      product.add(factor, lcp_.b[i]);
      if (!bounds_.b_errors.empty()) b_error += std::abs(factor) * bounds_.b_errors[at(i)];
      z_norm += std::abs(factor);
      for (int k = 0; k < count; ++k)
        add_product(factor, row[columns[k]], high_[at(k)], low_[at(k)], magnitude_[at(k)]);
    }
  }
  // The sums of error terms are themselves rounded, upwards or downwards by much less than half.
  const double bz = product.upper_bound() + safety * b_error;
  if (!(bz < 0.0) || !std::isfinite(bz)) return false;
  double growth = 0.0;
  for (int k = 0; k < count; ++k) {
    const int j = columns[k];
    double column = upper_bound_of(high_[at(k)], low_[at(k)], magnitude_[at(k)], terms);
    if (!bounds_.a_errors.empty()) column += safety * z_norm * bounds_.a_errors[at(j)];
    // A comparison that a NaN fails would hide it.
    if (!(column <= 0.0)) growth += column * bounds_.sizes[at(j)];
  }
  return growth * excluded_sizes * safety <= -bz;
}

}  // namespace nsdbench
