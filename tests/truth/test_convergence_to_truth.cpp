// Moreau's midpoint rule and the augmented scheme converge to the stored reference solutions, on every problem of the
// suite.
//
// Error: largest entry of the position at one of the truth's instants, in units of the largest displacement to there;
// 16 jittered sizes an octave, slopes through medians of octaves. The augmented scheme has order 2 and
// dt_min = T (dt_max/T)^2 with the problem's unit of time T.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "solvers/analysis/measured_run.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/fixed_step.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using namespace nsdbench::problems;

namespace {

struct Measured {
  double moreau = 0.0;                  // order
  double augmented = 0.0;               // of p = 2
  double coarsest = 0.0, finest = 0.0;  // medians of Moreau's errors
};

// Slopes scatter by some 0.05 from one set of sizes to another for Moreau's rule, by twice that for errors that fall
// with the square.
void check_orders(const Measured& measured) {
  CAPTURE(measured.moreau, measured.augmented, measured.coarsest, measured.finest);
  CHECK(std::abs(measured.moreau - 1.0) <= 0.15);
  CHECK(std::abs(measured.augmented - 2.0) <= 0.25);
}

struct Range {
  const char* problem;
  const char* motion;
  double time;     // of the state that is compared [s]
  double largest;  // dt [s]
  double unit;     // T [s]
  const char* solver = "lemke";
  int octaves = 5;
  double tolerance = 1e-14;  // of contact problems
  double lowered = 0.0;      // how much lower the third coordinate starts than that of the truth [m]
};

template <class Position>
double error_of(const Position& position, const support::TrueState& truth, const Position& start) {
  double error = 0.0;
  double moved = 0.0;
  for (int i = 0; i < position.size(); ++i) {
    const double exact = truth.position[static_cast<std::size_t>(i)].value;
    error = std::max(error, std::abs(position(i) - exact));
    moved = std::max(moved, std::abs(start(i) - exact));
  }
  return error / moved;
}

const support::TrueState& state_at(const support::TrueMotion& motion, double time) {
  return *std::ranges::find(motion.states, time, &support::TrueState::time);
}

template <class System>
Measured measure(const System& system, const Range& range, const std::vector<double>& boundaries = {},
                 bool with_augmented = true) {
  const support::TrueMotion motion = support::read_true_motion(range.problem, range.motion);
  const support::TrueState truth = state_at(motion, range.time);
  const auto solver = make_contact_solver(range.solver, {.tolerance = range.tolerance});
  const State<System::dof> start = system.initial_state();
  const std::vector<double> sizes = jittered_step_sizes(range.largest, range.octaves, 16);
  const auto order = [&](const auto& run, Measured* medians) {
    std::vector<double> errors;
    for (const double dt : sizes) {
      double last = 0.0;
      const bool completed = run(dt, [&](const State<System::dof>& at) {
        Vector<System::dof> position = at.q;
        if constexpr (System::dof > 2) position(2) += range.lowered;
        last = error_of(position, truth, start.q);
        return 0.0;
      });
      CHECK(completed);
      errors.push_back(last);
    }
    if (medians != nullptr) {
      medians->coarsest = median({errors.begin(), errors.begin() + 16});
      medians->finest = median({errors.end() - 16, errors.end()});
    }
    return fit_order(sizes, errors, OctaveStatistic::median).order;
  };
  Measured measured;
  measured.moreau = order(
      [&](double dt, const auto& error_at) {
        FixedStep integrator(system, *solver, dt);
        return measure_run(integrator, start, {range.time}, error_at).completed;
      },
      &measured);
  if (with_augmented)
    measured.augmented = order(
        [&](double dt_max, const auto& error_at) {
          ExtrapolationOptions extrapolation;
          extrapolation.order = 2;
          StepSizeOptions sizes_of_run;
          sizes_of_run.dt_max = dt_max;
          sizes_of_run.dt_min = std::min(dt_max * dt_max / range.unit, dt_max);
          StepSizeAdjustment integrator(system, *solver, sizes_of_run, extrapolation);
          return measure_run(integrator, start, {range.time, boundaries}, error_at).completed;
        },
        nullptr);
  std::printf("%-26s %-12s moreau %.3f augmented %.3f (errors %.1e to %.1e)\n", range.problem, range.motion,
              measured.moreau, measured.augmented, measured.coarsest, measured.finest);
  return measured;
}

}  // namespace

