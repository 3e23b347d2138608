// Every parameter of every problem: named once, refused outside its range in one sentence, accepted at its
// boundary.
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;
using problems::ParameterRange;

namespace {

struct WoodpeckerCase {
  using Problem = problems::Woodpecker;
  using Parameters = problems::WoodpeckerParameters;
  static Parameters parameters() { return testing::woodpecker_parameters(); }
};
struct SliderCrankCase {
  using Problem = problems::SliderCrank;
  using Parameters = problems::SliderCrankParameters;
  static Parameters parameters() { return testing::slider_crank_parameters(); }
};
struct BouncingBallCase {
  using Problem = problems::BouncingBall;
  using Parameters = problems::BouncingBallParameters;
  static Parameters parameters() { return testing::bouncing_ball_parameters(); }
};
struct ImpactOscillatorCase {
  using Problem = problems::ImpactOscillator;
  using Parameters = problems::ImpactOscillatorParameters;
  static Parameters parameters() { return testing::impact_oscillator_parameters(); }
};
struct SlidingPointMassCase {
  using Problem = problems::SlidingPointMass;
  using Parameters = problems::SlidingPointMassParameters;
  static Parameters parameters() { return testing::sliding_point_mass_parameters(); }
};
struct InclinedPlaneOscillatorCase {
  using Problem = problems::InclinedPlaneOscillator;
  using Parameters = problems::InclinedPlaneOscillatorParameters;
  static Parameters parameters() { return testing::inclined_plane_oscillator_parameters(); }
};
struct PrismaticJointCase {
  using Problem = problems::PrismaticJoint;
  using Parameters = problems::PrismaticJointParameters;
  static Parameters parameters() { return testing::prismatic_joint_parameters(); }
};
struct DampedOscillatorCase {
  using Problem = problems::DampedOscillator;
  using Parameters = problems::DampedOscillatorParameters;
  static Parameters parameters() { return testing::damped_oscillator_parameters(); }
};

// The sentence with which the problem refuses the parameters; empty if it does not.
template <class Case>
std::string refusal(const typename Case::Parameters& parameters) {
  try {
    const typename Case::Problem problem(parameters);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

std::string printed(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

bool contains(const std::string& sentence, const std::string& part) { return sentence.find(part) != std::string::npos; }

}  // namespace

TEMPLATE_TEST_CASE("the papers' parameters are accepted", "[parameters]", WoodpeckerCase, SliderCrankCase,
                   BouncingBallCase, ImpactOscillatorCase, SlidingPointMassCase, DampedOscillatorCase,
                   InclinedPlaneOscillatorCase, PrismaticJointCase) {
  CHECK(refusal<TestType>(TestType::parameters()).empty());
}

TEMPLATE_TEST_CASE("every parameter is refused outside its range, by name and value", "[parameters]", WoodpeckerCase,
                   SliderCrankCase, BouncingBallCase, ImpactOscillatorCase, SlidingPointMassCase, DampedOscillatorCase,
                   InclinedPlaneOscillatorCase, PrismaticJointCase) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  for (const auto& field : TestType::Parameters::fields()) {
    std::vector<double> outside = {not_a_number, infinity, -infinity};
    switch (field.range) {
      case ParameterRange::any:
        break;
      case ParameterRange::positive:
        outside.insert(outside.end(), {-1.0, 0.0, -1e-300});
        break;
      case ParameterRange::non_negative:
        outside.insert(outside.end(), {-1.0, -1e-300});
        break;
      case ParameterRange::unit_interval:
        outside.insert(outside.end(), {1.2, -0.1, 1.0 + 1e-15});
        break;
    }
    for (const double value : outside) {
      auto parameters = TestType::parameters();
      parameters.*(field.member) = value;
      const std::string sentence = refusal<TestType>(parameters);
      INFO(field.name << " = " << value << ": \"" << sentence << "\"");
      CHECK(contains(sentence, "parameter " + std::string(field.name) + " = " + printed(value)));
      CHECK(contains(sentence, "not allowed"));
      CHECK_FALSE(contains(sentence, "\n"));
    }
  }
}

TEMPLATE_TEST_CASE("every parameter is accepted at the boundary of its range", "[parameters]", WoodpeckerCase,
                   SliderCrankCase, BouncingBallCase, ImpactOscillatorCase, SlidingPointMassCase, DampedOscillatorCase,
                   InclinedPlaneOscillatorCase, PrismaticJointCase) {
  for (const auto& field : TestType::Parameters::fields()) {
    std::vector<double> inside;
    if (field.range == ParameterRange::any) inside = {0.0, -1.0, 1e6};
    if (field.range == ParameterRange::non_negative) inside = {0.0, 1e6};
    if (field.range == ParameterRange::unit_interval) inside = {0.0, 1.0};
    for (const double value : inside) {
      auto parameters = TestType::parameters();
      // Static friction may not be below sliding friction.
      if constexpr (std::is_same_v<TestType, InclinedPlaneOscillatorCase>) {
        if (field.name == "mu") parameters.mu_0 = value;
        if (field.name == "mu_0") parameters.mu = 0.0;
      }
      // The start must be within the clearance and over the rod, the force on the protrusion.
      if constexpr (std::is_same_v<TestType, PrismaticJointCase>) {
        parameters.L = parameters.c = parameters.l = 1e8;
      }
      parameters.*(field.member) = value;
      if constexpr (std::is_same_v<TestType, PrismaticJointCase>) {
        if (field.name == "l") parameters.s = 0.0;
      }
      INFO(field.name << " = " << value);
      CHECK(refusal<TestType>(parameters).empty());
    }
  }
}

TEMPLATE_TEST_CASE("names are unique, units and meanings given, every member has a field", "[parameters]",
                   WoodpeckerCase, SliderCrankCase, BouncingBallCase, ImpactOscillatorCase, SlidingPointMassCase,
                   DampedOscillatorCase, InclinedPlaneOscillatorCase, PrismaticJointCase) {
  using Parameters = typename TestType::Parameters;
  std::set<std::string> names;
  Parameters touched;
  for (const auto& field : Parameters::fields()) {
    CHECK(names.insert(std::string(field.name)).second);
    CHECK_FALSE(field.unit.empty());
    CHECK_FALSE(field.meaning.empty());
    CHECK(touched.*(field.member) == 0.0);  // a member that two names point to would be 1 by now
    touched.*(field.member) = 1.0;
  }
  // Parameters hold nothing but doubles: as many fields as doubles.
  CHECK(names.size() == sizeof(Parameters) / sizeof(double));
}

TEST_CASE("restitution 1.2, a negative mass and negative friction read as sentences", "[parameters]") {
  auto parameters = testing::woodpecker_parameters();
  SECTION("restitution") {
    parameters.epsilon_N1 = 1.2;
    CHECK(refusal<WoodpeckerCase>(parameters) == "parameter epsilon_N1 = 1.2 is not allowed: it must be in [0, 1]");
  }
  SECTION("mass") {
    parameters.m_S = -0.0045;
    CHECK(refusal<WoodpeckerCase>(parameters) == "parameter m_S = -0.0045 is not allowed: it must be positive");
  }
  SECTION("friction") {
    parameters.mu_2 = -0.3;
    CHECK(refusal<WoodpeckerCase>(parameters) == "parameter mu_2 = -0.3 is not allowed: it must be zero or positive");
  }
  SECTION("a sleeve that is not wider than the pole") {
    parameters.r_M = GENERATE(0.0025, 0.002);
    const std::string sentence = refusal<WoodpeckerCase>(parameters);
    CHECK(contains(sentence, "r_M = " + printed(parameters.r_M)));
    CHECK(contains(sentence, "r_O = 0.0025"));
  }
  SECTION("static friction below sliding friction") {
    auto oscillator = testing::inclined_plane_oscillator_parameters();
    oscillator.mu_0 = 0.09;
    CHECK(refusal<InclinedPlaneOscillatorCase>(oscillator) ==
          "parameter mu_0 = 0.09 is not allowed: static friction must not be below the sliding friction mu = 0.098");
  }
}
