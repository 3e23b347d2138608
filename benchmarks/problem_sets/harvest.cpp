#include "benchmarks/problem_sets/harvest.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iomanip>
#include <set>
#include <sstream>
#include <stdexcept>

#include "problems/bouncing_ball.hpp"
#include "problems/slider_crank.hpp"
#include "problems/woodpecker.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/time_stepping/moreau_midpoint.hpp"
#include "support/reference_data.hpp"

namespace nsdbench::problem_sets {

namespace {

// Numbers of a problem that differ by less count as the same.
constexpr double resolution = 1.0 / 100.0;

using support::paper_parameters;

ContactProblem owned(const ContactProblemView& view) {
  ContactProblem problem;
  problem.laws.assign(view.laws.begin(), view.laws.end());
  problem.c.assign(view.c, view.c + view.size);
  for (int j = 0; j < view.size; ++j) {
    for (int i = 0; i < view.size; ++i) problem.dense.push_back(view.g(i, j));
  }
  return problem;
}

// What two problems of one sort share.
std::string sort_of(const HarvestedProblem& harvested) {
  std::ostringstream key;
  key << harvested.active << ' ' << harvested.modes;
  const auto add_numbers = [&key](const std::vector<double>& numbers) {
    double largest = 0.0;
    for (const double number : numbers) largest = std::max(largest, std::abs(number));
    for (const double number : numbers) {
      key << ' ' << (largest > 0.0 ? std::lround(number / largest / resolution) : 0L);
    }
  };
  add_numbers(harvested.problem.dense);
  add_numbers(harvested.problem.c);
  return key.str();
}

class Harvest {
 public:
  // The problems of `steps` steps of dt from the system's start.
  template <class System>
  void run(const std::string& source, const System& system, double dt, long steps) {
    const auto solver = make_contact_solver("lemke");
    MoreauMidpoint integrator(system, *solver);
    State<System::dof> state = system.initial_state();
    int number = 0;
    for (long step = 0; step < steps; ++step) {
      const auto& report = integrator.step(state, dt);
      if (!report.advanced()) {
        throw std::runtime_error("run " + source + " ended at step " + std::to_string(step) + " on a problem that is " +
                                 std::string(to_string(report.solver.status)));
      }
      if (report.active_contacts == 0) continue;
      HarvestedProblem found;
      found.source = source;
      found.step = step;
      found.problem = owned(integrator.contact_problem().view());
      for (std::size_t i = 0; i < report.active.size(); ++i) {
        if (!report.active[i]) continue;
        found.active += std::to_string(i + 1);
        const ContactKind kind = system.law(static_cast<int>(i)).kind;
        if (kind != ContactKind::tresca) found.modes += letter(report.normal_modes[i]);
        if (kind != ContactKind::unilateral) found.modes += letter(report.tangential_modes[i]);
      }
      if (!known_.insert(source.substr(0, source.find('-')) + ' ' + sort_of(found)).second) continue;
      std::ostringstream name;
      name << source << '-' << std::setw(3) << std::setfill('0') << ++number;
      found.name = name.str();
      problems_.push_back(std::move(found));
    }
  }

  std::vector<HarvestedProblem> take() { return std::move(problems_); }

 private:
  static char letter(Mode mode) { return mode == Mode::constraint ? 'c' : 'i'; }

  std::set<std::string> known_;
  std::vector<HarvestedProblem> problems_;
};

}  // namespace

std::vector<HarvestedProblem> harvest() {
  Harvest harvest;
  const auto woodpecker = paper_parameters<problems::WoodpeckerParameters>("glocker2005", "woodpecker");
  harvest.run("woodpecker", problems::Woodpecker(woodpecker), 1e-5, 15000);  // one cycle
  harvest.run("woodpecker-coarse", problems::Woodpecker(woodpecker), 1e-3, 300);
  auto thrown = woodpecker;  // beak and sleeve's edge, and both edges, meet at once
  thrown.omega_S_0 = -16.0;
  harvest.run("woodpecker-thrown", problems::Woodpecker(thrown), 1e-5, 15000);
  auto rough = woodpecker;  // the sleeve jams
  rough.mu_1 = rough.mu_2 = rough.mu_3 = 0.8;
  harvest.run("woodpecker-rough", problems::Woodpecker(rough), 1e-5, 15000);

  const auto slider = paper_parameters<problems::SliderCrankParameters>("flores2010", "slider_crank");
  harvest.run("slider_crank", problems::SliderCrank(slider), 1e-5, 6892);  // one revolution
  for (const double restitution : {0.1, 0.4, 0.9}) {
    // From a tilt, with single corners and microscopic chatter; short, since such runs amplify rounding.
    auto tilted = slider;
    tilted.omega_3_0 = -0.01;
    tilted.epsilon_N = restitution;
    std::ostringstream source;
    source << "slider_crank-tilted-" << restitution;
    harvest.run(source.str(), problems::SliderCrank(tilted), 1e-5, 3000);
  }
  auto rough_slider = slider;
  rough_slider.mu = 0.3;
  rough_slider.omega_3_0 = -0.01;
  harvest.run("slider_crank-rough", problems::SliderCrank(rough_slider), 1e-5, 3000);

  const auto ball = paper_parameters<problems::BouncingBallParameters>("studer2008", "bouncing_ball");
  harvest.run("bouncing_ball", problems::BouncingBall(ball), 1e-4, 10000);
  return harvest.take();
}

}  // namespace nsdbench::problem_sets
