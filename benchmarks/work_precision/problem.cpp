#include "benchmarks/work_precision/problem.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "solvers/analysis/reference_trajectory.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::work_precision {

namespace {

using problems::BouncingBall;
using problems::ImpactOscillator;
using problems::InclinedPlaneOscillator;
using problems::PrismaticJoint;
using problems::SliderCrank;
using problems::SlidingPointMass;
using problems::Woodpecker;
using support::paper_parameters;

// Largest distance of the reference solution from its start: the error of a state that stays there.
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

// By event-driven integration in double where there is no closed form; to be true it must pass through the states of
// reference-data/truth, which is computed in wider numbers. Coordinates `first` to `first + count - 1` count.
template <class System>
void set_true_motion(Problem& problem, const System& system, const State<System::dof>& start, std::string_view name,
                     int first, int count) {
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(system, *solver);
  const auto truth =
      std::make_shared<const ReferenceTrajectory<System::dof>>(reference_trajectory(*integrator, start, problem.t_end));
  set_motion(problem, Motion<System>{system, [truth, first, count](const State<System::dof>& state) {
                                       return (state.q - truth->position(state.t)).segment(first, count).norm();
                                     }});
  // Rounding and, for spatial friction, slip that has no direction yet: a hundredth of the errors that are drawn.
  constexpr double agreement = 1e-10;
  bool compared = false;
  for (const support::TrueState& state : support::read_true_motion(problem.name, name).states) {
    if (state.time > problem.t_end) continue;
    const auto position = truth->position(state.time);
    compared = true;
    for (int i = first; i < first + count; ++i) {
      const double exact = state.position[static_cast<std::size_t>(i)].value;
      if (std::abs(position(i) - exact) <= agreement * problem.scale) continue;
      throw std::runtime_error("the motion of " + problem.name +
                               " differs from the reference solution in reference-data/truth at " +
                               std::to_string(state.time) + " s");
    }
  }
  if (!compared) throw std::runtime_error("reference-data/truth has no state of " + problem.name + " to compare with");
}

Problem woodpecker() {
  const Woodpecker system(paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker"));
  Problem problem{"woodpecker", 0.146, {}, 2e-2, 0.05, true, 0.0, Motion<Woodpecker>{system, {}}};
  set_true_motion(problem, system, system.initial_state(), "first_period", 2, 1);
  return problem;
}

Problem slider_crank() {
  auto parameters = paper_parameters<problems::SliderCrankParameters>("flores2010", "slider_crank");
  parameters.epsilon_N = 0.9;  // without accumulations: they hold step size adjustment at dt_min
  const SliderCrank system(parameters);
  // h depends on u and is taken at the beginning of a step: the base scheme is not symmetric.
  Problem problem{"slider_crank", 0.05, {}, 2e-3, 0.01, false, 0.0, Motion<SliderCrank>{system, {}}};
  set_true_motion(problem, system, system.initial_state(), "e09", 0, 2);
  return problem;
}

Problem inclined_plane_oscillator() {
  auto parameters = paper_parameters<problems::InclinedPlaneOscillatorParameters>("woesle1996",  //
                                                                                  "inclined_plane_oscillator");
  parameters.q_3_0 = -1e-9;  // keeps the feet closed to schemes that round; x, y and gamma do not depend on it
  const InclinedPlaneOscillator system(parameters);
  Problem problem{
      "inclined_plane_oscillator", 0.5, {}, 5e-2, 0.3, false, 0.0, Motion<InclinedPlaneOscillator>{system, {}}};
  set_true_motion(problem, system, system.initial_state(), "nominal", 0, 2);
  return problem;
}

Problem prismatic_joint() {
  const PrismaticJoint system(paper_parameters<problems::PrismaticJointParameters>("chaturvedi", "prismatic_joint"));
  Problem problem{"prismatic_joint", 3e-3, {}, 5e-4, 1e-3, true, 0.0, Motion<PrismaticJoint>{system, {}}};
  set_true_motion(problem, system, system.initial_state(), "case_2", 1, 1);
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
      {"woodpecker", "woodpecker", "angle of the bird to 0.146 s, one cycle, against event-driven integration", "lemke",
       woodpecker},
      {"slider_crank", "slider-crank",
       "angles of crank and rod to 0.05 s, restitution 0.9, against event-driven integration", "portfolio",
       slider_crank},
      {"inclined_plane_oscillator", "body on the inclined plane",
       "position in the plane to 0.5 s, as printed, against event-driven integration", "newton",
       inclined_plane_oscillator},
      {"prismatic_joint", "prismatic joint",
       "height of the slider to 3 ms, case 2, which rocks to rest, against event-driven integration", "lemke",
       prismatic_joint}};
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
