// Impacts of several contacts in turns: whether there will be infinitely many in finite time, and when they end.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "solvers/integration/event_driven/impact_responses.hpp"
#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

// Bodies that hit each other in turns (a ball between a wall and a hammer, balls in a row, corners of a face) can make
// infinitely many impacts in finite time although no force presses them together.
//
// Near the limit the kinematics are constant, and the motion is a recursion of gaps g and their rates v:
//   flight  g <- g + v s + a s^2 / 2,  v <- v + a s      up to the first g_c = 0
//   impact  v <- v - v_c R_c                             (ImpactResponses)
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
// At the limit all relative normal velocities of the contacts concerned are zero. Without friction that determines the
// velocities of all bodies, since percussions act in the directions of these contacts only: what is orthogonal to them
// in the metric of M is not changed by any impact. With friction it does not, and where a slip stops, impacts do
// something else from then on, with gaps far below rounding. The impacts that are left are therefore made one by one
// (follow): they need velocities and the ratios of gaps only. Positions come from the projection of the present state
// to closed contacts, and up to the limit gaps are then wrong by what they still have.
template <int Contacts, class Scalar>
class ImpactSequence {
 public:
  using Values = typename ImpactResponses<Contacts, Scalar>::Values;
  using Flags = typename ImpactResponses<Contacts, Scalar>::Flags;

  // How a sequence of impacts goes on.
  enum class Course : std::uint8_t {
    infinite,   // in finite time
    finite,     // contacts separate, or do not come to rest
    undecided,  // a contact will be hit only for some time, or no end is seen
    unknown     // gaps are large, or contacts are hit whose impacts are not known
  };
  // What comes of a sequence of impacts.
  struct Future {
    Course course = Course::unknown;
    Scalar next_gap = std::numeric_limits<Scalar>::infinity();  // of the contact that is hit next [m]
    bool is_open() const { return course == Course::undecided || course == Course::unknown; }
    Scalar time_left = 0.0;    // up to the last impact [s]
    Scalar largest_gap = 0.0;  // of the contacts that take part, up to then [m]
    Flags takes_part{};        // contacts that are hit again and again
    int period = 0;            // impacts after which the sequence repeats; 0: it has none
    Scalar same_flight = 0.0;  // flights that gaps do not tell apart differ by this part
  };

  // What the impacts do: to be noted, or forgotten, as they come.
  ImpactResponses<Contacts, Scalar>& responses() { return responses_; }

  // Impacts after which the search for an end is given up. Eigenvalues of almost the same size need many impacts to
  // show a direction.
  static constexpr int longest_search = 20000;

  // Gaps [m] and velocities [m/s].
  struct Bounds {
    Scalar interest;       // unknown as soon as contacts that are hit have gaps above this
    Scalar gap, velocity;  // at rest below these
    Scalar same;           // gaps that differ by this are not told apart
  };
  // What becomes of contacts with these gaps and velocities, if those `open` can be hit. Largest gaps are found up to
  // where the search ends.
  Future without_forces(const Values& gaps, const Values& velocities, const Flags& open, const Bounds& bounds) const;

  // Gives an infinite sequence the time that it has left with the relative accelerations of flights. It becomes finite
  // if contacts separate while one of their gaps is above `resolution` [m].
  void add_forces(const Values& gaps, const Values& velocities, const Values& accelerations, const Scalar& resolution,
                  Future& future) const;

  // Makes the impacts of an infinite sequence that are left, in their order, until its contacts are slower than
  // `at_rest` [m/s]. `strike(hit, v)` makes one on the contacts `hit` and gives v [m/s] after it; it may refuse. Other
  // than the responses that were noted it may change on the way, as friction does where a slip stops. False if it has
  // refused, or if contacts separate.
  template <class Strike>
  bool follow(const Values& gaps, const Values& velocities, const Future& future, const Scalar& at_rest,
              Strike strike) const;

 private:
  // Directions that repeat within this are the same: some hundred roundings of the recursion, which damps them. Real
  // eigenvalues that differ by less are not told from complex ones.
  static constexpr double same_direction = 1e-13;
  // Impacts in which all contacts of a sequence without a period are hit.
  static constexpr int longest_round = 200;

