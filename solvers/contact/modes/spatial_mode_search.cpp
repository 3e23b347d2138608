#include "solvers/contact/modes/spatial_mode_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "solvers/contact/fixed_size.hpp"
#include "solvers/contact/prox/local_solver.hpp"
#include "solvers/linear_algebra/small_system.hpp"

namespace nsdbench {

namespace {

constexpr int max_sweeps = 24;
constexpr int max_steps = 4;
// Pivots below this multiple of the diagonal belong to hyperstatic contacts.
constexpr double smallest_pivot = 1e-9;
// Signs are asked for up to this multiple of the terms they come from; the residual decides in the end.
constexpr double sign_tolerance = 1e-12;
// Velocities below this multiple of the tolerance are none.
constexpr double small_velocity = 1e-2;

// Guesses that make velocities beyond this multiple of the largest |c| cost more digits than they help.
constexpr double largest_guess = 1e3;

enum class ContactMode : std::uint8_t { open, stick, slide };

// A unilateral law, with its friction if `frictional`: the tangential coordinates follow the normal one. Without
// friction, mu is 0 or there is no such law.
struct Contact {
  int normal = 0;
  bool frictional = false;
  ContactMode mode = ContactMode::open;
  double mu = 0.0;
};

template <int N>
struct Motion {
  std::array<double, static_cast<std::size_t>(N)> p;
  std::array<double, static_cast<std::size_t>(N)> xi;

  const double* percussion(int i) const { return p.data() + i; }
  const double* velocity(int i) const { return xi.data() + i; }
};

template <int N>
class SpatialSearch {
 public:
  SpatialSearch(const ContactProblemView& problem, std::span<const double> start, double tolerance)
      : problem_(problem) {
    for (int i = 0; i < N; ++i) largest_c_ = std::max(largest_c_, std::abs(problem.c[i]));
    at_rest_ = small_velocity * tolerance * largest_c_;
    bool sensible = true;
    for (int j = 0; j < N; ++j) {
      sensible = sensible && std::abs(g(j, j) * start[static_cast<std::size_t>(j)]) <= largest_guess * largest_c_;
    }
    if (sensible) {
      std::copy_n(start.begin(), N, motion_.p.begin());
    } else {
      motion_.p.fill(0.0);
    }
  }

  bool gather();
  bool run(std::span<double> percussions, int& sweeps);

 private:
  const double* column(int j) const { return problem_.delassus + static_cast<std::ptrdiff_t>(j) * problem_.stride; }
  double g(int i, int j) const { return column(j)[i]; }

  void move_to(Motion<N>& motion) const;  // velocities from percussions
  bool sweep(bool& changed);
  bool relax(Contact& contact);
  bool newton(Motion<N>& motion, int& steps) const;
  bool step(Motion<N>& motion) const;
  double defect_of(const Motion<N>& motion) const;
  bool confirms_modes(const Motion<N>& motion) const;

