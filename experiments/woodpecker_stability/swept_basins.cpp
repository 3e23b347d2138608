#include "experiments/woodpecker_stability/swept_basins.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "experiments/woodpecker_stability/studies.hpp"
#include "solvers/contact/selection/registry.hpp"
#include "support/computation_failed.hpp"
#include "support/reference_data.hpp"
#include "sweeps/parameter_inputs.hpp"

namespace nsdbench::experiments {
namespace {

using problems::WoodpeckerParameters;
using sweeps::Settings;

bool same(const WoodpeckerParameters& a, const WoodpeckerParameters& b) {
  for (const auto& field : WoodpeckerParameters::fields()) {
    if (a.*(field.member) != b.*(field.member)) return false;
  }
  return true;
}

class BasinEvaluator final : public sweeps::Evaluator {
 public:
  BasinEvaluator(std::string solver, const WoodpeckerParameters& parameters,
                 const std::optional<SectionAttractors>& attractors)
      : solver_(std::move(solver)), parameters_(parameters), attractors_(attractors) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    const auto parameters = sweeps::parameters_of<WoodpeckerParameters>(inputs);
    if (!same(parameters, parameters_)) {
      here_.reset();
      attractors_.reset();
      no_attractors_.clear();
      parameters_ = parameters;
    }
    if (!JammedSleeve<double>(parameters_).ends_upwards()) {
      throw support::ComputationFailed("stiction of the jammed sleeve does not end upwards: there is no section");
    }
    find_attractors_once();
    if (!here_) here_ = std::make_unique<WoodpeckerMap<double>>(parameters_, solver_, diagram_options());
    const State<3> start = here_->jammed.state(inputs[inputs.size() - 2], inputs.back());
    quantities[0] = static_cast<double>(attractors_->basin_of(*here_, here_->map.reach(start)));
  }

 private:
  // Throws support::ComputationFailed if there are none, without another search.
  void find_attractors_once() {
    if (attractors_) return;
    if (!no_attractors_.empty()) throw support::ComputationFailed(no_attractors_);
    try {
      const double fixed = find_first_cycle(parameters_, solver_).fixed.x(0);
      WoodpeckerMap<double> exact(parameters_, solver_, {});
      attractors_ = find_attractors(exact, fixed);
    } catch (const support::ComputationFailed& failure) {
      no_attractors_ = failure.what();
      throw;
    }
  }

  std::string solver_;
  WoodpeckerParameters parameters_;
  std::optional<SectionAttractors> attractors_;
  std::string no_attractors_;  // why the search for them failed; empty: it has not
  std::unique_ptr<WoodpeckerMap<double>> here_;
};

class SweptBasins final : public sweeps::SweptMap {
 public:
  SweptBasins(const WoodpeckerParameters& parameters, std::optional<SectionAttractors> attractors, std::string solver)
      : parameters_(parameters), attractors_(std::move(attractors)), solver_(std::move(solver)) {}

  std::vector<sweeps::Input> inputs() const override {
    std::vector<sweeps::Input> inputs = sweeps::parameter_inputs(parameters_);
    inputs.push_back({"delta", "rad", "angle of the bird from its jammed rest at the start"});
    inputs.push_back({"omega_S", "rad/s", "angular velocity of the bird at the start"});
    return inputs;
  }

  std::vector<sweeps::Quantity> quantities() const override {
    return {{"basin", "1", "where the motion ends", {"cycle", "two_cycle", "jams", "outside_model", "late", "other"}}};
  }

  std::unique_ptr<sweeps::Evaluator> evaluator(const Settings& settings) const override {
    sweeps::check_settings(settings, {"solver"});
    std::string solver = sweeps::setting(settings, "solver", solver_);
    make_contact_solver(solver);
    return std::make_unique<BasinEvaluator>(std::move(solver), parameters_, attractors_);
  }

 private:
  WoodpeckerParameters parameters_;
  std::optional<SectionAttractors> attractors_;
  std::string solver_;
};

}  // namespace

std::unique_ptr<sweeps::SweptMap> make_swept_basins(const WoodpeckerParameters& parameters,
                                                    const SectionAttractors& attractors, const std::string& solver) {
  return std::make_unique<SweptBasins>(parameters, attractors, solver);
}

std::unique_ptr<sweeps::SweptMap> make_swept_basins() {
  return std::make_unique<SweptBasins>(support::paper_parameters<WoodpeckerParameters>("glocker2005", "woodpecker"),
                                       std::nullopt, "lemke");
}

}  // namespace nsdbench::experiments
