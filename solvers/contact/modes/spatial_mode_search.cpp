#include "solvers/contact/modes/spatial_mode_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "solvers/contact/fixed_size.hpp"
#include "solvers/contact/modes/few_contacts.hpp"
#include "solvers/contact/prox/local_solver.hpp"
#include "solvers/linear_algebra/small_system.hpp"

namespace nsdbench {

namespace {

using modes::FewContacts;
using modes::Motion;
using modes::sign_tolerance;

constexpr int max_sweeps = 24;
constexpr int max_steps = 4;

enum class ContactMode : std::uint8_t { open, stick, slide };

// A unilateral law, with its friction if `frictional`: the tangential coordinates follow the normal one. Without
// friction, mu is 0 or there is no such law.
struct Contact {
  int normal = 0;
  bool frictional = false;
  ContactMode mode = ContactMode::open;
  double mu = 0.0;
};

// Unknown k and equation k of Newton's method: a percussion and a velocity at one coordinate; of a sliding contact,
// first the normal percussion that takes its friction along, and the normal velocity; then the percussion that turns
// the friction, and the velocity across it.
struct Line {
  enum class Kind : std::uint8_t { plain, carrying, turning };

  Kind kind = Kind::plain;
  int at = 0;       // coordinate; of a sliding contact that of the normal percussion
  double e0 = 0.0;  // direction of sliding friction
  double e1 = 0.0;
  double mu = 0.0;
  double stiffening = 0.0;  // of turning ones: the sliding velocity turns against the friction

  // The velocity of the equation.
  double seen(const double* velocities) const {
    const double* first = velocities + at;
    return kind == Kind::turning ? e0 * first[2] - e1 * first[1] : first[0];
  }
};

template <int N>
struct Lines {
  int count = 0;
  std::array<Line, static_cast<std::size_t>(N)> lines;

  void add(const Line& line) { nsdbench::at(lines, count++) = line; }
  const Line& operator[](int k) const { return nsdbench::at(lines, k); }
};

template <int N>
class SpatialSearch : FewContacts<N> {
 public:
  SpatialSearch(const ContactProblemView& searched, std::span<const double> start, double tolerance)
      : FewContacts<N>(searched) {
    at_rest_ = modes::small_velocity * tolerance * this->largest_c;
    if (this->is_sensible(start)) {
      std::copy_n(start.begin(), N, motion_.p.begin());
    } else {
      motion_.p.fill(0.0);
    }
  }

  bool gather();
  bool run(std::span<double> percussions, int& sweeps);

 private:
  using FewContacts<N>::column;
  using FewContacts<N>::g;

  bool sweep(bool& changed);
  bool relax(Contact& contact);
  bool newton(Motion<N>& motion, int& steps) const;
  bool step(Motion<N>& motion) const;
  bool find_unknowns(const Motion<N>& motion, Lines<N>& lines) const;
  void set_up(const Motion<N>& motion, const Lines<N>& lines, SmallSystem<N>& system) const;
  bool move(const SmallSystem<N>& solution, const Lines<N>& lines, Motion<N>& motion) const;
  double defect_of(const Motion<N>& motion) const;
  bool confirms_modes(const Motion<N>& motion) const;

