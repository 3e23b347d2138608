// One projected step of two contacts that share no moving body, number by number as for one contact, but with two
// numbers in each operation: every processor of this kind has such operations, and rounds them in the same way. Only the
// sign of a velocity that is zero may differ.
#pragma once

#include <cstddef>
#include <cstring>

#include "solvers/contact/round_bodies/round_contact_problem.hpp"

namespace nsdbench {

// One number of each of the two contacts.
using Two [[gnu::vector_size(16)]] = double;

struct PairChange {
  Two normal = {0.0, 0.0};
  Two tangential = {0.0, 0.0};
  Two inverse_mass = {0.0, 0.0};  // G_NN
};

namespace relax_pair_detail {

using Integers [[gnu::vector_size(16)]] = long long;

// Two numbers that stand side by side in an object, at the offset of the first one.
template <class Object>
Two load(const Object& object, std::size_t offset) {
  Two two;
  std::memcpy(&two, reinterpret_cast<const char*>(&object) + offset, sizeof two);
  return two;
}
template <class Object>
void store(Object& object, std::size_t offset, const Two& two) {
  std::memcpy(reinterpret_cast<char*>(&object) + offset, &two, sizeof two);
}

constexpr std::size_t speed = offsetof(RoundBody, vx);         // vx, vy
constexpr std::size_t surface = offsetof(RoundBody, surface);  // surface, inverse_mass
constexpr std::size_t constants = offsetof(RoundContact, constant_n);
constexpr std::size_t percussions = offsetof(RoundContact, percussion_n);
static_assert(offsetof(RoundBody, vy) == speed + sizeof(double));
static_assert(offsetof(RoundBody, inverse_mass) == surface + sizeof(double));
static_assert(offsetof(RoundContact, constant_t) == constants + sizeof(double));
static_assert(offsetof(RoundContact, percussion_t) == percussions + sizeof(double));

inline Two firsts(const Two& a, const Two& b) { return __builtin_shufflevector(a, b, 0, 2); }
inline Two seconds(const Two& a, const Two& b) { return __builtin_shufflevector(a, b, 1, 3); }
// std::max and std::min of each, with signs of zero and what is not a number as there.
inline Two larger(const Two& a, const Two& b) { return a < b ? b : a; }
inline Two smaller(const Two& a, const Two& b) { return b < a ? b : a; }

// A body of each contact.
struct Bodies {
  Two vx, vy, surface, inverse_mass;

  Bodies(const RoundBody& a, const RoundBody& b)
      : vx(firsts(load(a, speed), load(b, speed))),
        vy(seconds(load(a, speed), load(b, speed))),
        surface(firsts(load(a, relax_pair_detail::surface), load(b, relax_pair_detail::surface))),
        inverse_mass(seconds(load(a, relax_pair_detail::surface), load(b, relax_pair_detail::surface))) {}
};

}  // namespace relax_pair_detail

// The larger one of each.
inline Two larger_of(const Two& a, const Two& b) { return relax_pair_detail::larger(a, b); }
inline Two magnitude(const Two& a) {
  using relax_pair_detail::Integers;
  constexpr long long all_but_the_sign = 0x7fffffffffffffff;
  return reinterpret_cast<Two>(reinterpret_cast<Integers>(a) & Integers{all_but_the_sign, all_but_the_sign});
}

inline PairChange relax_pair(RoundContact& c, RoundContact& d, double kappa, const Two& friction, int moving_bodies,
                             RoundBody* bodies) {
  using namespace relax_pair_detail;
  RoundBody& a_c = bodies[c.first];
  RoundBody& a_d = bodies[d.first];
  RoundBody& b_c = bodies[c.second];
  RoundBody& b_d = bodies[d.second];
  Bodies a(a_c, a_d);
  Bodies b(b_c, b_d);
  const Two nx = {c.nx, d.nx};
  const Two ny = {c.ny, d.ny};
  const Two mass = {c.mass, d.mass};
  const Two dx = b.vx - a.vx;
  const Two dy = b.vy - a.vy;
  const Two xi_n = nx * dx + ny * dy + firsts(load(c, constants), load(d, constants));
  const Two xi_t = nx * dy - ny * dx - (a.surface + b.surface) + seconds(load(c, constants), load(d, constants));
  const Two before_n = firsts(load(c, percussions), load(d, percussions));
  const Two before_t = seconds(load(c, percussions), load(d, percussions));
  const Two p_n = larger(before_n - mass * xi_n, Two{0.0, 0.0});
  const Two bound = friction * p_n;
  const Two p_t = smaller(larger(before_t - mass / (1.0 + kappa) * xi_t, -bound), bound);
  store(c, percussions, firsts(p_n, p_t));
  store(d, percussions, seconds(p_n, p_t));
  const PairChange change = {p_n - before_n, p_t - before_t, 1.0 / mass};
  const Two fx = nx * change.normal - ny * change.tangential;
  const Two fy = ny * change.normal + nx * change.tangential;
  const auto put = [](const Bodies& moved, RoundBody& first, RoundBody& second, bool first_moves, bool second_moves) {
    if (first_moves) {
      store(first, speed, firsts(moved.vx, moved.vy));
      first.surface = moved.surface[0];
    }
    if (second_moves) {
      store(second, speed, seconds(moved.vx, moved.vy));
      second.surface = moved.surface[1];
    }
  };
  a.vx -= a.inverse_mass * fx;
  a.vy -= a.inverse_mass * fy;
  a.surface -= kappa * a.inverse_mass * change.tangential;
  put(a, a_c, a_d, true, true);
  b.vx += b.inverse_mass * fx;
  b.vy += b.inverse_mass * fy;
  b.surface -= kappa * b.inverse_mass * change.tangential;
  put(b, b_c, b_d, c.second < moving_bodies, d.second < moving_bodies);
  return change;
}

}  // namespace nsdbench
