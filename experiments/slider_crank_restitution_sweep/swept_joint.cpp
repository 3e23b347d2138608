#include "experiments/slider_crank_restitution_sweep/swept_joint.hpp"

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/slider_crank_restitution_sweep/events.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/numbers.hpp"
#include "support/reference_data.hpp"
#include "sweeps/parameter_inputs.hpp"

namespace nsdbench::experiments::slider_crank {
namespace {

using problems::SliderCrank;
using problems::SliderCrankParameters;
using sweeps::Settings;

// Of the parameters, tilt_rate takes the place of it.
constexpr std::array<std::string_view, 1> given_otherwise{"omega_3_0"};

constexpr double most_revolutions = 1000.0;

class JointEvaluator final : public sweeps::Evaluator {
 public:
  explicit JointEvaluator(const std::string& solver) : solver_(make_contact_solver(solver)) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    auto parameters = sweeps::parameters_of<SliderCrankParameters>(inputs, given_otherwise);
    const double tilt_rate = inputs[inputs.size() - 2];
    const double revolutions = inputs.back();
    if (!(revolutions >= 1.0 && revolutions <= most_revolutions && revolutions == static_cast<int>(revolutions))) {
      throw std::invalid_argument("revolutions = " + support::shortest(revolutions) +
                                  " is not allowed: it must be a whole number from 1 to 1000");
    }
    parameters.omega_3_0 = tilt_rate;
    const Method method{*solver_, "event_driven", dt_of_events, tilt_rate};
    const RevolutionStatistics seen = revolve(SliderCrank(parameters), method, static_cast<int>(revolutions));
    quantities[0] = 1.0 - seen.fraction(Joint::none);
    quantities[1] = seen.impacts;
    quantities[2] = seen.rebounds;
    quantities[3] = seen.longest_contact;
    quantities[4] = seen.portrait_width();
    quantities[5] = seen.tilt_max;
    quantities[6] = seen.crank_speed_min;
  }

 private:
  std::unique_ptr<ContactSolver> solver_;
};

class SweptJoint final : public sweeps::SweptMap {
 public:
  explicit SweptJoint(const SliderCrankParameters& parameters) : parameters_(parameters) {}

  std::vector<sweeps::Input> inputs() const override {
    std::vector<sweeps::Input> inputs = sweeps::parameter_inputs(parameters_, given_otherwise);
    inputs.push_back({"tilt_rate", "rad/s",
                      "angular velocity of the slider at the start and whenever its centre passes the middle; 0: none",
                      problems::ParameterRange::any, tilted_omega_3});
    inputs.push_back(
        {"revolutions", "1", "of the crank, a whole number", problems::ParameterRange::positive, 2.0, {}, true});
    return inputs;
  }

  std::vector<sweeps::Quantity> quantities() const override {
    return {{"contact_fraction", "1", "share of the time in which some corner is in contact"},
            {"impacts", "1", "impacts with an approach velocity above 0.1 m/s"},
            {"rebounds", "1", "those after which a corner leaves the guide"},
            {"longest_contact", "s", "longest time for which some corner stays in contact"},
            {"lateral_speed", "m/s", "root mean square of the slider's speed across the guide"},
            {"tilt_max", "rad", "largest angle between slider and guide"},
            {"crank_speed_min", "rad/s", "smallest angular velocity of the crank"}};
  }

  std::unique_ptr<sweeps::Evaluator> evaluator(const Settings& settings) const override {
    sweeps::check_settings(settings, {"solver"});
    return std::make_unique<JointEvaluator>(sweeps::setting(settings, "solver", "lemke"));
  }

 private:
  SliderCrankParameters parameters_;
};

}  // namespace

std::unique_ptr<sweeps::SweptMap> make_swept_joint() {
  return std::make_unique<SweptJoint>(support::paper_parameters<SliderCrankParameters>("flores2010", "slider_crank"));
}

}  // namespace nsdbench::experiments::slider_crank
