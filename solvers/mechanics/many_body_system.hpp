// What a system of many round bodies in the plane must offer: their number, and the number of contacts, are known at
// run time only, and contacts come and go.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/mechanics/mechanical_system.hpp"

namespace nsdbench {

// Positions (x, y, phi) [m, rad] and velocities (v_x, v_y, omega) of the bodies, three entries each.
struct ManyBodyState {
  double t = 0.0;  // [s]
  std::vector<double> q;
  std::vector<double> u;
};

// A contact whose gap is not positive. `first` is a body; `second` is a body with a larger index, or a wall: index of
// the wall plus the number of bodies. The pair (first, second) names the contact as long as the two touch.
struct ClosedContact {
  std::int32_t first = 0;
  std::int32_t second = 0;
  double nx = 0.0;  // unit vector from the first to the second
  double ny = 0.0;
  double gap = 0.0;              // g_N [m]
  double wall_velocity_x = 0.0;  // of the wall at the contact [m/s]; 0 between bodies
  double wall_velocity_y = 0.0;
};

// The closed contacts of a configuration, and an order of the bodies in which neighbours in space stand near each
// other. Contacts from start[k] to start[k + 1] are those between the body at place k and bodies at later places. Those
// with walls come after start[n], wall by wall, each with the bodies in the order of their numbers.
struct ContactDetection {
  std::vector<ClosedContact> contacts;
  std::vector<std::int32_t> order;  // order[k] is the body at place k
  std::vector<std::int32_t> place;  // of each body: place[order[k]] is k
  std::vector<std::int32_t> start;  // one more than bodies
  // Places of the first and the second body of each contact between bodies.
  std::vector<std::array<std::int32_t, 2>> contact_places;
};

// Laws of all contacts of a kind.
struct RoundLaw {
  double friction = 0.0;     // mu
  double restitution = 0.0;  // eps_N; there is no tangential restitution
};

// What integrators ask of a system of many round bodies. None of the functions throws; none allocates once it has seen
// as many bodies and contacts.
template <class S>
concept ManyBodySystem = requires(const S system, const std::vector<double>& q, const double t, const int body,
                                  ContactDetection& detection, const int threads) {
  { system.body_count() } -> std::convertible_to<int>;
  { system.wall_count() } -> std::convertible_to<int>;
  { system.inverse_mass(body) } -> std::convertible_to<double>;  // [1/kg], > 0
  { system.radius(body) } -> std::convertible_to<double>;        // [m]
  { system.kappa() } -> std::convertible_to<double>;             // m R^2 / I of all bodies
  { system.gravity() } -> std::convertible_to<double>;           // [m/s^2], downwards along -y
  { system.law() } -> std::convertible_to<RoundLaw>;             // between bodies
  { system.wall_law() } -> std::convertible_to<RoundLaw>;
  // Finds the closed contacts, with one result for any number of threads. False if there is no answer: a position is
  // not finite, or two centres coincide.
  { system.detect(q, t, detection, threads) } -> std::same_as<bool>;
};

// The type of the states of many bodies.
template <ManyBodySystem S>
struct StateOfSystem<S> {
  using type = ManyBodyState;
};

// What can be integrated: systems of fixed size, whose contact elements are there whether closed or open, and systems
// of many bodies, whose contacts are those that are closed.
template <class S>
concept IntegrableSystem = MechanicalSystem<S> || ManyBodySystem<S>;

}  // namespace nsdbench