  const ContactProblemView& problem_;
  int count_ = 0;
  std::array<Contact, static_cast<std::size_t>(N)> contacts_;
  Motion<N> motion_;
  double largest_c_ = 0.0;
  double at_rest_ = 0.0;
  double largest_change_ = 0.0;  // of a velocity by its own percussion, in the present sweep
};

template <int N>
bool SpatialSearch<N>::gather() {
  const auto laws = problem_.laws;
  for (std::size_t l = 0; l < laws.size(); ++l) {
    if (laws[l].kind != LawKind::unilateral) return false;
    Contact contact;
    contact.normal = laws[l].offset;
    const bool friction_follows = l + 1 < laws.size() && laws[l + 1].kind == LawKind::coulomb &&
                                  laws[l + 1].normal == static_cast<int>(l) && laws[l + 1].dimension == 2;
    if (friction_follows) {
      contact.mu = laws[++l].bound;
      contact.frictional = contact.mu > 0.0;
      if (!contact.frictional) std::fill_n(motion_.p.begin() + laws[l].offset, 2, 0.0);
    }
    contacts_[static_cast<std::size_t>(count_++)] = contact;
  }
  return true;
}

template <int N>
void SpatialSearch<N>::move_to(Motion<N>& motion) const {
  for (int i = 0; i < N; ++i) motion.xi[static_cast<std::size_t>(i)] = problem_.c[i];
  for (int j = 0; j < N; ++j) {
    const double p_j = motion.p[static_cast<std::size_t>(j)];
    if (p_j == 0.0) continue;
    const double* g_j = column(j);
    for (int i = 0; i < N; ++i) motion.xi[static_cast<std::size_t>(i)] += g_j[i] * p_j;
  }
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
    q[static_cast<std::size_t>(a)] = motion_.velocity(i)[a];
    next[static_cast<std::size_t>(a)] = p[a];
  }
  for (int b = 0; b < size; ++b) {
    for (int a = 0; a < size; ++a) {
      const double entry = g(i + a, i + b);
      block[static_cast<std::size_t>(a) + 3 * static_cast<std::size_t>(b)] = entry;
      q[static_cast<std::size_t>(a)] -= entry * p[b];
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
    const double by = next[static_cast<std::size_t>(a)] - p[a];
    if (by == 0.0) continue;
    largest_change_ = std::max(largest_change_, std::abs(block[4 * static_cast<std::size_t>(a)] * by));
    motion_.p[static_cast<std::size_t>(i) + static_cast<std::size_t>(a)] = next[static_cast<std::size_t>(a)];
    const double* g_j = column(i + a);
    for (int k = 0; k < N; ++k) motion_.xi[static_cast<std::size_t>(k)] += g_j[k] * by;
  }
  return true;
}

template <int N>
bool SpatialSearch<N>::sweep(bool& changed) {
  largest_change_ = 0.0;
  for (int b = 0; b < count_; ++b) {
    Contact& contact = contacts_[static_cast<std::size_t>(b)];
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
    const Contact& contact = contacts_[static_cast<std::size_t>(b)];
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

// One step of Newton's method; false if the system is singular or a closed contact would pull.
template <int N>
bool SpatialSearch<N>::step(Motion<N>& motion) const {
  // Unknown k and equation k: a percussion and a velocity at one coordinate; of a sliding contact, first the normal
  // percussion that takes its friction along, and the normal velocity; then the percussion that turns the friction, and
  // the velocity across it.
  enum class Kind : std::uint8_t { plain, carrying, turning };
  struct Line {
    Kind kind;
    int at;     // coordinate; of turning ones that of the normal percussion
    double e0;  // direction of sliding friction
    double e1;
    double mu;
    double stiffening;  // of turning ones: the sliding velocity turns against the friction
  };
  std::array<Line, static_cast<std::size_t>(N)> lines;
  int m = 0;
  const auto add = [&](const Line& line) { lines[static_cast<std::size_t>(m++)] = line; };
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = contacts_[static_cast<std::size_t>(b)];
    if (contact.mode == ContactMode::open) continue;
    const int i = contact.normal;
    if (contact.mode == ContactMode::slide) {
      const double* p = motion.percussion(i);
      const double* xi = motion.velocity(i);
      const double reach = std::sqrt(p[1] * p[1] + p[2] * p[2]);
      if (!(reach > 0.0)) return false;
      const double e0 = p[1] / reach;
      const double e1 = p[2] / reach;
      add({Kind::carrying, i, e0, e1, contact.mu, 0.0});
      add({Kind::turning, i, e0, e1, contact.mu, -(e0 * xi[1] + e1 * xi[2]) / reach});
      continue;
    }
    for (int a = 0; a < (contact.frictional ? 3 : 1); ++a) add({Kind::plain, i + a, 0.0, 0.0, 0.0, 0.0});
  }

  SmallSystem<N> system;
  system.size = m;
  const auto seen = [](const Line& equation, const double* velocities) {
    const double* at = velocities + equation.at;
    return equation.kind == Kind::turning ? equation.e0 * at[2] - equation.e1 * at[1] : at[0];
  };
  for (int k = 0; k < m; ++k) {
    const Line& unknown = lines[static_cast<std::size_t>(k)];
    const double* made = column(unknown.at);  // velocities by the unknown
    std::array<double, static_cast<std::size_t>(N)> sum;
    if (unknown.kind != Kind::plain) {
      const double* first = column(unknown.at + 1);
      const double* second = column(unknown.at + 2);
      const bool turning = unknown.kind == Kind::turning;
      const double w0 = turning ? -unknown.e1 : unknown.mu * unknown.e0;
      const double w1 = turning ? unknown.e0 : unknown.mu * unknown.e1;
      for (int i = 0; i < N; ++i) sum[static_cast<std::size_t>(i)] = w0 * first[i] + w1 * second[i];
      if (!turning) {
        for (int i = 0; i < N; ++i) sum[static_cast<std::size_t>(i)] += made[i];
      }
      made = sum.data();
    }
    for (int r = 0; r < m; ++r) system.entry(r, k) = seen(lines[static_cast<std::size_t>(r)], made);
    system.entry(k, k) += unknown.stiffening;
    system.entry(k, m) = -seen(unknown, motion.velocity(0));
  }
  std::array<double, static_cast<std::size_t>(N)> diagonal;
  for (int k = 0; k < m; ++k) diagonal[static_cast<std::size_t>(k)] = std::abs(system.entry(k, k));
  if (!system.solve([&](int k) { return smallest_pivot * diagonal[static_cast<std::size_t>(k)]; })) return false;

  int k = 0;
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = contacts_[static_cast<std::size_t>(b)];
    if (contact.mode == ContactMode::open) continue;
    double* p = motion.p.data() + contact.normal;
    p[0] += system.unknown(k++);
    if (!(p[0] > 0.0)) return false;
    if (!contact.frictional) continue;
    if (contact.mode == ContactMode::stick) {
      p[1] += system.unknown(k++);
      p[2] += system.unknown(k++);
      continue;
    }
    const double by = system.unknown(k++);
    const Line& turn = lines[static_cast<std::size_t>(k - 1)];
    const double e0 = p[1] - by * turn.e1;
    const double e1 = p[2] + by * turn.e0;
    const double factor = contact.mu * p[0] / std::sqrt(e0 * e0 + e1 * e1);
    p[1] = factor * e0;
    p[2] = factor * e1;
  }
  move_to(motion);
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
  const double small = sign_tolerance * largest_c_;
  for (int b = 0; b < count_; ++b) {
    const Contact& contact = contacts_[static_cast<std::size_t>(b)];
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
  move_to(motion_);
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
