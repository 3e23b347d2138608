// Implicit Euler with complementarity constraints: what every formulation must give on the paper's three cases, and
// that the step's derivatives, its size and its refusals are right. Orders: test_complementarity_order.cpp.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "problems/prismatic_joint.hpp"
#include "solvers/integration/implicit_euler/complementarity_program.hpp"
#include "solvers/integration/implicit_euler/step_program_interior_point.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/allocation_counter.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/complaint.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;
using problems::PrismaticJoint;
using problems::PrismaticJointFreeGuide;
using problems::PrismaticJointParameters;

namespace {

// Sec. 3: the force in the centre, 0.5 mm and 10 mm below it, the last without gravity.
PrismaticJointParameters paper_case(int number) {
  PrismaticJointParameters p = testing::prismatic_joint_parameters();
  p.s = number == 1 ? 0.0 : (number == 2 ? 0.5e-3 : p.l);
  if (number == 3) p.g = 0.0;
  return p;
}

ComplementarityProgramOptions equal_steps(double h, ComplementarityFormulation formulation) {
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  options.h_min = options.h_max = h;
  return options;
}

std::vector<ComplementarityFormulation> available_formulations() {
  std::vector<ComplementarityFormulation> result;
  for (const auto formulation : complementarity_formulations()) {
    if (available(formulation)) result.push_back(formulation);
  }
  return result;
}

// The end of the fall, or of the tilting, and some sliding.
constexpr double end = 0.01;

struct Run {
  State<3> state;
  Vector<4> forces = Vector<4>::Zero();
  Outcome result;
  ProgramAccuracy<PrismaticJoint> accuracy;
};

Run run(const PrismaticJointParameters& parameters, const ComplementarityProgramOptions& options, double t_end = end) {
  const PrismaticJoint joint(parameters);
  ComplementarityProgram<PrismaticJoint> program(joint, options);
  Run run;
  run.state = joint.initial_state();
  run.result = program.integrate(run.state, {t_end}, [&](const auto& step) {
    run.forces = step.mean_forces().normal;
    run.accuracy.update(program_report(step));
  });
  return run;
}

// A program from matrices: du = f + W p, 0 <= p perpendicular to W^T du >= 0.
class LinearProgram : public StepProgram {
 public:
  LinearProgram(Eigen::MatrixXd w, Eigen::VectorXd f) : w_(std::move(w)), f_(std::move(f)) {}
  Eigen::Index equations() const override { return w_.rows(); }
  Eigen::Index pairs() const override { return w_.cols(); }
  Eigen::Index boxes() const override { return 0; }
  bool evaluate(const Eigen::VectorXd& z, ProgramValues& values) override {
    const Eigen::Index e = equations();
    const Eigen::Index m = pairs();
    values.equations = z.head(e) - f_ - w_ * z.tail(m);
    values.equations_z << Eigen::MatrixXd::Identity(e, e), -w_;
    values.a = z.tail(m);
    values.a_z << Eigen::MatrixXd::Zero(m, e), Eigen::MatrixXd::Identity(m, m);
    values.b = w_.transpose() * z.head(e);
    values.b_z << w_.transpose(), Eigen::MatrixXd::Zero(m, m);
    values.action = w_ * z.tail(m);
    values.action_z << Eigen::MatrixXd::Zero(e, e), w_;
    values.rounding = 1e-15 * std::max(1.0, z.lpNorm<Eigen::Infinity>());
    return true;
  }

 private:
  Eigen::MatrixXd w_;
  Eigen::VectorXd f_;
};

}  // namespace