TEST_CASE("problems with one contact", "[order][truth]") {
  check_orders(
      measure(BouncingBall(testing::bouncing_ball_parameters()), {"bouncing_ball", "nominal", 0.5, 4e-3, 1.0}));
  check_orders(measure(DampedOscillator(testing::damped_oscillator_parameters()),
                       {"damped_oscillator", "nominal", 2.0, 1e-2, 1.0}));
  check_orders(measure(ImpactOscillator(testing::impact_oscillator_parameters()),
                       {"impact_oscillator", "nominal", 0.75, 1e-2, 1.0}));
  const auto mass = testing::sliding_point_mass_parameters();
  check_orders(
      measure(SlidingPointMass(mass), {"sliding_point_mass", "nominal", 4.0, 1e-2, 1.0, "newton"}, {mass.force_end}));
}

TEST_CASE("woodpecker: friction, impacts and jamming", "[order][truth]") {
  check_orders(
      measure(Woodpecker(testing::woodpecker_parameters()), {"woodpecker", "first_period", 0.146, 2e-4, 0.05}));
}

TEST_CASE("prismatic joint: level, rocking and tilting", "[order][truth]") {
  auto joint = testing::prismatic_joint_parameters();
  check_orders(measure(PrismaticJoint(joint), {"prismatic_joint", "case_2", 2e-3, 4e-5, 1e-3}));
  joint.s = 0.0;
  check_orders(measure(PrismaticJoint(joint), {"prismatic_joint", "case_1", 2e-3, 4e-5, 1e-3}));
}

TEST_CASE("body on the inclined plane: spatial friction with stops", "[order][truth]") {
  auto plane = testing::inclined_plane_oscillator_parameters();
  const double lowered = 1e-9;  // keeps the feet closed; x, y and gamma do not depend on it
  plane.q_3_0 = -lowered;
  // Rounding leaves a residual of some 1e-14 in the problems of three feet; errors are measured down to 2e-7.
  constexpr double tolerance = 1e-13;
  const auto range = [&](const char* motion, double time, double largest) {
    return Range{"inclined_plane_oscillator", motion, time, largest, 0.3, "newton", 4, tolerance, lowered};
  };
  check_orders(measure(InclinedPlaneOscillator(plane), range("nominal", 0.5, 1e-2)));
  plane.mu = plane.mu_0 = 0.13;
  check_orders(measure(InclinedPlaneOscillator(plane), range("mu_013", 0.5, 5e-3)));
  // Constant forces, which the midpoint rule integrates exactly: what is left is the stop within one step, whose way is
  // a dt^2/8 at most. The order is two, and four in dt_max.
  plane.m_E = plane.Da = plane.Dh = 0.0;
  plane.u_1_0 = 0.1;
  const Measured block = measure(InclinedPlaneOscillator(plane), range("block", 1.0, 1e-2));
  CAPTURE(block.moreau, block.augmented);
  CHECK(std::abs(block.moreau - 2.0) <= 0.15);
  CHECK(block.augmented >= 2.0);
}

TEST_CASE("slider-crank: both corners of a face at once", "[order][truth]") {
  for (const auto& [name, epsilon] : {std::pair{"e01", 0.1}, {"e04", 0.4}, {"e06", 0.6}, {"e09", 0.9}}) {
    auto crank = testing::slider_crank_parameters();
    crank.epsilon_N = epsilon;
    // But for the last, impacts accumulate within these 20 ms, and the augmented scheme follows them one by one in
    // steps of dt_min until they are shorter than that: no order is measured.
    const bool accumulates = epsilon < 0.9;
    const Measured measured =
        measure(SliderCrank(crank), {"slider_crank", name, 0.02, 5e-5, 0.01, "portfolio"}, {}, !accumulates);
    CAPTURE(name, measured.moreau, measured.augmented, measured.coarsest, measured.finest);
    CHECK(std::abs(measured.moreau - 1.0) <= 0.15);
    if (!accumulates) CHECK(std::abs(measured.augmented - 2.0) <= 0.25);
  }
}
