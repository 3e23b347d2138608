#include "benchmarks/work_precision/problem.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "experiments/support/reference_data.hpp"
#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/contact/registry.hpp"
#include "solvers/integration/step_size_adjustment.hpp"

namespace nsdbench::work_precision {

namespace {

using experiments::paper_parameters;
using problems::BouncingBall;
using problems::ImpactOscillator;
using problems::SlidingPointMass;
using problems::Woodpecker;

// Largest distance of the true motion from its start: the error of a state that stays there.
template <class System>
double scale_of(const Motion<System>& motion, double t_end) {
  constexpr int samples = 1000;
  State<System::dof> state = motion.system.initial_state();
  double largest = 0.0;
  for (int k = 1; k <= samples; ++k) {
    state.t = t_end * k / samples;
    largest = std::max(largest, motion.error_at(state));
  }
  return largest;
}

template <class System>
void set_motion(Problem& problem, Motion<System> motion) {
  problem.scale = scale_of(motion, problem.t_end);
  problem.motion = std::move(motion);
}

Problem bouncing_ball() {
  const auto parameters = paper_parameters<problems::BouncingBallParameters>("studer2008", "bouncing_ball");
  Problem problem{"bouncing_ball", 1.0, {}, 0.2, 1.0, true, 0.0, Motion<BouncingBall>{BouncingBall(parameters), {}}};
  const problems::ExactBouncingBall exact(parameters);
  set_motion(problem, Motion<BouncingBall>{BouncingBall(parameters), [exact](const State<1>& state) {
                                             return std::abs(state.q(0) - exact.position(state.t));
                                           }});
  return problem;
}

Problem sliding_point_mass() {
  const auto parameters = paper_parameters<problems::SlidingPointMassParameters>("studer2008", "sliding_point_mass");
  const SlidingPointMass system(parameters);
  // Friction turns with the velocity at the end of a step: the base scheme is not symmetric while the mass slides.
  Problem problem{
      "sliding_point_mass", 4.0, {parameters.force_end}, 0.4, 1.0, false, 0.0, Motion<SlidingPointMass>{system, {}}};
  const problems::ExactSlidingMass exact(parameters);
  set_motion(problem, Motion<SlidingPointMass>{system, [exact](const State<2>& state) {
                                                 return (state.q - exact.position(state.t)).norm();
                                               }});
  return problem;
}

Problem impact_oscillator() {
  const auto parameters = paper_parameters<problems::ImpactOscillatorParameters>("studer2008", "impact_oscillator");
  const ImpactOscillator system(parameters);
  Problem problem{"impact_oscillator", 0.75, {}, 0.2, 1.0, true, 0.0, Motion<ImpactOscillator>{system, {}}};
  const problems::ExactImpactOscillator exact(parameters);
  set_motion(problem, Motion<ImpactOscillator>{system, [exact](const State<1>& state) {
                                                 return std::abs(state.q(0) - exact.position(state.t));
                                               }});
  return problem;
}

// From steps far smaller than those that are compared with it, since there is no closed form. Impacts that are off by
// 1e-12 s would show in errors of 1e-10 of the motion.
ReferenceTrajectory<3> woodpecker_reference(const Woodpecker& system, double t_end) {
  const auto solver = make_contact_solver("lemke");
  constexpr StepSizeOptions sizes{.dt_min = 1e-14, .dt_max = 1e-5};
  ExtrapolationOptions extrapolation;
  extrapolation.order = 6;
  StepSizeAdjustment<Woodpecker> integrator(system, *solver, sizes, extrapolation);
  State<3> state = system.initial_state();
  ReferenceTrajectory<3> reference;
  reference.add(state);
  const AdjustmentResult result = integrator.integrate(state, t_end, {}, [&](const AcceptedStep<Woodpecker>& accepted) {
    reference.add(accepted.step.end);
    return true;
  });
  if (!result.completed()) {
    throw std::runtime_error("the reference motion of the woodpecker was not computed: " +
                             std::string(to_string(result.status)));
  }
  return reference;
}

Problem woodpecker() {
  const Woodpecker system(paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker"));
  Problem problem{"woodpecker", 0.146, {}, 2e-2, 0.05, true, 0.0, Motion<Woodpecker>{system, {}}};
  const auto reference = std::make_shared<const ReferenceTrajectory<3>>(woodpecker_reference(system, problem.t_end));
  set_motion(problem, Motion<Woodpecker>{system, [reference](const State<3>& state) {
                                           return std::abs(state.q(2) - reference->position(state.t)(2));
                                         }});
  return problem;
}

}  // namespace

const std::vector<ProblemInfo>& problem_table() {
  static const std::vector<ProblemInfo> table = {
      {"bouncing_ball", "bouncing ball",
       "height of the ball against its exact motion, to 1 s, past the accumulation of impacts", "lemke", bouncing_ball},
      {"sliding_point_mass", "sliding point mass",
       "position of the mass against its exact motion, to 4 s, with a step boundary where the force ends", "newton",
       sliding_point_mass},
      {"impact_oscillator", "impact oscillator", "position of the mass against its exact motion, to 0.75 s", "lemke",
       impact_oscillator},
      {"woodpecker", "woodpecker",
       "angle of the bird to 0.146 s, one cycle, against order 6 with dt_min = 1e-14 s and dt_max = 1e-5 s", "lemke",
       woodpecker}};
  return table;
}

const ProblemInfo& problem_named(std::string_view name) {
  std::string known;
  for (const ProblemInfo& info : problem_table()) {
    if (info.name == name) return info;
    known += (known.empty() ? "" : ", ") + std::string(info.name);
  }
  throw std::invalid_argument("unknown problem '" + std::string(name) + "'; known are " + known);
}

}  // namespace nsdbench::work_precision
