// A row of balls, with or without a wall at its beginning, and a recursion of its impacts that shares nothing with the
// integrators: flights in closed form, impacts by Newton's law over the contacts in touch, in any number of digits.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace nsdbench::testing {

// Contact 0 is that of the wall at x = 0 and ball 0, if there is a wall; contact i that of the balls i - 1 and i.
// Positions are measured such that gaps are x_0 and x_i - x_(i-1).
struct BallRow {
  std::vector<double> mass;
  std::vector<double> position;
  std::vector<double> velocity;
  std::vector<double> restitution;  // of the contacts; the first one is not used without a wall
  bool wall = false;
  double gravity = 0.0;  // [m/s^2] towards the wall if not negative

  int balls() const { return static_cast<int>(mass.size()); }
  int first_contact() const { return wall ? 0 : 1; }
};

template <class T>
class RowRecursion {
 public:
  explicit RowRecursion(const BallRow& row)
      : row_(row), x_(row.position.begin(), row.position.end()), u_(row.velocity.begin(), row.velocity.end()) {
    const auto n = static_cast<std::size_t>(row.balls());
    g_.resize(n);
    v_.resize(n);
    closed_.assign(n, false);
    last_hit_.assign(n, -1);
    for (int i = row.first_contact(); i < row.balls(); ++i) {
      at(g_, i) = i == 0 ? at(x_, 0) : T(at(x_, i) - at(x_, i - 1));
      at(v_, i) = i == 0 ? at(u_, 0) : T(at(u_, i) - at(u_, i - 1));
    }
  }

  struct Accumulation {
    T time;
    std::vector<int> contacts;
  };

  const T& time() const { return t_; }
  const std::vector<T>& positions() const { return x_; }
  const std::vector<T>& velocities() const { return u_; }
  const std::vector<Accumulation>& accumulations() const { return accumulations_; }
  int impacts() const { return impacts_; }
  // An impact that hits two contacts of one body, or of bodies in touch, at once: the recursion has no law for that.
  bool tied() const { return tied_; }

  // The time of the next impact, if there is one.
  std::optional<T> next() {
    hit_ = -1;
    std::optional<T> first;
    for (int i = row_.first_contact(); i < row_.balls(); ++i) {
      if (at(closed_, i)) continue;
      const std::optional<T> flight = flight_time(i);
      if (!flight) continue;
      if (!first || *flight < *first) {
        first = flight;
        hit_ = i;
      }
    }
    if (first) *first += t_;
    return first;
  }

  // Without impacts up to then.
  void fly_to(const T& time) { fly(time - t_); }

  // Flies to the next impact, which next() has found, and passes it.
  void impact() {
    fly(*flight_time(hit_));
    at(g_, hit_) = 0;
    solve(hit_);
    at(last_hit_, hit_) = impacts_++;
    if (at(row_.restitution, hit_) == 0.0) close({hit_});
    note_accumulation();
  }

 private:
  template <class Container>
  static auto& at(Container& values, int i) {
    return values[static_cast<std::size_t>(i)];
  }
  template <class Container>
  static const auto& at(const Container& values, int i) {
    return values[static_cast<std::size_t>(i)];
  }
  using Flags = std::vector<char>;

  T acceleration(int ball) const {
    bool held = row_.wall && row_.gravity >= 0.0;
    for (int i = 0; i <= ball && held; ++i) held = at(closed_, i);
    return held ? T(0) : T(-row_.gravity);
  }
  T relative_acceleration(int i) const { return i == 0 ? acceleration(0) : T(acceleration(i) - acceleration(i - 1)); }

  std::optional<T> flight_time(int i) const {
    using std::sqrt;
    const T& g = at(g_, i);
    const T& v = at(v_, i);
    const T a = relative_acceleration(i);
    if (a == 0) return v < 0 ? std::optional<T>(g / -v) : std::nullopt;  // roots of 50 digits take long
    const T discriminant = v * v - 2 * a * g;
    if (discriminant < 0) return std::nullopt;
    if (v < 0) return T(2 * g / (sqrt(discriminant) - v));
    if (a < 0) return T((v + sqrt(discriminant)) / -a);
    return std::nullopt;
  }

  void fly(const T& s) {
    for (int i = row_.first_contact(); i < row_.balls(); ++i) {
      if (at(closed_, i)) continue;
      const T a = relative_acceleration(i);
      at(g_, i) += s * (at(v_, i) + s * a / 2);
      at(v_, i) += s * a;
    }
    for (int b = 0; b < row_.balls(); ++b) {
      const T a = acceleration(b);
      at(x_, b) += s * (at(u_, b) + s * a / 2);
      at(u_, b) += s * a;
    }
    t_ += s;
  }