  int count_ = 0;
  std::array<Contact, static_cast<std::size_t>(N)> contacts_;
  Motion<N> motion_;
  double at_rest_ = 0.0;
  double largest_change_ = 0.0;  // of a velocity by its own percussion, in the present sweep
};

template <int N>
bool SpatialSearch<N>::gather() {
  const auto laws = this->problem.laws;
  // Without friction the planar search has tried.
  if (std::ranges::all_of(laws, [](const SetValuedLaw& law) { return law.is_unilateral(); })) return false;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    if (!laws[l].is_unilateral()) return false;
    Contact contact;
    contact.normal = laws[l].offset;
    if (this->friction_follows(l, 2)) {
      contact.mu = laws[++l].bound;
      contact.frictional = contact.mu > 0.0;
      if (!contact.frictional) std::fill_n(motion_.p.begin() + laws[l].offset, 2, 0.0);
    }
    at(contacts_, count_++) = contact;
  }
  return true;
}

// Solves one contact with the others held. Returns false if that found no solution.
template <int N>
bool SpatialSearch<N>::relax(Contact& contact) {
  const int i = contact.normal;
  const int size = contact.frictional ? 3 : 1;
  const double* p = motion_.percussion(i);
  std::array<double, 9> block{};
  std::array<double, 3> q{};
  std::array<double, 3> next{};
  for (int a = 0; a < size; ++a) {
    at(q, a) = motion_.velocity(i)[a];
    at(next, a) = p[a];
  }
  for (int b = 0; b < size; ++b) {
    for (int a = 0; a < size; ++a) {
      const double entry = g(i + a, i + b);
      at(block, a + 3 * b) = entry;
      at(q, a) -= entry * p[b];
    }
  }
  if (contact.frictional) {
    if (!solve_spatial_contact(block.data(), q.data(), contact.mu, next.data())) return false;
    const double reach = contact.mu * next[0];
    const double pull = next[1] * next[1] + next[2] * next[2];
    const bool inside = pull < (1.0 - sign_tolerance) * reach * reach;
    contact.mode = next[0] == 0.0 ? ContactMode::open : (inside ? ContactMode::stick : ContactMode::slide);
  } else {
    if (!solve_unilateral(block[0], q[0], next[0])) return false;
    contact.mode = next[0] > 0.0 ? ContactMode::stick : ContactMode::open;
  }
  for (int a = 0; a < size; ++a) {
    const double by = at(next, a) - p[a];
    if (by == 0.0) continue;
    largest_change_ = std::max(largest_change_, std::abs(at(block, 4 * a) * by));
    at(motion_.p, i + a) = at(next, a);
    this->add_column(i + a, by, motion_);
  }
  return true;
}

template <int N>
bool SpatialSearch<N>::sweep(bool& changed) {
  largest_change_ = 0.0;
  for (int b = 0; b < count_; ++b) {
    Contact& contact = at(contacts_, b);
    const ContactMode before = contact.mode;
    if (!relax(contact)) return false;
    changed = changed || contact.mode != before;
  }
  return true;
}

// The largest velocity that the modes want to be zero.
template <int N>
double SpatialSearch<N>::defect_of(const Motion<N>& motion) const {
  double largest = 0.0;
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = at(contacts_, b);
    if (contact.mode == ContactMode::open) continue;
    const double* xi = motion.velocity(contact.normal);
    const double* p = motion.percussion(contact.normal);
    largest = std::max(largest, std::abs(xi[0]));
    if (!contact.frictional) continue;
    if (contact.mode == ContactMode::stick) {
      largest = std::max({largest, std::abs(xi[1]), std::abs(xi[2])});
    } else {
      const double reach = std::sqrt(p[1] * p[1] + p[2] * p[2]);
      if (reach > 0.0) largest = std::max(largest, std::abs(p[1] * xi[2] - p[2] * xi[1]) / reach);
    }
  }
  return largest;
}

// False if a sliding contact has no direction.
template <int N>
bool SpatialSearch<N>::find_unknowns(const Motion<N>& motion, Lines<N>& lines) const {
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = at(contacts_, b);
    if (contact.mode == ContactMode::open) continue;
    const int i = contact.normal;
    if (contact.mode == ContactMode::slide) {
      const double* p = motion.percussion(i);
      const double* xi = motion.velocity(i);
      const double reach = std::sqrt(p[1] * p[1] + p[2] * p[2]);
      if (!(reach > 0.0)) return false;
      const double e0 = p[1] / reach;
      const double e1 = p[2] / reach;
      lines.add({Line::Kind::carrying, i, e0, e1, contact.mu, 0.0});
      lines.add({Line::Kind::turning, i, e0, e1, contact.mu, -(e0 * xi[1] + e1 * xi[2]) / reach});
      continue;
    }
    for (int a = 0; a < (contact.frictional ? 3 : 1); ++a) lines.add({Line::Kind::plain, i + a});
  }
  return true;
}

template <int N>
void SpatialSearch<N>::set_up(const Motion<N>& motion, const Lines<N>& lines, SmallSystem<N>& system) const {
  const int m = lines.count;
  system.size = m;
  for (int k = 0; k < m; ++k) {
    const Line& unknown = lines[k];
    const double* made = column(unknown.at);  // velocities by the unknown
    std::array<double, static_cast<std::size_t>(N)> sum;
    if (unknown.kind != Line::Kind::plain) {
      const double* first = column(unknown.at + 1);
      const double* second = column(unknown.at + 2);
      const bool turning = unknown.kind == Line::Kind::turning;
      const double w0 = turning ? -unknown.e1 : unknown.mu * unknown.e0;
      const double w1 = turning ? unknown.e0 : unknown.mu * unknown.e1;
      for (int i = 0; i < N; ++i) at(sum, i) = w0 * first[i] + w1 * second[i];
      if (!turning) {
        for (int i = 0; i < N; ++i) at(sum, i) += made[i];
      }
      made = sum.data();
    }
    for (int r = 0; r < m; ++r) system.entry(r, k) = lines[r].seen(made);
    system.entry(k, k) += unknown.stiffening;
    system.entry(k, m) = -unknown.seen(motion.velocity(0));
  }
}

