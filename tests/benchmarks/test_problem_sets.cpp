// The problem sets are what they say they are.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>
#include <stdexcept>

#include "benchmarks/problem_sets/directions.hpp"
#include "benchmarks/problem_sets/problem_set.hpp"
#include "benchmarks/problem_sets/random.hpp"
#include "benchmarks/problem_sets/rigid_bodies.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/helpers/catch.hpp"

using namespace nsdbench;
using namespace nsdbench::problem_sets;

namespace {

// Two digests of everything a problem holds.
std::string bytes_of(const NamedProblem& named) {
  std::string bytes = named.name;
  const auto add = [&bytes](const double* first, std::size_t count) {
    const std::size_t old = bytes.size();
    bytes.resize(old + count * sizeof(double));
    if (count > 0) std::memcpy(bytes.data() + old, first, count * sizeof(double));
  };
  add(named.problem.c.data(), named.problem.c.size());
  add(named.problem.dense.data(), named.problem.dense.size());
  add(named.problem.sparse.values().data(), named.problem.sparse.values().size());
  for (const SetValuedLaw& law : named.problem.laws) add(&law.bound, 1);
  return bytes;
}

bool paradoxical(const ContactProblem& problem) {
  const ContactProblemView view = problem.view();
  return std::any_of(view.laws.begin(), view.laws.end(), [&](const SetValuedLaw& law) {
    if (law.kind != LawKind::coulomb) return false;
    const int normal = view.laws[static_cast<std::size_t>(law.normal)].offset;
    double coupling = 0.0;
    for (int k = 0; k < law.dimension; ++k) coupling = std::hypot(coupling, view.g(normal, law.offset + k));
    return view.g(normal, normal) < law.bound * coupling;
  });
}

}  // namespace

TEST_CASE("every set has a name, a recipe, and problems of distinct names that are well formed", "[problem_sets]") {
  std::set<std::string_view> set_names;
  std::set<std::string> names;
  for (const ProblemSet& set : all_sets()) {
    CAPTURE(set.name);
    CHECK(set_names.insert(set.name).second);
    CHECK(set.recipe.size() > 40);
    CHECK(set.selection(Extent::full).size() == static_cast<std::size_t>(set.size));
    CHECK_FALSE(set.selection(Extent::quick).empty());
    for (const int i : set.selection(Extent::full)) {
      const NamedProblem named = set.make(i);
      CAPTURE(named.name);
      CHECK(names.insert(named.name).second);
      const char* complaint = defect(named.problem.view());
      CHECK((complaint == nullptr ? "" : std::string(complaint)).empty());
      CHECK(contact_count(named.problem) > 0);
    }
  }
  CHECK(names.size() > 2000);
}

TEST_CASE("the same problem has the same bytes each time it is made", "[problem_sets]") {
  for (const ProblemSet& set : all_sets()) {
    for (const int i : set.selection(Extent::quick)) {
      CAPTURE(set.name, i);
      CHECK(bytes_of(set.make(i)) == bytes_of(set.make(i)));
    }
  }
}

TEST_CASE("random numbers are the same on every platform", "[problem_sets]") {
  // The engine's 10000th output is fixed by the C++ standard (rand.predef); the mapping to a double is exact.
  std::mt19937_64 engine;
  engine.discard(9999);
  CHECK(engine() == 9981545732273789042ULL);
  Random random(std::mt19937_64::default_seed);
  double number = 0.0;
  for (int i = 0; i < 10000; ++i) number = random.uniform(0.0, 1.0);
  CHECK(number == static_cast<double>(9981545732273789042ULL >> 11U) / 9007199254740992.0);
}

