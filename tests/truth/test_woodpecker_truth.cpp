// The stored reference solution of the woodpecker against independent computations, in quadruple precision and in
// double.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/step_size_adjustment.hpp"
#include "support/json_file.hpp"
#include "support/reference_data.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"
#include "tests/truth/distance.hpp"
#include "tools/truth/woodpecker_truth_file.hpp"

using namespace nsdbench;

namespace {

struct Number {
  Quadruple value;
  double error;
};

Number number(const nlohmann::ordered_json& entry) {
  return {Quadruple(entry.at("value").get<std::string>()), entry.at("error").get<double>()};
}

nlohmann::ordered_json committed() {
  return support::read_json(support::reference_data_directory() / "truth" / "woodpecker.json").at("motions").at(0);
}

const std::vector<std::vector<std::string>> table_vii = {{"F2 sticks"},
                                                         {"F2 slips"},
                                                         {"U2 opens"},
                                                         {"U3 closes", "U3 opens"},
                                                         {"U1 closes", "U1 opens"},
                                                         {"U3 closes"},
                                                         {"U3 opens"},
                                                         {"U2 closes", "U2 opens"},
                                                         {"U2 closes"}};

}  // namespace

TEST_CASE("the file holds the nine switching points of Table VII with errors that leave double far behind", "[truth]") {
  const auto file = committed();
  REQUIRE(file.at("switching_points").size() == table_vii.size());
  Quadruple before = 0.0;
  for (std::size_t k = 0; k < table_vii.size(); ++k) {
    const auto& point = file.at("switching_points")[k];
    CHECK(point.at("incidents").get<std::vector<std::string>>() == table_vii[k]);
    const Number time = number(point.at("time"));
    CHECK(time.value > before);
    CHECK(time.error > 0.0);
    CHECK(time.error <= 1e-17);  // half the distance between doubles at 0.12
    before = time.value;
  }
  CHECK(before < file.at("states").at(0).at("time").get<double>());
  CHECK(file.at("states").at(0).at("time").get<double>() == truth::woodpecker_end);
}

TEST_CASE("a coarser computation in quadruple precision finds the file's numbers", "[truth]") {
  constexpr double dt_min = 1e-11;
  // Nine switching points, each up to dt_min late, an impact at most doubling what came before it.
  constexpr double time_bound = 50.0 * dt_min;
  const auto file = committed();
  const auto motion = truth::woodpecker_motion(testing::woodpecker_parameters(), {dt_min, 1e-3, 8, ErrorPowers::all});
  REQUIRE(motion.switching_points.size() == table_vii.size());
  for (std::size_t k = 0; k < table_vii.size(); ++k) {
    CAPTURE(k);
    const Number time = number(file.at("switching_points")[k].at("time"));
    CHECK(motion.switching_points[k].incidents == table_vii[k]);
    CHECK(testing::distance(motion.switching_points[k].time, time.value) <= time_bound + time.error);
  }
  for (int i = 0; i < 3; ++i) {
    CAPTURE(i);
    const Number position = number(file.at("states").at(0).at("position")[static_cast<std::size_t>(i)]);
    const Number velocity = number(file.at("states").at(0).at("velocity")[static_cast<std::size_t>(i)]);
    // Times of velocities of up to 10 rad/s and accelerations of up to 600 rad/s^2.
    CHECK(testing::distance(motion.end.q(i), position.value) <= 10.0 * time_bound + position.error);
    CHECK(testing::distance(motion.end.u(i), velocity.value) <= 600.0 * time_bound + velocity.error);
  }
}

TEST_CASE("the double computation of sec. 10.4 is within 50 dt_min of the truth", "[truth]") {
  using problems::Woodpecker;
  const double dt_min = GENERATE(1e-7, 1e-8);
  const Woodpecker woodpecker(testing::woodpecker_parameters());
  const auto solver = make_contact_solver("lemke");
  ExtrapolationOptions extrapolation;
  extrapolation.atol = 1e-6;
  StepSizeAdjustment<Woodpecker> integrator(woodpecker, *solver, {dt_min, 5e-3}, extrapolation);
  State<3> state = woodpecker.initial_state();
  SwitchingPoints<Woodpecker> switching;
  const auto result = integrator.integrate(
      state, {truth::woodpecker_end}, [](const Step<Woodpecker>&) {},
      [&](const Event<Woodpecker>& event) { switching.observe(event); });
  REQUIRE(result.completed());
  REQUIRE(switching.points().size() == table_vii.size());
  const auto file = committed();
  for (std::size_t k = 0; k < table_vii.size(); ++k) {
    CAPTURE(k);
    CHECK(switching.points()[k].incidents == table_vii[k]);
    CHECK(testing::distance(switching.points()[k].time, number(file.at("switching_points")[k].at("time")).value) <=
          50.0 * dt_min);
  }
}

TEST_CASE("numbers are written with the digits that their error leaves", "[truth]") {
  const truth::Digits third = truth::digits(Quadruple(1) / 3, Quadruple("2.3e-5"));
  CHECK(third.text == "0.3333");
  CHECK(third.error == 8e-5);  // 2.3e-5 and half a unit of the fourth decimal
  CHECK(truth::digits(Quadruple("-1e-30"), Quadruple("3e-3")).text == "0.00");
  CHECK(truth::digits(Quadruple("-7.25"), Quadruple("1e-20")).text == "-7.25000000000000000000");
  CHECK(truth::digits(Quadruple("9.9996"), Quadruple("1.5e-3")).text == "10.00");
}

TEST_CASE("the nominal parameters are those of the tests", "[truth]") {
  const auto nominal = truth::nominal_woodpecker_parameters();
  const auto expected = testing::woodpecker_parameters();
  for (const auto& field : problems::WoodpeckerParameters::fields()) {
    CAPTURE(std::string(field.name));
    CHECK(nominal.*(field.member) == expected.*(field.member));
  }
}
