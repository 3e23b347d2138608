// Every integrator of the table has the order that it declares; Moreau's midpoint rule on further problems with known
// truth.
//
// Errors are taken at 24 jittered step sizes per octave over several octaves: across impacts the error depends
// on where an impact falls inside a step, and slopes between two step sizes are arbitrary. Velocities are
// compared in L1: at the grid point next to a jump their error does not fall with dt.
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "problems/bouncing_ball.hpp"
#include "problems/slider_crank.hpp"
#include "solvers/analysis/order_fit.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/time_stepping/midpoint_step.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/integration/suitable_motion.hpp"

using namespace nsdbench;
using problems::BouncingBall;
using problems::SliderCrank;

namespace {

// Moreau's midpoint rule with the fixed step dt; a run that the observer stops is complete, too.
template <class System, class Observe>
void run(const System& system, State<System::dof> state, double t_end, double dt, Observe&& observe) {
  const auto solver = make_contact_solver("lemke");
  const Outcome outcome = make_moreau(system, *solver, dt)->integrate(state, {t_end}, observe);
  REQUIRE((outcome.completed() || outcome.reason == StopReason::stopped));
}

constexpr double ball_end = 0.6;  // six impacts, the accumulation point is at 0.677 s

// Mean over [0, 0.6] s of |numerical - exact| at the ends of the steps.
template <class Exact, class Quantity>
double mean_ball_error(double dt, Exact exact, Quantity quantity) {
  const BouncingBall ball(testing::bouncing_ball_parameters());
  double integral = 0.0;
  run(ball, ball.initial_state(), ball_end, dt,
      [&](const auto& step) { integral += step.size() * std::abs(quantity(step.end()) - exact(step.end().t)); });
  return integral / ball_end;
}

struct BallPosition {
  static constexpr double largest_step = 2e-3;  // 1/20 of the last of the six flights
  static constexpr int octaves = 6;
  problems::ExactBouncingBall exact{testing::bouncing_ball_parameters()};
  double error(double dt) const {
    return mean_ball_error(
        dt, [this](double t) { return exact.position(t); }, [](const auto& state) { return state.q(0); });
  }
};

struct BallVelocity {
  static constexpr double largest_step = 2e-3;  // 1/20 of the last of the six flights
  static constexpr int octaves = 6;
  problems::ExactBouncingBall exact{testing::bouncing_ball_parameters()};
  double error(double dt) const {
    return mean_ball_error(
        dt, [this](double t) { return exact.velocity(t); }, [](const auto& state) { return state.u(0); });
  }
};

// Slider-crank in free flight, 2.5 ms of the 2.69 ms before the first impact: smooth, and h depends on u.
struct SliderCrankFlight {
  static constexpr double largest_step = 1e-4;
  static constexpr int octaves = 4;
  static constexpr double end = 2.5e-3;
  SliderCrank crank{testing::slider_crank_parameters()};
  State<3> truth = reference();

  // Runge-Kutta of fourth order with 5000 steps of 0.5 microseconds: (omega dt)^4 is 3e-17.
  State<3> reference() const {
    const auto rate = [&](const State<3>& s) {
      const auto k = crank.configuration(s.q, s.t);
      State<3> r;
      r.q = s.u;
      r.u = crank.mass_matrix(k).inverse() * crank.forces(k, s.u);
      return r;
    };
    const auto moved = [](State<3> s, const State<3>& r, double dt) {
      s.q += dt * r.q;
      s.u += dt * r.u;
      return s;
    };
    State<3> s = crank.initial_state();
    constexpr int steps = 5000;
    const double dt = end / steps;
    for (int i = 0; i < steps; ++i) {
      const State<3> a = rate(s);
      const State<3> b = rate(moved(s, a, 0.5 * dt));
      const State<3> c = rate(moved(s, b, 0.5 * dt));
      const State<3> d = rate(moved(s, c, dt));
      for (const auto& [r, weight] : {std::pair{a, 1.0}, {b, 2.0}, {c, 2.0}, {d, 1.0}})
        s = moved(s, r, weight * dt / 6.0);
    }
    return s;
  }

  double error(double dt) const {
    State<3> last;
    run(crank, crank.initial_state(), end, dt, [&](const auto& step) {
      CHECK(midpoint_report(step).active_contacts == 0);
      last = step.end();
    });
    return (last.u - truth.u).norm() / 150.0 + (last.q - truth.q).norm();
  }
};

// Time of the crank's first revolution with restitution 0.4: across impacts, persistent contact and friction.
struct SliderCrankRevolution {
  static constexpr double largest_step = 2e-5;
  static constexpr int octaves = 4;
  SliderCrank crank{testing::slider_crank_parameters()};
  double truth = limit();