TEST_CASE("all formulations reach the same state at equal steps", "[complementarity]") {
  const int number = GENERATE(1, 2, 3);
  const double h = GENERATE(1e-3, 2.3e-4, 1e-4);
  CAPTURE(number, h);
  const Run newton = run(paper_case(number), equal_steps(h, ComplementarityFormulation::newton));
  REQUIRE(newton.result.completed());
  for (const auto formulation : available_formulations()) {
    INFO(to_string(formulation));
    const Run other = run(paper_case(number), equal_steps(h, formulation));
    REQUIRE(other.result.completed());
    CHECK(other.result.counts.unsolved_problems == 0);
    CHECK(other.result.counts.accepted_steps == newton.result.counts.accepted_steps);
    CHECK(other.result.counts.solver_iterations > 0);
    // All end with Newton steps on the same modes: a thousandth of what the suite asks for, 1e-9.
    constexpr double same = 1e-12;
    CHECK((other.state.q - newton.state.q).lpNorm<Eigen::Infinity>() <= same);
    CHECK((other.state.u - newton.state.u).lpNorm<Eigen::Infinity>() <= same);
    CHECK((other.forces - newton.forces).lpNorm<Eigen::Infinity>() <= 1e-9);  // [N], a velocity of 1e-14 m/s over h
  }
}

TEST_CASE("the paper's step sizes: statics, equations of motion and constraints", "[complementarity]") {
  const int number = GENERATE(1, 2, 3);
  const auto formulation = GENERATE_COPY(from_range(available_formulations()));
  CAPTURE(number, to_string(formulation));
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  const PrismaticJointParameters p = paper_case(number);
  const Run slider = run(p, options, 0.03);
  REQUIRE(slider.result.completed());
  CHECK(slider.result.counts.unsolved_problems == 0);
  CHECK(slider.accuracy.equation_residuals.maxCoeff() <= 1e-12);  // [N, N m] sec. 4
  CHECK(slider.accuracy.constraint_violation <= 1e-12);           // [m] sec. 4 has 1e-8
  const double a = 0.5 * p.l_s;
  constexpr double force_rounding = 1e-9;  // [N] forces of 25 N with the residual of the equations, levers of 1e-2 m
  if (number == 3) {
    const double pair = p.s * p.f_x / p.l_s;
    CHECK((slider.forces - Vector<4>(pair, 0.0, 0.0, pair)).lpNorm<Eigen::Infinity>() <= force_rounding);
    CHECK(std::abs(std::sin(slider.state.q(2)) - 2.0 * p.c / p.l_s) <= 1e-12);
    CHECK(std::abs(slider.state.q(1)) <= 1e-15);
  } else {
    const double difference = 0.5 * p.s * p.f_x / a;
    const Vector<4> statics(0.5 * p.m * p.g + difference, 0.0, 0.5 * p.m * p.g - difference, 0.0);
    CHECK((slider.forces - statics).lpNorm<Eigen::Infinity>() <= force_rounding);
    CHECK(std::abs(slider.state.q(2)) <= 1e-12);
    CHECK(std::abs(slider.state.q(1) + p.c) <= 1e-15);
  }
}

TEST_CASE("a closing contact lands within the tolerance, or within a smallest step", "[complementarity]") {
  const int number = GENERATE(1, 2, 3);
  const double h_min = GENERATE(1e-6, 1e-4);  // the second is the paper's
  ComplementarityProgramOptions options;
  options.h_min = h_min;
  options.h_max = h_min < 1e-5 ? 1e-4 : 1e-3;
  const PrismaticJoint joint(paper_case(number));
  ComplementarityProgram<PrismaticJoint> program(joint, options);
  State<3> state = joint.initial_state();
  int landings = 0;
  int closings = 0;
  Vector<4> gaps = joint.gaps(joint.configuration(state.q, 0.0));
  ProgramAccuracy<PrismaticJoint> accuracy;
  const Outcome result = program.integrate(state, {end}, [&](const auto& step) {
    const auto& report = program_report(step);
    accuracy.update(report);
    CHECK((report.h >= options.h_min || step.end().t == end));
    CHECK(report.h <= options.h_max);
    if (report.landed) {
      ++landings;
      const double least = report.gaps.minCoeff();
      CHECK((least >= 0.0 && least <= options.landing_tolerance));
    }
    for (int i = 0; i < 4; ++i) {
      if (!(report.percussions.normal(i) > 0.0 && gaps(i) > options.landing_tolerance)) continue;
      ++closings;  // not landed: only where a shorter step would be too short
      CHECK(report.h <= options.h_min);
    }
    gaps = report.gaps;
  });
  REQUIRE(result.completed());
  CHECK(landings >= 1);
  CHECK(accuracy.landings == landings);
  CHECK(accuracy.unlanded == closings);
  if (number != 2) CHECK(closings == 0);  // both ends at once, and no rocking
  CHECK(result.counts.unsolved_problems == 0);
  CHECK(closings <= 20);  // of the last rocking impacts, which come faster than the steps
}

