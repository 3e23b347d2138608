// The degenerate zero block: planar frictional problems, whose standard form (Glocker & Studer 2005, eq. 33) has a
// block of zeros in b and ties in every pivoting method.
#include "benchmarks/problem_sets/eq33.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "benchmarks/problem_sets/directions.hpp"
#include "benchmarks/problem_sets/sets.hpp"
#include "solvers/elementary/elementary.hpp"

namespace nsdbench::problem_sets {

namespace {

constexpr int sequence_length = 1400;

// From 1 contact to 200, n = 3 to 600, most of them few.
int contacts_of(int instance) {
  const double t = static_cast<double>(instance) / (sequence_length - 1);
  return 1 + static_cast<int>(std::floor(199.0 * t * t * t * t + 0.5));
}

bool is_regular(int instance) { return instance % 2 == 0; }

// Directions of a sequence problem; every entry is divided by the root of its mass.
class SequenceDirections {
 public:
  SequenceDirections(int contacts, bool regular, Random& random)
      : bodies_(std::max(1, (3 * contacts) / 5)),
        w_(regular ? 2 * contacts + contacts / 2 + 1 : std::min(3 * bodies_, std::max(1, 2 * contacts - 1)),
           2 * contacts),
        inverse_root_mass_(static_cast<std::size_t>(w_.dof())) {
    for (double& entry : inverse_root_mass_) entry = elementary::exp2(random.uniform(-1.0, 1.0));
  }

  const Directions& w() const { return w_; }
  double inverse_root_mass(std::size_t k) const { return inverse_root_mass_[k]; }

  // No structure, full column rank.
  void fill_regular(int contact, Random& random) {
    const std::span<double> normal = w_.column(2 * contact);
    const std::span<double> tangent = w_.column(2 * contact + 1);
    for (std::size_t k = 0; k < normal.size(); ++k) {
      normal[k] = inverse_root_mass_[k] * random.uniform(-1.0, 1.0);
      tangent[k] = inverse_root_mass_[k] * random.uniform(-1.0, 1.0);
    }
  }

  // A contact between two bodies in the plane, or with the ground, at any angle; sometimes a copy of an earlier one.
  void fill_redundant(int contact, Random& random) {
    if (contact > 0 && random.chance(0.15)) {
      const int twin = random.index(contact);
      for (int k = 0; k < 2; ++k) {
        std::copy_n(w_.column(2 * twin + k).begin(), w_.dof(), w_.column(2 * contact + k).begin());
      }
      return;
    }
    const double height = random.uniform(-1.0, 1.0);
    const double cosine = (1.0 - height * height) / (1.0 + height * height);
    const double sine = 2.0 * height / (1.0 + height * height);
    const int on = random.index(bodies_);
    const int other = random.chance(0.3) ? on : random.index(bodies_);  // the same again: the ground
    add_body(contact, on, 1.0, cosine, sine, random);
    if (other != on) add_body(contact, other, -1.0, cosine, sine, random);
  }

 private:
  // One side of a contact, with arms of its own. The last body may lack degrees of freedom: it is held there.
  void add_body(int contact, int body, double sign, double cosine, double sine, Random& random) {
    const std::array<double, 3> normal = {-sine * sign, cosine * sign, random.uniform(-1.0, 1.0)};
    const std::array<double, 3> tangent = {cosine * sign, sine * sign, random.uniform(-1.0, 1.0)};
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t k = 3 * static_cast<std::size_t>(body) + part;
      if (k >= inverse_root_mass_.size()) continue;
      w_.column(2 * contact)[k] = inverse_root_mass_[k] * normal[part];
      w_.column(2 * contact + 1)[k] = inverse_root_mass_[k] * tangent[part];
    }
  }

  int bodies_;
  Directions w_;
  std::vector<double> inverse_root_mass_;
};

NamedProblem sequence_problem(int instance) {
  const bool regular = is_regular(instance);
  return {"eq33-" + std::to_string(instance) + (regular ? "-regular" : "-redundant"),
          eq33_problem(static_cast<std::uint64_t>(instance) + 1, contacts_of(instance), regular), Solvable::yes};
}

}  // namespace

ContactProblem eq33_problem(std::uint64_t seed, int contacts, bool regular) {
  Random random(seed);
  ContactProblem problem;
  SequenceDirections directions(contacts, regular, random);
  for (int i = 0; i < contacts; ++i) {
    problem.add_frictional(random.chance(0.1) ? 0.0 : random.uniform(0.0, 1.5), 1);
    if (regular) {
      directions.fill_regular(i, random);
    } else {
      directions.fill_redundant(i, random);
    }
  }
  set_delassus(problem, directions.w());

  std::vector<double> root_mass_velocity(static_cast<std::size_t>(directions.w().dof()));
  for (std::size_t k = 0; k < root_mass_velocity.size(); ++k) {
    const bool at_rest = random.chance(0.2);
    root_mass_velocity[k] = at_rest ? 0.0 : random.uniform(-1.0, 1.0) / directions.inverse_root_mass(k);
  }
  const double restitution = random.chance(0.5) ? 0.0 : random.uniform(0.0, 1.0);
  for (int j = 0; j < 2 * contacts; ++j) {
    problem.c.push_back((1.0 + restitution) * dot(directions.w().column(j), root_mass_velocity));
  }
  return problem;
}

ProblemSet eq33_set() {
  return {
      "eq33",
      "1400 planar problems with 1 to 200 contacts (n = 3 to 600 in standard form), mu up to 1.5: random directions "
      "of full column rank, and bodies in the plane with more laws than freedom, in turn. c = (1 + eps) W^T u: with "
      "a variable for each contact's slip the problem is an LCP with a copositive matrix that Lemke's method solves "
      "(Stewart & Trinkle 1996).",
      sequence_length, sequence_problem, [](int i) { return i % 61 == 0 && contacts_of(i) <= 20; }};
}

}  // namespace nsdbench::problem_sets