  // A state of the recursion without forces. Units are powers of two, which do not round.
  struct Present {
    Values g, v;
    int gap_exponent = 0;
    int velocity_exponent = 0;
    Scalar time = 0.0;  // [s]
    Flags last{};       // contacts that were hit last
    // Since the beginning of what may be a period: contacts that were hit, and the sum of all changes of v, each taken
    // as positive.
    Flags seen{};
    Values changes = Values::Zero();

    Scalar seconds(const Scalar& time_in_units) const {
      return scaled(time_in_units, gap_exponent - velocity_exponent);
    }
    Scalar metres(const Scalar& gap_in_units) const { return scaled(gap_in_units, gap_exponent); }
  };

  static Scalar scaled(const Scalar& x, int exponent) {
    using std::ldexp;
    return ldexp(x, exponent);
  }

  // The contacts that are hit next, all at once, after `flight` units of time.
  struct Hit {
    Flags contacts{};
    int first = -1;  // one of them; -1: none is hit
    Scalar flight = std::numeric_limits<Scalar>::infinity();
  };

  static Scalar size(const Values& x, const Flags& of) { return largest_of<Contacts, Scalar>(x, of); }
  static bool in(const Flags& flags, int i) { return flags[static_cast<std::size_t>(i)]; }
  static Scalar difference(const Values& x, const Values& y, const Flags& of);

  // The next impact, if flight_of(i) is the time up to that of contact i; infinity: none.
  template <class FlightOf>
  static Hit next(const Flags& open, FlightOf flight_of, const Scalar& same_flight);
  // The same, with flights that gaps do not tell apart taken as one if impacts are known only then.
  template <class FlightOf>
  Hit next_known(const Present& at, const Flags& open, FlightOf flight_of, const Future& future) const {
    const Hit hit = next(open, flight_of, same_direction);
    return hit.first < 0 || responses_.known(hit.contacts, at.v) ? hit : next(open, flight_of, future.same_flight);
  }
  void strike(Present& at, const Hit& hit) const;
  static void rescale(Present& at, Flags& open);
  static bool repeats(const Present& mark, const Present& at);
  static bool rests(const Present& at, const Bounds& bounds);
  // Whether times shrink, so that the end is near: the impacts since the mark, half as many as those before it or more,
  // took less than half of their time. Equal times take as much, growing ones more.
  static bool soon(const Present& mark, const Present& at) { return 2 * (at.time - mark.time) < mark.time; }
  // Whether a contact that takes no part may be hit before the end, which without a period is known to its distance
  // only.
  static bool hits_another(const Present& at, const Flags& open);
  // The period between two states that are the same but for their size.
  static void close_period(const Present& begin, const Present& end, const Flags& open, Future& future);
  // The time up to which a gap first becomes zero with constant acceleration; infinity if it does not.
  static Scalar flight_time(const Scalar& gap, const Scalar& velocity, const Scalar& acceleration);

  ImpactResponses<Contacts, Scalar> responses_;
};

// Of the directions of x and y.
template <int Contacts, class Scalar>
Scalar ImpactSequence<Contacts, Scalar>::difference(const Values& x, const Values& y, const Flags& of) {
  const Scalar size_x = size(x, of), size_y = size(y, of);
  if (!(size_x > 0.0 && size_y > 0.0)) return std::numeric_limits<Scalar>::infinity();
  return size(x / size_x - y / size_y, of);
}

template <int Contacts, class Scalar>
template <class FlightOf>
typename ImpactSequence<Contacts, Scalar>::Hit ImpactSequence<Contacts, Scalar>::next(const Flags& open,
                                                                                      FlightOf flight_of,
                                                                                      const Scalar& same_flight) {
  Hit hit;
  Values flights;
  for (int i = 0; i < Contacts; ++i) {
    flights(i) = in(open, i) ? flight_of(i) : std::numeric_limits<Scalar>::infinity();
    if (!(flights(i) < hit.flight)) continue;
    hit.first = i;
    hit.flight = flights(i);
  }
  for (int i = 0; i < Contacts && hit.first >= 0; ++i) {
    hit.contacts[static_cast<std::size_t>(i)] = flights(i) <= hit.flight * (1 + same_flight);
  }
  return hit;
}

