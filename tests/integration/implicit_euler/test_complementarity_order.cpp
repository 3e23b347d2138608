// Implicit Euler with complementarity constraints has order 1 across contacts that close, against the closed form of
// the paper's three cases, in every formulation.
//
// Maximum norm of the ends' positions over all accepted nodes (positions are continuous; velocities jump, at other
// instants than those of the truth); slopes through medians of octaves of jittered steps.
#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/prismatic_clearance_cases/closed_form.hpp"
#include "problems/prismatic_joint.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using experiments::prismatic::ClosedForm;
using problems::PrismaticJoint;

namespace {

problems::PrismaticJointParameters paper_case(int number) {
  problems::PrismaticJointParameters p = testing::prismatic_joint_parameters();
  p.s = number == 1 ? 0.0 : (number == 2 ? 0.5e-3 : p.l);
  if (number == 3) p.g = 0.0;
  return p;
}

}  // namespace

TEST_CASE("complementarity program: order 1 in positions and in the time of contact", "[order][complementarity]") {
  const int number = GENERATE(1, 2, 3);
  const auto formulation = GENERATE(ComplementarityFormulation::newton, ComplementarityFormulation::relaxation,
                                    ComplementarityFormulation::interior_point);
  if (!available(formulation)) return;
  CAPTURE(number, to_string(formulation));
  const PrismaticJoint joint(paper_case(number));
  const auto exact = ClosedForm::of(joint.parameters());
  REQUIRE(exact.has_value());
  // The interior point method takes a thousand times as long a step as the others.
  const bool slow = formulation == ComplementarityFormulation::interior_point;
  const std::vector<double> sizes = slow ? jittered_step_sizes(2e-4, 2, 6) : jittered_step_sizes(1e-4, 5, 24);
  constexpr double end = 4e-3;  // [s] contacts are closed from 1.4, 2.6 and 1.8 ms on
  std::vector<double> position_errors;
  std::vector<double> x_errors;
  for (const double h : sizes) {
    ComplementarityProgramOptions options;
    options.formulation = formulation;
    options.h_min = options.h_max = h;
    const auto program = make_implicit_euler(joint, options);
    REQUIRE(program->order() == 1);
    State<3> state = joint.initial_state();
    double error = 0.0;
    const auto result = program->integrate(state, {end}, [&](const auto& step) {
      const State<3>& after = step.end();
      const ClosedForm::Ends truth = exact->distances(after.t);
      error = std::max({error, std::abs(joint.end_distance(after.q, 0) - truth[0]),
                        std::abs(joint.end_distance(after.q, 1) - truth[1])});
    });
    REQUIRE(result.completed());
    REQUIRE(result.counts.unsolved_problems == 0);
    position_errors.push_back(error);
    x_errors.push_back(std::abs(state.q(0) - exact->x(end)));
  }
  const OrderFit position = fit_order(sizes, position_errors, OctaveStatistic::median);
  const OrderFit x = fit_order(sizes, x_errors, OctaveStatistic::median);
  CAPTURE(position.order, position.standard_error, x.order);
  // Where the impacts fall in the steps scatters medians of 24 (6) sizes by some per cent: slopes over 5 (2) octaves.
  CHECK(std::abs(position.order - 1.0) <= (slow ? 0.3 : 0.1));
  CHECK(std::abs(x.order - 1.0) <= 0.02);  // smooth: h f_x t / (2 m), the last step apart
}