TEST_CASE("no step is so short that its forces are rounding", "[complementarity]") {
  PrismaticJointParameters p = paper_case(1);
  p.mu = 0.1;
  const PrismaticJoint joint(p);
  for (const double h : {1e-4, 3.3e-5, 2e-6}) {
    for (const double t_end : {0.0111, 0.0123456, 0.0333}) {
      CAPTURE(h, t_end);
      ComplementarityProgram<PrismaticJoint> program(joint, equal_steps(h, ComplementarityFormulation::newton));
      State<3> state = joint.initial_state();
      double shortest = h;
      double before_last = 0.0;
      double friction = 0.0;
      const Outcome result = program.integrate(state, {t_end}, [&](const auto& step) {
        shortest = std::min(shortest, step.size());
        before_last = step.begin().t;
        friction = step.mean_forces().tangential.sum();
      });
      REQUIRE(result.completed());
      CHECK(state.t == t_end);
      CHECK(shortest >= 1e-6 * h);
      CHECK(t_end - before_last >= 1e-6 * h);
      CHECK(std::abs(friction + p.mu * p.m * p.g) <= 1e-8);  // [N] the tolerance of the equations of a step, times 1e4
      CHECK(result.counts.accepted_steps == static_cast<long>(std::ceil(t_end / h - 1e-6)));
    }
  }
  ComplementarityProgram<PrismaticJoint> program(joint, equal_steps(1e-16, ComplementarityFormulation::newton));
  State<3> state = joint.initial_state();
  CHECK(testing::complaint_of([&] { program.integrate(state, {0.01}); }) ==
        "h_min = 1e-16 s is not allowed: it is too small for an integration to 0.01 s");
}

TEST_CASE("derivatives of the step's program are exact", "[complementarity]") {
  PrismaticJointParameters p = paper_case(2);
  p.mu = 0.3;
  p.theta_0 = p.theta_j_0 = 0.4;
  const PrismaticJointFreeGuide joint(p);
  ComplementarityStep<PrismaticJointFreeGuide> program(joint);
  State<6> state = joint.initial_state();
  testing::Random random(20261128);
  ProgramValues at;
  ProgramValues plus;
  ProgramValues minus;
  for (ProgramValues* values : {&at, &plus, &minus}) values->resize(program);
  for (int trial = 0; trial < 20; ++trial) {
    for (int k = 0; k < 6; ++k) state.u(k) = random.uniform(-1.0, 1.0);
    program.begin(state, 1e-2, {false, trial % 3 == 0, false, false});
    Eigen::VectorXd z(program.unknowns());
    for (Eigen::Index k = 0; k < z.size(); ++k) z(k) = random.uniform(-1.0, 1.0);
    REQUIRE(program.evaluate(z, at));
    // Central differences of functions of curvature 1: 1e-5^2 from the step, 1e-16 / 1e-5 from rounding.
    constexpr double step = 1e-5;
    constexpr double tolerance = 1e-8;
    for (Eigen::Index k = 0; k < z.size(); ++k) {
      Eigen::VectorXd shifted = z;
      shifted(k) = z(k) + step;
      REQUIRE(program.evaluate(shifted, plus));
      shifted(k) = z(k) - step;
      REQUIRE(program.evaluate(shifted, minus));
      const auto check = [&](const Eigen::VectorXd& up, const Eigen::VectorXd& down,
                             const Eigen::MatrixXd& derivative) {
        const Eigen::VectorXd difference = (up - down) / (2.0 * step);
        const double size = std::max(1.0, derivative.col(k).lpNorm<Eigen::Infinity>());
        CHECK((difference - derivative.col(k)).lpNorm<Eigen::Infinity>() <= tolerance * size);
      };
      check(plus.equations, minus.equations, at.equations_z);
      check(plus.a, minus.a, at.a_z);
      check(plus.b, minus.b, at.b_z);
      check(plus.lower, minus.lower, at.lower_z);
      check(plus.upper, minus.upper, at.upper_z);
      check(plus.slip, minus.slip, at.slip_z);
      check(plus.action, minus.action, at.action_z);
    }
  }
}

