// Force directions, acceleration terms and friction characteristics of every problem.
#include <type_traits>

#include "tests/helpers/catch.hpp"
#include "tests/helpers/every_problem.hpp"
#include "tests/problems/kinematics_check.hpp"

using namespace nsdbench;

namespace {

// Truncation: step^2/6 of third derivatives, of (19.6/s)^2 in time at most, 1e-8; the rest is angles. Rounding is added
// where it arises.
constexpr testing::DifferenceAccuracy<double> accuracy{1e-5, 1e-7};

}  // namespace

TEST_CASE("w_N, W_T, what_N and wbar of every problem agree with central differences", "[kinematics]") {
  testing::for_every_problem<double>(
      [](const char* name, const auto& problem, const auto& q_range, const auto& u_range, const auto& displacement) {
        testing::KinematicsCheck check(problem, accuracy);
        check.run(name, q_range, u_range, displacement);
      });
}

TEST_CASE("third derivatives of the gaps of every problem are within their bounds", "[kinematics]") {
  testing::for_every_problem<double>(
      [](const char* name, const auto& problem, const auto& q_range, const auto& u_range, const auto&) {
        using Problem = std::remove_cvref_t<decltype(problem)>;
        if constexpr (BoundedGapJerk<Problem>) {
          CAPTURE(name);
          testing::KinematicsCheck check(problem, accuracy);
          const double part = check.jerk_over_bound(q_range, u_range);
          CHECK(part <= 1.0 + accuracy.relative);
          // A bound that is far above what motions reach would cost steps.
          CHECK(part > 0.05);
        } else {
          // Friction alone, without a gap.
          CHECK(problem.law(0).kind == ContactKind::tresca);
        }
      });
}

TEST_CASE("friction of a law does not change with the sliding speed", "[kinematics]") {
  testing::for_every_problem<double>([](const char* name, const auto& problem, const auto&, const auto&, const auto&) {
    using Problem = std::remove_cvref_t<decltype(problem)>;
    if (std::is_same_v<Problem, problems::InclinedPlaneOscillator>) return;  // a characteristic of its own
    CAPTURE(name);
    for (int i = 0; i < Problem::contact_count; ++i) {
      CHECK(problem.static_friction(i) == problem.law(i).friction);
      for (const double speed : {0.0, 1e-3, 2.0})
        CHECK(problem.friction_coefficient(i, speed) == problem.law(i).friction);
    }
  });
  // Three different coefficients, each at its contact.
  auto parameters = testing::woodpecker_parameters();
  parameters.mu_1 = 0.1;
  parameters.mu_2 = 0.2;
  parameters.mu_3 = 0.3;
  const problems::Woodpecker woodpecker(parameters);
  CHECK(woodpecker.friction_coefficient(0, 1.0) == 0.1);
  CHECK(woodpecker.friction_coefficient(1, 1.0) == 0.2);
  CHECK(woodpecker.static_friction(2) == 0.3);
}
