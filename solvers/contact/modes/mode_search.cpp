#include "solvers/contact/modes/mode_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "solvers/contact/fixed_size.hpp"
#include "solvers/contact/modes/few_contacts.hpp"
#include "solvers/linear_algebra/small_system.hpp"

namespace nsdbench {

namespace {

using modes::FewContacts;
using modes::Motion;
using modes::sign_tolerance;
using modes::smallest_pivot;

constexpr int max_sweeps = 12;
// Up to here a linear system costs no more than the sweep that would tell whether the modes have settled.
constexpr int largest_first_try = 9;
constexpr int max_changes = 8;  // of modes by a solution that contradicts them

enum class ContactMode : std::uint8_t { open, stick, slide_left, slide_right };

// A unilateral law with its friction, one of both alone, or Tresca friction.
struct Contact {
  int normal = -1;
  int tangential = -1;
  double bound = 0.0;
  ContactMode mode = ContactMode::open;
};

template <int N>
struct Unknowns;

template <int N>
struct Search : FewContacts<N> {
  using FewContacts<N>::FewContacts;
  using FewContacts<N>::problem;
  using FewContacts<N>::g;

  int count = 0;
  bool frictionless = true;
  double largest_change = 0.0;  // of a velocity by its own percussion, in the present sweep
  std::array<Contact, static_cast<std::size_t>(N)> contacts;
  Motion<N> motion;

  double p(int j) const { return at(motion.p, j); }
  double xi(int j) const { return at(motion.xi, j); }

