// Sets of dense random problems: regular, rank-deficient, with laws of every sort, and with prescribed coupling.
#include <algorithm>
#include <array>
#include <cstdio>

#include "benchmarks/problem_sets/directions.hpp"
#include "benchmarks/problem_sets/sets.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problem_sets {

namespace {

constexpr int kinds = 3;
constexpr std::array<const char*, kinds> kind_names = {"lcp", "planar", "spatial"};
constexpr std::array<int, 10> sizes = {1, 2, 3, 4, 6, 10, 20, 50, 100, 200};
constexpr int size_count = static_cast<int>(sizes.size());
constexpr int seeds = 2;

// Problem i of the regular and the rank-deficient set: the kinds in turn, then the sizes, then the seeds.
struct RandomPlan {
  int kind, contacts, seed;
  explicit RandomPlan(int i)
      : kind(i % kinds),
        contacts(sizes[static_cast<std::size_t>(i / kinds % size_count)]),
        seed(i / (kinds * size_count)) {}
  std::string name(const char* set) const {
    return std::string(set) + "-" + kind_names[static_cast<std::size_t>(kind)] + "-" + std::to_string(contacts) + "-" +
           std::to_string(seed);
  }
};

bool quick_plan(int i) {
  const RandomPlan plan(i);
  return plan.seed == 0 && (plan.contacts == 1 || plan.contacts == 3 || plan.contacts == 10);
}

void add_contacts(ContactProblem& problem, const RandomPlan& plan, Random& random) {
  for (int i = 0; i < plan.contacts; ++i) {
    if (plan.kind == 0) {
      problem.add(LawKind::unilateral);
    } else {
      problem.add_frictional(random.uniform(0.0, 1.0), plan.kind);
    }
  }
}

int coordinates(const ContactProblem& problem) { return problem.laws.back().offset + problem.laws.back().dimension; }

// Approach velocities and as much slip; a part of c that no velocity produces.
void add_free_velocities(ContactProblem& problem, Random& random) {
  for (int i = 0; i < coordinates(problem); ++i) problem.c.push_back(random.uniform(-1.0, 0.5));
}

NamedProblem regular_problem(int i) {
  const RandomPlan plan(i);
  Random random(1000 + static_cast<std::uint64_t>(i));
  NamedProblem made{plan.name("spd"), {}, Solvable::yes};
  add_contacts(made.problem, plan, random);
  Directions w(coordinates(made.problem) * 3 / 2 + 1, coordinates(made.problem));
  w.fill(random);
  set_delassus(made.problem, w);
  add_free_velocities(made.problem, random);
  return made;
}

NamedProblem rank_deficient_problem(int i) {
  const RandomPlan plan(i);
  Random random(2000 + static_cast<std::uint64_t>(i));
  NamedProblem made{plan.name("rank_deficient"), {}, Solvable::yes};
  add_contacts(made.problem, plan, random);
  Directions w(std::max(2, coordinates(made.problem) / 2), coordinates(made.problem));
  w.fill(random);
  make_openable(w, made.problem.laws, random);
  set_delassus(made.problem, w);
  add_free_velocities(made.problem, random);
  return made;
}

// Mixed laws: 2 kinds (planar, spatial), sizes 1 .. 100, both ranks.
constexpr std::array<int, 8> mixed_sizes = {1, 2, 3, 5, 8, 15, 40, 100};
constexpr int mixed_count = 2 * 2 * static_cast<int>(mixed_sizes.size());

NamedProblem mixed_problem(int i) {
  const bool spatial = i % 2 == 1;
  const bool redundant = i / 2 % 2 == 1;
  const int contacts = mixed_sizes[static_cast<std::size_t>(i / 4)];
  Random random(3000 + static_cast<std::uint64_t>(i));
  NamedProblem made{std::string("mixed_laws-") + (spatial ? "spatial-" : "planar-") + (redundant ? "redundant-" : "") +
                        std::to_string(contacts),
                    {},
                    Solvable::yes};
  std::vector<double> restitution;
  for (int k = 0; k < contacts; ++k) {
    const int tangents = spatial && (k == 0 || random.chance(0.7)) ? 2 : 1;
    const double normal_restitution = random.chance(0.3) ? 0.0 : random.uniform(0.0, 1.0);
    const double tangential_restitution = random.chance(0.6) ? 0.0 : random.uniform(0.0, 1.0);
    const int sort = k == 0 ? 0 : random.index(4);
    if (sort <= 2) {
      const int normal = made.problem.add(LawKind::unilateral);
      restitution.push_back(normal_restitution);
      if (sort == 2) continue;
      made.problem.add(LawKind::coulomb, tangents, random.uniform(0.0, 1.2), normal);
    } else {
      made.problem.add(LawKind::tresca, tangents, random.chance(0.2) ? 0.0 : random.uniform(0.0, 1.0));
    }
    for (int t = 0; t < tangents; ++t) restitution.push_back(tangential_restitution);
  }
  const int n = coordinates(made.problem);
  Directions w(redundant ? std::max(2, n * 2 / 3) : n + n / 2 + 1, n);
  w.fill(random);
  make_openable(w, made.problem.laws, random);
  set_delassus(made.problem, w);
  std::vector<double> velocity(static_cast<std::size_t>(w.dof()));
  for (double& entry : velocity) entry = random.uniform(-1.0, 1.0);
  for (int k = 0; k < n; ++k) {
    made.problem.c.push_back((1.0 + restitution[static_cast<std::size_t>(k)]) * dot(w.column(k), velocity));
  }
  return made;
}

// Coupling: spectral radius of the Jacobi iteration matrix, I - diag(G)^-1 G, from 0.1 to 6.3.
constexpr int coupling_steps = 12;
constexpr int coupled_contacts = 8;

double coupling_radius(int step) {
  return 0.1 * elementary::pow(63.0, static_cast<double>(step) / (coupling_steps - 1));
}

NamedProblem coupled_problem(int i) {
  const bool friction = i % 2 == 1;
  const double radius = coupling_radius(i / 2);
  const int block = friction ? 2 : 1;
  // G = E + beta 1 1^T for the normals, and for the tangents: the radius is (m - 1) beta / (1 + beta).
  const double share = radius / (coupled_contacts - 1);
  const double beta = share / (1.0 - share);
  char label[16];
  std::snprintf(label, sizeof label, "%.2f", radius);
  NamedProblem made{std::string("coupling-") + (friction ? "planar-" : "lcp-") + label, {}, Solvable::yes};
  const int n = block * coupled_contacts;
  Random random(4000 + static_cast<std::uint64_t>(i % 2));
  const auto rows = static_cast<std::size_t>(n);
  made.problem.dense.assign(rows * rows, 0.0);
  for (int k = 0; k < coupled_contacts; ++k) {
    if (friction) {
      made.problem.add_frictional(0.3, 1);
    } else {
      made.problem.add(LawKind::unilateral);
    }
  }
  // Every row and column is scaled by a root of the contact's mobility: the Jacobi matrix stays similar to itself.
  const auto root_mobility = [block](int k) {
    const int contact = k / block;
    return elementary::pow(10.0, 0.5 * contact / (coupled_contacts - 1));
  };
  for (int j = 0; j < n; ++j) {
    for (int k = j % block; k < n; k += block) {
      made.problem.dense[static_cast<std::size_t>(k) + static_cast<std::size_t>(j) * rows] =
          (beta + (j == k ? 1.0 : 0.0)) * root_mobility(j) * root_mobility(k);
    }
    // Approach of much the same speed, so that all contacts close; slip too slow to keep all of them sliding.
    const double speed = j % block == 0 ? random.uniform(-1.05, -0.95) : random.uniform(-0.4, 0.4);
    made.problem.c.push_back(speed * root_mobility(j));
  }
  return made;
}

}  // namespace

