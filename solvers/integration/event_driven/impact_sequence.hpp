// Impacts of several contacts in turns: whether there will be infinitely many in finite time, and when they end.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

// Bodies that hit each other in turns (a ball between a wall and a hammer, balls in a row, corners of a face) can make
// infinitely many impacts in finite time although no force presses them together.
//
// Near the limit the kinematics are constant, and the motion is a recursion of gaps g and their rates v:
//   flight  g <- g + v s + a s^2 / 2,  v <- v + a s      up to the first g_c = 0
//   impact  v <- v - v_c R_c                             with R_c = W^T M^-1 p_c
// where p_c is the percussion of the impact on contact c for v_c = -1 m/s, reactions of closed contacts and friction of
// those that go on sliding included. R_c is read off the impacts themselves; it must have been the same twice.
//
// Without forces (a = 0) the recursion is homogeneous: (g, v) and (alpha g, beta v) have the same sequence of impacts,
// with flights that differ by the factor alpha / beta. The impacts of a period map v linearly, v <- A v, with A the
// product of the matrices 1 - R_c e_c^T, and for a fixed direction of v the map of g is linear, too. The recursion is
// followed, in units that follow its size, until after some impacts the directions of g and v are the same again. Then
//   v <- lambda v,   g <- rho g,   t_period <- r t_period,   r = rho / lambda
// with lambda an eigenvalue of A, and the sequence goes on as it is for ever. Its times have the sum t_period / (1 -
// r). It ends in finite time, with contacts that are closed and at rest, if and only if r < 1 and lambda < 1. Otherwise
// one of the contacts is not hit any longer from some impact on (a finite sequence), or velocities do not become zero.
// The period and the order of impacts in it are found, not assumed (search for cycles of Brent, BIT 20 (1980) 176).
//
// Four and more contacts may have no period: the order of their impacts is irregular for ever, while gaps and
// velocities fall. Their sequence counts as infinite once the recursion has brought gaps and velocities below the
// tolerances within which they are zero; what could separate then is slower than that.
//
// Example: two contacts without friction, with coefficients e_1, e_2 and kappa = G_12^2 / (G_11 G_22). Then
//   det A = e_1 e_2,   tr A = (1 + e_1) (1 + e_2) kappa - e_1 - e_2,
// lambda and rho are the two eigenvalues, both below 1 since kappa < 1, and they are real if
//   (1 + e_1) (1 + e_2) kappa >= (sqrt(e_1) + sqrt(e_2))^2;
// if they are not, the velocities turn until one contact separates. For three bodies in a row kappa is
// m_1 m_3 / ((m_1 + m_2) (m_2 + m_3)): e <= 7 - 4 sqrt(3) = 0.0718 for equal ones (Bernu & Mazighi, J. Phys. A 23
// (1990) 5745; McNamara & Young, Phys. Fluids A 4 (1992) 496).
//
// At the limit all relative velocities of the contacts concerned are zero. That determines the velocities of all
// bodies, since percussions act in the directions of these contacts only: what is orthogonal to them in the metric of M
// is not changed by any impact. The same holds for positions: the projection of the present state to closed contacts,
// and its motion with these closed, passes through the limit state, exactly so where kinematics and forces are
// constant. Contacts may therefore be closed before the limit; up to the limit, gaps are then wrong by what they still
// have.
template <int Contacts, class Scalar>
class ImpactSequence {
 public:
  using Values = Vector<Contacts, Scalar>;
  using Flags = std::array<bool, static_cast<std::size_t>(Contacts)>;

  enum class Course : std::uint8_t {
    infinite,   // in finite time
    finite,     // contacts separate, or do not come to rest
    undecided,  // impacts depend on each other, a contact will be hit only for some time, or no end is seen
    unknown     // gaps are large, or a contact is hit whose impacts are not known
  };
  struct Future {
    Course course = Course::unknown;
    Scalar next_gap = std::numeric_limits<Scalar>::infinity();  // of the known contact that is hit next [m]
    bool is_open() const { return course == Course::undecided || course == Course::unknown; }
    Scalar time_left = 0.0;       // up to the last impact [s]
    Scalar largest_gap = 0.0;     // of the contacts that take part, up to then [m]
    Flags takes_part{};           // contacts that are hit again and again
    int period = 0;               // impacts after which the sequence repeats; 0: it has none
    Scalar velocity_ratio = 0.0;  // lambda
    Scalar gap_ratio = 0.0;       // rho
  };

