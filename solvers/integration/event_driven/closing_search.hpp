// The first zero of a gap within a step, by bounds that hold between the points at which the gap is read.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace nsdbench {

// A gap with its first two derivatives, at the place theta of a step; theta is the variable of the derivatives.
template <class Scalar>
struct GapPoint {
  Scalar theta = 0.0;
  Scalar gap = 0.0;           // g
  Scalar rate = 0.0;          // g'
  Scalar acceleration = 0.0;  // g''
};

// An interval in which a function falls through zero.
template <class Scalar>
struct Bracket {
  Scalar begin = 2.0;  // beyond the step: none
  Scalar end = 2.0;
  Scalar at_begin = 0.0;
  Scalar at_end = 0.0;
  bool at_start = false;  // negative from the first point on, and not positive before it
  bool found() const { return begin <= 1.0; }
};

// With |g'''| <= C, a gap lies above a polynomial at each side of an interval of length w,
//   g(a + x) >= g_a + g'_a x + g''_a x^2/2 - C x^3/6,   g(b - y) >= g_b - g'_b y + g''_b y^2/2 - C y^3/6,
// each of which is needed over half of it. Intervals in which this does not exclude a zero are halved, the earlier half
// first, until the gap is below zero at the end of one in which g' < 0 holds by the same bounds: the zero in it is the
// first one. C is known, or it is four times the largest third derivative that the points read so far show by
// differences; it then grows with the points, and the search begins anew.
template <class Scalar>
class ClosingSearch {
 public:
  using Point = GapPoint<Scalar>;
  enum class Verdict : std::uint8_t {
    open,       // no zero
    closes,     // bracket()
    unresolved  // so many points would be needed that it was given up
  };

  // The gap at the `count` points of a step, and `read(theta)`, the same anywhere in it. `jerk` is C, or negative if it
  // is not known. `rounding` >= 0 is that of the gaps: dips below zero that are not deeper are not looked for, nor
  // right after the first point dips of up to `slack_at_start`, since the gap may begin at zero.
  template <class Points, class Read>
  Verdict first(const Points& points, int count, const Scalar& jerk, const Scalar& slack_at_start,
                const Scalar& rounding, Read read) {
    estimated_ = jerk < 0.0;
    jerk_ = estimated_ ? Scalar(0.0) : jerk;
    rounding_ = rounding;
    read_points_ = 0;
    for (int k = 1; estimated_ && k < count; ++k) refine_estimate(points[k - 1], points[k]);
    while (true) {
      rougher_ = false;
      Verdict verdict = Verdict::open;
      for (int k = 1; k < count && verdict == Verdict::open && !rougher_; ++k) {
        verdict = search(points[k - 1], points[k], k == 1 ? slack_at_start : rounding, 0, read);
      }
      if (!rougher_) return verdict;
    }
  }

  const Bracket<Scalar>& bracket() const { return bracket_; }
  // Points that the last search read.
  int read_points() const { return read_points_; }

  static constexpr int most_points = 4000;

 private:
  // Halves of halves. A thinner interval is less than the rounding of the place in it: within it, a gap that is not
  // negative at both ends falls below zero by less than its rate times that, which is part of its rounding.
  static constexpr int most_halvings = std::numeric_limits<Scalar>::digits;

  template <class Read>
  Verdict search(const Point& a, const Point& b, const Scalar& slack, int halvings, Read& read) {
    const bool closes = b.gap < 0.0;
    if (closes && (falls(a, b) || halvings == most_halvings)) {
      bracket_ = {a.theta, b.theta, a.gap, b.gap, false};
      return Verdict::closes;
    }
    if (!closes && (lower_bound(a, b) >= -slack || halvings == most_halvings)) return Verdict::open;
    if (read_points_ == most_points) return Verdict::unresolved;
    const Point middle = read(Scalar(a.theta + (b.theta - a.theta) / 2));
    ++read_points_;
    if (estimated_) {
      const Scalar before = jerk_;
      refine_estimate(a, middle);
      refine_estimate(middle, b);
      // Smaller excesses are within the factor of four.
      rougher_ = jerk_ > 2 * before;
      if (rougher_) return Verdict::unresolved;
    }
    const Verdict earlier = search(a, middle, slack, halvings + 1, read);
    if (earlier != Verdict::open) return earlier;
    return search(middle, b, rounding_, halvings + 1, read);
  }

  // The least value that the bounds allow from a to b.
  Scalar lower_bound(const Point& a, const Point& b) const {
    const Scalar half = (b.theta - a.theta) / 2;
    return std::min<Scalar>(least(a.gap, a.rate, a.acceleration, half), least(b.gap, -b.rate, b.acceleration, half));
  }

  // The least value of g + v x + s x^2/2 - C x^3/6 for 0 <= x <= w.
  Scalar least(const Scalar& g, const Scalar& v, const Scalar& s, const Scalar& w) const {
    using std::sqrt;
    const auto value = [&](const Scalar& x) { return Scalar(g + x * (v + x * (s / 2 - x * jerk_ / 6))); };
    Scalar least = std::min<Scalar>(g, value(w));
    // The one minimum that the cubic has.
    if (v < 0.0 && s > 0.0) {
      const Scalar discriminant = s * s + 2 * jerk_ * v;
      if (discriminant > 0.0) {
        const Scalar x = -2 * v / (s + sqrt(discriminant));
        if (x < w) least = std::min<Scalar>(least, value(x));
      }
    }
    return least;
  }

  // Whether g' < 0 from a to b, but for rounding at a zero at a.
  bool falls(const Point& a, const Point& b) const {
    const Scalar half = (b.theta - a.theta) / 2;
    const auto rate = [&](const Scalar& v, const Scalar& s) { return Scalar(v + half * (s + half * jerk_ / 2)); };
    // Both bounds are convex over their half.
    return a.rate < 0.0 && b.rate < 0.0 && rate(a.rate, a.acceleration) < 0.0 && rate(b.rate, -b.acceleration) < 0.0;
  }

  // Third derivatives that two neighbouring points show, of which a mean over the interval is the true one.
  void refine_estimate(const Point& a, const Point& b) {
    using std::abs;
    const Scalar w = b.theta - a.theta;
    jerk_ = std::max<Scalar>(jerk_, 4 * abs(b.acceleration - a.acceleration) / w);
    if (w < 0x1p-8) return;  // rounding of the others, over w^2 and w^3
    const Scalar by_rate = 2 * abs(b.rate - a.rate - w * a.acceleration) / (w * w);
    const Scalar excess = abs(b.gap - a.gap - w * (a.rate + w * a.acceleration / 2)) - 4 * rounding_;
    const Scalar by_gap = 6 * excess / (w * w * w);
    jerk_ = std::max<Scalar>({jerk_, 4 * by_rate, 4 * by_gap});
  }

  bool estimated_ = false;
  bool rougher_ = false;  // the estimate has grown
  Scalar jerk_ = 0.0;     // C
  Scalar rounding_ = 0.0;
  int read_points_ = 0;
  Bracket<Scalar> bracket_;
};

}  // namespace nsdbench