TEST_CASE("friction: sliding, jamming and the accelerations that statics give", "[complementarity]") {
  constexpr double h = 1e-4;
  const int number = GENERATE(1, 2, 3);
  PrismaticJointParameters p = paper_case(number);
  SECTION("sliding") {
    p.mu = GENERATE(0.1, 0.3);
    const Run slider = run(p, equal_steps(h, ComplementarityFormulation::newton));
    REQUIRE(slider.result.completed());
    CHECK(slider.result.counts.unsolved_problems == 0);
    const Run later = run(p, equal_steps(h, ComplementarityFormulation::newton), end + h);
    const double normal = number == 3 ? 2.0 * p.s * p.f_x / p.l_s : p.m * p.g;
    const double acceleration = (later.state.u(0) - slider.state.u(0)) / h;
    // Friction acts along the guide, normal forces across: angles of 1e-3 rad and tangents of them on 25 N and 5 kg.
    CHECK(std::abs(acceleration - (p.f_x - p.mu * normal) / p.m) <= (number == 3 ? 1e-4 : 1e-9));
  }
  SECTION("jamming: more friction than force") {
    p.mu = number == 3 ? 1.05 * p.l_s / (2.0 * p.s) : 1.05 * p.f_x / (p.m * p.g);
    const Run slider = run(p, equal_steps(h, ComplementarityFormulation::newton), 2.0 * end);
    REQUIRE(slider.result.completed());
    const double speed_before = run(p, equal_steps(h, ComplementarityFormulation::newton), 0.001).state.u(0);
    CHECK(speed_before > 0.005);  // in free flight
    CAPTURE(slider.state.u(0), slider.accuracy.complementarity);
    CHECK(std::abs(slider.state.u(0)) <= 1e-14);
  }
}

TEST_CASE("a free guide: momentum is exchanged, not lost", "[complementarity]") {
  PrismaticJointParameters p = paper_case(2);
  p.f_x = 0.0;
  p.f_y = -20.0;
  const PrismaticJointFreeGuide joint(p);
  const auto program = make_implicit_euler(joint, equal_steps(1e-4, ComplementarityFormulation::newton));
  State<6> state = joint.initial_state();
  bool touched = false;
  const Outcome result = program->integrate(state, {0.02}, [&](const auto& step) {
    const State<6>& after = step.end();
    touched = touched || step.percussions().normal.maxCoeff() > 0.0;
    const double momentum = p.m * after.u(1) + p.m_j * after.u(4);
    const double expected = (p.f_y - (p.m + p.m_j) * p.g) * after.t;
    CHECK(std::abs(momentum - expected) <= 1e-13);  // [N s] rounding of some 200 steps of a sum of order 1
    CHECK(std::abs(p.m * after.u(0) + p.m_j * after.u(3)) <= 1e-13);
  });
  REQUIRE(result.completed());
  CHECK(touched);
  CHECK(result.counts.unsolved_problems == 0);
}