  // Newton's law on contact c, with those closed contacts that touch it directly or over others: percussions of a row
  // are never negative, so that these stay closed.
  void solve(int c) {
    int begin = c, end = c;
    while (begin > row_.first_contact() && at(closed_, begin - 1)) --begin;
    while (end + 1 < row_.balls() && at(closed_, end + 1)) ++end;
    // Tridiagonal equations for the percussions of contacts begin ... end.
    const int n = end - begin + 1;
    std::vector<T> diagonal, right, off;
    for (int i = begin; i <= end; ++i) {
      diagonal.push_back(mobility(i - 1) + mobility(i));
      off.push_back(-mobility(i));
      right.push_back(i == c ? T(-(1 + T(at(row_.restitution, c))) * at(v_, c)) : T(0));
    }
    for (int k = 1; k < n; ++k) {
      const T factor = at(off, k - 1) / at(diagonal, k - 1);
      at(diagonal, k) -= factor * at(off, k - 1);
      at(right, k) -= factor * at(right, k - 1);
    }
    for (int k = n - 1; k >= 0; --k) {
      if (k + 1 < n) at(right, k) -= at(off, k) * at(right, k + 1);
      at(right, k) /= at(diagonal, k);
    }
    const T approach = at(v_, c);
    for (int i = begin; i <= end; ++i) {
      const T& percussion = at(right, i - begin);
      if (i > 0) at(u_, i - 1) -= percussion * mobility(i - 1);
      at(u_, i) += percussion * mobility(i);
      if (i - 1 >= row_.first_contact()) at(v_, i - 1) -= percussion * mobility(i - 1);
      if (i + 1 < row_.balls()) at(v_, i + 1) -= percussion * mobility(i);
    }
    for (int i = begin; i <= end; ++i) at(v_, i) = i == c ? T(-T(at(row_.restitution, c)) * approach) : T(0);
    for (int i = row_.first_contact(); i < row_.balls(); ++i) {
      const bool touches = i == begin - 1 || i == end + 1;
      if (touches && at(g_, i) <= 0 && at(v_, i) < 0) tied_ = true;
    }
  }
  T mobility(int ball) const { return ball < 0 ? T(0) : T(1 / T(at(row_.mass, ball))); }

  // The contacts stay closed: the bodies that they join have one velocity, that of the wall or of their momentum, and
  // what is left of the gaps between them is shared out likewise.
  void close(const std::vector<int>& contacts) {
    for (const int i : contacts) {
      at(closed_, i) = true;
      at(g_, i) = at(v_, i) = 0;
    }
    for (int begin = 0; begin < row_.balls();) {
      int end = begin + 1;
      while (end < row_.balls() && at(closed_, end)) ++end;
      T mass = 0, momentum = 0, moment = 0;
      for (int b = begin; b < end; ++b) {
        mass += T(at(row_.mass, b));
        momentum += T(at(row_.mass, b)) * at(u_, b);
        moment += T(at(row_.mass, b)) * at(x_, b);
      }
      const bool held = begin == 0 && row_.wall && at(closed_, 0);
      for (int b = begin; b < end && end > begin + (held ? 0 : 1); ++b) {
        at(u_, b) = held ? T(0) : T(momentum / mass);
        at(x_, b) = held ? T(0) : T(moment / mass);
      }
      begin = end;
    }
    for (int i = row_.first_contact(); i < row_.balls(); ++i) {
      if (!at(closed_, i)) at(v_, i) = i == 0 ? at(u_, 0) : T(at(u_, i) - at(u_, i - 1));
    }
  }

  // The contacts of the last 100 impacts have gaps and velocities below 1e-20: the rest of the impacts takes no time.
  void note_accumulation() {
    if (impacts_ < 20) return;
    std::vector<int> contacts;
    for (int i = row_.first_contact(); i < row_.balls(); ++i) {
      if (at(closed_, i) || at(last_hit_, i) < 0 || impacts_ - at(last_hit_, i) > 100) continue;
      if (at(g_, i) > 1e-20 || at(v_, i) > 1e-20 || at(v_, i) < -1e-20) return;
      contacts.push_back(i);
    }
    if (contacts.empty()) return;
    accumulations_.push_back({t_, contacts});
    close(contacts);
  }

  BallRow row_;
  T t_ = 0;
  std::vector<T> x_, u_;  // of the balls
  std::vector<T> g_, v_;  // gaps and their rates: those of contacts that come together keep their digits
  Flags closed_;
  std::vector<int> last_hit_;
  int hit_ = -1;
  int impacts_ = 0;
  bool tied_ = false;
  std::vector<Accumulation> accumulations_;
};

}  // namespace nsdbench::testing
