// The event-driven integration of the woodpecker against the stored reference solution, which comes from time stepping,
// and against itself in other numbers.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "problems/woodpecker.hpp"
#include "solvers/analysis/energy.hpp"
#include "solvers/analysis/incidents.hpp"
#include "solvers/integration/event_driven/collocation_basis.hpp"
#include "solvers/linear_algebra/extended.hpp"
#include "solvers/linear_algebra/quadruple.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/integration/event_driven/event_run.hpp"
#include "tests/truth/distance.hpp"

using namespace nsdbench;
using testing::run_events;

namespace {

template <class Scalar>
using Toy = problems::BasicWoodpecker<Scalar>;

template <class Scalar>
testing::EventRun<Toy<Scalar>> run(double t_end, const EventDrivenOptions& options = {}) {
  const Toy<Scalar> toy(testing::woodpecker_parameters());
  return run_events(toy, toy.initial_state(), Scalar(t_end), options);
}

Quadruple value(const nlohmann::ordered_json& entry) { return Quadruple(entry.at("value").get<std::string>()); }

template <class Scalar>
Quadruple in_quadruple(const Scalar& x) {
  if constexpr (std::is_same_v<Scalar, Extended>) {
    const auto high = static_cast<double>(x);
    return Quadruple(high) + static_cast<double>(x - high);
  } else {
    return Quadruple(x);
  }
}

// `times` a second, an event; velocities are some 100 times as sensitive, since accelerations are 600 rad/s^2.
template <class Scalar>
void check_first_period(double times) {
  const auto file =
      support::read_json(support::reference_data_directory() / "truth" / "woodpecker.json").at("motions").at(0);
  const auto made = run<Scalar>(file.at("states").at(0).at("time").get<double>());
  REQUIRE(made.result.completed());
  const auto& points = file.at("switching_points");
  REQUIRE(made.events.size() == points.size());
  for (std::size_t k = 0; k < points.size(); ++k) {
    CAPTURE(k);
    CHECK(incidents_of(made.events[k]) == points[k].at("incidents").get<std::vector<std::string>>());
    CHECK(testing::distance(in_quadruple(made.events[k].t), value(points[k].at("time"))) <= times);
  }
  for (int i = 0; i < 3; ++i) {
    const auto entry = static_cast<std::size_t>(i);
    CAPTURE(i);
    CHECK(testing::distance(in_quadruple(made.state.q(i)), value(file.at("states").at(0).at("position")[entry])) <=
          10.0 * times);
    CHECK(testing::distance(in_quadruple(made.state.u(i)), value(file.at("states").at(0).at("velocity")[entry])) <=
          600.0 * times);
  }
}

}  // namespace

TEST_CASE("nine events of Table VII, in kind, order and to the digits of the scalar", "[truth][event]") {
  // Rounding, ten times over: each impact passes on what came before it.
  SECTION("double") { check_first_period<double>(1e-14); }
  SECTION("extended precision") { check_first_period<Extended>(5e-18); }
  // The file's own errors are 2e-19 s.
  SECTION("quadruple precision") { check_first_period<Quadruple>(4e-19); }
}

TEST_CASE("two periods in double are those in quadruple precision to 1e-12 s", "[truth][event]") {
  constexpr double two_periods = 0.29;
  const auto in_double = run<double>(two_periods);
  const auto in_quadruple = run<Quadruple>(two_periods);
  REQUIRE(in_double.result.completed());
  REQUIRE(in_quadruple.result.completed());
  REQUIRE(in_double.events.size() == in_quadruple.events.size());
  CHECK(in_double.events.size() >= 17);
  for (std::size_t k = 0; k < in_double.events.size(); ++k) {
    CAPTURE(k);
    CHECK(incidents_of(in_double.events[k]) == incidents_of(in_quadruple.events[k]));
    CHECK(testing::distance(Quadruple(in_double.events[k].t), in_quadruple.events[k].t) <= 1e-12);
  }
}

TEST_CASE("errors go with the tolerance", "[truth][event]") {
  const auto exact = run<Quadruple>(0.146);
  double last = 1.0;
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    EventDrivenOptions options;
    options.rtol = options.atol = tolerance;
    const auto made = run<double>(0.146, options);
    REQUIRE(made.result.completed());
    REQUIRE(made.events.size() == exact.events.size());
    double error = 0.0;
    for (std::size_t k = 0; k < made.events.size(); ++k) {
      error = std::max(error, testing::distance(Quadruple(made.events[k].t), exact.events[k].t));
    }
    CAPTURE(tolerance, error);
    CHECK(error <= 10.0 * tolerance);
    CHECK(error < last);
    last = error;
  }
}

TEST_CASE("the energy that is lost is the work of friction and impacts", "[truth][event]") {
  using S = Toy<double>;
  const S toy(testing::woodpecker_parameters());
  const auto solver = make_contact_solver("portfolio");
  const auto integrator = make_event_driven(toy, *solver);
  State<3> state = toy.initial_state();
  const double start = total_energy(toy, state);
  double friction = 0.0;
  double impacts = 0.0;
  const auto power = [&](const State<3>& at, const ContactForces<S>& forces) {
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
      const auto& w = toy.directions(toy.configuration(at.q, at.t), i);
      sum += forces.tangential.row(i).dot(w.tangential.transpose() * at.u) + forces.normal(i) * w.normal.dot(at.u);
    }
    return sum;
  };
  const auto result = integrator->integrate(
      state, {0.146},
      [&](const Step<S>& any) {
        const EventDrivenStep<S>& step = event_driven_step(any);
        const auto& basis = CollocationBasis<double>::get();
        const double h = step.end().t - step.begin().t;
        for (int k = 0; k < CollocationBasis<double>::nodes; ++k) {
          const double weight = basis.integral(k, CollocationBasis<double>::degree);
          const State<3> at = step.at(step.end_theta() * basis.theta(k));
          friction += h * weight * power(at, step.forces(at));
        }
      },
      [&](const Event<S>& event) {
        const Vector<3> mean = 0.5 * (event.before.u + event.after.u);
        const auto configuration = toy.configuration(event.after.q, event.t);
        for (int i = 0; i < 3; ++i) {
          const auto& w = toy.directions(configuration, i);
          impacts += event.percussions.normal(i) * w.normal.dot(mean) +
                     event.percussions.tangential(i, 0) * w.tangential.col(0).dot(mean);
        }
      });
  REQUIRE(result.completed());
  const double lost = total_energy(toy, state) - start;
  CHECK(friction < -1e-4);
  CHECK(impacts < -1e-4);
  CHECK(std::abs(lost - friction - impacts) <= 1e-14);  // rounding of energies of some 0.01 J
}
