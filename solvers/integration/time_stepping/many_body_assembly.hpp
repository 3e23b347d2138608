// What a step of many round bodies does besides finding contacts and solving: its contact problem, with the percussions
// of the step before as a guess, and the motion that the answer makes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solvers/contact/round_bodies/round_contact_problem.hpp"
#include "solvers/mechanics/many_body_system.hpp"

namespace nsdbench {

// A system's numbers that no motion changes.
struct ManyBodyData {
  struct Body {
    double inverse_mass = 0.0;  // [1/kg]
    double radius = 0.0;        // [m]
  };
  std::vector<Body> bodies;
  double kappa = 2.0;
  double gravity = 0.0;  // [m/s^2]
  RoundLaw law;
  RoundLaw wall_law;
};

// What the percussions of a step have done.
struct ManyBodyBalance {
  double wall_work = 0.0;   // of moving walls on the bodies [J]
  double dissipated = 0.0;  // by friction and impacts [J]
};

// What a step takes from the one before, beside the state: the contacts of that, and their percussions as its guess.
struct ManyBodyMemory {
  std::vector<std::int32_t> place;                 // of each body in the order in which they were detected
  std::vector<std::int32_t> start;                 // as in ContactDetection
  std::vector<std::array<std::int32_t, 2>> pairs;  // first and second of each contact
  std::vector<std::array<double, 2>> percussions;  // P_N and P_T of each contact [N s]
};

// Calls in the order begin, set_up (after detection() has been filled), take_answer and, if it is one, advance. Same
// bytes for any number of threads. No allocation once it has seen as many bodies and contacts.
class ManyBodyAssembly {
 public:
  ManyBodyAssembly(ManyBodyData data, double dt, int threads);

  // q + u dt/2. The contacts of the last step become those of the step before.
  const std::vector<double>& begin(const ManyBodyState& state);
  ContactDetection& detection() { return detection_; }
  const ContactDetection& detection() const { return detection_; }
  // For a step whose contacts could not be found: the next one has no guess.
  void forget();

  // Of the next step, from begin() on [s].
  void set_step_size(double dt) { dt_ = dt; }
  void set_up(const ManyBodyState& state);
  RoundContactProblem& problem() { return problem_; }
  const RoundContactProblem& problem() const { return problem_; }
  double max_penetration() const { return max_penetration_; }  // largest -g_N, or 0 [m]

  // Keeps the percussions that are in the problem. `after`: the velocities that they make, by places.
  ManyBodyBalance take_answer(const std::vector<RoundBody>& after);
  // P_N and P_T of contact k of detection().
  const std::array<double, 2>& percussion(std::size_t k) const { return percussions_[k]; }

  // Velocities and positions at the end of the step.
  void advance(const std::vector<RoundBody>& after, ManyBodyState& state) const;

  // Of the last step. An assembly that is given it makes the next step as this one would, to the last bit; it has no
  // contacts until then.
  ManyBodyMemory memory() const { return {detection_.place, detection_.start, pairs_, percussions_}; }
  void go_on_from(const ManyBodyMemory& memory);

  std::size_t bytes() const;  // of all its containers, as far as they are used

 private:
  using Pair = std::array<std::int32_t, 2>;  // first, second

  int body_count() const { return static_cast<int>(data_.bodies.size()); }
  int threads_for(std::size_t items) const;
  bool with_wall(const ClosedContact& contact) const { return contact.second >= body_count(); }
  void place_bodies(const ManyBodyState& state);
  RoundContact without_restitution(std::size_t k) const;
  std::array<double, 2> velocity_before(const RoundContact& c) const;
  std::size_t last_contact(std::int32_t first, std::int32_t second) const;
  std::array<double, 2> guess_of(std::int32_t first, std::int32_t second, std::size_t& next) const;

  ManyBodyData data_;
  double dt_;
  int threads_;
  ContactDetection detection_;
  RoundContactProblem problem_;
  double max_penetration_ = 0.0;
  std::vector<double> middle_;
  std::vector<double> vy_before_;  // at the beginning of the step, by places
  std::vector<Pair> pairs_;        // of the contacts
  std::vector<std::array<double, 2>> percussions_;
  // The same of the step before.
  std::vector<std::int32_t> last_place_;
  std::vector<std::int32_t> last_start_;
  std::vector<Pair> last_pairs_;
  std::vector<ManyBodyBalance> parts_;  // of the balance, chunk by chunk
};

}  // namespace nsdbench
