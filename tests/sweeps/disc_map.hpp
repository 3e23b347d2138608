// A map for tests of sweeps, of two inputs: which side of a circle, and the distance.
#pragma once

#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/computation_failed.hpp"
#include "sweeps/swept_map.hpp"

namespace nsdbench::testing {

class DiscMap final : public sweeps::SweptMap {
 public:
  // Cases with x above `fails_beyond` fail; those with x above `left_out_beyond` are left out.
  explicit DiscMap(double fails_beyond = 1e9, double left_out_beyond = 1e9)
      : fails_beyond_(fails_beyond), left_out_beyond_(left_out_beyond) {}

  std::vector<sweeps::Input> inputs() const override {
    return {{"x", "m", "across", problems::ParameterRange::any, 0.25},
            {"y", "m", "up", problems::ParameterRange::any, 0.5},
            {"radius", "m", "of the circle", problems::ParameterRange::positive, 0.7},
            {"diameter",
             "m",
             "twice the radius, in its place",
             problems::ParameterRange::non_negative,
             sweeps::not_given,
             {"radius"}}};
  }
  std::vector<sweeps::Quantity> quantities() const override {
    return {{"side", "1", "of the circle", {"inside", "outside"}}, {"distance", "m", "from the centre"}};
  }
  std::unique_ptr<sweeps::Evaluator> evaluator(const sweeps::Settings& settings) const override {
    sweeps::check_settings(settings, {"solver"});
    return std::make_unique<Disc>(fails_beyond_, left_out_beyond_);
  }

 private:
  class Disc final : public sweeps::Evaluator {
   public:
    Disc(double fails_beyond, double left_out_beyond)
        : fails_beyond_(fails_beyond), left_out_beyond_(left_out_beyond) {}
    void evaluate(std::span<const double> inputs, std::span<double> quantities) override {
      if (inputs[0] > left_out_beyond_) throw sweeps::CaseLeftOut("there was no time");
      if (inputs[0] > fails_beyond_) throw support::ComputationFailed("x is\ntoo large");
      quantities[1] = std::sqrt(inputs[0] * inputs[0] + inputs[1] * inputs[1]);
      quantities[0] = quantities[1] < (inputs[3] != sweeps::not_given ? 0.5 * inputs[3] : inputs[2]) ? 1.0 : 2.0;
    }

   private:
    double fails_beyond_, left_out_beyond_;
  };

  double fails_beyond_, left_out_beyond_;
};

}  // namespace nsdbench::testing