template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::strike(Present& at, const Hit& hit) const {
  const Values change = responses_.change(hit.contacts, at.v);
  at.v += change;
  at.changes += change.cwiseAbs();
  for (int c = 0; c < Contacts; ++c) {
    if (!in(hit.contacts, c)) continue;
    at.g(c) = 0.0;
    at.seen[static_cast<std::size_t>(c)] = true;
  }
  at.last = hit.contacts;
}

// Contacts whose numbers would leave the range of the scalar are far from the scene, or leave it too fast.
template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::rescale(Present& at, Flags& open) {
  using std::abs;
  constexpr int shift = 40;
  constexpr double small = 0x1p-40, large = 0x1p200;
  const Scalar gap = size(at.g, at.seen), velocity = size(at.v, at.seen);
  if (gap > 0.0 && gap < small) {
    at.g /= small;
    at.gap_exponent -= shift;
  }
  if (velocity > 0.0 && velocity < small) {
    at.v /= small;
    at.changes /= small;
    at.velocity_exponent -= shift;
  }
  for (int i = 0; i < Contacts; ++i) {
    if (at.g(i) < large && abs(at.v(i)) < large) continue;
    open[static_cast<std::size_t>(i)] = false;
    at.g(i) = at.v(i) = at.changes(i) = 0.0;
  }
}

template <int Contacts, class Scalar>
bool ImpactSequence<Contacts, Scalar>::repeats(const Present& mark, const Present& at) {
  return at.last == mark.last && difference(at.g, mark.g, at.seen) <= same_direction &&
         difference(at.v, mark.v, at.seen) <= same_direction;
}

template <int Contacts, class Scalar>
bool ImpactSequence<Contacts, Scalar>::rests(const Present& at, const Bounds& bounds) {
  return at.metres(size(at.g, at.seen)) <= bounds.gap &&
         scaled(size(at.v, at.seen), at.velocity_exponent) <= bounds.velocity;
}

template <int Contacts, class Scalar>
bool ImpactSequence<Contacts, Scalar>::hits_another(const Present& at, const Flags& open) {
  for (int i = 0; i < Contacts; ++i) {
    if (in(open, i) && !in(at.seen, i) && at.seconds(flight_time(at.g(i), at.v(i), 0.0)) <= at.time) return true;
  }
  return false;
}

