// Contact problems in long double and quadruple precision: laws hold to rounding, singular problems stay near the
// double answer, and what is wrong is not called solved.
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "solvers/contact/refined_percussions.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/linear_algebra/quadruple.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/dense_contact_problem.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using testing::Random;
using testing::ScriptedSolver;

namespace {

constexpr int most_laws = 8;
constexpr int most_coordinates = 12;

template <class Scalar>
using Problem = FixedContactProblem<most_laws, most_coordinates, Scalar>;

template <class Scalar>
struct WideAnswer {
  SolverResult result;
  std::array<Scalar, most_coordinates> percussions{};
  std::array<Mode, most_laws> modes{};
};

template <class Scalar>
WideAnswer<Scalar> solve(ContactSolver& solver, const Problem<Scalar>& problem) {
  RefinedPercussions<most_laws, most_coordinates, Scalar> refined;
  WideAnswer<Scalar> answer;
  answer.result = refined.solve(solver, problem, {answer.percussions.data(), static_cast<std::size_t>(problem.size())},
                                {answer.modes.data(), static_cast<std::size_t>(problem.law_count())});
  return answer;
}

// G = W^T M^-1 W in Scalar, from doubles; c from the range of W^T, as velocities are.
template <class Scalar>
void set_matrices(Problem<Scalar>& problem, const Eigen::MatrixXd& directions, const Eigen::VectorXd& inverse_mass,
                  const Eigen::VectorXd& velocity) {
  for (int j = 0; j < problem.size(); ++j) {
    problem.c(j) = 0.0;
    for (int k = 0; k < velocity.size(); ++k) problem.c(j) += Scalar(directions(k, j)) * velocity(k);
    for (int i = 0; i < problem.size(); ++i) {
      problem.g(i, j) = 0.0;
      for (int k = 0; k < velocity.size(); ++k) {
        problem.g(i, j) += Scalar(directions(k, i)) * inverse_mass(k) * directions(k, j);
      }
    }
  }
}

// Contacts with friction on a mechanism of `dof` coordinates, and a Tresca friction element if there is room.
template <class Scalar>
Problem<Scalar> random_problem(Random& random, int contacts, int tangential_dimension, int dof) {
  Problem<Scalar> problem;
  for (int i = 0; i < contacts; ++i) {
    const int normal = problem.add(LawKind::unilateral, 1, 0.0);
    problem.add(LawKind::coulomb, tangential_dimension, random.uniform(0.0, 0.8), normal);
  }
  if (problem.size() + tangential_dimension <= dof) {
    problem.add(LawKind::tresca, tangential_dimension, Scalar(random.uniform(0.0, 0.5)) / 3);
  }
  set_matrices(problem, random.matrix(dof, problem.size()), random.vector(dof, 0.2, 2.0), random.vector(dof));
  return problem;
}

// Largest violation of the laws, spelled out one by one, in percussions and velocities of order 1.
template <class Scalar>
Scalar violation(const Problem<Scalar>& problem, const WideAnswer<Scalar>& answer) {
  using std::abs;
  using std::max;
  using std::sqrt;
  const auto p = [&](int i) { return answer.percussions[static_cast<std::size_t>(i)]; };
  std::array<Scalar, most_coordinates> xi;
  for (int i = 0; i < problem.size(); ++i) {
    xi[static_cast<std::size_t>(i)] = problem.c(i);
    for (int j = 0; j < problem.size(); ++j) xi[static_cast<std::size_t>(i)] += problem.g(i, j) * p(j);
  }
  const auto v = [&](int i) { return xi[static_cast<std::size_t>(i)]; };
  Scalar worst = 0.0;
  for (int l = 0; l < problem.law_count(); ++l) {
    const SetValuedLaw& law = problem.law(l);
    const int o = law.offset;
    if (law.kind == LawKind::unilateral) {
      worst = max<Scalar>({worst, -p(o), -v(o), abs(p(o) * v(o))});
      continue;
    }
    Scalar bound = problem.bound(l);
    if (law.kind == LawKind::coulomb) bound *= p(problem.law(law.normal).offset);
    const bool disc = law.dimension == 2;
    const Scalar force = disc ? Scalar(sqrt(p(o) * p(o) + p(o + 1) * p(o + 1))) : Scalar(abs(p(o)));
    const Scalar speed = disc ? Scalar(sqrt(v(o) * v(o) + v(o + 1) * v(o + 1))) : Scalar(abs(v(o)));
    worst = max<Scalar>(worst, force - bound);
    // -P_T |xi_T| = bound xi_T
    for (int k = o; k < o + law.dimension; ++k) worst = max<Scalar>(worst, abs(p(k) * speed + bound * v(k)));
  }
  return worst;
}

// Rounding of the sums G P + c, relative to max |c|: near that every answer is as good as another.
template <class Scalar>
double rounding_of(const Problem<Scalar>& problem, const WideAnswer<Scalar>& answer) {
  double largest = 0.0;
  double reference = 0.0;
  for (int i = 0; i < problem.size(); ++i) {
    double sum = std::abs(static_cast<double>(problem.c(i)));
    reference = std::max(reference, sum);
    for (int j = 0; j < problem.size(); ++j) {
      sum += std::abs(static_cast<double>(problem.g(i, j) * answer.percussions[static_cast<std::size_t>(j)]));
    }
    largest = std::max(largest, sum);
  }
  const auto epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());
  return epsilon * problem.size() * largest / reference;
}