  // Forgets what impacts do.
  void forget() { *this = {}; }

  // An impact on the contacts `hit`, with normal velocities before and after it; those up to `tolerance` [m/s] count as
  // zero. `closed` are the contacts that were closed.
  void note(const Flags& hit, const Flags& closed, const Values& before, const Values& after, const Scalar& tolerance);

  // Gaps [m] and velocities [m/s].
  struct Bounds {
    Scalar interest;       // unknown as soon as contacts that are hit have gaps above this
    Scalar gap, velocity;  // at rest below these
  };
  // What becomes of contacts with these gaps and velocities, if those `open` can be hit. Largest gaps are found up to
  // where the search ends.
  Future without_forces(const Values& gaps, const Values& velocities, const Flags& open, const Bounds& bounds) const;

  // Future::time_left with the relative accelerations of flights. Negative if contacts separate while one of their gaps
  // is above `resolution` [m].
  Scalar time_with_forces(Values g, Values v, const Values& accelerations, const Future& future,
                          const Scalar& resolution) const;

 private:
  // Directions that repeat within this are the same: some hundred roundings of the recursion, which damps them. Real
  // eigenvalues that differ by less are not told from complex ones.
  static constexpr double same_direction = 1e-13;
  // Velocities of impacts are known to half of the digits or better, and kinematics must not have changed more.
  static constexpr double same_response = 1e-6;
  // Eigenvalues of almost the same size need many impacts to show a direction.
  static constexpr int longest_search = 20000;
  // Impacts in which all contacts of a sequence without a period are hit.
  static constexpr int longest_round = 200;

  // A state of the recursion without forces. Units are powers of two, which do not round.
  struct Present {
    Values g, v;
    int gap_exponent = 0;
    int velocity_exponent = 0;
    Scalar time = 0.0;  // [s]
    int last = -1;      // contact that was hit

    Scalar seconds(const Scalar& time_in_units) const {
      return scaled(time_in_units, gap_exponent - velocity_exponent);
    }
    Scalar metres(const Scalar& gap_in_units) const { return scaled(gap_in_units, gap_exponent); }
  };

  static Scalar scaled(const Scalar& x, int exponent) {
    using std::ldexp;
    return ldexp(x, exponent);
  }

  bool known(int c) const { return count_[static_cast<std::size_t>(c)] >= 2; }
  static bool in(const Flags& flags, int i) { return flags[static_cast<std::size_t>(i)]; }
  static Scalar size(const Values& x, const Flags& of);
  static Scalar difference(const Values& x, const Values& y, const Flags& of);

  // The contact that is hit next, after `flight` units of time; -1: none. Another one is hit after `second`.
  static int next(const Present& at, const Flags& open, Scalar& flight, int& second, Scalar& second_flight);
  void hit(Present& at, int c, const Scalar& flight) const;
  static void rescale(Present& at, const Flags& seen, Flags& open);
  // The period between two states that are the same but for their size.
  static void close_period(const Present& begin, const Present& end, const Flags& seen, const Flags& open,
                           Future& future);
  // The time up to which a gap first becomes zero with constant acceleration; infinity if it does not.
  static Scalar flight_time(const Scalar& gap, const Scalar& velocity, const Scalar& acceleration);

  Flags closed_{};
  std::array<int, static_cast<std::size_t>(Contacts)> count_{};  // impacts with the same response, up to 2
  std::array<Values, static_cast<std::size_t>(Contacts)> response_;
};

template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::note(const Flags& hit, const Flags& closed, const Values& before,
                                            const Values& after, const Scalar& tolerance) {
  if (closed != closed_) forget();
  closed_ = closed;
  if (std::count(hit.begin(), hit.end(), true) != 1) return;
  const auto k = static_cast<std::size_t>(std::find(hit.begin(), hit.end(), true) - hit.begin());
  const auto c = static_cast<int>(k);
  if (!(before(c) < -tolerance) || !(after(c) > tolerance)) return;
  const Values response = (after - before) / -before(c);
  const bool same = count_[k] > 0 && (response - response_[k]).cwiseAbs().maxCoeff() <= same_response;
  count_[k] = same ? 2 : 1;
  response_[k] = response;
}