  bool gather();
  void start(std::span<const double> percussions);
  // Adds to a percussion, and to the velocities; notes the change it makes to its own.
  void change(int j, double by) {
    largest_change = std::max(largest_change, std::abs(g(j, j) * by));
    at(motion.p, j) += by;
    this->add_column(j, by, motion);
  }
  bool relax(Contact& contact);
  bool relax_tresca(Contact& contact);
  bool relax_unilateral(Contact& contact);
  bool relax_frictional(Contact& contact);
  Unknowns<N> find_unknowns(Motion<N>& solved) const;
  SmallSystem<N> system_of(const Unknowns<N>& unknowns) const;
  bool solve_modes(Motion<N>& solved) const;
  void correct_modes(Motion<N>& solved) const;
  bool confirms_modes(const Motion<N>& solved) const;
  bool keeps_shut(const Motion<N>& solved, double at_rest) const;
  bool change_modes(Motion<N>& solved);
};

template <int N>
bool Search<N>::gather() {
  const auto laws = problem.laws;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    Contact contact;
    if (laws[l].dimension != 1) return false;
    if (laws[l].has_normal_law()) return false;  // those in their place are taken with their normal law
    if (!laws[l].is_unilateral()) {
      contact.tangential = laws[l].offset;
      contact.bound = laws[l].bound;
    } else {
      contact.normal = laws[l].offset;
      if (this->friction_follows(l, 1)) {
        ++l;
        contact.tangential = laws[l].offset;
        contact.bound = laws[l].bound;
      }
    }
    frictionless = frictionless && contact.tangential < 0;
    at(contacts, count++) = contact;
  }
  return true;
}

// Solves one contact with the others held. Returns false if it cannot be done in closed form.
template <int N>
bool Search<N>::relax(Contact& contact) {
  if (contact.normal < 0) return relax_tresca(contact);
  return contact.tangential < 0 ? relax_unilateral(contact) : relax_frictional(contact);
}

template <int N>
bool Search<N>::relax_tresca(Contact& contact) {
  const int t = contact.tangential;
  const double g_tt = g(t, t);
  if (!(g_tt > 0.0)) return false;
  const double stick = p(t) - xi(t) / g_tt;
  contact.mode = stick > contact.bound    ? ContactMode::slide_right
                 : stick < -contact.bound ? ContactMode::slide_left
                                          : ContactMode::stick;
  const double next = contact.mode == ContactMode::stick         ? stick
                      : contact.mode == ContactMode::slide_right ? contact.bound
                                                                 : -contact.bound;
  change(t, next - p(t));
  return true;
}

template <int N>
bool Search<N>::relax_unilateral(Contact& contact) {
  const int i = contact.normal;
  const double p_n = p(i);
  const double g_nn = g(i, i);
  const double q = xi(i) - g_nn * p_n;
  if (q < 0.0 && !(g_nn > 0.0)) return false;
  contact.mode = q < 0.0 ? ContactMode::stick : ContactMode::open;
  const double next = q < 0.0 ? -q / g_nn : 0.0;
  if (next != p_n) change(i, next - p_n);
  return true;
}

template <int N>
bool Search<N>::relax_frictional(Contact& contact) {
  const int i = contact.normal;
  const int t = contact.tangential;
  const double p_n = p(i);
  const double p_t = p(t);
  const double g_nn = g(i, i);
  const double g_nt = g(i, t);
  const double g_tn = g(t, i);
  const double g_tt = g(t, t);
  const double q_n = xi(i) - g_nn * p_n - g_nt * p_t;
  if (q_n >= 0.0) {
    contact.mode = ContactMode::open;
    if (p_n != 0.0) change(i, -p_n);
    if (p_t != 0.0) change(t, -p_t);
    return true;
  }
  const double q_t = xi(t) - g_tn * p_n - g_tt * p_t;
  const double determinant = g_nn * g_tt - g_nt * g_tn;
  double next_n = 0.0;
  double next_t = 0.0;
  bool found = false;
  double e = 1.0;
  if (determinant > smallest_pivot * (std::abs(g_nn * g_tt) + std::abs(g_nt * g_tn))) {
    next_n = (-q_n * g_tt + q_t * g_nt) / determinant;
    next_t = (-q_t * g_nn + q_n * g_tn) / determinant;
    found = next_n >= 0.0 && std::abs(next_t) <= contact.bound * next_n;
    contact.mode = ContactMode::stick;
    e = next_t >= 0.0 ? 1.0 : -1.0;
  }
  for (int side = 0; side < 2 && !found; ++side, e = -e) {
    const double slope = g_nn + e * contact.bound * g_nt;
    if (!(slope > 0.0)) continue;
    next_n = -q_n / slope;
    next_t = e * contact.bound * next_n;
    found = e * (q_t + g_tn * next_n + g_tt * next_t) <= 0.0;
    contact.mode = e > 0.0 ? ContactMode::slide_right : ContactMode::slide_left;
  }
  if (!found) return false;
  change(i, next_n - p_n);
  change(t, next_t - p_t);
  return true;
}

// What the modes leave unknown: percussion k is that at first[k]; sliding friction follows its normal percussion at
// second[k], by a factor. `q` are the velocities by c and by what is known, Tresca friction that slides.
template <int N>
struct Unknowns {
  static constexpr auto capacity = static_cast<std::size_t>(N);
  int count = 0;
  std::array<int, capacity> first{};
  std::array<int, capacity> second{};
  std::array<double, capacity> factor{};
  std::array<double, capacity> q;

