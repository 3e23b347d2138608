#include "experiments/woodpecker_stability/swept_orbits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solvers/contact/selection/registry.hpp"
#include "support/reference_data.hpp"
#include "sweeps/parameter_inputs.hpp"

namespace nsdbench::experiments {
namespace {

using problems::WoodpeckerParameters;
using sweeps::Settings;

constexpr double undecided = -1.0;

// Of a start: its end, its period, and so many velocities.
std::size_t velocities(const Settling& settling) { return static_cast<std::size_t>(std::max(settling.kept, 8)); }
std::size_t of_a_start(const Settling& settling) { return 2 + velocities(settling); }

class OrbitEvaluator final : public sweeps::Evaluator {
 public:
  OrbitEvaluator(std::string solver, const Settling& settling) : solver_(std::move(solver)), settling_(settling) {}

  void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
    auto parameters = sweeps::parameters_of<WoodpeckerParameters>(inputs);
    if (inputs.back() != sweeps::not_given) parameters.mu_1 = parameters.mu_2 = parameters.mu_3 = inputs.back();
    const Orbits orbits = follow(parameters);
    std::ranges::fill(quantities, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t start = 0; start < orbits.size(); ++start) {
      const std::span<double> here = quantities.subspan(start * of_a_start(settling_), of_a_start(settling_));
      here[0] = static_cast<double>(orbits[start].end);
      here[1] = orbits[start].decided ? orbits[start].period : undecided;
      std::ranges::copy(orbits[start].omegas, here.begin() + 2);
    }
  }

 private:
  Orbits follow(const WoodpeckerParameters& parameters) const {
    Orbits found;
    WoodpeckerMap<double> bird(parameters, solver_, diagram_options());
    found[0] = settle(bird, bird.map.reach(bird.bird.initial_state()), settling_);
    if (!bird.jammed.ends_upwards()) return found;
    const std::span<const Orbit> known(found);
    found[1] = settle(bird, bird.map.go(Vector<1>(gentle_omega)), settling_, known.first(1));
    found[2] = settle(bird, bird.map.go(Vector<1>(hard_omega)), settling_, known.first(2));
    return found;
  }

  std::string solver_;
  Settling settling_;
};

class SweptOrbits final : public sweeps::SweptMap {
 public:
  SweptOrbits(const WoodpeckerParameters& parameters, const Settling& settling, std::string solver)
      : parameters_(parameters), settling_(settling), solver_(std::move(solver)) {}

  std::vector<sweeps::Input> inputs() const override {
    std::vector<sweeps::Input> inputs = sweeps::parameter_inputs(parameters_);
    inputs.push_back({"mu",
                      "1",
                      "friction coefficient in the place of mu_1, mu_2 and mu_3, which are used where it is not given",
                      problems::ParameterRange::non_negative,
                      sweeps::not_given,
                      {"mu_1", "mu_2", "mu_3"}});
    return inputs;
  }

  std::vector<sweeps::Quantity> quantities() const override {
    std::vector<sweeps::Quantity> all;
    for (const std::string& name : orbit_quantities(settling_)) {
      if (name.starts_with("end")) {
        all.push_back({name,
                       "1",
                       "how the motion from that start ends",
                       {"pecks", "jams", "outside_model", "late", "inconsistent", "other"}});
      } else if (name.starts_with("period")) {
        all.push_back({name, "1", "its period in returns to the section; 0: none, -1: undecided"});
      } else {
        all.push_back({name, "rad/s", "omega_S at one of its last returns"});
      }
    }
    return all;
  }

  std::unique_ptr<sweeps::Evaluator> evaluator(const Settings& settings) const override {
    sweeps::check_settings(settings, {"solver"});
    std::string solver = sweeps::setting(settings, "solver", solver_);
    make_contact_solver(solver);
    return std::make_unique<OrbitEvaluator>(std::move(solver), settling_);
  }

 private:
  WoodpeckerParameters parameters_;
  Settling settling_;
  std::string solver_;
};

}  // namespace

std::vector<std::string> orbit_quantities(const Settling& settling) {
  std::vector<std::string> names;
  for (const char* start : orbit_starts) {
    names.push_back(std::string("end_") + start);
    names.push_back(std::string("period_") + start);
    for (std::size_t k = 1; k <= velocities(settling); ++k) {
      names.push_back("omega_" + std::to_string(k) + "_" + start);
    }
  }
  return names;
}

Orbits orbits_of(std::span<const double> quantities, const Settling& settling) {
  Orbits orbits;
  for (std::size_t start = 0; start < orbits.size(); ++start) {
    const std::span<const double> here = quantities.subspan(start * of_a_start(settling), of_a_start(settling));
    Orbit& orbit = orbits[start];
    orbit.end = static_cast<MotionEnd>(static_cast<int>(here[0]));
    orbit.decided = here[1] != undecided;
    orbit.period = orbit.decided ? static_cast<int>(here[1]) : 0;
    for (const double omega : here.subspan(2)) {
      if (!std::isnan(omega)) orbit.omegas.push_back(omega);
    }
  }
  return orbits;
}

std::unique_ptr<sweeps::SweptMap> make_swept_orbits(const WoodpeckerParameters& parameters, const Settling& settling,
                                                    const std::string& solver) {
  return std::make_unique<SweptOrbits>(parameters, settling, solver);
}

std::unique_ptr<sweeps::SweptMap> make_swept_orbits() {
  return make_swept_orbits(support::paper_parameters<WoodpeckerParameters>("glocker2005", "woodpecker"), {}, "lemke");
}

}  // namespace nsdbench::experiments