ProblemSet regular_set() {
  return {
      "spd",
      "Random force directions of full column rank, friction coefficients up to 1, 1 to 200 contacts. G is positive "
      "definite, which makes every such problem solvable.",
      kinds * size_count * seeds, regular_problem, quick_plan};
}

ProblemSet rank_deficient_set() {
  return {"rank_deficient",
          "Random force directions, twice as many as degrees of freedom, 1 to 200 contacts. Some velocity opens every "
          "contact without sliding, which makes every such problem solvable.",
          kinds * size_count * seeds, rank_deficient_problem, quick_plan};
}

ProblemSet mixed_laws_set() {
  return {
      "mixed_laws",
      "Unilateral laws, Coulomb friction and Tresca friction side by side, intervals and discs, with normal "
      "and tangential restitution of every contact's own, regular and redundant. Solvable as the rank-deficient set.",
      mixed_count, mixed_problem, [](int i) { return i / 4 == 1 || i / 4 == 4; }};
}

ProblemSet coupling_set() {
  return {
      "coupling",
      "Eight contacts that share a body of growing influence, their mobilities 1 to 10: G = D (E + beta 1 1^T) D, so "
      "that the spectral radius of the Jacobi iteration matrix runs from 0.1 to 6.3. G is positive definite.",
      2 * coupling_steps, coupled_problem, [](int /*i*/) { return true; }};
}

}  // namespace nsdbench::problem_sets
