#include "experiments/prismatic_clearance_cases/swept_contacts.hpp"

#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "solvers/contact/selection/registry.hpp"
#include "solvers/integration/integrator_table.hpp"
#include "support/numbers.hpp"
#include "support/reference_data.hpp"
#include "sweeps/parameter_inputs.hpp"

namespace nsdbench::experiments::prismatic {
namespace {

using sweeps::Settings;

std::optional<Configuration> by_events(const PrismaticJoint& joint, const std::string& solver, double end) {
  EventDrivenOptions options;
  options.max_events = 200;  // hits of the smallest clearance above rounding: some 25
  options.max_evaluations = 100000;
  const auto contact_solver = make_contact_solver(solver);
  const auto integrator = make_event_driven(joint, *contact_solver, options);
  State<3> state = joint.initial_state();
  Configuration last = Configuration::none;
  const Outcome outcome = integrator->integrate(state, {end, {}, {}}, [&](const SliderStep& any) {
    const EventDrivenStep<PrismaticJoint>& step = event_driven_step(any);
    last = configuration_of(forces_of(step.forces(step.motion().end()).normal));
  });
  return outcome.completed() ? std::optional(last) : std::nullopt;
}

// Parameters of the start, which is centred, aligned and at rest.
constexpr std::array<std::string_view, 6> start{"x_0", "y_0", "theta_0", "v_x_0", "v_y_0", "omega_0"};

constexpr double unfinished = 5.0;

class ContactEvaluator final : public sweeps::Evaluator {
 public:
  explicit ContactEvaluator(std::string solver) : solver_(std::move(solver)) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    auto p = sweeps::parameters_of<PrismaticJointParameters>(inputs, start);
    p.x_0 = p.x_j_0;
    p.y_0 = p.y_j_0;
    p.theta_0 = p.theta_j_0;
    const std::span<const double> others = inputs.last(4);
    const double early = others[0];
    const double end = others[1];
    if (early > end) {
      throw std::invalid_argument("t_early = " + support::shortest(early) +
                                  " s is not allowed: it must not come after t_end = " + support::shortest(end) + " s");
    }
    const Steps steps{others[2], others[3]};
    const PrismaticJoint joint(p);
    const auto by_event = by_events(joint, solver_, early);
    quantities[0] = by_event ? class_of(*by_event) : unfinished;
    quantities[1] = class_of(by_program(joint, steps, early));
    quantities[2] = class_of(by_program(joint, steps, end));
  }

 private:
  std::string solver_;
};

class SweptContacts final : public sweeps::SweptMap {
 public:
  SweptContacts(const PrismaticJointParameters& parameters, const Steps& steps, double early, double end,
                std::string solver)
      : parameters_(parameters), steps_(steps), early_(early), end_(end), solver_(std::move(solver)) {}

  std::vector<sweeps::Input> inputs() const override {
    constexpr auto positive = problems::ParameterRange::positive;
    std::vector<sweeps::Input> inputs = sweeps::parameter_inputs(parameters_, start);
    inputs.push_back({"t_early", "s", "instant of the early configuration", positive, early_});
    inputs.push_back({"t_end", "s", "instant of the late configuration", positive, end_});
    inputs.push_back({"h_min", "s", "smallest step of the program", positive, steps_.h_min});
    inputs.push_back({"h_max", "s", "largest step of the program", positive, steps_.h_max});
    return inputs;
  }

  std::vector<sweeps::Quantity> quantities() const override {
    return {{early_by_events,
             "1",
             "contacts at t_early, by the event-driven integrator",
             {"none", "one_end", "line", "two_point", "unfinished"}},
            {early_by_program,
             "1",
             "contacts in the step that ends at t_early, by the complementarity program",
             {"none", "one_end", "line", "two_point"}},
            {late_by_program,
             "1",
             "contacts at t_end, by the complementarity program",
             {"none", "one_end", "line", "two_point"}}};
  }

  std::unique_ptr<sweeps::Evaluator> evaluator(const Settings& settings) const override {
    sweeps::check_settings(settings, {"solver"});
    std::string solver = sweeps::setting(settings, "solver", solver_);
    make_contact_solver(solver);
    return std::make_unique<ContactEvaluator>(std::move(solver));
  }

 private:
  PrismaticJointParameters parameters_;
  Steps steps_;
  double early_, end_;
  std::string solver_;
};

}  // namespace

Configuration by_program(const PrismaticJoint& joint, const Steps& steps, double end) {
  Configuration last = Configuration::none;
  run_newton(joint, steps, end, [&](const SliderStep& step) { last = configuration_of(forces_of(step)); });
  return last;
}

std::unique_ptr<sweeps::SweptMap> make_swept_contacts(const PrismaticJointParameters& parameters, const Steps& steps,
                                                      double early, double end, const std::string& solver) {
  return std::make_unique<SweptContacts>(parameters, steps, early, end, solver);
}

std::unique_ptr<sweeps::SweptMap> make_swept_contacts() {
  const auto parameters = support::paper_parameters<PrismaticJointParameters>("chaturvedi", "prismatic_joint");
  return make_swept_contacts(parameters, {1e-4, 1e-3}, 2e-3, 0.08, "lemke");
}

}  // namespace nsdbench::experiments::prismatic
