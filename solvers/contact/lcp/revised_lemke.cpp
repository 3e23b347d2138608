#include "solvers/contact/lcp/revised_lemke.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "solvers/contact/deadline.hpp"
#include "solvers/linear_algebra/vector_loops.hpp"

namespace nsdbench {

namespace {

// Right-hand sides are compared to within this multiple of max |b|: some hundred rounding errors.
constexpr double rhs_tie_tolerance = 1e-13;
// Coefficients of eps are compared relative to their own size.
constexpr double perturbation_tie_tolerance = 1e-12;
// Entries of an entering column below this multiple of its largest, or below a few rounding errors of max |A|, are
// taken for zero: contact matrices written with six digits leave entries like that where exact ones leave zeros.
constexpr double pivot_tolerance = 1e-9;
constexpr double rounding = 1e-15;
// What may become negative, as a multiple of max |b|, to avoid pivots smaller than the given fraction of the largest
// among those that block within that slack. The last basis is solved anew, so that the slack does not stay.
constexpr double slack_tolerance = 1e-10;
constexpr double steep_enough = 1e-3;
// Below this multiple of max |b|, d z0 is no part of the answer worth another pivot.
constexpr double negligible_tolerance = 1e-13;
// The entering column vanishes on R up to this multiple of its terms, or the kernel is factored anew: half of the
// digits are left then. If that brings to light that a basic variable is negative by more than the second multiple of
// max |b|, the path is lost.
constexpr double direction_tolerance = 1e-9;
constexpr double lost_tolerance = 1e-6;
// Ratio of the pivots of K below which nothing can be made of it.
constexpr double singular = 1e-15;

// The same numbers everywhere, in [1, 2): bits of the index, mixed (Steele, Lea & Flood 2014, fig. 14).
double mixed(int i) {
  std::uint64_t z = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  z ^= z >> 31U;
  return 1.0 + static_cast<double>(z >> 11U) * 0x1p-53;
}

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

void RevisedLemke::build(const LcpView& lcp, std::span<const double> covering) {
  lcp_ = lcp;
  n_ = lcp.size;
  if (perturbation_.size() < at(n_)) {
    const auto count = at(n_);
    columns_.resize(count * (count + 1));
    inverse_.resize((count + 1) * (count + 1));
    row_variable_.resize(count + 1);
    column_index_.resize(count + 1);
    row_of_.resize(count + 1);
    column_of_.resize(count);
    for (Values* values : {&value_, &epsilon_, &direction_}) {
      values->kernel.resize(count + 1);
      values->y.resize(count);
    }
    for (auto* storage : {&row_, &factors_, &gathered_, &products_}) storage->resize(count + 1);
    pointers_.resize(count + 1);
    lu_.matrix(n_ + 1);
    perturbation_.resize(count);
  }
  stride_ = n_ + 1;
  largest_a_ = 0.0;
  largest_b_ = 0.0;
  constexpr int block = 16;  // transposed by blocks that stay in the cache
  for (int begin = 0; begin < n_; begin += block) {
    const int end = std::min(begin + block, n_);
    for (int j = 0; j < n_; ++j) {
      double* target = columns_.data() + static_cast<std::ptrdiff_t>(j) * n_;
      for (int i = begin; i < end; ++i) {
        target[i] = lcp.entry(i, j);
        largest_a_ = std::max(largest_a_, std::abs(target[i]));
      }
    }
  }
  largest_d_ = 0.0;
  std::copy_n(covering.data(), n_, columns_.data() + static_cast<std::ptrdiff_t>(n_) * n_);
  for (int i = 0; i < n_; ++i) {
    largest_b_ = std::max(largest_b_, std::abs(lcp.b[i]));
    largest_d_ = std::max(largest_d_, covering[at(i)]);
    perturbation_[at(i)] = mixed(i);
    value_.y[at(i)] = lcp.b[i];
    epsilon_.y[at(i)] = perturbation_[at(i)];
    row_of_[at(i)] = -1;
    column_of_[at(i)] = -1;
  }
  row_of_[at(n_)] = -1;
  order_ = 0;
  kernel_direction_known_ = false;
  tie_ = rhs_tie_tolerance * largest_b_;
  slack_ = slack_tolerance * largest_b_;
  negligible_ = negligible_tolerance * largest_b_;
  if (largest_a_ == 0.0) largest_a_ = 1.0;
}

bool RevisedLemke::restart() {
  double* d = columns_.data() + static_cast<std::ptrdiff_t>(n_) * n_;
  order_ = 0;
  for (int i = 0; i < n_; ++i) {
    if (row_of_[at(i)] >= 0) {
      row_variable_[at(order_)] = n_ + i;
      column_index_[at(order_)] = i;
      row_of_[at(i)] = order_;
      column_of_[at(i)] = order_++;
    } else {
      column_of_[at(i)] = -1;
    }
    // The identity of the new dictionary, in terms of the first: e_i for a basic y_i, -A_i for a basic x_i.
    d[i] = column_of_[at(i)] < 0 ? 1.0 : 0.0;
    perturbation_[at(i)] = column_of_[at(i)] < 0 ? mixed(i) : 0.0;
  }
  row_of_[at(n_)] = -1;
  for (int r = 0; r < order_; ++r) {
    const double* a = column(row_variable_[at(r)]);
    vector_loops::add_multiple(d, a, -1.0, n_);
    vector_loops::add_multiple(perturbation_.data(), a, -mixed(row_variable_[at(r)]), n_);
  }
  largest_d_ = 0.0;
  for (int i = 0; i < n_; ++i) largest_d_ = std::max(largest_d_, std::abs(d[i]));
  return refactor();
}

SolverStatus RevisedLemke::run(int max_pivots, const Deadline& deadline, int& pivots) {
  int entering = artificial();
  for (int count = 0; count < max_pivots; ++count) {
    if (deadline.passed()) return SolverStatus::time_limit;
    compute_direction(entering);
    if (!direction_is_accurate(entering)) {
      if (!refactor() || (entering != artificial() && !feasible())) return SolverStatus::singular;
      compute_direction(entering);
    }
    const int leaving = entering == artificial() ? first_leaving() : blocking();
    if (leaving < 0) {
      ray_ = entering;
      return SolverStatus::ray;
    }
    move(entering, leaving);
    exchange(entering, leaving);
    ++pivots;
    if (leaving == artificial() || artificial_is_negligible()) return SolverStatus::solved;
    entering = complement(leaving);
  }
  return SolverStatus::iteration_limit;
}

bool RevisedLemke::artificial_is_negligible() const {
  const int r = row_of_[at(n_)];
  return r >= 0 && std::abs(value_.kernel[at(r)]) * largest_d_ <= negligible_;
}

void RevisedLemke::read_solution(std::span<double> x) const {
  for (int i = 0; i < n_; ++i) {
    const int r = row_of_[at(i)];
    x[at(i)] = r < 0 ? 0.0 : std::max(value_.kernel[at(r)], 0.0);
  }
}

void RevisedLemke::refine(std::span<double> x) {
  int count = 0;
  for (int i = 0; i < n_; ++i) {
    if (row_of_[at(i)] >= 0) column_index_[at(count++)] = i;
  }
  double* entries = lu_.matrix(count);
  for (int c = 0; c < count; ++c) {
    const double* a = column(n_ + column_index_[at(c)]);
    for (int r = 0; r < count; ++r) *entries++ = a[column_index_[at(r)]];
    row_[at(c)] = -lcp_.b[column_index_[at(c)]];
  }
  if (lu_.factorize() == 0.0) return;
  lu_.solve(row_.data());
  for (int r = 0; r < count; ++r) {
    if (!std::isfinite(row_[at(r)])) return;
  }
  for (int r = 0; r < count; ++r) x[at(column_index_[at(r)])] = std::max(row_[at(r)], 0.0);
}

void RevisedLemke::read_ray(std::span<double> direction) {
  if (order_ > 0 && refactor()) {
    compute_direction(ray_);
    // (x_C, z0) <- (x_C, z0) - K^-1 (rest on R).
    for (int c = 0; c < order_; ++c) {
      const int i = column_index_[at(c)];
      gathered_[at(c)] = direction_.y[at(i)] - (i == ray_ ? 1.0 : 0.0);
    }
    for (int r = 0; r < order_; ++r) {
      direction_.kernel[at(r)] -= vector_loops::dot(inverse_row(r), gathered_.data(), order_);
    }
  }
  for (int i = 0; i < n_; ++i) {
    const int r = row_of_[at(i)];
    direction[at(i)] = r < 0 ? 0.0 : std::max(direction_.kernel[at(r)], 0.0);
  }
  if (ray_ >= n_ && ray_ != artificial()) direction[at(ray_ - n_)] = 1.0;
}

// Calls `visit` with variable, direction, value and coefficient of eps.
template <class Visit>
void RevisedLemke::for_each_basic(Visit visit) const {
  for (int r = 0; r < order_; ++r) {
    visit(row_variable_[at(r)], direction_.kernel[at(r)], value_.kernel[at(r)], epsilon_.kernel[at(r)]);
  }
  for (int i = 0; i < n_; ++i) {
    if (column_of_[at(i)] < 0) visit(i, direction_.y[at(i)], value_.y[at(i)], epsilon_.y[at(i)]);
  }
}

// z0, which moves every basic variable up, becomes just large enough to make them all non-negative, with b + eps p for
// b.
int RevisedLemke::first_leaving() const {
  int leaving = -1;
  double leaving_direction = 1.0;
  double leaving_value = 0.0;
  double leaving_epsilon = 0.0;
  for_each_basic([&](int variable, double direction, double value, double epsilon) {
    if (leaving >= 0) {
      const double cross = value * leaving_direction - leaving_value * direction;
      if (cross > 0.0) return;
      if (cross == 0.0 && epsilon * leaving_direction > leaving_epsilon * direction) return;
    }
    leaving = variable;
    leaving_direction = direction;
    leaving_value = value;
    leaving_epsilon = epsilon;
  });
  return leaving;
}

// How the basic variables change with the entering one: (x_C, z0) by K^-1 e_p where y_p enters and by -K^-1 a_R where
// the variable of column a of (A, d) enters.
void RevisedLemke::compute_direction(int entering) {
  double* kernel = direction_.kernel.data();
  if (entering < n_) {
    const int c = column_of_[at(entering)];
    for (int r = 0; r < order_; ++r) kernel[r] = inverse_row(r)[c];
  } else if (!kernel_direction_known_) {
    const double* a = column(entering);
    for (int c = 0; c < order_; ++c) gathered_[at(c)] = a[column_index_[at(c)]];
    for (int r = 0; r < order_; ++r) kernel[r] = -vector_loops::dot(inverse_row(r), gathered_.data(), order_);
  }
  kernel_direction_known_ = false;
  complete_direction(entering);
}

void RevisedLemke::complete_direction(int entering) {
  double* y = direction_.y.data();
  if (entering < n_) {
    std::fill_n(y, n_, 0.0);
  } else {
    std::copy_n(column(entering), n_, y);
  }
  int count = 0;
  for (int r = 0; r < order_; ++r) {
    if (direction_.kernel[at(r)] == 0.0) continue;
    pointers_[at(count)] = column(row_variable_[at(r)]);
    factors_[at(count++)] = direction_.kernel[at(r)];
  }
  vector_loops::add_columns(y, pointers_.data(), factors_.data(), count, n_);
}

bool RevisedLemke::direction_is_accurate(int entering) const {
  double largest = 1.0;
  for (int r = 0; r < order_; ++r) largest = std::max(largest, std::abs(direction_.kernel[at(r)]));
  double error = 0.0;
  for (int c = 0; c < order_; ++c) {
    const int i = column_index_[at(c)];
    error = std::max(error, std::abs(direction_.y[at(i)] - (i == entering ? 1.0 : 0.0)));
  }
  return error <= direction_tolerance * largest_a_ * largest;
}

// The basic variable that blocks the entering one first, -1 if none does. Variables that block within the slack count
// as blocking at once (Harris 1973), and among them those with a pivot too small to divide by are passed over; then z0
// leaves if it is one of them, and otherwise the one with the smallest ratio in value and coefficient of eps.
int RevisedLemke::blocking() const {
  double largest = 0.0;
  for_each_basic([&](int /*variable*/, double direction, double /*value*/, double /*epsilon*/) {
    largest = std::max(largest, std::abs(direction));
  });
  const double threshold = std::max(pivot_tolerance * largest, rounding * largest_a_);
  double reach = std::numeric_limits<double>::infinity();
  for_each_basic([&](int /*variable*/, double direction, double value, double /*epsilon*/) {
    if (-direction > threshold) reach = std::min(reach, (std::max(value, 0.0) + slack_) / -direction);
  });
  double steepest = 0.0;
  for_each_basic([&](int /*variable*/, double direction, double value, double /*epsilon*/) {
    if (-direction > threshold && std::max(value, 0.0) <= reach * -direction) steepest = std::max(steepest, -direction);
  });
  int best = -1;
  double best_slope = 0.0;
  double best_value = 0.0;
  double best_epsilon = 0.0;
  for_each_basic([&](int variable, double direction, double value, double epsilon) {
    const double slope = -direction;
    value = std::max(value, 0.0);
    const bool eligible = slope > threshold && slope >= steep_enough * steepest && value <= reach * slope;
    if (!eligible || best == artificial()) return;
    if (best >= 0 && variable != artificial()) {
      const double cross = value * best_slope - best_value * slope;
      if (std::abs(cross) <= tie_ * std::min(slope, best_slope)) {
        const double mine = epsilon * best_slope;
        const double theirs = best_epsilon * slope;
        const double scale = std::max(std::abs(mine), std::abs(theirs));
        const bool equal = std::abs(mine - theirs) <= perturbation_tie_tolerance * scale;
        if (equal ? slope <= best_slope : mine > theirs) return;
      } else if (cross > 0.0) {
        return;
      }
    }
    best = variable;
    best_slope = slope;
    best_value = value;
    best_epsilon = epsilon;
  });
  return best;
}

// The entering variable grows until the leaving one is zero. Its own value takes the leaving one's place in `exchange`.
void RevisedLemke::move(int entering, int leaving) {
  const int leaving_row = leaving < n_ ? -1 : row_of_[at(leaving - n_)];
  const double slope = leaving_row < 0 ? direction_.y[at(leaving)] : direction_.kernel[at(leaving_row)];
  for (Values* values : {&value_, &epsilon_}) {
    const double step = -(leaving_row < 0 ? values->y[at(leaving)] : values->kernel[at(leaving_row)]) / slope;
    vector_loops::add_multiple(values->kernel.data(), direction_.kernel.data(), step, order_);
    vector_loops::add_multiple(values->y.data(), direction_.y.data(), step, n_);
    if (entering < n_) {
      values->y[at(entering)] = step;
    } else {
      // A new row of the kernel, or the place of the variable that leaves it.
      values->kernel[at(leaving_row < 0 ? order_ : leaving_row)] = step;
    }
  }
}

// Updates K^-1. With H = K^-1, h the entering column on its rows, and a_i the row of (A, d) for a leaving y_i over the
// basic x and z0, the four cases are those of a pivot of the dictionary restricted to rows x_C, z0 and columns y_R.
void RevisedLemke::exchange(int entering, int leaving) {
  double* h = direction_.kernel.data();
  if (leaving >= n_) {
    const int r = row_of_[at(leaving - n_)];
    const double pivot = h[r];
    std::copy_n(inverse_row(r), order_, row_.data());
    for (int s = 0; s < order_; ++s) factors_[at(s)] = s == r ? 0.0 : -h[s] / pivot;
    vector_loops::add_outer_product(inverse_.data(), stride_, order_, factors_.data(), row_.data(), order_);
    row_of_[at(leaving - n_)] = -1;
    if (entering < n_) {
      drop_row_and_column(r, column_of_[at(entering)]);
    } else {
      for (int c = 0; c < order_; ++c) inverse_row(r)[c] = -row_[at(c)] / pivot;
      row_variable_[at(r)] = entering;
      row_of_[at(entering - n_)] = r;
    }
    return;
  }

  // y_i leaves: its row of the dictionary over the columns y_R.
  const double pivot = direction_.y[at(leaving)];
  for (int r = 0; r < order_; ++r) {
    factors_[at(r)] = column(row_variable_[at(r)])[leaving];
    pointers_[at(r)] = inverse_row(r);
  }
  std::fill_n(row_.data(), order_, 0.0);
  vector_loops::add_columns(row_.data(), pointers_.data(), factors_.data(), order_, order_);
  const int old_order = order_;
  int c = order_;
  if (entering < n_) {
    c = column_of_[at(entering)];
    column_of_[at(entering)] = -1;
  } else {
    double* added = inverse_row(order_);
    for (int k = 0; k < order_; ++k) added[k] = -row_[at(k)] / pivot;
    added[order_] = 1.0 / pivot;
    row_variable_[at(order_)] = entering;
    row_of_[at(entering - n_)] = order_++;
  }
  column_index_[at(c)] = leaving;
  column_of_[at(leaving)] = c;
  // The complement of y_i enters next: its column is multiplied with the rows while they are at hand.
  const double* next = column(complement(leaving));
  for (int k = 0; k < order_; ++k) gathered_[at(k)] = next[column_index_[at(k)]];
  for (int s = 0; s < old_order; ++s) {
    factors_[at(s)] = -h[s] / pivot;
    products_[at(s)] = h[s] / pivot;
  }
  if (order_ > old_order) {
    factors_[at(old_order)] = 0.0;
    products_[at(old_order)] = 1.0 / pivot;
  }
  vector_loops::add_outer_product_and_multiply(inverse_.data(), stride_, order_, factors_.data(), row_.data(),
                                               old_order, c, products_.data(), gathered_.data(), order_, h);
  for (int r = 0; r < order_; ++r) h[r] = -h[r];
  kernel_direction_known_ = true;
}

// The last row and the last column take the places of row r and column c.
void RevisedLemke::drop_row_and_column(int r, int c) {
  const int last = --order_;
  if (r != last) {
    std::copy_n(inverse_row(last), last + 1, inverse_row(r));
    const int variable = row_variable_[at(last)];
    row_variable_[at(r)] = variable;
    row_of_[at(variable - n_)] = r;
    for (Values* values : {&value_, &epsilon_}) values->kernel[at(r)] = values->kernel[at(last)];
  }
  column_of_[at(column_index_[at(c)])] = -1;
  if (c != last) {
    for (int s = 0; s < last; ++s) inverse_row(s)[c] = inverse_row(s)[last];
    const int index = column_index_[at(last)];
    column_index_[at(c)] = index;
    column_of_[at(index)] = c;
  }
}

bool RevisedLemke::refactor() {
  double* entries = lu_.matrix(order_);
  for (int r = 0; r < order_; ++r) {
    const double* a = column(row_variable_[at(r)]);
    for (int c = 0; c < order_; ++c) *entries++ = a[column_index_[at(c)]];
  }
  if (lu_.factorize() < singular) return false;
  for (int c = 0; c < order_; ++c) {
    std::fill_n(row_.data(), order_, 0.0);
    row_[at(c)] = 1.0;
    lu_.solve(row_.data());
    for (int r = 0; r < order_; ++r) inverse_row(r)[c] = row_[at(r)];
  }
  for (Values* values : {&value_, &epsilon_}) {
    const double* b = values == &value_ ? lcp_.b : perturbation_.data();
    for (int c = 0; c < order_; ++c) gathered_[at(c)] = -b[column_index_[at(c)]];
    for (int r = 0; r < order_; ++r) {
      values->kernel[at(r)] = vector_loops::dot(inverse_row(r), gathered_.data(), order_);
      pointers_[at(r)] = column(row_variable_[at(r)]);
    }
    std::copy_n(b, n_, values->y.data());
    vector_loops::add_columns(values->y.data(), pointers_.data(), values->kernel.data(), order_, n_);
  }
  kernel_direction_known_ = false;
  return true;
}

bool RevisedLemke::feasible() const {
  double smallest = 0.0;
  for (int r = 0; r < order_; ++r) smallest = std::min(smallest, value_.kernel[at(r)]);
  for (int i = 0; i < n_; ++i) {
    if (column_of_[at(i)] < 0) smallest = std::min(smallest, value_.y[at(i)]);
  }
  return smallest >= -lost_tolerance * largest_b_;
}

}  // namespace nsdbench
