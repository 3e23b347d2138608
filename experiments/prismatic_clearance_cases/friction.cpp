#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "experiments/prismatic_clearance_cases/studies.hpp"
#include "support/numbers.hpp"

namespace nsdbench::experiments::prismatic {

void study_friction(Experiment& experiment, const std::vector<Case>& all) {
  const double end = *experiment.options().end_time;
  support::Table& motions = experiment.table(
      "friction_motion",
      {{"case", "1", "the paper's case 1, 2 or 3"}, {"mu", "1"}, {"t", "s"}, {"x", "m"}, {"xdot", "m/s"}});
  support::Table& sweep = experiment.table(
      "friction",
      {{"case", "1", "the paper's case 1, 2 or 3"}, {"mu", "1"}, {"acceleration", "m/s^2"}, {"closed_form", "m/s^2"}});
  double worst = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const auto number = static_cast<double>(k + 1);
    const auto run_with = [&](double mu, bool record) {
      PrismaticJointParameters p = all[k].parameters;
      p.mu = mu;
      const PrismaticJoint joint(p);
      SliderStatistics statistics(joint);
      run_newton(joint, paper_steps(experiment), end, [&](const SliderStep& step) {
        statistics.observe(step);
        const State<3>& after = step.end();
        if (record) motions.row({number, mu, after.t, after.q(0), after.u(0)});
      });
      if (record) motions.break_line();
      return statistics;
    };
    for (const auto& [mu, suffix] : {std::pair(0.0, "mu0"), std::pair(0.1, "mu01"), std::pair(0.3, "mu03")}) {
      const SliderStatistics statistics = run_with(mu, true);
      if (mu == 0.0) continue;
      constexpr double rounding = 1e-11;  // ten units of velocities of 1 m/s over steps of 1e-4 s
      const std::string key = all[k].suffix + "_" + suffix;
      const std::string meaning = ", case " + std::to_string(k + 1) + " with mu = " + support::shortest(mu);
      experiment.quantity("acceleration_" + key, statistics.acceleration(), "m/s^2", rounding,
                          "xddot at the end" + meaning);
      experiment.quantity("angle_" + key, statistics.largest_angle(), "rad", Uncertainty::of_one_step_size(),
                          "largest angle" + meaning);
    }
    const int points = experiment.options().quick ? 7 : 25;
    for (int j = 0; j < points; ++j) {
      const double mu = 1.2 * j / (points - 1);
      const double measured = run_with(mu, false).acceleration();
      const double expected = sliding_acceleration(all[k].parameters, mu);
      worst = std::max(worst, std::abs(measured - expected));
      sweep.row({number, mu, measured, expected});
    }
    sweep.break_line();
  }
  experiment.quantity("friction_acceleration_error", worst, "m/s^2", Uncertainty::residual(1e-11),
                      "largest difference of xddot at the end from the closed form, all cases, mu = 0 to 1.2");
  const PrismaticJointParameters& third = all.back().parameters;
  if (!(third.s > 0.0)) return;
  experiment.quantity("jamming_friction_c3", 0.5 * third.l_s / third.s, "1", Uncertainty::exact(),
                      "friction coefficient from which on two-point contact jams: l_s / (2 s)");
}

}  // namespace nsdbench::experiments::prismatic
