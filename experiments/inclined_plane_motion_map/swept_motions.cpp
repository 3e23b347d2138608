#include "experiments/inclined_plane_motion_map/swept_motions.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "solvers/integration/integrator_table.hpp"
#include "support/reference_data.hpp"
#include "sweeps/parameter_inputs.hpp"

namespace nsdbench::experiments::motion_map {
namespace {

using problems::InclinedPlaneOscillatorParameters;
using sweeps::Settings;

class MotionEvaluator final : public sweeps::Evaluator {
 public:
  explicit MotionEvaluator(Method method) : method_(std::move(method)) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    auto parameters = sweeps::parameters_of<InclinedPlaneOscillatorParameters>(inputs);
    if (inputs.back() != sweeps::not_given) parameters.mu = parameters.mu_0 = inputs.back();
    quantities[0] = static_cast<double>(classify(parameters, method_));
  }

 private:
  Method method_;
};

class SweptMotions final : public sweeps::SweptMap {
 public:
  SweptMotions(const InclinedPlaneOscillatorParameters& parameters, Method method)
      : parameters_(parameters), method_(std::move(method)) {}

  std::vector<sweeps::Input> inputs() const override {
    std::vector<sweeps::Input> inputs = sweeps::parameter_inputs(parameters_);
    inputs.push_back({"friction",
                      "1",
                      "friction coefficient in the place of mu and mu_0, which are used where it is not given",
                      problems::ParameterRange::non_negative,
                      sweeps::not_given,
                      {"mu", "mu_0"}});
    return inputs;
  }

  std::vector<sweeps::Quantity> quantities() const override {
    return {{"motion",
             "1",
             "the motion from rest",
             {"at_rest", "stick_slip", "sliding", "runaway", "lift_off", "undecided", "unsolved"}}};
  }

  // A first step tells whether the contact solver applies.
  void check(const Settings& settings) const override {
    const Method method = method_of(settings);
    const problems::InclinedPlaneOscillator body(parameters_);
    const std::string why_not = why_not_applicable(method.integrator, body);
    if (!why_not.empty()) throw std::invalid_argument("the integrator '" + method.integrator + "': " + why_not);
    if (try_solver(body, method) == SolverStatus::not_applicable) {
      throw std::invalid_argument("the contact solver '" + method.solver + "' does not apply to these contacts");
    }
  }

  std::unique_ptr<sweeps::Evaluator> evaluator(const Settings& settings) const override {
    return std::make_unique<MotionEvaluator>(method_of(settings));
  }

 private:
  Method method_of(const Settings& settings) const {
    sweeps::check_settings(settings, {"solver", "integrator"});
    Method method = method_;
    method.solver = sweeps::setting(settings, "solver", method.solver);
    method.integrator = sweeps::setting(settings, "integrator", method.integrator);
    return method;
  }

  InclinedPlaneOscillatorParameters parameters_;
  Method method_;
};

}  // namespace

std::unique_ptr<sweeps::SweptMap> make_swept_motions(const InclinedPlaneOscillatorParameters& parameters,
                                                     const Method& method) {
  return std::make_unique<SweptMotions>(parameters, method);
}

std::unique_ptr<sweeps::SweptMap> make_swept_motions() {
  return make_swept_motions(
      support::paper_parameters<InclinedPlaneOscillatorParameters>("woesle1996", "inclined_plane_oscillator"),
      {"portfolio", "moreau"});
}

}  // namespace nsdbench::experiments::motion_map