  double revolution_time(double dt) const {
    const double full_turn = 2.0 * std::acos(-1.0);
    double time = 0.0;
    run(crank, crank.initial_state(), 0.2, dt, [&](const auto& step) {
      const State<3>& before = step.begin();
      const State<3>& after = step.end();
      if (after.q(0) < full_turn) return true;
      const double fraction = (full_turn - before.q(0)) / (after.q(0) - before.q(0));
      time = before.t + fraction * (after.t - before.t);
      return false;
    });
    return time;
  }
  // No closed form: the limit of step sizes three times smaller than the smallest that is measured.
  double limit() const {
    const std::vector<double> h = jittered_step_sizes(4e-7, 1, 16);
    std::vector<double> times;
    for (const double dt : h) times.push_back(revolution_time(dt));
    const LimitFit fit = limit_by_line(h, times);
    // Below 1/10 of the smallest error, 9e-6 s, the reference does not bend the line.
    CHECK(fit.uncertainty <= 9e-7);
    return fit.limit;
  }
  double error(double dt) const { return std::abs(revolution_time(dt) - truth); }
};

}  // namespace

TEMPLATE_TEST_CASE("Moreau's midpoint rule has the order that it declares", "[order]", BallPosition, BallVelocity,
                   SliderCrankFlight, SliderCrankRevolution) {
  const TestType problem;
  const std::vector<double> h = jittered_step_sizes(TestType::largest_step, TestType::octaves, 24);
  std::vector<double> errors;
  for (const double dt : h) errors.push_back(problem.error(dt));
  const OrderFit fit = fit_order(h, errors, OctaveStatistic::median);
  CAPTURE(fit.order, fit.standard_error, fit.constant);
  REQUIRE(fit.octaves >= TestType::octaves);
  // Medians over 24 phases an octave leave a standard error of the slope of 0.02 on the ball, less on the
  // mechanism.
  CHECK(fit.order >= MidpointStep<SliderCrank>::convergence_order - 0.1);
  CHECK(fit.order <= MidpointStep<SliderCrank>::convergence_order + 0.15);
}

TEST_CASE("the largest velocity error has no order", "[order]") {
  // One grid point on the wrong side of a jump: the sup norm stays at (1 + eps) v while L1 falls.
  const BouncingBall ball(testing::bouncing_ball_parameters());
  const problems::ExactBouncingBall exact(testing::bouncing_ball_parameters());
  const double jump = 1.7 * exact.impact_speed(1);
  double largest_seen = 0.0;
  for (const double dt : jittered_step_sizes(1e-4, 1, 24)) {
    double largest = 0.0;
    run(ball, ball.initial_state(), 0.2, dt, [&](const auto& step) {
      largest = std::max(largest, std::abs(step.end().u(0) - exact.velocity(step.end().t)));
    });
    largest_seen = std::max(largest_seen, largest);
  }
  CHECK(largest_seen == Catch::Approx(jump).epsilon(0.01));  // within g dt of the jump
}

namespace {

// Where the order of a method shows: from the largest step [s] that sees the motion down to errors that are rounding.
struct Range {
  double largest = 2e-3;
  int octaves = 6;
};
Range range_of(std::string_view name) {
  if (name == "moreau_adjusted") return {1e-2, 4};
  if (name == "acceleration_level") return {0.1, 4};
  return {};
}

}  // namespace

// The errors of event_driven are rounding in double before its steps are small beside a swing: the label truth measures
// its order with more digits (test_event_driven_order.cpp).
TEST_CASE("every integrator of the table whose errors show in double has the order that it declares", "[order]") {
  const std::string name = GENERATE(
      filter([](const std::string& any) { return any != "event_driven"; }, from_range(testing::integrator_names())));
  constexpr int chosen_order = 3;  // where it can be chosen
  testing::with_suitable_motion(name, [&](const auto& system, const auto& exact, double t_end) {
    const auto solver = make_contact_solver("lemke");
    const Range range = range_of(name);
    const std::vector<double> sizes = jittered_step_sizes(range.largest, range.octaves, 24);
    std::vector<double> errors;
    int declared = 0;
    for (const double size : sizes) {
      const auto integrator = make_integrator(name, system, *solver, IntegratorSettings::of_size(size, chosen_order));
      declared = integrator->order();
      auto state = system.initial_state();
      double error = 0.0;
      const Outcome outcome = integrator->integrate(state, {t_end}, [&](const auto& step) {
        error = std::max(error, std::abs(step.end().q(0) - exact.position(step.end().t)));
      });
      REQUIRE(outcome.completed());
      errors.push_back(error);
    }
    const OrderFit fit = fit_order(sizes, errors, OctaveStatistic::median);
    const double uncertainty = order_uncertainty(sizes, errors, OctaveStatistic::median);
    CAPTURE(name, declared, fit.order, uncertainty, errors.front(), errors.back());
    CHECK(std::abs(fit.order - declared) <= std::max(uncertainty, 0.1));
    CHECK(uncertainty <= 0.1 * declared + 0.1);  // a slope that says something
  });
}