TEST_CASE("dependent contacts: forces are not unique, velocities are", "[complementarity]") {
  // A plate on three feet in line (unit mass and inertia), pressed down: two equations, three contacts.
  Eigen::MatrixXd w(2, 3);
  w << 1.0, 1.0, 1.0, -1.0, 0.0, 1.0;
  LinearProgram plate(w, Eigen::Vector2d(-0.2, 0.0));
  for (const auto formulation : available_formulations()) {
    INFO(to_string(formulation));
    const auto solver = make_step_program_solver(formulation);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(5);
    const auto result = solver->solve(plate, z);
    REQUIRE(result.solved());
    CHECK(z.head(2).lpNorm<Eigen::Infinity>() <= 1e-12);
    CHECK(std::abs(z.tail(3).sum() - 0.2) <= 1e-12);
    CHECK(std::abs(z(4) - z(2)) <= 1e-12);
  }
}

TEST_CASE("a program without a solution is not solved", "[complementarity]") {
  // b = -1 whatever p is: the push is across the gap.
  class Hopeless : public LinearProgram {
   public:
    Hopeless() : LinearProgram(Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Constant(1, -1.0)) {}
    bool evaluate(const Eigen::VectorXd& z, ProgramValues& values) override {
      LinearProgram::evaluate(z, values);
      values.b(0) = -1.0;
      values.b_z.setZero();
      return true;
    }
  } hopeless;
  for (const auto formulation : available_formulations()) {
    INFO(to_string(formulation));
    const auto solver = make_step_program_solver(formulation);
    Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
    const auto result = solver->solve(hopeless, z);
    CHECK_FALSE(result.solved());
    CHECK(result.evaluations > 0);
  }
}

TEST_CASE("what a program throws reaches the caller", "[complementarity]") {
  class Failing : public LinearProgram {
   public:
    Failing() : LinearProgram(Eigen::MatrixXd::Ones(1, 1), Eigen::VectorXd::Constant(1, -1.0)) {}
    bool evaluate(const Eigen::VectorXd& z, ProgramValues& values) override {
      if (++evaluations == 3) throw std::invalid_argument("the third evaluation");
      return LinearProgram::evaluate(z, values);
    }
    int evaluations = 0;
  };
  for (const auto formulation : available_formulations()) {
    INFO(to_string(formulation));
    const auto solver = make_step_program_solver(formulation);
    Failing failing;
    Eigen::VectorXd z = Eigen::VectorXd::Zero(2);
    CHECK(testing::complaint_of([&] { solver->solve(failing, z); }) == "the third evaluation");
    CHECK(failing.evaluations == 3);
  }
}

TEST_CASE("what is not solved leaves the state and is counted", "[complementarity]") {
  // Friction is no part of the paper's program: the relaxation says so at the first step.
  PrismaticJointParameters p = paper_case(1);
  p.mu = 0.3;
  const PrismaticJoint joint(p);
  ComplementarityProgram<PrismaticJoint> program(joint, equal_steps(1e-4, ComplementarityFormulation::relaxation));
  State<3> state = joint.initial_state();
  const auto& report = program.step(state, 1e-4);
  CHECK(report.status == SolverStatus::not_applicable);
  CHECK(report.failures == 1);
  CHECK(state.t == 0.0);
  CHECK(state.u.norm() == 0.0);
  const Outcome result = program.integrate(state, {end});
  CHECK(result.reason == StopReason::unsolved);
  CHECK(result.solver == SolverStatus::not_applicable);
  CHECK(result.counts.unsolved_problems == 1);
  CHECK(result.counts.accepted_steps == 0);
}