template <int Contacts, class Scalar>
Scalar ImpactSequence<Contacts, Scalar>::size(const Values& x, const Flags& of) {
  using std::abs;
  Scalar largest = 0.0;
  for (int i = 0; i < Contacts; ++i) {
    if (in(of, i)) largest = std::max<Scalar>(largest, abs(x(i)));
  }
  return largest;
}

// Of the directions of x and y.
template <int Contacts, class Scalar>
Scalar ImpactSequence<Contacts, Scalar>::difference(const Values& x, const Values& y, const Flags& of) {
  const Scalar size_x = size(x, of), size_y = size(y, of);
  if (!(size_x > 0.0 && size_y > 0.0)) return std::numeric_limits<Scalar>::infinity();
  return size(x / size_x - y / size_y, of);
}

template <int Contacts, class Scalar>
int ImpactSequence<Contacts, Scalar>::next(const Present& at, const Flags& open, Scalar& flight, int& second,
                                           Scalar& second_flight) {
  int first = -1;
  second = -1;
  flight = second_flight = std::numeric_limits<Scalar>::infinity();
  for (int i = 0; i < Contacts; ++i) {
    if (!in(open, i) || !(at.v(i) < 0.0)) continue;
    const Scalar time = at.g(i) / -at.v(i);
    if (time < flight) {
      second = first;
      second_flight = flight;
      first = i;
      flight = time;
    } else if (time < second_flight) {
      second = i;
      second_flight = time;
    }
  }
  return first;
}

template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::hit(Present& at, int c, const Scalar& flight) const {
  for (int i = 0; i < Contacts; ++i) at.g(i) = std::max<Scalar>(at.g(i) + at.v(i) * flight, 0.0);
  at.g(c) = 0.0;
  const Scalar approach = -at.v(c);
  at.v += approach * response_[static_cast<std::size_t>(c)];
  at.time += at.seconds(flight);
  at.last = c;
}

// Contacts whose numbers would leave the range of the scalar are far from the scene, or leave it too fast.
template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::rescale(Present& at, const Flags& seen, Flags& open) {
  using std::abs;
  constexpr int shift = 40;
  constexpr double small = 0x1p-40, large = 0x1p200;
  const Scalar gap = size(at.g, seen), velocity = size(at.v, seen);
  if (gap > 0.0 && gap < small) {
    at.g /= small;
    at.gap_exponent -= shift;
  }
  if (velocity > 0.0 && velocity < small) {
    at.v /= small;
    at.velocity_exponent -= shift;
  }
  for (int i = 0; i < Contacts; ++i) {
    if (at.g(i) < large && abs(at.v(i)) < large) continue;
    open[static_cast<std::size_t>(i)] = false;
    at.g(i) = at.v(i) = 0.0;
  }
}

template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::close_period(const Present& begin, const Present& end, const Flags& seen,
                                                    const Flags& open, Future& future) {
  using std::abs;
  const Scalar velocity = size(end.v, seen);
  const Scalar lambda = scaled(velocity / size(begin.v, seen), end.velocity_exponent - begin.velocity_exponent);
  const Scalar rho = scaled(size(end.g, seen) / size(begin.g, seen), end.gap_exponent - begin.gap_exponent);
  const Scalar ratio = rho / lambda;
  future.takes_part = seen;
  future.velocity_ratio = lambda;
  future.gap_ratio = rho;
  if (!(lambda < 1.0 && ratio < 1.0)) {
    future.course = Course::finite;
    return;
  }
  const Scalar tail = (end.time - begin.time) * ratio / (1 - ratio);
  future.time_left = end.time + tail;
  // The other contacts must not be hit before the end. Impacts change their velocities by some of those that are left.
  future.course = Course::infinite;
  for (int i = 0; i < Contacts; ++i) {
    if (!in(open, i) || in(seen, i)) continue;
    const Scalar fastest = abs(end.v(i)) + 10 * velocity;
    if (!(end.seconds(end.g(i) / fastest) > tail)) future.course = Course::undecided;
  }
}