template <int Contacts, class Scalar>
void ImpactSequence<Contacts, Scalar>::close_period(const Present& begin, const Present& end, const Flags& open,
                                                    Future& future) {
  using std::abs;
  const Flags& seen = end.seen;
  const Scalar lambda =
      scaled(size(end.v, seen) / size(begin.v, seen), end.velocity_exponent - begin.velocity_exponent);
  const Scalar rho = scaled(size(end.g, seen) / size(begin.g, seen), end.gap_exponent - begin.gap_exponent);
  const Scalar ratio = rho / lambda;
  future.takes_part = seen;
  if (!(lambda < 1.0 && ratio < 1.0)) {
    future.course = Course::finite;
    return;
  }
  const Scalar tail = (end.time - begin.time) * ratio / (1 - ratio);
  future.time_left = end.time + tail;
  // The other contacts must not be hit before the end. All impacts to come change their velocities by no more than
  // those of this period have, times lambda + lambda^2 + ...
  future.course = Course::infinite;
  for (int i = 0; i < Contacts; ++i) {
    if (!in(open, i) || in(seen, i)) continue;
    const Scalar fastest = abs(end.v(i)) + lambda / (1 - lambda) * end.changes(i);
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
  Flags ever{};
  int marked = 0;
  for (int count = 1; count <= longest_search; ++count) {
    const auto flight = [&](int i) { return flight_time(at.g(i), at.v(i), 0.0); };
    if (count == 1) {
      const int first = next(open, flight, 0.0).first;
      if (first >= 0) future.next_gap = gaps(first);
      future.same_flight = bounds.same / (bounds.same + future.next_gap);
    }
    const Hit hit = next_known(at, can_be_hit, flight, future);
    if (hit.first < 0) {
      future.course = Course::finite;
      return future;
    }
    if (!responses_.known(hit.contacts, at.v)) return future;
    at.time += at.seconds(hit.flight);
    at.g = (at.g + hit.flight * at.v).cwiseMax(Scalar(0.0));
    strike(at, hit);
    for (std::size_t k = 0; k < ever.size(); ++k) ever[k] = ever[k] || hit.contacts[k];
    future.largest_gap = std::max<Scalar>({future.largest_gap, size(gaps, ever), at.metres(size(at.g, ever))});
    if (future.largest_gap > bounds.interest) return future;
    if (repeats(mark, at)) {
      future.period = count - marked;
      close_period(mark, at, can_be_hit, future);
      if (at.seen != ever) break;
      return future;
    }
    if (2 * count >= 3 * marked && rests(at, bounds) && soon(mark, at) && !hits_another(at, can_be_hit)) {
      if (at.seen != ever) break;
      future.course = Course::infinite;
      future.takes_part = at.seen;
      future.time_left = at.time;
      return future;
    }
    rescale(at, can_be_hit);
    if (count >= 2 * marked && count >= 4) {
      at.seen = {};
      at.changes.setZero();
      mark = at;
      marked = count;
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
void ImpactSequence<Contacts, Scalar>::add_forces(const Values& gaps, const Values& velocities,
                                                  const Values& accelerations, const Scalar& resolution,
                                                  Future& future) const {
  Present at{gaps, velocities};
  // Several impacts of a period may be at one instant.
  const int round = future.period > 0 ? Contacts * future.period : longest_round;
  for (int count = 0, without_growth = 0; count < longest_search; ++count) {
    const auto flight = [&](int i) { return flight_time(at.g(i), at.v(i), accelerations(i)); };
    const Hit hit = next_known(at, future.takes_part, flight, future);
    if (hit.first < 0) {
      if (size(at.g, future.takes_part) > resolution) break;
      future.time_left = at.time;
      return;
    }
    without_growth = at.time + hit.flight > at.time ? 0 : without_growth + 1;
    if (without_growth > round) {
      future.time_left = at.time;
      return;
    }
    at.time += hit.flight;
    at.g = (at.g + hit.flight * (at.v + hit.flight / 2 * accelerations)).cwiseMax(Scalar(0.0));
    at.v += hit.flight * accelerations;
    if (!responses_.known(hit.contacts, at.v)) {
      future.course = Course::unknown;
      return;
    }
    strike(at, hit);
  }
  future.course = Course::finite;
}

template <int Contacts, class Scalar>
template <class Strike>
bool ImpactSequence<Contacts, Scalar>::follow(const Values& gaps, const Values& velocities, const Future& future,
                                              const Scalar& at_rest, Strike strike) const {
  // Gaps in units that follow their size; velocities in m/s.
  Present at{gaps, velocities};
  Flags open = future.takes_part;
  for (int count = 0; count < longest_search; ++count) {
    if (size(at.v, future.takes_part) <= at_rest) return true;
    const auto flight = [&](int i) { return flight_time(at.g(i), at.v(i), 0.0); };
    const Hit hit = next_known(at, open, flight, future);
    if (hit.first < 0) return false;
    at.g = (at.g + hit.flight * at.v).cwiseMax(Scalar(0.0));
    for (int c = 0; c < Contacts; ++c) {
      if (in(hit.contacts, c)) at.g(c) = 0.0;
    }
    if (!strike(hit.contacts, at.v)) return false;
    const Scalar gap = size(at.g, future.takes_part);
    constexpr double small = 0x1p-40;
    if (gap > 0.0 && gap < small) at.g /= small;
  }
  return false;
}

}  // namespace nsdbench
