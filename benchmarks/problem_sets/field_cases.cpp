#include "benchmarks/problem_sets/field_cases.hpp"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "benchmarks/problem_sets/rigid_bodies.hpp"
#include "benchmarks/problem_sets/sets.hpp"

namespace nsdbench::problem_sets {

namespace {

// Every percussion by itself.
std::vector<StatedValue> unique_answer(const std::vector<double>& percussions, double amplification = 1.0) {
  std::vector<StatedValue> stated;
  double magnitude = 0.0;
  for (const double p : percussions) magnitude = std::max(magnitude, std::abs(p));
  for (std::size_t i = 0; i < percussions.size(); ++i) {
    StatedValue value;
    value.what = "P_" + std::to_string(i + 1);
    value.weights.assign(percussions.size(), 0.0);
    value.weights[i] = 1.0;
    value.value = percussions[i];
    value.magnitude = magnitude > 0.0 ? magnitude : 1.0;
    value.amplification = amplification;
    stated.push_back(value);
  }
  return stated;
}

// LCP by the rows of its matrix.
ContactProblem lcp(std::initializer_list<std::initializer_list<double>> rows, const std::vector<double>& q) {
  ContactProblem problem;
  problem.c = q;
  const std::size_t n = q.size();
  problem.dense.resize(n * n);
  std::size_t i = 0;
  for (const auto& row : rows) {
    std::size_t j = 0;
    for (const double entry : row) problem.dense[i + n * j++] = entry;
    ++i;
  }
  for (std::size_t k = 0; k < n; ++k) problem.add(LawKind::unilateral);
  return problem;
}

FieldCase solvable(const std::string& name, ContactProblem problem, std::vector<StatedValue> stated) {
  return {{"field-" + name, std::move(problem), Solvable::yes}, std::move(stated), false};
}

FieldCase unsolvable(const std::string& name, ContactProblem problem) {
  return {{"field-" + name, std::move(problem), Solvable::no}, {}, false};
}

// A7: a block of mass R on one of mass 1 on the ground, at rest; a step of 1 ms.
ContactProblem two_blocks(double mass_ratio) {
  constexpr double g_dt = 9.81e-3;
  return lcp({{1.0, -1.0}, {-1.0, 1.0 + 1.0 / mass_ratio}}, {-g_dt, 0.0});
}

// A9: planar block, m = 2, J = 1, on three contacts in a row at x = -1, 0, 1; its center 1 above them.
FieldCase hyperstatic_block(const std::string& name, double mu, double dt) {
  RigidBody body;
  body.mass = 2.0;
  body.inertia = {1.0, 1.0, 1.0};
  body.center = {0.0, 0.0, 1.0};
  std::vector<BodyContact> contacts;
  for (const double x : {-1.0, 0.0, 1.0}) {
    BodyContact contact;
    contact.point = {x, 0.0, 0.0};
    contact.mu = mu;
    contacts.push_back(contact);
  }
  StepSettings settings;
  settings.gravity = 10.0;
  settings.dt = dt;
  settings.friction = mu > 0.0 ? Friction::planar : Friction::none;
  ContactProblem problem = body_problem({body}, contacts, settings);

  // The split among the contacts is not unique; weight, moment and rest are.
  const std::size_t block = mu > 0.0 ? 2 : 1;
  const double weight = body.mass * settings.gravity * dt;
  StatedValue sum{"sum of P_N", std::vector<double>(3 * block, 0.0), 0.0, weight, weight, 1.0};
  StatedValue moment{"moment", sum.weights, 0.0, 0.0, weight, 1.0};
  StatedValue lift{"vertical velocity", sum.weights, -settings.gravity * dt, 0.0, settings.gravity * dt, 1.0};
  StatedValue slip{"horizontal velocity", sum.weights, 0.0, 0.0,
                   settings.gravity * dt, 2.0};  // slip of the contacts plus spin
  for (std::size_t i = 0; i < 3; ++i) {
    const double x = static_cast<double>(i) - 1.0;
    sum.weights[block * i] = 1.0;
    moment.weights[block * i] = -x;
    lift.weights[block * i] = 1.0 / body.mass;
    if (mu > 0.0) {
      moment.weights[block * i + 1] = -1.0;  // the contacts lie 1 below the center
      slip.weights[block * i + 1] = 1.0 / body.mass;
    }
  }
  std::vector<StatedValue> stated = {sum, moment, lift};
  if (mu > 0.0) stated.push_back(slip);
  return solvable(name, std::move(problem), std::move(stated));
}

// B6: three equal balls in a row that touch, the first arrives with unit velocity: Newton's law at both contacts at
// once. G = tridiag(-1, 2, -1), c = (1 + e) (-1, 0).
FieldCase three_balls(const std::string& name, double restitution) {
  const double p = (1.0 + restitution) / 3.0;
  return solvable(name, lcp({{2.0, -1.0}, {-1.0, 2.0}}, {-(1.0 + restitution), 0.0}), unique_answer({2.0 * p, p}, 2.0));
}

// B9: sphere, m = 1, R = 0.1, J = 0.004, u = (1, -1), omega = 0, e = e_T = 1: G = diag(1, 1 + R^2 / J), c = 2 (-1, 1).
FieldCase super_ball(const std::string& name, double mu, double tangential) {
  ContactProblem problem;
  problem.add_frictional(mu, 1);
  problem.dense = {1.0, 0.0, 0.0, 3.5};
  problem.c = {-2.0, 2.0};
  return solvable(name, std::move(problem), unique_answer({2.0, tangential}, 2.0));
}

// C4 at the velocity level: Painleve's rod, tan(phi) = 2, mu = 1.5, v_x = 1, e = 0, at the step dt. The rod jams:
// xi_N = xi_T = 0, P = -G^-1 c, which tends to (0.4, -0.3) [and not to zero] as dt does.
FieldCase jamming_rod(const std::string& name, double dt) {
  // w_N = (0, 1, -cos), w_T = (1, 0, -sin), M = diag(1, 1, 1/3): G = [1.6, 1.2; 1.2, 3.4].
  ContactProblem problem;
  problem.add_frictional(1.5, 1);
  problem.dense = {1.6, 1.2, 1.2, 3.4};
  problem.c = {-10.0 * dt, 1.0};
  constexpr double determinant = 4.0;
  const double normal = (3.4 * 10.0 * dt + 1.2) / determinant;
  const double tangent = -(1.6 + 1.2 * 10.0 * dt) / determinant;
  return solvable(name, std::move(problem), unique_answer({normal, tangent}, 4.0));
}

// A1 to A6: linear complementarity problems.
void add_lcps(std::vector<FieldCase>& cases) {
  // A1: the scalar problem.
  cases.push_back(solvable("A1-loaded", lcp({{1.0}}, {-9.8}), unique_answer({9.8})));
  cases.push_back(solvable("A1-free", lcp({{1.0}}, {9.8}), unique_answer({0.0})));
  cases.push_back(unsolvable("A1-negative", lcp({{-1.0}}, {-1.0})));
  cases.push_back(solvable("A1-zero", lcp({{0.0}}, {0.0}), {}));
  // A2: ties in the ratio test; all principal minors are positive.
  cases.push_back(solvable("A2-ties", lcp({{1, 2, 0}, {0, 1, 2}, {2, 0, 1}}, {-1, -1, -1}),
                           unique_answer({1.0 / 3, 1.0 / 3, 1.0 / 3}, 3.0)));
  // A3: no solution, since w_1 <= -3 for all z >= 0; and a solution that some covering vectors miss.
  cases.push_back(unsolvable("A3-infeasible", lcp({{-1, 0, -3}, {1, -2, -5}, {-2, -1, -2}}, {-3, -2, -1})));
  cases.push_back(solvable("A3-ray", lcp({{-1.5, 2}, {-4, 4}}, {-5, 17}), unique_answer({27.0, 22.75}, 3.0)));
  // A4: tridiagonal, degenerate at the last index.
  cases.push_back(solvable("A4-degenerate",
                           lcp({{2, -1, 0, 0, 0, 0, 0, 0},
                                {-1, 2, -1, 0, 0, 0, 0, 0},
                                {0, -1, 2, -1, 0, 0, 0, 0},
                                {0, 0, -1, 2, -1, 0, 0, 0},
                                {0, 0, 0, -1, 2, -1, 0, 0},
                                {0, 0, 0, 0, -1, 2, -1, 0},
                                {0, 0, 0, 0, 0, -1, 2, -1},
                                {0, 0, 0, 0, 0, 0, -1, 2}},
                               {-1, 2, -3, 1, -1, 4, -2, 1}),
                           unique_answer({5.0 / 6, 2.0 / 3, 5.0 / 2, 4.0 / 3, 7.0 / 6, 0, 1, 0}, 20.0)));
  // A6: nearly parallel contacts; small increments are not convergence. ||G^-1|| = 1e4.
  cases.push_back(solvable("A6-parallel", lcp({{1.0, 0.9999}, {0.9999, 1.0}}, {-1.0, -1.0}),
                           unique_answer({1.0 / 1.9999, 1.0 / 1.9999}, 3e4)));
}

// A7 to C4: contact problems.
void add_contact_problems(std::vector<FieldCase>& cases) {
  // A7: mass ratios; ||G^-1|| is about 2 (1 + R).
  for (const double ratio : {1.0, 10.0, 100.0, 1000.0, 1e5}) {
    const double g_dt = 9.81e-3;
    cases.push_back(solvable("A7-ratio-" + std::to_string(std::lround(ratio)), two_blocks(ratio),
                             unique_answer({(1.0 + ratio) * g_dt, ratio * g_dt}, 3.0)));
  }
  // A9 and A10: redundant contacts; A10 is the problem of every step of a body at rest.
  cases.push_back(hyperstatic_block("A9-smooth", 0.0, 0.01));
  cases.push_back(hyperstatic_block("A9-rough", 0.5, 0.01));
  cases.push_back(hyperstatic_block("A10-rest", 0.5, 5e-4));
  // B6 and B9: impact laws.
  cases.push_back(three_balls("B6-elastic", 1.0));
  cases.push_back(three_balls("B6-half", 0.5));
  cases.push_back(three_balls("B6-plastic", 0.0));
  cases.push_back(super_ball("B9-reverses", 1.0, -4.0 / 7.0));
  cases.push_back(super_ball("B9-saturates", 0.2, -0.4));
  cases.push_back(jamming_rod("C4-1e-3", 1e-3));
  cases.push_back(jamming_rod("C4-1e-4", 1e-4));
}

// A11: problems that no percussions solve, or that are none.
void add_ill_formed_problems(std::vector<FieldCase>& cases) {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  // G_11 = 0 leaves nothing that lifts the lower block, xi_1 = -P_2 - g dt; numbers that are not finite.
  ContactProblem weightless = two_blocks(1.0);
  weightless.dense[0] = 0.0;
  cases.push_back(unsolvable("A11-zero-diagonal", std::move(weightless)));
  for (const double bad : {not_a_number, infinity, -infinity}) {
    ContactProblem in_c = two_blocks(1.0);
    in_c.c[0] = bad;
    cases.push_back({{"field-A11-c", std::move(in_c), Solvable::no}, {}, true});
    ContactProblem in_g = two_blocks(1.0);
    in_g.dense[2] = bad;
    cases.push_back({{"field-A11-G", std::move(in_g), Solvable::no}, {}, true});
  }
}

std::vector<FieldCase> make_field_cases() {
  std::vector<FieldCase> cases;
  add_lcps(cases);
  add_contact_problems(cases);
  add_ill_formed_problems(cases);
  return cases;
}

int well_formed_cases() {
  int count = 0;
  for (const FieldCase& field_case : field_cases()) count += field_case.malformed ? 0 : 1;
  return count;
}

}  // namespace

const std::vector<FieldCase>& field_cases() {
  static const std::vector<FieldCase> cases = make_field_cases();
  return cases;
}

ProblemSet field_case_set() {
  return {"field_cases",
          "Small problems at which solvers in use have failed, with known answers: scalar and unsolvable LCPs, ties, "
          "degenerate and nearly parallel contacts, mass ratios, hyperstatic blocks, chains of balls, tangential "
          "restitution, jamming.",
          well_formed_cases(), [](int i) { return field_cases()[static_cast<std::size_t>(i)].problem; },
          [](int /*i*/) { return true; }};
}

}  // namespace nsdbench::problem_sets