TEST_CASE("complementarity programs refuse what they cannot do", "[complementarity]") {
  const PrismaticJoint joint(paper_case(1));
  const auto complaint = [&](const auto& change) {
    ComplementarityProgramOptions options;
    change(options);
    return testing::complaint_of([&] { ComplementarityProgram<PrismaticJoint>(joint, options); });
  };
  using Options = ComplementarityProgramOptions;
  CHECK(complaint([](Options& o) { o.h_min = 2e-3; }) ==
        "h_min = 0.002 s is not allowed: it must not exceed h_max = 0.001 s");
  CHECK(complaint([](Options& o) { o.h_min = 0.0; }) == "h_min = 0 s is not allowed: it must be positive and finite");
  CHECK(complaint([](Options& o) { o.landing_tolerance = -1.0; }) ==
        "landing tolerance = -1 m is not allowed: it must be positive and finite");
  CHECK(complaint([](Options& o) { o.program.max_iterations = 0; }) ==
        "iteration limit 0 of a step program is not allowed: it must be at least 1");
  CHECK(testing::complaint_of([] { complementarity_formulation("simplex"); }) ==
        "formulation 'simplex' is not known: choose one of newton, relaxation, interior_point");
  PrismaticJointParameters p = paper_case(1);
  p.epsilon_N = 0.5;
  const PrismaticJoint bouncing(p);
  CHECK(testing::complaint_of([&] { ComplementarityProgram<PrismaticJoint>(bouncing, {}); }) ==
        "the system is not allowed: the complementarity program has no form for the restitution of contact 0");
  ComplementarityProgram<PrismaticJoint> program(joint, {});
  State<3> state = joint.initial_state();
  CHECK(testing::complaint_of([&] { program.step(state, 0.0); }) ==
        "step size 0.000000 s is not allowed: it must be positive and finite");
  CHECK(testing::complaint_of([&] { program.integrate(state, {-1.0}); }) ==
        "end time -1 s is not allowed: it must be finite and not before the start");
}

TEST_CASE("an Ipopt that cannot be loaded is as good as none, and the reason is said", "[complementarity]") {
  const std::string obstacle = interior_point_obstacle();  // of the library that was found when this was built
  // No library is loaded then, whatever its name.
  const bool for_all = interior_point_library().empty() || obstacle.rfind("the MPI ", 0) == 0;
  const auto why = [&](const std::string& reason) { return for_all ? obstacle : reason; };
  const std::vector<std::pair<std::string, std::string>> obstacles{
      {"/nowhere/libipopt.so",
       "Ipopt could not be loaded (/nowhere/libipopt.so: cannot open shared object file: No such "
       "file or directory)"},
      // Another library.
      {"libm.so.6", "Ipopt could not be loaded (libm.so.6 has no function CreateIpoptProblem)"}};
  for (const auto& [library, reason] : obstacles) {
    CHECK(interior_point_obstacle(library) == why(reason));
    CHECK(testing::complaint_of([&, file = library] { make_interior_point({}, file); }) ==
          "formulation 'interior_point' is not allowed: " + why(reason));
  }
  CHECK(available(ComplementarityFormulation::interior_point) == obstacle.empty());
  if (!obstacle.empty()) {
    CHECK(testing::complaint_of([] { make_step_program_solver(ComplementarityFormulation::interior_point); }) ==
          "formulation 'interior_point' is not allowed: " + obstacle);
  }
}

TEST_CASE("complementarity programs do not allocate after the first steps", "[complementarity]") {
  const auto formulation = GENERATE(ComplementarityFormulation::newton, ComplementarityFormulation::relaxation);
  const PrismaticJoint joint(paper_case(2));
  ComplementarityProgramOptions options;
  options.formulation = formulation;
  ComplementarityProgram<PrismaticJoint> program(joint, options);
  State<3> state = joint.initial_state();
  REQUIRE(program.integrate(state, {end}).completed());
  state = joint.initial_state();
  const long before = testing::allocations;
  const Outcome result = program.integrate(state, {end});
  CHECK(testing::allocations == before);
  CHECK(result.completed());
}
