// The example files of docs/contact-data.md are what the page says they are: they are read and solved.
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "contact_data/contact_problem.hpp"
#include "contact_data/read.hpp"
#include "contact_data/residuals.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/helpers/catch.hpp"
#include "tests/helpers/paths.hpp"

using namespace nsdbench;

namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// The contents of the page's blocks of JSON.
std::vector<std::string> json_blocks(const std::string& page) {
  const std::string opening = "```json\n";
  std::vector<std::string> blocks;
  for (std::size_t at = page.find(opening); at != std::string::npos; at = page.find(opening, at)) {
    at += opening.size();
    blocks.push_back(page.substr(at, page.find("```", at) - at));
  }
  return blocks;
}

}  // namespace

TEST_CASE("the examples of the file format's page are solved", "[contact_data][documentation]") {
  const auto blocks = json_blocks(text_of(testing::source_directory() / "docs" / "contact-data.md"));
  REQUIRE(blocks.size() == 3);
  std::vector<std::vector<double>> answers;
  for (const std::string& block : blocks) {
    const testing::Sandbox sandbox;
    sandbox.write("example.json", block);
    const contact_data::ContactData data = contact_data::read_contact_data(sandbox.path("example.json"));
    const ContactProblem problem = contact_data::to_contact_problem(data);
    std::vector<double> percussions(problem.c.size());
    std::vector<Mode> modes(problem.laws.size());
    SolverOptions options;
    options.tolerance = 1e-13;  // a few roundings of numbers of order one
    CHECK(make_contact_solver(default_contact_solver(), options)->solve(problem.view(), percussions, modes).solved());
    CHECK(contact_data::residuals(data, percussions).scaled <= options.tolerance);
    answers.push_back(percussions);
  }
  // The lower block, of 1 kg, carries the upper one, of 100 kg; the mass slides against (1, 1), with mu = 0.3.
  CHECK(answers[0][0] == Catch::Approx(101 * 0.00981));
  CHECK(answers[0][1] == Catch::Approx(100 * 0.00981));
  CHECK(answers[1][0] == Catch::Approx(0.00981));
  CHECK(answers[1][1] == Catch::Approx(-0.3 * 0.00981 / std::sqrt(2.0)));
  CHECK(answers[1][2] == Catch::Approx(-0.3 * 0.00981 / std::sqrt(2.0)));
  // The ellipse with half axes 0.5 and 0.1: in its own coordinates W = 1 and q = (-1, 1, 1). Friction lies on the
  // ellipse and minimizes r_T . u_T there: r_k = -mu_k^2 u_k / |(mu_1 u_1, mu_2 u_2)|.
  const double r1 = 0.5 * answers[2][1];
  const double r2 = 0.1 * answers[2][2];
  const double u1 = 1.0 + r1;
  const double u2 = 1.0 + r2;
  const double size = std::hypot(0.5 * u1, 0.1 * u2);
  CHECK(answers[2][0] == Catch::Approx(1.0));
  CHECK(r1 == Catch::Approx(-0.25 * u1 / size));
  CHECK(r2 == Catch::Approx(-0.01 * u2 / size));
}