template <class Scalar>
void check_random_problems(int tangential_dimension) {
  Random random(20260 + tangential_dimension);
  const auto solver = make_contact_solver("portfolio");
  int sliding = 0;
  int sticking = 0;
  int open = 0;
  for (int k = 0; k < 200; ++k) {
    CAPTURE(k, tangential_dimension);
    const int contacts = 1 + k % 3;
    const int dof = 1 + contacts * (1 + tangential_dimension) + k % 2 * tangential_dimension;
    const auto problem = random_problem<Scalar>(random, contacts, tangential_dimension, dof);
    const auto answer = solve(*solver, problem);
    REQUIRE(answer.result.solved());
    const double rounding = rounding_of(problem, answer);
    CHECK(answer.result.residual / rounding <= 10.0);
    CHECK(static_cast<double>(violation(problem, answer)) / rounding <= 1e3);
    for (std::size_t i = 0; i < static_cast<std::size_t>(contacts); ++i) {
      const bool closed = answer.modes[2 * i] == Mode::constraint;
      const bool sticks = answer.modes[2 * i + 1] == Mode::constraint;
      open += !closed;
      sticking += closed && sticks;
      sliding += closed && !sticks;
    }
    // The same as in double, to double's digits.
    typename Problem<Scalar>::Rounded storage;
    std::vector<double> percussions(static_cast<std::size_t>(problem.size()));
    std::vector<Mode> modes(static_cast<std::size_t>(problem.law_count()));
    REQUIRE(solver->solve(problem.rounded(storage), percussions, modes).solved());
    for (std::size_t i = 0; i < percussions.size(); ++i) {
      const auto difference = static_cast<double>(answer.percussions[i] - percussions[i]);
      CHECK(std::abs(difference) <= 1e-8 * (1.0 + std::abs(percussions[i])));  // condition numbers of up to 1e6
    }
  }
  CHECK(open > 20);
  CHECK(sticking > 10);
  CHECK(sliding > 20);
}

// A plate on four legs: three degrees of freedom, four normal percussions.
template <class Scalar>
Problem<Scalar> table_on_four_legs(bool friction) {
  Problem<Scalar> problem;
  const int columns = friction ? 8 : 4;
  Eigen::MatrixXd directions = Eigen::MatrixXd::Zero(4, columns);
  for (int leg = 0; leg < 4; ++leg) {
    const double x = leg % 2 == 0 ? 0.7 : -0.7;
    const double y = leg < 2 ? 0.3 : -0.3;
    const int normal = problem.add(LawKind::unilateral, 1, 0.0);
    const int column = problem.law(normal).offset;
    directions.col(column) << 1.0, x, y, 0.0;
    if (!friction) continue;
    problem.add(LawKind::coulomb, 1, 0.4, normal);
    directions.col(column + 1) << 0.0, 0.0, 0.0, 1.0;
  }
  set_matrices(problem, directions, Eigen::Vector4d(0.3, 1.7, 2.9, 0.3), Eigen::Vector4d(-1.0, 0.2, 0.1, 0.05));
  return problem;
}

