// What impacts do to the relative velocities of the contacts: read off the impacts themselves, so that later ones are
// known before they happen.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "solvers/linear_algebra/matrix.hpp"

namespace nsdbench {

// The largest |x_i| of a set of contacts.
template <int Contacts, class Scalar>
Scalar largest_of(const Vector<Contacts, Scalar>& x, const std::array<bool, static_cast<std::size_t>(Contacts)>& of) {
  using std::abs;
  Scalar largest = 0.0;
  for (int i = 0; i < Contacts; ++i) {
    if (of[static_cast<std::size_t>(i)]) largest = std::max<Scalar>(largest, abs(x(i)));
  }
  return largest;
}

// While the kinematics are constant and the same contacts are closed, an impact on contact c alone changes the normal
// velocities by
//   v <- v - v_c R_c,   R_c = W^T M^-1 p_c
// with p_c the percussion for v_c = -1 m/s, reactions of closed contacts and friction of those that go on sliding
// included. Contacts that are hit at the same instant have one impact each, in any order, if none has a part in the
// percussion of another. Otherwise they have a common response to velocities v_c in the same proportion, as those of a
// row that is its own mirror image. A response is known once it has been the same twice.
template <int Contacts, class Scalar>
class ImpactResponses {
 public:
  using Values = Vector<Contacts, Scalar>;
  using Flags = std::array<bool, static_cast<std::size_t>(Contacts)>;

  void forget() { *this = {}; }

  // The contacts that are closed during the impacts to be noted. With others, impacts do something else.
  void set_closed(const Flags& closed) {
    if (closed != closed_) forget();
    closed_ = closed;
  }

  // An impact on contact `hit` alone, with normal velocities before and after it; those up to `tolerance` [m/s] count
  // as zero.
  void note(int hit, const Values& before, const Values& after, const Scalar& tolerance);
  // One on several contacts at once, which depend on each other.
  void note_together(const Flags& hit, const Values& before, const Values& after, const Scalar& tolerance);

  // Whether `change`, of the velocity of one contact in the impact of another one that closes with `approach`, is no
  // more than rounding.
  static bool spares(const Scalar& change, const Scalar& approach) {
    using std::abs;
    return abs(change) <= 64 * std::numeric_limits<Scalar>::epsilon() * abs(approach);
  }

  // Whether it is known what happens if these contacts are hit at once, with velocities v.
  bool known(const Flags& hit, const Values& v) const { return each_alone(hit) || together(hit, v) != together_.end(); }
  // What it changes of all velocities, if it is known.
  Values change(const Flags& hit, const Values& v) const;

 private:
  // Velocities of impacts are known to half of the digits or better, and kinematics must not have changed more.
  static constexpr double same_response = 1e-6;

  struct Alone {
    int count = 0;  // impacts with the same response, up to 2
    Values response = Values::Zero();
  };
  struct Together {
    int count = 0;
    Flags contacts{};
    Values approach = Values::Zero();  // the largest -v_c is 1
    Values response = Values::Zero();
  };
  using Sets = std::array<Together, 4>;

  static Scalar difference(const Values& x, const Values& y) { return (x - y).cwiseAbs().maxCoeff(); }
  static bool in(const Flags& flags, int i) { return flags[static_cast<std::size_t>(i)]; }
  const Alone& alone(int i) const { return alone_[static_cast<std::size_t>(i)]; }

  // Whether each of these contacts has its known impact alone.
  bool each_alone(const Flags& hit) const;
  // The last place of the same contacts with velocities in the same proportion.
  typename Sets::const_iterator find(const Flags& hit, const Values& v) const;
  typename Sets::const_iterator together(const Flags& hit, const Values& v) const {
    const auto found = find(hit, v);
    return found != together_.end() && found->count == 2 ? found : together_.end();
  }

  Flags closed_{};
  std::array<Alone, static_cast<std::size_t>(Contacts)> alone_{};
  Sets together_{};         // the last ones
  std::size_t oldest_ = 0;  // of them
};

template <int Contacts, class Scalar>
void ImpactResponses<Contacts, Scalar>::note(int hit, const Values& before, const Values& after,
                                             const Scalar& tolerance) {
  if (!(before(hit) < -tolerance) || !(after(hit) > tolerance)) return;
  Alone& known = alone_[static_cast<std::size_t>(hit)];
  const Values response = (after - before) / -before(hit);
  const bool again = known.count > 0 && difference(response, known.response) <= same_response;
  known = {again ? 2 : 1, response};
}

template <int Contacts, class Scalar>
void ImpactResponses<Contacts, Scalar>::note_together(const Flags& hit, const Values& before, const Values& after,
                                                      const Scalar& tolerance) {
  for (int i = 0; i < Contacts; ++i) {
    if (in(hit, i) && (!(before(i) < -tolerance) || !(after(i) > tolerance))) return;
  }
  const Scalar fastest = largest_of<Contacts, Scalar>(before, hit);
  const Values response = (after - before) / fastest;
  const auto found = find(hit, before);
  const bool again = found != together_.end() && difference(response, found->response) <= same_response;
  std::size_t place = oldest_;
  if (found != together_.end()) {
    place = static_cast<std::size_t>(found - together_.begin());
  } else {
    oldest_ = (oldest_ + 1) % together_.size();
  }
  together_[place] = {again ? 2 : 1, hit, -before / fastest, response};
}

template <int Contacts, class Scalar>
bool ImpactResponses<Contacts, Scalar>::each_alone(const Flags& hit) const {
  for (int i = 0; i < Contacts; ++i) {
    if (!in(hit, i)) continue;
    if (alone(i).count < 2) return false;
    for (int j = 0; j < Contacts; ++j) {
      if (i != j && in(hit, j) && !spares(alone(i).response(j), 1.0)) return false;
    }
  }
  return true;
}

template <int Contacts, class Scalar>
typename ImpactResponses<Contacts, Scalar>::Sets::const_iterator ImpactResponses<Contacts, Scalar>::find(
    const Flags& hit, const Values& v) const {
  const Scalar fastest = largest_of<Contacts, Scalar>(v, hit);
  return std::find_if(together_.begin(), together_.end(), [&](const Together& set) {
    return set.count > 0 && set.contacts == hit &&
           largest_of<Contacts, Scalar>(v / fastest + set.approach, hit) <= same_response;
  });
}

template <int Contacts, class Scalar>
typename ImpactResponses<Contacts, Scalar>::Values ImpactResponses<Contacts, Scalar>::change(const Flags& hit,
                                                                                             const Values& v) const {
  if (!each_alone(hit)) return largest_of<Contacts, Scalar>(v, hit) * together(hit, v)->response;
  Values change = Values::Zero();
  for (int c = 0; c < Contacts; ++c) {
    if (in(hit, c)) change += std::max<Scalar>(-v(c), 0.0) * alone(c).response;
  }
  return change;
}

}  // namespace nsdbench
