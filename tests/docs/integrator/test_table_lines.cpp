// The lines that docs/add-an-integrator.md adds to the table of integrators and to make_integrator.
#include <array>
#include <stdexcept>
#include <string>

#include "problems/bouncing_ball.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "solvers/integration/step_doubling/step_doubling.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paper_parameters.hpp"

using namespace nsdbench;

namespace {

constexpr std::array<IntegratorInfo, 1> table{{
#include "tests/docs/integrator/table_entry.inc"
}};

template <MechanicalSystem S>
std::unique_ptr<Integrator<S>> make(std::string_view name, const S& system, ContactSolver& solver,
                                    const IntegratorSettings& settings) {
#include "tests/docs/integrator/maker_line.inc"
  throw std::invalid_argument("unknown integrator '" + std::string(name) + "'");
}

}  // namespace

TEST_CASE("the page's lines make the integrator by its name", "[docs]") {
  const problems::BouncingBall ball(testing::bouncing_ball_parameters());
  const auto solver = make_contact_solver("lemke");
  const auto integrator = make(table[0].name, ball, *solver, {});
  CHECK(integrator->name() == table[0].name);
  CHECK_THROWS_AS(make("step_halving", ball, *solver, {}), std::invalid_argument);

  IntegratorSettings settings;
  settings.dt_min = 1.0;  // above dt_max
  CHECK_THROWS_AS(make(table[0].name, ball, *solver, settings), std::invalid_argument);
}