  void add(int coordinate, int follower = -1, double by = 0.0) {
    at(first, count) = coordinate;
    at(second, count) = follower;
    at(factor, count) = by;
    ++count;
  }
};

template <int N>
Unknowns<N> Search<N>::find_unknowns(Motion<N>& solved) const {
  Unknowns<N> unknowns;
  for (int i = 0; i < N; ++i) at(unknowns.q, i) = problem.c[i];
  solved.p.fill(0.0);
  for (int b = 0; b < count; ++b) {
    const Contact& contact = at(contacts, b);
    const double e = contact.mode == ContactMode::slide_right ? 1.0 : -1.0;
    const bool slides = contact.mode == ContactMode::slide_right || contact.mode == ContactMode::slide_left;
    if (contact.mode == ContactMode::open) continue;
    if (contact.normal >= 0) {
      unknowns.add(contact.normal, slides ? contact.tangential : -1, e * contact.bound);
    } else if (slides) {
      at(solved.p, contact.tangential) = e * contact.bound;
      for (int i = 0; i < N; ++i) at(unknowns.q, i) += g(i, contact.tangential) * e * contact.bound;
    }
    if (contact.tangential >= 0 && !slides) unknowns.add(contact.tangential);
  }
  return unknowns;
}

// The linear system of the unknowns.
template <int N>
SmallSystem<N> Search<N>::system_of(const Unknowns<N>& unknowns) const {
  const int m = unknowns.count;
  SmallSystem<N> system;
  system.size = m;
  for (int r = 0; r < m; ++r) {
    const int i = at(unknowns.first, r);
    for (int k = 0; k < m; ++k) {
      system.entry(r, k) = g(i, at(unknowns.first, k));
      if (at(unknowns.second, k) >= 0) system.entry(r, k) += at(unknowns.factor, k) * g(i, at(unknowns.second, k));
    }
    system.entry(r, m) = -at(unknowns.q, i);
  }
  return system;
}

// The percussions that the modes ask for, and their velocities. False if they are not unique.
template <int N>
bool Search<N>::solve_modes(Motion<N>& solved) const {
  const Unknowns<N> unknowns = find_unknowns(solved);
  SmallSystem<N> system = system_of(unknowns);
  const auto limit = [&](int k) {
    const int i = at(unknowns.first, k);
    return smallest_pivot * std::abs(g(i, i));
  };
  if (!system.solve(limit)) return false;
  for (int k = 0; k < unknowns.count; ++k) {
    const double value = system.unknown(k);
    at(solved.p, at(unknowns.first, k)) = value;
    if (at(unknowns.second, k) >= 0) at(solved.p, at(unknowns.second, k)) = at(unknowns.factor, k) * value;
  }
  this->set_velocities(solved);
  return true;
}

// Where they are not unique: some that the modes ask for, near those of the sweeps.
template <int N>
void Search<N>::correct_modes(Motion<N>& solved) const {
  Unknowns<N> unknowns = find_unknowns(solved);
  unknowns.q = motion.xi;
  SmallSystem<N> system = system_of(unknowns);
  system.solve_what_is_regular([&](int k) {
    const int i = at(unknowns.first, k);
    return smallest_pivot * std::abs(g(i, i));
  });
  solved.p = motion.p;
  for (int k = 0; k < unknowns.count; ++k) {
    at(solved.p, at(unknowns.first, k)) += system.unknown(k);
    if (at(unknowns.second, k) >= 0) {
      at(solved.p, at(unknowns.second, k)) += at(unknowns.factor, k) * system.unknown(k);
    }
  }
  this->set_velocities(solved);
}

// Whether contacts stay closed and sticking ones at rest, as what is left of a singular system does not say by itself.
template <int N>
bool Search<N>::keeps_shut(const Motion<N>& solved, double at_rest) const {
  for (int b = 0; b < count; ++b) {
    const Contact& contact = at(contacts, b);
    if (contact.mode == ContactMode::open) continue;
    if (contact.normal >= 0 && std::abs(at(solved.xi, contact.normal)) > at_rest) return false;
    if (contact.tangential < 0 || contact.mode != ContactMode::stick) continue;
    if (std::abs(at(solved.xi, contact.tangential)) > at_rest) return false;
  }
  return true;
}

// Without friction: opens what would pull and closes what would penetrate, until a solution confirms its modes.
template <int N>
bool Search<N>::change_modes(Motion<N>& solved) {
  for (int changes = 0; changes < max_changes; ++changes) {
    for (int b = 0; b < count; ++b) {
      Contact& contact = at(contacts, b);
      const bool shut =
          contact.mode == ContactMode::stick ? at(solved.p, contact.normal) > 0.0 : at(solved.xi, contact.normal) < 0.0;
      contact.mode = shut ? ContactMode::stick : ContactMode::open;
    }
    if (!solve_modes(solved)) break;
    if (confirms_modes(solved)) return true;
  }
  return false;
}

template <int N>
bool Search<N>::confirms_modes(const Motion<N>& solved) const {
  const double small = sign_tolerance * this->largest_c;
  for (int b = 0; b < count; ++b) {
    const Contact& contact = at(contacts, b);
    const double p_n = contact.normal >= 0 ? at(solved.p, contact.normal) : 1.0;
    if (contact.mode == ContactMode::open) {
      if (at(solved.xi, contact.normal) < -small) return false;
      continue;
    }
    if (contact.normal >= 0 && p_n < 0.0) return false;
    if (contact.tangential < 0) continue;
    const double p_t = at(solved.p, contact.tangential);
    const double xi_t = at(solved.xi, contact.tangential);
    if (contact.mode == ContactMode::stick && std::abs(p_t) > contact.bound * p_n * (1.0 + sign_tolerance))
      return false;
    if (contact.mode == ContactMode::slide_right && xi_t > small) return false;
    if (contact.mode == ContactMode::slide_left && xi_t < -small) return false;
  }
  return true;
}

template <int N>
void Search<N>::start(std::span<const double> percussions) {
  motion.p.fill(0.0);
  for (int i = 0; i < N; ++i) at(motion.xi, i) = problem.c[i];
  if (count == 1) return;  // is solved at once, from anywhere
  const bool sensible = this->is_sensible(percussions);
  for (int j = 0; j < N && sensible; ++j) {
    const double guess = at(percussions, j);
    if (guess != 0.0) change(j, guess);
  }
}

template <int N>
bool search_modes(const ContactProblemView& problem, std::span<double> percussions, double tolerance, int& sweeps) {
  Search<N> search(problem);
  if (!search.gather()) return false;
  search.start(percussions);
  const double at_rest = modes::small_velocity * tolerance * search.largest_c;
  bool tried = false;  // the present modes
  for (int sweep = 0; sweep < max_sweeps; ++sweep) {
    ++sweeps;
    search.largest_change = 0.0;
    bool settled = true;  // after the first sweep of a few contacts in any case: mostly it has found the modes
    for (int b = 0; b < search.count; ++b) {
      Contact& contact = at(search.contacts, b);
      const ContactMode before = contact.mode;
      if (!search.relax(contact)) return false;
      if (contact.mode != before) {
        tried = false;
        settled = sweep == 0 && N <= largest_first_try;
      }
    }
    const bool is_exact = search.count == 1;
    if (settled && !tried && !is_exact) {
      Motion<N> solved;
      const bool regular = search.solve_modes(solved);
      const bool moving = search.largest_change > at_rest;
      bool confirmed = regular && search.confirms_modes(solved);
      if (regular && !confirmed && search.frictionless) {
        confirmed = search.change_modes(solved);
        if (!confirmed) return false;  // pivots do better than sweeps
      } else if (!regular && moving) {
        search.correct_modes(solved);
        confirmed = search.confirms_modes(solved) && search.keeps_shut(solved, at_rest);
      }
      if (confirmed) {
        std::ranges::copy(solved.p, percussions.begin());
        return true;
      }
      tried = true;
      if (!regular && moving) return false;
    }
    if (is_exact || search.largest_change <= at_rest) {  // the latter: hyperstatic contacts, from a warm start mostly
      std::ranges::copy(search.motion.p, percussions.begin());
      return true;
    }
  }
  return false;
}

}  // namespace

bool mode_search(const ContactProblemView& problem, std::span<double> percussions, double tolerance, int& sweeps) {
  if (problem.sparse != nullptr) return false;
  return with_size(problem.size, [&](auto n) {
    if constexpr (is_fixed<decltype(n)>(1, mode_search_capacity)) {
      return search_modes<n>(problem, percussions, tolerance, sweeps);
    } else {
      return false;
    }
  });
}

}  // namespace nsdbench