// Adds the step to the percussions; sliding friction stays on its disc. False if a closed contact would pull.
template <int N>
bool SpatialSearch<N>::move(const SmallSystem<N>& solution, const Lines<N>& lines, Motion<N>& motion) const {
  int k = 0;
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = at(contacts_, b);
    if (contact.mode == ContactMode::open) continue;
    double* p = motion.p.data() + contact.normal;
    p[0] += solution.unknown(k++);
    if (!(p[0] > 0.0)) return false;
    if (!contact.frictional) continue;
    if (contact.mode == ContactMode::stick) {
      p[1] += solution.unknown(k++);
      p[2] += solution.unknown(k++);
      continue;
    }
    const double by = solution.unknown(k++);
    const Line& turn = lines[k - 1];
    const double e0 = p[1] - by * turn.e1;
    const double e1 = p[2] + by * turn.e0;
    const double factor = contact.mu * p[0] / std::sqrt(e0 * e0 + e1 * e1);
    p[1] = factor * e0;
    p[2] = factor * e1;
  }
  return true;
}

// One step of Newton's method; false if the system is singular or a closed contact would pull.
template <int N>
bool SpatialSearch<N>::step(Motion<N>& motion) const {
  Lines<N> lines;
  if (!find_unknowns(motion, lines)) return false;
  SmallSystem<N> system;
  set_up(motion, lines, system);
  std::array<double, static_cast<std::size_t>(N)> diagonal;
  for (int k = 0; k < lines.count; ++k) at(diagonal, k) = std::abs(system.entry(k, k));
  if (!system.solve([&](int k) { return modes::smallest_pivot * at(diagonal, k); })) return false;
  if (!move(system, lines, motion)) return false;
  this->set_velocities(motion);
  return true;
}

// Newton's method in the present modes from `motion`; true if it arrives.
template <int N>
bool SpatialSearch<N>::newton(Motion<N>& motion, int& steps) const {
  double before = defect_of(motion);
  for (int k = 0; k < max_steps; ++k) {
    ++steps;
    if (!step(motion)) return false;
    const double after = defect_of(motion);
    if (after <= at_rest_) return true;
    if (!(after < 0.5 * before)) return false;
    before = after;
  }
  return false;
}

template <int N>
bool SpatialSearch<N>::confirms_modes(const Motion<N>& motion) const {
  const double small = sign_tolerance * this->largest_c;
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = at(contacts_, b);
    const double* p = motion.percussion(contact.normal);
    const double* xi = motion.velocity(contact.normal);
    if (contact.mode == ContactMode::open && xi[0] < -small) return false;
    if (contact.mode == ContactMode::open || !contact.frictional) continue;
    if (contact.mode == ContactMode::stick) {
      const double reach = contact.mu * p[0] * (1.0 + sign_tolerance);
      if (p[1] * p[1] + p[2] * p[2] > reach * reach) return false;
    } else if (p[1] * xi[1] + p[2] * xi[2] > small * contact.mu * p[0]) {
      return false;
    }
  }
  return true;
}

template <int N>
bool SpatialSearch<N>::run(std::span<double> percussions, int& sweeps) {
  if (count_ == 1) motion_.p.fill(0.0);  // is solved at once, from anywhere
  this->set_velocities(motion_);
  const auto accept = [&](const Motion<N>& motion) {
    std::ranges::copy(motion.p, percussions.begin());
    return true;
  };
  bool tried = false;  // the present modes
  for (int k = 0; k < max_sweeps; ++k) {
    ++sweeps;
    bool changed = false;
    if (!sweep(changed)) return false;
    if (changed) tried = false;
    const bool is_exact = count_ == 1;
    if (is_exact || largest_change_ <= at_rest_) return accept(motion_);
    if (tried || (changed && k > 0)) continue;
    tried = true;
    Motion<N> candidate = motion_;
    if (newton(candidate, sweeps) && confirms_modes(candidate)) return accept(candidate);
  }
  return false;
}

template <int N>
bool search(const ContactProblemView& problem, std::span<double> percussions, double tolerance, int& sweeps) {
  SpatialSearch<N> spatial(problem, percussions, tolerance);
  return spatial.gather() && spatial.run(percussions, sweeps);
}

}  // namespace

bool spatial_mode_search(const ContactProblemView& problem, std::span<double> percussions, double tolerance,
                         int& sweeps) {
  if (problem.sparse != nullptr) return false;
  return with_size(problem.size, [&](auto n) {
    if constexpr (is_fixed<decltype(n)>(3, spatial_mode_search_capacity)) {
      return search<n>(problem, percussions, tolerance, sweeps);
    } else {
      return false;
    }
  });
}

}  // namespace nsdbench