template <class Scalar>
void check_dependent_constraints() {
  const auto epsilon = static_cast<double>(std::numeric_limits<Scalar>::epsilon());
  for (const bool friction : {false, true}) {
    for (const std::string_view name : {"portfolio", "lemke", "psor_block"}) {
      CAPTURE(friction, name);
      const auto problem = table_on_four_legs<Scalar>(friction);
      const auto solver = make_contact_solver(name);
      const auto answer = solve(*solver, problem);
      REQUIRE(answer.result.solved());
      CHECK(answer.result.residual / epsilon <= 1e3);
      CHECK(static_cast<double>(violation(problem, answer)) / epsilon <= 1e4);
      typename Problem<Scalar>::Rounded storage;
      std::vector<double> percussions(static_cast<std::size_t>(problem.size()));
      std::vector<Mode> modes(static_cast<std::size_t>(problem.law_count()));
      REQUIRE(solver->solve(problem.rounded(storage), percussions, modes).solved());
      for (std::size_t i = 0; i < percussions.size(); ++i) {
        // The solvers' tolerance.
        CHECK(std::abs(static_cast<double>(answer.percussions[i] - percussions[i])) <= 1e-8);
      }
    }
  }
}

template <class Scalar>
Problem<Scalar> one_contact(const Scalar& approach, const Scalar& sliding) {
  Problem<Scalar> problem;
  const int normal = problem.add(LawKind::unilateral, 1, 0.0);
  problem.add(LawKind::coulomb, 1, 0.3, normal);
  problem.g(0, 0) = 3.0;
  problem.g(1, 1) = 2.0;
  problem.g(0, 1) = problem.g(1, 0) = 0.5;
  problem.c(0) = approach;
  problem.c(1) = sliding;
  return problem;
}

template <class Scalar>
void check_refusals() {
  using Refined = RefinedPercussions<most_laws, most_coordinates, Scalar>;
  SECTION("wrong modes, taken as they are") {
    const auto problem = one_contact<Scalar>(-1.0, 0.2);
    const Scalar tolerance = Refined::tolerance(*make_contact_solver("lemke"));
    for (const auto& wrong :
         {std::array{Mode::impressed, Mode::impressed}, std::array{Mode::impressed, Mode::constraint},
          std::array{Mode::constraint, Mode::constraint}}) {
      Refined refined;
      std::array<Scalar, 2> percussions{};
      std::array<Mode, 2> modes = wrong;
      CHECK(refined.refine(problem, tolerance, percussions, modes, 1) > 1e-3);
    }
    Refined refined;
    std::array<Scalar, 2> percussions{};
    std::array<Mode, 2> right{Mode::constraint, Mode::impressed};
    CHECK(refined.refine(problem, tolerance, percussions, right, 1) <= tolerance);
  }
  SECTION("a wrong answer of the solver is mended or not solved, never solved as it is") {
    const auto problem = one_contact<Scalar>(-1.0, 0.2);
    for (const double lie : {0.0, 0.3, -5.0, 1e6}) {
      CAPTURE(lie);
      ScriptedSolver liar(SolverStatus::solved, lie);
      const auto answer = solve(liar, problem);
      CHECK(answer.result.solved() == (answer.result.residual <= static_cast<double>(Refined::tolerance(liar))));
      CHECK(answer.result.solved());  // Newton finds it from anywhere here
      CHECK(static_cast<double>(violation(problem, answer)) <= 1e-15);
    }
  }
  SECTION("no percussion helps") {
    auto problem = one_contact<Scalar>(-1.0, 0.2);
    problem.g(0, 0) = problem.g(0, 1) = problem.g(1, 0) = 0.0;
    for (const std::string_view name : {"portfolio", "lemke"}) {
      const auto answer = solve(*make_contact_solver(name), problem);
      CHECK_FALSE(answer.result.solved());
    }
  }
  SECTION("friction that contradicts its normal law (Painleve)") {
    auto problem = one_contact<Scalar>(-1.0, -2.0);
    problem.g(0, 0) = 0.1;
    problem.g(0, 1) = problem.g(1, 0) = -1.0;
    const auto answer = solve(*make_contact_solver("lemke"), problem);
    const auto bound = static_cast<double>(Refined::tolerance(*make_contact_solver("lemke")));
    CHECK(answer.result.solved() == (answer.result.residual <= bound));
  }
  SECTION("not finite") {
    auto problem = one_contact<Scalar>(-1.0, 0.2);
    problem.c(1) = std::numeric_limits<Scalar>::quiet_NaN();
    const auto answer = solve(*make_contact_solver("lemke"), problem);
    CHECK(answer.result.status == SolverStatus::invalid_input);
    CHECK(answer.percussions[0] == 0.0);
  }
}

}  // namespace

