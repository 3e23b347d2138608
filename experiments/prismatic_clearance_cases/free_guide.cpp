#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/computation_failed.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

using problems::PrismaticJointFreeGuide;

// [s] Contacts have closed and settled; the slider's centre has moved by 0.5 mm, and a light guide has hardly turned.
constexpr double end = 1e-2;
constexpr double h = 1e-5;  // s

// Forces [N] on the left and right end along y in the last step.
template <class Joint>
std::array<double, 2> last_forces(const PrismaticJointParameters& parameters) {
  const Joint joint(parameters);
  ComplementarityProgramOptions options;
  options.h_min = options.h_max = h;
  const auto integrator = make_implicit_euler(joint, options);
  auto state = joint.initial_state();
  Forces forces{};
  const Outcome outcome = integrator->integrate(state, {end, {}, {}}, [&](const Step<Joint>& step) {
    forces = forces_of(step.mean_forces().normal);
    return joint.within_range(step.end().q);
  });
  if (!outcome.completed() && outcome.reason != StopReason::stopped) {
    throw support::ComputationFailed("a program of the free guide ended " + std::string(to_string(outcome.solver)));
  }
  return {end_force(forces, 0), end_force(forces, 1)};
}

}  // namespace

// A free guide would fall with the slider: the weight is a force on the slider alone.
void free_the_guide(Experiment& experiment, const Case& second) {
  PrismaticJointParameters p = second.parameters;
  if (!(p.g > 0.0) || p.mu > 0.0) return;
  p.f_y -= p.m * p.g;
  p.g = 0.0;
  const std::array<double, 2> fixed = last_forces<PrismaticJoint>(p);
  PrismaticJointParameters heavy = p;
  heavy.m_j = 1e9;
  heavy.J_j = 1e9;
  const std::array<double, 2> on_heavy = last_forces<PrismaticJointFreeGuide>(heavy);
  experiment.quantity("heavy_guide_force_difference",
                      std::max(std::abs(on_heavy[0] - fixed[0]), std::abs(on_heavy[1] - fixed[1])), "N",
                      Uncertainty::residual(1e-6),
                      "largest difference of a normal force after 10 ms on a free guide of 1e9 kg and 1e9 kg m^2 from "
                      "that on the fixed one, case 2 with the weight as a force on the slider alone");
  PrismaticJointParameters light = p;
  light.m_j = p.m;
  light.J_j = 1e9;
  const std::array<double, 2> on_light = last_forces<PrismaticJointFreeGuide>(light);
  experiment.quantity(
      "light_guide_force_ratio", (on_light[0] + on_light[1]) / (fixed[0] + fixed[1]), "1",
      Uncertainty::of_one_step_size(),
      "sum of both normal forces after 10 ms on a free guide as heavy as the slider that does not turn, "
      "over that on the fixed one, likewise");
}

}  // namespace nsdbench::experiments::prismatic