TEST_CASE("the sets contain what their names promise", "[problem_sets]") {
  SECTION("eq33: 1400 planar problems, n = 3 to 600, half of them redundant") {
    const ProblemSet& set = set_named("eq33");
    CHECK(set.size == 1400);
    CHECK(contact_count(set.make(0).problem) == 1);
    CHECK(contact_count(set.make(1399).problem) == 200);
    for (const int i : {0, 500, 1001, 1399}) CHECK(kind_of(set.make(i).problem) == Kind::planar);
  }
  SECTION("painleve: every problem has a contact in that regime") {
    const ProblemSet& set = set_named("painleve");
    for (int i = 0; i < set.size; ++i) {
      CAPTURE(i);
      CHECK(paradoxical(set.make(i).problem));
    }
  }
  SECTION("stacks: 320 blocks with two contacts an interface in the plane and four in space, block-sparse") {
    const ProblemSet& planar = set_named("stack_planar");
    const ProblemSet& spatial = set_named("stack_spatial");
    CHECK(contact_count(planar.make(planar.size - 1).problem) == 640);
    CHECK(contact_count(spatial.make(spatial.size - 1).problem) == 1280);
    CHECK(spatial.make(spatial.size - 1).problem.sparse.block_size() == 3);
    CHECK(kind_of(spatial.make(0).problem) == Kind::spatial);
  }
  SECTION("an unknown set is refused in a sentence that lists the known ones") {
    std::string sentence;
    try {
      set_named("stacks");
    } catch (const std::invalid_argument& error) {
      sentence = error.what();
    }
    CHECK(sentence.find("'stacks'") != std::string::npos);
    CHECK(sentence.find("stack_planar") != std::string::npos);
  }
}

TEST_CASE("storage does not change a problem of bodies", "[problem_sets]") {
  RigidBody lower = box(1.0, 1.0, 1.0);
  lower.center = {0.0, 0.0, 0.5};
  RigidBody upper = box(1.0, 1.0, 1.0, 3.0);
  upper.center = {0.1, 0.0, 1.5};
  upper.velocity = {0.3, -0.2, -1.0};
  std::vector<BodyContact> contacts;
  for (const double x : {-0.4, 0.5}) {
    BodyContact contact;
    contact.point = {x, 0.0, 0.0};
    contacts.push_back(contact);
    contact.upper = 1;
    contact.lower = 0;
    contact.point[2] = 1.0;
    contact.normal_restitution = 0.5;
    contacts.push_back(contact);
  }
  StepSettings settings;
  settings.friction = Friction::spatial;
  settings.planar_bodies = false;
  const ContactProblem dense = body_problem({lower, upper}, contacts, settings);
  settings.sparse = true;
  const ContactProblem sparse = body_problem({lower, upper}, contacts, settings);
  CHECK(dense.c == sparse.c);
  for (int i = 0; i < dense.size(); ++i) {
    for (int j = 0; j < dense.size(); ++j) CHECK(dense.view().g(i, j) == sparse.view().g(i, j));
  }
  // Contact 1 is between the boxes: g = 1/m_1 + 1/m_2 + arms, c = 1.5 (-1): gravity moves both alike.
  const double arms = 0.4 * 0.4 / lower.inertia[1] + 0.5 * 0.5 / upper.inertia[1];
  constexpr double rounding = 1e-14;  // a few operations on numbers of order one
  CHECK(dense.view().g(3, 3) == Catch::Approx(1.0 + 1.0 / 3.0 + arms).epsilon(rounding));
  CHECK(dense.c[3] == Catch::Approx(-1.5).epsilon(rounding));
  CHECK(dense.c[4] == Catch::Approx(0.3).epsilon(rounding));
}

TEST_CASE("enumeration finds a solution of what is known to have one, and none of what has none", "[problem_sets]") {
  // Up to n = 9 in standard form: 512 bases.
  constexpr int largest = 9;
  const auto oracle = make_contact_solver("enumeration");
  int tried = 0;
  for (const ProblemSet& set : all_sets()) {
    for (const int i : set.selection(Extent::quick)) {
      const NamedProblem named = set.make(i);
      int standard_size = 0;
      for (const SetValuedLaw& law : named.problem.laws) standard_size += law.kind == LawKind::unilateral ? 1 : 2;
      if (kind_of(named.problem) == Kind::spatial || standard_size > largest) continue;
      CAPTURE(named.name);
      std::vector<double> percussions(named.problem.c.size());
      std::vector<Mode> modes(named.problem.laws.size());
      const SolverResult result = oracle->solve(named.problem.view(), percussions, modes);
      if (named.solvable == Solvable::yes) CHECK(result.solved());
      if (named.solvable == Solvable::no) CHECK(result.status == SolverStatus::infeasible);
      ++tried;
    }
  }
  CHECK(tried > 80);
}