TEST_CASE("wide contact problems: random planar and spatial ones are solved to rounding", "[wide]") {
  const int tangential_dimension = GENERATE(1, 2);
  SECTION("long double") { check_random_problems<long double>(tangential_dimension); }
  SECTION("quadruple") { check_random_problems<Quadruple>(tangential_dimension); }
}

TEST_CASE("wide contact problems: dependent constraints keep the percussions near the double answer", "[wide]") {
  SECTION("long double") { check_dependent_constraints<long double>(); }
  SECTION("quadruple") { check_dependent_constraints<Quadruple>(); }
}

TEST_CASE("wide contact problems: what is not solved is not called solved", "[wide]") {
  SECTION("long double") { check_refusals<long double>(); }
  SECTION("quadruple") { check_refusals<Quadruple>(); }
}

TEST_CASE("wide contact problems: an approach far below the sliding velocity's rounding in double", "[wide]") {
  // A lasting contact in a tiny step: 1e-20 m/s against 0.3 m/s. For the residual in double P = 0 is as good.
  ScriptedSolver zero(SolverStatus::solved, 0.0);
  const auto problem = one_contact<Quadruple>(Quadruple("-1e-20"), Quadruple(0.3));
  const auto answer = solve(zero, problem);
  REQUIRE(answer.result.solved());
  CHECK(answer.modes[0] == Mode::constraint);
  CHECK(answer.modes[1] == Mode::impressed);
  // xi_N = 3 P_N - 0.5 mu P_N - 1e-20 = 0
  const Quadruple exact = Quadruple("1e-20") / (Quadruple(3.0) - Quadruple(0.5) * Quadruple(0.3));
  CHECK(static_cast<double>(abs(answer.percussions[0] / exact - 1)) <= 1e-30);
}

TEST_CASE("wide contact problems: the residual is that of contact_residual", "[wide]") {
  Random random(11);
  for (int k = 0; k < 200; ++k) {
    const int tangential_dimension = 1 + k % 2;
    const auto problem = random_problem<Quadruple>(random, 2, tangential_dimension, 3 * (1 + tangential_dimension));
    WideMotion<most_laws, most_coordinates, Quadruple> motion;
    std::array<Quadruple, most_laws> inverse_r;
    for (int l = 0; l < problem.law_count(); ++l) {
      inverse_r[static_cast<std::size_t>(l)] = wide_inverse_prox_parameter(problem, l);
    }
    std::vector<double> percussions(static_cast<std::size_t>(problem.size()));
    for (std::size_t i = 0; i < percussions.size(); ++i) {
      percussions[i] = random.uniform(-1.0, 1.0);
      motion.percussions[i] = percussions[i];
    }
    evaluate(problem, inverse_r, motion);
    Problem<Quadruple>::Rounded storage;
    std::vector<Mode> modes(static_cast<std::size_t>(problem.law_count()));
    const double residual = contact_residual(problem.rounded(storage), percussions, modes);
    CHECK(static_cast<double>(motion.residual) ==
          Catch::Approx(residual).epsilon(1e-13));  // rounding of the double one
    for (std::size_t l = 0; l < modes.size(); ++l) CHECK(motion.modes[l] == modes[l]);
  }
}
