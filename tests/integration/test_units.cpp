// The same motion in other units of length, time and mass is the same motion, with every integrator of the table.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table_definitions.hpp"
#include "solvers/mechanics/acceleration_defaults.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/random.hpp"

using namespace nsdbench;

namespace {

constexpr double gravity = 9.81;
constexpr double inclination = 0.3490658503988659;  // 20 degrees
constexpr double mu = 0.4;
constexpr double fast = 1.0;  // [m/s]

// Of length, time and mass, in m, s and kg.
struct Units {
  double length = 1.0, time = 1.0, mass = 1.0;
  double speed() const { return length / time; }
  double force() const { return mass * length / (time * time); }
};

// A block that slides down an incline and stops: q = (x, z), m = 1, and v = 1 at the start.
template <class Number>
class SlidingBlock : public ConstantDirections<1, Number>, public FrictionOfLaws<SlidingBlock<Number>, Number> {
 public:
  using Scalar = Number;
  template <class Other>
  using WithScalar = SlidingBlock<Other>;
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  static constexpr int tangential_dimension = 1;
  static constexpr bool constant_mass_matrix = true;
  static constexpr bool forces_depend_on_velocity = false;
  using Coordinates = Vector<2, Scalar>;
  struct Configuration {
    Coordinates q;
  };

  explicit SlidingBlock(const Units& units) : units_(units) {}
  const Units& parameters() const { return units_; }
  State<2, Scalar> initial_state() const {
    State<2, Scalar> state;
    state.u << fast * units_.speed(), 0.0;
    return state;
  }

  Configuration configuration(const Coordinates& q, const Scalar& /*t*/) const { return {q}; }
  Matrix<2, 2, Scalar> mass_matrix(const Configuration& /*at*/) const {
    return Scalar(units_.mass) * Matrix<2, 2, Scalar>::Identity();
  }
  Coordinates forces(const Configuration& /*at*/, const Coordinates& /*u*/) const {
    const double weight = gravity * units_.force();
    return {Scalar(weight * std::sin(inclination)), Scalar(-weight * std::cos(inclination))};
  }
  Vector<1, Scalar> gaps(const Configuration& at) const { return Vector<1, Scalar>(at.q(1)); }
  ForceDirections<2, 1, Scalar> directions(const Configuration& /*at*/, int /*i*/) const {
    ForceDirections<2, 1, Scalar> w;
    w.normal(1) = 1.0;
    w.tangential(0, 0) = 1.0;
    return w;
  }
  ContactLaw law(int /*i*/) const { return {ContactKind::frictional, 0.0, 0.0, mu, 0.0}; }
  Scalar kinetic_energy(const Coordinates& /*q*/, const Coordinates& u, const Scalar& /*t*/) const {
    return 0.5 * units_.mass * (u(0) * u(0) + u(1) * u(1));
  }
  Scalar potential_energy(const Coordinates& /*q*/, const Scalar& /*t*/) const { return 0.0; }

 private:
  Units units_;
};
using Block = SlidingBlock<double>;

double stop_time() { return fast / (gravity * (mu * std::cos(inclination) - std::sin(inclination))); }
double stop_way() { return 0.5 * fast * stop_time(); }

struct Slid {
  Outcome outcome;
  double way = 0.0, speed = 0.0;  // at the end, in the units
};

Slid slide(std::string_view integrator, const Units& units, IntegratorSettings settings) {
  const Block block(units);
  const auto solver = make_contact_solver("portfolio");
  auto state = block.initial_state();
  Slid slid;
  slid.outcome = make_integrator(integrator, block, *solver, settings)->integrate(state, {4.0 * units.time});
  slid.way = state.q(0) / units.length;
  slid.speed = state.u(0) / units.speed();
  return slid;
}

// Settings with the scales of the motion, and the steps of methods that have no default of their own.
IntegratorSettings in(const Units& units) {
  IntegratorSettings settings;
  settings.dt = 1e-2 * units.time;
  settings.activation_gap = 1e-12 * units.length;  // contacts in exact touch open and close by rounding
  settings.length_scale = units.length;
  settings.time_scale = units.time;
  settings.mass_scale = units.mass;
  return settings;
}

std::vector<Units> many_units() {
  std::vector<Units> all;
  for (const double scale : {1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9}) {
    all.push_back({scale, 1.0, 1.0});
    all.push_back({1.0, scale, 1.0});
    all.push_back({1.0, 1.0, scale});
  }
  testing::Random random(30);
  const auto any = [&] { return std::pow(10.0, random.uniform(-9.0, 9.0)); };
  for (int n = 0; n < 20; ++n) {
    const double length = any();
    const double time = any();
    all.push_back({length, time, any()});
  }
  return all;
}

}  // namespace

TEST_CASE("F9: the same motion in other units is the same motion, with every integrator", "[integrators]") {
  for (const IntegratorInfo& info : integrator_table()) {
    const Slid in_si = slide(info.name, {}, in({}));
    CAPTURE(info.name);
    REQUIRE(in_si.outcome.completed());
    // Methods of first order are right to a step or so, at 1 m/s.
    CHECK(std::abs(in_si.way - stop_way()) <= 1e-2);
    for (const Units& units : many_units()) {
      const Slid slid = slide(info.name, units, in(units));
      CAPTURE(units.length, units.time, units.mass, slid.outcome.reason, slid.way, slid.speed);
      CHECK(slid.outcome.completed());
      // Products of units round; step sizes follow estimates of errors, which are powers of them.
      constexpr double other_rounding = 1e-9;
      CHECK(std::abs(slid.way - in_si.way) <= other_rounding);
      CHECK(std::abs(slid.speed - in_si.speed) <= other_rounding);
    }
  }
}

TEST_CASE("F9: the acceleration level and events find the scale of a slow motion, or say that they cannot",
          "[integrators]") {
  for (const double length : {1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 1e9}) {
    const Units units{length, 1.0, 1.0};
    for (const std::string_view name : {"acceleration_level", "event_driven"}) {
      const Slid slid = slide(name, units, {});
      CAPTURE(name, length);
      CHECK(slid.outcome.completed());
      CHECK(slid.outcome.counts.unresolved_slips == 0);
      // The slip of 1e-6 that counts as rest is given up 3e-6 too early; events are right to their tolerances over L.
      CHECK(std::abs(slid.way - stop_way()) <= 1e-8);
      CHECK(std::abs(slid.speed) <= 1e-12);
    }
  }
  // Slower than what its weight would give it in a millionth of the largest step: stopped, and not without a word.
  const Units slow{1.0, 1.0, 1.0};
  const Block block(slow);
  const auto solver = make_contact_solver("portfolio");
  auto state = block.initial_state();
  state.u(0) = 1e-8;
  const auto integrator = make_integrator("acceleration_level", block, *solver, {});
  const Outcome outcome = integrator->integrate(state, {1.0});
  CHECK(outcome.completed());
  CHECK(outcome.counts.unresolved_slips == 1);
  CHECK(brief_report(outcome).find("1 unresolved slips") != std::string::npos);
}
