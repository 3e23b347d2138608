// The contact problem of many round bodies in the plane, kept as bodies and contacts: the Delassus matrix
// G = W^T M^-1 W is never formed, nor is the mass matrix.
//
// Contact k presses body `first` and body `second` apart along the unit normal n, which points from the first to the
// second, t = (-n_y, n_x) (Glocker & Studer 2005, eqs 10, 17):
//   xi_N = n^T (v_2 - v_1) + c'_N,   xi_T = t^T (v_2 - v_1) - (s_1 + s_2) + c'_T,   s = omega R the surface speed.
// All arms run along the normal, so that a body feels P_N and P_T independently, and the block of G that belongs to one
// contact is diagonal: G_NN = 1/m_1 + 1/m_2, G_TT = (1 + kappa) G_NN with kappa = m R^2 / I, which is 2 for solid
// disks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/contact/contact_problem.hpp"

namespace nsdbench {

// Velocity of a round body, and what a percussion does to it.
struct RoundBody {
  double vx = 0.0;            // [m/s]
  double vy = 0.0;            // [m/s]
  double surface = 0.0;       // s = omega R [m/s]
  double inverse_mass = 0.0;  // 1/m [1/kg]; 0 for what percussions do not move: walls, stirrers
};

// One closed contact: 64 bytes, a line of the cache.
struct RoundContact {
  std::int32_t first = 0;
  std::int32_t second = 0;  // the body that may be a wall
  double nx = 0.0;          // from the first body to the second
  double ny = 0.0;
  double constant_n = 0.0;    // c'_N [m/s]: eps_N gamma_N^-, and the velocity of a moving wall
  double constant_t = 0.0;    // c'_T [m/s], likewise
  double percussion_n = 0.0;  // P_N [N s]
  double percussion_t = 0.0;  // P_T [N s]
  double mass = 0.0;          // 1 / G_NN [kg]
};
static_assert(sizeof(RoundContact) == 64);

// A contact problem: percussions of the contacts such that 0 <= P_N perpendicular to xi_N >= 0 and
// -P_T in mu P_N Sgn(xi_T), where the velocities are those of `free_bodies` plus what the percussions add.
//
// seal() sorts the contacts by colours: two contacts of one colour share no body that moves. Contacts of one colour can
// be treated at the same time, by any number of threads, with one result. A contact whose bodies have no colour in
// common left (a large body with many neighbours) goes to the last colour, the only one that is treated one after the
// other.
class RoundContactProblem {
 public:
  static constexpr int most_colors = 64;

  // kappa = m R^2 / I of all bodies, > 0; friction coefficients between bodies and of bodies with walls.
  double kappa = 2.0;
  double friction = 0.0;
  double wall_friction = 0.0;
  std::vector<RoundBody> free_bodies;  // velocities without percussions; walls come after all bodies that move
  int moving_bodies = 0;               // walls are the bodies from this index on
  std::vector<RoundContact> contacts;  // the percussions are the guess, and later the answer

  // To be called when all contacts are there: fills in their masses, sorts them by colours (contacts of one colour keep
  // their order), and computes v_ref. Throws std::invalid_argument for a contact with a body that does not exist or
  // with itself, whose first body is a wall, a normal that is not of unit length, or a number that is not finite. Same
  // result for any number of threads.
  void seal(int threads = 1);

  // The same in one pass less, for those who know which bodies meet before they know the rest: begin() with the first
  // and second body of each contact, set() for each of them, by any thread, and end() with the largest number that
  // set() has returned. begin() and end() throw what seal() throws.
  using BodyPair = std::array<std::int32_t, 2>;
  void begin(std::span<const BodyPair> pairs);
  // Contact k of the pairs, at its place. Returns max(|c_N|, |c_T|), or infinity for what end() will refuse.
  double set(std::size_t k, const RoundContact& contact);
  void end(double largest);

  double friction_of(const RoundContact& contact) const {
    return contact.second < moving_bodies ? friction : wall_friction;
  }
  // max |c| over all coordinates, or 1 m/s if c = 0.
  double reference_velocity() const { return reference_velocity_; }
  // Contacts of colour k are those from begin to end.
  int colors() const { return static_cast<int>(color_start_.size()) - 1; }
  int color_begin(int k) const { return color_start_[static_cast<std::size_t>(k)]; }
  int color_end(int k) const { return color_start_[static_cast<std::size_t>(k) + 1]; }
  // Whether the contacts of colour k may share bodies.
  bool one_after_the_other(int k) const { return overflow_ && k + 1 == colors(); }
  // order()[k]: where contact k stood before seal().
  std::span<const int> order() const { return order_; }
  // The other way: where the contact is that stood at k before seal().
  std::size_t place(std::size_t k) const {
    return static_cast<std::size_t>(begin_of_color_[color_of_[k]]) + static_cast<std::size_t>(place_of_[k]);
  }

  // The same problem with a block-sparse Delassus matrix, law by law (normal, tangential) in the order of the contacts:
  // for solvers that want a matrix, and for files.
  ContactProblem assembled() const;

  std::size_t bytes() const;  // of all its containers, as far as they are used

 private:
  template <class PairOf>
  void color(std::size_t contacts_to_color, const PairOf& pair_of);
  double put(RoundContact& place, const RoundContact& contact) const;

  double reference_velocity_ = 1.0;
  std::vector<int> color_start_ = {0};
  bool overflow_ = false;
  std::vector<int> order_;
  std::vector<std::uint64_t> used_;  // colours of each body, as bits
  std::array<int, most_colors> begin_of_color_{};
  std::vector<std::uint8_t> color_of_;
  std::vector<int> place_of_;  // of each contact among those of its colour
  std::vector<RoundContact> sorted_;
};

// xi_N and xi_T of a contact under the velocities of the bodies.
inline std::array<double, 2> contact_velocity(const RoundContact& c, const RoundBody& a, const RoundBody& b) {
  const double dx = b.vx - a.vx;
  const double dy = b.vy - a.vy;
  return {c.nx * dx + c.ny * dy + c.constant_n, c.nx * dy - c.ny * dx - (a.surface + b.surface) + c.constant_t};
}

// Adds what percussions (p_n, p_t) of the contact do to its bodies. Walls stay as they are, and are not written to:
// other threads read them.
inline void press(const RoundContact& c, double kappa, int moving_bodies, double p_n, double p_t, RoundBody* bodies) {
  const double fx = c.nx * p_n - c.ny * p_t;
  const double fy = c.ny * p_n + c.nx * p_t;
  RoundBody& a = bodies[c.first];
  a.vx -= a.inverse_mass * fx;
  a.vy -= a.inverse_mass * fy;
  a.surface -= kappa * a.inverse_mass * p_t;
  if (c.second >= moving_bodies) return;
  RoundBody& b = bodies[c.second];
  b.vx += b.inverse_mass * fx;
  b.vy += b.inverse_mass * fy;
  b.surface -= kappa * b.inverse_mass * p_t;
}

}  // namespace nsdbench