template <int Contacts, class Scalar>
typename ImpactSequence<Contacts, Scalar>::Future ImpactSequence<Contacts, Scalar>::without_forces(
    const Values& gaps, const Values& velocities, const Flags& open, const Bounds& bounds) const {
  Future future;
  Present at{gaps, velocities};
  Present mark = at;
  Flags can_be_hit = open;
  Flags seen{}, ever{};
  int marked = 0;
  for (int count = 1; count <= longest_search; ++count) {
    Scalar flight, second_flight;
    int second;
    const int c = next(at, can_be_hit, flight, second, second_flight);
    if (c < 0) {
      future.course = Course::finite;
      return future;
    }
    if (!known(c)) return future;
    if (count == 1) future.next_gap = at.g(c);
    const bool together = second >= 0 && second_flight <= flight * (1 + Scalar(same_direction));
    if (together && response_[static_cast<std::size_t>(c)](second) != 0.0) {
      future.course = Course::undecided;
      return future;
    }
    hit(at, c, flight);
    seen[static_cast<std::size_t>(c)] = ever[static_cast<std::size_t>(c)] = true;
    future.largest_gap = std::max<Scalar>(future.largest_gap, at.metres(size(at.g, ever)));
    if (future.largest_gap > bounds.interest) return future;
    if (c == mark.last && difference(at.g, mark.g, seen) <= same_direction &&
        difference(at.v, mark.v, seen) <= same_direction) {
      future.period = count - marked;
      close_period(mark, at, seen, can_be_hit, future);
      if (seen != ever) future.course = Course::undecided;
      return future;
    }
    if (2 * count >= 3 * marked && at.metres(size(at.g, seen)) <= bounds.gap &&
        scaled(size(at.v, seen), at.velocity_exponent) <= bounds.velocity) {
      future.course = seen != ever ? Course::undecided : Course::infinite;
      future.takes_part = seen;
      future.time_left = at.time;
      return future;
    }
    rescale(at, seen, can_be_hit);
    if (count >= 2 * marked && count >= 4) {
      mark = at;
      marked = count;
      seen = {};
    }
  }
  future.course = Course::undecided;
  return future;
}

template <int Contacts, class Scalar>
Scalar ImpactSequence<Contacts, Scalar>::flight_time(const Scalar& gap, const Scalar& velocity,
                                                     const Scalar& acceleration) {
  using std::sqrt;
  const Scalar discriminant = velocity * velocity - 2 * acceleration * gap;
  if (discriminant >= 0.0) {
    if (velocity < 0.0) return 2 * gap / (sqrt(discriminant) - velocity);
    if (acceleration < 0.0) return (velocity + sqrt(discriminant)) / -acceleration;
  }
  return std::numeric_limits<Scalar>::infinity();
}

template <int Contacts, class Scalar>
Scalar ImpactSequence<Contacts, Scalar>::time_with_forces(Values g, Values v, const Values& accelerations,
                                                          const Future& future, const Scalar& resolution) const {
  Scalar time = 0.0;
  for (int count = 0, without_growth = 0; count < longest_search; ++count) {
    int c = -1;
    Scalar flight = std::numeric_limits<Scalar>::infinity();
    for (int i = 0; i < Contacts; ++i) {
      if (!in(future.takes_part, i)) continue;
      const Scalar of_contact = flight_time(g(i), v(i), accelerations(i));
      if (!(of_contact < flight)) continue;
      c = i;
      flight = of_contact;
    }
    if (c < 0) return size(g, future.takes_part) > resolution ? Scalar(-1.0) : time;
    // A whole period no longer adds to the time.
    without_growth = time + flight > time ? 0 : without_growth + 1;
    if (without_growth > (future.period > 0 ? future.period : longest_round)) return time;
    time += flight;
    for (int i = 0; i < Contacts; ++i) {
      g(i) = std::max<Scalar>(g(i) + flight * (v(i) + flight * accelerations(i) / 2), 0.0);
    }
    v += flight * accelerations;
    g(c) = 0.0;
    const Scalar approach = std::max<Scalar>(-v(c), 0.0);
    v += approach * response_[static_cast<std::size_t>(c)];
  }
  return -1.0;
}

}  // namespace nsdbench
